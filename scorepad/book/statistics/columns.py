"""The columns of the statistics table, the same on a screen, on paper and on the command line."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from scorepad.book.statistics import Record
from scorepad.games.game import Game
from scorepad.games.protocols import Deed
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words

Value = int | Fraction | None
"""The value by which a table is sorted; None comes last in either direction."""


SOLO = "solo-"
"""The beginning of the key of every column that counts one kind of solo."""


@dataclass(frozen=True)
class Column:
    """A column of the statistics table.

    key: its name in addresses and JSON; title: an English template; value: takes its value from a
    record; show: writes that value in words; signed: whether figures below zero are bad and those
    above it good; low_first: whether the lowest figure is the best one; whole: takes the count that
    the value is a part of, whose share stands beside it.
    """

    key: str
    title: str
    value: Callable[[Record], Value]
    show: Callable[[Any, Words], str]
    signed: bool = False
    low_first: bool = False
    whole: Callable[[Record], int] | None = None

    def shown(self, record: Record, t: Words) -> str:
        """Return a record's figure in words, with its share; a dash where there is none."""
        value = self.value(record)
        if value is None:
            return "–"
        shown = self.show(value, t)
        whole = self.whole(record) if self.whole and value else 0
        return f"{shown} ({t.share(Fraction(value, whole))})" if whole else shown


def columns(records: Collection[Record], game: Game[Any, Any] | None) -> tuple[Column, ...]:
    """Return the columns that say something about these records, the most looked-at first. game:
    the game whose hands they are; None for several, which have only what all games have."""
    currencies = sorted({currency for record in records for currency in record.money})
    several = len(currencies) > 1
    played: dict[Deed, None] = {}
    for record in records if game else ():
        played.update(dict.fromkeys(deed for deed, _ in record.deeds))
    solos, others = [sorted([deed for deed in played if deed.solo is alone],
                            key=lambda deed: deed.title) for alone in (True, False)]
    decimals = max([record.points.decimals for record in records if record.points], default=0)

    def points(value: int, t: Words) -> str:
        return t.points(value, decimals)

    low_is_good = game is not None and game.low_is_good

    def best(record: Record) -> int | None:
        """Return the points of the best hand; where low is good and nobody gets any in most hands,
        a hand without any is none to remember."""
        found = record.points and record.points.best
        return None if low_is_good and not found else found

    found = [
        *([] if game is None else [
            Column("points", N_("Points"), lambda record: record.points and record.points.sum,
                   points, low_first=low_is_good)]),
        *[_money("money", N_("Money"), "balance", currency, several) for currency in currencies],
        *[_money("money-evening", N_("Money per evening"), "balance", currency, several, each=True)
          for currency in currencies],
        Column("won", N_("Won"), lambda record: record.won, _count),
        Column("win-rate", N_("Win rate"), _win_rate, lambda value, t: t.share(value / 100)),
        Column("lost", N_("Lost"), lambda record: record.lost, _count),
        Column("hands", N_("Hands"), lambda record: record.hands, _count),
        Column("evenings", N_("Evenings"), lambda record: record.evenings, _count),
        *([] if game is None else [
            Column("evenings-won", N_("Evenings won"), lambda record: record.evenings_won, _count,
                   whole=lambda record: record.evenings),
            Column("points-evening", N_("Points per evening"), _points_an_evening,
                   lambda value, t: average(value, decimals, t), low_first=low_is_good),
            Column("average", N_("Average"), lambda record: record.points and record.points.average,
                   lambda value, t: average(value, decimals, t), low_first=low_is_good),
            Column("best", N_("Best hand"), best, points, low_first=low_is_good),
            Column("worst", N_("Worst hand"), lambda record: record.points and record.points.worst,
                   points, low_first=low_is_good)]),
        Column("run-won", N_("Won in a row"), lambda record: record.run_won, _count),
        Column("run-lost", N_("Lost in a row"), lambda record: record.run_lost, _count),
        Column("matches-won", N_("Matches won"), lambda record: record.matches_won, _count),
        Column("matches-lost", N_("Matches lost"), lambda record: record.matches_lost, _count),
        *([] if game is None else [
            Column("solos-won", N_("Solos won"), lambda record: record.solos(True), _count,
                   whole=lambda record: record.solos(True) + record.solos(False)),
            Column("solos-lost", N_("Solos lost"), lambda record: record.solos(False), _count),
            *[column for deed in others for column in _deed(deed)],
            *[_count_of(deed, f"{SOLO}{deed.key}", deed.title) for deed in solos],
            Column("owed", N_("Duty solos open"), lambda record: record.owed, _count)]),
        *[_money(f"money-{side}", title, side, currency, several) for currency in currencies
          for side, title in (("won", N_("Money won")), ("lost", N_("Money lost")))],
        Column("stars-won", N_("Stars gained"), lambda record: record.stars.won, _count),
        Column("stars-lost", N_("Stars lost"), lambda record: record.stars.lost, _count),
    ]
    always = {"won", "lost", "hands", "evenings"}
    return tuple([column for column in found if column.key in always or any(
        column.value(record) not in (None, 0) for record in records)])


def _count(value: int, t: Words) -> str:
    return t.points(value)


def _win_rate(record: Record) -> Fraction | None:
    """Return how many of a hundred hands were won."""
    return Fraction(100 * record.won, record.hands) if record.hands else None


def _points_an_evening(record: Record) -> Fraction | None:
    return Fraction(record.points.sum, record.evenings) if record.points else None


def average(value: Fraction, decimals: int, t: Words) -> str:
    """Return the average points of a hand, with one decimal or as many as its points have. value:
    in units of the last of `decimals` decimals."""
    shown = max(decimals, 1)
    return t.points(round(value * 10 ** (shown - decimals)), shown)


def _money(key: str, title: str, side: str, currency: str, several: bool, *,
           each: bool = False) -> Column:
    """Return a column of money; side: an attribute of `Sides`; several: currencies, which are then
    part of the key; each: per evening."""
    def value(record: Record) -> Value:
        if currency not in record.money or each and not record.evenings:
            return None
        cents: int = getattr(record.money[currency], side)
        return Fraction(cents, record.evenings) if each else cents

    signed = side == "balance"
    return Column(
        f"{key}-{currency}" if several else key, title, value,
        lambda value, t: (t.balance if signed else t.money)(round(value), currency), signed)


def _deed(deed: Deed) -> Iterator[Column]:
    """Yield the column of a deed, and a second one for those that went well if it has a title."""
    yield _count_of(deed, deed.key, deed.title)
    if deed.well:
        yield _count_of(deed, f"{deed.key}-well", deed.well, well=True)


def _count_of(deed: Deed, key: str, title: str, *, well: bool = False) -> Column:
    def count(record: Record, well: bool = well) -> int:
        return sum([count for (done, won), count in record.deeds.items()
                    if done.key == deed.key and (won or not well)])

    return Column(key, title, count, _count, whole=partial(count, well=False) if well else None)


def ordered(records: Collection[Record], column: Column, backwards: bool) -> list[Record]:
    """Return the records sorted by a column, the best figure first, or last if `backwards`. Those
    without a figure come at the end."""
    figures = [(column.value(record), record) for record in records]
    known = [(figure, record) for figure, record in figures if figure is not None]
    known.sort(key=lambda each: each[0], reverse=column.low_first == backwards)
    return [record for _, record in known] + [
        record for figure, record in figures if figure is None]
