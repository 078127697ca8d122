"""Readings of parts of the book, as they are and with the entries of another book or of a file."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scorepad.book.facts import Entry, PlayerAdded
from scorepad.book.history.asked import Asked
from scorepad.book.history.runs import Question
from scorepad.book.history.said import Saying
from scorepad.book.journal import Journal
from scorepad.book.people import People
from scorepad.i18n.message import Message, say, say_n
from scorepad.storage.joining import ID
from scorepad.storage.links import Row
from scorepad.storage.parts import Parts
from scorepad.storage.reading import entries_in_part

Ids = tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """A part of the book. says: all that follows from it; asked: what has to be decided; aside: why
    some of its entries do not count, by their ids; journal: the part itself; questions, also: those
    of an evening, by the ids of their sheets and of what they are about."""

    says: object
    asked: Mapping[Ids, Asked]
    aside: Mapping[str, Message]
    journal: Journal
    questions: Mapping[Ids, Question] = field(default_factory=dict)
    also: Mapping[Ids, Saying] = field(default_factory=dict)

    def is_like(self, other: "Reading") -> bool:
        """Return whether another reading of the same part says and asks the same."""
        return (self.says, self.asked.keys(), self.questions, self.also) == (
            other.says, other.asked.keys(), other.questions, other.also)


class Readings:
    """The parts of a book, by their entries, and with others; each is read once it is asked for, and that of the club and the last evening are kept."""

    def __init__(self, ours: Parts) -> None:
        self._ours = ours
        self._parts: dict[str | None, Sequence[Row]] = {}

    def rows(self, part: str | None) -> Sequence[Row]:
        """Return the entries of a part that the book has."""
        if part not in self._parts:
            self._parts = {own: rows for own, rows in self._parts.items() if own is None}
            self._parts[part] = self._ours.entries(part)
        return self._parts[part]

    def _entries(self, part: str | None, more: Sequence[Row]) -> Sequence[Entry]:
        rows = {row[ID]: row for row in (*more, *self.rows(part))}
        return entries_in_part([*rows.values()])

    def club(self, more: Sequence[Row] = ()) -> Reading:
        """Return what the club's part says, with more entries."""
        journal = Journal.of(self._entries(None, more))
        return Reading(
            (journal.club, journal.opening(), {*journal.tariff_lines()},
             {person.id: person for person in journal.people.records()},
             {kept.id: kept for kept in journal.rule_sets.records()}),
            _by_ids(journal.asked()), _aside(journal), journal)

    def evening(self, evening: str, people: People, more: Sequence[Row] = ()) -> Reading:
        """Return what an evening says, with more entries; people: all in the book by then."""
        journal = Journal(people)
        for entry in self._entries(evening, more):
            journal.add(entry)
        own = journal.evenings.get(evening)
        if own is None:
            return Reading(None, {}, _aside(journal), journal)
        elsewhere = own.closed_elsewhere and own.closed_elsewhere.id
        return Reading(
            (own.record(journal.names), elsewhere), _by_ids(own.asked(journal.names)),
            _aside(journal), journal,
            {(sheet, question.after): question for sheet, each in own.sheets.items()
             for question in each.history.questions},
            {(sheet, hand, saying.entry): saying for sheet, each in own.sheets.items()
             for hand, sayings in each.history.also_said.items() for saying in sayings})


def _by_ids(asked: Sequence[Asked]) -> dict[Ids, Asked]:
    return {tuple([entry.id for entry in each.said]): each for each in asked}


def _aside(journal: Journal) -> dict[str, Message]:
    return {each.entry: each.why for each in journal.set_aside()}


# --- what will be asked ---------------------------------------------------------------------------


def told_of_club(before: Reading, after: Reading) -> Iterator[Message]:
    """Yield a sentence about what will have to be decided of the club; who may be somebody known is
    asked elsewhere."""
    if any(own not in before.asked and not isinstance(asked.said[0].fact, PlayerAdded)
           for own, asked in after.asked.items()):
        yield say("Of the club both have said something else, or the same twice. It will be asked "
                  "what counts.")


def told_of_evening(before: Reading, after: Reading) -> Iterator[Message]:
    """Yield sentences about what both have said of an evening, and will have to be decided."""
    was, now = [next(iter(each.journal.evenings.values()), None) for each in (before, after)]
    if was is None or now is None:
        return
    date, place = now.opened.date, now.opened.place
    name = Message("{date} · {place}", {"date": date, "place": place}) if place else date
    if now.closed_elsewhere and not was.closed_elsewhere:
        yield say("{evening}: closed in one book, played on in the other. It is open again.",
                  evening=name)
    for sheet in dict.fromkeys([own[0] for own, question in after.questions.items()
                                if before.questions.get(own) != question]):
        yield say("{evening}, {game}: both books went on. The sheet will ask which hands count.",
                  evening=name, game=now.sheets[sheet].opened.game.title)
    hands = told_otherwise(before, after)
    for sheet in dict.fromkeys([sheet for sheet, _ in hands]):
        counting = [hand.stamp.id for hand in now.sheets[sheet].history.hands]
        numbers = [number for number, hand in enumerate(counting, 1) if (sheet, hand) in hands]
        yield say_n("{evening}, {game}: hand {numbers} is told otherwise. The sheet will show what "
                    "was also said.",
                    "{evening}, {game}: hands {numbers} are told otherwise. The sheet will show "
                    "what was also said.", len(numbers), evening=name,
                    game=now.sheets[sheet].opened.game.title,
                    numbers=", ".join(map(str, numbers))) if numbers else \
            say("{evening}, {game}: a hand that was taken back is told otherwise.",
                evening=name, game=now.sheets[sheet].opened.game.title)
    if after.asked.keys() - before.asked.keys():
        yield say("{evening}: something was noted in both books. It will be asked what counts.",
                  evening=name)


def told_otherwise(before: Reading, after: Reading) -> Collection[tuple[str, str]]:
    """Return the sheets and hands of which something else is also said after a meeting."""
    return dict.fromkeys([(sheet, hand) for sheet, hand, entry in after.also
                          if (sheet, hand, entry) not in before.also])
