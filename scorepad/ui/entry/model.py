"""The hand that is being typed on a sheet, in any game, and the points that it writes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

import flet as ft

from scorepad.book.people import Look
from scorepad.book.scoresheet import Line, Scoresheet, explained
from scorepad.drafts.draft import Draft
from scorepad.drafts.line.reading import Reading, read_line
from scorepad.games.game import Game, HandScore, Multipliers, Points, Problem, Problems, Table
from scorepad.games.problems import verified
from scorepad.games.protocols import Multiplies, factor_of
from scorepad.i18n.message import N_, Message, say
from scorepad.i18n.words import Words
from scorepad.service.appending import FIRST
from scorepad.service.views import SheetView
from scorepad.ui.session import Session

GAP, TIGHT = 6, 4
"""The gap between two keys, and between two rows of them where a sheet is drawn close."""

UNSEEN = 0.25
"""Seconds that a hand of somebody else has to be on the screen before it counts as seen: a finger
already on its way still means the hand before."""


class Place(NamedTuple):
    """The last hand of a sheet, as somebody saw it: its id, and its number, counted from 1."""

    hand: str = FIRST
    number: int = 0


START = Place()
"""The place before the first hand."""


def end_of(score: Scoresheet) -> Place:
    """Return the last hand of the sheet, `START` if it has none."""
    count = len(score.lines)
    return Place(score.lines[-1].record.stamp.id, count) if count else START


@dataclass
class Sight:
    """The ends of a sheet that have been on a screen.

    shown: the last hand shown, None before the sheet is first drawn; before: the one shown before
    that; since: when that changed, in seconds; looked: how often half-typed hands had been written
    when this page last looked at those of other pages.
    """

    shown: Place | None = None
    before: Place = START
    since: float = float("-inf")
    looked: int = -1

    def look(self, end: Place) -> None:
        """Note that the sheet is shown, and ends there."""
        if self.shown is None:
            self.know(end)
        elif end != self.shown:
            self.before, self.shown, self.since = self.shown, end, monotonic()

    def know(self, end: Place) -> None:
        """Note that whoever types has made the sheet end there."""
        self.before = self.shown = end

    def seen(self) -> Place:
        """Return the last hand that whoever types has seen."""
        return self.shown if self.shown is not None and monotonic() - self.since >= UNSEEN \
            else self.before


def happened(score: Scoresheet, after: Place, told: Callable[[Line], str]) -> Message | None:
    """Return a question: what has happened to the end of a sheet since somebody saw `after` there,
    and whether a hand that was to follow it is meant all the same. None where nothing has. told:
    gives what a hand wrote, in words."""
    lines = score.lines
    if end_of(score).hand == after.hand:
        return None
    before = [FIRST, *[line.record.stamp.id for line in lines]]
    if after.hand in before:
        first = before.index(after.hand) + 1
        what = told(lines[first - 1])
        if first == len(lines):
            return say("Hand {number} was just saved: {what}. Save yours anyway?",
                       number=first, what=what)
        return say("Hands {first} to {last} were just saved, the first: {what}. Save yours anyway?",
                   first=first, last=len(lines), what=what)
    if after.number <= len(lines):
        return say("Hand {number} is a different one now: {what}. Save yours anyway?",
                   number=after.number, what=told(lines[after.number - 1]))
    return say("Hand {number} was undone. Save yours anyway?", number=after.number)


Typed_co = TypeVar("Typed_co", covariant=True)
Part = TypeVar("Part")

Step = Callable[[Any], Any]
"""A function from a draft to the next one."""

Change = Callable[[Step], None]
"""A function that applies a step to the draft as it is when called, not as it was drawn: a second
tap may come before the first is drawn."""


Lay = Callable[[list[ft.Control], list[ft.Control]], ft.Control]
"""A function that lays out two parts of a sheet: of its entry, the keys that stand below the hands,
and those that stand beside them where a phone lies on its side."""


@dataclass(frozen=True)
class Slot:
    """The place of a hand on a sheet. table: with those who play by the rule; multipliers: those
    that hold for the hand; judged: what the rules have said of hands here, so that whatever is
    drawn of one hand asks them once."""

    game: Game[Any, Any]
    table: Table[Any]
    multipliers: Multipliers = ()
    judged: dict[Any, HandScore | Problems] = field(default_factory=dict, compare=False)

    def faults(self, hand: Any) -> Problems:
        """Return why this hand cannot have been played here, nothing if it can."""
        judged = self._judge(hand)
        return () if isinstance(judged, HandScore) else judged

    def score(self, hand: Any) -> HandScore:
        """Return what a hand without faults counts here, multipliers included."""
        judged = self._judge(hand)
        return verified(judged if isinstance(judged, HandScore) else None)

    def _judge(self, hand: Any) -> HandScore | Problems:
        asked = type(hand), hand  # hands of two kinds are equal where their figures are
        if asked not in self.judged:
            self.judged[asked] = self._asked(hand)
        return self.judged[asked]

    def _asked(self, hand: Any) -> HandScore | Problems:
        table, game = self.game.seated(hand, self.table), self.game
        score = game.judge(hand, table)
        faults = game.verify(hand, table, score)
        if faults or not isinstance(score, HandScore) or not isinstance(game, Multiplies):
            return faults or score
        multiplied: HandScore | Problems = game.refused(hand, table, self.multipliers) or (
            game.multiply(hand, table, score, self.multipliers)[0] if self.multipliers else score)
        return multiplied

    def explain(self, hand: Any) -> str:
        """Return the arithmetic of a hand: `(20+10+10)·2 = 80, Bock × 2 = 160`."""
        return explained(self.game, hand, self.game.seated(hand, self.table), self.score(hand))

    def read(self, line: str, before: Any = None) -> Reading:
        """Return what a line says here; before: the hand that it is typed over."""
        return read_line(line, self.game, self.table, self.faults, before)

    @property
    def factor(self) -> int:
        """The factor by which the points of a hand are multiplied here."""
        return factor_of(self.multipliers)


LINE = ("line",)
"""The place of a problem of the line."""


@dataclass(frozen=True)
class Typed:
    """The hand that is typed, as it stands at its place and can be seen.

    draft: as it is there; reading: what the line says; hand: None while there is none; problems:
    what is wrong with the hand and with the line; definite: those that more typing would not mend.
    """

    slot: Slot
    draft: Any
    reading: Reading
    hand: Any | None
    problems: Problems
    definite: Problems

    @classmethod
    def of(cls, slot: Slot, draft: Draft, reading: Reading) -> "Typed":
        """Return a draft with all that follows from it."""
        hand = draft.hand()
        said = [Problem(LINE, span.why) for span in reading.spans]
        faults = () if hand is None else slot.faults(hand)
        wrong = [Problem(LINE, span.why) for span in reading.spans if not span.open]
        return cls(slot, draft, reading, hand, (*said, *faults), (*wrong, *[
            fault for fault in faults if not draft.unfinished(fault, slot.table)]))

    @property
    def complete(self) -> Any | None:
        """The hand that saving would write, None while there is none."""
        return None if self.problems else self.hand

    def remark(self, t: Words) -> str:
        """Return what is wrong; or else a hint, or what is still to be typed; empty for nothing."""
        hint = self.draft.remark()
        said = [problem.message for problem in self.definite] + ([hint] if hint else []) \
            + [problem.message for problem in self.problems]
        return t.sentence(said[0]) if said else ""


@dataclass(frozen=True)
class Desk(Generic[Typed_co]):
    """The values that a panel is drawn from, and the functions that it acts through.

    problems: those to mark; change: applies a step; save: applies a step that completes the hand,
    and saves the hand if it can be saved; t: the words of whoever types; stars: returns the stars
    that an event counts by the club's tariff of the evening, None for none; close: whether it is
    drawn close; looks: of the players, by seat.
    """

    slot: Slot
    draft: Typed_co
    problems: tuple[Problem, ...]
    change: Change
    save: Change
    t: Words
    stars: Callable[[str], int | None] = lambda event: None
    close: bool = False
    looks: Sequence[Look] = ()

    @property
    def table(self) -> Table[Any]:
        """The table, with those who play by the rule."""
        return self.slot.table

    def within(self, part: Part, change: Change) -> "Desk[Part]":
        """Return the desk of a part of the draft, which `change` applies steps to."""
        return Desk(self.slot, part, self.problems, change, self.save, self.t,
                    self.stars, self.close, self.looks)

    @property
    def gap(self) -> float:
        """The gap between two rows of keys."""
        return TIGHT if self.close else GAP

    @property
    def faulty(self) -> set[Any]:
        """The names of the players whom the problems are about."""
        return {problem.place[1] for problem in self.problems if len(problem.place) > 1}


AUGEN_HINT = N_("The hands will appear here. Tap a player on the keys and type the Augen. After "
                "two digits it is the next one's turn. After 10, 11 and 12, tap.")
"""The text of a sheet without hands in games where Augen decide."""


@dataclass(frozen=True)
class Panel:
    """The entry of one game: its draft, the controls that change it, the hint that a sheet without
    hands gives, and the letters that press its keys on a keyboard, by identifier; one that ends in
    a hyphen stands for all that begin so.

    example: a line that says a hand, with names for {a} and {b}; notes: gives a row of keys that is
    not always there, for example to say who announced something.
    results_save: whether the keys of results save, so that there is another key to save only for
    what they cannot say.
    """

    draft: type[Draft]
    controls: Callable[[Desk[Any]], list[ft.Control]]
    hint: str = N_("The hands will appear here. Type the first one with the keys.")
    letters: Mapping[str, str] = field(default_factory=dict)
    results_save: bool = False
    example: str = N_("{a} 30, {b} 10")
    notes: Callable[[Desk[Any]], Sequence[ft.Control]] = lambda _: ()


@dataclass(frozen=True)
class Offer:
    """A half-typed version of the next hand that another page has. page: the name of that page;
    raw: the hand as that page keeps it; draft: as it is typed; after: the hand that it follows."""

    page: str
    raw: Mapping[str, Any]
    draft: Draft
    after: Place


class Written(NamedTuple):
    """The hand that was saved here last: its id, and that of the entry that undoing takes back."""

    hand: str
    undo: str | None


@ft.observable
@dataclass
class EntryModel:
    """The hand that one user is typing for one sheet.

    amending: the id of the hand that is corrected, None for the next one; version: the version of
    it that the correction began from, to notice when somebody else has changed it; began: the draft
    that it began from on this page; seen: the id of the hand whose match end the user has looked
    at; saved: when a hand was saved last, in seconds.

    after: the hand that the typed one is to follow, the last one that its typist had seen; sight:
    what of the sheet has been on the screen; asked: the last hand of the sheet when somebody last
    tried to save one meant to follow another, and when that was, in seconds; offer: what another
    page has begun; taken: what was typed here before another page took it over; written: what was
    saved here last, until something is typed or the next Partie begins; said: what a screen reader
    says by itself about the last change; wants_keys: whether a correction has just begun, so that
    the keyboard belongs to the entry.

    line: what is typed in the line for the whole hand, None while that is folded in; unlined: the
    draft before it was; writing: whether the keyboard belongs to it; ended: the line as it stood
    when Enter was pressed, which ends its last word; listening: whether it takes what is said.
    """

    draft: Any
    amending: str | None = None
    seen: str | None = None
    saved: float = float("-inf")
    version: str | None = None
    began: Any = None
    after: Place = START
    sight: Sight = field(default_factory=Sight)
    asked: tuple[Place, float] | None = None
    offer: Offer | None = None
    taken: Offer | None = None
    written: Written | None = None
    said: str = ""
    wants_keys: bool = False
    line: str | None = None
    unlined: Any = None
    writing: bool = False
    ended: str | None = None
    listening: bool = False
    _typed: tuple[Any, Typed] | None = field(default=None, init=False)

    def typed(self, slot: Slot) -> Typed:
        """Return what is typed, as it stands at this place: found once, until either changes."""
        known = slot, self.draft, self.amending, self.line
        if self._typed is None or self._typed[0] != known:
            reading = slot.read(self.line, self.typed_before(slot)) if self.line else Reading()
            self._typed = known, Typed.of(slot, self._at(slot), reading)
        return self._typed[1]

    def typed_before(self, slot: Slot) -> Any:
        """Return the hand that the line is typed over, None if there is none."""
        draft = (self.draft if self.unlined is None else self.unlined).at(slot.table)
        return None if draft.is_blank(slot.table) else draft.hand()

    def _at(self, slot: Slot) -> Any:
        """Return the draft as it stands at this place. In a correction, figures of the hand as it
        was that do not fit those typed anew are left out, if that makes a hand."""
        draft = self.draft.at(slot.table)
        hand = None if self.amending is None else draft.hand()
        if hand is None or not slot.faults(hand):
            return draft
        other = draft.without_old()
        hand = other.hand()
        return draft if hand is None or slot.faults(hand) else other

    def take(self, draft: Any) -> None:
        """Go on from this draft; what the line said is no longer typed."""
        self.draft = self.unlined = draft
        if self.line:
            self.line = ""

    def json(self) -> dict[str, Any]:
        """Return the model as JSON values, to be kept until the hand is saved."""
        return {"draft": self.draft.json(), "amending": self.amending, "version": self.version,
                "after": self.after, **({"line": self.line} if self.line else {})}


def told_points(points: Points, score: Scoresheet, t: Words) -> str:
    """Return who writes what: `Anne +260`, `Anne, Bert +0,60 €`, `Cem −48`."""
    record = score.record
    written: dict[int, list[str]] = {}
    for name, figure in zip(record.names, points):
        if figure:
            written.setdefault(figure, []).append(name)

    def told(figure: int) -> str:
        if score.decimals:
            return t.balance(figure, record.currency)
        return f"{'+' if figure > 0 else ''}{t.points(figure)}"

    return " · ".join(f"{', '.join(who)} {told(figure)}" for figure, who in written.items()) \
        or t("no points")


def told_line(line: Line, sheet: SheetView, session: Session) -> str:
    """Return who writes what for a hand on the sheet, or why it writes nothing."""
    if line.record.voided:
        return session.words("voided")
    if line.problems:
        return session.words(line.problems[0].message)
    return told_points(line.points, sheet.score, session.words)
