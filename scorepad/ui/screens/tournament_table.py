"""A table of a tournament in a round: its list, the figures of a paper, and who has signed."""

from contextlib import suppress
from functools import partial

import flet as ft

from scorepad.i18n.message import N_, Message, say
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.service.roles import OneList, Role
from scorepad.service.tournament_view import TournamentView
from scorepad.storage import StorageFault
from scorepad.tournament.facts import TableList
from scorepad.ui import widgets as ui
from scorepad.ui.forms.tournament import FiguresForm
from scorepad.ui.hooks import keyed, use_found, use_own, use_params, use_value
from scorepad.ui.parts.address import missing
from scorepad.ui.parts.codes import address_with_code
from scorepad.ui.parts.fields import NameForm, name_field, title
from scorepad.ui.parts.for_desk import file_button, links_of, signing_at
from scorepad.ui.session import Session, go, go_back, of_page, page
from scorepad.ui.theme import Space, Type

LONG = 200
"""The letters of an address from which nobody reads it."""

FIELDS = (("points", N_("Points")), ("won", N_("Won")), ("lost", N_("Lost")))


@ft.observable
class Form(FiguresForm):
    """A form that Flet observes."""


@ft.component
def TableOfRound() -> ft.View:
    session, params = of_page(), use_params()
    t, evening = session.words, params["evening"]
    try:
        round, table = int(params["round"]), int(params["table"])
        view = session.service.tournaments.view(evening)
        numbers = view.tournament.draws[round - 1].tables[table - 1]
    except (KeyError, ValueError, IndexError):
        return missing(t("There is nothing at this address."), "/")
    kept = view.kept(round, table)
    people = view.tournament.by_number
    desk = f"/evening/{evening}"

    def write() -> None:
        made: list[str] = []
        if session.attempt(lambda: made.append(
                session.service.tournaments.begin_list(evening, round, table))):
            go(f"{desk}/sheet/{made[0]}")

    may_write = session.service.may(Role.WRITER)
    slip = next((each for each in view.lists if each[1:3] == (round, table)), None)
    return ui.screen(
        t("Table {table}", table=table),
        ui.panel(*[ft.Text(f"{number} {view.tournament.player(number, round, _now(kept))}",
                           size=Type.FIGURE)
                   for number in numbers]),
        *([Paper(view, round, table, kept)] if session.is_host else []),
        *([ui.panel(*signing_at(view, round, table, session))] if may_write and kept else []),
        right=[*([keyed(f"slip-{evening}", Slip, slip)] if slip else []),
               _lock(view, round, table, session), Replacing(view, round, table, kept),
               Penalty(view, round, numbers)] if session.is_host else None,
        subtitle=" · ".join([t("Round {round}", round=round), view.tournament.name,
                             *([", ".join(people[each].name for each in numbers)]
                               if session.wide else [])]),
        back=desk, back_label=t("Back to the desk"),
        bottom=ui.main_button(t("Write the list") if kept is None else t("The list"), write,
                              identifier="write-list")
        if may_write and (kept is None or kept.hands is not None) else None)


def _lock(view: TournamentView, round: int, table: int, session: Session) -> ft.Control:
    """Build the key that lets a list take no more hands, or take them again."""
    is_locked = (round, table) in view.read.locked
    return ft.Row([ui.text_button(
        session.words("Unlock the table") if is_locked else session.words("Lock the table"),
        lambda: session.attempt(partial(session.service.tournaments.lock, view.id, round, table,
                                        locked=not is_locked)), identifier="lock",
        icon=ft.Icons.LOCK_OPEN if is_locked else ft.Icons.LOCK_OUTLINE)], wrap=True)


def _now(kept: TableList | None) -> int:
    """Return the number of the next hand."""
    return len(kept.hands or ()) + 1 if kept else 1


