"""The page around this Python: what Python tells it, and what it tells Python."""

from collections.abc import Callable
from importlib import import_module


def tell(kind: str, **values: object) -> None:
    """Tell the page something: it gets `{kind, ...values}`, and `page.js` knows what each kind
    means.

    values: text, figures, lists and dicts of them, bytes. Returns at once. Raises ImportError
    outside the page.
    """
    import_module("flet_js").tell({"kind": kind, **values})


def hear(kind: str, act: Callable[..., object]) -> None:
    """Have `act` called with the values of whatever the page tells of this kind, by their names;
    at once with what it has told before. Raises ImportError outside the page."""
    import_module("flet_js").hear(kind, act)
