"""What a file would add of people, of the club's own rules, and of payments."""

from collections.abc import Iterator, Mapping

from scorepad.book.facts import Fact, PaymentMade, PlayerMarked, PlayerRetired, RuleSetKept
from scorepad.book.merge_stars import Step
from scorepad.book.record import BookRecord, EveningRecord
from scorepad.games.base import Place


def people_steps(book: BookRecord, incoming: BookRecord, ids: Mapping[str, str]) -> Iterator[Step]:
    """How somebody is drawn where the book has nothing chosen, and who of the new has stopped:
    the book's own word on its people stands."""
    drawn = {person.name for person in book.people if person.look}
    for index, person in enumerate(incoming.people):
        place: Place = ("club", "people", index)
        if person.look and person.name not in drawn:
            yield Step(place, PlayerMarked(ids[person.name], *person.look))
        if person.retired and person.name not in book.players:
            yield Step(place, PlayerRetired(ids[person.name]))


def rule_set_steps(book: BookRecord, incoming: BookRecord) -> Iterator[Step]:
    """The club's own rules: known by game and name."""
    ours = {(known.game.id, known.name): known for known in book.rule_sets}
    for index, theirs in enumerate(incoming.rule_sets):
        known = ours.get((theirs.game.id, theirs.name))
        if known is None or known.rules != theirs.rules:
            yield Step(("club", "rule_sets", index), RuleSetKept(
                known.id if known else theirs.id, theirs.game, theirs.name, theirs.rules),
                known is not None)


def payment_steps(evening: EveningRecord, known: EveningRecord | None, ids: Mapping[str, str],
                  place: Place) -> Iterator[Step]:
    """What was paid for an evening; the book may have taken some of it back."""
    ours = {note.stamp.id: note for note in known.payments if note.stamp} if known else {}
    taken_back = known.taken_back if known else ()
    for index, note in enumerate(evening.payments):
        mine, own = ours.get(note.stamp.id), note.stamp.id
        fact: Fact | None = None
        if mine is None or mine[:-1] != note[:-1]:
            fact = PaymentMade(own, evening.id, ids[note.debtor], ids[note.creditor], note.cents,
                               note.currency)
        yield Step((*place, "payments", index), fact, mine is not None or own in taken_back,
                   note.stamp)
