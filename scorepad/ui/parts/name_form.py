"""A field for a name, with what is wrong with it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from scorepad.i18n.message import Message, say
from scorepad.service import Refused
from scorepad.ui.session import Session
from scorepad.ui.widgets import icon_button, text_field


@ft.observable
@dataclass
class NameForm:
    """A name that is being typed; typed: the text in the field; fault: why it was refused."""

    typed: str = ""
    fault: Message | None = None

    def type(self, typed: str) -> None:
        """Take the text of the field."""
        self.typed, self.fault = typed, None

    def save(self, session: Session, act: Callable[[str], Any]) -> bool:
        """Do something with the name, or say at the field why not; return whether it was done."""
        if not self.typed.strip():
            self.fault = say("Type a name first.")
            return False

        def attempted() -> None:
            try:
                act(self.typed)
            except Refused as refused:
                self.fault = say("The name {fault}.", fault=refused.message)

        return session.attempt(attempted) and self.fault is None


def name_field(form: NameForm, save: Callable[[], Any], session: Session, *, label: str,
               icon: ft.IconData, does: str, identifier: str, live: bool = True) -> ft.Control:
    """Build the field and the symbol that saves it; does: the name of the symbol; live: whether
    there is something to save."""
    t = session.words
    field = text_field(label, form.typed, form.type, expand=True,
                       on_submit=lambda: save(), error=t(form.fault) if form.fault else None,
                       capitalization=ft.TextCapitalization.SENTENCES)
    return ft.Row([field, icon_button(icon, does, save if live else None, identifier=identifier)],
                  key=f"{identifier}-field", spacing=0,
                  vertical_alignment=ft.CrossAxisAlignment.START)
