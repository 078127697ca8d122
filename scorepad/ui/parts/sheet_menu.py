"""The menu behind the three dots of a sheet: what is needed once an evening."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from scorepad.games.protocols import Partien, SeatsChange
from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.service.telling import title_of
from scorepad.service.turns import is_left
from scorepad.service.views import EveningView, SheetView
from scorepad.ui.forms.rules import told_differing
from scorepad.ui.session import Session, going_to
from scorepad.ui.theme import Radius, Space

MENU_WIDTH = 340
"""Width of the menu in a window."""

BELOW_BAR = 56
"""The distance of the menu from the upper edge of a window: it begins at its key."""


def menu_of(sheet: SheetView, evening: EveningView, session: Session,
            close: Callable[[], Any], listed: Sequence[ft.Control] = ()) -> ft.DialogControl:
    """Build the menu of a sheet: at its key in a window, from below on a phone. `listed` stands
    below what can be chosen."""
    t, service = session.words, session.service

    def item(text: str, icon: ft.IconData, act: Callable[[], Any], identifier: str,
             more: str = "") -> ft.Control:
        def choose() -> None:
            close()
            act()
        return ft.Semantics(identifier=identifier, content=ft.ListTile(
            leading=ft.Icon(icon), title=text, subtitle=more or None, on_click=lambda: choose()))

    def way(text: str, icon: ft.IconData, route: str, identifier: str,
            more: str = "") -> ft.Control:
        return item(text, icon, going_to(route), identifier, more)

    here = f"/evening/{evening.id}"
    items = []
    if not sheet.closed:
        if isinstance(sheet.game, SeatsChange) and not sheet.score.over:
            items.append(way(t("Seats"), ft.Icons.GROUPS_OUTLINED,
                             f"{here}/sheet/{sheet.id}/seats", "seats",
                             t("Somebody comes, leaves or changes seats")))
        if not sheet.score.over:
            items.append(way(t("House rules"), ft.Icons.RULE, f"{here}/sheet/{sheet.id}/rules",
                             "house-rules", t(told_differing(len(sheet.score.rules.written())))))
        ends = sheet.game.ends_by_hand and sheet.score.tally.hands and not sheet.score.over
        if ends and isinstance(sheet.game, Partien):
            items.append(way(t("Break off the match"), ft.Icons.FLAG_OUTLINED,
                             f"{here}/sheet/{sheet.id}/end", "end-match"))
        elif ends:
            items.append(item(t("End the match"), ft.Icons.FLAG_OUTLINED, lambda: session.attempt(
                service.end_match, sheet.id), "end-match", _dropped(sheet, t)))
    items.append(way(t("Settlement"), ft.Icons.PAYMENTS_OUTLINED, here, "settlement"))
    items += [way(title_of(other, t), ft.Icons.TABLE_RESTAURANT_OUTLINED,
                  f"{here}/sheet/{other.id}", f"table-{number}", _who(other))
              for number, other in enumerate(_running_beside(sheet, evening), 1)]
    items += [way(t("New sheet"), ft.Icons.ADD, f"{here}/new", "another-game",
                  t("Or a second table") if isinstance(sheet.game, SeatsChange) else ""),
              way(t("Settings"), ft.Icons.SETTINGS_OUTLINED, "/preferences", "preferences")]
    if session.wide:
        return ft.AlertDialog(
            on_dismiss=lambda: close(), alignment=ft.Alignment.TOP_RIGHT,
            inset_padding=ft.Padding.only(top=BELOW_BAR, right=Space.SMALL, bottom=Space.LARGE),
            content_padding=ft.Padding.symmetric(vertical=Space.SMALL),
            shape=ft.RoundedRectangleBorder(radius=Radius.MEDIUM),
            content=ft.Container(ft.Column([*items, *listed], tight=True, spacing=0,
                                           scroll=ft.ScrollMode.AUTO), width=MENU_WIDTH))
    return ft.BottomSheet(
        on_dismiss=lambda: close(), scrollable=True, content=ft.Container(
            padding=ft.Padding.symmetric(vertical=Space.MEDIUM),
            content=ft.Column([*items, *listed], tight=True, spacing=0,
                              scroll=None if session.roomy else ft.ScrollMode.AUTO)))


def _running_beside(sheet: SheetView, evening: EveningView) -> list[SheetView]:
    """Return the other tables of the evening that are still playing."""
    if evening.closed:
        return []
    return [other for other in evening.sheets
            if other.id != sheet.id and not other.score.over and not is_left(evening, other)]


def _who(sheet: SheetView) -> str:
    table = sheet.score.next.table
    return ", ".join(table.names[seat] for seat in table.seats)


def _dropped(sheet: SheetView, t: Words) -> str:
    """Return a phrase about the double hands of a Bockrunde that ending the match would drop; empty
    for none."""
    if not (left := sheet.score.multiplied_left):
        return ""
    return t(say_n("{n} hand that counts double is dropped at the end",
                   "{n} hands that count double are dropped at the end", left))
