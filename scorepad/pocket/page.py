"""The page around this Python, as far as Python has something to tell it."""

from importlib import import_module


def tell(kind: str, **values: object) -> None:
    """Tell the page something: it gets `{kind, ...values}`, and `page.js` knows what each kind
    means.

    values: text, figures, lists and dicts of them, bytes. Returns at once. Raises ImportError
    outside the page.
    """
    import_module("flet_js").tell({"kind": kind, **values})
