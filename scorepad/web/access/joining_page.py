"""The page of a browser that has no key yet: it trades the one in its address, or asks for a PIN.

It needs no other file, because those are served only to browsers that have a key.
"""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.web import limits
from scorepad.web.pocket_page import POCKET

if TYPE_CHECKING:
    import jinja2

PAGE = Path(__file__).with_name("joining.html")

POLICY = ("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
          "connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'")

SLIPS = "/slip"
"""The path at which whoever scans a slip begins: one who was let in before, too."""

SILENT = say("The server of the book does not answer. This page tries again by itself.")


def joining_page(language: str, *, asks: bool = False, secure: bool = False, app: bool = False
                 ) -> str:
    """Return the page.

    asks: whether it asks for a name, and for the PIN where there is no key; secure: whether all
    comes over TLS; app: whether the pocket page is offered, too: a browser can only keep it from an
    address that is safe.
    """
    return _template().render(
        t=Words(language), asks=asks, secure=secure, app=POCKET if app else "",
        letters=limits.NAME_LETTERS, slips=SLIPS, sentence="", again=None)


def notice(sentence: Message, language: str, again: int | None = None) -> str:
    """Return a page that says one thing; again: seconds after which it is asked for anew."""
    t = Words(language)
    return _template().render(t=t, sentence=t(sentence), again=again)


@lru_cache
def _template() -> "jinja2.Template":
    import jinja2

    return jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        PAGE.read_text("utf-8"))
