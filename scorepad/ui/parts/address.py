"""The screens of an address that names nothing, ways from and to one, and forms that a page left
half filled."""

from collections.abc import Callable

import flet as ft

from scorepad.service.views import SheetView
from scorepad.ui.hooks import use_made
from scorepad.ui.session import Session, going_to, of_page, page
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import main_button, screen
from scorepad.web.host.session_store import FORMS, Form, HalfFilled


def came_from(session: Session) -> tuple[str, str]:
    """Return the address that the user came from, and the name of an arrow back to it."""
    t, route = session.words, session.trail.before("/")
    return route, t("Back to the evenings") if route == "/" else t("Back")


def way_to(sheet: SheetView) -> str:
    """Return the address of a sheet."""
    return f"/evening/{sheet.evening}/sheet/{sheet.id}"


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


def missing(sentence: str, back: str, *ways: ft.Control) -> ft.View:
    """Build a screen with this sentence, further ways on and a way back; for components only."""
    t = of_page().words
    return screen("Scorepad", ft.Container(height=Space.HUGE),
                  ft.Text(sentence, size=Type.FIGURE), *ways,
                  main_button(t("Back"), going_to(back), identifier="back-home"))


def only_for_hosts() -> ft.View:
    """Build the screen in place of one that is not for this user; for components only."""
    return missing(of_page().words("Only the host can change this."), "/")


@ft.component
def Nowhere() -> ft.View:
    """Draw the screen of an address that leads nowhere, such as one that was mistyped."""
    return missing(of_page().words("There is nothing at this address."), "/")
