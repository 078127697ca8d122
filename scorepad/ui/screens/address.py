"""What the address of a screen names, as the book has it; for components only."""

import flet as ft

from scorepad.service.views import EveningView, SheetView
from scorepad.ui.session import Session


def use_evening(session: Session) -> EveningView | None:
    """The evening; None where the book does not hold it."""
    params = ft.use_route_params()
    try:
        return session.service.evening(params["evening"])
    except KeyError:
        return None


def use_sheet(session: Session) -> SheetView | None:
    """The sheet; None where the book does not hold it."""
    params = ft.use_route_params()
    try:
        return session.service.sheet(params["sheet"])
    except KeyError:
        return None


def way_to(sheet: SheetView) -> str:
    """The address of a sheet."""
    return f"/evening/{sheet.evening}/sheet/{sheet.id}"
