"""The meeting of a page's book with a server's: how it stands, and when it happens."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from scorepad.i18n.message import Message, say, say_n
from scorepad.service.meeting import Met, Missing
from scorepad.service.roles import Refused
from scorepad.service.slips import Slip
from scorepad.storage import StorageFault
from scorepad.ui import hooks
from scorepad.ui.session import PHONES, Session, page
from scorepad.web.access.phones import Phones
from scorepad.web.exchange import Partner, Post, exchanged, invitation, join
from scorepad.web.pocket_page import POCKET

STATE = "at server"
"""The key of the state in a session's store."""

SOON = 2.0
"""Seconds after the start in which everything else comes first."""

AGAIN = 20.0
"""Seconds between two attempts to bring a list to the server."""

SHOWN_AT = ("/", "/safety/server")
"""The screens that show how it stands."""


@dataclass
class State:
    """The state of the meeting. busy: it is going on; fault: why the last one broke off."""

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
    """Meet the server's book, if there is one, once the app has started. A browser that has died
    may not know any more which one that was; the slip of a list, which the book keeps, says it."""
    await asyncio.sleep(SOON)
    if session.place.post is None:
        return  # and the book, whose server may hang, is not asked in vain
    with suppress(StorageFault):
        if session.place.partner is None and (slip := session.service.slips.last) is not None \
                and session.service.at_server.missing(_server_of(session)).met is not None:
            await join_for_list(session, slip)
            return
    await meet(session)


async def meet(session: Session, *, asked: bool = False) -> None:
    """Meet the server's book now, unless that is going on; asked: whether somebody has tapped for
    it, and so is told what came of it. What breaks off is told, and gone on with the next time."""
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
    """Come in at a server by its link, keep that, and meet its book; return why not, if so. An
    address without a key will do where the browser was let in there already."""
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


async def join_for_list(session: Session, slip: Slip) -> None:
    """Come in at the server that has this page, and bring the list of a slip there; where it is out
    of reach, or another one's book is met, the list goes to the desk otherwise."""
    place, partner = session.place, session.place.partner
    server = _server_of(session)
    if place.post is not None and slip.proof and server != place.address \
            and (partner is None or partner.address == server):
        with suppress(StorageFault):
            place.keep_partner(await join(
                place.post, server, f"slip.{slip.digits}",
                session.words("Table {table}", table=slip.table), partner or Partner(server)))
    await meet(session)
    if place.partner is not None and state_of().fault is None:
        session.show_anew()  # the list says whether the desk has it


def is_at_desk(session: Session, slip: Slip) -> bool:
    """Return whether the server has all of the list of a slip; raises `StorageFault`."""
    shown = sign_of(session)
    return shown is not None and slip.proof != "" and shown.missing.nothing \
        and not shown.missing.refused and shown.partner.address == _server_of(session)


def _server_of(session: Session) -> str:
    return session.place.address.removesuffix(POCKET)


async def bring(session: Session, sheet: str) -> None:
    """Bring the list that a sheet is to the server, time and again as long as it is shown and the
    server lacks anything: there may be one by now. Nothing for a sheet that is no list."""
    while session.place.post is not None:
        await asyncio.sleep(AGAIN)
        with suppress(StorageFault):
            shown = sign_of(session)
            if (slip := session.service.slips.at(sheet)) is not None \
                    and (shown is None or not shown.missing.nothing):
                await join_for_list(session, slip)


def forget(session: Session) -> None:
    """Meet that server no more. What was exchanged stays in both books."""
    session.place.keep_partner(None)
    session.attempt_quietly(session.service.at_server.forget)
    state_of().fault = None
    session.show_anew()


def evening_closed(session: Session) -> None:
    """Note that an evening was closed: a copy is due, a server's book is met, and once nobody plays
    any more the code of the table ends."""
    if session.place.keeps_book:
        session.attempt_quietly(session.service.copies.evening_closed)
    if session.place.partner is not None:
        page().run_task(meet, session)
    phones: Phones | None = page().session.store.get(PHONES)
    service = session.service
    going_on = {each.id for each in service.evenings() if not each.closed}
    if phones is not None and going_on <= {*service.listing.untouched()}:
        page().run_task(hooks.outcome, phones.evening_ended, service.user)


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
