"""The screens that a sheet leads to: one hand, with what it says, its history, and how to correct
it; and between two hands other rules, other seats, or the end of a Partie."""

from functools import partial
from typing import Any

import flet as ft

from scorepad.book import facts
from scorepad.book.scoresheet import Line
from scorepad.games.game import Rules, Seat, Table
from scorepad.games.protocols import MadeByRules, Partien, SeatsChange
from scorepad.i18n.message import N_, Message, listed, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.roles import faults_of_line
from scorepad.service.views import HandVersion, SheetView
from scorepad.storage import StorageFault
from scorepad.ui import widgets as ui
from scorepad.ui.entry.entry import begin_correction
from scorepad.ui.forms.rules import AgreementForm, told_difference
from scorepad.ui.forms.seating import SeatsForm
from scorepad.ui.hooks import NO_SHEET, keyed, use_own, use_params, use_sheet, use_value
from scorepad.ui.parts import rules
from scorepad.ui.parts.address import missing, use_form, way_to
from scorepad.ui.parts.fields import form_button
from scorepad.ui.parts.question import also_said_of_hand
from scorepad.ui.parts.seating import (
    leaving,
    new_field,
    newcomers,
    seats,
    split_offer,
    way_to_same_table,
)
from scorepad.ui.session import Session, go, go_back, going_to, of_page, page
from scorepad.ui.theme import Space, Type, color_of_points

DONE: dict[type[facts.Fact], str] = {
    facts.HandRecorded: N_("Entered"), facts.HandAmended: N_("Corrected"),
    facts.HandVoided: N_("Voided"), facts.HandRestored: N_("Counted again"),
    facts.WordChosen: N_("Decided what holds")}


@ft.component
def Hand() -> ft.View:
    session = of_page()
    t = session.words
    params = use_params()
    sheet_route = f"/evening/{params['evening']}/sheet/{params['sheet']}"
    try:
        sheet = session.service.sheet(params["sheet"])
        number, line = next(
            (number, line) for number, line in enumerate(sheet.score.lines, 1)
            if line.record.stamp.id == params["hand"])
    except (KeyError, StopIteration):
        return missing(t("This hand is no longer on the sheet."), sheet_route)
    except StorageFault as fault:
        return missing(t(fault.message), sheet_route)

    def correct() -> None:
        begin_correction(session, sheet, params["hand"])
        go_back(sheet_route)

    return ui.screen(
        t("Hand {number}", number=number), _what(sheet, line, session),
        *([also_said_of_hand(sheet, session, params["hand"], margin=0)]
          if params["hand"] in sheet.also else []),
        *([] if sheet.closed else _dealer(sheet, line, session)),
        right=[ui.heading(t("History")), ui.panel(*[
            _version(version, sheet, line, session) for version in reversed(
                session.service.history(sheet.id, params["hand"]))], spacing=Space.LARGE)],
        subtitle=_roles(sheet, line, t), back=sheet_route, back_label=t("Back to the sheet"),
        bottom=None if sheet.closed else ui.stack(
            ui.main_button(t("Correct"), correct, identifier="correct"),
            _void_button(sheet, line, session), spacing=10))


def _what(sheet: SheetView, line: Line, session: Session) -> ft.Control:
    t = session.words
    names = sheet.score.record.names
    notes: list[ft.Control] = [
        ft.Text(t.sentence(problem.message), size=Type.BODY, color=ft.Colors.ERROR)
        for problem in line.problems]
    if line.record.voided:
        notes.append(ui.remark(t("Voided: it stays on the sheet but does not count.")))
    elif not line.problems:
        notes += [ui.remark(t("It keeps its points, but would be refused today: {fault}",
                              fault=problem.message))
                  for problem in sheet.game.guard(line.record.hand, line.table)]
        told = filter(None, [sheet.score.notation(line), sheet.score.explain(line)])
        notes.append(ui.copyable(t.arithmetic(": ".join(told)),
                                 color=ft.Colors.ON_SURFACE_VARIANT))
    if other := [t(each) for each in told_difference(line.table.rules, sheet.score.rules)]:
        notes.append(ui.remark(t("Played under other rules than today's. {rules}",
                                 rules=" · ".join(other))))
    if noted := [t(each) for each in sheet.game.noted(line.record.hand)]:
        notes.append(ui.remark(" · ".join(noted)))
    if line.record.note:
        notes.append(ft.Text(line.record.note, size=Type.BODY))
    totals = line.tally.totals
    none = {seat: "·" if seat in line.table.active else t("sat out") for seat in line.table.seats}
    return ui.panel(*[_player(names[seat], line.points[seat], totals[seat], sheet, none[seat],
                              session) for seat in sorted(none)], *notes)


