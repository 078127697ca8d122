"""A line to type in, which never takes back what somebody is typing."""

from collections.abc import Callable
from typing import Any

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from scorepad.ui.session import of_page
from scorepad.ui.theme import Radius, Type


def text_field(label: str, value: str, on_change: Callable[[str], Any], *,
               error: str | None = None, **more: Any) -> ft.Control:
    """Build a line to type in. `value` is its text, which must follow every `on_change`."""
    return TextLine(label, value, on_change, error, more)


@ft.component
def TextLine(label: str, value: str, on_change: Callable[[str], Any], error: str | None,
             more: dict[str, Any]) -> ft.TextField:
    """Draw a text field that never takes back what somebody is typing.

    The text of the control is ahead of the events that report it. Drawn with the text of the last
    event, the field would lose the letters typed since; so it is drawn with its own text, unless
    the program itself has set another.
    """
    field: MutableRef[ft.TextField | None] = ft.use_ref(None)
    heard = ft.use_ref(value)
    before = field.current if value == heard.current else None
    heard.current = value

    def hear(event: ft.Event[ft.TextField]) -> None:
        heard.current = event.control.value
        on_change(event.control.value)

    session = of_page()
    more = {"on_focus": lambda: session.type_in(field), "on_blur": lambda: session.leave(field),
            **more}
    line = field.current = ft.TextField(
        label=label, value=value if before is None else before.value, on_change=hear,
        error=error, error_max_lines=4, filled=True, fill_color=ft.Colors.SURFACE_CONTAINER_HIGH,
        border={state: ft.OutlineInputBorder(side=ft.BorderSide(width, color),
                                             border_radius=Radius.SMALL)
                for state, width, color in (
                    (ft.ControlState.ERROR, 1, ft.Colors.ERROR),
                    (ft.ControlState.FOCUSED, 2, ft.Colors.PRIMARY),
                    (ft.ControlState.DEFAULT, 1, ft.Colors.OUTLINE_VARIANT))},
        text_size=Type.FIGURE, **more)
    return line
