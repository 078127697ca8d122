"""Agreements of a table: what it said besides the rules, how a match ends, who sits out."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from scorepad.book.facts import AbsprachenChanged, MatchEnded
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.game import Game, Problem
from scorepad.games.protocols import Partien
from scorepad.i18n.message import say
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import Refused, as_kept, faults_of_line
from scorepad.service.views import EveningView, SheetView


class FirstDealer(NamedTuple):
    """The one who deals first by how the last Partie ended; chosen_by: who lost it and may name
    another, None if it was not lost. Both are names."""

    name: str
    chosen_by: str | None


class Agreements:
    """The agreements of the tables of a book."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book

    def say(self, sheet: str, absprachen: str) -> None:
        """Record what a table has agreed on besides the rules, in one line; raises `Refused`."""
        if faults := faults_of_line(absprachen, "absprachen"):
            raise Refused(*faults)
        said = as_kept(absprachen)
        if self._book.sheet(sheet).score().record.absprachen != said:
            self._book.step(AbsprachenChanged(sheet, said))

    def first_dealer(self, game: Game[Any, Any], names: Collection[str]) -> FirstDealer | None:
        """Return who deals first when these people play a game again: as the end of the last Partie
        they played of it says (S0, Geben), on whatever evening; None if they never ended one, or
        have played on since."""
        frame = self._book.current()
        wanted = {frame.people.ids.get(name) for name in names}
        latest = next((own for evening in reversed(frame.evenings.values())
                       for own, sheet in reversed(evening.sheets.items())
                       if sheet.opened.game == game
                       and set(map(frame.people.person, sheet.players)) == wanted), None)
        if latest is None:
            return None
        score = self._book.sheet(latest).score()
        if not score.matches or score.matches[-1].last_hand < len(score.lines) \
                or game.next_match(score.matches[-1].outcome).dealer is None:
            return None
        upcoming = score.next
        chosen_by = upcoming.chosen_by
        return FirstDealer(upcoming.table.names[upcoming.table.dealer],
                           None if chosen_by is None else upcoming.table.names[chosen_by])


def ending(score: Scoresheet, agreement: Sequence[int]) -> MatchEnded | None:
    """Return the fact that ends the running match of a sheet, None where it is over already.

    agreement: the cents that each seat receives for a Partie, empty where nothing was agreed on.
    Raises `Refused` if only the rules can end a match, if nothing has been played, or if there can
    be no such agreement.
    """
    record = score.record
    if fault := record.game.fault_of_ending():
        raise Refused(Problem((), fault))
    if score.over:
        return None
    if not score.tally.hands:
        raise Refused(Problem((), say("nothing has been played yet")))
    agreed: tuple[int, ...] = tuple(agreement)
    if not any(agreed):
        return MatchEnded(record.id)
    if not isinstance(record.game, Partien):
        fault = say("the points say what everybody receives")
    elif record.stake is None:
        fault = say("nothing is at stake on this sheet, so there is nothing to agree on")
    elif len(agreed) != len(record.names) or sum(agreed) != 0:
        fault = say("what some receive the others pay")
    if fault:
        raise Refused(Problem(("agreement",), fault))
    return MatchEnded(record.id, agreed)


BESIDE = "beside/{sheet}"
"""The key under which a device keeps the names of those who sit out a sheet, in the order in which
they come in."""


class Turn(NamedTuple):
    """A change of one player; names: who plays then, in the order of the seats; beside: who sits
    out then, in the order in which they come in; deals: who deals first then."""

    comes: str
    goes: str
    names: tuple[str, ...]
    beside: tuple[str, ...]
    deals: str


def sitting_out(evening: EveningView, sheet: SheetView,
                said: Sequence[str] | None) -> tuple[str, ...]:
    """Return who of the round sits out a sheet, the one who has waited longest first.

    said: whom the table named when the sheet began; if it is None, those who have left another
    game of the evening together with somebody who plays here.
    """
    here = set(people(sheet))
    if said is not None:
        return tuple([name for name in said if name not in here])
    latest: dict[str, tuple[int, SheetView]] = {}
    for index, each in enumerate(evening.sheets):
        latest.update(dict.fromkeys(people(each), (index, each)))
    waiting = sorted((index, name) for name, (index, each) in latest.items()
                     if name not in here and here.intersection(people(each)))
    return tuple([name for _, name in waiting])


def turn_of(evening: EveningView, sheet: SheetView, said: Sequence[str] | None) -> Turn | None:
    """Return who changes places now; None where a Partie runs, where nobody sits out, where the
    number of players is not fixed, and once somebody who played here plays on another sheet. said:
    as for `sitting_out`."""
    score, names = sheet.score, people(sheet)
    if len(sheet.game.players) > 1 or not score.lines or runs(sheet) or is_left(evening, sheet):
        return None
    waiting = sitting_out(evening, sheet, said)
    if not waiting:
        return None
    since = _since(evening, sheet)
    newest = max(since.values())
    first = 0 if newest == min(since.values()) else \
        1 + next(seat for seat, name in enumerate(names) if since[name] == newest)
    round_table = [(first + step) % len(names) for step in range(len(names))]
    goes = min(round_table, key=lambda seat: since[names[seat]])
    comes, others = waiting[0], waiting[1:]
    after = tuple([comes if seat == goes else name for seat, name in enumerate(names)])
    dealer = score.next.table.names[score.next.table.dealer]
    deals = dealer if dealer in after else after[(goes + 1) % len(after)]
    return Turn(comes, names[goes], after, (*others, names[goes]), deals)


def is_left(evening: EveningView, sheet: SheetView) -> bool:
    """Return whether nobody plays on at a sheet: no Partie runs there, and somebody who played it
    plays the same game on a later one."""
    if runs(sheet) or not sheet.score.lines:
        return False
    index = [each.id for each in evening.sheets].index(sheet.id)
    return any(each.game == sheet.game and set(people(sheet)).intersection(people(each))
               for each in evening.sheets[index + 1:])


def playing(evening: EveningView) -> list[SheetView]:
    """Return the sheets of an evening at which somebody still plays."""
    return [] if evening.closed else [
        sheet for sheet in evening.sheets
        if not sheet.score.over and not is_left(evening, sheet)]


def runs(sheet: SheetView) -> bool:
    """Return whether hands of a Partie or match were played that has not ended."""
    return bool(sheet.score.tally.hands) and not sheet.score.over


def people(sheet: SheetView) -> tuple[str, ...]:
    """Return the names of those who sit at a sheet now, in the order of the seats."""
    table = sheet.score.next.table
    return tuple([table.names[seat] for seat in table.seats])


def _since(evening: EveningView, sheet: SheetView) -> dict[str, int]:
    """Return for everybody at a sheet the first of the sheets of its game that they have played
    without a break, counted from 0."""
    names = people(sheet)
    index = [each.id for each in evening.sheets].index(sheet.id)
    since, unbroken = dict.fromkeys(names, index), set(names)
    for earlier in range(index - 1, -1, -1):
        each = evening.sheets[earlier]
        there = set(people(each))
        if each.game == sheet.game and there.intersection(names):
            unbroken &= there
            since.update(dict.fromkeys(unbroken, earlier))
    return since
