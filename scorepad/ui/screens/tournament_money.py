"""The money of a tournament at its desk: what came in, and who pays or gets what."""

from functools import partial

import flet as ft

from scorepad.i18n.message import N_, say, say_n
from scorepad.service.tournaments import TournamentView
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import use_value
from scorepad.ui.session import Session, of_page
from scorepad.ui.theme import Type

PAYS, GETS = N_("pays {amount}"), N_("gets {amount}")


def money_of(view: TournamentView, session: Session) -> ft.Control:
    """Build the cash book: what came in by kind, and where it goes."""
    t, cash = session.words, view.cash
    lines = (
        (say("Entry fees"), cash.paid_in.startgeld),
        (say("Fees of rounds"), cash.paid_in.seriengeld),
        (say("Lost games"), cash.paid_in.verlustspiel),
        (say("Given besides"), view.tournament.money.gifts),
        (say("In prizes"), cash.rest - cash.pot), (say("Left for the club"), cash.rest),
        (say("In the box"), cash.box))
    return ui.stack(ui.heading(t("Money")), ui.panel(*[
        ft.Row([ft.Text(t(label), size=Type.BODY, expand=True),
                ui.strong(t.money(cents, "EUR"))]) for label, cents in lines if cents]))


@ft.component
def CashDesk(evening: str) -> ft.Control:
    """Draw what each has to pay in, or gets, folded away; a tap notes it as paid. Prizes count once
    all lists are complete."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    view = tournaments.view(evening)
    is_open, turn = use_value(False)
    dues = {number: cents for number, cents in view.dues.items() if cents}
    told = t(say_n("{n} payment", "{n} payments", len(dues))) if dues else t("Everything is paid.")
    head = ui.titled_row(
        t("Cash desk"), told, lambda: turn(not is_open),
        ft.Icon(ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE,
                color=ft.Colors.ON_SURFACE_VARIANT),
        identifier="cash-desk", said=f"{t('Cash desk')}: {told}", padding=0)

    def pay(number: int, cents: int) -> None:
        if session.attempt(tournaments.pay, evening, number, cents):
            session.offer_undo(say("Noted."), tournaments.undo, evening)

    people = view.tournament.by_number
    return ui.panel(head, *([ui.titled_row(
        people[number].name,
        t(PAYS if cents > 0 else GETS, amount=t.money(abs(cents), "EUR")),
        partial(pay, number, cents), ft.Icon(ft.Icons.CHECK, color=ft.Colors.ON_SURFACE_VARIANT),
        identifier=f"pay-{number}") for number, cents in dues.items()] if is_open else []))
