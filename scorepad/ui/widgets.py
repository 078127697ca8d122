"""Small building blocks that several screens share. Everything that can be tapped is a `Semantics`
around one control, which a screen reader names and a test finds. Keys take no keyboard focus: Enter
saves the hand, and must not press the last key again."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from scorepad.ui.session import Session, go_back, of_page, page
from scorepad.ui.text_line import text_field as text_field
from scorepad.ui.theme import (
    COLUMN as COLUMN,
    LINE,
    PROBE,
    RING,
    SMALLEST,
    WIDEST,
    Height,
    Radius,
    Space,
    Type,
    text_width,
)

Act = Callable[[], Any]


def felt(on_tap: Act) -> Act:
    """Return a handler that gives haptic feedback and then calls `on_tap`."""
    def act() -> Any:
        of_page().vibrate()
        return on_tap()
    return act


PALE = 0.6
"""The opacity of a key with which nothing can be done now."""


def key(content: ft.Control, on_tap: Act, *, identifier: str, height: float, expand: bool | int,
        chosen: bool = False, padding: int = Space.SMALL, idle: bool = False) -> ft.Control:
    """Build a key of the entry: `content` names it; a chosen one is filled, an idle one is pale: a
    tap does nothing, until what it is idle for has gone."""
    return ft.Semantics(
        identifier=identifier, button=True, selected=chosen or None, expand=expand, disabled=idle,
        content=ft.Container(
            content=content, on_click=felt(on_tap), border_radius=Radius.SMALL,
            opacity=PALE if idle else 1,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
            alignment=ft.Alignment.CENTER,
            padding=ft.Padding.symmetric(horizontal=padding), height=height))


def key_text(text: str, *, chosen: bool = False, size: float | None = None,
             label: str | None = None, weight: ft.FontWeight | None = None,
             wrap: bool = False, kind: str | None = None,
             color: ft.Colors | None = None) -> ft.Text:
    """Build the text of a key; kind: what it is beside others of a row, which are as large."""
    color = color or (ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE)
    return ft.Text(text, size=size or Type.BODY, color=color, semantics_label=label, weight=weight,
                   data=kind, text_align=ft.TextAlign.CENTER, no_wrap=not wrap,
                   overflow=ft.TextOverflow.CLIP if wrap else ft.TextOverflow.ELLIPSIS)


def muted(text: str, *, size: float | None = None, **more: Any) -> ft.Text:
    """Build secondary text."""
    _cut(more)
    return ft.Text(text, size=size or Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, **more)


def remark(text: str, **more: Any) -> ft.Text:
    """Build a sentence of secondary text, as large as any other sentence."""
    return muted(text, size=Type.BODY, **more)


def copyable(text: str, **more: Any) -> ft.Control:
    """Build text that can be chosen and copied, and is read out as text and not as a field."""
    return ft.Semantics(label=text, container=True, exclude_semantics=True, content=ft.Text(
        text, selectable=True, **{"size": Type.BODY, **more}))


def strong(text: str, *, size: float | None = None, **more: Any) -> ft.Text:
    """Build text that stands out: a figure, or the title of a few lines."""
    _cut(more)
    return ft.Text(text, size=size or Type.FIGURE, weight=ft.FontWeight.W_600, **more)


def _cut(more: dict[str, Any]) -> None:
    """Let a text that does not break into lines end with an ellipsis where it is cut off."""
    if more.get("no_wrap"):
        more.setdefault("overflow", ft.TextOverflow.ELLIPSIS)


def heading(text: str) -> ft.Control:
    """Build the heading of a group of things on a screen."""
    return ft.Semantics(header=True, content=ft.Container(
        remark(text), padding=ft.Padding.only(top=Space.MEDIUM, bottom=Space.HAIR)))


def stack(*controls: ft.Control, spacing: float = Space.MEDIUM, **more: Any) -> ft.Column:
    """Lay out controls below each other, all as wide as there is room."""
    return ft.Column(list(controls), spacing=spacing, tight=True,
                     horizontal_alignment=ft.CrossAxisAlignment.STRETCH, **more)


def panel(*controls: ft.Control, spacing: int = Space.SMALL) -> ft.Control:
    """Build a raised card."""
    return ft.Container(stack(*controls, spacing=spacing), bgcolor=ft.Colors.SURFACE_CONTAINER,
                        border_radius=Radius.LARGE, padding=Space.LARGE)


def tappable(content: ft.Control, on_tap: Act | None, *, identifier: str, key: str | None = None,
             selected: bool | None = None, expanded: bool | None = None,
             checked: bool | None = None, toggled: bool | None = None,
             expand: bool | None = None, radius: int = Radius.SMALL,
             bgcolor: ft.Colors = ft.Colors.SURFACE_CONTAINER, padding: ft.PaddingValue = 0,
             alignment: ft.Alignment | None = None, **more: Any) -> ft.Control:
    """Build a row that can be tapped; `more` is about its box. Where the keyboard is, Flutter fills
    a box with the theme's colour: the row has one within, which leaves a ring of that."""
    room = padding if isinstance(padding, ft.Padding) else ft.Padding.all(padding)
    side = min(RING, room.left, room.right)
    radius = radius if side else RING  # without room at its sides a row has lines for a ring
    ring = ft.Padding.symmetric(vertical=RING, horizontal=side)
    inner = ft.Container(
        content, bgcolor=bgcolor, border_radius=radius - RING, alignment=alignment,
        clip_behavior=ft.ClipBehavior.NONE, padding=ft.Padding(
            room.left - side, max(0, room.top - RING),
            room.right - side, max(0, room.bottom - RING)))
    return ft.Semantics(
        identifier=identifier, key=key, selected=selected, expanded=expanded, checked=checked,
        toggled=toggled, expand=expand, button=checked is None and toggled is None or None,
        content=ft.Container(inner, on_click=None if on_tap is None else lambda: on_tap(),
                             ink=True, bgcolor=bgcolor, border_radius=radius, padding=ring, **more))


