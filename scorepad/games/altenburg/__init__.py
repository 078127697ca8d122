"""Doppelkopf by the house rules of a club in Altenburg: Böcke, Ansagen of both sides, stars.

S2 is the house rules themselves, cited by their headings.

It is longer than those of other games, because every cell of the table of values has its hand.
The players named in a hand play it whichever seat is opposite the dealer.

What a side announced or won counts for both of its players.
"""

from collections.abc import Sequence
from functools import lru_cache

from scorepad.games import protocols
from scorepad.games.altenburg.faults import ACTIVE, guarded, problems_of
from scorepad.games.altenburg.hand import (
    AltenburgRules,
    BockEffect,
    Event,
    Hand,
    Opposite,
    Plan,
    Side,
    Spiel,
)
from scorepad.games.altenburg.shorthand import begins_at
from scorepad.games.altenburg.shorthand_read import read
from scorepad.games.altenburg.shorthand_write import write
from scorepad.games.altenburg.value import Grund, Worth, both_failed, rot_within, worth
from scorepad.games.bock import BockCovers, BockPerHand, bock_after, bockrunden
from scorepad.games.doppelkopf import players_of, result_in_words
from scorepad.games.game import Duties, Game, HandScore
from scorepad.games.money import signed
from scorepad.games.problems import Problems
from scorepad.games.table import Points, Seat, Table
from scorepad.i18n.message import N_, Message, say, say_n

EXAMPLE = protocols.Example(("Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda"), (
    {"re": ["Anne", "Cem"], "augen": 131},
    {"re": ["Bert", "Dora"], "augen": 110},
    {"re": ["Cem", "Emil"], "augen": 120, "ansagen": {"re": "U9"}},  # two reasons for Böcke
    {"re": ["Dora", "Fritz"], "augen": 140, "fuchs": ["re"]},
    {"spiel": "farb-solo", "farbe": "herz", "re": ["Emil"], "augen": 160},
    {"spiel": "buben-solo", "re": ["Fritz"], "augen": 130},
    {"spiel": "ober-solo", "re": ["Gerda"], "augen": 130},
    {"spiel": "trumpf-solo", "re": ["Anne"], "augen": 130},
    {"spiel": "stille-hochzeit", "re": ["Bert"], "augen": 130},
    {"spiel": "fleischlos", "re": ["Cem"], "augen": 130},
    {"spiel": "dullen-solo", "re": ["Dora"], "augen": 130},  # the first after the Böcke
    {"spiel": "farb-solo", "farbe": "gruen", "re": ["Emil"], "augen": 110},
    {"spiel": "buben-solo", "re": ["Fritz"], "augen": 110},  # Böcke while Böcke run
    {"spiel": "ober-solo", "re": ["Gerda"], "augen": 110},
    {"spiel": "trumpf-solo", "re": ["Anne"], "augen": 110},
    {"spiel": "stille-hochzeit", "re": ["Bert"], "augen": 110},
    {"spiel": "fleischlos", "re": ["Cem"], "augen": 110},
    {"spiel": "dullen-solo", "re": ["Dora"], "augen": 110},
    {"re": ["Emil", "Gerda"], "augen": 120},
    {"re": ["Fritz", "Anne"], "augen": 125, "ansagen": {"re": "U9", "kontra": "U9"}},
    {"spiel": "stille-hochzeit", "re": ["Gerda"], "augen": 120}))


TITLES = {Spiel.FARB_SOLO: "Farb-Solo", Spiel.BUBEN_SOLO: "Buben-Solo",
          Spiel.OBER_SOLO: "Ober-Solo", Spiel.TRUMPF_SOLO: "Trumpf-Solo",
          Spiel.STILLE_HOCHZEIT: "Stille Hochzeit", Spiel.FLEISCHLOS: "Fleischlos",
          Spiel.DULLEN_SOLO: "Dullen-Solo"}
ALONE = {spiel: protocols.Deed(spiel.value, title, solo=True) for spiel, title in TITLES.items()}
PLANS = {plan: protocols.PLANS[plan.value] for plan in Plan}
SCHARFE = (protocols.Deed("grosse-scharfe", "Große Scharfe"),
           protocols.Deed("kleine-scharfe", "Kleine Scharfe"))
OFFEN = protocols.Deed("offen", N_("Open solos"), well=N_("Open solos won"))
SAID = {Side.RE: protocols.SAID_RE, Side.KONTRA: protocols.SAID_KONTRA}


