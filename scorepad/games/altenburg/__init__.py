"""Doppelkopf by the house rules of a club in Altenburg: Böcke, Ansagen of both sides, stars.

S2 is the house rules themselves, cited by their headings.
"""

from collections.abc import Sequence

from scorepad.games.altenburg.example import EXAMPLE
from scorepad.games.altenburg.faults import ACTIVE, problems_of
from scorepad.games.altenburg.feats import PLANS, TITLES, feats_of, feats_of_notes
from scorepad.games.altenburg.guards import guarded
from scorepad.games.altenburg.hand import Event, Hand, Side, Spiel
from scorepad.games.altenburg.points import multiplied, score_of
from scorepad.games.altenburg.rules import AltenburgRules, BockEffect, Opposite
from scorepad.games.altenburg.shorthand_find import begins_at
from scorepad.games.altenburg.shorthand_read import read
from scorepad.games.altenburg.shorthand_write import write
from scorepad.games.altenburg.stars import rot_within
from scorepad.games.altenburg.value import Worth
from scorepad.games.bock import bock_after, bockrunden
from scorepad.games.doppelkopf import players_of, result_in_words
from scorepad.games.feats import Feat
from scorepad.games.game import Duties, Game, HandScore
from scorepad.games.money import signed
from scorepad.games.multiplier import Multipliers
from scorepad.games.problems import Problems
from scorepad.games.protocols import (
    GivesStars,
    HasNotation,
    HasRe,
    Multiplies,
    SeatsChange,
    StarEvent,
)
from scorepad.games.table import Seat, Table
from scorepad.i18n.message import Message, say

KINDS = {**TITLES, Spiel.NORMAL: "", Spiel.FARB_SOLO: "{farbe}-Solo"}
FARBEN = {"herz": "Herz", "gruen": "Grün", "eichel": "Eichel"}
MISDEALS_FOR_A_STAR = 3