@ft.component
def Paper(view: TournamentView, round: int, table: int, kept: TableList | None) -> ft.Control:
    """Draw the fields for the figures of a paper list."""
    session = of_page()
    t = session.words
    numbers = view.tournament.draws[round - 1].tables[table - 1]
    form = use_own(lambda: Form.of(numbers, kept.figures if kept else None))
    is_open, turn = use_value(bool(kept and kept.figures))
    if not is_open:
        return ft.Row([ui.text_button(t("Type the figures of a paper list"), lambda: turn(True),
                                      identifier="paper", icon=ft.Icons.EDIT_NOTE)], wrap=True)

    def save() -> None:
        figures = form.figures()
        if figures is None:
            form.fault = say("Type points, won and lost games of everybody.")
            return
        try:
            session.service.tournaments.note_figures(view.id, round, table, figures)
        except Refused as refused:
            form.fault = _told(refused)
            return
        session.show_everywhere()
        go_back(f"/evening/{view.id}")

    return ui.panel(
        title(t("Figures of the paper list")),
        *[_line(form, number, view.tournament.by_number[number].name, t) for number in numbers],
        *([ft.Text(t(form.fault), size=Type.BODY, color=ft.Colors.ERROR)] if form.fault else []),
        ui.main_button(t("Save the figures"), save, identifier="save-figures"),
        spacing=Space.MEDIUM)


def _told(refused: Refused) -> Message:
    """Return what is wrong with the figures as a sentence."""
    return say("The list: {fault}.", fault=refused.message)


def _line(form: FiguresForm, number: int, name: str, t: Words) -> ft.Control:
    return ui.stack(ft.Text(f"{number} {name}", size=Type.BODY), ft.Row([
        ft.Container(ui.text_field(t(label), form.text(number, field),
                                   partial(form.type, number, field),
                                   keyboard_type=ft.KeyboardType.NUMBER),
                     expand=2 if field == "points" else 1)
        for field, label in FIELDS], spacing=Space.SMALL), spacing=Space.SMALL)


@ft.component
def Slip(own: OneList) -> ft.Control:
    """Draw the QR code of the table's slip, folded away, and the file that does the same."""
    session = of_page()
    t = session.words
    links, show = use_found(list[str])

    async def look() -> None:
        with suppress(StorageFault, Refused):  # another tap tries again
            show(await links_of([each for each in session.service.slips.of(own.evening)
                                 if each.own == own], session))

    if links is None:
        return ft.Row([ui.text_button(t("A phone writes the list"), lambda: page().run_task(look),
                                      identifier="slip", icon=ft.Icons.QR_CODE_2)], wrap=True)
    code = [title(t("Whoever scans this code writes this list at once:")),
            *address_with_code(links[0], t, told=len(links[0]) < LONG)] if links else []
    return ui.panel(*code, ui.remark(t("A phone with the pocket page imports the file:")),
                    ft.Row([file_button(own.evening, session)]), spacing=Space.MEDIUM)


@ft.component
def Replacing(view: TournamentView, round: int, table: int, kept: TableList | None) -> ft.Control:
    """Draw the way to let somebody play on for another."""
    session = of_page()
    t, people = session.words, view.tournament.by_number
    leaving, choose = use_value(0)
    form = use_own(NameForm)
    numbers = view.tournament.draws[round - 1].tables[table - 1]

    def save() -> None:
        if form.save(session, partial(session.service.tournaments.replace, view.id, leaving, round,
                                      _now(kept))):
            form.type("")
            choose(0)

    return ui.panel(
        title(t("Somebody plays on for")),
        ui.chips([ui.chip(people[number].name, partial(choose, 0 if number == leaving else number),
                          chosen=number == leaving, identifier=f"replace-{number}")
                  for number in numbers]),
        *([name_field(form, save, session, label=t("From hand {hand} on", hand=_now(kept)),
                      icon=ft.Icons.CHECK, does=t("Play on"), identifier="substitute")]
          if leaving else []), spacing=Space.MEDIUM)


@ft.component
def Penalty(view: TournamentView, round: int, numbers: tuple[int, ...]) -> ft.Control:
    """Draw the way to give somebody points in a round, or to take some."""
    session = of_page()
    t, people = session.words, view.tournament.by_number
    points, type_points = use_value("")
    typed = points.strip().replace("\N{MINUS SIGN}", "-")
    is_number = typed.removeprefix("-").isdecimal() and len(typed) < 8

    def give(number: int) -> None:
        if is_number and session.attempt(session.service.tournaments.penalize, view.id, round,
                                         number, int(typed)):
            session.offer_undo(say("Noted."), session.service.tournaments.undo, view.id)
            type_points("")

    return ui.panel(
        title(t("Penalty points")),
        ui.text_field(t("Points, such as −50"), points, type_points),
        *([ui.chips([ui.chip(people[number].name, partial(give, number),
                             identifier=f"penalty-{number}") for number in numbers])]
          if is_number else []), spacing=Space.MEDIUM)
