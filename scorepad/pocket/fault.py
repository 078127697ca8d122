"""The exception that ends the making of a page."""

from scorepad.i18n.message import Fault


class CannotMake(Fault):
    """A page that cannot be made; `message` is a sentence that says what to do."""