class DoppelkopfAltenburg(SeatsChange, Multiplies, GivesStars, HasNotation, HasRe,
                          Game[Hand, AltenburgRules]):
    """Doppelkopf (S2), 4 to 7 players, 4 of them active, 240 Augen."""

    id = "doppelkopf-altenburg"
    title = "Doppelkopf (Altenburger Hausregeln)"
    players = range(4, 8)
    rules = AltenburgRules
    may_split = True
    hands = (Hand,)
    example = EXAMPLE
    low_is_good = False
    zero_sum = True

    # --- a hand -------------------------------------------------------------------------------

    def judge(self, hand: Hand, table: Table[AltenburgRules]) -> HandScore | Problems:
        return problems_of(hand, table) or score_of(hand, table)

    def guard(self, hand: Hand, table: Table[AltenburgRules]) -> Problems:
        return tuple(guarded(hand))

    def multiply(self, hand: Hand, table: Table[AltenburgRules], score: HandScore,
                 multipliers: Multipliers) -> tuple[HandScore, Multipliers]:
        """Double the hand for each Bockrunde that runs (S2, Böcke); one that it starts begins with
        the next hand."""
        rules, came = table.rules, score.why
        if rules.bock_effect == BockEffect.NONE:
            return score, ()
        if multipliers:
            score = multiplied(score, hand, table, multipliers)
        return score, bock_after(multipliers, bockrunden(len(came.gruende), rules.bock_per_hand),
                                 rules.bock_hands or len(table.seats), rules.bock_stack)

    def explain(self, hand: Hand, table: Table[AltenburgRules], score: HandScore) -> str:
        parts = [_kind(hand), arithmetic(score.why, alone=hand.spiel.is_alone)]
        return ": ".join(filter(None, parts))

    def notation(self, hand: Hand, table: Table[AltenburgRules]) -> str:
        """Return the hand in the club's own notation: `AV/U9/U9/K/-F` (S2, Berechnungen)."""
        return write(hand, table.rules)

    def notation_at(self, text: str, table: Table[AltenburgRules]) -> int | None:
        return begins_at(text, table.names)

    def read_notation(self, text: str, so_far: Hand, table: Table[AltenburgRules]) -> Hand:
        return read(text, so_far, table)

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        said = [" + ".join(names[seat] for seat in hand.re), _kind(hand)]
        for side in Side:
            if ansage := hand.ansage(side):
                level = "" if ansage.depth == 0 else f" {ansage.value}"
                von = hand.von(side)
                said.append(f"{side.value.capitalize()}{level}"
                            + ("" if von is None else f" ({names[von]})"))
        said.append(result_in_words(hand.result))
        if hand.plan is not None:
            said.append(PLANS[hand.plan].title)
        if hand.falschspiel is not None:
            said.append(f"Falschspiel {names[hand.falschspiel]}")
        return " · ".join(filter(None, said))

    def events(self, hand: Hand, table: Table[AltenburgRules]) -> tuple[StarEvent, ...]:
        """Return the events that were entered, and those that follow from the hand (S2, Sterne)."""
        found = rot_within(hand)
        for event, seat in hand.sterne:
            if event is Event.FUENF_KARTEN:  # the three others get the star
                found += [StarEvent(other, event.value) for other in table.active if other != seat]
            else:
                found.append(StarEvent(seat, event.value))
        if hand.dulle is not None and not hand.grosse_scharfe:
            found.append(StarEvent(hand.dulle.verlierer, Event.DULLE.value))
        if hand.falschspiel is not None:
            found.append(StarEvent(hand.falschspiel, Event.FALSCHSPIEL.value))
        found += [StarEvent(table.dealer, Event.VERGEBEN.value)] * (
            hand.vergeben // MISDEALS_FOR_A_STAR)
        return tuple(found)

    def re_of(self, hand: Hand) -> tuple[Seat, ...]:
        return hand.re

    def winners(self, hand: Hand, table: Table[AltenburgRules],
                score: HandScore) -> tuple[Seat, ...]:
        """Return the side that won, whatever extras it had to pay; empty if nobody won."""
        winner = score.why.winner
        return () if winner is None else players_of(winner, hand.re, table.active)

    def feats(self, hand: Hand, table: Table[AltenburgRules],
              score: HandScore) -> tuple[Feat, ...]:
        """Return games played alone, Ansagen, Füchse, Karlchen, Falschspiel, Böcke by who caused
        them, and what is noted of plans and of who said Re and Kontra."""
        came: Worth = score.why
        found = feats_of(hand, table, came.winner, came.gruende)
        if hand.plan is None and not any(seat is not None for seat in hand.angesagt_von):
            return found
        return found + feats_of_notes(hand, self.duties(table).leads, came.winner)

    # --- seats --------------------------------------------------------------------------------

    def active(self, seats: tuple[Seat, ...], dealer: Seat,
               rules: AltenburgRules) -> tuple[Seat, ...]:
        """Return who plays (S2, Das Blatt und die Spieler): of five the dealer sits out, of six
        those beside him, of seven the one opposite as well."""
        size, here = len(seats), seats.index(dealer)
        if size == ACTIVE:
            return seats
        out = {here} if size == 5 else {(here - 1) % size, (here + 1) % size}
        if size == 7:
            out.add((here + (3 if rules.opposite == Opposite.THIRD else 4)) % size)
        return tuple([seat for index, seat in enumerate(seats) if index not in out])

    def active_in(self, hand: Hand) -> tuple[Seat, ...] | None:
        return hand.aktive

    def duties(self, table: Table[AltenburgRules]) -> Duties:
        """Return who cuts and who leads: of four players the one who gets the first cards cuts,
        of five nobody, of more one who sits out."""
        size, at = len(table.seats), table.seats.index(table.dealer)
        round_ = [table.seats[(at + step) % size] for step in range(1, size + 1)]
        leads = next((seat for seat in round_ if seat in table.active), round_[0])
        if size <= ACTIVE + 1:
            return Duties(round_[0] if size == ACTIVE else None, leads)
        idle = [seat for seat in table.seats if seat not in table.active and seat != table.dealer]
        return Duties(idle[0] if idle else None, leads)

    def verify_players(self, count: int) -> Message | None:
        """Return why `count` players cannot play; more than seven split the round (S2, Das Blatt
        und die Spieler)."""
        if count >= self.players.stop:
            return say("{count} players are too many for one table: split them into two",
                       count=count)
        return super().verify_players(count)


DOPPELKOPF_ALTENBURG = DoppelkopfAltenburg()


# --- arithmetic ---------------------------------------------------------------------------------


def arithmetic(came: Worth, *, alone: bool = False) -> str:
    """Return the value as the club writes it: `(20+10+10)·2−10 = 70`; alone: times three."""
    if came.decided is not None:
        first = str(came.decided)
    elif came.winner is None:
        first = "0"
    else:
        first = "+".join(map(str, came.summands))
        if came.doublings and len(came.summands) > 1:
            first = f"({first})"
        first += "·2" * came.doublings
    whole = first + "".join(map(signed, came.extras))
    total = came.value + sum(came.extras)
    if alone:
        whole = (f"({whole})" if any(sign in whole for sign in "+\N{MINUS SIGN}") else whole) + "·3"
        total *= 3
    return whole if whole == str(total) else f"{whole} = {signed(total, plus=False)}"


def _kind(hand: Hand) -> str:
    return KINDS[hand.spiel].format(farbe=FARBEN[hand.farbe] if hand.farbe else "Farb")
