"""The screens to which the codes of lists lead: a slip begins its list, a result is taken over. And
the screen of a phone that writes one list: it leads there, and says when that is over."""

from functools import partial

import flet as ft

from scorepad.i18n.message import Message, say
from scorepad.service import Refused
from scorepad.service.roles import OneList
from scorepad.service.slips import Result, Slip
from scorepad.service.tournaments import OVER
from scorepad.storage import StorageFault
from scorepad.tournament.facts import Figures
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import use_found, use_params
from scorepad.ui.meeting import join_for_list
from scorepad.ui.parts.address import missing
from scorepad.ui.session import Session, go, go_back, of_page, page
from scorepad.ui.theme import Space, Type


@ft.component
def TakeSlip() -> ft.View:
    """Draw the way to the list of a slip, which is gone at once when this is opened."""
    session, digits = of_page(), use_params()["digits"]
    fault, tell = use_found(Message)

    async def begin() -> None:
        try:
            own = session.service.slips.take(digits)
        except (Refused, StorageFault) as found:
            tell(found.message)
            return
        page().run_task(join_for_list, session, Slip.read(digits))
        go_back(way_to(own))

    ft.use_effect(begin, [digits])
    return missing(session.words(fault), "/") if fault else ui.screen("Scorepad")


@ft.component
def TakeOver() -> ft.View:
    """Draw the result of a list, which a tap takes over."""
    session, digits = of_page(), use_params()["digits"]
    t, service = session.words, session.service
    try:
        found = service.slips.reported(Result.read(digits))
        made = service.tournaments.view(found.own.evening).tournament
    except (Refused, StorageFault) as fault:
        return missing(t(fault.message), "/")
    desk = f"/evening/{found.own.evening}"

    where = found.own[:3]
    steps = [*([] if found.is_known else [
        partial(service.tournaments.note_figures, *where, found.figures)]), *([
            partial(service.tournaments.sign, *where, *found.signed)] if any(found.signed) else [])]

    def save() -> None:
        if all([session.attempt(step) for step in steps]):
            go_back(desk)
            session.offer_undo(say("Noted."), take_back)

    def take_back() -> None:
        for _ in steps:
            service.tournaments.undo(found.own.evening)

    def line(each: Figures) -> ft.Control:
        name = f"{each.number} {made.by_number[each.number].name}"
        games = t("{won} won, {lost} lost", won=each.won, lost=each.lost)
        return ft.Row([ui.two_lines(name, games, said=f"{name}: {games}"),
                       ui.strong(t.points(each.points), size=Type.FIGURE)])

    return ui.screen(
        t("Table {table}", table=found.own.table),
        ui.panel(*map(line, found.figures),
            *([ui.remark(t("Confirmed by {name}.", name=made.by_number[witness].name))]
              if (witness := found.signed.witness) else []),
            *([ui.remark(t("The desk has this list."))] if found.is_known else []),
            spacing=Space.MEDIUM),
        subtitle=" · ".join([t("Round {round}", round=found.own.round), made.name]),
        back=desk, back_label=t("Back to the desk"),
        bottom=ui.main_button(t("Save") if found.is_known else t("Save the figures"), save,
                              identifier="take-result") if steps else None)


def is_of(own: OneList, route: str) -> bool:
    """Return whether a screen is of a list: its sheet, or one of the hands on it."""
    sheet = way_to(own)
    return route == sheet or route.startswith(f"{sheet}/hand/")


def way_to(own: OneList) -> str:
    """Return the address of a list."""
    return f"/evening/{own.evening}/sheet/{own.sheet}"


@ft.component
def OwnList() -> ft.View:
    """Draw the way to the list, which is gone at once when this is opened, or why there is none."""
    session, route = of_page(), ft.use_view_path()
    t, own = session.words, session.service.own_list
    found = _found(own, session)

    def write() -> None:
        if own and session.attempt(session.service.tournaments.begin_list, *own[:3]):
            go(way_to(own))

    async def begin() -> None:
        if found is None and page().route == route:
            write()

    ft.use_effect(begin, [own, session.visits])
    return ui.screen(
        t("Table {table}", table=own.table) if own else "Scorepad",
        ft.Container(height=Space.LARGE),
        *([ft.Text(t(found), size=Type.FIGURE)] if found else []),
        subtitle=t("Round {round}", round=own.round) if own else "",
        bottom=None if found else ui.main_button(t("The list"), write, identifier="write-list"))


def _found(own: OneList | None, session: Session) -> Message | None:
    """Return why a list is not written now, or None."""
    try:
        return session.service.tournaments.why_not(own) if own else OVER
    except StorageFault as fault:
        return fault.message
