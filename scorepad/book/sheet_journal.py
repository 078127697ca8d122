"""The journal of one sheet: its entries, and what counts of them now; and while it is being played
its score, kept up to date with them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry, Names
from scorepad.book.history.dealt import Dealt
from scorepad.book.history.played import NOTHING_SAID, record_of
from scorepad.book.history.runs import MOST_BESIDE, Question, is_forked
from scorepad.book.history.said import Saying
from scorepad.book.history.sheet import SheetHistory
from scorepad.book.history.telling import is_from_a_file
from scorepad.book.people import Roster
from scorepad.book.record import HandRecord, SetAside, SheetRecord
from scorepad.book.replay import SheetReplay, replay
from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.games.game import Problem, Rules, Seat, Table
from scorepad.i18n.message import say


@dataclass
class SheetJournal:
    """The entries of one sheet, in the order they were written.

    roster: everybody at it; openers: the entries that tell how it began; told: what the table had
    agreed on by files that tell of the sheet, by the entries that they have made; aside: what makes
    no sense on it.
    """

    opened: facts.SheetOpened
    steps: list[Entry] = field(default_factory=list)
    roster: Roster = field(init=False)
    openers: list[str] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)
    aside: list[SetAside] = field(default_factory=list)
    _history: tuple[int, SheetHistory] | None = None
    _hands: dict[str, list[str]] = field(default_factory=dict)
    _looked_at: int = 0

    def __post_init__(self) -> None:
        self.roster = Roster(self.opened)
        self._dealt = Dealt(self.opened)

    @property
    def players(self) -> tuple[str, ...]:
        """The roster, as player ids."""
        return tuple(self.roster.players)

    @property
    def history(self) -> SheetHistory:
        """All that was written so far, as it counts now: computed once, until the next entry."""
        if self._history is None or self._history[0] != len(self.steps):
            self._history = len(self.steps), SheetHistory(self.opened, self.steps, self.told)
        return self._history[1]

    @property
    def is_only_told(self) -> bool:
        """True as long as only files tell how it began."""
        return len(self.told) == len(self.openers)

    def open(self, entry: Entry, opened: facts.SheetOpened) -> None:
        """Take in an entry that opens the sheet, which may be told more than once."""
        only_told = self.is_only_told
        self.openers.append(entry.id)
        self.roster.tell_again(opened.players)
        if is_from_a_file(entry):
            self.told[entry.id] = opened.absprachen
        elif only_told and opened is not self.opened:  # this one says how it was at first
            self.opened = replace(opened, players=self.opened.players)
            self.roster.begin(opened.players)
        self._history = None

    def knows_hand(self, hand: str, entry: Entry) -> bool:
        """Return whether the writer of an entry knew a hand of the sheet."""
        self._look()
        return any(own not in entry.apart for own in self._hands.get(hand, ()))

    def knows_step(self, step: str, entry: Entry) -> bool:
        """Return whether the writer of an entry knew another entry of the sheet."""
        self._look()
        return f"={step}" in self._hands and step not in entry.apart

    def _look(self) -> None:
        """Note the entries and hands of the steps that came since."""
        for step in self.steps[self._looked_at:]:
            self._hands[f"={step.id}"] = [step.id]
            if isinstance(step.fact, facts.HandRecorded):
                self._hands.setdefault(step.fact.id, []).append(step.id)
        self._looked_at = len(self.steps)

    def set_aside(self) -> Iterable[SetAside]:
        """Yield what does not count because it makes no sense, or too many hands follow one."""
        yield from self.aside
        for entry in self.history.runs.aside if self.history.runs else ():
            yield SetAside(entry.id, entry.by, entry.at, say(
                "more than {most} hands follow the same one", most=MOST_BESIDE),
                self.opened.sheet, self.opened.evening)

    def record(self, names: Names, hand: str = "") -> SheetRecord:
        """Return the sheet as it counts now; hand: as it would if runs were chosen so that this
        hand counts."""
        history, opened = self.history, self.opened
        if hand and history.runs:
            history = history.choosing([
                Entry(f"to {first}", facts.RunsChosen(opened.sheet, after, (first,)))
                for after, first in history.runs.way_to(hand)])
        hands, pending, ended, _ = history.played
        agreement = ended.agreement if ended else ()
        record = SheetRecord(
            opened.game, tuple([names[player] for player in self.players]), opened.first_dealer,
            opened.rules, opened.stake, opened.currency, hands, pending.named,
            opened.sheet, ended is not None, len(self.players) - len(opened.players),
            pending.seats, pending.rules,
            absprachen=history.absprachen,
            agreement=agreement and (*agreement, *(0,) * (len(self.players) - len(agreement))))
        return self._dealt.at_their_tables(record, history, self.steps) if history.is_apart \
            else record

    def also_said(self, names: Names) -> dict[str, tuple[Saying, ...]]:
        """Return what was also said of each hand, by its id."""
        @cache
        def shown() -> Mapping[str, Table[Rules]]:
            return {line.record.stamp.id: line.table
                    for line in SheetReplay(self.record(names)).lines}

        def tables_of(entry: Entry) -> Iterator[Table[Rules]]:
            seen = self._dealt.table_of(entry, self.record(names), self.steps)
            yield from () if seen is None else (seen,)
            hand = getattr(entry.fact, "id", "")
            yield from [shown()[hand]] if hand in shown() else []

        return self.history.also_said(tables_of)


GROWING = facts.HandRecorded, facts.DealerNamed, facts.SeatsTaken, facts.RulesChanged
"""The facts that are written at the end of a sheet and leave the hands before them unchanged."""

MOST_STRUCK = 16
"""The most questions of a sheet for which the hands that do not count are worked out; a hundred
would hold up everybody for ten seconds."""


class Struck(NamedTuple):
    """Hands that were written apart and do not count as long as nobody has decided: after: the id
    of the hand that they follow, empty for the first; by: who wrote them; lines: as they would be
    if they counted."""

    after: str
    by: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Standing:
    """A sheet at one moment. undo, redo: ids of the entries that these steps would concern;
    corrected: ids of the hands that were written otherwise at first; questions: hands that were
    written apart; struck: those of them that do not count; also: what else was said of hands, by
    their ids; aside: the entries that make no sense."""

    score: Scoresheet
    undo: str | None
    redo: str | None
    corrected: frozenset[str] = frozenset()
    questions: tuple[Question, ...] = ()
    struck: tuple[Struck, ...] = ()
    also: Mapping[str, tuple[Saying, ...]] = field(default_factory=dict)
    aside: tuple[SetAside, ...] = ()


class OpenSheet:
    """The journal of a sheet and the score that follows from it.

    Scoring one more hand takes the same time however long the sheet is; a change of earlier hands
    scores the whole sheet again. The standing is computed once and kept until the next entry.
    journal: read-only; hands: as they count now; ended: whether the table ended the match;
    agreement: what it agreed on then.
    """

    def __init__(self, journal: SheetJournal, names: Names) -> None:
        self.journal = journal
        self.rescore(names)

    def rescore(self, names: Names) -> None:
        """Score the whole sheet; names: what the players are called now."""
        self._names = names
        record = self.journal.record(names)
        self.hands, self.ended = list(record.hands), record.ended
        self.agreement = record.agreement
        self._is_forked = self.journal.history.runs is not None \
            or is_forked(self.journal.steps)
        self._told = {entry.fact.id for entry in self.journal.steps
                      if isinstance(entry.fact, facts.HandRecorded)}
        self._pending = self.journal.history.played.pending
        self._replay = SheetReplay(record)
        self._standing: Standing | None = None

    def add(self, entry: Entry, names: Names) -> None:
        """Take in one more entry."""
        self.journal.steps.append(entry)
        self._standing = None
        told_again = isinstance(entry.fact, facts.HandRecorded) and entry.fact.id in self._told
        if self._is_forked or told_again:  # which hands count may be another question now
            self.rescore(names)
        elif isinstance(entry.fact, facts.HandRecorded):
            self._told.add(entry.fact.id)
            hand = record_of(entry, entry.fact, self._pending, self._sitting)
            self.hands.append(hand)
            self._pending = NOTHING_SAID
            self._replay.extend((hand,))
        elif isinstance(entry.fact, GROWING):
            self._pending = self._pending.after(entry.fact)
        else:
            self.rescore(names)

    def _sitting(self) -> tuple[Seat, ...]:
        """Return the seats at the table after the last hand, which may be said by the first."""
        return next((hand.seats for hand in reversed(self.hands) if hand.seats is not None),
                    tuple(range(len(self.journal.opened.players))))

    def hand(self, hand: str) -> HandRecord:
        """Return the hand with this id; raises KeyError for one that is not on the sheet."""
        for each in self.hands:
            if each.stamp.id == hand:
                return each
        raise KeyError(hand)

    def faults_of_next(self, hand: Any) -> tuple[Problem, ...]:
        """Return why a value of the sheet's game cannot be the next hand; empty if it can."""
        if fault := self._replay.fault_of_more(ended=self.ended):
            return (fault,)
        game = self._replay.sheet.game
        table = game.seated(hand, self._replay.next(*self._pending).table)
        return game.verify(hand, table, self._replay.judge(hand, table))

    def score(self) -> Scoresheet:
        """Return the sheet as it stands."""
        return self.standing().score

    def standing(self) -> Standing:
        """Return the sheet as it stands, and which entries undoing and redoing would concern."""
        if self._standing is None:
            dealer, (_, seats, rules) = self._pending.named, self._pending
            score = self._replay.result(dealer, seats, rules, ended=self.ended,
                                        agreement=self.agreement)
            record = replace(score.record, hands=tuple(self.hands), next_dealer=dealer,
                             next_seats=seats, next_rules=rules, ended=self.ended,
                             agreement=self.agreement)
            history, shown = self.journal.history, {hand.stamp.id for hand in self.hands}
            also = {hand: said for hand, said in self.journal.also_said(self._names).items()
                    if hand in shown or history.hand(hand) is None}
            self._standing = Standing(
                replace(score, record=record), history.undo, history.redo, history.corrected,
                history.questions, tuple(self._struck(history.questions)), also,
                tuple(self.journal.set_aside()))
        return self._standing

    def _struck(self, questions: Sequence[Question]) -> Iterator[Struck]:
        """Yield what does not count, each run as it would be if it was chosen; of very many
        questions only for the first."""
        for question in questions[:MOST_STRUCK]:
            for run in question.runs:
                if run.first not in question.counting:
                    record = self.journal.record(self._names, run.first)
                    lines = tuple([line for line in replay(record).lines
                                   if line.record.stamp.id in run.hands])
                    if lines:  # else they follow hands that do not count either
                        yield Struck(question.after, run.by, lines)
