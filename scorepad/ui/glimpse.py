"""A glimpse of the last sheet, which the app's host may show while Python starts."""

from contextlib import suppress
from typing import Any

from scorepad.i18n.words import Words
from scorepad.service.telling import title_of_sheet
from scorepad.service.telling_sheets import told_columns
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui.place import Keep
from scorepad.ui.session import Session


def glimpse_of(sheet: SheetView, t: Words, theme: str) -> dict[str, Any]:
    """Return the glimpse of a sheet, in the user's words: its title, the language and theme of the
    app ("system": the device's), and of each player what stands at the head of the column."""
    return {"title": title_of_sheet(sheet, t), "language": t.language, "theme": theme,
            "columns": [{"name": each.name, "total": each.total, "tone": each.tone,
                         "deals": each.deals, "rests": bool(each.rests)}
                        for each in told_columns(sheet, t)]}


class Glimpses:
    """The keeper of the glimpse. keep: stores one; with None the book is never looked at."""

    def __init__(self, keep: Keep | None) -> None:
        self._keep = keep
        self._looked: tuple[object, ...] = ()
        self._kept: object = self
        self._sheet = ""

    def look(self, session: Session, route: str) -> None:
        """Follow the open sheet, otherwise the one before, or the last of the book."""
        if self._keep is None:
            return
        looked = (session, route, session.revision, session.service.readings,
                  session.words.language, session.looks.theme)
        if looked == self._looked:
            return
        with suppress(StorageFault):  # then the last glimpse stays
            found = self._glimpse(session, route)
            self._looked = looked
            if found != self._kept:
                self._kept = found
                self._keep(found)

    def _glimpse(self, session: Session, route: str) -> dict[str, Any] | None:
        opened = route.partition("/sheet/")[2].partition("/")[0]
        last = next((card.latest_sheet for card in session.service.evenings()
                     if card.latest_sheet), "")
        for sheet in filter(None, (opened, self._sheet, last)):
            try:
                found = glimpse_of(session.service.sheet(sheet), session.words, session.looks.theme)
            except KeyError:
                continue  # deleted, or of another book
            self._sheet = sheet
            return found
        return None
