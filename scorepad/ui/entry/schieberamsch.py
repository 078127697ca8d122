"""Entering Schieberamsch: a Ramsch, which is open by default, or a Grand Hand.

Four taps for a decisive figure: player, two digits, save; one more for each Schieben, Jungfrau or
Kontra. Six for a Grand Hand: its key, the soloist, two digits, his Spitzen, save.
"""

import flet as ft

from scorepad.drafts.schieberamsch import SchieberamschDraft
from scorepad.games.schieberamsch import SkatTo
from scorepad.ui.entry import grand_hand
from scorepad.ui.entry.model import AUGEN_HINT, Desk, Panel, Step
from scorepad.ui.entry.pad import number_pad, word_key
from scorepad.ui.entry.ramsch import durchmarsch, kontra, players
from scorepad.ui.session import use_session


def controls(desk: Desk) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    table, change = desk.table, desk.change
    draft: SchieberamschDraft = desk.draft
    def in_ramsch(step: Step) -> None:
        change(lambda draft: draft.in_ramsch(step))

    def in_grand(step: Step) -> None:
        change(lambda draft: draft.in_grand(step))

    alone = [] if not table.rules.grand_hand and not draft.alone else [lambda columns: word_key(
        "Grand Hand", lambda: change(SchieberamschDraft.play_alone), columns=columns,
        identifier="grand-hand", chosen=draft.alone)]
    if draft.alone:
        above = grand_hand.soloist_and_spitzen(table, draft.grand, desk.problems, in_grand)
        keys = [grand_hand.schwarz(draft.grand, in_grand), *alone,
                grand_hand.kontra(draft.grand, in_grand)]
    else:
        above = players(table, draft.ramsch, desk.problems, in_ramsch, jungfrau_doubles=True,
                        rest_is_his=table.rules.skat_to != SkatTo.MOST_AUGEN)
        keys = [durchmarsch(draft.ramsch, in_ramsch), *alone,
                *kontra(draft.ramsch, draft.most_kontra, in_ramsch)]
    return [*above, *number_pad(
        lambda digit: change(lambda draft: draft.key(digit)),
        lambda: change(lambda draft: draft.key("Backspace")),
        backspace_label=use_session().words("Delete"), keys=keys)]


PANEL = Panel(SchieberamschDraft, controls, AUGEN_HINT)
