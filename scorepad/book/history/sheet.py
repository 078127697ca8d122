"""The history of a sheet as one value: what holds of all that was written, and what is asked.

    steps, as written  →  those that hold  →  hands and choices, in the order in which they count
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import takewhile

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.history.knowing import SAID_OF_THE_SHEET, knew
from scorepad.book.history.played import (
    CHANGES,
    NOTHING_SAID,
    Played,
    content_of,
    played,
    record_of,
    words_of,
)
from scorepad.book.history.runs import START, Question, Runs, is_forked
from scorepad.book.history.said import Contested, Saying
from scorepad.book.history.telling import (
    State,
    by_telling,
    is_from_a_file,
    last_said,
    states_of,
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
        return _held(self.steps, self._contested, self.again)

    @cached_property
    def runs(self) -> Runs | None:
        """The runs of hands, None where nobody has written apart, as on every sheet that one device
        writes."""
        brought_back = [entry for entry in self.steps if isinstance(entry.fact, facts.Redone)]
        is_chosen = any(isinstance(entry.fact, facts.RunsChosen) for entry in self.holding)
        if self.is_apart and (is_chosen or is_forked([*self.holding, *brought_back])):
            return self._as_seen
        return None

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
        return self._play(self.holding, self.runs)

    def _play(self, steps: Sequence[Entry], runs: Runs | None) -> Played:
        return played(steps, runs, told_again(steps) if self.is_apart else {},
                      self._tellings.entries, tuple(range(len(self._opened.players))),
                      self.steps, self._as_seen)

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
        return self._hand_by(self.holding, hand)

    def _hand_by(self, steps: Sequence[Entry], hand: str) -> HandRecord | None:
        """Return a hand as these steps say it, None if they do not have it."""
        return next((each for each in self._play(steps, None).hands if each.stamp.id == hand), None)

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
            self.holding, (facts.AbsprachenChanged,),
            told_again(self.holding) if self.is_apart else {})
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
            apart = [Saying(self._hand_by(self._contested.steps_by(hand, other, self.holding),
                                          hand), other.by, other.at, other.id,
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
        was = {*states_of(about).values()}
        for first in self._first_words if not is_from_a_file(written) else ():
            if hand in first:
                versions.append((written, first[hand]))
                was.add(_state(first[hand]))
        is_voided = (mine := self.hand(hand)) is not None and mine.voided
        holding, unheard = {entry.id for entry in self.holding}, list[tuple[Entry, HandRecord]]()
        answers = {entry.id for entry in about if isinstance(entry.fact, facts.WordChosen)}
        back = {entry.fact.entry for entry in about if isinstance(entry.fact, facts.Redone)}
        spoken = [entry for entry in about if (entry.id in holding or isinstance(
            entry.fact, facts.Undone) and entry.fact.entry not in answers | back)
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
        return self._play(said, runs).first_words, self.played.first_words

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
                         if entry.id not in self.again), None)
        return self._done_last()

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
            if entry.id not in self.again and (
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


# --- which steps hold -----------------------------------------------------------------------------


def told_again(steps: Sequence[Entry], contested: Contested | None = None) -> Mapping[str, str]:
    """Return, for each entry that says of the sheet what another says that was written apart from
    it, for the same hand, the id of that one: as where a file has brought it, or two have said the
    same."""
    found: dict[str, str] = {}
    said: list[list[Entry]] = []
    last: _LastHands | None = None
    for entry in steps:
        if not (isinstance(entry.fact, SAID_OF_THE_SHEET) and entry.apart):
            continue
        for tellings in said:
            first = tellings[0]
            if first.fact == entry.fact and all(each.id in entry.apart for each in tellings):
                last = last or _LastHands(steps, contested or Contested(steps, {}))
                if last.are_for_one(tellings, entry):
                    tellings.append(entry)
                    found[entry.id] = first.id
                    break
        else:
            said.append([entry])
    return found


def _held(steps: Sequence[Entry], contested: Contested, again: Mapping[str, str]) -> list[Entry]:
    """Return the steps that hold; again: those that tell what another tells, with that one."""
    undone = contested.undone(steps, again)
    return [entry for entry in steps if (
        again.get(entry.id, entry.id) not in undone
        if (holds := contested.holds(entry)) is None else holds)
        and not isinstance(entry.fact, facts.Undone | facts.Redone)]


class _LastHands:
    """The last hands of a sheet as the writers of its entries knew it."""

    def __init__(self, steps: Sequence[Entry], contested: Contested) -> None:
        self._held = _held(steps, contested, {})
        self._place = {entry.id: place for place, entry in enumerate(steps)}
        self._runs = Runs(self._held, contested.gone_for) if is_forked(self._held) else None
        self._before: dict[str, str] = {}

    def before(self, entry: Entry) -> str:
        """Return the id of the last hand that counted for the writer of an entry, of those that
        hold by now; the same one for all that is said of the whole sheet."""
        if isinstance(entry.fact, facts.AbsprachenChanged):
            return START
        if entry.id not in self._before:
            self._before[entry.id] = self._runs.last_for(entry, self._place) if self._runs \
                else self._last_known(entry)
        return self._before[entry.id]

    def _last_known(self, entry: Entry) -> str:
        return next((each.fact.id for each in reversed(self._held)
                     if isinstance(each.fact, facts.HandRecorded) and each.id not in entry.apart
                     and self._place[each.id] < self._place[entry.id]), START)

    def are_for_one(self, tellings: Sequence[Entry], entry: Entry) -> bool:
        """Return whether an entry was said for the same hand as others that tell the same; what a
        file tells may leave open for which."""
        people = [each for each in tellings if not is_from_a_file(each)]
        if people and not is_from_a_file(entry):
            return self.before(people[0]) == self.before(entry)
        return self.before(tellings[0]) == self.before(entry) \
            or any(self._leave_open(each, entry) for each in tellings)

    def _leave_open(self, first: Entry, second: Entry) -> bool:
        """Return whether one of two entries is a file's, in which no hand took notice of the other
        one: runs may have been chosen since."""
        told, own = (first, second) if is_from_a_file(first) else (second, first)
        return is_from_a_file(told) and not is_from_a_file(own) and not any(
            isinstance(hand.fact, facts.HandRecorded) and own.id not in hand.apart
            and self._place[own.id] < self._place[hand.id] < self._place[told.id]
            and hand.id not in told.apart
            for hand in self._held)
