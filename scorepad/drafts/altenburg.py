"""A hand of Doppelkopf by the Altenburg house rules while it is being typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from scorepad.drafts.altenburg_steps import (
    MOST_MISDEALS,
    SPANS,
    Fold,
    Target,
    decided_of,
    entscheid_of,
    following,
    toggled,
    with_star,
)
from scorepad.drafts.figures import DIGITS
from scorepad.drafts.kept import kept, revived
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG, shorthand
from scorepad.games.altenburg.faults import ACTIVE
from scorepad.games.altenburg.hand import (
    ALL,
    MOST_FUECHSE,
    UNDER,
    Ansage,
    Augen,
    Event,
    Farbe,
    Hand,
    Side,
    Span,
    Spiel,
    Stern,
)
from scorepad.games.altenburg.rules import AltenburgRules, BothFailed
from scorepad.games.altenburg.value import both_failed, levels
from scorepad.games.game import Problem, Seat, Table, Unreadable
from scorepad.i18n.message import Message, say

WERT_DIGITS = 4
TAPS = ("typed", "schwarz", "decided", "wert", "line", "fold", "target")
"""The fields of a draft that are kept besides its hand."""


@dataclass(frozen=True)
class AltenburgDraft:
    """The fields of a hand, as far as they are typed, and where the next tap goes.

    players: those who play by the rule; typed: Re's Augen, which take the place of `span`;
    schwarz: the side without a trick, beside Augen; decided, wert: what the table says where both
    Ansagen failed; fold: which of the rarer keys are folded out; target: what the next player
    tapped gets instead of being Re; focus: the player selected by a keyboard's Tab; line: the
    hand in the club's notation; writing: a keyboard's letters go to that line.
    """

    rules: AltenburgRules
    players: tuple[Seat, ...]
    re: tuple[Seat, ...] = ()
    span: Span | None = None
    typed: str = ""
    schwarz: Side | None = None
    spiel: Spiel = Spiel.NORMAL
    farbe: Farbe | None = None
    ansage_re: Ansage | None = None
    ansage_kontra: Ansage | None = None
    fuchs: tuple[Side, ...] = ()
    karlchen: Side | None = None
    dulle: Seat | None = None
    grosse_scharfe: bool = False
    falschspiel: Seat | None = None
    decided: str = ""
    wert: str = ""
    sterne: tuple[Stern, ...] = ()
    vergeben: int = 0
    eingemischt: int = 0
    aktive: tuple[Seat, ...] | None = None
    fold: Fold | None = None
    target: Target | None = None
    focus: Seat | None = None
    line: str = ""
    writing: bool = False

    @classmethod
    def empty(cls, table: Table[AltenburgRules]) -> Self:
        """Return the draft before the first tap."""
        return cls(table.rules, _by_rule(table))

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[AltenburgRules]) -> Self:
        """Return the draft of a recorded hand, to be corrected."""
        result = hand.result
        typed, schwarz, span = (str(result.re), result.schwarz, None) \
            if isinstance(result, Augen) else ("", None, result)
        same = {field.name: getattr(hand, field.name) for field in fields(cls)
                if field.name in Hand._fields}
        return replace(
            cls.empty(table), **same, span=span, typed=typed, schwarz=schwarz,
            decided=decided_of(hand.entscheid),
            wert=str(hand.entscheid.wert) if hand.entscheid and hand.entscheid.sieger else "")

    @classmethod
    def of_json(cls, raw: Mapping[str, Any], table: Table[AltenburgRules]) -> Self:
        """Return the draft that `json` wrote; raises `Unreadable` if its hand is malformed."""
        names = tuple(map(str, range(len(table.names))))
        draft = cls.of_hand(DOPPELKOPF_ALTENBURG.read_hand(raw["hand"], names), table)
        return replace(draft, **revived(cls, raw, *TAPS))

    def json(self) -> dict[str, Any]:
        """Return the draft as JSON values, so that a half-typed hand survives a restart."""
        seats = [*self.re, *self.players, *(self.aktive or ()), self.dulle or 0,
                 self.falschspiel or 0, *[stern.seat for stern in self.sterne]]
        names = [str(seat) for seat in range(max(seats) + 1)]
        hand = self._hand(self.span)._replace(
            ansage_re=self.ansage_re, ansage_kontra=self.ansage_kontra, aktive=self.aktive)
        return {"hand": DOPPELKOPF_ALTENBURG.write_hand(hand, names), **kept(self, *TAPS)}

    # --- taps -----------------------------------------------------------------------------------

    def at(self, table: Table[AltenburgRules]) -> Self:
        """Return the draft with the rules of the table, and who plays by them, as they are now."""
        players, rules = _by_rule(table), table.rules
        if (players, rules) == (self.players, self.rules):
            return self
        return replace(self, players=players, rules=rules)

    def tap(self, seat: Seat) -> Self:
        """Add a player to Re or remove him; with a `target`, give him that instead."""
        match self.target:
            case None:
                return replace(self, focus=None, re=self._with_re(seat))
            case Target.AKTIVE:
                return self._plays(seat)
            case Target.DULLE:
                return replace(self, target=None, dulle=None if self.dulle == seat else seat)
            case Target.FALSCHSPIEL:
                return replace(self, target=None,
                               falschspiel=None if self.falschspiel == seat else seat)
            case event:
                stern = Stern(Event(event), seat)
                return replace(self, target=None, sterne=with_star(self.sterne, stern))

    def aim(self, target: Target) -> Self:
        """Choose what the next player tapped gets; a second tap takes it back."""
        return replace(self, target=None if self.target == target else target)

    def open(self, fold: Fold) -> Self:
        """Fold these keys out, or in again. What was typed with them stays."""
        return replace(self, fold=None if self.fold == fold else fold, target=None,
                       writing=False)

    def announce(self, side: Side) -> Self:
        """Raise a side's Ansage to the next higher one; after the highest comes none."""
        ansage = following(self.steps, self.ansage(side))
        return replace(self, ansage_re=ansage) if side is Side.RE else \
            replace(self, ansage_kontra=ansage)

    def play(self, spiel: Spiel, farbe: Farbe | None = None) -> Self:
        """Set the kind of game; a second tap makes it a normal game again."""
        if (spiel, farbe) == (self.spiel, self.farbe):
            spiel, farbe = Spiel.NORMAL, None
        return replace(self, spiel=spiel, farbe=farbe,
                       re=self.re[:1] if spiel.is_alone else self.re)

    def catch(self, side: Side) -> Self:
        """Add a Fuchs that this side caught, or remove all of its own once none is left."""
        if len(self.fuchs) < MOST_FUECHSE:
            return replace(self, fuchs=(*self.fuchs, side))
        return replace(self, fuchs=tuple(each for each in self.fuchs if each != side))

    def last_trick(self) -> Self:
        """Step through who made the last trick with Karlchen: Re, then Kontra, then nobody."""
        return replace(self, karlchen=following((None, *Side), self.karlchen))

    def sharp(self) -> Self:
        """Add a große Scharfe, or remove it."""
        return replace(self, grosse_scharfe=not self.grosse_scharfe)

    def misdeal(self) -> Self:
        """Count one more misdeal before this hand; after the most comes none."""
        return replace(self, vergeben=(self.vergeben + 1) % (MOST_MISDEALS + 1))

    def redeal(self) -> Self:
        """Count one more redeal because of kings; after the most comes none."""
        return replace(self, eingemischt=(self.eingemischt + 1) % (MOST_MISDEALS + 1))

    def finish(self, span: Span) -> Self:
        """Set the result, in place of exact Augen or the notation."""
        return replace(self, span=span, typed="", schwarz=None, target=None, fold=None, line="")

    def digit(self, digit: str) -> Self:
        """Add a digit to Re's Augen, or to the value where both Ansagen failed."""
        if self.asked:
            before = "" if self.wert == "0" else self.wert
            return replace(self, wert=(before + digit)[:WERT_DIGITS])
        before = "" if self.typed == "0" or len(self.typed) == len(str(ALL)) else self.typed
        return replace(self, typed=before + digit, span=None, schwarz=None)

    def backspace(self) -> Self:
        """Remove the last digit."""
        if self.asked and self.wert:
            return replace(self, wert=self.wert[:-1])
        return replace(self, typed=self.typed[:-1], span=None, schwarz=None)

    def say_schwarz(self) -> Self:
        """Step through the side without a trick: Kontra, then Re, then unknown."""
        schwarz = following((None, Side.KONTRA, Side.RE), self.schwarz)
        typed = {None: "", Side.KONTRA: str(ALL), Side.RE: "0"}[schwarz]
        return replace(self, schwarz=schwarz, typed=typed, span=None)

    def write(self, line: str, table: Table[AltenburgRules]) -> Self:
        """Take over the hand from a line of the club's notation; what it does not say stays.

        A line that cannot be read clears the result, so that nobody saves the one that it gave a
        letter ago.
        """
        try:
            hand = shorthand.read(line, self.so_far, table)
        except Unreadable:
            return replace(self, line=line, span=None, typed="", schwarz=None)
        read = self.of_hand(hand, table)
        return replace(read, line=line, fold=self.fold, writing=self.writing,
                       players=self.players, re=self.re[:read.wanted])

    def writes(self, writing: bool) -> Self:
        """Set whether a keyboard's letters go to the line."""
        return replace(self, writing=writing)

    def decide(self, decided: str) -> Self:
        """Set what the table says where both Ansagen failed; a second tap takes it back."""
        return replace(self, decided="" if self.decided == decided else decided)

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: Tab and Space for Re's players, A and K for the Ansagen, G
        and V for gewonnen and verloren, H for 120, digits for Augen, F for Füchse of Re, S for a
        solo."""
        if self.writing and self.fold is Fold.AUGEN:
            return self
        if key in DIGITS:
            return self.digit(key)
        match key:
            case "Backspace":
                return self.backspace()
            case "Tab":
                return replace(self, focus=following(self.active, self.focus))
            case " " | "Space" if self.focus is not None:
                return replace(self.tap(self.focus), focus=self.focus)
            case "A":
                return self.announce(Side.RE)
            case "K":
                return self.announce(Side.KONTRA)
            case "G":
                return self.finish(following(SPANS[Side.KONTRA], self.span))
            case "V":
                return self.finish(following(SPANS[Side.RE], self.span))
            case "H":
                return self.finish(Span(None))
            case "F":
                return self.catch(Side.RE)
            case "S":
                return self.open(Fold.SOLO)
        return self

    # --- what it says ---------------------------------------------------------------------------

    def begun(self, names: Sequence[str]) -> str:
        """Return what is typed so far, in a few words that need no translation."""
        return ", ".join([names[seat] for seat in self.re])

    @property
    def active(self) -> tuple[Seat, ...]:
        """The players of this hand: as typed, or else by the rule."""
        return self.players if self.aktive is None else self.aktive

    @property
    def wanted(self) -> int:
        """The number of players that Re has: 1 or 2."""
        return 1 if self.spiel.is_alone else 2

    @property
    def steps(self) -> tuple[Ansage | None, ...]:
        """The Ansagen that a side can make, lowest first."""
        depths = levels(self.spiel, self.rules)
        return (None, *[ansage for ansage in Ansage if ansage.depth in depths or (
            ansage is Ansage.JA and not self.spiel.is_solo)])

    def ansage(self, side: Side) -> Ansage | None:
        """Return a side's Ansage, None where this kind of game does not allow it.

        It is only hidden then, and comes back if the game is no solo after all.
        """
        ansage = self.ansage_re if side is Side.RE else self.ansage_kontra
        return ansage if ansage in self.steps else None

    @property
    def result(self) -> Augen | Span | None:
        """The result, exact Augen if they are typed; None while it is not known."""
        return Augen(int(self.typed), self.schwarz) if self.typed else self.span

    @property
    def asked(self) -> bool:
        """True if both Ansagen failed, and the table has to say what counts."""
        return self.needs_table(self.result)

    def needs_table(self, result: Augen | Span | None) -> bool:
        """Return whether with this result both Ansagen failed, and the table has to decide."""
        return result is not None and self.falschspiel is None \
            and self.rules.both_failed == BothFailed.ASK and both_failed(self._played(result))

    def hand(self) -> Hand | None:
        """Return the hand typed so far; None while it has neither a result nor a Falschspiel."""
        result = self.result
        return None if result is None and self.falschspiel is None else self.hand_with(result)

    @property
    def so_far(self) -> Hand:
        """The hand as far as it is typed, even without a result."""
        return self.hand_with(self.result)

    def hand_with(self, result: Augen | Span | None) -> Hand:
        """Return the hand with this result."""
        hand = self._played(result)
        if self.needs_table(result):
            return hand._replace(entscheid=entscheid_of(self.decided, self.wert))
        return hand

    def likely(self) -> Span:
        """Return the likely result: the only Ansage was just kept, or else Re has won."""
        kept = [Span(side.other, UNDER[ansage.depth]) for side in Side
                if (ansage := self.ansage(side)) and ansage.depth]
        return kept[0] if len(kept) == 1 else Span(Side.KONTRA)

    def has(self, seat: Seat) -> bool:
        """Return whether a player already has what the next tap gives."""
        match self.target:
            case Target.DULLE:
                return self.dulle == seat
            case Target.FALSCHSPIEL:
                return self.falschspiel == seat
        return any((stern.event.value, stern.seat) == (self.target, seat) for stern in self.sterne)

    def stars_of(self, seat: Seat) -> int:
        """Return how many events were typed for a player."""
        return sum(stern.seat == seat for stern in self.sterne)

    def remark(self) -> Message | None:
        """Return a hint for whoever is typing, or None."""
        if self.target is Target.AKTIVE:
            return say("Who plays? Tap the four")
        if self.target is not None:
            return say("Whose is it? Tap the player")
        if missing := self.wanted - len(self.re):
            if self.spiel.is_alone:
                return say("Tap who plays alone")
            return say("Tap Re's two players") if missing == 2 else say("Tap Re's second player")
        if self.result is None and self.falschspiel is None:
            return say("Then tap the result: that saves the hand")
        if self.asked and entscheid_of(self.decided, self.wert) is None:
            return say("Both Ansagen failed: who wins, and how much?")
        return None

    def unfinished(self, problem: Problem, table: Table[AltenburgRules]) -> bool:
        """Return whether a problem means only that more is to be typed."""
        match problem.place:
            case ("re",):
                return len(self.re) < self.wanted
            case ("augen",):
                return self.typed in ("", "1")
            case ("aktive",):
                return self.target is Target.AKTIVE
        return problem.place == ("entscheid",)

    # --- within ---------------------------------------------------------------------------------

    def _hand(self, result: Augen | Span | None) -> Hand:
        return Hand(self.re, result, self.spiel, self.farbe, None, None, self.fuchs, self.karlchen,
                    self.dulle, self.grosse_scharfe, self.falschspiel, None, self.sterne,
                    self.vergeben, self.eingemischt, self.aktive)

    def _played(self, result: Augen | Span | None) -> Hand:
        return self._hand(result)._replace(
            ansage_re=self.ansage(Side.RE), ansage_kontra=self.ansage(Side.KONTRA))

    def _with_re(self, seat: Seat) -> tuple[Seat, ...]:
        """Return Re with this player, in place of the last one if full; without him if he is Re."""
        if seat in self.re:
            return toggled(self.re, seat)
        return (*self.re[:self.wanted - 1], seat)

    def _plays(self, seat: Seat) -> Self:
        """Let somebody play or sit out, against what the rule says."""
        active = toggled(self.active, seat)
        by_rule = set(active) == set(self.players)
        return replace(self, aktive=None if by_rule else active,
                       target=None if by_rule or len(active) == ACTIVE else self.target)


def _by_rule(table: Table[AltenburgRules]) -> tuple[Seat, ...]:
    return DOPPELKOPF_ALTENBURG.active(table.seats, table.dealer, table.rules)
