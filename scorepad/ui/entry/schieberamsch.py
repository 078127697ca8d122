"""Entering Schieberamsch: a Ramsch, which is open by default, or a Grand Hand.

Four taps for a decisive figure: player, two digits, save; one more for each Schieben, Jungfrau or
Kontra. Six for a Grand Hand: its key, the soloist, two digits, his Spitzen, save.
"""

import flet as ft

from scorepad.drafts.schieberamsch import SchieberamschDraft
from scorepad.games.schieberamsch import SkatTo
from scorepad.ui.entry import grand_hand
from scorepad.ui.entry.model import AUGEN_HINT, Desk, Panel
from scorepad.ui.entry.pad import number_pad, word_key
from scorepad.ui.entry.ramsch import durchmarsch, kontra, players


def controls(desk: Desk[SchieberamschDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    draft, change, rules = desk.draft, desk.change, desk.table.rules
    ramsch = desk.within(draft.ramsch, lambda step: change(lambda draft: draft.in_ramsch(step)))
    grand = desk.within(draft.grand, lambda step: change(lambda draft: draft.in_grand(step)))
    switch = [] if not rules.grand_hand and not draft.alone else [lambda columns: word_key(
        "Grand Hand", change, SchieberamschDraft.play_alone, columns=columns,
        identifier="grand-hand", chosen=draft.alone)]
    if draft.alone:
        above = grand_hand.soloist_and_spitzen(grand)
        keys = [grand_hand.schwarz(grand), *switch, grand_hand.kontra(grand)]
    else:
        above = players(ramsch, jungfrau_doubles=True,
                        rest_is_his=rules.skat_to != SkatTo.MOST_AUGEN)
        keys = [durchmarsch(ramsch), *switch, *kontra(ramsch, draft.most_kontra)]
    return [*above, *number_pad(lambda step: change(lambda draft: draft.in_typed(step)), keys)]


PANEL = Panel(SchieberamschDraft, controls, AUGEN_HINT, {
    "durchmarsch": "D", "jungfrau-": "J", "schieben-": "S", "kontra": "K", "grand-hand": "G",
    "schwarz": "S"})
