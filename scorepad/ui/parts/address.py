"""The evening and the sheet that an address names; the hooks are for components only."""

from collections.abc import Callable
from typing import TypeVar

from scorepad.service.views import EveningView, SheetView
from scorepad.storage import StorageFault
from scorepad.ui.hooks import use_params
from scorepad.ui.session import Session, page

View = TypeVar("View")


def use_evening(session: Session) -> EveningView | None:
    """Return the evening that the address names, None where the book does not hold it."""
    return _found(session.service.evening, use_params()["evening"], session)


def use_sheet(session: Session) -> SheetView | None:
    """Return the sheet that the address names, None where the book does not hold it."""
    return _found(session.service.sheet, use_params()["sheet"], session)


def _found(look_up: Callable[[str], View], named: str, session: Session) -> View | None:
    try:
        return look_up(named)
    except KeyError:
        return None
    except StorageFault as fault:  # part of the book is damaged; the rest can be looked at
        page().run_task(_tell, session, fault)
        return None


async def _tell(session: Session, fault: StorageFault) -> None:
    """Show a fault once the screen is there."""
    session.tell(fault.message)


def came_from(session: Session) -> tuple[str, str]:
    """Return the address of the screen that the user came from, for an arrow that leads back to it,
    and the arrow's name."""
    t, route = session.words, session.trail.before("/")
    return route, t("Back to the evenings") if route == "/" else t("Back")


def way_to(sheet: SheetView) -> str:
    """Return the address of a sheet."""
    return f"/evening/{sheet.evening}/sheet/{sheet.id}"
