"""The panels for entering hands: the one of a game's fields, and those of single games."""

from typing import Any

from scorepad.games import BY_ID
from scorepad.games.game import Game
from scorepad.ui.entry import alone, altenburg, cinq_cents, kasse, ramsch, rounds, turnier
from scorepad.ui.entry.model import Panel
from scorepad.ui.entry.plain import plain_panel

PANELS: dict[str, Panel] = {
    "kalter-schlag": ramsch.KALTER_SCHLAG,
    "schieberamsch": ramsch.SCHIEBERAMSCH,
    "pfaelzer-ramsch": ramsch.PFAELZER_RAMSCH,
    "doppelkopf": turnier.PANEL,
    "doppelkopf-altenburg": altenburg.PANEL,
    "doppelkopf-kasse": kasse.PANEL,
    "chase-the-ace": rounds.CHASE_THE_ACE,
    "cinq-cents": cinq_cents.PANEL,
    "skat": alone.SKAT,
    "schafkopf": alone.SCHAFKOPF,
    "ansagen": rounds.ANSAGEN,
}
"""The panels of games that have one of their own, by the game's id."""


def panel_of(game: Game[Any, Any]) -> Panel:
    """Return the panel for entering the hands of a game."""
    return PANELS.get(game.id) or plain_panel(BY_ID[game.id])
