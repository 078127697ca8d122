"""The rights of whoever uses a page: what its screens show, while the service checks every act."""

from scorepad.service.roles import Role
from scorepad.ui.session import Session, page
from scorepad.web.access.phones import Phones

PHONES = "phones"
"""The key of the server's devices in a session's store, where something is served to others."""


def is_host(session: Session) -> bool:
    """Return whether whoever uses a page may change everything."""
    return session.service.may(Role.HOST)


def is_at_the_book() -> bool:
    """Return whether whoever uses a page does so on the device that has the book, as far as that is
    known."""
    return page().session.store.get(PHONES) is None


def phones_of(session: Session) -> Phones | None:
    """Return the devices of the server, for a host; None where nothing is served to others."""
    phones: Phones | None = page().session.store.get(PHONES)
    return phones if is_host(session) else None
