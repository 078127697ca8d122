"""The meeting with the book of a server, beside everything else that a page does."""

import asyncio
from dataclasses import dataclass

from scorepad.i18n.message import Message, say, say_n
from scorepad.service.at_server import Missing
from scorepad.service.meeting import Met
from scorepad.service.refusals import Refused
from scorepad.storage import StorageFault
from scorepad.ui.session import Session, page
from scorepad.web.exchange.partner import Partner, Post, exchanged, invitation, join

STATE = "at server"
"""The key of the state in a session's store."""

SOON = 2.0
"""Seconds after the start in which everything else comes first."""

SHOWN_AT = ("/", "/safety/server")
"""The screens that show how it stands."""


@dataclass
class State:
    """The state of the meeting. busy: whether it is going on now; fault: why the last one broke
    off."""

    busy: bool = False
    fault: Message | None = None


@dataclass(frozen=True)
class Sign:
    """The state of the meeting with a server: which one, what it lacks, and how far it has come."""

    partner: Partner
    missing: Missing
    state: State


def sign_of(session: Session) -> Sign | None:
    """Return what to show; None where the book meets no server. Raises `StorageFault`."""
    partner = session.place.partner
    if partner is None:
        return None
    return Sign(partner, session.service.at_server.missing(partner.address), state_of())


def state_of() -> State:
    """Return the state of the page whose event is being handled."""
    store = page().session.store
    if store.get(STATE) is None:
        store.set(STATE, State())
    found: State = store.get(STATE)
    return found


async def meet_soon(session: Session) -> None:
    """Meet the server's book, if there is one, once the app has started."""
    if session.place.partner is not None:
        await asyncio.sleep(SOON)
        await meet(session)


async def meet(session: Session, *, asked: bool = False) -> None:
    """Meet the server's book now, unless that is going on; asked: whether somebody has tapped for
    it, and so is told what came of it. What breaks off is told on the screen, and gone on with the
    next time."""
    partner, post, state = session.place.partner, session.place.post, state_of()
    if partner is None or post is None or state.busy:
        return
    state.busy = True
    _show(session)
    try:
        mets = await _met(session, partner, post)
        state.fault = None
        if asked:
            session.tell(_told(mets))
    except (StorageFault, Refused) as fault:
        state.fault = fault.message if isinstance(fault, StorageFault) else \
            fault.problems[0].message
        if asked:
            session.tell(state.fault)
    finally:
        state.busy = False
        _show(session)


async def meet_first(session: Session, link: str, name: str) -> Message | None:
    """Come in at a server by its link, keep that, and meet its book; return why not, if so.

    An address without a key will do where the browser was let in there already.
    """
    post, invited = session.place.post, invitation(link)
    if post is None or invited is None:
        return say("This is no address of a server. It begins with https://.")
    address, key = invited
    state = state_of()
    try:
        partner = await join(post, address, key, name) if key else Partner(address, "", name)
        if key:  # used up now, whatever comes next
            session.place.keep_partner(partner)
        await _met(session, partner, post)
    except StorageFault as fault:
        if session.place.partner is None:
            return fault.message
        state.fault = fault.message
    else:
        session.place.keep_partner(partner)
        state.fault = None
    _show(session)
    return None


def forget(session: Session) -> None:
    """Meet that server no more. What was exchanged stays in both books."""
    session.place.keep_partner(None)
    session.attempt_quietly(session.service.at_server.forget)
    state_of().fault = None
    session.show_anew()


def evening_closed(session: Session) -> None:
    """Note that an evening was closed: then a copy is due where only a browser has the book, and
    the server's book is met."""
    if session.place.keeps_book:
        session.attempt_quietly(session.service.copies.evening_closed)
    if session.place.partner is not None:
        page().run_task(meet, session)


async def _met(session: Session, partner: Partner, post: Post) -> list[Met]:
    steps = session.service.at_server.asking(partner.address)
    return await exchanged(post, partner, steps, session.words.language)


def _told(mets: list[Met]) -> Message:
    """Return what came of an exchange."""
    if refused := mets[-1].refused_there:
        return say_n("{n} entry was refused there.", "{n} entries were refused there.", refused)
    return say("Both books have everything.")


def _show(session: Session) -> None:
    if page().route in SHOWN_AT:
        session.show_anew()
