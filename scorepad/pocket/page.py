"""Messages between this Python and the page around it."""

from collections.abc import Callable, Mapping
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


async def post(address: str, headers: Mapping[str, str], content: bytes) -> tuple[int, bytes]:
    """Have the browser post content to an address; return status and content of the answer, and 0
    and why where nobody answers. Raises ImportError outside the page."""
    status, answer = await import_module("flet_js").post(address, dict(headers), content)
    return status, answer.to_bytes()
