"""The key between two Partien by which those of a round take turns to sit out."""

from contextlib import suppress

import flet as ft

from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.forms.round import next_turn
from scorepad.ui.screens.new_sheet import begin
from scorepad.ui.session import Session
from scorepad.ui.widgets import text_button


def turn_key(sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build the key that begins the next Partie with whoever has sat out, if somebody has."""
    t, service = session.words, session.service

    def change() -> None:
        if now := next_turn(service, sheet.id):  # a second tap finds that it is done
            begin(NewSheetForm.in_turn(service, sheet.id, now), session)

    with suppress(KeyError, StorageFault):  # the screen, which is drawn later, says so
        if turn := next_turn(service, sheet.id):
            return [text_button(
                t("{comes} plays, {goes} sits out", comes=turn.comes, goes=turn.goes),
                change, identifier="in-turn", icon=ft.Icons.SWAP_HORIZ)]
    return []
