"""The hands that a sheet's steps say, each completed by the choices made for it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry, Fact
from scorepad.book.history.runs import START, Runs
from scorepad.book.history.telling import by_telling, is_from_a_file, last_said, read_first
from scorepad.book.record import UNSTAMPED, HandRecord, Stamp, frozen
from scorepad.games.game import Rules, Seat

CHANGES = facts.HandAmended, facts.HandVoided, facts.HandRestored
"""The facts that change a hand, if it is there."""

CHANGING = *CHANGES, facts.WordChosen

CHOICES = facts.DealerNamed, facts.SeatsTaken, facts.RulesChanged


class Pending(NamedTuple):
    """Choices made for the next hand: who deals it, who sits at the table, which rules hold from
    it on. None where nobody chose."""

    dealer: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    rules: Rules | None = None

    @property
    def named(self) -> Seat | None:
        """The dealer who was named, unless they have left the table since."""
        return self.at(self.seats)

    def at(self, seats: tuple[Seat, ...] | None) -> Seat | None:
        """Return the dealer who was named, if among those who sit at the table, given by their
        seats; None: everybody."""
        return self.dealer if seats is None or self.dealer in seats else None

    def after(self, fact: Fact) -> "Pending":
        """Return the choices after one more fact, which may change one of them."""
        match fact:
            case facts.DealerNamed(dealer=dealer):
                return self._replace(dealer=dealer)
            case facts.SeatsTaken(seats=seats):
                return self._replace(seats=seats)
            case facts.RulesChanged(rules=rules):
                return self._replace(rules=rules)
        return self


NOTHING_SAID = Pending()


class Played(NamedTuple):
    """The hands as they count; pending: the choices made for the next one; ended: the fact by which
    the table itself has ended the match, None if it has not; first_words: all hands as they were
    before anybody changed them, by id."""

    hands: list[HandRecord]
    pending: Pending
    ended: facts.MatchEnded | None
    first_words: Mapping[str, HandRecord]


class Choices:
    """The choices for next hands where hands were written apart: each is for the first hand of
    whoever knew of it, or of another telling of it, and did not see it made for a struck hand.

    steps: those that hold; again: the entries that tell a choice again, each with the one that told
    it first; written: all steps; as_seen: the runs of all hands, those taken back among them, None
    where none was written apart.
    """

    def __init__(self, steps: Sequence[Entry], again: Mapping[str, str], written: Sequence[Entry],
                 as_seen: Runs | None) -> None:
        self._ends = by_telling(steps, (facts.MatchEnded, facts.MatchResumed), again)
        self._place = {entry.id: number for number, entry in enumerate(written)}
        hands = {entry.fact.id: entry for entry in written
                 if type(entry.fact) is facts.HandRecorded}
        self._named = {
            entry.id: Pending(entry.fact.dealer, entry.fact.seats, entry.fact.rules)
            for entry in written
            if isinstance(entry.fact, facts.HandRecorded) and is_from_a_file(entry)}
        held = {entry.id for entry in steps}
        self._hands = {own: hand for own, hand in hands.items() if hand.id in held}
        self._made = [(tellings, self._bound_by(tellings, hands, as_seen))
                      for tellings in by_telling(steps, CHOICES, again)]
        self._made += self._kept(written, hands, as_seen)
        told = {hand.id: hand for hand in self._hands.values() if hand.id in self._named}
        self._for_told = [(tellings, knowing) for tellings, knowing in self._made if any(
            own in told and not self._knows(told[own], tellings) for own in knowing)]

    def _bound_by(self, tellings: Sequence[Entry], hands: Mapping[str, Entry],
                  as_seen: Runs | None) -> dict[str, Entry]:
        """Return the hands that a choice was made for, or held for already, as their writers saw
        it, of those that hold, by their entries."""
        bound = dict[str, None]()
        for own, hand in hands.items():
            if (self._knows(hand, tellings) or self._is_in(hand, tellings, hands.values())) \
                    and not (as_seen and as_seen.passed(own, bound.keys())):
                bound[own] = None
        return {hands[own].id: hands[own] for own in bound if own in self._hands}

    def _kept(self, written: Sequence[Entry], hands: Mapping[str, Entry], as_seen: Runs | None
              ) -> Iterator[tuple[list[Entry], dict[str, Entry]]]:
        """Yield rules that were taken back, with the hands that others meanwhile played by them."""
        undone: dict[str, list[Entry]] = {}
        for entry in written:
            if isinstance(entry.fact, facts.Undone):
                undone.setdefault(entry.fact.entry, []).append(entry)
        gone = undone.keys() - {each.id for tellings, _ in self._made for each in tellings}
        for choice in written:
            if isinstance(choice.fact, facts.RulesChanged) and choice.id in gone:
                bound = self._bound_by([choice], hands, as_seen)
                if kept := {own: hand for own, hand in bound.items()
                            if all(each.id in hand.apart for each in undone[choice.id])}:
                    yield [choice], kept

    def _is_overruled(self, tellings: Sequence[Entry],
                      is_known: Callable[[Collection[str]], bool]) -> bool:
        """Return whether somebody who knew a choice has chosen something else instead, and played
        a hand by it that only a file tells here: the file does not say what its writer knew."""
        return any(type(later[0].fact) is type(tellings[0].fact) and is_known(knowing) and any(
            not is_from_a_file(entry) and self._knows(entry, tellings) for entry in later)
            for later, knowing in self._for_told if later is not tellings)

    def _knows(self, hand: Entry, tellings: Sequence[Entry]) -> bool:
        return any(self._place[choice.id] < self._place[hand.id] and hand.id not in choice.apart
                   for choice in tellings)

    def _is_in(self, told: Entry, tellings: Sequence[Entry], hands: Iterable[Entry]) -> bool:
        """Return whether a file tells a hand with what was chosen for it, and does not tell that
        somebody chose it: the writer of the hand knew all hands that were known when it was
        chosen."""
        named = self._named.get(told.id)
        return named is not None and any(
            named.after(choice.fact) == named and told.id in choice.apart
            and all(self._knows(told, [each]) for each in hands if self._knows(choice, [each]))
            for choice in tellings)

    def of(self, hand: str, before: str) -> Pending:
        """Return the choices for a hand, by its id: those that its writer knew, and that no earlier
        hand known to that writer had taken up; before: the id of the hand that it follows."""
        own = self._hands[hand]
        made = [tellings for tellings, knowing in self._made
                if own.id in knowing and all(
                    other in own.apart for other in takewhile(lambda each: each != own.id, knowing))
                and not self.are_past([each for each in tellings if each.id not in own.apart],
                                      before)]
        return self._sum(made, lambda knowing: own.id in knowing, own.apart)

    def left(self, last: str) -> Pending:
        """Return the choices for the next hand: those that no hand's writer knew; last: the id of
        the hand before it."""
        made = [tellings for tellings, knowing in self._made
                if not knowing and not self.are_past(tellings, last)]
        return self._sum(made, lambda _: True)

    def are_past(self, tellings: Sequence[Entry], last: str) -> bool:
        """Return whether these come from a file that does not know the last hand."""
        written = self._hands.get(last)
        return written is not None and all(
            is_from_a_file(each) and written.id in each.apart for each in tellings)

    def ended(self, last: str) -> facts.MatchEnded | None:
        """Return the fact by which the table has ended the match, None if it has not; last: the id
        of the last hand."""
        word = last_said([tellings for tellings in self._ends
                          if not self.are_past(tellings, last)], self._place)
        return word if isinstance(word, facts.MatchEnded) else None

    def _sum(self, choices: Sequence[Sequence[Entry]],
             is_known: Callable[[Collection[str]], bool], apart: Collection[str] = ()) -> Pending:
        """Return what was chosen last of each kind; is_known: whether whoever plays the next hand
        knew a choice, by the hands that it was made for; apart: what that one did not know, except
        perhaps by a file that tells what somebody chose."""
        made = [[each for each in tellings if each.id not in apart] or tellings
                for tellings in choices if not self._is_overruled(tellings, is_known)]
        pending = NOTHING_SAID
        for kind in CHOICES:
            said = [tellings for tellings in made if isinstance(tellings[0].fact, kind)]
            if (last := last_said(said, self._place)) is not None:
                pending = pending.after(last)
        return pending


def played(steps: Sequence[Entry], runs: Runs | None, choices: Choices | None,
           tellings: Mapping[str, Entry], first_seats: tuple[Seat, ...],
           taken_back: Mapping[str, Entry]) -> Played:
    """Return the hands that steps say. steps: those that hold; runs: of the hands, None where none
    was written apart; choices: what was chosen for hands, None where each choice is for the hand
    that comes next; tellings: other entries that tell a hand; first_seats: those who sat down when
    the sheet was begun; taken_back: the last words on hands, by these, that only take back what was
    said."""
    hands: dict[str, HandRecord] = {}
    pending, ended, last = NOTHING_SAID, None, START
    sitting = _Sitting(first_seats)
    aside = {entry.fact.id for entry in runs.aside} if runs else ()  # type: ignore[union-attr]
    changes: list[Entry] = []
    for entry in steps:
        fact = entry.fact
        if type(fact) is facts.HandRecorded:
            if fact.id in aside:
                continue
            before = runs.before(fact.id) if runs else last
            if choices:
                pending = choices.of(fact.id, before)
            hands[fact.id] = record_of(entry, fact, pending,
                                       partial(sitting.seen_by, entry, before))
            sitting.add(hands[fact.id], before)
            pending, last = NOTHING_SAID, fact.id
        elif isinstance(fact, CHANGING):
            changes.append(entry)
            sitting.change(entry)
        elif isinstance(fact, facts.MatchEnded | facts.MatchResumed):
            ended = fact if isinstance(fact, facts.MatchEnded) else None
        else:
            pending = pending.after(fact)
    changed = dict(hands)
    words = {own: record_of(told, told.fact, NOTHING_SAID)  # type: ignore[arg-type]
             for own, told in tellings.items()}
    if tellings:
        words |= {entry.id: hands[entry.fact.id] for entry in steps
                  if type(entry.fact) is facts.HandRecorded and entry.fact.id in hands}
        first = {**taken_back, **{change.fact.id: change for change in reversed(changes)}}
        changed |= _as_read(hands, first, (*steps, *tellings.values()))
    for entry in changes:
        _change(changed, entry.fact, words)
    counting = [changed[hand] for hand in runs.counting] if runs else list(changed.values())
    if choices:
        last = runs.counting[-1] if runs and runs.counting else last
        pending, ended = choices.left(last), choices.ended(last)
    return Played(counting, pending, ended, hands)


def hands_of(steps: Sequence[Entry], again: Mapping[str, str]) -> Mapping[str, Collection[str]]:
    """Return the hands through which alone an entry may have changed who dealt later ones, for
    those entries of which that is known: of a hand itself, of a correction the corrected hand, of a
    choice those whose writers knew of it, and the same where one of these two is taken back. again:
    the entries that tell what another tells, with that one."""
    found: dict[str, Collection[str]] = {}
    known_to: dict[str, set[str]] = {}
    for place, step in enumerate(steps):
        match step.fact:
            case facts.HandRecorded(id=hand):
                found[step.id] = (hand,)
            case fact if isinstance(fact, CHANGES):
                found[step.id] = {fact.id}
            case fact if isinstance(fact, CHOICES) and step.apart:
                found[step.id] = known = known_to.setdefault(again.get(step.id, step.id), set())
                known.update([later.fact.id for later in steps[place + 1:]
                              if isinstance(later.fact, facts.HandRecorded)
                              and step.id not in later.apart])
            case facts.Undone(entry=choice) | facts.Redone(entry=choice) if isinstance(
                    found.get(choice), set):
                found[step.id] = found[choice]
    return found


class _Sitting:
    """The seats at the table after each hand, as the writers of later ones saw them."""

    def __init__(self, first: tuple[Seat, ...]) -> None:
        self._first = first
        self._before: dict[str, str] = {}
        self._seats: dict[str, list[tuple[str, tuple[Seat, ...] | None]]] = {}

    def add(self, hand: HandRecord, before: str) -> None:
        """Take in a hand; before: the id of the one that it follows."""
        self._before[hand.stamp.id] = before
        self._seats[hand.stamp.id] = [(hand.stamp.id, hand.seats)]

    def change(self, entry: Entry) -> None:
        """Take in what changes a hand."""
        if isinstance(entry.fact, facts.HandAmended) and entry.fact.id in self._seats:
            self._seats[entry.fact.id].append((entry.id, entry.fact.seats))

    def seen_by(self, entry: Entry, last: str) -> tuple[Seat, ...]:
        """Return the seats after the last hand, by its id, as the writer of an entry saw them."""
        while last in self._seats:
            seats = next(seats for own, seats in reversed(self._seats[last])
                         if own == last or own not in entry.apart)
            if seats is not None:
                return seats
            last = self._before[last]
        return self._first


def _as_read(hands: Mapping[str, HandRecord], changes: Mapping[str, Entry],
             told: Iterable[Entry]) -> dict[str, HandRecord]:
    """Return changed hands as whoever changed each one first knew it: a file may have said that it
    does not count, and the entry that says so has not come. changes: the first on each hand, or
    what takes back all of them; told: all that tells a hand."""
    tellings: dict[str, list[Entry]] = {}
    voided: dict[str, set[bool]] = {}
    for entry in told:
        if isinstance(entry.fact, facts.HandRecorded):
            tellings.setdefault(entry.fact.id, []).append(entry)
            voided.setdefault(entry.fact.id, set()).add(entry.fact.voided)
    read = [read_first(change, tellings[hand]) for hand, change in changes.items()
            if hand in hands and len(voided.get(hand, ())) > 1]
    return {each.fact.id: hands[each.fact.id]._replace(voided=each.fact.voided)
            for each in read if each and isinstance(each.fact, facts.HandRecorded)}


def _change(hands: dict[str, HandRecord], fact: Fact, words: Mapping[str, HandRecord]) -> None:
    """Change a hand, if it is there, as a fact says; words: what each entry tells that can be taken
    for the hand's own."""
    match fact:
        case facts.HandAmended(id=hand) if hand in hands:
            hands[hand] = hands[hand]._replace(
                hand=fact.hand, dealer=fact.dealer, seats=fact.seats, note=fact.note,
                rules=fact.rules)
        case facts.HandVoided(id=hand) | facts.HandRestored(id=hand) if hand in hands:
            hands[hand] = hands[hand]._replace(voided=isinstance(fact, facts.HandVoided))
        case facts.WordChosen(id=hand, word=word) if hand in hands and word in words:
            hands[hand] = words[word]._replace(stamp=hands[hand].stamp)


