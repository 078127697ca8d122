"""Text to take away: copied or shared, and shown to be copied by hand where neither is possible."""

import flet as ft

from scorepad.i18n.message import Message, say
from scorepad.ui.session import Session, page
from scorepad.ui.widgets import remark


def copy_button(session: Session, title: str, text: str, identifier: str) -> ft.Control:
    """Build a button that copies `text`. The browser does so during the tap, as some insist on;
    then it is asked how that went."""
    return ft.Semantics(identifier=identifier, content=ft.TextButton(
        title, icon=ft.Icons.COPY, action=ft.CopyToClipboard(text),
        on_click=lambda: page().run_task(_copy, session, text, say("Copied."))))


async def share(session: Session, text: str) -> None:
    """Hand `text` to the platform; copy it where that cannot share."""
    try:
        await ft.Share().share_text(text)
    # Clients report a failure in as many ways as there are browsers.
    except Exception:  # noqa: BLE001
        await _copy(session, text, say("This browser cannot share. The text is copied instead."))


async def _copy(session: Session, text: str, done: Message) -> None:
    try:
        await ft.Clipboard().set(text)
    except Exception:  # noqa: BLE001
        _show(session, text)
    else:
        session.tell(done)


def _show(session: Session, text: str) -> None:
    """Show the text, selected, for whoever copies it by hand."""
    t = session.words
    shown = ft.AlertDialog(title=t("Copy as text"), content=ft.Column(tight=True, controls=[
        remark(t("This browser does not let the page copy. The text is selected.")),
        ft.TextField(value=text, read_only=True, multiline=True, max_lines=12, autofocus=True,
                     selection=ft.TextSelection(0, len(text)))]))
    shown.actions = [ft.TextButton(t("Close"), on_click=lambda: page().pop_dialog())]
    page().show_dialog(shown)