def titled_row(title: str, below: str, on_tap: Act, *ends: ft.Control, identifier: str,
               said: str | None = None, spacing: int = 2, padding: int = Space.SMALL,
               toggled: bool | None = None, expand: bool | None = None, **more: Any) -> ft.Control:
    """Build a row with two lines, which `more` is about, and `ends` or else a chevron."""
    return tappable(
        ft.Row([two_lines(title, below, said=said, spacing=spacing, **more),
                *(ends or [chevron()])]),
        on_tap, identifier=identifier, toggled=toggled, expand=expand,
        # Its text begins at its edge, where round corners would cut letters.
        clip_behavior=ft.ClipBehavior.NONE, padding=ft.Padding.symmetric(vertical=padding))


def switch(title: str, sentence: str, name: str, on: bool, turn: Act) -> ft.Control:
    """Build a switch; all of its row can be tapped."""
    symbol = ft.Icon(ft.Icons.TOGGLE_ON if on else ft.Icons.TOGGLE_OFF_OUTLINED, size=44,
                     color=ft.Colors.PRIMARY if on else ft.Colors.ON_SURFACE_VARIANT)
    return titled_row(title, sentence, turn, symbol, identifier=name, spacing=0, padding=0,
                      toggled=on)


def two_lines(title: str, below: str, *, said: str | None = None, size: float | None = None,
              spacing: int = 2, **more: Any) -> ft.Column:
    """Build a title with a quieter line below it. A screen reader says only the title, or `said` in
    its place; size and `more` are about the lower line."""
    return ft.Column([ft.Text(title, size=Type.FIGURE, semantics_label=said),
                      muted(below, size=size or Type.BODY, semantics_label="", **more)],
                     spacing=spacing, tight=True, expand=True)


def chevron() -> ft.Icon:
    """Build the sign at the end of a row that leads to another screen."""
    return ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT)