def _player(name: str, points: int, total: int, sheet: SheetView, none: str,
            session: Session) -> ft.Control:
    """Build a line with the name, what the hand brought or `none`, and the total."""
    t, room = session.words, min(session.width, ui.COLUMN) - 4 * Space.LARGE
    brought, now = (t.points(each, sheet.score.decimals) for each in (points, total))
    width = min(88 * session.text_scale, room * 0.3)

    def figure(text: str, **more: Any) -> ft.Text:
        return ft.Text(text, size=session.size_that_fits(text, Type.FIGURE, width - Space.HAIR),
                       width=width, no_wrap=True,
                       overflow=ft.TextOverflow.ELLIPSIS, text_align=ft.TextAlign.RIGHT, **more)

    return ft.Row(spacing=0, controls=[
        ft.Text(name, size=session.size_that_fits(name, Type.FIGURE, room - 2 * width),
                expand=True, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS),
        figure(f"+{brought}" if points > 0 else brought if points else none,
               weight=ft.FontWeight.W_600 if points else None,
               color=color_of_points(points, sheet.game.low_is_good) if points
               else ft.Colors.ON_SURFACE_VARIANT),
        figure(now, color=ft.Colors.ON_SURFACE_VARIANT)])


def _roles(sheet: SheetView, line: Line, t: Words) -> str:
    names, duties = line.table.names, sheet.game.duties(line.table)
    led = [] if duties.leads is None else [t("{name} led", name=names[duties.leads])]
    return " · ".join([t("{name} dealt", name=names[line.table.dealer]), *led])


def _dealer(sheet: SheetView, line: Line, session: Session) -> list[ft.Control]:
    t, hand = session.words, line.record.stamp.id
    version = session.service.version(sheet.id, hand)

    def name(seat: Seat) -> None:
        session.attempt(session.service.amend, sheet.id, hand,
                        line.record._replace(dealer=seat), version)

    return [ui.heading(t("Who dealt")), ui.chips([
        ui.chip(line.table.names[seat], partial(name, seat), identifier=f"dealt-{seat}",
                chosen=line.table.dealer == seat) for seat in sheet.game.dealers(line.table)])]


def _void_button(sheet: SheetView, line: Line, session: Session) -> ft.Control:
    t, hand = session.words, line.record.stamp.id
    if line.record.voided:
        return ui.text_button(t("Count it after all"), lambda: session.attempt(
            session.service.restore, sheet.id, hand), identifier="restore")
    return ui.text_button(t("Void"), lambda: session.attempt(
        session.service.void, sheet.id, hand), identifier="void")


def _version(version: HandVersion, sheet: SheetView, line: Line, session: Session) -> ft.Control:
    t = session.words
    by = t("by {author}", author=version.by) if version.by else ""
    if version.brought not in ("", version.by):
        by = " · ".join(filter(None, [by, t("brought by {name}", name=version.brought)]))
    lines: list[ft.Control] = [ui.strong(_did(version, t), size=Type.BODY)]
    if isinstance(version.fact, facts.HandRecorded | facts.HandAmended):
        said = t.hand(sheet.game.describe(version.fact.hand, line.table.names))
        lines.append(ft.Text(said, size=Type.BODY))
    when = t.moment(version.at) if version.at else ""
    if when or by:  # a file may tell neither
        lines.append(ui.muted(" · ".join(filter(None, [when, by]))))
    return ft.Column(lines, spacing=2, tight=True, opacity=1 if version.holds else 0.6)


def _did(version: HandVersion, t: Words) -> str:
    did = t(DONE[type(version.fact)])
    if version.is_aside:
        return t("{what}, does not hold", what=did)
    return did if version.holds else t("{what}, undone", what=did)


