"""Writing: from records to the text of a document."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from scorepad.book.record import BookRecord, EveningRecord, HandRecord, SheetRecord
from scorepad.book.replay import replay
from scorepad.document.club import (
    write_note,
    write_opening,
    write_payment,
    write_person,
    write_rule_set,
    write_tariff,
)
from scorepad.document.values import (
    FORMAT,
    without_empty,
    written_agreement,
    written_amount,
    written_stamp,
)
from scorepad.games.game import Game, Place, Rules
from scorepad.system.steps import Steps, collector_paused, stepwise

AT_ONCE = 10_000
"""The bits of JSON that make up a piece: keys, values and signs."""

LONGEST_PLACE = 300
"""The most letters of a place. Valid ones are shorter: two names, a few keys and numbers."""


@stepwise
def write(book: BookRecord, *, indent: int | None = 1) -> Steps[str]:
    """Return the document of a book, which `read` turns back into an equal book. Without an indent
    it is one long line, for programs, in a fifth of the time."""
    written: list[str] = []
    with collector_paused():
        for piece in pieces(book, book.evenings, indent=indent):
            written.append(piece)
            yield
    return "".join(written)


def pieces(book: BookRecord, evenings: Iterable[EveningRecord], *,
           indent: int | None = 1) -> Iterator[str]:
    """Yield the document of a book with these evenings, which need not all be in memory at once."""
    encoder = json.JSONEncoder(ensure_ascii=False, indent=indent)

    def line(level: int) -> str:
        return "" if indent is None else "\n" + " " * indent * level

    head, _, tail = encoder.encode(_write_frame(book)).rpartition("[]")
    yield f"{head}["
    between = line(2)
    for evening in evenings:
        yield between
        written = _write_evening(evening)
        parts = iter([encoder.encode(written)]) if indent is None else encoder.iterencode(written)
        while some := "".join(islice(parts, AT_ONCE)):
            yield some.replace("\n", line(2))  # texts have none
        between = f",{line(2) or ' '}"
    yield f"{line(1) if between != line(2) else ''}]{tail}\n"


def written_place(place: Place) -> str:
    """Return a place as people write it, `evenings[0].sheets[0].hands[3].augen`; one that nobody
    would read to its end is cut in its middle."""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    path = path.removeprefix(".")
    return path if len(path) <= LONGEST_PLACE else f"{path[:150]}…{path[-50:]}"


def _write_frame(book: BookRecord) -> dict[str, Any]:
    """Return the document without its evenings, which are to be put in at the last brackets."""
    club = without_empty({
        "name": book.club, "players": list(book.players),
        "opening_stars": book.opening and write_opening(book.opening),
        "tariffs": list(map(write_tariff, book.tariffs)),
        "people": list(map(write_person, book.people)),
        "rule_sets": list(map(write_rule_set, book.rule_sets))})
    return {"format": FORMAT, "club": club, "evenings": []}


def _write_evening(evening: EveningRecord) -> dict[str, Any]:
    return without_empty({"id": evening.id, "date": evening.date.isoformat(),
                           "place": evening.place, "closed": evening.closed,
                           "stars": list(map(write_note, evening.stars)),
                           "payments": list(map(write_payment, evening.payments))}) \
        | {"sheets": list(map(_write_sheet, evening.sheets))}


def _write_sheet(sheet: SheetRecord) -> dict[str, Any]:
    names, wager, impossible = sheet.names, sheet.wager, replay(sheet).problems
    return without_empty({"id": sheet.id}) | {
        "game": sheet.game.id, "players": [names[seat] for seat in sheet.first_seats],
        "first_dealer": names[sheet.first_dealer],
    } | without_empty({
        "joined": _joined(sheet),
        "rules": sheet.rules.written(),
        "absprachen": sheet.absprachen,
        wager.key: None if sheet.stake is None else written_amount(sheet.stake, wager.decimals),
    }) | {
        "currency": sheet.currency,
        "hands": [_write_hand(hand, sheet.game, names) | (
            {"impossible": True} if index in impossible else {})
            for index, hand in enumerate(sheet.hands)],
    } | without_empty({
        "next_dealer": None if sheet.next_dealer is None else names[sheet.next_dealer],
        "next_players": sheet.next_seats and [names[seat] for seat in sheet.next_seats],
        "ended": sheet.ended, "vereinbarung": written_agreement(sheet.agreement, names),
        }) | _write_new_rules("next_rules", sheet.next_rules)


def _joined(sheet: SheetRecord) -> list[str]:
    """Return those who joined later, if the seatings do not say so: somebody may have come and not
    sat down, or sit nowhere since a correction."""
    first = len(sheet.first_seats)
    return [] if sheet.seated == tuple(range(len(sheet.names))) else list(sheet.names[first:])


def _write_hand(record: HandRecord, game: Game[Any, Any],
                names: tuple[str, ...]) -> dict[str, Any]:
    return game.write_hand(record.hand, names) | without_empty({
        "dealer": None if record.dealer is None else names[record.dealer],
        "players": None if record.seats is None else [names[seat] for seat in record.seats],
        "voided": record.voided, "note": record.note, **written_stamp(record.stamp)}) \
        | _write_new_rules("rules", record.rules)


def _write_new_rules(key: str, rules: Rules | None) -> dict[str, Any]:
    """Return rules that hold from here on, under their key; the standard ones are written, too, as
    an empty object."""
    return {} if rules is None else {key: rules.written()}
