"""The words for an evening that is over: who has won it, and what people remember of it."""

from collections.abc import Collection, Iterator
from enum import Enum, auto
from typing import NamedTuple

from scorepad.book.highlights import Feat, highlights
from scorepad.book.ledger.stars import EveningStars, next_kasten
from scorepad.i18n.message import Message, listed, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.telling import by_gain
from scorepad.service.telling_sheets import tone_of, tone_of_points
from scorepad.service.views import EveningView


class Kind(Enum):
    """The things of an evening that are remembered."""

    BEST = auto()
    WORST = auto()
    UNLUCKY = auto()
    KASTEN = auto()


class Remembered(NamedTuple):
    """Something to remember, and below it what happened."""

    kind: Kind
    title: str
    below: str


def told_winners(view: EveningView) -> Message:
    """Return who has won an evening, or is ahead as long as it goes on, if that can be said."""
    match view.winners:
        case ():
            return say("The evening is over") if view.closed else say("Nobody is ahead")
        case names if not view.closed:
            return say("Ahead so far: {names}", names=listed(names))
        case (name,):
            return say("{name} wins the evening", name=name)
        case names:
            return say("{names} win the evening", names=listed(names))


def remembered(view: EveningView, stars: EveningStars | None, active: Collection[str],
               t: Words) -> Iterator[Remembered]:
    """Yield what is remembered of an evening; stars: its stars, None if the club keeps no ledger;
    active: the names of those who have not retired."""
    found = highlights([sheet.score for sheet in view.sheets])
    if found.best:
        yield Remembered(Kind.BEST, t("Best hand: {names}", names=listed(found.best.names)),
                         _told(found.best, view, t))
    if found.worst:
        yield Remembered(Kind.WORST, t("Worst hand: {names}", names=listed(found.worst.names)),
                         _told(found.worst, view, t))
    if found.unlucky:
        yield Remembered(Kind.UNLUCKY, t("Longest unlucky run: {names}",
                                         names=listed(found.unlucky)),
                         t(say_n("{n} hand lost in a row", "{n} hands lost in a row", found.lost)))
    if stars and (names := next_kasten(stars.balances, active)):
        yield Remembered(Kind.KASTEN, t("Next Kasten: {names}", names=listed(names)),
                         t(say_n("{n} star", "{n} stars", stars.balances[names[0]])))


def _told(feat: Feat, view: EveningView, t: Words) -> str:
    """Return where a hand that stands out was played, and how it came about."""
    sheet = view.sheets[feat.sheet]
    line, names = sheet.score.lines[feat.hand - 1], sheet.score.record.names
    return " · ".join([*([sheet.game.title] if len(view.sheets) > 1 else []),
                       t("Hand {number}", number=feat.hand),
                       t.arithmetic(sheet.score.explain(line))
                       or sheet.game.describe(line.record.hand, names)])


class Result(NamedTuple):
    """The result of somebody at the end: a figure, and its tone as `tone_of` returns it."""

    name: str
    figure: str
    tone: str


def told_result(view: EveningView, t: Words) -> list[Result]:
    """Return what everybody has, the best first: the money of every currency, or else the points of
    the latest sheet."""
    if not view.settlements:
        return [Result(rank.name, t.points(rank.points, sheet.score.decimals),
                       tone_of_points(rank.points, sheet.game.low_is_good))
                for sheet in view.sheets[-1:] for rank in sheet.ranking]
    first = view.settlements[0]
    names = dict.fromkeys([name for name, _ in by_gain(first)]) | dict.fromkeys(
        [name for settled in view.settlements for name in settled.balances])
    return [Result(name, " · ".join([t.balance(settled.balances[name], settled.currency)
                                     for settled in view.settlements if name in settled.balances]),
                   tone_of(first.balances.get(name, 0))) for name in names]