def feats_of(hand: Hand, table: Table[AltenburgRules], winner: Side | None,
             gruende: tuple[Grund, ...]) -> tuple[protocols.Feat, ...]:
    """Return the feats of a hand; gruende: the reasons for the Böcke that follow it."""
    found: list[protocols.Feat] = []
    if hand.spiel is not Spiel.NORMAL:
        found.append(protocols.Feat(hand.re[0], ALONE[hand.spiel],
                                    None if winner is None else winner is Side.RE))
    if hand.ansage_re is not None or hand.ansage_kontra is not None:
        failed = _failed(hand)
        for side in Side:
            if hand.ansage(side) is not None:
                found += _of_side(side, hand.re, table.active, protocols.ANSAGE,
                                  well=side is winner and not failed)
    for side in hand.fuchs:
        found += _of_side(side, hand.re, table.active, protocols.FUCHS)
    if hand.karlchen is not None:
        found += _of_side(hand.karlchen, hand.re, table.active, protocols.KARLCHEN)
    if hand.falschspiel is not None:
        found.append(protocols.Feat(hand.falschspiel, protocols.FALSCHSPIEL))
    rules = table.rules
    if gruende and rules.bock_effect != BockEffect.NONE:
        guilty = [seat for grund in gruende for seat in _guilty(grund, hand, table, winner)]
        if rules.bock_per_hand != BockPerHand.EACH:
            guilty = sorted(set(guilty))
        found += [protocols.Feat(seat, protocols.BOCK) for seat in guilty]
    return tuple(found)


def feats_of_notes(hand: Hand, leads: Seat | None,
                   winner: Side | None) -> tuple[protocols.Feat, ...]:
    """Return the plan of whoever led to the hand, who said Re and Kontra, whose the Scharfen were,
    and an open solo; each went well if its side won, whatever the points, and is None where nobody
    did."""
    noted = [] if hand.plan is None or leads is None else [(leads, PLANS[hand.plan])]
    noted += [(seat, SAID[side]) for side in Side if (seat := hand.von(side)) is not None]
    noted += [(seat, deed) for seat, deed in zip(hand.scharfe_von, SCHARFE) if seat is not None]
    noted += [(hand.re[0], OFFEN)] * hand.offen
    return tuple([protocols.Feat(
        seat, deed, None if winner is None else hand.side_of(seat) is winner)
        for seat, deed in noted])


def _guilty(grund: Grund, hand: Hand, table: Table[AltenburgRules],
            winner: Side | None) -> tuple[Seat, ...]:
    """Return who caused a Bockrunde: the side that lost its Ansage, the soloist, or whoever
    revoked; nobody at 120:120."""
    if grund is Grund.FALSCHSPIEL:
        return () if hand.falschspiel is None else (hand.falschspiel,)
    if grund is Grund.SOLO:
        return hand.re
    if grund is Grund.SPLIT:
        return ()
    failed = _failed(hand)
    return tuple([seat for seat in table.active
                  if hand.ansage(side := hand.side_of(seat)) is not None
                  and (failed or side is not winner)])


def _failed(hand: Hand) -> bool:
    """Return whether neither side kept its Ansage, whoever was said to have won."""
    return hand.falschspiel is None and both_failed(hand)


@lru_cache(maxsize=1 << 10)
def _of_side(side: Side, re: tuple[Seat, ...], active: tuple[Seat, ...], deed: protocols.Deed, *,
             well: bool | None = None) -> tuple[protocols.Feat, ...]:
    """Return the feat of both players of a side. Cached: a club has few different."""
    return tuple([protocols.Feat(seat, deed, well) for seat in players_of(side, re, active)])


def written(points: int, winner: Side | None, hand: Hand, table: Table[AltenburgRules]) -> Points:
    """Return what everybody writes for so many points of the winner, or of Re where nobody wins: a
    soloist three times as many, each of two players as many, each opponent their negative."""
    of_re = -points if winner is Side.KONTRA else points
    times, figures = (ACTIVE - len(hand.re)) // len(hand.re), [0] * len(table.names)
    for seat in table.active:
        figures[seat] = times * of_re if seat in hand.re else -of_re
    return tuple(figures)


def score_of(hand: Hand, table: Table[AltenburgRules]) -> HandScore:
    """Return the score of a hand before any Bock."""
    came = worth(hand, table.rules)
    return HandScore.of(written(came.value + sum(came.extras), came.winner, hand, table), why=came)


def multiplied(score: HandScore, hand: Hand, table: Table[AltenburgRules],
               multipliers: protocols.Multipliers) -> HandScore:
    """Return the score with its points multiplied, or with all of them but the extras."""
    factor, aside = protocols.factor_of(multipliers), (0,) * len(score.points)
    if table.rules.bock_covers == BockCovers.VALUE:
        came: Worth = score.why
        aside = written(sum(came.extras), came.winner, hand, table)
    return score._replace(multipliers=multipliers, points=tuple([
        (point - part) * factor + part for point, part in zip(score.points, aside)]))


