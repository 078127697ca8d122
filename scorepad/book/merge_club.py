"""Import of people, the club's own rules, and payments; and of names by which the book calls people
otherwise."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scorepad.book.facts import (
    PaymentMade,
    PlayerMarked,
    PlayerRetired,
    RuleSetDropped,
    RuleSetKept,
)
from scorepad.book.merge_stars import Step, steps_of
from scorepad.book.people import sum_by_name
from scorepad.book.record import BookRecord, EveningRecord, PaymentNote, SheetRecord
from scorepad.book.rule_sets import KeptRules
from scorepad.games.game import Place


def as_known(incoming: BookRecord, calls: Mapping[str, str],
             at_seats: Mapping[tuple[str, str], str]) -> BookRecord:
    """Return the file with everybody called as in the book.

    calls: the name in the book of each name in the file; at_seats: at some sheets, by their ids.
    Where two with one name sit at one table in the file, they stay two people; elsewhere what one
    has paid the other is left out.
    """
    if all(name == here for name, here in calls.items()) \
            and all(name == here for (_, name), here in at_seats.items()):
        return incoming

    def call(name: str) -> str:
        return calls.get(name, name)

    def sheet_of(sheet: SheetRecord) -> SheetRecord:
        names = tuple([at_seats.get((sheet.id, name), call(name)) for name in sheet.names])
        return sheet if len(set(names)) < len(names) else replace(sheet, names=names)

    def payments_of(evening: EveningRecord) -> Iterator[PaymentNote]:
        tables = [set(sheet.names) for sheet in evening.sheets]
        for note in evening.payments:
            called = note._replace(debtor=call(note.debtor), creditor=call(note.creditor))
            if called.debtor != called.creditor:
                yield called
            elif any(table.issuperset(note[:2]) for table in tables):
                yield note

    book = replace(
        incoming,
        evenings=tuple([replace(
            evening, sheets=tuple(map(sheet_of, evening.sheets)),
            stars=tuple([note._replace(player=call(note.player)) for note in evening.stars]),
            payments=tuple(payments_of(evening))) for evening in incoming.evenings]),
        opening=incoming.opening and incoming.opening._replace(balances=sum_by_name(
            (call(name), stars) for name, stars in incoming.opening.balances.items())),
        people=tuple({call(person.name): person._replace(name=call(person.name))
                      for person in reversed(incoming.people)}.values())[::-1])
    return replace(book, players=tuple(dict.fromkeys(
        [*map(call, incoming.players), *sorted(book.playing)])))


def people_steps(book: BookRecord, incoming: BookRecord, ids: Mapping[str, str]) -> Iterator[Step]:
    """Yield the looks of players for whom the book has none chosen, and which new players have
    stopped. What the book already says of its people stands."""
    drawn = {person.name for person in book.people if person.look}
    for index, person in enumerate(incoming.people):
        place: Place = ("club", "people", index)
        if person.name not in ids:
            continue  # the book has deleted him, and he does not play
        if person.look and person.name not in drawn:
            yield Step(place, PlayerMarked(ids[person.name], *person.look))
        if person.retired and person.name not in book.players:
            yield Step(place, PlayerRetired(ids[person.name]))


def rule_set_steps(book: BookRecord, incoming: BookRecord, kept: KeptRules) -> Iterator[Step]:
    """Yield the club's own rules that are new or differ; they are recognised by game and name.

    kept: those of the book; where it has some more than once, the others go with the one that is
    replaced.
    """
    ours = {(known.game.id, known.name): known for known in book.rule_sets}
    for index, theirs in enumerate(incoming.rule_sets):
        known = ours.get((theirs.game.id, theirs.name))
        if known is None or known.rules != theirs.rules:
            twins = [own for own in kept.alike(known.id) if own != known.id] if known else []
            yield Step(("club", "rule_sets", index), RuleSetKept(
                known.id if known else theirs.id, theirs.game, theirs.name, theirs.rules),
                known is not None, more=tuple(map(RuleSetDropped, twins)))


def payment_steps(evening: EveningRecord, known: EveningRecord | None, ids: Mapping[str, str],
                  place: Place) -> Iterator[Step]:
    """Yield the payments of an evening."""
    return steps_of("payments", evening, known, place, lambda note: PaymentMade(
        note.stamp.id, evening.id, ids[note.debtor], ids[note.creditor], note.cents,
        note.currency))
