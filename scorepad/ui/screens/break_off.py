"""The screen on which a table breaks off a Partie, and may agree on what it pays."""

from functools import partial

import flet as ft

from scorepad.games.protocols import Partien
from scorepad.i18n.message import Message
from scorepad.ui.forms.agreement import AgreementForm
from scorepad.ui.half_filled import use_form
from scorepad.ui.parts.address import NO_SHEET, use_sheet, way_to
from scorepad.ui.parts.form_frame import form_button
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import go_back, use_session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import heading, panel, remark, screen, text_field


@ft.observable
class AgreementOnScreen(AgreementForm):
    """A form of an agreement that Flet observes."""


@ft.component
def BreakOff() -> ft.View:
    session = use_session()
    t, service = session.words, session.service
    sheet = use_sheet(session)
    form = use_form("agreement", lambda: None if isinstance(sheet, Message) else AgreementOnScreen(
        sheet.score.record.names))
    if isinstance(sheet, Message) or form is None:
        return missing(t(sheet if isinstance(sheet, Message) else NO_SHEET), "/")
    back, score = way_to(sheet), sheet.score
    if score.over or sheet.closed or not isinstance(sheet.game, Partien) or not score.tally.hands:
        return missing(t("There is no match to break off here."), back)
    fault = form.fault(t)

    def save() -> None:
        if session.attempt(service.end_match, sheet.id, form.agreement(t)):
            go_back(back)

    money: list[ft.Control] = []
    if score.record.stake is not None:
        fields = [text_field(name, form.typed.get(name, ""), partial(form.type, name),
                             error=t(own) if (own := form.fault_of(name, t)) else None)
                  for name in form.names]
        money = [panel(heading(t("What the table agrees on")),
                       remark(t("What everybody receives; a minus sign means paying. Leave it "
                                "empty if nobody pays anything.")),
                       *fields, spacing=Space.MEDIUM)]
    return screen(
        t("Break off the match"),
        panel(remark(t("Then nobody has won or lost it, and no more hands follow on this sheet. "
                       "It can be undone."))),
        *money, ft.Container(height=Space.SMALL),
        back=back, back_label=t("Back to the sheet"),
        bottom=form_button(t("Break off the match"), save, fault, t, identifier="break-off"))
