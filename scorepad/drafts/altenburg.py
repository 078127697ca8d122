"""A hand of Doppelkopf by the Altenburg house rules while it is being typed."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from scorepad.drafts.doppelkopf import AnnouncedDraft, Fold as Fold
from scorepad.drafts.draft import NOT_KEPT, following, toggled
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG, shorthand
from scorepad.games.altenburg.faults import ACTIVE, FIVE_CARDS, MOST_TRICKS, ROT, problems_of_extras
from scorepad.games.altenburg.hand import (
    MOST_FUECHSE,
    AltenburgRules,
    Ansage,
    Augen,
    BothFailed,
    Dulle,
    Entscheid,
    Event,
    Farbe,
    Hand,
    Plan,
    Side,
    Span,
    Spiel,
    Stern,
)
from scorepad.games.altenburg.value import both_failed, levels
from scorepad.games.game import Problem, Seat, Table, Unreadable
from scorepad.i18n.message import Message, say

MOST_MISDEALS = 6
"""The most misdeals that can be typed, twice three in a row; one more tap goes back to none."""

VOID = "void"


class Target(StrEnum):
    """Something that a player can be tapped for, besides being Re; stars by their event."""

    AKTIVE = "aktive"
    DULLE = Event.DULLE.value
    FAENGER = "faenger"
    FALSCHSPIEL = Event.FALSCHSPIEL.value
    GROSSE = "grosse-von"
    KLEINE = "kleine-von"
    ROT_RUM = Event.ROT_RUM.value
    ALLE_FARBEN = Event.ALLE_FARBEN.value
    STICH_41 = Event.STICH_41.value
    FUENF_KARTEN = Event.FUENF_KARTEN.value
    FUENF_KARTEN_VERLOREN = Event.FUENF_KARTEN_VERLOREN.value


def with_star(sterne: tuple[Stern, ...], stern: Stern) -> tuple[Stern, ...]:
    """Return the events with one more, or without any like it once it cannot happen again.

    A Stich over 41 can happen `MOST_TRICKS` times in a hand, any other event once: it moves to the
    player tapped last. So does Rot, by itself or with all three suits; and the last five cards are
    either made or lost.
    """
    if stern.event is Event.STICH_41:
        if [each.event for each in sterne].count(stern.event) < MOST_TRICKS:
            return (*sterne, stern)
        return tuple([each for each in sterne if each != stern])
    if stern in sterne:
        return tuple([each for each in sterne if each != stern])
    return (*[each for each in sterne if not _excludes(stern, each)], stern)


def _excludes(stern: Stern, other: Stern) -> bool:
    if stern.event in ROT:
        return other.event is stern.event or other.event in ROT and other.seat != stern.seat
    return {stern.event, other.event} <= {*FIVE_CARDS}


def entscheid_of(decided: str, wert: str) -> Entscheid | None:
    """Return what the table decided, by key and digits; None while it is incomplete."""
    if decided == VOID:
        return Entscheid(None)
    return Entscheid(Side(decided), int(wert)) if decided and wert else None


@dataclass(frozen=True, kw_only=True)
class AltenburgDraft(AnnouncedDraft):
    """The fields of a hand, as far as they are typed, and where the next tap goes.

    players: those who play by the rule; dulle, faenger: whose Dulle was caught, and by whom;
    re_von, kontra_von: who said Re and Kontra; grosse_von, kleine_von: whose the Scharfen were;
    decided, wert: what the table says where both
    Ansagen failed; target: what the next player tapped gets instead of being Re; line: the hand in
    the club's notation; writing: a keyboard's letters go to that line.
    """

    rules: AltenburgRules = field(metadata=NOT_KEPT)
    players: tuple[Seat, ...] = field(metadata=NOT_KEPT)
    spiel: Spiel = Spiel.NORMAL
    farbe: Farbe | None = None
    fuchs: tuple[Side, ...] = ()
    dulle: Seat | None = None
    faenger: Seat | None = None
    grosse_scharfe: bool = False
    kleine_scharfe: bool = False
    plan: Plan | None = None
    re_von: Seat | None = None
    kontra_von: Seat | None = None
    grosse_von: Seat | None = None
    kleine_von: Seat | None = None
    offen: bool = False
    falschspiel: Seat | None = None
    decided: str = ""
    wert: str = ""
    sterne: tuple[Stern, ...] = ()
    vergeben: int = 0
    eingemischt: int = 0
    aktive: tuple[Seat, ...] | None = None
    target: Target | None = None
    line: str = ""
    writing: bool = field(default=False, metadata=NOT_KEPT)

    @classmethod
    def empty(cls, table: Table[AltenburgRules]) -> Self:
        return cls(rules=table.rules, players=_by_rule(table))

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[AltenburgRules]) -> Self:
        entscheid = hand.entscheid
        decided = "" if entscheid is None else entscheid.sieger or VOID
        return replace(
            cls.empty(table).with_hand(hand), decided=decided,
            dulle=hand.dulle and hand.dulle.verlierer, faenger=hand.dulle and hand.dulle.faenger,
            re_von=hand.von(Side.RE), kontra_von=hand.von(Side.KONTRA),
            grosse_von=hand.scharfe_von[0], kleine_von=hand.scharfe_von[1],
            wert=str(entscheid.wert) if entscheid and entscheid.sieger else "")

    def at(self, table: Table[AltenburgRules]) -> Self:
        """Return the draft with the rules of the table, and who plays by them, as they are now;
        those whose sitting down was undone are forgotten."""
        def stays(seat: Seat | None) -> bool:
            return seat is None or seat < len(table.names)

        def kept(seat: Seat | None) -> Seat | None:
            return seat if stays(seat) else None

        moved = replace(
            self, players=_by_rule(table), rules=table.rules, re=tuple(filter(stays, self.re)),
            dulle=kept(self.dulle), faenger=kept(self.faenger),
            falschspiel=kept(self.falschspiel), re_von=kept(self.re_von),
            kontra_von=kept(self.kontra_von), grosse_von=kept(self.grosse_von),
            kleine_von=kept(self.kleine_von), focus=kept(self.focus),
            sterne=tuple([stern for stern in self.sterne if stays(stern.seat)]),
            aktive=self.aktive if all(map(stays, self.aktive or ())) else None)
        return self if moved == self else moved

    def tap(self, seat: Seat) -> Self:
        """Add a player to Re or remove them; with a `target`, give them that instead."""
        match self.target:
            case None:
                return super().tap(seat)
            case Target.AKTIVE:
                return self._plays(seat)
            case Target.DULLE:
                return replace(self, target=None, faenger=None,
                               dulle=None if self.dulle == seat else seat)
            case Target.FAENGER:
                return replace(self, target=None, faenger=None if self.faenger == seat else seat)
            case Target.FALSCHSPIEL:
                return replace(self, target=None,
                               falschspiel=None if self.falschspiel == seat else seat)
            case Target.GROSSE:
                return replace(self, target=None,
                               grosse_von=None if self.grosse_von == seat else seat)
            case Target.KLEINE:
                return replace(self, target=None,
                               kleine_von=None if self.kleine_von == seat else seat)
            case event:
                stern = Stern(Event(event), seat)
                return replace(self, target=None, sterne=with_star(self.sterne, stern))

    def aim(self, target: Target) -> Self:
        """Choose what the next player tapped gets; a second tap takes it back."""
        return replace(self, target=None if self.target == target else target)

    def open(self, fold: Fold) -> Self:
        return replace(super().open(fold), target=None, writing=False)

    def play(self, spiel: Spiel, farbe: Farbe | None = None) -> Self:
        """Set the kind of game; a second tap makes it a normal game again."""
        if (spiel, farbe) == (self.spiel, self.farbe):
            spiel, farbe = Spiel.NORMAL, None
        return replace(self, spiel=spiel, farbe=farbe,
                       re=self.re[:1] if spiel.is_alone else self.re)

    def catch(self, side: Side) -> Self:
        one_more = (*self.fuchs, side)
        if len(self.fuchs) < MOST_FUECHSE and self.can_have(fuchs=one_more):
            return replace(self, fuchs=one_more)
        return replace(self, fuchs=tuple(each for each in self.fuchs if each != side))

    def last_trick(self) -> Self:
        """Step through the sides that can have made the last trick with Karlchen, then nobody."""
        return replace(self, karlchen=following(
            (None, *[side for side in Side if self.can_have(karlchen=side)]), self.karlchen))

    def sharp(self) -> Self:
        """Add a große Scharfe, or remove it."""
        return replace(self, grosse_scharfe=not self.grosse_scharfe, grosse_von=None)

    def sharp_kings(self) -> Self:
        """Add a kleine Scharfe, or remove it."""
        return replace(self, kleine_scharfe=not self.kleine_scharfe, kleine_von=None)

    def lay_open(self) -> Self:
        """Let the soloist play with open cards, which announces schwarz, or not."""
        if self.is_open:
            return replace(self, offen=False)
        return replace(self, offen=True, ansage_re=Ansage.SCHWARZ)

    @property
    def is_open(self) -> bool:
        """True if a solo is played with open cards."""
        return self.offen and self.spiel.is_solo and self.ansage(Side.RE) is Ansage.SCHWARZ

    def next_plan(self) -> Self:
        """Step through the plans, then none."""
        return replace(self, plan=following((None, *Plan), self.plan))

    def say_who(self, seat: Seat) -> Self:
        """Say that this player said their side's Re or Kontra, or take it back."""
        if seat in self.re:
            return replace(self, re_von=None if self.re_von == seat else seat)
        return replace(self, kontra_von=None if self.kontra_von == seat else seat)

    def misdeal(self) -> Self:
        """Count one more misdeal before this hand; after the most comes none."""
        return replace(self, vergeben=(self.vergeben + 1) % (MOST_MISDEALS + 1))

    def redeal(self) -> Self:
        """Count one more redeal because of kings; after the most comes none."""
        return replace(self, eingemischt=(self.eingemischt + 1) % (MOST_MISDEALS + 1))

    def finish(self, span: Span) -> Self:
        """Set the result, in place of exact Augen or the notation."""
        return replace(super().finish(span), target=None, line="")

    def digit(self, digit: str) -> Self:
        """Add a digit to Re's Augen, or to the value where both Ansagen failed."""
        if self.asked:
            before = "" if self.wert == "0" else self.wert
            return replace(self, wert=(before + digit)[:4])
        return super().digit(digit)

    def backspace(self) -> Self:
        if self.asked and self.wert:
            return replace(self, wert=self.wert[:-1])
        return super().backspace()

    def write(self, line: str, table: Table[AltenburgRules]) -> Self:
        """Take over the hand from a line of the club's notation; what it does not say stays. An
        unreadable line clears the result, so that nobody saves that of a letter ago."""
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

    def reopen(self) -> Self:
        """Take the result back, so that another one can be typed."""
        return replace(self, span=None, typed="", schwarz=None, decided="", wert="")

    def decide(self, decided: str) -> Self:
        """Set what the table says where both Ansagen failed; a second tap takes it back."""
        return replace(self, decided="" if self.decided == decided else decided)

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard, unless its letters go to the line."""
        return self if self.writing and self.fold is Fold.AUGEN else super().key(key)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The players of this hand: as typed, or else by the rule."""
        return self.players if self.aktive is None else self.aktive

    @property
    def is_alone(self) -> bool:
        return self.spiel.is_alone

    @property
    def steps(self) -> tuple[Ansage | None, ...]:
        depths = levels(self.spiel, self.rules)
        return (None, *[ansage for ansage in Ansage if ansage.depth in depths or (
            ansage is Ansage.JA and not self.spiel.is_solo)])

    def can_have(self, **extras: Any) -> bool:
        """Return whether the hand so far can have these extras in place of its own."""
        hand = self.so_far._replace(**extras)
        return not any(place[0] in extras for place, _ in problems_of_extras(hand))

    def can_have_said(self, seat: Seat) -> Side | None:
        """Return the side whose Ansage this player may have made; None for none."""
        if seat not in self.active or len(self.re) != self.wanted:
            return None
        side = Side.RE if seat in self.re else Side.KONTRA
        return None if self.ansage(side) is None else side

    def von(self, side: Side) -> Seat | None:
        """Return who of this side said its Re or Kontra; None where that is nobody or not known."""
        seat = self.re_von if side is Side.RE else self.kontra_von
        return seat if seat is not None and self.can_have_said(seat) is side else None

    @property
    def asked(self) -> bool:
        """True if both Ansagen failed, and the table has to say what counts."""
        return self.needs_table(self.result)

    def needs_table(self, result: Augen | Span | None) -> bool:
        """Return whether with this result both Ansagen failed, and the table has to decide."""
        return result is not None and self.falschspiel is None \
            and self.rules.both_failed == BothFailed.ASK and both_failed(self._played(result))

    def asks_who(self, hand: Hand) -> bool:
        """Return whether the figures of a hand depend on who is Re."""
        return hand.dulle is not None or hand.falschspiel is not None

    def hand(self) -> Hand | None:
        """Return the hand typed so far; None while it has neither a result nor a Falschspiel."""
        return None if self.result is None and self.falschspiel is None else self.so_far

    def hand_with(self, result: Augen | Span | None) -> Hand:
        hand = self._played(result)
        if self.needs_table(result):
            return hand._replace(entscheid=entscheid_of(self.decided, self.wert))
        return hand

    def has(self, seat: Seat) -> bool:
        """Return whether a player already has what the next tap gives."""
        match self.target:
            case Target.DULLE:
                return self.dulle == seat
            case Target.FAENGER:
                return self.faenger == seat
            case Target.FALSCHSPIEL:
                return self.falschspiel == seat
            case Target.GROSSE:
                return self.grosse_von == seat
            case Target.KLEINE:
                return self.kleine_von == seat
        return any((stern.event.value, stern.seat) == (self.target, seat) for stern in self.sterne)

    def remark(self) -> Message | None:
        if self.target is Target.AKTIVE:
            return say("Who plays? Tap the four")
        if self.target is not None:
            return say("Whose is it? Tap the player")
        hint = super().remark()
        if hint is None and self.asked and entscheid_of(self.decided, self.wert) is None:
            return say("Both Ansagen failed: who wins, and how much?")
        return hint

    def unfinished(self, problem: Problem, table: Table[AltenburgRules]) -> bool:
        match problem.place:
            case ("aktive",):
                return self.target is Target.AKTIVE
            case ("entscheid",):
                return True
        return super().unfinished(problem, table)

    def _played(self, result: Augen | Span | None) -> Hand:
        return Hand(tuple(sorted(self.re)), result, self.spiel, self.farbe, self.ansage(Side.RE),
                    self.ansage(Side.KONTRA), self.fuchs, self.karlchen,
                    None if self.dulle is None else Dulle(self.dulle, self.faenger),
                    self.grosse_scharfe, self.falschspiel, None, self.sterne, self.vergeben,
                    self.eingemischt, self.aktive, self.kleine_scharfe, self.plan,
                    (self.von(Side.RE), self.von(Side.KONTRA)),
                    (self.grosse_von, self.kleine_von), self.is_open)

    def _plays(self, seat: Seat) -> Self:
        """Let somebody play or sit out, against what the rule says."""
        active = toggled(self.active, seat)
        by_rule = set(active) == set(self.players)
        return replace(self, aktive=None if by_rule else active,
                       target=None if by_rule or len(active) == ACTIVE else self.target)


def _by_rule(table: Table[AltenburgRules]) -> tuple[Seat, ...]:
    return DOPPELKOPF_ALTENBURG.active(table.seats, table.dealer, table.rules)
