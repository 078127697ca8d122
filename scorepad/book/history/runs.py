"""Hands that were written apart: which of them count, in which order, and what is to be asked.

Two phones at one table may each write the next hand before they hear of each other. All of it is
kept. Until somebody decides, the longer run of hands counts, then the one that begins first; the
same on every device.
"""

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from copy import copy
from typing import NamedTuple

from scorepad.book.facts import Entry, HandRecorded, Redone, RunsChosen
from scorepad.book.history.causality import is_of_a_file
from scorepad.book.history.knowing import Answered, Apart, last_known

START = ""
"""The id that stands for the hand before the first."""

MOST_BESIDE = 16
"""The most runs that may follow one hand; no table has so many phones, and each costs time."""


class Run(NamedTuple):
    """Hands, by their ids, that follow one another; by, at: who wrote the first of them, and when,
    in milliseconds since 1970; here: whether this device did."""

    hands: tuple[str, ...]
    by: str
    at: int
    here: bool = False

    @property
    def first(self) -> str:
        """The id of the first hand, which stands for the run."""
        return self.hands[0]


class Question(NamedTuple):
    """Runs of hands that follow the same hand, of which one or all can have been played. after: the
    id of that hand, `START` if there is none; runs: in the order they begin; counting: the first
    hands of those that count now, in their order; answered: the answers so far, where two differ of
    which neither writer knew of the other's."""

    after: str
    runs: tuple[Run, ...]
    counting: tuple[str, ...]
    answered: tuple[Answered, ...] = ()


def is_forked(steps: Sequence[Entry]) -> bool:
    """Return whether a hand of a sheet and something else were written apart. steps: in an order in
    which whatever a writer knew comes before."""
    hands = list[Entry]()
    since = list[Entry]()  # the last hand, and what came after it
    for entry in steps:
        is_hand = isinstance(entry.fact, HandRecorded)
        near = since if is_hand else hands[-1:]
        if entry.apart and any(other.id in entry.apart for other in near):
            return True
        if is_hand:
            hands.append(entry)
            since = []
        since.append(entry)
    # Whoever knows a hand knows what its writer knew, unless it is by a file.
    if not any(isinstance(entry.apart, Apart) and entry.apart.is_told for entry in steps):
        return False
    own = {hand.id for hand in hands}
    return any(entry.apart and not own.isdisjoint(entry.apart) for entry in steps)


