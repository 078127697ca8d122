"""The screen where people spend the evening: totals, hands, and the entry, which is always open."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from scorepad.games.protocols import Partien, SeatsChange
from scorepad.i18n.message import Message, say_n
from scorepad.i18n.words import Words
from scorepad.service.agreements import people, playing
from scorepad.service.telling import title_of_sheet, told_duties
from scorepad.service.tournaments import OVER
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui import hooks
from scorepad.ui.entry.entry import Foot, Keys, Notes, retrace, stop_correction
from scorepad.ui.entry.keeping import entry_of, has_lost_its_hand, look
from scorepad.ui.entry.model import TIGHT, EntryModel, Lay, end_of
from scorepad.ui.entry.stops import Focus, Group, Spoken, collect, has_keyboard, hidden_heading
from scorepad.ui.forms.rules import told_difference, told_differing
from scorepad.ui.meeting import bring
from scorepad.ui.parts import match_end
from scorepad.ui.parts.address import missing
from scorepad.ui.parts.question import also_said_of, questions_of
from scorepad.ui.parts.sheet_rows import OPENING, Shown, Stretch, rows_of_sheet
from scorepad.ui.parts.totals import Asked, Totals, fits, player_dialog
from scorepad.ui.screens.sheet_keyboard import Here, shortcuts
from scorepad.ui.session import Session, going_to, of_page
from scorepad.ui.theme import ENTRY_WIDTH, SHEET_WIDTH, Radius, Space
from scorepad.ui.widgets import bar, icon_button, main_button, muted, remark, stack

BELOW_BAR = 56
"""The distance of the menu from the upper edge of a window: it begins at its key."""

MOST_OF_ITEM = 72
"""The height of an item of the menu with two lines."""


def menu_of(sheet: SheetView, session: Session, close: Callable[[], Any],
            listed: Sequence[ft.Control] = ()) -> ft.DialogControl:
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

    here, evening = f"/evening/{sheet.evening}", hooks.evening_of(session, sheet.evening)
    items = []
    if not sheet.closed:
        stays = sheet.score.over or sheet.is_list
        if isinstance(sheet.game, SeatsChange) and not stays:
            items.append(way(t("Seats"), ft.Icons.GROUPS_OUTLINED,
                             f"{here}/sheet/{sheet.id}/seats", "seats",
                             t("Somebody comes, leaves or changes seats")))
        if not stays:
            items.append(way(t("House rules"), ft.Icons.RULE, f"{here}/sheet/{sheet.id}/rules",
                             "house-rules", t(told_differing(len(told_difference(
                                 sheet.score.rules, sheet.game.standard)),
                                 sheet.game.standard_title))))
        ends = sheet.game.ends_by_hand and sheet.score.tally.hands and not sheet.score.over
        if ends and isinstance(sheet.game, Partien):
            items.append(way(t("Break off the match"), ft.Icons.FLAG_OUTLINED,
                             f"{here}/sheet/{sheet.id}/end", "end-match"))
        elif ends:
            items.append(item(t("End the match"), ft.Icons.FLAG_OUTLINED, lambda: session.attempt(
                service.end_match, sheet.id), "end-match", _dropped(sheet, t)))
    items.append(way(t("Settlement"), ft.Icons.PAYMENTS_OUTLINED, here, "settlement",
                     t("To share as well, as a picture or as text")))
    items += [way(title_of_sheet(other, t), ft.Icons.TABLE_RESTAURANT_OUTLINED,
                  f"{here}/sheet/{other.id}", f"table-{number}", ", ".join(people(other)))
              for number, other in enumerate(
                  [] if isinstance(evening, Message) else
                  [each for each in playing(evening) if each.id != sheet.id], 1)]
    items += [way(t("New sheet"), ft.Icons.ADD, f"{here}/new", "another-game",
                  t("Or a second table") if isinstance(sheet.game, SeatsChange) else ""),
              *([way(t("Phones"), ft.Icons.QR_CODE_2, "/phones", "phones",
                     t("Who watches, who writes, and how others join"))]
                if session.phones is not None else []),
              way(t("Settings"), ft.Icons.SETTINGS_OUTLINED, "/preferences", "preferences")]
    if session.wide:
        return ft.AlertDialog(
            semantics_label=t("Menu"), on_dismiss=lambda: close(), alignment=ft.Alignment.TOP_RIGHT,
            inset_padding=ft.Padding.only(top=BELOW_BAR, right=Space.SMALL, bottom=Space.LARGE),
            content_padding=ft.Padding.symmetric(vertical=Space.SMALL),
            shape=ft.RoundedRectangleBorder(radius=Radius.MEDIUM),
            content=ft.Container(ft.Column([*items, *listed], tight=True, spacing=0,
                                           scroll=ft.ScrollMode.AUTO), width=340))
    # What scrolls is as high as the page, so only what is too high for it may.
    fits = not listed and (len(items) + 1) * MOST_OF_ITEM * session.text_scale < session.height
    return ft.BottomSheet(
        on_dismiss=lambda: close(), scrollable=True, content=ft.Semantics(
            label=t("Menu"), container=True, content=ft.Container(
                padding=ft.Padding.symmetric(vertical=Space.MEDIUM),
                content=ft.Column([*items, *listed], tight=True, spacing=0,
                                  scroll=None if fits else ft.ScrollMode.AUTO))))


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
    params = hooks.use_params()
    route = ft.use_view_path()
    focus = hooks.use_own(Focus)
    here = ft.use_memo(partial(Here, session, params["sheet"], route, focus), [id(session)])
    ft.use_effect(here.begin, [params["sheet"], session.visits], cleanup=here.end)
    menu, open_menu = hooks.use_value(False)
    shown, asked = hooks.use_own(Shown), hooks.use_own(Asked)
    stretch, show = hooks.use_value(OPENING)

    async def fill() -> None:  # once what a screen holds of them is on its way
        show(lambda drawn: Stretch() if drawn == OPENING else drawn)

    ft.use_effect(fill, [])
    hooks.use_task(partial(bring, session, params["sheet"]), [params["sheet"]])
    sheet = hooks.use_sheet(session)
    ft.use_dialog(menu_of(sheet, session, lambda: open_menu(False),
                          [shortcuts(focus, t)] if has_keyboard(session, focus) else [])
                  if menu and not isinstance(sheet, Message) else None)
    ft.use_dialog(None if isinstance(sheet, Message) else player_dialog(sheet, asked, session))
    if isinstance(sheet, Message):
        return missing(t(sheet), "/")
    if sheet.evening != params["evening"]:
        return missing(t(hooks.NO_SHEET), "/")
    entry = entry_of(session, sheet)
    entry.sight.look(end_of(sheet.score))
    with suppress(StorageFault):  # what others type is only offered
        look(session, sheet, entry)
    # Decided here: the totals and the foot would not survive being put from one part into another.
    own = session.service.own_list
    is_open = not sheet.closed and match_end.takes_hands(sheet, entry) \
        and not match_end.is_complete(sheet, entry, session)
    foot = stack(Spoken(entry, session.shape, focus, is_open),
                 _Foot(sheet, entry, focus, is_open), spacing=0)
    told = match_end.looked_at(sheet, entry)
    head = [*questions_of(sheet, session), *also_said_of(sheet, session),
            *_playing_on(sheet, session), Totals(told, session.shape, focus, asked),
            ft.Divider(height=1, color=ft.Colors.OUTLINE_VARIANT), hidden_heading(t("Hands"))]
    hands = rows_of_sheet(sheet, session, route, shown, stretch, show, focus)
    lay = partial(_layout(sheet, entry, focus, is_open, session),
                  _Around(head, hands, foot, _height_of_last(sheet, session)))
    drawn = lay(_closed(sheet, t) if own is None else [
        remark(t(session.service.tournaments.why_not(own) or OVER))], [], told=True) \
        if sheet.closed else \
        _Below(sheet, entry, focus, is_open, lay if is_open else partial(lay, told=True))
    above = bar(title_of_sheet(told, t), subtitle=told_duties(told, t),
                back="/" if own is None else None, back_label=t("Back to the evenings"),
                actions=_actions(sheet, session, lambda: open_menu(True)), usual=ACTIONS,
                focusable=False)
    collect(ft.Row([above.leading or ft.Container(), *(above.actions or [])]), focus, Group.BAR, {})
    return ft.View(
        route=route, padding=0, spacing=0, appbar=above,
        controls=[ft.SafeArea(
            expand=True, content=drawn,
            minimum_padding=ft.Padding.symmetric(
                horizontal=max(0, session.width - SHEET_WIDTH) / 2))])


def _playing_on(sheet: SheetView, session: Session) -> Iterator[ft.Control]:
    """Yield a remark about everybody who plays on for somebody else in a tournament."""
    if sheet.is_list:
        for name, other in session.service.tournaments.playing_on(sheet.evening, sheet.id):
            yield ft.Container(remark(session.words("{name} plays on for {other}.", name=name,
                                                    other=other)),
                               padding=ft.Padding.symmetric(horizontal=Space.MEDIUM))


def _layout(sheet: SheetView, entry: EntryModel, focus: Focus, is_open: bool,
            session: Session) -> Callable[..., ft.Control]:
    """Return the function that lays out the parts of a sheet in the room that there is."""
    if session.wide:
        beside = [match_end.standing_beside(sheet, session)] if session.spacious else []
        return partial(_side_by_side, _Last(sheet, entry, focus, is_open), beside,
                       fits(session, sheet))
    if entry.line is not None or not fits(session, sheet):
        return _in_one
    return _on_its_side if session.turned else _below_each_other


def _actions(sheet: SheetView, session: Session,
             open_menu: Callable[[], Any]) -> list[ft.Control]:
    t = session.words
    undo = None if sheet.closed or sheet.undo is None else \
        lambda: retrace(session, sheet.id, session.service.undo)
    again = [] if sheet.closed or sheet.redo is None else [icon_button(
        ft.Icons.REDO, t("Redo"), lambda: retrace(session, sheet.id, session.service.redo),
        identifier="redo", focusable=False)]
    menu = [icon_button(ft.Icons.MORE_VERT, t("More"), open_menu, identifier="menu",
                        focusable=False)] if session.service.own_list is None else []
    return [*again, icon_button(ft.Icons.UNDO, t("Undo"), undo, identifier="undo", focusable=False),
            *menu]


@ft.component
def _Below(sheet: SheetView, entry: EntryModel, focus: Focus, is_open: bool,
           lay: Lay) -> ft.Control:
    """Draw the entry while it is open, or else the end of a Partie or of the sheet. lay: puts their
    parts in their place."""
    session, is_lost = of_page(), has_lost_its_hand(sheet, entry)

    def say_so() -> None:
        if is_lost:
            stop_correction(session, sheet, entry)

    ft.use_effect(say_so, [is_lost])
    ft.use_effect(lambda: session.tell_above(not is_open), [is_open])
    if is_open:
        return Keys(sheet, session.shape, entry, focus, lay)
    focus.stops.know(Group.KEYS, tuple)
    focus.stops.know(Group.FOOT, tuple)
    match = match_end.open_end(sheet, entry)
    return match_end.Over(sheet, lay) \
        if sheet.score.over or match is None or match_end.is_complete(sheet, entry, session) \
        else match_end.MatchEnd(sheet, entry, match, lay)


@ft.component
def _Foot(sheet: SheetView, entry: EntryModel, focus: Focus, is_open: bool) -> ft.Control:
    """Draw what of the entry never scrolls, while it is open."""
    session = of_page()
    edge, top = (NEAR, TIGHT) if session.close else (FRAME, 0)
    if not is_open:
        return ft.Container(height=edge, bgcolor=ft.Colors.SURFACE_CONTAINER)
    return ft.Container(Foot(sheet, session.shape, entry, focus),
                        bgcolor=ft.Colors.SURFACE_CONTAINER,
                        padding=ft.Padding.only(top=top) if session.turned else ft.Padding.only(
                            left=edge, right=edge, top=top, bottom=top or edge))


@ft.component
def _Last(sheet: SheetView, entry: EntryModel, focus: Focus, is_open: bool) -> ft.Control:
    """Draw what stands at the end of the entry of a wide window, while it is open."""
    if not is_open:
        focus.stops.know(Group.NOTES, tuple)
        return ft.Container()
    return ft.Container(Notes(sheet, of_page().shape, entry, focus),
                        padding=ft.Padding.symmetric(horizontal=FRAME))


ACTIONS = 2
"""The actions in the bar, but for *Redo*, which comes and goes."""

FRAME = Space.MEDIUM
NEAR = 6
"""The room around the entry, and around one that is drawn close."""

LAST_HANDS, BAND = 76, 96
"""The height of the last two hands above a result on a phone that is not high, and of the end of a
Partie between them."""


class _Around(NamedTuple):
    """The parts of a sheet around its entry: totals, hands, and what never scrolls; last: the
    height of the last two hands above a result."""

    head: list[ft.Control]
    hands: ft.Control
    foot: ft.Control
    last: float


def _height_of_last(sheet: SheetView, session: Session) -> float:
    """Return the height of the last two hands above a result; of a high page it is a fifth."""
    band = sheet.score.match_ended_by(len(sheet.score.lines) - 1)
    return (LAST_HANDS if session.close else session.height / 5) \
        + (BAND * session.text_scale if band else 0)


def _below_each_other(around: _Around, left: list[ft.Control], right: list[ft.Control], *,
                      told: bool = False) -> ft.Control:
    """Lay out for a phone: the entry stays below, the hands scroll above it. Of a result that is
    `told`, only the last hands stand above."""
    head, hands, foot, _ = around
    if not (told and right):
        return ft.Column([*head, hands, _raised(_stacked(left, right, told), told=told), foot],
                         expand=True, spacing=0)
    return ft.Column([*head, ft.Container(hands, height=around.last), _raised(stack(
        _scrolling(left), _inset(right), spacing=Space.SMALL, expand=True), told=True,
        expand=True), foot], expand=True, spacing=0)


def _on_its_side(around: _Around, left: list[ft.Control], right: list[ft.Control], *,
                 told: bool = False) -> ft.Control:
    """Lay out for a phone that lies on its side: the digits or the results stand beside all else,
    or what is `told` beside the hands."""
    head, hands, foot, _ = around
    below, beside = ([], [_scrolling(left), _inset(right)]) if told else \
        ([_raised(_stacked(left))], right)
    return ft.Row(expand=True, spacing=0, controls=[
        ft.Column([*head, hands, *below], expand=True, spacing=0),
        _raised(ft.Column([*beside, foot], spacing=0,
                          alignment=ft.MainAxisAlignment.END,
                          horizontal_alignment=ft.CrossAxisAlignment.STRETCH), told=told,
                expand=True)],
        vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def _in_one(around: _Around, left: list[ft.Control], right: list[ft.Control], *,
            told: bool = False) -> ft.Control:
    """Lay out for very large text, or for the line, with a phone's own keyboard below it: all
    scrolls but the key that saves, and shows that it does."""
    head, hands, foot, _ = around
    return ft.Column([
        ft.Column([*head[:-1], _raised(_stacked(left, right, told), told=told), head[-1],
                   hands], expand=True,
                  spacing=0, scroll=ft.ScrollMode.ALWAYS),
        ft.Container(foot, padding=ft.Padding.symmetric(
            horizontal=NEAR if of_page().turned else 0))], expand=True, spacing=0)


def _stacked(left: list[ft.Control], right: Sequence[ft.Control] = (),
             told: bool = False) -> ft.Control:
    """Put the parts of an entry below each other; the lines of what is `told` stand apart."""
    return stack(*left, *right, spacing=Space.MEDIUM if told else 0)


def _scrolling(told: list[ft.Control]) -> ft.Control:
    return stack(_inset(told), expand=True, scroll=ft.ScrollMode.ALWAYS)


def _inset(told: list[ft.Control]) -> ft.Control:
    """Leave room at the right edge, where it is shown that something scrolls."""
    return ft.Container(stack(*told, spacing=Space.SMALL),
                        padding=ft.Padding.only(right=Space.MEDIUM))


def _raised(below: ft.Control, *, told: bool = False, expand: bool | None = None) -> ft.Control:
    session = of_page()
    frame = Space.LARGE if told else NEAR if session.close else FRAME
    return ft.Container(
        below, bgcolor=ft.Colors.SURFACE_CONTAINER, expand=expand,
        padding=ft.Padding.only(
            left=frame, right=frame - (Space.MEDIUM if told and expand else 0),
            bottom=TIGHT if session.turned else 0,
            top=Space.SMALL if told else TIGHT if session.close else frame),
        border_radius=ft.BorderRadius.only(top_left=Radius.LARGE, top_right=Radius.LARGE))


def _side_by_side(last: ft.Control, aside: list[ft.Control], tall: bool, around: _Around,
                  left: list[ft.Control], right: list[ft.Control], *,
                  told: bool = False) -> ft.Control:
    """Lay out for a window: the entry beside the totals, with `last` at its end, and `aside` to the
    right. In a `tall` window it is as high as its keys; otherwise they may scroll."""
    edge = Space.LARGE - FRAME  # the foot brings its own frame
    keys: ft.Control = ft.Container(_stacked(left, right, told), padding=ft.Padding.only(
        left=FRAME, right=FRAME, top=FRAME))
    if not tall:
        keys = ft.Column([keys], expand=True, scroll=ft.ScrollMode.AUTO,
                         horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Row(
        expand=True, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START, controls=[
            ft.Container(ft.Column([*around.head, around.hands], expand=True, spacing=0),
                         expand=True, padding=ft.Padding.symmetric(horizontal=Space.LARGE)),
            ft.Container(
                stack(keys, around.foot, last, spacing=0),
                width=ENTRY_WIDTH, bgcolor=ft.Colors.SURFACE_CONTAINER, padding=edge,
                margin=ft.Margin.only(right=Space.LARGE, bottom=Space.LARGE),
                border_radius=Radius.LARGE),
            *aside])


def _closed(sheet: SheetView, t: Words) -> list[ft.Control]:
    return [muted(t("This evening is over."), text_align=ft.TextAlign.CENTER),
            main_button(t("Settlement"), going_to(f"/evening/{sheet.evening}"),
                        identifier="settlement")]
