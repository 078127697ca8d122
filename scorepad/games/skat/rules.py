"""The options of Skat: what the International Skat Order leaves open, or tables play otherwise."""

from dataclasses import dataclass

from scorepad.games import bock as boecke
from scorepad.games.listed import Liste, ListRules, times_option
from scorepad.games.passed_ramsch import ramsch_option, ramschrunden_option
from scorepad.games.problems import Problem
from scorepad.games.rules import option, yes_or_no
from scorepad.i18n.message import N_, say


@dataclass(frozen=True)
class SkatRules(ListRules):
    """The options of Skat, each with its default."""

    hand_verlust: str = times_option(
        N_("Lost Hand game"), N_("How many times a Hand game that was lost counts."))
    null_ueberreizt: str = option(
        "vielfaches", N_("Overbid Null"),
        N_("What is lost: the first multiple of its value that reaches the bid, or its value."),
        {"vielfaches": N_("A multiple"), "wert": N_("Its value")})
    spitzen_max: int = option(11, "Spitzen", N_("The most Spitzen that count in a suit."),
                              {11: N_("All trumps"), 4: N_("The jacks")})
    fuenf: str = option(
        "dritter", N_("Five players"), N_("Besides the dealer, the third or the second to the left "
                                          "sits out."),
        {"dritter": N_("Third"), "zweiter": N_("Second")})
    kontra: bool = yes_or_no(False, N_("Kontra and Re"), N_("Each of them doubles the game."))
    ramsch: str = ramsch_option()
    bock: tuple[str, ...] = boecke.bock_option({
        "60:60": "60:60", "grand-hand": "Grand Hand", "kontra-verloren": N_("Kontra lost"),
        "kontra-re": N_("Kontra and Re")})
    bock_hands: int | None = boecke.bock_hands_option()
    bock_stack: str = boecke.bock_stack_option()
    bock_per_hand: str = boecke.bock_per_hand_option()
    ramschrunden: bool = ramschrunden_option()

    def conflict(self) -> Problem | None:
        if self.liste == Liste.BIERLACHS and self.hands is not None:
            return Problem(("hands",), say("cannot be combined with Bierlachs"))
        if self.ramschrunden and self.bock_stack == boecke.BockStack.STACK:
            return Problem(("ramschrunden",), say("cannot be combined with Böcke side by side"))
        return None
