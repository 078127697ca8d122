"""The panels for entering hands: the one of a game's fields, and those of single games."""

from typing import Any

from scorepad.games import BY_ID
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.ansagen import ANSAGEN
from scorepad.games.chase_the_ace import CHASE_THE_ACE
from scorepad.games.cinq_cents import CINQ_CENTS
from scorepad.games.game import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.kasse import DOPPELKOPF_KASSE
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.schafkopf import SCHAFKOPF
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.games.skat import SKAT
from scorepad.games.turnier import DOPPELKOPF
from scorepad.ui.entry.altenburg import PANEL as ALTENBURG_PANEL
from scorepad.ui.entry.ansagen import PANEL as ANSAGEN_PANEL
from scorepad.ui.entry.chase_the_ace import PANEL as CHASE_THE_ACE_PANEL
from scorepad.ui.entry.cinq_cents import PANEL as CINQ_CENTS_PANEL
from scorepad.ui.entry.kalter_schlag import PANEL as KALTER_SCHLAG_PANEL
from scorepad.ui.entry.kasse import PANEL as KASSE_PANEL
from scorepad.ui.entry.model import Panel
from scorepad.ui.entry.plain import plain_panel
from scorepad.ui.entry.ramsch import PANEL as PFAELZER_RAMSCH_PANEL
from scorepad.ui.entry.schafkopf import PANEL as SCHAFKOPF_PANEL
from scorepad.ui.entry.schieberamsch import PANEL as SCHIEBERAMSCH_PANEL
from scorepad.ui.entry.skat import PANEL as SKAT_PANEL
from scorepad.ui.entry.turnier import PANEL as DOPPELKOPF_PANEL

PANELS: dict[str, Panel] = {
    KALTER_SCHLAG.id: KALTER_SCHLAG_PANEL,
    SCHIEBERAMSCH.id: SCHIEBERAMSCH_PANEL,
    PFAELZER_RAMSCH.id: PFAELZER_RAMSCH_PANEL,
    DOPPELKOPF.id: DOPPELKOPF_PANEL,
    DOPPELKOPF_ALTENBURG.id: ALTENBURG_PANEL,
    CHASE_THE_ACE.id: CHASE_THE_ACE_PANEL,
    CINQ_CENTS.id: CINQ_CENTS_PANEL,
    DOPPELKOPF_KASSE.id: KASSE_PANEL,
    SKAT.id: SKAT_PANEL,
    SCHAFKOPF.id: SCHAFKOPF_PANEL,
    ANSAGEN.id: ANSAGEN_PANEL,
}


def panel_of(game: Game[Any, Any]) -> Panel:
    """Return the panel for entering the hands of a game."""
    return PANELS.get(game.id) or plain_panel(BY_ID[game.id])
