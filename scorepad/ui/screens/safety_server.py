"""The screen of the server whose book this one meets."""

from dataclasses import dataclass

import flet as ft

from scorepad.i18n.message import Message
from scorepad.i18n.words import Words
from scorepad.ui.at_server import forget, meet_first
from scorepad.ui.hooks import use_own
from scorepad.ui.parts.at_server import sign
from scorepad.ui.parts.safety_rows import busy
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import main_button, panel, remark, screen, text_button, text_field


@ft.observable
@dataclass
class LinkForm:
    """A link that is being typed, with the name of this device; fault: why it was refused; working:
    whether it is being tried."""

    link: str = ""
    name: str = ""
    fault: Message | None = None
    working: bool = False

    def type_link(self, link: str) -> None:
        """Take the text of the first field."""
        self.link, self.fault = link, None

    def type_name(self, name: str) -> None:
        """Take the text of the second field."""
        self.name = name

    @property
    def is_whole(self) -> bool:
        """True if there is something to try."""
        return bool(self.link.strip() and self.name.strip()) and not self.working


@ft.component
def MeetServer() -> ft.View:
    session = use_session()
    t, place = session.words, session.place
    form = use_own(lambda: LinkForm(place.invited))
    title, back = t("Meet the table's server"), t("Back to the book")
    if place.post is None:
        return missing(t("There is nothing at this address."), "/safety")
    if place.partner is not None:
        return screen(
            title,
            panel(ft.Text(place.partner.address, size=Type.BODY, selectable=True),
                  remark(t("The books meet by themselves at every start and after every evening, "
                           "and when you tap here:")),
                  *sign(session), spacing=Space.MEDIUM),
            text_button(t("Do not meet this server any more"), lambda: forget(session),
                        identifier="forget-server", icon=ft.Icons.CLOUD_OFF),
            back="/safety", back_label=back)
    button = main_button(t("Join"), (lambda: page().run_task(_come_in, session, form))
                         if form.is_whole else None, identifier="join-server")
    return screen(title, panel(*_fields(form, t), spacing=Space.MEDIUM),
                  back="/safety", back_label=back, bottom=button)


def _fields(form: LinkForm, t: Words) -> list[ft.Control]:
    """Build what is to be typed, with what it leads to."""
    return [
        remark(t("Whatever is written here goes to the server, and what others have written there "
                 "comes here. Without a network everything goes on, and catches up later.")),
        text_field(t("Link"), form.link, form.type_link,
                   error=t(form.fault) if form.fault else None,
                   keyboard_type=ft.KeyboardType.URL, autocorrect=False),
        remark(t("The host finds it under Phones, below the QR code.")),
        text_field(t("Your name"), form.name, form.type_name,
                   capitalization=ft.TextCapitalization.WORDS),
        remark(t("It stands beside what this device enters.")),
        *([busy(t("The books are meeting …"))] if form.working else [])]


async def _come_in(session: Session, form: LinkForm) -> None:
    """Come in by the link, or say at its field why not."""
    form.working = True
    try:
        form.fault = await meet_first(session, form.link, form.name.strip())
    finally:
        form.working = False
    if form.fault is None:
        session.place.invited = ""
        session.show_anew()
