"""Half-filled forms: a page that has to begin anew, because its line was lost or its session was
closed, begins with them.

They are kept by the tab, in the memory of the program. What is half typed for a hand is not among
them: that lies on the disk.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from flet.messaging.session import Session

from scorepad.ui.hooks import use_made
from scorepad.ui.session import page

Form = TypeVar("Form")

FORMS = "forms"
"""The key of the forms in the store of a Flet session."""


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


def use_form(name: str, make: Callable[[], Form]) -> Form:
    """Return a form that the component keeps while it is shown, and that its page gets back as it
    was when it has to begin anew. `make` makes it; name: as in `HalfFilled`."""
    return use_changing_form(name, make)[0]


def use_changing_form(name: str, make: Callable[[], Form]) -> tuple[Form, Callable[[Form], None]]:
    """Return the same, and a function that puts another form in its place."""
    def begin() -> Form:
        return _here().begin(name, make)

    form, change = use_made(begin)

    def put(other: Form) -> None:
        _here().shown[name] = other
        change(other)

    return form, put


def _here() -> HalfFilled:
    """Return the forms of the page whose event is being handled; a window never begins anew."""
    current = page()
    forms: HalfFilled | None = current.session.store.get(FORMS)
    if forms is None:
        forms = HalfFilled()
        current.session.store.set(FORMS, forms)
    return forms.at(current.route)
