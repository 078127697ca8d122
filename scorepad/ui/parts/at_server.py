"""The sign of what the server's book does not have yet."""

import flet as ft

from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.ui.at_server import Sign, meet, sign_of
from scorepad.ui.parts.safety_rows import row
from scorepad.ui.session import Session, page


def sign(session: Session) -> list[ft.Control]:
    """Build the row that says what the server does not have yet, and that meets its book when
    tapped; nothing where the book meets none. Raises `StorageFault`."""
    shown = sign_of(session)
    if shown is None:
        return []
    t = session.words
    return [row(t(_title(shown)), t(_below(shown, t)),
                lambda: page().run_task(meet, session, asked=True), identifier="meet-server",
                icon=_icon(shown))]


def _icon(shown: Sign) -> ft.IconData:
    if shown.state.busy:
        return ft.Icons.CLOUD_SYNC_OUTLINED
    if shown.state.fault is not None:
        return ft.Icons.CLOUD_OFF
    return ft.Icons.CLOUD_DONE_OUTLINED if shown.missing.nothing else \
        ft.Icons.CLOUD_UPLOAD_OUTLINED


def _title(shown: Sign) -> Message:
    missing, host = shown.missing, shown.partner.host
    if missing.hands:
        return say_n("{n} hand is not yet at {server}", "{n} hands are not yet at {server}",
                     missing.hands, server=host)
    if missing.others:
        return say("Not everything is at {server} yet", server=host)
    if missing.refused:
        return say_n("{n} entry was refused at {server}", "{n} entries were refused at {server}",
                     missing.refused, server=host)
    return say("Everything is at {server}", server=host)


def _below(shown: Sign, t: Words) -> Message:
    if shown.state.busy:
        return say("The books are meeting …")
    if shown.state.fault is not None:
        return shown.state.fault
    if shown.missing.met is None:
        return say("The books have not met yet")
    return say("The books met last: {time}", time=t.moment(shown.missing.met))