def record_of(entry: Entry, fact: facts.HandRecorded, pending: Pending,
              sitting: Callable[[], tuple[Seat, ...] | None] = lambda: None) -> HandRecord:
    """Return the record of a hand just written, completed by the choices made for it before; one
    that comes from a file is complete. sitting: finds the seats at the table before it, None if
    they are not known; on a long sheet that takes longer than all else, and is rarely needed."""
    own, _, hand, dealer, seats, note, rules, voided = fact
    if pending != NOTHING_SAID and is_from_a_file(entry):
        pending = NOTHING_SAID
    seats = pending.seats if seats is None else seats
    if dealer is None and pending.dealer is not None:
        dealer = pending.at(seats or sitting())
    rules = pending.rules if rules is None else rules
    stamp = frozen(Stamp, (own, entry.at, entry.by))
    return frozen(HandRecord, (hand, dealer, seats, voided, note, stamp, rules))


def words_of(hand: HandRecord | facts.HandAmended) -> tuple[object, ...]:
    """Return all that is said of a hand but whether it counts."""
    return hand.hand, hand.dealer, hand.seats, hand.note, hand.rules


def content_of(hand: HandRecord | None) -> object:
    """Return what tells two records of one hand apart: of those that do not count, nothing."""
    return hand and (hand.voided or hand._replace(stamp=UNSTAMPED))
