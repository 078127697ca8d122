"""The hand-entry panels, one a game."""

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.ui.entry.altenburg import PANEL as ALTENBURG_PANEL
from scorepad.ui.entry.kalter_schlag import PANEL as KALTER_SCHLAG_PANEL
from scorepad.ui.entry.model import Panel
from scorepad.ui.entry.pfaelzer_ramsch import PANEL as PFAELZER_RAMSCH_PANEL
from scorepad.ui.entry.schieberamsch import PANEL as SCHIEBERAMSCH_PANEL

PANELS: dict[str, Panel] = {
    KALTER_SCHLAG.id: KALTER_SCHLAG_PANEL,
    SCHIEBERAMSCH.id: SCHIEBERAMSCH_PANEL,
    PFAELZER_RAMSCH.id: PFAELZER_RAMSCH_PANEL,
    DOPPELKOPF_ALTENBURG.id: ALTENBURG_PANEL,
}
