"""The journal of one sheet: its entries, and what counts of them now."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from scorepad.book import facts
from scorepad.book.facts import Entry, Names, Roster, SetAside
from scorepad.book.history.dealt import Dealt
from scorepad.book.history.runs import MOST_BESIDE
from scorepad.book.history.sheet import SheetHistory
from scorepad.book.history.telling import is_from_a_file
from scorepad.book.record import SheetRecord
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

    def open(self, entry: Entry, opened: facts.SheetOpened) -> None:
        """Take in an entry that opens the sheet, which may be told more than once."""
        only_told = len(self.told) == len(self.openers)
        self.openers.append(entry.id)
        self.roster.tell_again(opened.players)
        if is_from_a_file(entry):
            self.told[entry.id] = opened.absprachen
        elif only_told:  # this one says how it was at first
            self.opened = replace(opened, players=self.opened.players)
            self.roster.players[:len(opened.players)] = opened.players
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
            history = SheetHistory(opened, [*self.steps, *[
                Entry("", facts.RunsChosen(opened.sheet, after, (first,)))
                for after, first in history.runs.way_to(hand)]], self.told)
        hands, pending, ended, _ = history.played
        agreement = ended.agreement if ended else ()
        record = SheetRecord(
            opened.game, tuple([names[player] for player in self.players]), opened.first_dealer,
            opened.rules, opened.stake, opened.currency, hands, pending.named,
            opened.sheet, ended is not None, len(self.players) - len(opened.players),
            pending.seats, pending.rules,
            absprachen=history.absprachen,
            agreement=agreement and (*agreement, *(0,) * (len(self.players) - len(agreement))))
        return self._dealt.at_their_tables(record, history, history.steps) if history.is_apart \
            else record
