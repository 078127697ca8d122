"""A glimpse of the last sheet, which whatever hosts the app may keep and show while Python
starts."""

from contextlib import suppress
from dataclasses import asdict, dataclass

import flet as ft

from scorepad.i18n.words import Words
from scorepad.service.telling import columns_of, title_of_sheet
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui.place import Keep
from scorepad.ui.session import Session
from scorepad.ui.theme import color_of_points

TONES: dict[str | None, str] = {ft.Colors.PRIMARY: "gain", ft.Colors.ERROR: "loss"}
"""The page's names for the colours of a total."""


@dataclass(frozen=True)
class Column:
    """One player's column: name and total as the sheet shows them; tone: of the total, "gain",
    "loss" or empty; deals: whether the player deals the next hand; rests: whether the player sits
    it out."""

    name: str
    total: str
    tone: str
    deals: bool
    rests: bool


@dataclass(frozen=True)
class Glimpse:
    """A sheet at a glance. title: game and progress; language, theme: as the app shows them
    ("system": the device's)."""

    title: str
    language: str
    theme: str
    columns: tuple[Column, ...]


def glimpse_of(sheet: SheetView, t: Words, theme: str) -> Glimpse:
    """Return the glimpse of a sheet, in the user's words."""
    score = sheet.score
    upcoming = None if score.over else score.next.table

    def column(seat: int) -> Column:
        total = score.tally.totals[seat]
        return Column(
            score.record.names[seat], t.points(total, score.decimals),
            TONES.get(color_of_points(total, sheet.game.low_is_good), ""),
            upcoming is not None and upcoming.dealer == seat,
            upcoming is not None and seat not in upcoming.active)

    return Glimpse(title_of_sheet(sheet, t), t.language, theme,
                   tuple(map(column, columns_of(sheet))))


class Glimpses:
    """A keeper that makes the stored glimpse follow the book, and removes that of a deleted sheet.
    keep: stores a glimpse; with None the book is never looked at."""

    def __init__(self, keep: Keep | None) -> None:
        self._keep = keep
        self._looked: tuple[object, ...] = ()
        self._kept: object = self
        self._sheet = ""

    def look(self, session: Session, route: str) -> None:
        """Update the glimpse after anything may have happened: to the open sheet, otherwise the one
        before, or the last of the book."""
        if self._keep is None:
            return
        looked = (session, route, session.revision, session.service.readings,
                  session.words.language, session.theme)
        if looked == self._looked:
            return
        with suppress(StorageFault):  # then the last glimpse stays
            found = self._glimpse(session, route)
            self._looked = looked
            if found != self._kept:
                self._kept = found
                self._keep(None if found is None else asdict(found))

    def _glimpse(self, session: Session, route: str) -> Glimpse | None:
        opened = route.partition("/sheet/")[2].partition("/")[0]
        for sheet in filter(None, (opened, self._sheet, _last(session))):
            try:
                found = glimpse_of(session.service.sheet(sheet), session.words, session.theme)
            except KeyError:
                continue  # deleted, or of another book
            self._sheet = sheet
            return found
        return None


def _last(session: Session) -> str:
    """Return the id of the sheet that was begun last; empty in a book without any."""
    return next((card.latest_sheet for card in session.service.evenings() if card.latest_sheet), "")