def main_button(text: str, on_tap: Act | None, *, identifier: str,
                icon: ft.IconData | None = None) -> ft.Control:
    """Build the button for the main thing to do on a screen; without `on_tap` it is disabled."""
    return ft.Semantics(identifier=identifier, content=ft.FilledButton(
        text, icon=icon, on_click=None if on_tap is None else lambda: on_tap(),
        disabled=on_tap is None,
        style=ft.ButtonStyle(
            bgcolor={ft.ControlState.DISABLED: ft.Colors.SURFACE_CONTAINER_HIGH,
                     ft.ControlState.DEFAULT: ft.Colors.PRIMARY},
            color={ft.ControlState.DISABLED: ft.Colors.ON_SURFACE_VARIANT,
                   ft.ControlState.DEFAULT: ft.Colors.ON_PRIMARY},
            shape=ft.RoundedRectangleBorder(radius=Radius.MEDIUM),
            padding=ft.Padding.symmetric(vertical=Space.LARGE, horizontal=Space.HUGE),
            text_style=ft.TextStyle(size=Type.FIGURE, weight=ft.FontWeight.W_600))))


def text_button(text: str, on_tap: Act, *, identifier: str,
                icon: ft.IconData | None = None) -> ft.Control:
    """Build the button for one of the other things to do."""
    return ft.Semantics(identifier=identifier, content=ft.TextButton(
        text, icon=icon, on_click=lambda: on_tap(), style=TO_TAP))


TO_TAP = ft.ButtonStyle(padding=ft.Padding.symmetric(vertical=Space.LARGE,
                                                     horizontal=Space.MEDIUM))
"""The style of a button of words, as high as a finger needs."""


def icon_button(icon: ft.IconData, label: str, on_tap: Act | None, *,
                identifier: str, focusable: bool = True) -> ft.Control:
    """Build a symbol that can be tapped; label: its name; focusable: whether Tab stops here."""
    act = None if on_tap is None else lambda: on_tap()
    symbol = ft.Icon(icon, semantics_label=label)
    if focusable:
        return ft.Semantics(identifier=identifier, content=ft.IconButton(
            symbol, disabled=on_tap is None, on_click=act, width=Height.KEY, height=Height.KEY))
    symbol.color = ft.Colors.ON_SURFACE
    return ft.Semantics(
        identifier=identifier, button=True, disabled=on_tap is None, content=ft.Container(
            symbol, on_click=act, width=Height.KEY, height=Height.KEY,
            alignment=ft.Alignment.CENTER, opacity=1 if on_tap else 0.35))


def chip(text: str, on_tap: Act, *, identifier: str, chosen: bool = False) -> ft.Control:
    """Build one of a few choices that lie side by side."""
    return tappable(
        key_text(text, chosen=chosen, wrap=True), on_tap, identifier=identifier,
        selected=chosen or None,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        padding=ft.Padding.symmetric(horizontal=Space.LARGE, vertical=14.5))


def chips(choices: Sequence[ft.Control], *, in_line: bool = False) -> ft.Control:
    """Lay out chips in as many rows as they need, or `in_line`, which scrolls sideways."""
    if in_line:
        return ft.Row(list(choices), scroll=ft.ScrollMode.AUTO, spacing=Space.SMALL)
    return ft.Row(list(choices), wrap=True, spacing=Space.SMALL, run_spacing=Space.SMALL)


