"""The way that a user took through the app, for arrows and for the browser's own Back; and what
lies over a screen: dialogs, menus, and the bar that shows a sentence for some seconds."""

import asyncio
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Any

import flet as ft

from scorepad.ui.theme import LINE, WIDE, Height, Space, Type, message_width, text_width

MOST = 50
"""Addresses that are remembered."""


class Trail:
    """The addresses that one page has been at, the present one last."""

    def __init__(self, route: str) -> None:
        self._been = [route]
        self._ever = {route}
        self._asked: str | None = None

    @property
    def here(self) -> str:
        """The address of the screen that is shown."""
        return self._been[-1]

    def before(self, otherwise: str) -> str:
        """Return the address that the user came here from; `otherwise` if this was the first."""
        return self._been[-2] if len(self._been) > 1 else otherwise

    def ask(self, route: str) -> None:
        """Note that the program itself is about to go to an address, forward."""
        self._asked = route

    def turn_back(self, route: str) -> None:
        """Note that the program goes back to an address, or to one in place of the present one."""
        if route in self._been:
            while self._been[-1] != route:
                self._been.pop()
        else:
            self._been[-1] = route
        self._asked = route

    def is_back(self, route: str) -> bool:
        """Return whether the browser goes back by itself if it goes to this address: the program
        has not asked for it, and the browser has shown it before."""
        return route not in (self._asked, self.here) and route in self._ever

    def arrive(self, route: str) -> None:
        """Note that another address is shown now."""
        by_browser, self._asked = route != self._asked, None
        self._ever.add(route)
        if route == "/":
            self._been = [route]
        elif by_browser and route == self.before(""):
            self._been.pop()
        elif route != self.here:
            been = self._been[:-1] if _is_begun(self.here, route) else self._been
            self._been = [*been, route][-MOST:]


def _is_begun(form: str, sheet: str) -> bool:
    """Return whether a sheet was just begun in a form, which nobody goes back to (as in
    assets/keyboard.js)."""
    return form.endswith("/new") and "/sheet/" in sheet


def follow(page: ft.Page, trail: Trail, leave: Callable[[], Any]) -> None:
    """Watch where a page goes, from when its router listens on: the browser's Back closes what lies
    over the screen before it leaves it, and a system's Back does what the arrow does. leave: called
    when the browser by itself leaves a screen."""
    goes, pops = page.on_route_change, page.on_view_pop

    def changed(event: ft.RouteChangeEvent) -> None:
        if trail.is_back(event.route) and close_topmost(page):
            page.navigate(trail.here)  # the browser is back where it was
            return
        if trail.is_back(event.route):
            leave()
        trail.arrive(event.route)
        _call(goes, event)

    def popped(event: ft.ViewPopEvent) -> None:
        if leads_where_one_came_from(trail.here):
            route = trail.before("/")
            trail.turn_back(route)
            page.navigate(route)
        else:
            _call(pops, event)

    if goes is not None and getattr(goes, "__module__", "") != __name__:
        page.on_route_change, page.on_view_pop = changed, popped


def leads_where_one_came_from(route: str) -> bool:
    """Return whether the arrow of this screen leads to wherever the user was before."""
    return route in ("/stars", "/preferences", "/phones") or route.startswith("/statistics/") or \
        route.startswith("/evening/") and route.count("/") == 2


def _call(listens: Callable[..., Any] | None, event: ft.Event[Any]) -> None:
    if listens is not None:
        listens(event)


def is_shown(page: ft.Page, dialog: ft.DialogControl) -> bool:
    """Return whether a page still has a dialog, which may be on its way out."""
    return any(each is dialog for each in page._dialogs.controls)


CLOSING = 2.0
"""Seconds after which nobody waits any longer for a browser to say that a dialog has closed."""

LOOK = 0.02
"""Seconds between two looks whether it has."""


def go_uncovered(page: ft.Page, route: str) -> None:
    """Go to an address once what lies over the screen has closed, as it does with what was chosen
    in it. Flet loses a dialog that closes in the very frame in which another screen comes, and
    shows it again on the way back."""
    closing = {dialog._i for dialog in page._dialogs.controls if lies_over(dialog)}

    async def wait() -> None:
        until = monotonic() + CLOSING
        while closing & {each._i for each in page._dialogs.controls} and monotonic() < until:
            await asyncio.sleep(LOOK)
        page.navigate(route)

    if closing:
        page.run_task(wait)
    else:
        page.navigate(route)


def lies_over(dialog: ft.DialogControl) -> bool:
    """Return whether this is open over the screen and takes its taps."""
    return dialog.open and not isinstance(dialog, ft.SnackBar)


def close_topmost(page: ft.Page) -> bool:
    """Close the dialog or menu over the screen; return whether there was one."""
    for dialog in reversed(page._dialogs.controls):
        if lies_over(dialog):
            dialog.open = False
            page.session.patch_control(dialog)
            # The screen hears it at once and not only from the browser: drawn anew before that, it
            # would open another in its place.
            if tell := page._get_original_dialog_on_dismiss(dialog):
                tell()
            return True
    return False


BELOW_BAR = 64
"""The distance from the upper edge at which the bar of a screen has ended, at usual text."""

FRAME = 28
"""The room above and below the words together."""


def message_bar(said: str, action: str | None, on_action: Callable[[], Any] | None, scale: float,
                size: tuple[float, float], *, above: bool) -> ft.SnackBar:
    """Build the bar, with a button for the action if there is one. scale: the factor of the
    device's text; size: of the page, its width and height; above: whether a phone shows it at the
    upper edge and not above the key that saves."""
    button = None if action is None or on_action is None else \
        ft.SnackBarAction(action, on_click=lambda: on_action())
    width, height = size
    wide = width >= WIDE
    side = (width - message_width(said, action or "", scale, width)) / 2 if wide else Space.MEDIUM
    bottom: float = Height.SAVE + Space.HUGE
    if above and not wide:
        bottom = max(bottom, height - BELOW_BAR * scale - _height(said, action or "", scale, width))
    return ft.SnackBar(
        ft.Text(said), action=button, duration=5000, persist=False,
        behavior=ft.SnackBarBehavior.FLOATING,  # Flutter measures the button as at usual text
        action_overflow_threshold=1 if wide else 0.25 / scale,
        margin=ft.Margin.only(left=side, right=side, bottom=bottom))


def _height(said: str, action: str, scale: float, width: float) -> float:
    """Return about how high it is on a phone, with its button on a line of its own."""
    room = width - 2 * Space.MEDIUM - 2 * Space.LARGE
    lines = ceil(1.1 * text_width(said) * Type.BODY * scale / room)
    words = max(Height.KEY, lines * LINE * Type.BODY * scale + FRAME)
    return words + (Height.KEY if action else 0)
