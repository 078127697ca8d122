"""The screen where people spend the evening: totals, hands, and the entry, which is always open."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import flet as ft

from scorepad.games.protocols import Partien, SeatsChange
from scorepad.i18n.message import Message, say_n
from scorepad.i18n.words import Words
from scorepad.service.agreements import people, playing
from scorepad.service.telling import title_of_sheet, told_duties
from scorepad.service.views import EveningView, SheetView
from scorepad.storage import StorageFault
from scorepad.ui.entry.entry import Foot, Keys, Notes, has_keyboard, retrace, stop_correction
from scorepad.ui.entry.keeping import entry_of, has_lost_its_hand, is_half_typed
from scorepad.ui.entry.model import EntryModel, end_of
from scorepad.ui.entry.slot import look, look_again
from scorepad.ui.entry.stops import Focus, Group, Spoken, collect, hidden_heading
from scorepad.ui.forms.rules import told_differing
from scorepad.ui.hooks import use_own, use_params, use_value
from scorepad.ui.parts import match_end
from scorepad.ui.parts.address import NO_SHEET, missing, use_evening, use_sheet
from scorepad.ui.parts.question import also_said_of, questions_of
from scorepad.ui.parts.sheet_rows import OPENING, Shown, Stretch, rows_of_sheet
from scorepad.ui.parts.totals import Totals, roomy
from scorepad.ui.screens.sheet_keyboard import press, shortcuts, something_lies_over
from scorepad.ui.session import Session, go_back, going_to, of_page, page
from scorepad.ui.theme import ENTRY_WIDTH, SHEET_WIDTH, TALL, Radius, Space
from scorepad.ui.widgets import bar, icon_button, main_button, muted, stack

BELOW_BAR = 56
"""The distance of the menu from the upper edge of a window: it begins at its key."""


def menu_of(sheet: SheetView, evening: EveningView, session: Session,
            close: Callable[[], Any], listed: Sequence[ft.Control] = ()) -> ft.DialogControl:
    """Build the menu of a sheet, with `listed` below it: at its key in a window, or from below."""
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
    items += [way(title_of_sheet(other, t), ft.Icons.TABLE_RESTAURANT_OUTLINED,
                  f"{here}/sheet/{other.id}", f"table-{number}", ", ".join(people(other)))
              for number, other in enumerate(
                  [each for each in playing(evening) if each.id != sheet.id], 1)]
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
                                           scroll=ft.ScrollMode.AUTO), width=340))
    return ft.BottomSheet(
        on_dismiss=lambda: close(), scrollable=True, content=ft.Container(
            padding=ft.Padding.symmetric(vertical=Space.MEDIUM),
            content=ft.Column([*items, *listed], tight=True, spacing=0,
                              scroll=None if session.roomy else ft.ScrollMode.AUTO)))


def _dropped(sheet: SheetView, t: Words) -> str:
    """Return what a Bockrunde would lose if the match ended; empty for nothing."""
    if not (left := sheet.score.multiplied_left):
        return ""
    return t(say_n("{n} hand that counts double is dropped at the end",
                   "{n} hands that count double are dropped at the end", left))


@ft.component
def Sheet() -> ft.View:
    session = of_page()
    t = session.words
    params = use_params()
    route = ft.use_view_path()
    focus = use_own(Focus)
    here = _Here(session, params["sheet"], route, focus)
    ft.use_effect(here.begin, [params["sheet"], session.visits], cleanup=here.end)
    menu, open_menu = use_value(False)
    shown = use_own(Shown)
    stretch, show = use_value(OPENING)

    async def fill() -> None:  # once what a screen holds of them is on its way
        show(lambda drawn: Stretch() if drawn == OPENING else drawn)

    ft.use_effect(fill, [])
    evening, sheet = use_evening(session), use_sheet(session)
    ft.use_dialog(menu_of(sheet, evening, session, lambda: open_menu(False),
                          [shortcuts(focus, t)] if has_keyboard(session, focus) else [])
                  if menu and not isinstance(sheet, Message)
                  and not isinstance(evening, Message) else None)
    if isinstance(sheet, Message):
        return missing(t(sheet), "/")
    if isinstance(evening, Message):
        return missing(t(NO_SHEET), "/")  # it is one of another evening
    entry = entry_of(session, sheet)
    entry.sight.look(end_of(sheet.score))
    with suppress(StorageFault):  # what others type is only offered
        look(session, sheet, entry)
    below = _closed(sheet, t) if sheet.closed else _Below(sheet, entry, focus)
    foot = stack(Spoken(entry), _Foot(sheet, entry, focus), spacing=0)
    told = match_end.looked_at(sheet, entry)
    head = [*questions_of(sheet, session), *also_said_of(sheet, session),
            Totals(told, session.shape, focus),
            ft.Divider(height=1, color=ft.Colors.OUTLINE_VARIANT), hidden_heading(t("Hands"))]
    hands = rows_of_sheet(sheet, session, route, shown, stretch, show, focus)
    beside = [match_end.standing_beside(sheet, session)] if session.spacious else []
    layout = partial(_side_by_side, _Last(sheet, entry, focus), beside,
                     roomy(session, sheet, TALL)) if session.wide else \
        _below_each_other if roomy(session, sheet) and entry.line is None else _in_one
    above = bar(title_of_sheet(told, t), subtitle=told_duties(told, t),
                back="/", back_label=t("Back to the evenings"),
                actions=_actions(sheet, session, lambda: open_menu(True)), focusable=False)
    collect(ft.Row([above.leading or ft.Container(), *(above.actions or [])]), focus, Group.BAR, {})
    return ft.View(
        route=route, padding=0, spacing=0, appbar=above,
        controls=[ft.SafeArea(
            expand=True, content=layout(head, hands, below, foot),
            minimum_padding=ft.Padding.symmetric(
                horizontal=max(0, session.width - SHEET_WIDTH) / 2))])


def _actions(sheet: SheetView, session: Session,
             open_menu: Callable[[], Any]) -> list[ft.Control]:
    t = session.words
    undo = None if sheet.closed or sheet.undo is None else \
        lambda: retrace(session, sheet.id, session.service.undo)
    again = [] if sheet.closed or sheet.redo is None else [icon_button(
        ft.Icons.REDO, t("Redo"), lambda: retrace(session, sheet.id, session.service.redo),
        identifier="redo", focusable=False)]
    return [*again, icon_button(ft.Icons.UNDO, t("Undo"), undo, identifier="undo", focusable=False),
            icon_button(ft.Icons.MORE_VERT, t("More"), open_menu, identifier="menu",
                        focusable=False)]


@ft.component
def _Below(sheet: SheetView, entry: EntryModel, focus: Focus) -> ft.Control:
    """Draw the entry, the end of a Partie, or the end of the sheet."""
    session, is_lost = of_page(), has_lost_its_hand(sheet, entry)

    def say_so() -> None:
        if is_lost:
            stop_correction(session, sheet, entry)

    ft.use_effect(say_so, [is_lost])
    is_open = match_end.takes_hands(sheet, entry)
    ft.use_effect(lambda: session.tell_above(not is_open), [is_open])
    if is_open:
        return Keys(sheet, session.shape, entry, focus)
    focus.stops.know(Group.KEYS, tuple)
    focus.stops.know(Group.FOOT, tuple)
    match = match_end.open_end(sheet, entry)
    return match_end.Over(sheet) if sheet.score.over or match is None \
        else match_end.MatchEnd(sheet, entry, match)


@ft.component
def _Foot(sheet: SheetView, entry: EntryModel, focus: Focus) -> ft.Control:
    """Draw what of the entry never scrolls, while it is open."""
    if sheet.closed or not match_end.takes_hands(sheet, entry):
        return ft.Container(height=FRAME, bgcolor=ft.Colors.SURFACE_CONTAINER)
    return ft.Container(
        Foot(sheet, of_page().shape, entry, focus), bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.only(left=FRAME, right=FRAME, bottom=FRAME))


@ft.component
def _Last(sheet: SheetView, entry: EntryModel, focus: Focus) -> ft.Control:
    """Draw what stands at the end of the entry of a wide window, while it is open."""
    if sheet.closed or not match_end.takes_hands(sheet, entry):
        focus.stops.know(Group.NOTES, tuple)
        return ft.Container()
    return ft.Container(Notes(sheet, of_page().shape, entry, focus),
                        padding=ft.Padding.symmetric(horizontal=FRAME))


FRAME = Space.MEDIUM
"""The room around the entry."""


def _below_each_other(head: list[ft.Control], hands: ft.Control, below: ft.Control,
                      foot: ft.Control) -> ft.Control:
    """Lay out for a phone: the entry stays below, the hands scroll above it."""
    return ft.Column([*head, hands, _raised(below), foot], expand=True, spacing=0)


def _in_one(head: list[ft.Control], hands: ft.Control, below: ft.Control,
            foot: ft.Control) -> ft.Control:
    """Lay out for a low screen or very large text: all scrolls but the key that saves."""
    return ft.Column([
        ft.Column([*head[:-1], _raised(below), head[-1], hands], expand=True, spacing=0,
                  scroll=ft.ScrollMode.AUTO), foot], expand=True, spacing=0)


def _raised(below: ft.Control) -> ft.Control:
    return ft.Container(
        below, bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.only(left=FRAME, right=FRAME, top=FRAME),
        border_radius=ft.BorderRadius.only(top_left=Radius.LARGE, top_right=Radius.LARGE))


def _side_by_side(last: ft.Control, beside: list[ft.Control], tall: bool, head: list[ft.Control],
                  hands: ft.Control, below: ft.Control, foot: ft.Control) -> ft.Control:
    """Lay out for a window: the entry stands beside the totals, with `last` at its end; `beside`
    stands to the right of it. In a `tall` window it is as high as its keys; otherwise they may
    scroll."""
    edge = Space.LARGE - FRAME  # the foot brings its own frame
    keys: ft.Control = ft.Container(below, padding=ft.Padding.only(left=FRAME, right=FRAME,
                                                                   top=FRAME))
    if not tall:
        keys = ft.Column([keys], expand=True, scroll=ft.ScrollMode.AUTO,
                         horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Row(
        expand=True, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START, controls=[
            ft.Container(ft.Column([*head, hands], expand=True, spacing=0), expand=True,
                         padding=ft.Padding.symmetric(horizontal=Space.LARGE)),
            ft.Container(
                stack(keys, foot, last, spacing=0),
                width=ENTRY_WIDTH, bgcolor=ft.Colors.SURFACE_CONTAINER, padding=edge,
                margin=ft.Margin.only(right=Space.LARGE, bottom=Space.LARGE),
                border_radius=Radius.LARGE),
            *beside])


def _closed(sheet: SheetView, t: Words) -> ft.Control:
    return stack(
        muted(t("This evening is over."), text_align=ft.TextAlign.CENTER),
        main_button(t("Settlement"), going_to(f"/evening/{sheet.evening}"),
                    identifier="settlement"), spacing=10)


class _Here:
    """The sheet on the screen: it keeps the screen awake and listens to the keyboard."""

    def __init__(self, session: Session, sheet: str, route: str, focus: Focus) -> None:
        self.session, self.sheet, self.route, self.focus = session, sheet, route, focus

    def begin(self) -> None:
        """Start when the sheet is shown."""
        page().on_keyboard_event = self.press
        self.session.watch_beside(self.look_beside)
        page().run_task(self.session.stay_awake, True)
        with suppress(KeyError, StorageFault):  # there is no sheet here, and the screen says so
            sheet = self.session.service.sheet(self.sheet)
            self.session.place.half_typed(is_half_typed(sheet, entry_of(self.session, sheet)))

    def end(self) -> None:
        """Stop when another screen is shown."""
        page().on_keyboard_event = None
        self.session.watch_beside(lambda: None)
        self.session.tell_above(False)
        page().run_task(self.session.stay_awake, False)
        self.session.place.half_typed(False)

    def look_beside(self) -> None:
        """Look for what may have been typed for this sheet on another page."""
        with suppress(KeyError, StorageFault):  # there is no sheet here, and the screen says so
            sheet = self.session.service.sheet(self.sheet)
            look_again(self.session, sheet, entry_of(self.session, sheet))

    def press(self, event: ft.KeyboardEvent) -> None:
        """Handle a key of the keyboard. On a screen that lies over the sheet, Esc closes that."""
        if page().route != self.route:
            if event.key == "Escape" and page().route.startswith(f"{self.route}/") \
                    and not something_lies_over():
                go_back(self.route)
            return
        try:
            sheet = self.session.service.sheet(self.sheet)
        except (KeyError, StorageFault):
            return  # there is no sheet here, and the screen says so
        press(event, self.session, sheet, self.focus)
