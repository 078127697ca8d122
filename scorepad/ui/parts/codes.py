"""QR codes on the screen: of an address, and of a payment for a banking app; and reading one with
the camera, which `scanning.js` does for the page where the browser can."""

import asyncio
import json
from datetime import date as Date
from importlib.util import find_spec
from typing import Any

import flet as ft
from flet import canvas

from scorepad.book.settle import Payment
from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.paper.qr_code import qr_code as strokes_of
from scorepad.service.persons import giro_code, grouped
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import use_value
from scorepad.ui.session import Session, of_page
from scorepad.ui.theme import Radius, Space, Type

QR_SIZE, QR_BORDER = 232, 3
"""Width of a QR code, and of its light border, in dots."""

CAN_DRAW = find_spec("segno") is not None
"""True where codes can be made: not without the extra "web"."""


def address_with_code(address: str, t: Words, *, told: bool = True) -> list[ft.Control]:
    """Build the QR code of an address; told: with the address below it."""
    return [code_on_white(address, t("QR code of the address")),
            *([ft.Semantics(identifier="link", container=True, content=ft.Text(
                address, size=Type.BODY, text_align=ft.TextAlign.CENTER))] if told else [])]


def code_on_white(text: str, label: str) -> ft.Control:
    """Build a QR code; label: what it is, for those who cannot see it."""
    return ft.Container(ft.Semantics(label=label, container=True, content=qr_code(text)),
                        bgcolor=ft.Colors.WHITE, border_radius=Radius.MEDIUM,
                        padding=Space.SMALL, alignment=ft.Alignment.CENTER)


def qr_code(text: str) -> ft.Control:
    """Draw a QR code as shapes: without a graphics card some browsers show no pictures."""
    width, strokes = strokes_of(text)
    dot = QR_SIZE / (width + 2 * QR_BORDER)
    lines: list[canvas.Path.PathElement] = []
    for x, y, length in strokes:
        middle = (y + QR_BORDER + 0.5) * dot
        lines += [canvas.Path.MoveTo((x + QR_BORDER) * dot, middle),
                  canvas.Path.LineTo((x + length + QR_BORDER) * dot, middle)]
    # A little thicker than they lie apart: no light is to shine through between two rows.
    pen = ft.Paint(color=ft.Colors.BLACK, stroke_width=dot + 0.2,
                   style=ft.PaintingStyle.STROKE)
    return canvas.Canvas([canvas.Path(lines, pen)], width=QR_SIZE, height=QR_SIZE)


@ft.component
def PayByCode(payment: Payment, iban: str, date: Date, identifier: str) -> ft.Control:
    """Draw the button that shows a payment as a code, which the debtor's banking app reads."""
    session = of_page()
    t = session.words
    is_open, show = use_value(False)
    label = t("Code for {debtor}'s banking app", debtor=payment.debtor)
    code = giro_code(payment.creditor, iban, payment.cents, f"Scorepad {t.short_day(date)}")
    told = f"{payment.debtor} → {payment.creditor}"
    ft.use_dialog(ft.AlertDialog(
        title=told, on_dismiss=lambda: show(False), scrollable=True, content=ft.Column(
            tight=True, spacing=Space.MEDIUM, controls=[
                code_on_white(code, label),
                ft.Text(t.money(payment.cents, "EUR"), size=Type.FIGURE),
                ui.copyable(grouped(iban)),
                ui.remark(t("Point the banking app at it: a transfer is filled in."))]),
        actions=[ui.text_button(t("Close"), lambda: show(False), identifier="close")])
        if is_open else None)
    return ui.icon_button(ft.Icons.QR_CODE, label, lambda: show(True), identifier=identifier)


SCAN = "scorepad:scan:"
"""The beginning of what asks the page to scan, before the words that it shows meanwhile."""

LONGEST = 60
"""Seconds for which the page says nothing, not even that it still scans; then it is given up."""

FAULTS = {"NotFoundError": say("There is no camera."),
          "NotAllowedError": say("This browser does not let the page use the camera.")}
"""The sentences about a camera that cannot be used, by the browser's name for the fault."""

OTHER = say("The camera does not start.")


async def scanned(session: Session) -> str | None:
    """Return the text of a code that is held before the camera; None, once it was said why, if
    there is none, and if somebody cancels."""
    clipboard, t = ft.Clipboard(), session.words
    told: dict[str, Any] = {}
    try:
        await clipboard.set(SCAN + json.dumps({
            "title": t("Hold the code before the camera."), "out": t("Cancel")}))
        while not told:
            heard = await asyncio.wait_for(clipboard.get(), LONGEST)
            told = json.loads(heard or '{"fault": ""}')
    # Clients report a failure in as many ways as there are browsers.
    except Exception:  # noqa: BLE001
        told = {"fault": ""}
    if (fault := told.get("fault")) is not None:
        session.tell(t(FAULTS.get(fault, OTHER)))
    return told.get("text")