class Runs:
    """The hands of a sheet as a tree: each follows the last that counted for its writer; where that
    has been taken back, the one before it.

    steps: all in their order, each hand told once; gone_for: returns the ids of the hands and
    answers that the writer of an entry knew to be taken back, and those of them that somebody who
    knew the entry has brought back; holding: the ids of the steps that hold, None for all. aside:
    the entries of hands that follow one which too many follow already.
    """

    def __init__(self, steps: Sequence[Entry],
                 gone_for: Callable[[Entry], tuple[Set[str], Set[str]]] = lambda _: (set(), set()),
                 holding: Collection[str] | None = None) -> None:
        held = {entry.id for entry in steps} if holding is None else holding
        self._entries = {entry.fact.id: entry for entry in steps
                         if isinstance(entry.fact, HandRecorded)}
        self.aside: list[Entry] = []
        said: list[Entry] = []  # hands and answers
        follows: dict[str, str] = {}
        beside: dict[str, int] = {}
        told_at: dict[int, str] = {}
        gone_since = {hand for hand, each in self._entries.items() if each.id not in held}
        seen = NOTHING  # of those, by the writer of the last hand
        self._seen = dict[str, _Seen]()
        self._tips = tips = _Tips()
        last: str | None = START  # the last hand for whoever knows all so far; None: to be found
        for entry in steps:
            if not isinstance(entry.fact, HandRecorded):
                last = None
                tips.pass_by(entry)
                said += [entry] if isinstance(entry.fact, RunsChosen) else []
                continue
            own, tip, read, gone = entry.fact.id, last, None, None
            if isinstance(entry.apart, Apart):
                told_at = told_at or entry.apart.told_at(
                    {hand: each.id for hand, each in self._entries.items()})
            if is_of_a_file(entry.id) and isinstance(entry.apart, Apart):
                read = entry.apart.read_last(told_at)
            if read is not None:
                tip, seen = read, NOTHING
            elif tip is None or entry.apart:
                gone, back = gone_for(entry)
                if found := tips.of(entry, gone):
                    tip, seen = found.hand, found.seen
                else:
                    tree = _as_seen_by(entry, said, gone, follows, told_at)
                    if back:  # what came back may stand before the hand, and not in another run
                        whole = _as_seen_by(entry, said, gone - back, follows, told_at)
                        tree = whole if tree.tip in (START, *whole.way_to(whole.tip)) else tree
                    tip, counting = tree.tip, gone_since.intersection(tree.counting)
                    struck = gone_since.intersection(tree.before) - counting
                    seen = _Seen(struck, counting) if struck else NOTHING
            tips.note(entry, gone, tip, seen)
            if entry.id in held:
                after = tip
                while after != START and self._entries[after].id not in held:
                    after = follows[after]
                beside[after] = beside.get(after, 0) + 1
                if beside[after] > MOST_BESIDE:
                    self.aside.append(entry)
                    continue
            follows[own], self._seen[own] = tip, seen
            tips.note(entry, gone, own, seen._replace(counting=seen.counting | {own})
                      if seen.struck and own in gone_since else seen)
            said.append(entry)
            last = None if entry.apart else own
        said = [each for each in said if each.id in held]
        self._answers = [(each, each.fact) for each in said if isinstance(each.fact, RunsChosen)]
        self._given = _as_given_last(self._answers, steps)
        self._follows, self._said, self._tree = follows, said, _Tree(follows, said)

    @property
    def counting(self) -> list[str]:
        """The ids of the hands that count, in their order."""
        return self._tree.counting

    def before(self, hand: str) -> str:
        """Return the hand that one follows, `START` for the first."""
        return self._tree.before[hand]

    def passed(self, hand: str, others: Set[str]) -> bool:
        """Return whether the writer of a hand saw some of these others struck that were taken back
        since, and none of them count."""
        struck, counting = self._seen.get(hand, NOTHING)
        return not others.isdisjoint(struck) and others.isdisjoint(counting)

    def choosing(self, answers: Sequence[Entry]) -> "Runs":
        """Return the runs as they would be after these answers of somebody who knows all."""
        chosen = copy(self)
        chosen._said = [*self._said, *answers]
        chosen._tree = _Tree(self._follows, chosen._said)
        return chosen

    def last_for(self, entry: Entry, place: Mapping[str, int]) -> str:
        """Return the last hand that counts of those which the writer of an entry knew, `START` if
        there is none. place: of each entry in the order of all."""
        last = self._tips.passing.get(entry.id)
        return _Tree(self._follows, [
            each for each in self._said if place[each.id] < place[entry.id]
            and each.id not in entry.apart]).tip if last is None else last

    def questions(self) -> tuple[Question, ...]:
        """Return what nobody has decided yet."""
        found = []
        for after, kids in self._tree.forks:
            answered = self._answered_otherwise(after, kids)
            if answered or self._tree.is_open(after) or self._has_grown(after, kids):
                found.append(Question(after, tuple(map(self._run, kids)),
                                      tuple(self._tree.chosen(after)), answered))
        return tuple(found)

    def _answered_otherwise(self, after: str, kids: Sequence[str]) -> tuple[Answered, ...]:
        """Return the answers to the question about what follows a hand, if two given apart differ;
        one may have seen the same runs after another hand, as a file tells them."""
        given = {entry.id: fact for entry, fact in self._given if fact.after == after
                 or not {*fact.runs, *fact.struck}.isdisjoint(kids)}
        last = last_known([entry for entry, _ in self._given if entry.id in given])
        facts = [given[entry.id] for entry in last]
        struck = {own for fact in facts for own in fact.struck}
        is_apart = len({fact.runs for fact in facts if fact.after == after}) > 1 \
            or not {own for fact in facts for own in fact.runs}.isdisjoint({*kids} & struck) \
            or len(facts) > 1 and any(
                not struck.isdisjoint(self._tree.run(kid)) for kid in self._tree.chosen(after))
        return tuple([Answered(entry.by, fact.runs, entry.here)
                      for entry, fact in zip(last, facts)]) if is_apart else ()

    def _has_grown(self, after: str, kids: Sequence[str]) -> bool:
        """Return whether a run that does not count has hands of which whoever decided so did not
        know."""
        decided = [entry for entry, fact in self._answers if fact.after == after][-1]
        return any(self._entries[hand].id in decided.apart for kid in kids
                   if kid not in self._tree.chosen(after) for hand in self._tree.run(kid))

    def way_to(self, hand: str) -> list[tuple[str, str]]:
        """Return the choices after which a hand counts: for each hand that several follow, the one
        on the way."""
        forks = {after for after, _ in self._tree.forks}
        return [(before, each) for each in self._tree.way_to(hand)
                if (before := self._tree.before[each]) in forks]

    def _run(self, first: str) -> Run:
        entry = self._entries[first]
        return Run(tuple(self._tree.run(first)), entry.by, entry.at, entry.here)


