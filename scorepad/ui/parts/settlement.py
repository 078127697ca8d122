"""The money of an evening: what everybody receives, where it comes from, and who has paid."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

import flet as ft

from scorepad.book.settle import Payment, Settlement, Source
from scorepad.i18n.words import Words
from scorepad.paper import files as papers
from scorepad.service import telling
from scorepad.service.persons import CURRENCY
from scorepad.service.telling_evening import Kind, remembered, told_winners
from scorepad.service.views import EveningView, SheetView
from scorepad.storage import StorageFault
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import keyed, use_value
from scorepad.ui.parts.address import way_to
from scorepad.ui.parts.codes import CAN_DRAW, PayByCode
from scorepad.ui.parts.fields import headline
from scorepad.ui.parts.question import aside_of, closed_elsewhere, decisions_of
from scorepad.ui.parts.saving_files import SavePaper, copy_button, picture_button, share
from scorepad.ui.session import Session, going_to, of_page, page
from scorepad.ui.signs import sign
from scorepad.ui.theme import Height, Space, Type, color_of_money, color_of_points

POINTS = 72
"""Width of the column of points in a standing."""

ARROW = 32
"""Room for the arrow that unfolds a balance; the amounts that make it up are aligned with it."""


def beside_sheets(view: EveningView, sheets: list[ft.Control], session: Session,
                  taken: float = 0) -> list[ft.Control]:
    """Lay out the settlement of an evening and its sheets; taken: as for `has_room`. Beside each
    other, who has won stands above the sheets, so that the payments are in sight."""
    split = session.has_room(taken)
    money = keyed(f"money-{view.id}-{split}", SettlementOf, view.id, not split)
    return ui.beside([money], [*(_card(view, session) if split else []), *sheets], split)


@ft.component
def SettlementOf(evening: str, with_card: bool = True) -> ft.Control:
    """Draw the settlement of each currency, with ways to take it away as a text or a file."""
    session = of_page()
    t = session.words
    unfolded, unfold = use_value(frozenset[str]())
    try:
        view = session.service.evening(evening)
    except (KeyError, StorageFault):  # its screen is drawn later and says so
        return ft.Container()

    def fold(name: str) -> None:
        unfold(lambda names: names ^ {name})

    controls: list[ft.Control] = [ui.panel(ui.remark(t(telling.PROVISIONAL)))] if view.asks else []
    controls += [*decisions_of(view.decisions, session), *closed_elsewhere(view, session),
                 *aside_of(view.aside, session)]
    controls += _card(view, session) if with_card else []
    if running := telling.told_running(view):
        controls.append(ui.panel(*[ft.Text(t(told), size=Type.FIGURE) for told in running]))
    for settlement in view.settlements:
        if len(view.settlements) > 1:
            controls.append(ui.heading(t.currency(settlement.currency)))
        controls.append(_balances(settlement, view, unfolded, fold, session))
        if settlement.payments or not running:  # nobody is even before it is over
            controls.append(_payments(settlement, view, session))
    controls += [_standing(sheet, session) for sheet in view.sheets
                 if telling.is_for_nothing(sheet)]
    if not view.settlements:
        controls.append(ui.panel(ui.remark(
            t("Nothing was at stake, so there is nothing to settle."))))
    controls += [_fees(fees, currency, t) for currency, fees in view.fees.items()]
    return ui.stack(*controls, _to_take_away(view, session))


def _fees(fees: Mapping[str, int], currency: str, t: Words) -> ft.Control:
    """Build the rows of what lost games cost into the club's purse, and of all of it."""
    rows = [*fees.items(), (t("Together"), sum(fees.values()))]
    return ft.Semantics(identifier="fees", container=True, content=ui.panel(
        ui.remark(t("Verlustspielgeld, into the club's purse")), *[
            ft.Row([ft.Text(title, size=Type.BODY, expand=True),
                    ft.Text(t.money(cents, currency), size=Type.BODY)])
            for title, cents in (rows if len(fees) > 1 else rows[:-1])]))


SYMBOLS = {Kind.BEST: ft.Icons.EMOJI_EVENTS_OUTLINED,
           Kind.WORST: ft.Icons.SENTIMENT_DISSATISFIED_OUTLINED,
           Kind.UNLUCKY: ft.Icons.TRENDING_DOWN, Kind.KASTEN: ft.Icons.SPORTS_BAR_OUTLINED}


