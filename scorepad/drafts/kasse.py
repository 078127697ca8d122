"""A hand of Doppelkopf with a common pot while it is being typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from scorepad.drafts.altenburg_steps import following, toggled
from scorepad.drafts.figures import DIGITS
from scorepad.drafts.kept import kept, revived
from scorepad.games.doppelkopf import ALL, MOST_FUECHSE, Augen, Side, Span
from scorepad.games.game import Problem, Rules, Seat, Table
from scorepad.games.kasse import DOPPELKOPF_KASSE
from scorepad.games.kasse.faults import PLAYERS
from scorepad.games.kasse.hand import (
    KONTRAS,
    Fuchs,
    Hammelrennen,
    Hand,
    Nachzahlung,
    Normal,
    Solo,
)
from scorepad.i18n.message import Message, say

STEPS = (120, 60, 0)
"""The Augen that the others stayed under: a side won plainly, Schneider, schwarz."""

TAPS = ("mode", "typed", "schwarz", "gewonnen", "kontra", "counting", "target", "faenger")
"""The fields of a draft that are kept besides its hand."""

NAMES = tuple(map(str, range(PLAYERS)))
"""The names of the seats in a draft that is kept."""


class Mode(StrEnum):
    """The kind of hand typed: a game of two against two, a solo, or what happens to the pot."""

    NORMAL = "normal"
    SOLO = "solo"
    KASSE = "kasse"


class Target(StrEnum):
    """The role of the next player tapped, instead of Re: he caught a Fuchs, or lost it."""

    FAENGER = "faenger"
    VERLIERER = "verlierer"


@dataclass(frozen=True)
class KasseDraft:
    """The fields of a hand, as far as they are typed, and where the next tap goes.

    typed: Re's Augen, which take the place of `span`; schwarz: the side without a trick, beside
    Augen; gewonnen, kontra: of a solo; paid: what happened to the pot where no game was played;
    counting: the digits are folded out; faenger: the player who caught the Fuchs whose loser is
    tapped next; focus: the player selected by a keyboard's Tab.
    """

    mode: Mode = Mode.NORMAL
    re: tuple[Seat, ...] = ()
    span: Span | None = None
    typed: str = ""
    schwarz: Side | None = None
    nur_alten: bool = False
    fuchs: tuple[Fuchs, ...] = ()
    karlchen: Side | None = None
    gewonnen: bool | None = None
    kontra: int = 0
    paid: Hammelrennen | Nachzahlung | None = None
    counting: bool = False
    target: Target | None = None
    faenger: Seat | None = None
    focus: Seat | None = None

    @classmethod
    def empty(cls, table: Table[Rules]) -> Self:
        """Return the draft before the first tap."""
        return cls()

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[Rules]) -> Self:
        """Return the draft of a recorded hand, to be corrected."""
        match hand:
            case Solo(re=re, gewonnen=gewonnen, kontra=kontra):
                return cls(Mode.SOLO, re, gewonnen=gewonnen, kontra=kontra)
            case Normal(re=re, result=result, nur_alten=nur_alten, fuchs=fuchs, karlchen=karlchen):
                draft = cls(Mode.NORMAL, re, nur_alten=nur_alten, fuchs=fuchs, karlchen=karlchen)
                if isinstance(result, Augen):
                    return replace(draft, typed=str(result.re), schwarz=result.schwarz)
                return replace(draft, span=result)
        return cls(Mode.KASSE, paid=hand)

    @classmethod
    def of_json(cls, raw: Mapping[str, Any], table: Table[Rules]) -> Self:
        """Return the draft that `json` wrote; raises `Unreadable` if a hand in it is malformed."""
        draft = cls.of_hand(DOPPELKOPF_KASSE.read_hand(raw["hand"], NAMES), table)
        paid = cls.of_hand(DOPPELKOPF_KASSE.read_hand(raw["paid"], NAMES), table).paid \
            if raw["paid"] else None
        return replace(draft, paid=paid, **revived(cls, raw, *TAPS))

    def json(self) -> dict[str, Any]:
        """Return the draft as JSON values, so that a half-typed hand survives a restart."""
        return {"hand": DOPPELKOPF_KASSE.write_hand(self.normal(self.span), NAMES),
                "paid": self.paid and DOPPELKOPF_KASSE.write_hand(self.paid, NAMES),
                **kept(self, *TAPS)}

    # --- taps -----------------------------------------------------------------------------------

    def at(self, table: Table[Rules]) -> Self:
        """Return the draft unchanged: all four always play."""
        return self

    def tap(self, seat: Seat) -> Self:
        """Add a player to Re or remove him; with a `target`, say that he caught or lost a Fuchs."""
        match self.target:
            case Target.FAENGER:
                return replace(self, target=Target.VERLIERER, faenger=seat)
            case Target.VERLIERER if self.faenger is not None:
                return replace(self, target=None, faenger=None,
                               fuchs=(*self.fuchs, Fuchs(self.faenger, seat)))
        re = toggled(self.re, seat) if seat in self.re else (*self.re[:self.wanted - 1], seat)
        return replace(self, re=re, focus=None)

    def play(self, mode: Mode) -> Self:
        """Set the kind of hand; a second tap makes it a normal game again."""
        mode = Mode.NORMAL if mode is self.mode else mode
        return replace(self, mode=mode, re=self.re[:1] if mode is Mode.SOLO else self.re,
                       target=None, faenger=None, counting=False)

    def catch(self) -> Self:
        """Ask who caught one more Fuchs; a second tap takes it back. Once none is left, remove
        all."""
        if self.target is not None:
            return replace(self, target=None, faenger=None)
        if len(self.fuchs) == MOST_FUECHSE:
            return replace(self, fuchs=())
        return replace(self, target=Target.FAENGER)

    def last_trick(self) -> Self:
        """Step through who made the last trick with Karlchen: Re, then Kontra, then nobody."""
        return replace(self, karlchen=following((None, *Side), self.karlchen))

    def double(self) -> Self:
        """Step through what was said in the solo: Kontra, then Re, then nothing."""
        return replace(self, kontra=(self.kontra + 1) % (len(KONTRAS) + 1))

    def finish(self, span: Span, *, nur_alten: bool = False) -> Self:
        """Set the result of a normal game."""
        return replace(self, span=span, nur_alten=nur_alten, typed="", schwarz=None, target=None,
                       counting=False)

    def win(self, gewonnen: bool) -> Self:
        """Set whether the soloist has won."""
        return replace(self, gewonnen=gewonnen)

    def pay(self, paid: Hammelrennen | Nachzahlung) -> Self:
        """Set what happened to the pot."""
        return replace(self, paid=paid)

    def count(self) -> Self:
        """Fold the digits out, or in again."""
        return replace(self, counting=not self.counting, target=None)

    def digit(self, digit: str) -> Self:
        """Add a digit to Re's Augen."""
        before = "" if self.typed == "0" or len(self.typed) == len(str(ALL)) else self.typed
        return replace(self, typed=before + digit, span=None, schwarz=None, nur_alten=False)

    def backspace(self) -> Self:
        """Remove the last digit."""
        return replace(self, typed=self.typed[:-1], span=None, schwarz=None)

    def say_schwarz(self) -> Self:
        """Step through the side without a trick: Kontra, then Re, then unknown."""
        schwarz = following((None, Side.KONTRA, Side.RE), self.schwarz)
        typed = {None: "", Side.KONTRA: str(ALL), Side.RE: "0"}[schwarz]
        return replace(self, schwarz=schwarz, typed=typed, span=None, nur_alten=False)

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: Tab and Space for Re's players, S for a solo and K for its
        Kontra, G and V for gewonnen and verloren, H for 120, digits for Augen, F for a Fuchs."""
        if self.mode is Mode.KASSE:
            return self
        solo = self.mode is Mode.SOLO
        match key:
            case "Tab":
                return replace(self, focus=following(range(PLAYERS), self.focus))
            case " " | "Space" if self.focus is not None:
                return replace(self.tap(self.focus), focus=self.focus)
            case "S":
                return self.play(Mode.SOLO)
            case "K" if solo:
                return self.double()
            case "G" | "V" if solo:
                return self.win(key == "G")
            case "G" | "V":
                behind = Side.KONTRA if key == "G" else Side.RE
                return self.finish(following([Span(behind, step) for step in STEPS], self.span))
            case "H" if not solo:
                return self.finish(Span(None))
            case "F" if not solo:
                return self.catch()
            case "Backspace" if not solo:
                return self.backspace()
        return self.digit(key) if key in DIGITS and not solo else self

    # --- what it says ---------------------------------------------------------------------------

    def begun(self, names: Sequence[str]) -> str:
        """Return what is typed so far, in a few words that need no translation."""
        return ", ".join([names[seat] for seat in self.re])

    @property
    def wanted(self) -> int:
        """The number of players that Re has: 1 or 2."""
        return 1 if self.mode is Mode.SOLO else 2

    @property
    def result(self) -> Augen | Span | None:
        """The result of a normal game, exact Augen if they are typed; None while it is not
        known."""
        return Augen(int(self.typed), self.schwarz) if self.typed else self.span

    def hand(self) -> Hand | None:
        """Return the hand typed so far; None while its result is not known."""
        match self.mode:
            case Mode.KASSE:
                return self.paid
            case Mode.SOLO:
                return None if self.gewonnen is None else self.solo(self.gewonnen)
        return None if self.result is None else self.normal(self.result)

    def normal(self, result: Augen | Span | None) -> Normal:
        """Return a game of two against two with this result."""
        return Normal(self.re, result, self.nur_alten, self.fuchs, self.karlchen)

    def solo(self, gewonnen: bool) -> Solo:
        """Return a solo that was won, or lost."""
        return Solo(self.re, gewonnen, self.kontra)

    def foxes_of(self, seat: Seat) -> int:
        """Return how many Füchse a player has caught."""
        return sum(fuchs.faenger == seat for fuchs in self.fuchs)

    def remark(self) -> Message | None:
        """Return a hint for whoever is typing, or None."""
        if self.mode is Mode.KASSE:
            return None
        if self.target is Target.FAENGER:
            return say("Who caught the Fuchs? Tap the player")
        if self.target is Target.VERLIERER:
            return say("Who lost it? Tap the player")
        if missing := self.wanted - len(self.re):
            if self.mode is Mode.SOLO:
                return say("Tap who plays alone")
            return say("Tap Re's two players") if missing == 2 else say("Tap Re's second player")
        if self.hand() is None:
            return say("Then tap the result: that saves the hand")
        return None

    def unfinished(self, problem: Problem, table: Table[Rules]) -> bool:
        """Return whether a problem means only that more is to be typed."""
        match problem.place:
            case ("re",):
                return len(self.re) < self.wanted
            case ("augen",):
                return self.typed in ("", "1")
            case ("fuchs", *_):
                return len(self.re) < self.wanted
        return False
