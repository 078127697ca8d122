"""Doppelkopf with a common pot: all pay in, and the pot pays the winners.

S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines; what
the pot pays, and how, is in `payment`. Points are cents, or base amounts where nothing is at stake.
A contribution is no hand: the content of the pot follows from what the players have got out of it.
"""

from collections.abc import Sequence
from dataclasses import replace

from scorepad.games import protocols
from scorepad.games.doppelkopf import Side, players_of
from scorepad.games.game import Game, HandScore, Meter, Outcome
from scorepad.games.kasse.hand import (
    AT_MOST_LEFT,
    PLAYERS,
    SEATS,
    Art,
    Hammelrennen,
    Hand,
    KasseRules,
    Nachzahlung,
    Normal,
    Solo,
    base_amount,
    guarded,
    pot_of,
    problems_of,
)
from scorepad.games.kasse.payment import SOLI, described, score_of, solos_of, told, won
from scorepad.games.money import GRUNDBETRAG, in_cents
from scorepad.games.problems import Problems
from scorepad.games.table import Points, Seat, Table, Tally
from scorepad.i18n.message import N_, Message, listed, say, say_n

SOLO = protocols.Deed("solo", SOLI[Art.ANGESAGT], solo=True)
ALONE = {Art.ANGESAGT: SOLO,
         Art.HEIMLICH: protocols.Deed("heimliches-solo", SOLI[Art.HEIMLICH], solo=True),
         Art.BUBE: protocols.Deed("buben-solo", SOLI[Art.BUBE], solo=True)}