def _card(view: EveningView, session: Session) -> list[ft.Control]:
    """Build the card of an evening that is over: who has won it, what is remembered of it, and the
    way home; none where nothing was played."""
    t, service = session.words, session.service
    if not view.closed or not any(sheet.score.lines for sheet in view.sheets):
        return []
    stars = None
    with suppress(KeyError, StorageFault):  # the screen, which is drawn later, says so
        stars = service.club.evening(view.id)
    room = min(session.width - 2 * Space.LARGE, ui.COLUMN) - 2 * Space.LARGE
    rows = [ft.Row([ft.Icon(SYMBOLS[each.kind], color=ft.Colors.PRIMARY),
                    ui.two_lines(each.title, each.below)], spacing=Space.MEDIUM)
            for each in remembered(view, stars, service.players(), t)]
    return [ft.Semantics(identifier="evening-card", container=True, content=ui.panel(
        headline(t(told_winners(view)), view.winners, room, session), *rows,
        ft.Row([picture_button(view, session),
                ui.text_button(t("Back to the evenings"), going_to("/"), identifier="home",
                               icon=ft.Icons.HOME_OUTLINED)], wrap=True, spacing=0),
        spacing=Space.MEDIUM))]


def _balances(settlement: Settlement, view: EveningView, unfolded: frozenset[str],
              fold: Callable[[str], None], session: Session) -> ft.Control:
    t, rows = session.words, list[ft.Control]()
    for name, cents in telling.by_gain(settlement):
        is_open = name in unfolded
        rows.append(_balance(name, cents, settlement, is_open, fold, session))
        if is_open:
            rows += [_source(source, settlement, view, t) for source in settlement.sources[name]]
    return ui.panel(ui.remark(t("Who receives, who pays")), ui.stack(*rows, spacing=0))


def _balance(name: str, cents: int, settlement: Settlement, is_open: bool,
             fold: Callable[[str], None], session: Session) -> ft.Control:
    """Build the row of what somebody receives or pays; a tap unfolds where it comes from."""
    amount = session.words.balance(cents, settlement.currency)
    return ui.tappable(
        ft.Row(spacing=0, controls=[
            ft.Container(sign(session.service.people.looks()[name], session, Type.FIGURE),
                         padding=ft.Padding.only(right=Space.SMALL)),
            ft.Text(name, size=Type.FIGURE, expand=True, semantics_label=f"{name}: {amount}"),
            ui.strong(amount, color=color_of_money(cents), semantics_label=""),
            ft.Container(ft.Icon(ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE,
                                 size=24, color=ft.Colors.ON_SURFACE_VARIANT),
                         width=ARROW, alignment=ft.Alignment.CENTER_RIGHT)]),
        partial(fold, name), identifier=f"balance-{name}", expanded=is_open,
        padding=ft.Padding.symmetric(vertical=Space.MEDIUM))


def _source(source: Source, settlement: Settlement, view: EveningView, t: Words) -> ft.Control:
    """Build the row of a part of a balance; a tap leads to the sheet it was won on."""
    sheet = view.sheets[source.sheet]
    return ui.tappable(
        ft.Row([ui.remark(telling.told_source(source, view, t), expand=True),
                ft.Text(t.balance(source.cents, settlement.currency), size=Type.BODY,
                        color=color_of_money(source.cents))]),
        going_to(way_to(sheet)), identifier=f"source-{source.sheet}-{source.match}",
        padding=ft.Padding.only(left=Space.LARGE, right=ARROW, top=Space.MEDIUM,
                                bottom=Space.MEDIUM))


def _payments(settlement: Settlement, view: EveningView, session: Session) -> ft.Control:
    t, payments = session.words, settlement.payments
    if not payments:
        return ui.panel(ui.remark(t("Everybody is even.")))
    accounts = session.service.accounts.by_name() \
        if CAN_DRAW and settlement.currency == CURRENCY else {}
    rows = [_payment(number, payment, settlement.currency, view, session)
            if payment.paid or payment.creditor not in accounts else ft.Row(spacing=0, controls=[
                ft.Container(_payment(number, payment, settlement.currency, view, session),
                             expand=True),
                PayByCode(payment, accounts[payment.creditor], view.date, f"code-{number}")])
            for number, payment in enumerate(payments)]
    return ui.panel(ui.remark(t(telling.told_payments(settlement))), ui.stack(*rows, spacing=0))


