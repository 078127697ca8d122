"""The hand-entry panels, one a game."""

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.ui.entry.kalter_schlag import PANEL as KALTER_SCHLAG_PANEL
from scorepad.ui.entry.model import Panel

PANELS: dict[str, Panel] = {KALTER_SCHLAG.id: KALTER_SCHLAG_PANEL}
