"""Entering Pfälzer Ramsch: three players, who pushed the skat on, a Jungfrau, and figures."""

import flet as ft

from scorepad.drafts.augen import RamschDraft
from scorepad.games.pfaelzer_ramsch import NO_KONTRA
from scorepad.ui.entry.model import AUGEN_HINT, Desk, Panel
from scorepad.ui.entry.pad import number_pad
from scorepad.ui.entry.ramsch import durchmarsch, kontra, players


def controls(desk: Desk[RamschDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    keys = [durchmarsch(desk), *kontra(desk, NO_KONTRA)]
    return [*players(desk, jungfrau_doubles=False), *number_pad(desk.change, keys)]


PANEL = Panel(RamschDraft, controls, AUGEN_HINT, {
    "durchmarsch": "D", "jungfrau-": "J", "schieben-": "S"})
