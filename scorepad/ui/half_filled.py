"""Forms that a page gets back as they were when it has to begin anew."""

from collections.abc import Callable

from scorepad.ui.hooks import use_made
from scorepad.ui.session import page
from scorepad.web.host.session_store import FORMS, Form, HalfFilled


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
