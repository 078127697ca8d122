"""The words on a sheet and its hands that hold, of those said on two devices, neither of which knew
of the other's.

The last in the order of the entries holds, as its writer knew the hand: what was said apart from it
does not count, but is shown, until somebody says something of the hand who knew of both. What two
have said alike, or a file tells again, counts once.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.history.knowing import SAID_OF_THE_SHEET, Apart
from scorepad.book.history.runs import START, Runs, is_forked
from scorepad.book.history.telling import MANY, State, is_from_a_file, state_of
from scorepad.book.record import HandRecord

CHANGES = facts.HandAmended, facts.HandVoided, facts.HandRestored, facts.WordChosen
SAYING = facts.HandRecorded, *CHANGES
CHANGING = {*CHANGES, facts.Undone}
TURNS = facts.Undone, facts.Redone, facts.WordChosen
"""The facts by which an entry may cease to hold, or hold again."""


class Saying(NamedTuple):
    """Another word on a hand, with who said it and when, in milliseconds since 1970.

    record: the hand as it would be; None: taken back; entry: the id of the entry that said it;
    here: whether this device has said it, None where it has said neither this nor what holds.
    """

    record: HandRecord | None
    by: str
    at: int
    entry: str
    here: bool | None = None


class Word(NamedTuple):
    """The reading of what was said of a hand. holding: the entries that hold, in their order;
    others: what was said apart from the last word, by the last entry of each who said it."""

    holding: tuple[Entry, ...]
    others: tuple[Entry, ...]


class Contested:
    """The hands of a sheet of which something was said apart. steps: all that was written on it, in
    its order; tellings: other entries that tell a hand, by their ids."""

    def __init__(self, steps: Sequence[Entry], tellings: Mapping[str, Entry]) -> None:
        self.tellings = tellings
        self.hand_of: dict[str, str] = {}
        self._place: dict[str, int] = {}
        self._said: dict[str, list[Entry]] = {}
        self._turns: list[Entry] = []
        if tellings or not CHANGING.isdisjoint({type(entry.fact) for entry in steps}) \
                and any(entry.apart for entry in steps):
            self._read(steps)
        self.words = {hand: word_on(said, tellings) for hand, said in self._said.items()}
        self._holding = {entry.id for word in self.words.values() for entry in word.holding}

    def _read(self, steps: Sequence[Entry]) -> None:
        said: dict[str, list[Entry]] = {}
        for entry in steps:
            match entry.fact:
                case facts.Undone(entry=step) | facts.Redone(entry=step):
                    hand = self.hand_of.get(step)
                case fact:
                    hand = fact.id if isinstance(fact, SAYING) else None
            if hand is not None:
                self.hand_of[entry.id] = hand
                said.setdefault(hand, []).append(entry)
        self._place = {entry.id: place for place, entry in enumerate(steps)}
        self._turns = [entry for entry in steps if isinstance(entry.fact, TURNS)]
        self._hear_answers(steps, said)
        self._said = {hand: entries for hand, entries in said.items() if any(
            other.id in entry.apart or other.id in _heard(entry)
            for entry in entries if entry.apart or _heard(entry) for other in entries)}

    def _hear_answers(self, steps: Sequence[Entry], said: Mapping[str, list[Entry]]) -> None:
        """Add to what was said of a hand the answers by which it counts, where somebody else has
        taken it back apart from them."""
        gone = self.undone(self._turns)
        for answer in steps:
            if isinstance(answer.fact, facts.RunsChosen) and answer.id not in gone:
                for about in [said[hand] for hand in answer.fact.runs if hand in said]:
                    hands = {each.id for each in about if isinstance(each.fact, facts.HandRecorded)}
                    if not hands.isdisjoint(self.undone([
                            each for each in about if each.id in answer.apart])):
                        about.append(answer)
                        about.sort(key=lambda each: self._place[each.id])

    def holds(self, entry: Entry) -> bool | None:
        """Return whether an entry holds; None for one that is about no contested hand."""
        return entry.id in self._holding if self.hand_of.get(entry.id) in self._said else None

    def last_on(self, hand: str) -> Entry:
        """Return the entry with the last word on a contested hand; raises KeyError for another."""
        return self._said[hand][-1]

    @property
    def taken_back(self) -> Mapping[str, Entry]:
        """The last words on contested hands that only take back what was said."""
        answers = {entry.id for entry in self._turns if isinstance(entry.fact, facts.WordChosen)}
        return {hand: said[-1] for hand, said in self._said.items()
                if isinstance(said[-1].fact, facts.Undone) and said[-1].fact.entry not in answers}

    def undone(self, steps: Sequence[Entry], again: Mapping[str, str] = {}) -> Collection[str]:
        """Return the ids of the entries that these steps take back, whatever was said apart; again:
        the entries that tell what another tells, with that one."""
        undone = dict[str, int]()
        for place, entry in enumerate(steps):
            match entry.fact:
                case facts.Undone(entry=step):
                    undone[again.get(step, step)] = place
                case facts.Redone(entry=step):
                    undone.pop(again.get(step, step), None)
        for place, entry in enumerate(steps):  # whoever takes a telling of a hand brings it back
            if isinstance(entry.fact, facts.WordChosen) and entry.fact.word in self.tellings \
                    and entry.id not in undone:
                undone = {own: at for own, at in undone.items() if at > place
                          or self.hand_of.get(own) != entry.fact.id}
        return undone

    def gone_for(self, entry: Entry) -> tuple[set[str], set[str]]:
        """Return the ids of the entries of hands, and of answers, that the writer of an entry knew
        to be taken back, and those of hands that somebody who knew the entry has brought back."""
        gone, back = self._gone_before(entry), set[str]()
        for turn in self._turns if gone else ():
            if isinstance(turn.fact, facts.Redone | facts.WordChosen) and turn.id in self.hand_of \
                    and self._place[turn.id] > self._place[entry.id] and turn.id not in entry.apart:
                hand = {own for own in gone if self.hand_of.get(own) == self.hand_of[turn.id]}
                if hand and hand <= self._gone_before(turn):
                    back |= hand
        return gone, back

    def _gone_before(self, entry: Entry) -> set[str]:
        """Return the ids of the entries of hands, and of answers, that were taken back for whoever
        was about to write an entry."""
        known = self._known_before(entry, self._turns)
        gone = {own for own in self.undone(known) if self.hand_of.get(own) not in self._said}
        for said in self._said.values():
            known = self._known_before(entry, said)
            # A file that tells a hand does not bring it back for whoever has taken it back.
            own = [each for each in known if each.id not in _heard(entry)]
            if any(isinstance(each.fact, facts.HandRecorded) for each in own):
                known = own
            held = {each.id for each in word_on(known, self.tellings).holding}
            gone.update([each.id for each in said if each.id not in held
                         and isinstance(each.fact, facts.HandRecorded)])
        return gone

    def _known_before(self, entry: Entry, steps: Sequence[Entry]) -> list[Entry]:
        """Return those of some steps that the writer of an entry knew."""
        return [each for each in steps if self._place[each.id] < self._place[entry.id]
                and each.id not in entry.apart]

    def _known_to(self, entry: Entry, hand: str) -> tuple[Entry, ...]:
        """Return what held of a hand for the writer of an entry about it, with the entry itself."""
        return word_on([*self._known_before(entry, self._said[hand]), entry],
                       self.tellings).holding

    def steps_by(self, hand: str, other: Entry, steps: Sequence[Entry]) -> list[Entry]:
        """Return the steps that would hold if an entry were the last word on a hand; steps: those
        that hold."""
        mine = [entry for entry in self._known_to(other, hand)
                if self.hand_of.get(entry.id) == hand]
        return sorted([*mine, *[entry for entry in steps if self.hand_of.get(entry.id) != hand]],
                      key=lambda entry: self._place[entry.id])


def _heard(entry: Entry) -> Collection[str]:
    """Return the ids of the entries of which the writer of one knew by a file alone."""
    return entry.apart.told if isinstance(entry.apart, Apart) else ()


def word_on(said: Sequence[Entry], tellings: Mapping[str, Entry], *,
            is_shallow: bool = False) -> Word:
    """Return what holds of all that was said of a hand, given in the order of the entries.

    tellings: other entries that tell it, whose word can be taken; is_shallow: whether nothing is
    looked for that was left open for those who took back an answer or brought it again. That is
    done once: two who do so round after round would leave open twice as much in each.
    """
    holding, others = list[Entry](), list[Entry]()
    rest, is_settled = list(said), False
    hands = {entry.id for entry in said if isinstance(entry.fact, facts.HandRecorded)}
    answers = {entry.id for entry in said if isinstance(entry.fact, facts.WordChosen)}
    while rest:
        last = rest.pop()
        if isinstance(last.fact, facts.Undone) and last.fact.entry in answers:
            # An answer that is taken back was none; nothing else is said by that.
            turns = [entry for entry in rest if _is_turn_on({last.fact.entry}, entry)]
            again = [entry for entry in _last_of([each for each in turns if each.id in last.apart])
                     if isinstance(entry.fact, facts.Redone) and not is_settled]
            others += again if others or is_shallow else \
                [*again, *_left_open(again, answers, rest, tellings)]
            rest = [each for each in rest if each.id != last.fact.entry and each not in turns]
            continue
        apart = [entry for entry in rest if entry.id in last.apart]
        if apart and not is_settled:
            is_settled, apart = not _is_turn_on(answers, last), _last_of(apart)
            others += apart if others or is_shallow else \
                [*apart, *_left_open(apart, answers, rest, tellings)]
        replaced = _heard(last) if isinstance(last.fact, facts.HandAmended) else ()
        rest = [entry for entry in rest if entry.id not in last.apart
                and (entry.id in hands or entry.id not in replaced)]
        match last.fact:
            case facts.Undone(entry=step):
                rest = [entry for entry in rest if entry.id != step]
                is_settled = is_settled or step in hands
            case facts.WordChosen(word=word) if word in tellings:
                holding[:0] = [*[entry for entry in rest if entry.id in hands], last]
                is_settled, rest = True, []
            case facts.WordChosen(word=word):
                holding.insert(0, last)
                is_settled, rest = True, _as_of(word, rest)
            case facts.Redone(entry=step):
                rest = [entry for entry in rest
                        if not (isinstance(entry.fact, facts.Undone) and entry.fact.entry == step)]
            case _:
                holding.insert(0, last)
                is_settled = True
    return Word(tuple(holding), tuple(others))


def _is_turn_on(answers: Collection[str], entry: Entry) -> bool:
    """Return whether an entry takes back one of some answers, or brings it again."""
    return isinstance(entry.fact, facts.Undone | facts.Redone) and entry.fact.entry in answers


def _last_of(said: Sequence[Entry]) -> list[Entry]:
    """Return those of some entries that the writer of no later one knew."""
    return [entry for place, entry in enumerate(said, 1)
            if not any(later.id not in entry.apart for later in said[place:])]


def _left_open(others: Sequence[Entry], answers: Collection[str], said: Sequence[Entry],
               tellings: Mapping[str, Entry]) -> list[Entry]:
    """Return what else was said for those of these who took back an answer or brought it again.
    answers: their ids; said: all that was said up to the last of them, in its order."""
    return [entry for other in others if _is_turn_on(answers, other)
            for entry in word_on(_as_of(other.id, said), tellings, is_shallow=True).others]


def _as_of(word: str, said: Sequence[Entry]) -> list[Entry]:
    """Return what the writer of an entry knew of what was said, and the entry; all where it is not
    there."""
    place = next((number for number, entry in enumerate(said) if entry.id == word), None)
    return [*said] if place is None else [entry for entry in said[:place + 1]
                                          if entry.id not in said[place].apart]


def states_of(about: Sequence[Entry], told: Sequence[Entry]) -> dict[str, State]:
    """Return how a hand was for the writers of all that was said of it, by the ids of these entries
    in their order, and in others that tell it, of which somebody may have chosen the word."""
    tellings = {entry.id: entry for entry in told}
    states = {entry.id: state_of([entry]) for entry in told}
    for place, entry in enumerate(about):
        known = [*[each for each in about[:place] if each.id not in entry.apart], entry]
        states[entry.id] = state_of(word_on(known, tellings).holding
                                    if len(about) < MANY else known, states)
    return states


def told_again(steps: Sequence[Entry], contested: Contested | None = None) -> Mapping[str, str]:
    """Return, for each entry that repeats what another one, written apart from it, says of the
    sheet for the same hand, the id of that other one: as where a file has brought it, or two people
    have said the same."""
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


def held(steps: Sequence[Entry], contested: Contested, again: Mapping[str, str]) -> list[Entry]:
    """Return the steps that hold; again: those that tell what another tells, with that one."""
    undone = contested.undone(steps, again)
    return [entry for entry in steps if (
        again.get(entry.id, entry.id) not in undone
        if (holds := contested.holds(entry)) is None else holds)
        and not isinstance(entry.fact, facts.Undone | facts.Redone)]


class _LastHands:
    """The last hands of a sheet as the writers of its entries knew it."""

    def __init__(self, steps: Sequence[Entry], contested: Contested) -> None:
        self._held = held(steps, contested, {})
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
        """Return whether one of two entries is a file's, and no hand before it took notice of the
        other one, nor any that the file does not tell: runs may have been chosen since."""
        told, own = (first, second) if is_from_a_file(first) else (second, first)
        return is_from_a_file(told) and not is_from_a_file(own) and not any(
            isinstance(hand.fact, facts.HandRecorded) and own.id not in hand.apart
            and self._place[own.id] < self._place[hand.id]
            and (hand.id in told.apart or self._place[hand.id] < self._place[told.id])
            for hand in self._held)
