"""The money of a tournament at its desk: what came in, and who pays or gets what."""

from functools import partial

import flet as ft

from scorepad.i18n.message import N_, say, say_n
from scorepad.paper.files import Tournament as Paper
from scorepad.paper.tournament import What
from scorepad.service.tournament_view import Transfer
from scorepad.tournament.cash import told_money
from scorepad.tournament.facts import Number
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import use_value
from scorepad.ui.parts.fields import folding, use_some
from scorepad.ui.parts.saving_files import SavePaper
from scorepad.ui.session import of_page
from scorepad.ui.theme import Type

PAYS, GETS = N_("pays {amount}"), N_("gets {amount}")


@ft.component
def CashBook(evening: str) -> ft.Control:
    """Draw what came in by kind and where it goes, and, folded away, every payment."""
    session = of_page()
    t, view = session.words, session.service.tournaments.view(evening)
    is_open, turn = use_value(False)
    paid, people = view.tournament.payments, view.tournament.by_number
    shown, more = use_some(paid[::-1])
    sums = [ft.Row([ft.Text(t(label), size=Type.BODY, expand=True),
                    ui.strong(t.money(cents, "EUR"))]) for label, cents in told_money(view.cash)]
    told = t(say_n("{n} payment", "{n} payments", len(paid)))
    return ui.stack(ui.heading(t("Money")), ui.panel(
        *sums, *([folding(t("Payments"), told, is_open, turn, "payments")] if paid else []),
        *([*[ft.Row([
            ui.two_lines(people[each.number].name, " · ".join([
                *([t.moment(each.at)] if each.at else []), t("No. {number}", number=each.number)])),
            ui.strong(t.money(each.cents, "EUR"))]) for each in shown], *more,
           SavePaper(Paper(evening, What.CASH))]
          if paid and is_open else [])))


@ft.component
def CashDesk(evening: str) -> ft.Control:
    """Draw what each has to pay in, or gets, folded away; a tap notes it as paid. Prizes count once
    all lists are complete; then people may as well pay each other."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    view = tournaments.view(evening)
    people = view.tournament.by_number
    is_open, turn = use_value(False)
    among, turn_among = use_value(False)
    dues = {number: cents for number, cents in view.dues.items() if cents}
    transfers = view.transfers
    told = t(say_n("{n} payment", "{n} payments", len(dues))) if dues else t("Everything is paid.")

    def pay(paid: Transfer) -> None:
        if session.attempt(tournaments.hand_over, evening, paid):
            session.offer_undo(say("Noted."), tournaments.undo, evening)

    def row(identifier: str, paid: Transfer, who: str, what: str) -> ft.Control:
        return ui.titled_row(who, what, partial(pay, paid), ft.Icon(
            ft.Icons.CHECK, color=ft.Colors.ON_SURFACE_VARIANT), identifier=identifier)

    def name(number: Number | None) -> str:
        return t("the box") if number is None else people[number].name

    def in_words(cents: int) -> str:
        return t(PAYS if cents > 0 else GETS, amount=t.money(abs(cents), "EUR"))

    return ui.panel(
        folding(t("Cash desk"), told, is_open, turn, "cash-desk"),
        *([row(f"pay-{number}", Transfer(number, None, cents), people[number].name, in_words(cents))
           for number, cents in dues.items()] if is_open else []),
        *([folding(t("If people pay each other"),
                 t(say_n("{n} payment", "{n} payments", len(transfers))), among, turn_among,
                 "transfers")] if transfers else []),
        *([row(f"transfer-{at}", each, f"{name(each.debtor)} → {name(each.creditor)}",
               t.money(each.cents, "EUR")) for at, each in enumerate(transfers)] if among else []))
