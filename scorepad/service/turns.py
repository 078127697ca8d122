"""Sitting out in turn at a game of a fixed number: between two Partien the one who has waited
longest takes the seat of the one who has played longest, on a new sheet, because a Partie and what
it pays belong to those who have played it."""

from collections.abc import Sequence
from typing import NamedTuple

from scorepad.service.views import EveningView, SheetView

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
    number of players is not fixed, and once somebody who played here plays on another sheet."""
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
