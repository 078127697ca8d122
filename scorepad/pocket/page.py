"""Messages between this Python and the page around it."""

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
    """Have `act` called with the values of each message of this kind from the page, by name; at
    once if there has been one already. Raises ImportError outside the page."""
    import_module("flet_js").hear(kind, act)