class DoppelkopfKasse(protocols.FollowsTally, protocols.HasPot, protocols.HasRe,
                      Game[Hand, KasseRules]):
    """Doppelkopf with a common pot (S1, 093–221), 4 players, 240 Augen."""

    id = "doppelkopf-kasse"
    title = "Doppelkopf mit Kasse"
    players = range(PLAYERS, PLAYERS + 1)
    rules = KasseRules
    hands = (Normal, Solo, Nachzahlung, Hammelrennen)
    wager, usual_stake = GRUNDBETRAG, 5
    low_is_good = False
    in_money = True
    example = protocols.Example(("Anne", "Bert", "Cem", "Dora"), (
        {"re": ["Anne", "Bert"], "augen": 50, "karlchen": "kontra",
         "fuchs": [{"faenger": "Cem", "verlierer": "Anne"}]},
        {"re": ["Anne", "Cem"], "augen": 20, "nur_alten": True, "karlchen": "kontra",
         "fuchs": [{"faenger": "Bert", "verlierer": "Cem"}] * 2},
        {"re": ["Bert", "Dora"], "augen": 0, "schwarz": "re", "karlchen": "kontra",
         "fuchs": [{"faenger": "Anne", "verlierer": "Dora"}] * 2},
        {"re": ["Cem", "Dora"], "augen": 240, "schwarz": "kontra"},
        {"hammelrennen": "Anne"},  # for the last base amount
        {"nachzahlung": 5},
        {"spiel": "solo", "re": ["Bert"], "gewonnen": False, "kontra": 1},
        {"re": ["Anne", "Dora"], "augen": 120,
         "fuchs": [{"faenger": "Dora", "verlierer": "Bert"}]}), 5)
    # --- a hand -------------------------------------------------------------------------------

    def judge(self, hand: Hand, table: Table[KasseRules]) -> HandScore | Problems:
        return problems_of(hand, table) or score_of(hand, table)

    def guard(self, hand: Hand, table: Table[KasseRules]) -> Problems:
        return tuple(guarded(hand, table))

    def re_of(self, hand: Hand) -> tuple[Seat, ...]:
        return hand.re if isinstance(hand, Normal | Solo) else ()

    def winners(self, hand: Hand, table: Table[KasseRules], score: HandScore) -> tuple[Seat, ...]:
        match hand:
            case Normal():
                came = won(hand)
                return () if came is None else players_of(came.side, hand.re, SEATS)
            case Solo():
                winner = Side.RE if hand.gewonnen else Side.KONTRA
                return players_of(winner, hand.re, SEATS)
            case Hammelrennen():
                return (hand.sieger,)
        return ()

    def feats(self, hand: Hand, table: Table[KasseRules],
              score: HandScore) -> tuple[protocols.Feat, ...]:
        """Return solos by their kind, Füchse by who caught them, and Karlchen for both of the
        side."""
        if not isinstance(hand, Normal | Solo):
            return ()
        alone = (protocols.Feat(hand.re[0], ALONE[hand.art], hand.gewonnen),) \
            if isinstance(hand, Solo) else ()
        made = () if hand.karlchen is None else players_of(hand.karlchen, hand.re, SEATS)
        return (*alone, *[protocols.Feat(fuchs.faenger, protocols.FUCHS) for fuchs in hand.fuchs],
                *[protocols.Feat(seat, protocols.KARLCHEN) for seat in made])

    def explain(self, hand: Hand, table: Table[KasseRules], score: HandScore) -> str:
        return told(hand, table, score.why)

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        return described(hand, names)

    # --- a match ------------------------------------------------------------------------------

    def tell(self, outcome: Outcome, tally: Tally, rules: KasseRules,
             names: Sequence[str]) -> Message:
        if owing := [names[seat] for seat in self.owing(tally, rules)]:
            return say_n("Over after {n} hand. What was left in the pot is shared equally. "
                         "A solo is still owed by {names}",
                         "Over after {n} hands. What was left in the pot is shared equally. "
                         "A solo is still owed by {names}", tally.hands, names=listed(owing))
        return say_n("Over after {n} hand. What was left in the pot is shared equally.",
                     "Over after {n} hands. What was left in the pot is shared equally.",
                     tally.hands)

    def why(self, outcome: Outcome, tally: Tally, rules: KasseRules,
            names: Sequence[str]) -> Message:
        return self.tell(outcome, tally, rules, names)

    def balance(self, tally: Tally, stake: int) -> Points:
        """Return the cents that everybody has got, less the contribution, plus an equal share of
        what is left in the pot. That share brings the contribution back, so it does not matter how
        high it was; odd cents go to the first seats."""
        from_pot = sum(tally.totals)
        return in_cents([PLAYERS * total - from_pot for total in tally.totals], PLAYERS)

    def pot(self, tally: Tally, rules: KasseRules, stake: int | None) -> int:
        return pot_of(tally, rules, base_amount(stake))

    def offer(self, tally: Tally, rules: KasseRules, stake: int | None) -> Message | None:
        """Propose topping up an empty pot, or the Hammelrennen for the last two base amounts (S1,
        217–221)."""
        base = base_amount(stake)
        left = self.pot(tally, rules, stake) // base if base else 0
        if left > AT_MOST_LEFT or not base:
            return None
        if left <= 0:
            return say("Empty: top it up?")
        return say_n("{n} base amount left: Hammelrennen?", "{n} base amounts left: Hammelrennen?",
                     left) if rules.hammelrennen else None

    def progress(self, tally: Tally, rules: KasseRules) -> Message | None:
        """Return how many of the solos that everybody has to play are still owed, and whether the
        time for them is over (S1, 177–182)."""
        if not rules.solo_duty:
            return None
        owed = sum(self.owed(tally, rules))
        if owed and self._is_due(tally, rules):
            return say_n("{n} solo owed and due", "{n} solos owed and due", owed)
        return say_n("{n} solo owed", "{n} solos owed", owed)

    def owed(self, tally: Tally, rules: KasseRules) -> Points:
        """Return the solos that everybody has yet to play (S1, 177–182)."""
        return tuple([max(0, rules.solo_duty - solos) for solos in solos_of(tally.marks)])

    def due(self, tally: Tally, table: Table[KasseRules]) -> Message | None:
        """Say who must play a forced solo now, because the rounds agreed on are over (S1,
        177–182: whoever has not played it is made to, with whatever cards)."""
        owing = [table.names[seat] for seat in self.owing(tally, table.rules)]
        if not owing or not self._is_due(tally, table.rules):
            return None
        return say_n("{names} must play a solo now", "{names} must each play a solo now",
                     len(owing), names=listed(owing))

    def owing(self, tally: Tally, rules: KasseRules) -> tuple[Seat, ...]:
        """Return who still owes a forced solo."""
        return tuple([seat for seat, solos in enumerate(self.owed(tally, rules)) if solos])

    def _is_due(self, tally: Tally, rules: KasseRules) -> bool:
        """Return whether the rounds in which forced solos are to be played are over; every player
        has dealt once in a round."""
        return rules.solo_duty_rounds is not None \
            and tally.hands >= PLAYERS * rules.solo_duty_rounds

    def meters(self, tally: Tally, rules: KasseRules) -> tuple[Meter, ...]:
        """Return how many of the solos that everybody has to play each player has played."""
        if not rules.solo_duty:
            return ()
        return (Meter(N_("Forced solos"), rules.solo_duty, solos_of(tally.marks)),)

    def agreed(self, before: KasseRules, after: KasseRules) -> KasseRules:
        """Return the rules after a change: what was once contributed stays in the pot."""
        return replace(after, beitrag=max(before.beitrag, after.beitrag))


DOPPELKOPF_KASSE = DoppelkopfKasse()

