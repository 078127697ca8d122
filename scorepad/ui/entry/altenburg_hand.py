"""Entering Doppelkopf: the hand that the figures on the panel are of."""

from typing import Any

from scorepad.drafts.altenburg import AltenburgDraft
from scorepad.games.altenburg.hand import Span
from scorepad.ui.entry.doppelkopf import filled
from scorepad.ui.entry.model import Desk


def hand_if(desk: Desk[AltenburgDraft], span: Span | None) -> Any | None:
    """Return the hand with this result, or as typed if `span` is None, with Re filled in; None
    where its figures depend on who is Re, or where it has faults."""
    draft = desk.draft
    hand = draft.hand() if span is None else draft.hand_with(span)
    if hand is None or len(hand.re) != draft.wanted and (
            hand.dulle is not None or hand.falschspiel is not None):
        return None
    return filled(desk, hand, draft.active)
