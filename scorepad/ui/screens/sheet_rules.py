"""The screen between two hands that changes the house rules from the next one on, and what was
agreed on besides."""

import flet as ft

from scorepad.games.protocols import MadeByRules
from scorepad.i18n.message import Message, say
from scorepad.service.refusals import faults_of_line
from scorepad.service.views import SheetView
from scorepad.ui.forms.rules import told_difference
from scorepad.ui.half_filled import use_form
from scorepad.ui.hooks import keyed, use_value
from scorepad.ui.parts.absprachen import absprachen_field
from scorepad.ui.parts.address import NO_SHEET, use_sheet, way_to
from scorepad.ui.parts.form_frame import form_button
from scorepad.ui.parts.house_rules import Options, RulesOnScreen
from scorepad.ui.parts.rule_sets import rule_set_chips
from scorepad.ui.parts.rules_preview import rules_preview
from scorepad.ui.rights import is_host
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import Session, go_back, use_session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import panel, remark, screen, text_button


@ft.component
def RulesOfSheet() -> ft.View:
    session = use_session()
    t, service = session.words, session.service
    sheet = use_sheet(session)
    form = use_form("rules", lambda: None if isinstance(sheet, Message) else RulesOnScreen(
        sheet.game, sheet.score.rules.written()))
    if isinstance(sheet, Message) or form is None:
        return missing(t(sheet if isinstance(sheet, Message) else NO_SHEET), "/")
    back = way_to(sheet)
    if sheet.score.over or sheet.closed:
        return missing(t("What is over keeps its rules."), back)
    number, held = len(sheet.score.lines) + 1, sheet.score.rules
    against = form.fault_of_rules()
    if not against and form.rules() == held:
        against = say("Nothing is changed yet.")
    if not against and sheet.score.lines and sheet.game.agreed(held, form.rules()) == held:
        against = say("What was agreed so far stays: this changes nothing.")

    def save() -> None:
        if session.attempt(service.change_rules, sheet.id, form.rules()):
            _tell(sheet, number, session)
            go_back(back)

    stays = isinstance(sheet.game, MadeByRules)
    if stays or not is_host(session):
        return screen(
            t("House rules"), keyed(f"absprachen-{sheet.id}", AbsprachenOfSheet, sheet),
            panel(*[remark(t(each)) for each in told_difference(held, sheet.game.rules())])
            if stays else ft.Container(),
            remark(t("These rules stay as the sheet began.") if stays
                   else t("The host changes the rules.")),
            back=back, back_label=t("Back to the sheet"))
    return screen(
        t("House rules"),
        keyed(f"absprachen-{sheet.id}", AbsprachenOfSheet, sheet),
        panel(*rule_set_chips(form, session), Options(form), spacing=Space.LARGE),
        *rules_preview(form, held, (t("Until now"), t("From hand {number} on", number=number)),
                       session),
        ft.Container(height=Space.SMALL),
        subtitle=t("From hand {number} on", number=number),
        back=back, back_label=t("Back to the sheet"),
        bottom=form_button(t("Play on like this"), save, against, t, identifier="change-rules"))


@ft.component
def AbsprachenOfSheet(sheet: SheetView) -> ft.Control:
    """Draw what the table agreed on besides, with a way to keep it once it was changed."""
    session = use_session()
    t, held = session.words, sheet.score.record.absprachen
    typed, type_ = use_value(held)
    faults = faults_of_line(typed)

    def keep() -> None:
        session.attempt(session.service.agreements.say, sheet.id, typed)

    changed = not faults and typed.strip() != held
    return panel(
        absprachen_field(typed, type_, faults[0].message if faults else None, t),
        *([ft.Row([text_button(
            t("Save the agreements"), keep, identifier="keep-absprachen",
            icon=ft.Icons.CHECK)], wrap=True)] if changed else []))


def _tell(sheet: SheetView, number: int, session: Session) -> None:
    """Say from which hand on the rules have changed, with a way back: an undo if nothing else was
    done on the sheet since, otherwise another change."""
    service, held = session.service, sheet.score.rules
    step = service.sheet(sheet.id).undo

    def undo() -> None:
        if service.sheet(sheet.id).undo == step:
            service.undo(sheet.id)
        else:
            service.change_rules(sheet.id, held)

    session.offer_undo(say("From hand {number} on other rules apply.", number=number), undo)
