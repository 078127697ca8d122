"""The history of a sheet as one value: what holds of all that was written, and what is asked.

    steps, as written  →  those that hold  →  hands and choices, in the order in which they count
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from copy import copy
from functools import cached_property
from itertools import takewhile

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.history.knowing import SAID_OF_THE_SHEET, knew
from scorepad.book.history.played import (
    CHANGES,
    NOTHING_SAID,
    Choices,
    Played,
    content_of,
    hands_of,
    played,
    record_of,
    words_of,
)
from scorepad.book.history.runs import Question, Runs, is_forked
from scorepad.book.history.said import Contested, Saying, held, states_of, told_again
from scorepad.book.history.telling import (
    State,
    by_telling,
    is_from_a_file,
    last_said,
    told_once,
)
from scorepad.book.record import HandRecord
from scorepad.games.game import Rules, Table

TablesOf = Callable[[Entry], Iterator[Table[Rules]]]
"""A function that yields the table which the writer of a hand, or of a correction, saw, and the one
at which the hand is shown."""


class SheetHistory:
    """All that was written on a sheet, as it counts now; every part is computed once.

    opened: how the sheet began; steps: what was written, in its order; afterwards each hand told
    once, in an order in which what a writer knew comes before; told: what the table had
    agreed on by files that tell of the sheet, by the entries that they have made.
    """

    def __init__(self, opened: facts.SheetOpened, steps: Sequence[Entry],
                 told: Mapping[str, str] | None = None) -> None:
        self._opened, self._told, self._tellings = opened, told or {}, told_once(steps)
        self.steps = self._tellings.steps

    @cached_property
    def is_apart(self) -> bool:
        """True if some steps were written apart, or tell again what others tell."""
        return bool(self._tellings.others) or any(entry.apart for entry in self.steps)

    @cached_property
    def _contested(self) -> Contested:
        return Contested(self.steps if self.is_apart else (), self._tellings.entries)

    @cached_property
    def again(self) -> Mapping[str, str]:
        """For each entry that tells again what another has told of the sheet, the id of that."""
        return told_again(self.steps, self._contested) if self.is_apart else {}

    @cached_property
    def holding(self) -> Sequence[Entry]:
        """The steps that hold: those that were not undone, nor overruled by something that was said
        apart from them."""
        return held(self.steps, self._contested, self.again)

    @cached_property
    def runs(self) -> Runs | None:
        """The runs of hands, None where nobody has written apart, as on every sheet that one device
        writes."""
        is_chosen = any(isinstance(entry.fact, facts.RunsChosen) for entry in self.holding)
        if self.is_apart and (is_chosen or is_forked(self._holding_and_brought_back)):
            return self._as_seen
        return None

    @property
    def _holding_and_brought_back(self) -> Sequence[Entry]:
        """The steps that hold, and those that bring others back, in their order."""
        if not any(isinstance(entry.fact, facts.Redone) for entry in self.steps):
            return self.holding
        held = {entry.id for entry in self.holding}
        return [entry for entry in self.steps
                if entry.id in held or isinstance(entry.fact, facts.Redone)]

    @cached_property
    def _as_seen(self) -> Runs | None:
        """The same, also where only hands that were taken back were written apart."""
        if self.is_apart and (is_forked(self.steps) or any(
                isinstance(entry.fact, facts.RunsChosen) for entry in self.steps)):
            return Runs(self.steps, self._contested.gone_for, {entry.id for entry in self.holding})
        return None

    @property
    def told(self) -> Set[str]:
        """The ids of the hands that are told more than once."""
        return self._tellings.others.keys()

    @cached_property
    def overruled(self) -> frozenset[str]:
        """The ids of the entries that do not hold because something else was said apart from them,
        and not because they were undone."""
        undone = {entry.fact.entry for entry in self.steps
                  if isinstance(entry.fact, facts.Undone)}
        return frozenset([entry.id for entry in self.steps
                          if self._contested.holds(entry) is False and entry.id not in undone])

    @cached_property
    def played(self) -> Played:
        """The hands that count, and what was chosen for the next one."""
        return self._play(self.holding, self.runs, self._choices, self._contested.taken_back)

    def _play(self, steps: Sequence[Entry], runs: Runs | None, choices: Choices | None,
              taken_back: Mapping[str, Entry] = {}) -> Played:
        return played(steps, runs, choices, self._tellings.entries,
                      tuple(range(len(self._opened.players))), taken_back)

    @cached_property
    def _choices(self) -> Choices | None:
        return self._choices_among(self.holding, self._again_of_holding)

    def _choices_among(self, steps: Sequence[Entry], again: Mapping[str, str]) -> Choices | None:
        """Return the choices for the hands that some steps say, None where each is for the next."""
        if self._as_seen or again or self._tellings.others or any(
                entry.apart and is_from_a_file(entry) for entry in steps
                if isinstance(entry.fact, SAID_OF_THE_SHEET)) or any(
                entry.apart and isinstance(entry.fact, facts.Undone) for entry in self.steps):
            return Choices(steps, again, self.steps, self._as_seen)
        return None

    @cached_property
    def _again_of_holding(self) -> Mapping[str, str]:
        return told_again(self.holding) if self.is_apart else {}

    @cached_property
    def hands_of(self) -> Mapping[str, Collection[str]]:
        """For some entries the hands through which alone they may have changed who dealt others."""
        return hands_of(self.steps, self.again)

    def choosing(self, answers: Sequence[Entry]) -> "SheetHistory":
        """Return the history as it would be if somebody who knows all of it gave these answers to
        questions about its runs."""
        assert self.runs
        chosen = copy(self)
        chosen.steps = [*self.steps, *answers]
        vars(chosen).pop("played", None)
        vars(chosen).update(holding=[*self.holding, *answers], runs=self.runs.choosing(answers),
                            hands_of=self.hands_of, _choices=self._choices,
                            absprachen=self.absprachen)
        return chosen

    @property
    def hands(self) -> list[HandRecord]:
        """The hands as they count now."""
        return self.played.hands

    @cached_property
    def corrected(self) -> frozenset[str]:
        """The ids of the hands of which a correction holds."""
        return frozenset([entry.fact.id for entry in self.holding
                          if isinstance(entry.fact, facts.HandAmended)])

    def hand(self, hand: str) -> HandRecord | None:
        """Return a hand as it is now, whether it counts or not; None if it was taken back."""
        return self._all_hands.get(hand)

    @cached_property
    def _all_hands(self) -> Mapping[str, HandRecord]:
        return {each.stamp.id: each
                for each in self._play(self.holding, None, self._choices,
                                       self._contested.taken_back).hands}

    def _hand_by(self, other: Entry, hand: str) -> HandRecord | None:
        """Return a hand as it would be if an entry were the last word on it, None if it were not
        there."""
        steps = self._contested.steps_by(hand, other, self.holding)
        choices = self._choices_among(steps, told_again(steps) if self.is_apart else {})
        taken_back = {hand: other} if isinstance(other.fact, facts.Undone) else {}
        return next((each for each in self._play(steps, None, choices, taken_back).hands
                     if each.stamp.id == hand), None)

    def about(self, hand: str) -> list[tuple[Entry, bool]]:
        """Return every entry about a hand, oldest first, and whether it counts (False: undone)."""
        holding = {entry.id for entry in self.holding}
        return [(entry, entry.id in holding) for entry in self.steps
                if getattr(entry.fact, "id", None) == hand]

    @cached_property
    def absprachen(self) -> str:
        """The table's agreements besides the rules."""
        known = {self._opened.absprachen, *[
            entry.fact.absprachen for entry in self.steps if not is_from_a_file(entry)
            and isinstance(entry.fact, facts.AbsprachenChanged)]}
        said = [tellings for tellings in by_telling(
            self.holding, (facts.AbsprachenChanged,), self._again_of_holding)
            if not (all(map(is_from_a_file, tellings))
                    and tellings[0].fact.absprachen in known)]  # type: ignore[union-attr]
        if not said:
            return self._opened.absprachen
        place = {entry.id: number for number, entry in enumerate(self.holding)}
        for own, told in self._told.items():  # whoever knows the file knows it from the beginning
            for tellings in said:
                if own in tellings[0].apart and tellings[0].fact == facts.AbsprachenChanged(
                        self._opened.sheet, told):
                    tellings.append(Entry(own, tellings[0].fact))
                    place[own] = -1
                    break
        last = last_said(said, place)
        return last.absprachen if isinstance(last, facts.AbsprachenChanged) else \
            self._opened.absprachen

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The hands that were written apart and that nobody has decided about yet."""
        return self.runs.questions() if self.runs else ()

    def also_said(self, tables_of: TablesOf) -> dict[str, tuple[Saying, ...]]:
        """Return the words on each hand that were said apart from what holds, and that do not come
        to the same; and what a file tells otherwise than anybody has ever said."""
        found = dict[str, tuple[Saying, ...]]()
        for hand in {**self._contested.words, **self._tellings.others}:
            word = self._contested.words.get(hand)
            mine = self.hand(hand)
            elsewhere = False if self._last_on(hand).here else None
            apart = [Saying(self._hand_by(other, hand), other.by, other.at, other.id,
                            other.here or elsewhere) for other in word.others] if word else []
            said = {content_of(each.record): each
                    for each in [*apart, *self._told_otherwise(hand, elsewhere, tables_of)]
                    if content_of(each.record) != content_of(mine)}
            if said:
                found[hand] = tuple(said.values())
        return found

    def _told_otherwise(self, hand: str, here: bool | None,
                        tables_of: TablesOf) -> Iterator[Saying]:
        """Yield what other entries tell of a hand as nobody has ever said it, as long as nobody
        who knew that, or another file that tells the same, has said something of the hand."""
        if hand not in self._tellings.others:
            return
        about = [entry for entry in self.steps if self._contested.hand_of.get(entry.id) == hand]
        versions: list[tuple[Entry, HandRecord | facts.HandAmended]] = [
            (entry, entry.fact) for entry in about if isinstance(entry.fact, facts.HandAmended)]
        written = self.written(hand)
        states = states_of(about, self._tellings.others[hand])
        was = {states[entry.id] for entry in about}
        for first in self._first_words if not is_from_a_file(written) else ():
            if hand in first:
                versions.append((written, first[hand]))
                was.add(_state(first[hand]))
        is_voided = (mine := self.hand(hand)) is not None and mine.voided
        holding, unheard = {entry.id for entry in self.holding}, list[tuple[Entry, HandRecord]]()
        answers = {entry.id for entry in about if isinstance(entry.fact, facts.WordChosen)}
        gone = {*self._contested.undone(about)} - answers
        spoken = [entry for entry in about if (entry.id in holding or isinstance(
            entry.fact, facts.Undone) and entry.fact.entry in gone)
            and (is_voided or knew(entry, written.id) or not _says_no_words(entry, about))]
        for telling in filter(is_from_a_file, (written, *self._tellings.others[hand])):
            record = record_of(telling, telling.fact, NOTHING_SAID)  # type: ignore[arg-type]
            if any(knew(entry, telling.id) for entry in spoken):
                versions.append((telling, record))
                was.add(_state(record))
            else:
                unheard.append((telling, record))
        for telling, record in unheard:
            if _state(record) not in was or not any(
                    _is_as_said(record, said, entry, tables_of) for entry, said in versions):
                yield Saying(record, telling.by, telling.at, telling.id, here)
            versions.append((telling, record))
            was.add(_state(record))

    def written(self, hand: str) -> Entry:
        """Return the entry by whose words a hand was written; raises KeyError if none was."""
        return self._written[hand]

    @cached_property
    def _written(self) -> Mapping[str, Entry]:
        return {entry.fact.id: entry for entry in self.steps
                if isinstance(entry.fact, facts.HandRecorded)}

    @cached_property
    def _first_words(self) -> Sequence[Mapping[str, HandRecord]]:
        """The hands as they were first written: with all that was taken back, and without."""
        said = [entry for entry in self.steps
                if not isinstance(entry.fact, facts.Undone | facts.Redone)]
        runs = Runs(said) if self.is_apart and is_forked(said) else None
        choices = self._choices_among(said, told_again(said) if self.is_apart else {})
        return self._play(said, runs, choices).first_words, self.played.first_words

    def _last_on(self, hand: str) -> Entry:
        """Return the entry with the last word on a hand of which something else was said, too;
        raises KeyError for another hand."""
        if hand in self._contested.words or hand not in self._tellings.others:
            return self._contested.last_on(hand)
        return [entry for entry in self.steps if self._contested.hand_of.get(entry.id) == hand][-1]

    def word_on(self, hand: str) -> str:
        """Return the id of the entry that had the last word on a hand of which something else was
        said, too; raises KeyError for another hand."""
        return self._last_on(hand).id

    @cached_property
    def undo(self) -> str | None:
        """The id of the entry that undoing takes back, None where nothing is left."""
        if not any(isinstance(entry.fact, facts.Redone) for entry in self.steps):
            return next((entry.id for entry in reversed(self.holding)
                         if self._can_be_undone(entry)), None)
        return self._done_last()

    def _can_be_undone(self, entry: Entry) -> bool:
        """Return whether undo may take back this step: not if it repeats another or concerns a hand
        that is not shown."""
        return entry.id not in self.again and getattr(entry.fact, "id", None) not in self._unseen

    @cached_property
    def _unseen(self) -> Set[str]:
        """The ids of the hands that are not shown, since another run was chosen."""
        if self.runs is None:
            return frozenset()
        shown = {hand for question in self.questions for run in question.runs for hand in run.hands}
        return {entry.fact.id for entry in self.holding
                if isinstance(entry.fact, facts.HandRecorded)}.difference(
                    shown, [each.stamp.id for each in self.hands])

    def _done_last(self) -> str | None:
        """Return the id of the step that was made or brought back last, of those that hold and have
        an effect."""
        key = self.again
        hands = {entry.fact.id for entry in self.holding
                 if isinstance(entry.fact, facts.HandRecorded)}
        done = dict[str, int]()
        found = dict[str, str]()
        for place, entry in enumerate(self.steps):
            if isinstance(entry.fact, facts.Redone):
                done[key.get(entry.fact.entry, entry.fact.entry)] = place
            else:
                done.setdefault(key.get(entry.id, entry.id), place)
        for entry in self.holding:
            if self._can_be_undone(entry) and (
                    not isinstance(entry.fact, CHANGES) or entry.fact.id in hands):
                found.setdefault(key.get(entry.id, entry.id), entry.id)
        return found[max(found, key=lambda own: done[own])] if found else None

    @cached_property
    def redo(self) -> str | None:
        """The id of the entry that redoing brings back; after a new step there is none."""
        undone: dict[str, None] = {}
        steps = takewhile(lambda entry: isinstance(entry.fact, facts.Undone | facts.Redone),
                          reversed(self.steps))
        for entry in reversed(list(steps)):
            match entry.fact:
                case facts.Undone(entry=step):
                    undone.setdefault(step)  # two devices may have undone it
                case facts.Redone(entry=step):
                    undone.pop(step, None)
        return next(reversed(undone), None)


def _says_no_words(entry: Entry, about: Sequence[Entry]) -> bool:
    """Return whether an entry says of a hand only whether it counts, or takes back what was said of
    it; about: all that was."""
    hands = {each.id for each in about if isinstance(each.fact, facts.HandRecorded)}
    return isinstance(entry.fact, facts.HandVoided | facts.HandRestored) \
        or isinstance(entry.fact, facts.Undone) and entry.fact.entry not in hands


def _state(record: HandRecord) -> State:
    return record.hand, record.note, record.voided


def _is_as_said(told: HandRecord, said: HandRecord | facts.HandAmended, entry: Entry,
                tables_of: TablesOf) -> bool:
    """Return whether a file tells a hand as an entry says it. Where it names no dealer, no seats or
    no other rules it says nothing of them; it may name a dealer and seats that the writer saw, or
    that are shown, and that did not have to be named."""
    told = told._replace(dealer=said.dealer if told.dealer is None else told.dealer,
                         seats=said.seats if told.seats is None else told.seats,
                         rules=said.rules if told.rules is None else told.rules)
    if words_of(told) == words_of(said):
        return True
    if words_of(told._replace(dealer=said.dealer, seats=said.seats)) != words_of(said):
        return False
    return any(told.dealer in (said.dealer, table.dealer)
               and told.seats in (said.seats, table.seats) for table in tables_of(entry))
