"""The screen between two hands: who sits at the table from the next one on, and in which order."""

from dataclasses import dataclass, replace
from typing import Self

import flet as ft

from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.game import Rules, Table
from scorepad.games.protocols import SeatsChange
from scorepad.i18n.message import Message, listed, say_n
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.views import SheetView
from scorepad.ui.forms.seating import PeopleForm
from scorepad.ui.half_filled import use_form
from scorepad.ui.hooks import use_own
from scorepad.ui.parts.address import NO_SHEET, use_sheet, way_to
from scorepad.ui.parts.form_frame import form_button
from scorepad.ui.parts.seating import leaving, new_field, newcomers, seats, split_offer
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import go, go_back, page, use_session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import heading, muted, panel, remark, screen


@ft.observable
@dataclass
class SeatsForm(PeopleForm):
    """A table that people join and leave.

    deals: the name of whoever is to deal the next hand; second: the id of the sheet that a second
    table has begun, empty before that.
    """

    deals: str = ""
    second: str = ""

    @classmethod
    def of(cls, sheet: SheetView, leaves: str = "") -> Self:
        """Return the form as people sit now, without the one who `leaves`; those who played before
        are offered first."""
        table = sheet.score.next.table
        away = [name for seat, name in enumerate(table.names) if seat not in table.seats]
        form = cls(sheet.game, tuple(table.names[seat] for seat in table.seats), tuple(away))
        form.vacate(leaves)
        return form

    def let_deal(self, name: str) -> None:
        """Name who deals the next hand."""
        self.deals = name

    def table(self, score: Scoresheet) -> Table[Rules]:
        """Return the next hand's table if people sat down like this, or the present one where they
        cannot."""
        record = score.record
        roster = (*record.names, *[name for name in self.names if name not in record.names])
        dealer = roster.index(self.deals) if self.deals in self.names else record.next_dealer
        return replay(replace(
            record, names=roster, next_dealer=dealer,
            joined=record.joined + len(roster) - len(record.names),
            next_seats=tuple(map(roster.index, self.names)))).next.table

    def save(self, service: Service, sheet: str) -> None:
        """Seat people like this from the next hand on; raise `Refused` where they cannot."""
        self._seat(self.names, service, sheet)

    def split(self, service: Service, sheet: str) -> None:
        """Seat the first table of two here from the next hand on, and begin a sheet for the second,
        by the rules and for the stake of this one; do nothing a second time. Raise `Refused` where
        they cannot."""
        if self.second:
            return
        here, others = self.two_tables()
        self._seat(here, service, sheet)
        score = service.sheet(sheet).score
        deals = others.index(self.deals) if self.deals in others else 0
        self.second = service.open_sheet(
            service.sheet(sheet).evening, self.game, others, deals, score.rules,
            score.record.stake, score.record.currency, score.record.absprachen)

    def _seat(self, names: tuple[str, ...], service: Service, sheet: str) -> None:
        before = service.sheet(sheet).score.next.table
        if names != tuple(before.names[seat] for seat in before.seats):
            service.seat_players(sheet, names)
        after = service.sheet(sheet).score.next.table
        if self.deals in names and after.names[after.dealer] != self.deals:
            service.name_dealer(sheet, after.names.index(self.deals))


@ft.component
def Seats() -> ft.View:
    session = use_session()
    t, service = session.words, session.service
    sheet = use_sheet(session)
    field = use_own(new_field)
    form = use_form("seats", lambda: None if isinstance(sheet, Message) else SeatsForm.of(
        sheet, leaving(page().route)))
    if isinstance(sheet, Message) or form is None:
        return missing(t(sheet if isinstance(sheet, Message) else NO_SHEET), "/")
    back = way_to(sheet)
    if sheet.score.over or sheet.closed or not isinstance(sheet.game, SeatsChange):
        return missing(t("Nobody can come or leave here."), back)

    def save() -> None:
        if session.attempt(form.save, service, sheet.id):
            go_back(back)

    def split() -> None:
        if session.attempt(form.split, service, sheet.id):
            go(f"/evening/{sheet.evening}")

    fault, tables = form.fault_of_people(), form.two_tables()
    table = None if fault else form.table(sheet.score)
    return screen(
        t("Seats"),
        panel(heading(t("Players, clockwise")),
              *seats(form, session, table.names[table.dealer] if table else "",
                     t("deals next"), form.let_deal, field),
              muted(t("Tap a name: deals next. Drag: changes seats.")),
               *([] if form.free_seats else newcomers(form, session, field)),
               *([split_offer(tables, split, t, t(
                   "Table 1 plays on here. Table 2 begins a sheet of its own, like this one."))]
                 if tables else []), spacing=0),
        *([remark(_who_plays(table, t))] if table else []),
        ft.Container(height=Space.SMALL),
        subtitle=t("From the next hand on"),
        back=back, back_label=t("Back to the sheet"),
        bottom=form_button(t("Play on like this"), save, fault, t, identifier="save-seats"))


def _who_plays(table: Table[Rules], t: Words) -> str:
    said = [t("{name} deals", name=table.names[table.dealer])]
    if out := [table.names[seat] for seat in table.seats if seat not in table.active]:
        said.append(t(say_n("{names} sits out", "{names} sit out", len(out), names=listed(out))))
    return " · ".join(said)