def _payment(number: int, payment: Payment, currency: str, view: EveningView,
             session: Session) -> ft.Control:
    """Build the row of a payment with a tick, which a tap sets and takes away."""
    t = session.words
    amount = t.money(payment.cents, currency)
    told = t("{debtor} pays {creditor} {amount}", debtor=payment.debtor,
             creditor=payment.creditor, amount=amount)
    color = ft.Colors.ON_SURFACE_VARIANT if payment.paid else None
    line = ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if payment.paid else None

    def tick() -> None:
        service = session.service
        if payment.paid:
            session.attempt(service.take_back_payment, view.id, payment.id)
        else:
            session.attempt(service.pay, view.id, payment.debtor, payment.creditor,
                            payment.cents, currency)

    return ui.tappable(
        ft.Row(spacing=Space.MEDIUM, controls=[
            ft.Container(
                ft.Icon(ft.Icons.CHECK_CIRCLE, size=22, color=ft.Colors.PRIMARY) if payment.paid
                else ft.Icon(ft.Icons.RADIO_BUTTON_UNCHECKED, size=22,
                             color=ft.Colors.ON_SURFACE_VARIANT),
                height=Height.KEY - Space.SMALL, alignment=ft.Alignment.CENTER),
            ft.Text(f"{payment.debtor} → {payment.creditor}", size=Type.FIGURE, expand=True,
                    color=color, semantics_label=told),
            ui.strong(amount, color=color, style=line, semantics_label="")]),
        tick, identifier=f"payment-{number}", checked=payment.paid,
        padding=ft.Padding.symmetric(vertical=Space.HAIR))


def _standing(sheet: SheetView, session: Session) -> ft.Control:
    """Build what everybody has on a sheet that is played for nothing, the best first."""
    t, looks = session.words, session.service.people.looks()
    rows: list[ft.Control] = [ft.Row([
        sign(looks[rank.name], session, Type.FIGURE),
        ft.Text(rank.name, size=Type.FIGURE, expand=True),
        *([ui.remark(t(told))] if (told := telling.told_matches(rank)) else []),
        ft.Container(ui.strong(t.points(rank.points),
                               color=color_of_points(rank.points, sheet.game.low_is_good)),
                     width=POINTS, alignment=ft.Alignment.CENTER_RIGHT)],
        spacing=Space.SMALL) for rank in sheet.ranking]
    return ft.Semantics(identifier=f"ranking-{sheet.id}", container=True, content=ui.panel(
        ui.remark(t("{game}: the standings", game=sheet.game.title)), ui.stack(*rows)))


def sheet_row(sheet: SheetView, t: Words) -> ft.Control:
    """Build the row of a sheet, which leads to it."""
    title, counts = t.game(sheet.game.title), ", ".join(telling.told_progress(sheet, t))
    return ui.titled_row(title, f"{', '.join(sheet.score.record.names)} · {counts}",
                         going_to(way_to(sheet)), identifier=f"sheet-{sheet.id}",
                         said=f"{title}: {counts}", size=Type.SMALL)


def _to_take_away(view: EveningView, session: Session) -> ft.Control:
    t, text = session.words, settlement_text(view, session.words)
    return ft.Row(wrap=True, alignment=ft.MainAxisAlignment.CENTER, spacing=0, controls=[
        *([] if view.closed else [picture_button(view, session)]),
        copy_button(session, t("Copy as text"), text, "copy"),
        ui.text_button(t("Share"), lambda: page().run_task(share, session, text),
                       identifier="share", icon=ft.Icons.SHARE),
        keyed(f"save-{view.id}", SavePaper, papers.Evening(view.id))])


def settlement_text(view: EveningView, t: Words) -> str:
    """Return the settlement as a message to send."""
    lines = [t.dated(view.date, view.place), *map(t, telling.told_running(view))]
    for settlement in view.settlements:
        lines += ["", *[f"{name}: {t.balance(cents, settlement.currency)}"
                        for name, cents in telling.by_gain(settlement)], ""]
        lines += [telling.told_payment(each, settlement.currency, t)
                  for each in settlement.payments] or [t("Everybody is even.")]
    for sheet in filter(telling.is_for_nothing, view.sheets):
        lines += ["", t.game(sheet.game.title), *[
            " · ".join([f"{rank.name}: {t.points(rank.points)}",
                        *([t(told)] if (told := telling.told_matches(rank)) else [])])
            for rank in sheet.ranking]]
    if not view.settlements:
        lines.append(t("Nothing was at stake, so there is nothing to settle."))
    for currency, fees in view.fees.items():
        lines += ["", t("Verlustspielgeld, into the club's purse"),
                  *[f"{name}: {t.money(cents, currency)}" for name, cents in fees.items()]]
    return "\n".join(lines)
