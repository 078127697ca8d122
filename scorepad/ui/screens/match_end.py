"""The end of a Partie: who, why, what it costs, and who deals the next one."""

from typing import Any

import flet as ft

from scorepad.book.replay import Line
from scorepad.ui.entry.entry import keep
from scorepad.ui.entry.model import EntryModel
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import chip, chips, main_button, muted, text_button
from scorepad.views import SheetView


def open_end(sheet: SheetView, entry: EntryModel) -> Line | None:
    """The hand that has just ended a Partie, while the user has not yet gone on from it."""
    lines = sheet.score.lines
    last = lines[-1] if lines else None
    if last is None or last.match is None or entry.amending or entry.seen == last.record.stamp.id:
        return None
    return last


@ft.component
def MatchEnd(sheet: SheetView, entry: EntryModel, line: Line) -> ft.Control:
    session = use_session()
    t = session.words
    record, match = sheet.score.record, line.match
    sentence = record.game.tell(match.outcome, match.tally, record.rules, record.names)

    def go_on() -> None:
        entry.seen = line.record.stamp.id
        keep(session, sheet, entry)

    return ft.Column(
        tight=True, spacing=Space.MEDIUM, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            ft.Semantics(identifier="match-end", live_region=True, content=ft.Text(
                t(sentence), size=Type.TITLE, weight=ft.FontWeight.W_600)),
            *_money(match.payout, sheet, t),
            *_next_dealer(sheet, session),
            main_button(t("Next Partie"), go_on, identifier="next-match"),
            text_button(t("Settlement"), lambda: page().navigate(f"/evening/{sheet.evening}"),
                        identifier="to-settlement")])


def _money(payout: tuple[int, ...] | None, sheet: SheetView, t: Any) -> list[ft.Control]:
    if payout is None:
        return []
    record = sheet.score.record
    return [ft.Column(spacing=Space.SMALL, tight=True, controls=[
        ft.Row([ft.Text(name, size=Type.FIGURE, expand=True),
                ft.Text(t.balance(cents, record.currency), size=Type.FIGURE,
                        weight=ft.FontWeight.W_600,
                        color=ft.Colors.PRIMARY if cents > 0 else ft.Colors.ERROR)])
        for name, cents in zip(record.names, payout)])]


def _next_dealer(sheet: SheetView, session: Session) -> list[ft.Control]:
    t = session.words
    upcoming, names = sheet.score.next, sheet.score.record.names
    if upcoming.chosen_by is None:
        return [muted(t("{name} deals the next Partie.", name=names[upcoming.table.dealer]),
                      size=Type.BODY)]
    return [
        muted(t("{name} says who deals first:", name=names[upcoming.chosen_by]), size=Type.BODY),
        chips([chip(names[seat], lambda seat=seat: session.attempt(
                        session.service.name_dealer, sheet.id, seat),
                    identifier=f"deal-{seat}", chosen=upcoming.table.dealer == seat)
               for seat in upcoming.table.seats])]