@ft.component
def RulesOfSheet() -> ft.View:
    session = of_page()
    t, service = session.words, session.service
    sheet = use_sheet(session)
    form = use_form("rules", lambda: None if isinstance(sheet, Message) else rules.RulesOnScreen(
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

    stays, since = isinstance(sheet.game, MadeByRules), t("From hand {number} on", number=number)
    if stays or not session.is_host:
        return ui.screen(
            t("House rules"), keyed(f"absprachen-{sheet.id}", AbsprachenOfSheet, sheet), right=[
                ui.panel(*[ui.remark(t(each))
                           for each in told_difference(held, sheet.game.rules())])
                if stays else ft.Container(),
                ui.remark(t("These rules stay as the sheet began.") if stays
                          else t("The host changes the rules."))],
            back=back, back_label=t("Back to the sheet"))
    return ui.screen(
        t("House rules"),
        keyed(f"absprachen-{sheet.id}", AbsprachenOfSheet, sheet),
        ui.panel(*rules.rule_set_chips(form, session), rules.Options(form), spacing=Space.LARGE),
        right=rules.rules_preview(form, held, (t("Until now"), since), session),
        subtitle=since, back=back, back_label=t("Back to the sheet"),
        bottom=form_button(t("Play on like this"), save, against, t, identifier="change-rules"))


@ft.component
def AbsprachenOfSheet(sheet: SheetView) -> ft.Control:
    """Draw what the table agreed on besides, with a way to keep it once it was changed."""
    session = of_page()
    t, held = session.words, sheet.score.record.absprachen
    typed, type_ = use_value(held)
    faults = faults_of_line(typed)

    def keep() -> None:
        session.attempt(session.service.agreements.say, sheet.id, typed)

    changed = not faults and typed.strip() != held
    return ui.panel(
        rules.absprachen_field(typed, type_, faults[0].message if faults else None, t),
        *([ft.Row([ui.text_button(
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


@ft.observable
class AgreementOnScreen(AgreementForm):
    """A form of an agreement that Flet observes."""


@ft.component
def BreakOff() -> ft.View:
    session = of_page()
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
        fields = [ui.text_field(name, form.typed.get(name, ""), partial(form.type, name),
                                error=t(own) if (own := form.fault_of(name, t)) else None)
                  for name in form.names]
        money = [ui.panel(ui.heading(t("What the table agrees on")),
                          ui.remark(t("What everybody receives; a minus sign means paying. Leave "
                                      "it empty if nobody pays anything.")),
                          *fields, spacing=Space.MEDIUM)]
    return ui.screen(
        t("Break off the match"),
        ui.panel(ui.remark(t("Then nobody has won or lost it, and no more hands follow on this "
                             "sheet. It can be undone."))),
        right=money or None,
        back=back, back_label=t("Back to the sheet"),
        bottom=form_button(t("Break off the match"), save, fault, t, identifier="break-off"))


@ft.observable
class SeatsOnScreen(SeatsForm):
    """A form of seats that Flet observes."""


@ft.component
def Seats() -> ft.View:
    session = of_page()
    t, service = session.words, session.service
    sheet = use_sheet(session)
    field = use_own(new_field)
    form = use_form("seats", lambda: None if isinstance(sheet, Message) else SeatsOnScreen.of(
        sheet, leaving(page().route)))
    if isinstance(sheet, Message) or form is None:
        return missing(t(sheet if isinstance(sheet, Message) else NO_SHEET), "/")
    back = way_to(sheet)
    if sheet.score.over or sheet.closed:
        return missing(t("Nobody can come or leave here."), back)
    if not isinstance(sheet.game, SeatsChange):
        return missing(t("Whoever comes or leaves here needs a new sheet."), back, ui.text_button(
            t("New sheet, same round"), going_to(way_to_same_table(sheet.evening, sheet.id)),
            identifier="same-table", icon=ft.Icons.GROUPS_OUTLINED))

    def save() -> None:
        if session.attempt(form.save, service, sheet.id):
            go_back(back)

    def split() -> None:
        if session.attempt(form.split, service, sheet.id):
            go(f"/evening/{sheet.evening}")

    fault, tables = form.fault_of_people(), form.several_tables()
    table, apart = None if fault else form.table(sheet.score), session.has_room()
    left, right = ui.parted(
        [ui.heading(t("Players, clockwise")),
         *seats(form, session, table.names[table.dealer] if table else "",
                t("deals next"), form.let_deal, field, apart=apart),
         ui.muted(t("Tap a name: deals next. Drag: changes seats."))],
        [*(newcomers(form, session, field) if apart or not form.free_seats else []),
         *([split_offer(tables, split, t, t(
             "Table 1 plays on here. Table 2 begins a sheet of its own, like this one."))]
           if tables else [])], session, spacing=0)
    return ui.screen(
        t("Seats"), *left, right=[*right, *([ui.remark(_who_plays(table, t))] if table else [])],
        subtitle=t("From the next hand on"), back=back, back_label=t("Back to the sheet"),
        bottom=form_button(t("Play on like this"), save, fault, t, identifier="save-seats"))


def _who_plays(table: Table[Rules], t: Words) -> str:
    dealer = table.names[table.dealer]
    out = [table.names[seat] for seat in table.seats if seat not in table.active]
    if out == [dealer]:
        return t("{name} deals and sits out", name=dealer)
    said = [t("{name} deals", name=dealer)]
    if out:
        said.append(t(say_n("{names} sits out", "{names} sit out", len(out), names=listed(out))))
    return " · ".join(said)
