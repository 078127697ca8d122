"""Entering Pfälzer Ramsch: three players, who pushed the skat on, a Jungfrau, and figures.

Four taps for a decisive figure: player, two digits, save; one more for each Schieben.
"""

import flet as ft

from scorepad.drafts.ramsch import RamschDraft
from scorepad.games.pfaelzer_ramsch import NO_KONTRA
from scorepad.ui.entry.model import AUGEN_HINT, Desk, Panel
from scorepad.ui.entry.pad import number_pad
from scorepad.ui.entry.ramsch import durchmarsch, kontra, players
from scorepad.ui.session import use_session


def controls(desk: Desk) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    table, change = desk.table, desk.change
    draft: RamschDraft = desk.draft
    return [
        *players(table, draft, desk.problems, change, jungfrau_doubles=False),
        *number_pad(
            lambda digit: change(lambda draft: draft.digit(digit)),
            lambda: change(RamschDraft.backspace), backspace_label=use_session().words("Delete"),
            keys=[durchmarsch(draft, change), *kontra(draft, NO_KONTRA, change)])]


PANEL = Panel(RamschDraft, controls, AUGEN_HINT)
