"""Conversion of entries to rows: those that are written here, and those that a file tells."""

from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping, Sequence

from scorepad.book.facts import Entry, PlayerJoined, Roster, SheetOpened
from scorepad.storage import codec
from scorepad.storage.links import Heads, Row, heads_after, named, unnamed
from scorepad.system.steps import Steps, stepwise


@stepwise
def rows_of(entries: Iterable[tuple[Entry, str | None]],
            rosters: MutableMapping[str, Roster]) -> Steps[Sequence[Row]]:
    """Return the rows of entries, each with its evening, without links.

    rosters: who is at the sheets that these entries do not open; it stays as it is.
    """
    known = ChainMap[str, Roster]({}, rosters)
    rows = []
    for entry, evening in entries:
        rows.append(_row(entry, evening, known))
        seat(entry, known)
        yield
    return rows


@stepwise
def told_rows(entries: Iterable[Entry], evening: str | None, moment: int) -> Steps[list[Row]]:
    """Return the rows of what a file tells of a part, each linked to the one before it.

    entries: without ids; evening: None for the club; moment: the time from which the ids begin, in
    milliseconds since 1970.
    """
    plain = yield from rows_of.steps(
        ((entry._replace(id=unnamed(moment)), evening) for entry in entries), {})
    heads, rows = Heads(), []
    for row in plain:
        rows.append(named(row, heads))
        heads = heads_after(rows[-1])
        yield
    return rows


def _row(entry: Entry, evening: str | None, rosters: Mapping[str, Roster]) -> Row:
    fact = entry.fact
    roster = rosters[fact.sheet] if isinstance(fact, codec.SEATED) else None
    data = codec.encode(fact, roster.opened.game, roster.players) if roster else \
        codec.encode(fact, None, ())
    return entry.id, evening, codec.kind_of(fact), entry.at, entry.by, data


def seat(entry: Entry, rosters: MutableMapping[str, Roster]) -> None:
    """Note who is at which sheet after one more entry."""
    match entry.fact:
        case SheetOpened(sheet=sheet, players=players) as opened:
            roster = rosters[sheet].copy() if sheet in rosters else Roster(opened)
            roster.tell_again(players)
        case PlayerJoined(sheet=sheet, player=player) if sheet in rosters:
            roster = rosters[sheet].copy()
            roster.join(player, entry.id)
        case _:
            return
    rosters[sheet] = roster