def _as_given_last(answers: Sequence[tuple[Entry, RunsChosen]],
                   steps: Sequence[Entry]) -> list[tuple[Entry, RunsChosen]]:
    """Return answers, each with the entry that gave it or brought it back last, in their order."""
    given = {entry.id: fact for entry, fact in answers}
    last = {entry.fact.entry: entry.id for entry in steps if isinstance(entry.fact, Redone)}
    return [(entry, given[own]) for entry in steps if last.get(
        own := getattr(entry.fact, "entry", entry.id), own) == entry.id and own in given]


class _Seen(NamedTuple):
    """The hands that were taken back since somebody saw others. struck, counting: those that did
    not count for that one, and where there are such, those that did."""

    struck: Set[str]
    counting: Set[str]


NOTHING = _Seen(frozenset(), frozenset())


class _Tip(NamedTuple):
    """The last hand that counts for whoever goes on after an entry. apart: of that; gone: what its
    writer knew to be taken back."""

    apart: Apart
    gone: Collection[str]
    hand: str
    seen: _Seen


class _Tips:
    """The last hands for those who go on alone, as two phones do for many hands: they need not look
    at all hands again. passing: of those who wrote something else, by their entries."""

    def __init__(self) -> None:
        self._last: dict[int, _Tip] = {}
        self.passing: dict[str, str] = {}

    def of(self, entry: Entry, gone: Collection[str]) -> _Tip | None:
        """Return the last hand for the writer of an entry, None where that has to be found, as it
        has wherever files tell hands again."""
        if not isinstance(entry.apart, Apart) or entry.apart.is_told:
            return None
        found = self._last.get(entry.apart.at[0])
        return found if found and found.gone == gone and entry.apart.goes_on_from(found.apart) \
            else None

    def note(self, entry: Entry, gone: Collection[str] | None, hand: str, seen: _Seen) -> None:
        """Note the last hand for whoever goes on after an entry; gone: None if that is unknown."""
        if isinstance(entry.apart, Apart):
            self._last.pop(entry.apart.at[0], None)
            if gone is not None and entry.id not in gone:
                self._last[entry.apart.at[0]] = _Tip(entry.apart, gone, hand, seen)

    def pass_by(self, entry: Entry) -> None:
        """Take in what is no hand; after an answer other hands may count."""
        if isinstance(entry.apart, Apart) and (last := self._last.pop(entry.apart.at[0], None)) \
                and not isinstance(entry.fact, RunsChosen) \
                and not entry.apart.is_told and entry.apart.goes_on_from(last.apart):
            self.note(entry, last.gone, last.hand, last.seen)
            if not last.gone:
                self.passing[entry.id] = last.hand


def _as_seen_by(entry: Entry, said: Sequence[Entry], gone: Set[str], follows: Mapping[str, str],
                told_at: Mapping[int, str]) -> "_Tree":
    """Return the tree that the writer of an entry saw. said: the hands and answers before it; gone:
    those of them that this writer did not see; follows: the hand that each followed for its own
    writer; one known here by a file alone follows what is before it there; told_at: see `Apart`."""
    known = [each for each in said if each.id not in gone and each.id not in entry.apart]
    if isinstance(entry.apart, Apart):
        hands = {each.fact.id: each for each in known if isinstance(each.fact, HandRecorded)}
        if read := entry.apart.read_of({hand: each.id for hand, each in hands.items()}, told_at):
            follows = {**follows, **read}
            known = [*_in_order(hands, follows), *[each for each in known
                                                   if isinstance(each.fact, RunsChosen)]]
    return _Tree(follows, known, entry.apart)


