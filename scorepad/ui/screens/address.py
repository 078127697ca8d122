"""What the address of a screen names, as the book has it; for components only."""

from scorepad.service.views import EveningView, SheetView
from scorepad.storage import StorageFault
from scorepad.ui.hooks import use_params
from scorepad.ui.session import Session, page


def use_evening(session: Session) -> EveningView | None:
    """The evening; None where the book does not hold it."""
    params = use_params()
    try:
        return session.service.evening(params["evening"])
    except KeyError:
        return None
    except StorageFault as fault:  # part of the book is damaged; the rest can be looked at
        page().run_task(_tell, session, fault)
        return None


def use_sheet(session: Session) -> SheetView | None:
    """The sheet; None where the book does not hold it."""
    params = use_params()
    try:
        return session.service.sheet(params["sheet"])
    except KeyError:
        return None
    except StorageFault as fault:  # part of the book is damaged; the rest can be looked at
        page().run_task(_tell, session, fault)
        return None


async def _tell(session: Session, fault: StorageFault) -> None:
    """Once the screen is there."""
    session.tell(fault.message)


def way_to(sheet: SheetView) -> str:
    """The address of a sheet."""
    return f"/evening/{sheet.evening}/sheet/{sheet.id}"
