"""The settlement of an evening: who gets what, who pays whom, which sheets it comes from."""

from collections.abc import Iterator
from typing import Any

import flet as ft

from scorepad.text import N_, say, say_n
from scorepad.ui.screens.evening_stars import StarsOfEvening
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Radius, Space, Type, color_of_money
from scorepad.ui.widgets import heading, main_button, muted, panel, screen, text_button
from scorepad.service.views import EveningView, SheetView

STILL_RUNNING = N_("A game is still running: this is the balance so far.")


@ft.component
def Evening() -> ft.View:
    session = use_session()
    t = session.words
    params = ft.use_route_params()
    try:
        evening = session.service.evening(params["evening"])
    except KeyError:
        return missing(t("This evening is not in the book."), "/")
    end = main_button(t("Reopen the evening"), lambda: session.attempt(
        session.service.reopen_evening, evening.id), identifier="reopen") if evening.closed else \
        main_button(t("End the evening"), lambda: session.attempt(
            session.service.close_evening, evening.id), identifier="end-evening")
    return screen(
        t("Settlement"), *_money(evening, session),
        heading(t("Sheets")),
        panel(*[_sheet(sheet, evening, session) for sheet in evening.sheets],
              text_button(t("Another game"), lambda: page().navigate(
                  f"/evening/{evening.id}/new"), identifier="another-game", icon=ft.Icons.ADD)),
        StarsOfEvening(evening.id, key=f"stars-{evening.id}"),
        ft.Container(height=Space.SMALL),
        subtitle=" · ".join(filter(None, [t.day_and_year(evening.date), evening.place])),
        back=lambda: page().navigate("/"), back_label=t("Back to the evenings"), bottom=end)


def _money(evening: EveningView, session: Session) -> list[ft.Control]:
    t = session.words
    if not any(sheet.score.record.stake is not None for sheet in evening.sheets):
        return [panel(muted(t("Nothing was at stake, so there is nothing to settle."),
                            size=Type.BODY))]
    text = settlement_text(evening, t)
    payments: list[ft.Control] = [_payment(f"{transfer.debtor} → {transfer.creditor}",
                                           t.money(transfer.cents, evening.currency))
                                  for transfer in evening.transfers]
    if not payments:
        payments = [muted(t("Everybody is even."), size=Type.BODY)]
    return [
        panel(muted(t("Who receives, who pays"), size=Type.BODY),
              *([ft.Text(t(STILL_RUNNING), size=Type.BODY)] if _still_running(evening) else []), *[
            _balance(name, cents, evening.currency, t)
            for name, cents in sorted(evening.balances.items(), key=lambda item: -item[1])]),
        panel(muted(t(say_n("{n} payment", "{n} payments", len(evening.transfers))),
                    size=Type.BODY), *payments),
        ft.Row(wrap=True, alignment=ft.MainAxisAlignment.CENTER, controls=[
            ft.Semantics(identifier="copy", content=ft.TextButton(
                t("Copy as text"), icon=ft.Icons.COPY, action=ft.CopyToClipboard(text),
                on_click=lambda: session.tell(say("Copied.")))),
            text_button(t("Share"), lambda: page().run_task(_share, session, text),
                        identifier="share", icon=ft.Icons.SHARE)])]


def _still_running(evening: EveningView) -> bool:
    return not evening.closed and any(sheet.provisional for sheet in evening.sheets)


async def _share(session: Session, text: str) -> None:
    """Hand the text to the platform; a browser without that gets it into its clipboard."""
    try:
        await ft.Share().share_text(text)
    except Exception:  # the client says it cannot in as many ways as there are browsers
        await ft.Clipboard().set(text)
        session.tell(say("This browser cannot share. The text is copied instead."))


def _balance(name: str, cents: int, currency: str, t: Any) -> ft.Control:
    return _line(name, t.balance(cents, currency), color=color_of_money(cents))


def _payment(who: str, amount: str) -> ft.Control:
    return _line(who, amount)


def _line(left: str, right: str, *, color: str | None = None) -> ft.Control:
    return ft.Container(
        ft.Row([ft.Text(left, size=Type.FIGURE, expand=True),
                ft.Text(right, size=Type.FIGURE, weight=ft.FontWeight.W_600, color=color)],
               vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.symmetric(vertical=Space.SMALL))


def _sheet(sheet: SheetView, evening: EveningView, session: Session) -> ft.Control:
    t = session.words
    counts = ", ".join(_how_far(sheet, evening, t))
    title = sheet.game.title
    return ft.Semantics(identifier=f"sheet-{sheet.id}", content=ft.Container(
        ink=True, border_radius=Radius.SMALL, padding=ft.Padding.symmetric(vertical=Space.SMALL),
        on_click=lambda: page().navigate(f"/evening/{evening.id}/sheet/{sheet.id}"),
        content=ft.Row([
            ft.Column([ft.Text(title, size=Type.FIGURE, semantics_label=f"{title}: {counts}"),
                       muted(f"{', '.join(sheet.score.record.names)} · {counts}",
                             semantics_label="")],
                      spacing=2, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT)])))


def _how_far(sheet: SheetView, evening: EveningView, t: Any) -> Iterator[str]:
    """How much was played, and whether that is all."""
    game, score = sheet.game, sheet.score
    if not game.one_match:
        yield t(say_n("{n} Partie", "{n} Partien", len(score.matches)))
    yield t(game.progress(score.tally, score.rules)
            or say_n("{n} hand", "{n} hands", len(score.lines)))
    if score.over:
        yield t("over")
    elif sheet.provisional and not evening.closed:
        yield t("balance so far")


def settlement_text(evening: EveningView, t: Any) -> str:
    """The settlement as a message to send."""
    head = " · ".join(filter(None, [t.day_and_year(evening.date), evening.place]))
    balances = [f"{name}: {t.balance(cents, evening.currency)}"
                for name, cents in sorted(evening.balances.items(), key=lambda item: -item[1])]
    payments = [t("{debtor} pays {creditor} {amount}", debtor=transfer.debtor,
                  creditor=transfer.creditor, amount=t.money(transfer.cents, evening.currency))
                for transfer in evening.transfers] or [t("Everybody is even.")]
    running = [t(STILL_RUNNING)] if _still_running(evening) else []
    return "\n".join([head, *running, "", *balances, "", *payments])
