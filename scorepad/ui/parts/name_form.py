"""A field for a name, with what is wrong with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import flet as ft

from scorepad.book.look_alikes import LookAlike, look_alike
from scorepad.i18n.message import Message, say
from scorepad.service import Refused
from scorepad.service.refusals import as_kept
from scorepad.ui.session import Session
from scorepad.ui.widgets import icon_button, text_field


@ft.observable
@dataclass
class NameForm:
    """A name that is being typed; typed: the text in the field; fault: why it was refused; asked:
    whose name it looks like; ids: everybody whom it may be meant for, by name."""

    typed: str = ""
    fault: Message | None = None
    asked: LookAlike | None = None
    ids: Mapping[str, str] = field(default_factory=dict)

    def type(self, typed: str) -> None:
        """Take the text of the field."""
        self.typed, self.fault, self.asked = typed, None, None

    def refuse(self, fault: Message) -> None:
        """Say at the field why something cannot be."""
        self.fault, self.asked = fault, None

    def asks(self, session: Session, player: str | None = None) -> bool:
        """Ask whether the name is meant for somebody whose name looks the same, if there is one;
        return whether that is to be answered first.

        player: the id of whoever gets the name, None for somebody new.
        """
        self.ids = {name: own for own, name in session.service.people.names().items()
                    if own != player}
        self.asked = look_alike(as_kept(self.typed), self.ids)
        return self.asked is not None

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
