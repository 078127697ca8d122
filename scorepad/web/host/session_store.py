"""The store of a Flet session: the keys of what the server knows of its tab, and the half-filled
forms with which a page begins that has to begin anew, because its connection was lost
or its session was closed.

These forms are kept by the tab, in the memory of the program. What is half typed for a hand is not
among them: that lies on the disk.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from flet.messaging.session import Session

Form = TypeVar("Form")

TAB = "tab"
"""The key of a browser tab's name; a window has no name."""

LOOKS = "scorepad.looks"
"""The key of the preferences that a browser said it keeps, which it keeps under the same name."""

FORMS = "forms"
"""The key of the forms."""

TOPIC = "book"
"""The topic on which sessions tell each other about a change of the book."""


@dataclass
class HalfFilled:
    """The forms of a page at one address; left: those that it had before it began anew, until they
    are shown again. Both by a name of the form, one of a kind at its address."""

    route: str = ""
    shown: dict[str, Any] = field(default_factory=dict)
    left: dict[str, Any] = field(default_factory=dict)

    def at(self, route: str) -> Self:
        """Return the forms at an address; those of any other are forgotten."""
        if route != self.route:
            self.route, self.shown, self.left = route, {}, {}
        return self

    def begin(self, name: str, make: Callable[[], Form]) -> Form:
        """Return the form that was left half filled, or a new one."""
        left = self.left.pop(name, None)
        form: Form = make() if left is None else left
        self.shown[name] = form
        return form


def half_filled(session: Session) -> HalfFilled | None:
    """Return the forms that a page shows, for the one that takes its place; None for none."""
    forms = session.store.get(FORMS)
    if forms is None or forms.route != session.page.route or not {**forms.left, **forms.shown}:
        return None
    return HalfFilled(forms.route, left={**forms.left, **forms.shown})


def hand_over(forms: HalfFilled | None, session: Session) -> None:
    """Give a new session the forms of the page whose place it takes."""
    session.store.set(FORMS, forms or HalfFilled())
