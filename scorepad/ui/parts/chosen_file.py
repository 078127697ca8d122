"""The frame of the screens about a file that was chosen, before anything is done with it."""

import flet as ft

from scorepad.ui.files import Picker
from scorepad.ui.parts.safety_rows import busy, row
from scorepad.ui.session import Session, going_to
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import panel, screen, strong, text_button


def screen_of_file(session: Session, title: str, about: str, picker: Picker,
                   body: list[ft.Control] | None, button: ft.Control | None, *,
                   working: str = "", identifier: str) -> ft.View:
    """Build such a screen; for components only.

    about: which files are right here; picker: chooses another; body: what is in the file, None
    while it is read; button: the main thing to do; working: what is being done already.
    """
    t, picked = session.words, session.picked
    if picked is None:
        body = [ft.Text(t("Choose the file again."), size=Type.FIGURE)]
    elif body is None or working:
        body = [busy(working or t("The file is being read …"))]
    another = [] if working else [row(
        t("Choose another file"), about, None, identifier=identifier,
        icon=ft.Icons.FILE_OPEN_OUTLINED, action=picker.action(title))]
    return screen(
        title, panel(*([strong(picked.name)] if picked else []), *body, spacing=Space.MEDIUM),
        *another, bottom=None if working else button,
        back="/safety", back_label=t("Back to the book"))


def instead(session: Session, *, export: bool = False, entries: bool = False) -> list[ft.Control]:
    """Build the way to where this very file belongs, if it is an export, or one of entries."""
    t = session.words
    if export:
        return [text_button(t("Import this file"), going_to("/safety/import"),
                            identifier="import-instead", icon=ft.Icons.FILE_OPEN_OUTLINED)]
    return [text_button(t("Merge this file"), going_to("/safety/meet"),
                        identifier="meet-instead", icon=ft.Icons.MERGE)] if entries else []