def screen(title: str, *controls: ft.Control, back: str | None = None, subtitle: str = "",
           actions: Sequence[ft.Control] = (), route: str | None = None,
           bottom: ft.Control | None = None, back_label: str = "",
           width: float | None = None, right: Sequence[ft.Control] | None = None,
           aside: Sequence[ft.Control] = (), list_ref: ft.Ref[ft.Column] | None = None) -> ft.View:
    """Build a screen that scrolls, with its title above and, if given, the main thing to do below.
    back: the address that its arrow leads to; width: of its content, by default `COLUMN`; right:
    the second half of it, beside the first one where there is room; aside: what stands to its right
    and scrolls by itself, on a page that is `paned`; list_ref: becomes what scrolls."""
    session = of_page()
    if right is not None:
        room, width = session.has_room(), session.widest
        controls = (*beside(controls, right or [ft.Container()] * room, room),
                    ft.Container(height=Space.SMALL))
    content: ft.Control = _scrolling(controls, width=width or COLUMN, expand=True,
                                     ref=list_ref)
    if aside:
        content = ft.Row([_scrolling(controls, width=LIST), _scrolling(aside, expand=True)],
                         vertical_alignment=ft.CrossAxisAlignment.START, spacing=Space.HUGE,
                         width=WIDEST + LIST)
    return ft.View(
        route=route or ft.use_view_path(), padding=0, spacing=0,
        appbar=bar(title, subtitle=subtitle, back=back, back_label=back_label, actions=actions),
        controls=[ft.SafeArea(expand=True, content=ft.Column(expand=True, spacing=0, controls=[
            ft.Container(content, expand=True, alignment=ft.Alignment.TOP_CENTER,
                         padding=ft.Padding.symmetric(horizontal=Space.LARGE)),
            *([] if bottom is None else [ft.Container(
                stack(bottom, width=COLUMN if session.paned else width or COLUMN),
                padding=ft.Padding.symmetric(
                    horizontal=Space.LARGE,
                    vertical=Space.SMALL if session.turned else Space.LARGE),
                alignment=ft.Alignment.CENTER)]),
        ]))])


def _scrolling(controls: Sequence[ft.Control], **more: Any) -> ft.Column:
    return ft.Column(list(controls), scroll=ft.ScrollMode.AUTO, spacing=Space.MEDIUM,
                     horizontal_alignment=ft.CrossAxisAlignment.STRETCH, **more)


def beside(left: Sequence[ft.Control], right: Sequence[ft.Control], room: bool,
           width: float | None = None) -> list[ft.Control]:
    """Lay out two groups beside each other where there is room, and below each other where not;
    width: of the left one, by default a half."""
    if not (left and right and room):
        return [*left, *right]
    # Each is read out as a whole, not row by row across both.
    columns: list[ft.Control] = [
        ft.Semantics(container=True, content=stack(*left, width=width), expand=width is None),
        ft.Semantics(container=True, content=stack(*right), expand=True)]
    return [ft.Row(columns, vertical_alignment=ft.CrossAxisAlignment.START, spacing=Space.HUGE)]


def in_columns(rows: Sequence[ft.Control], session: Session) -> list[ft.Control]:
    """Lay out the rows of a list as one panel, or as two where there is room for them."""
    half = (len(rows) + 1) // 2
    left, right = parted(rows[:half], rows[half:], session, spacing=0)
    return beside(left if rows else [], right, True)


def in_pairs(fields: Sequence[ft.Control], session: Session) -> list[ft.Control]:
    """Lay out the fields of a form, two in a row where there is room: Tab goes by rows."""
    if not session.has_room():
        return list(fields)
    return [row for at in range(0, len(fields), 2)
            for row in beside([fields[at]], fields[at + 1:at + 2] or [ft.Container()], True)]


