"""The common parts of the panels of the Doppelkopf games: figures on the keys of results, the
arithmetic above them, and the digits of Re's Augen."""

from collections.abc import Iterable
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.drafts.doppelkopf import DoppelkopfDraft
from scorepad.games.doppelkopf import Side
from scorepad.games.game import Seat
from scorepad.i18n.message import N_
from scorepad.ui.entry.model import Desk
from scorepad.ui.entry.pad import number_pad, room_of, word_key
from scorepad.ui.session import use_session
from scorepad.ui.theme import Space, Type, text_width
from scorepad.ui.widgets import is_narrow, muted, stack

HINT = N_("The hands will appear here. Tap Re's two players on the keys, then the result.")
"""The text of a sheet without hands."""


def side_name(side: Side | None) -> str:
    """Return a side as it is shown, empty for none."""
    return "" if side is None else side.value.capitalize()


def filled(desk: Desk[DoppelkopfDraft], hand: Any, players: Iterable[Seat]) -> Any | None:
    """Return a hand with the players missing from Re filled in, None if it has faults.

    Most figures do not depend on who they are, and so are shown before anybody is tapped.
    """
    others = [seat for seat in players if seat not in hand.re]
    hand = hand._replace(re=(*hand.re, *others[:desk.draft.wanted - len(hand.re)]))
    return None if desk.slot.faults(hand) else hand


def figure_of(desk: Desk[DoppelkopfDraft], hand: Any, side: Side) -> str:
    """Return what each player of a side would write for a hand, with its sign."""
    return signed(desk, hand, hand.re[0] if side is Side.RE else next(
        seat for seat in desk.draft.active if seat not in hand.re))


def signed(desk: Desk[DoppelkopfDraft], hand: Any, seat: Seat) -> str:
    """Return what a player would write for a hand, with its sign."""
    points = desk.slot.score(hand).points[seat]
    decimals = desk.slot.game.decimals(desk.table.stake)
    return f"{'+' if points > 0 else ''}{desk.t.points(points, decimals)}"


def arithmetic_line(left: ft.Control, what: str, told: str, *, lines: float = 1,
                    no_wrap: bool = False) -> ft.Control:
    """Return a line with `left`, which says `what`, and the arithmetic of a hand on its right, at
    large text below it, as large as it fits on so many lines."""
    session = use_session()
    narrow = is_narrow(session)
    room = room_of(session) if narrow else \
        room_of(session) - 3 * Space.SMALL - text_width(what) * Type.SMALL * session.device_scale
    parts = [left, ft.Semantics(
        identifier="arithmetic", expand=not narrow, key=f"told-{bool(told)}", content=muted(
            told, size=session.size_that_fits(told, Type.NAME, lines * room), no_wrap=no_wrap,
            text_align=ft.TextAlign.RIGHT))]
    return stack(*parts, spacing=0) if narrow else ft.Row(parts, spacing=Space.SMALL)


def augen_pad(desk: Desk[DoppelkopfDraft], schwarz: str) -> list[ft.Control]:
    """Return the digits for Re's Augen, and a key with the word `schwarz` for the side without a
    trick."""
    side = side_name(desk.draft.schwarz)
    return number_pad(desk.change, [lambda columns: word_key(
        schwarz, desk.change, methodcaller("say_schwarz"), columns=columns, identifier="schwarz",
        chosen=bool(side), below=side)])