KINDS = {**TITLES, Spiel.NORMAL: "", Spiel.FARB_SOLO: "{farbe}-Solo"}
FARBEN = {"herz": "Herz", "gruen": "Grün", "eichel": "Eichel"}
MISDEALS_FOR_A_STAR = 3


class DoppelkopfAltenburg(
        protocols.SeatsChange, protocols.Multiplies, protocols.GivesStars, protocols.HasNotation,
        protocols.HasRe, Game[Hand, AltenburgRules]):
    """Doppelkopf (S2), 4 to 7 players, 4 of them active, 240 Augen."""

    id = "doppelkopf-altenburg"
    title = "Doppelkopf (Altenburger Hausregeln)"
    players = range(4, 8)
    rules = AltenburgRules
    may_split = True
    hands = (Hand,)
    example = EXAMPLE
    low_is_good = False
    zero_sum, usual_stake = True, 100

    # --- a hand -------------------------------------------------------------------------------

    def judge(self, hand: Hand, table: Table[AltenburgRules]) -> HandScore | Problems:
        return problems_of(hand, table) or score_of(hand, table)

    def guard(self, hand: Hand, table: Table[AltenburgRules]) -> Problems:
        return tuple(guarded(hand))

    def multiply(self, hand: Hand, table: Table[AltenburgRules], score: HandScore,
                 multipliers: protocols.Multipliers) -> tuple[HandScore, protocols.Multipliers]:
        """Double the hand for each Bockrunde that runs (S2, Böcke); its own begins after it."""
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
        said = [" + ".join(names[seat] for seat in hand.re), _kind(hand), "offen" * hand.offen]
        for side in Side:
            if ansage := hand.ansage(side):
                level = "" if ansage.depth == 0 else f" {ansage.value}"
                von = hand.von(side)
                said.append(f"{side.value.capitalize()}{level}"
                            + ("" if von is None else f" ({names[von]})"))
        said.append(result_in_words(hand.result))
        if hand.plan is not None:
            said.append(PLANS[hand.plan].title)
        said += [f"{deed.title} {names[seat]}" for seat, deed in zip(hand.scharfe_von, SCHARFE)
                 if seat is not None]
        if hand.falschspiel is not None:
            said.append(f"Falschspiel {names[hand.falschspiel]}")
        return " · ".join(filter(None, said))

    def noted(self, hand: Hand) -> tuple[Message, ...]:
        plan = [] if hand.plan is None else [Message(PLANS[hand.plan].title)]
        misdealt = [say_n("{n} misdeal", "{n} misdeals", hand.vergeben)] * bool(hand.vergeben)
        redealt = [say_n("{n} redeal", "{n} redeals", hand.eingemischt)] * bool(hand.eingemischt)
        return (*plan, *misdealt, *redealt)

    def events(self, hand: Hand, table: Table[AltenburgRules]) -> tuple[protocols.StarEvent, ...]:
        """Return the events that were entered, and those that follow from the hand (S2, Sterne)."""
        found = rot_within(hand)
        for event, seat in hand.sterne:
            if event is Event.FUENF_KARTEN:  # the three others get the star
                found += [protocols.StarEvent(other, event.value)
                          for other in table.active if other != seat]
            else:
                found.append(protocols.StarEvent(seat, event.value))
        if hand.dulle is not None and not hand.grosse_scharfe:
            found.append(protocols.StarEvent(hand.dulle.verlierer, Event.DULLE.value))
        if hand.falschspiel is not None:
            found.append(protocols.StarEvent(hand.falschspiel, Event.FALSCHSPIEL.value))
        found += [protocols.StarEvent(table.dealer, Event.VERGEBEN.value)] * (
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
              score: HandScore) -> tuple[protocols.Feat, ...]:
        """Return games played alone, Ansagen, Füchse, Karlchen, Falschspiel, Böcke by who caused
        them, and what is noted of plans and of who said Re and Kontra."""
        came: Worth = score.why
        found = feats_of(hand, table, came.winner, came.gruende)
        if hand.plan is None and not hand.offen and all(
                seat is None for seat in (*hand.angesagt_von, *hand.scharfe_von)):
            return found
        return found + feats_of_notes(hand, self.duties(table).leads, came.winner)

    # --- seats --------------------------------------------------------------------------------

    def active(self, seats: tuple[Seat, ...], dealer: Seat,
               rules: AltenburgRules) -> tuple[Seat, ...]:
        """Return who plays (S2, Das Blatt und die Spieler): of five the dealer sits out, of six
        those beside the dealer, of seven the one opposite as well."""
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
