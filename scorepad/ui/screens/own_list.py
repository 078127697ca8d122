"""The screen of a phone that writes the list of one table: it leads there, and says when that is
over."""

import flet as ft

from scorepad.i18n.message import Message
from scorepad.service.roles import OneList
from scorepad.service.tournaments import OVER
from scorepad.storage import StorageFault
from scorepad.ui import widgets as ui
from scorepad.ui.session import Session, go, of_page, page
from scorepad.ui.theme import Space, Type


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
