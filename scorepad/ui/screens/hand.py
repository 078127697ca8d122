"""The screen of one hand: what it says, its history, and how to correct it."""

from functools import partial
from typing import Any

import flet as ft

from scorepad.book import facts
from scorepad.book.scoresheet import Line
from scorepad.games.game import Seat
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.service.views import HandVersion, SheetView
from scorepad.storage import StorageFault
from scorepad.ui import widgets as ui
from scorepad.ui.entry.entry import begin_correction
from scorepad.ui.forms.rules import told_difference
from scorepad.ui.hooks import use_params
from scorepad.ui.parts.address import missing
from scorepad.ui.parts.question import also_said_of_hand
from scorepad.ui.session import Session, go_back, of_page
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
        ui.heading(t("History")),
        ui.panel(*[_version(version, sheet, line, session) for version in reversed(
            session.service.history(sheet.id, params["hand"]))], spacing=Space.LARGE),
        subtitle=_roles(sheet, line, t),
        back=sheet_route, back_label=t("Back to the sheet"),
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
        notes.append(ui.remark(t.arithmetic(": ".join(told)), selectable=True))
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
        said = sheet.game.describe(version.fact.hand, line.table.names)
        lines.append(ft.Text(said, size=Type.BODY))
    when = t.moment(version.at) if version.at else ""
    lines.append(ui.muted(" · ".join(filter(None, [when, by]))))
    return ft.Column(lines, spacing=2, tight=True, opacity=1 if version.holds else 0.6)


def _did(version: HandVersion, t: Words) -> str:
    did = t(DONE[type(version.fact)])
    if version.is_aside:
        return t("{what}, does not hold", what=did)
    return did if version.holds else t("{what}, undone", what=did)