def _in_order(hands: Mapping[str, Entry], follows: Mapping[str, str]) -> list[Entry]:
    """Return the entries of hands, each after the one that it follows."""
    made: dict[str, Entry] = {}
    for last in hands:
        way, hand = dict[str, None](), last
        while hand != START and hand not in made and hand not in way:
            way[hand] = None
            hand = follows[hand]
        made |= {each: hands[each] for each in reversed(way) if each in hands}
    return list(made.values())


class _Tree:
    """The tree of hands as one writer knew it. follows: the hand that each followed for its own
    writer; said: the hands and answers that this one knew, in their order; before: the hand that
    each follows among these; apart: what this one did not know, though perhaps the same hand as a
    file tells it."""

    def __init__(self, follows: Mapping[str, str], said: Sequence[Entry],
                 apart: Collection[str] = ()) -> None:
        self.before: dict[str, str] = {}
        self._after: dict[str, list[str]] = {}
        self._answers: dict[str, RunsChosen] = {}
        self._ids: dict[str, str] = {}
        for entry in said:
            if isinstance(entry.fact, RunsChosen):
                self._answers[entry.fact.after] = entry.fact
            elif isinstance(entry.fact, HandRecorded):
                self._ids[entry.fact.id] = entry.id
                earlier = follows[entry.fact.id]
                while earlier not in self.before and earlier != START:
                    earlier = follows[earlier]
                self.before[entry.fact.id] = earlier
        for entry in said:
            if isinstance(entry.fact, RunsChosen):
                self._keep_beside(entry.fact)
        for hand, earlier in self.before.items():
            self._after.setdefault(earlier, []).append(hand)
        self._runs: dict[str, list[str]] = {}
        self._apart = apart
        self.counting = self.run(START)[1:]

    def _keep_beside(self, answer: RunsChosen) -> None:
        """Let hands stand beside each other of which an answer chose one instead of the other,
        though one was written after the other: where files alone told them, they were two runs."""
        for hand in (*answer.runs, *answer.struck):
            others = answer.struck if hand in answer.runs else answer.runs
            earlier = self.before.get(hand, START)
            while earlier not in (START, answer.after):
                before = self.before[earlier]
                if earlier in others:
                    self.before[hand] = before
                earlier = before

    @property
    def tip(self) -> str:
        return self.counting[-1] if self.counting else START

    def way_to(self, hand: str) -> list[str]:
        """Return a hand and those before it, the last first."""
        way = [hand]
        while way[-1] != START:
            way.append(self.before[way[-1]])
        return way[:-1]

    @property
    def forks(self) -> list[tuple[str, list[str]]]:
        return [(hand, kids) for hand, kids in self._after.items() if len(kids) > 1]

    def run(self, hand: str) -> list[str]:
        """Return a hand and those that count after it."""
        if hand not in self._runs:
            self._settle(hand)
        return self._runs[hand]

    def _settle(self, hand: str) -> None:
        """Find the runs from the last forks to the first: they may lie deeper than calls can."""
        waiting = [hand]
        while waiting:
            first = waiting[-1]
            run = [first]
            while len(kids := self._after.get(run[-1], [])) == 1:
                run.append(kids[0])
            if unknown := [kid for kid in kids if kid not in self._runs]:
                waiting += unknown
                continue
            for kid in self.chosen(run[-1]) if kids else ():
                run += self._runs[kid]
            self._runs[first] = run
            waiting.pop()

    def chosen(self, after: str) -> list[str]:
        """Return the first hands of the runs that count after a hand, in their order."""
        kids: Sequence[str] = self._after[after]
        if answer := self._answers.get(after):
            if chosen := [kid for kid in answer.runs if kid in kids]:
                return list(dict.fromkeys(chosen))
        most = max(len(self.run(kid)) for kid in kids)
        longest: Sequence[str] = [kid for kid in kids if len(self.run(kid)) == most]
        if len(longest) > 1 and isinstance(self._apart, Apart):
            longest = self._apart.as_known(longest, self._ids)
        return [longest[0]]

    def is_open(self, after: str) -> bool:
        answer = self._answers.get(after)
        return answer is None or not {*answer.runs, *answer.struck}.issuperset(self._after[after])