def parted(left: Sequence[ft.Control], right: Sequence[ft.Control], session: Session,
           spacing: int = Space.SMALL) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return two parts of a panel as panels of their own that can stand `beside` each other, or
    where there is no room as one, and nothing."""
    if session.has_room() and right:
        return [panel(*left, spacing=spacing)], [panel(*right, spacing=spacing)]
    return [panel(*left, *right, spacing=spacing)], []


LIST = 440
"""The width of a list that has something beside it."""


def bar(title: str, *, subtitle: str = "", back: str | None = None, back_label: str = "",
        actions: Sequence[ft.Control] = (), usual: int | None = None,
        focusable: bool = True) -> ft.AppBar:
    """Build the bar above a screen; for components only. usual: how many actions there usually are:
    with one more, no text takes another line."""
    session = of_page()
    if page().route == ft.use_view_path():
        # In the browser's tab, and said first by a screen reader.
        page().title = title if title == "Scorepad" else f"{title} – Scorepad"
    room = session.width - 2 * Space.LARGE - Height.KEY * (len(actions) + (back is not None))
    more = 0 if usual is None else Height.KEY * (len(actions) - usual)
    size = Type.FIGURE if session.close else Type.SCREEN
    head, height = _bar_line(title, size, room, more, session, weight=ft.FontWeight.W_600,
                             color=ft.Colors.ON_SURFACE)
    lines: list[ft.Control] = [ft.Semantics(header=True, heading_level=1, content=head)]
    in_one = session.close and session.turned
    if subtitle:
        if in_one:
            room -= text_width(title) * size * session.device_scale + Space.MEDIUM
        below, further = _bar_line(
            _told_in(room, subtitle, session) if session.close else subtitle, Type.SMALL, room,
            more, session, color=ft.Colors.ON_SURFACE_VARIANT)
        lines.append(below)
        height += further
    least = Height.KEY if session.close else BAR
    return ft.AppBar(
        leading=None if back is None else icon_button(
            ft.Icons.ARROW_BACK, back_label, lambda: go_back(back), identifier="back",
            focusable=focusable),
        automatically_imply_leading=False,
        title=ft.Row(lines, spacing=Space.MEDIUM) if in_one else
        ft.Column(lines, spacing=0, tight=True), center_title=False,
        title_spacing=Space.HAIR if back else Space.LARGE,
        toolbar_height=least if session.close else max(least, height + Space.HAIR),
        actions=[*actions, _probe(session)], bgcolor=ft.Colors.SURFACE, elevation_on_scroll=0)


BAR = 64
"""Height of the bar above a screen, unless its text needs more."""

BAR_LINES = 2
"""Lines into which a text of the bar breaks before it is made smaller."""

BAR_SCALE = 1.34
"""The factor up to which Material lets the device enlarge the text of a bar; we do the rest."""

SQUEEZED = 0.8
"""The share of its size to which a text of the bar shrinks before it breaks into lines."""


def _told_in(room: float, subtitle: str, session: Session) -> str:
    """Return the parts of a subtitle that fit in one line: all, the first and last, or one."""
    parts = subtitle.split(PART)
    for kept in (parts, [parts[0], *parts[2:]], parts[:1]):
        told = PART.join(kept)
        if text_width(told) * SMALLEST <= room:
            break
    return told


PART = " · "
"""The mark between the parts of a subtitle."""


def _bar_line(text: str, size: float, room: float, more: float, session: Session,
              **style: Any) -> tuple[ft.Text, float]:
    """Build a text of the bar; return it with its height. more: the room it usually has besides."""
    usual = room + more
    one_line = session.size_that_fits(text, size, usual)
    if session.close or \
            one_line >= size * SQUEEZED and \
            text_width(text) * one_line * session.device_scale <= usual:
        size, drawn, count = one_line, session.size_that_fits(text, size, room), 1
    else:  # lines break between words, so they are not full
        longest = max(text.split(), key=text_width)
        size, drawn = [min(session.size_that_fits(text, size, each * BAR_LINES * 0.8),
                           session.size_that_fits(longest, size, each)) for each in (usual, room)]
        count = BAR_LINES
    held_back = max(1, session.device_scale / BAR_SCALE)
    return (ft.Text(text, size=drawn * held_back, max_lines=count,
                    overflow=ft.TextOverflow.ELLIPSIS, **style),
            count * size * LINE * session.device_scale)


def _probe(session: Session) -> ft.Control:
    """Build an invisible text whose height tells how large the device shows text."""
    return ft.Container(
        ft.Text("0", size=PROBE, style=ft.TextStyle(height=LINE), no_wrap=True, opacity=0,
                semantics_label=""),
        width=Space.HAIR, on_size_change=lambda event: session.scale_text(event.height))
