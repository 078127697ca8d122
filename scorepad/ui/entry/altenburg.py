"""Entering Doppelkopf by the Altenburg house rules.

Re's two players are tapped, then the result, which saves the hand: three taps for a plain game, and
one more for each step of an Ansage, so five for a U9 that was announced and kept. The rarer keys
fold out.
"""

from typing import Any

import flet as ft

from scorepad.drafts.altenburg import AltenburgDraft
from scorepad.drafts.altenburg_steps import SPANS, Target
from scorepad.games.altenburg.hand import Ansage, Side, Span
from scorepad.games.game import Seat
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.ui.entry import altenburg_folds as folds
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.pad import GAP, key_height, key_size, rows_of, tile, word_key
from scorepad.ui.session import use_session
from scorepad.ui.theme import ENTRY_WIDTH, Radius, Space, Type, text_width
from scorepad.ui.widgets import key, key_text, muted

COLUMNS = 6
"""Keys in a row of results: the five of a side, and 120 or the Augen."""

IN_ONE_ROW = 5
"""Most players in one row; more stand in two rows, so that their names have room."""

LARGE_TEXT = 1.5
"""Text scale from which on words on the players' tiles would be cut off, and the arithmetic needs a
second line."""

STEPS = {120: "", 90: "U9", 60: "U6", 30: "U3", 0: "schwarz"}


def controls(desk: Desk) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom.

    Keys that fold out push up what is above them: the results stay where they are.
    """
    draft: AltenburgDraft = desk.draft
    t = use_session().words
    return [
        _players(desk, draft, t),
        ft.Column([_ansagen(desk, draft, t), folds.summary(desk, draft, t),
                   *folds.keys(desk, draft, t)], spacing=GAP, tight=True,
                  horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        ft.Column([_arithmetic(desk, draft, t), *_results(desk, draft, t)],
                  spacing=GAP, tight=True)]


PANEL = Panel(AltenburgDraft, controls, N_(
    "The hands will stand here. Tap Re's two players below, then the result."))


# --- players ------------------------------------------------------------------------------------


def _players(desk: Desk, draft: AltenburgDraft, t: Words) -> ft.Control:
    seats = desk.table.seats
    columns = len(seats) if len(seats) <= IN_ONE_ROW else (len(seats) + 1) // 2
    tiles = [_player(desk, draft, seat, columns, t) for seat in seats]
    spare = [ft.Container(expand=True) for _ in range(-len(seats) % columns)]
    rows = [*tiles, *spare]
    return ft.Column(rows_of(*[rows[start:start + columns]
                               for start in range(0, len(rows), columns)]),
                     spacing=GAP, tight=True)


def _player(desk: Desk, draft: AltenburgDraft, seat: Seat, columns: int, t: Words) -> ft.Control:
    name = desk.table.names[seat]
    plays, is_re, stars = seat in draft.active, seat in draft.re, draft.stars_of(seat)
    shown = " ".join(filter(None, [
        "Re" if is_re else "", f"★{stars if stars > 1 else ''}" if stars else ""]))
    out = "" if plays else t("sits out")
    said = ", ".join(filter(None, [name, "Re" if is_re else "", out,
                                   t("Stars: {count}", count=stars) if stars else ""]))
    by_hand = draft.target is Target.AKTIVE
    tapped = plays or by_hand or is_re
    seen = shown or (out if use_session().text_scale < LARGE_TEXT else "") or "–"
    return tile(name, seen, columns,
                (lambda: desk.change(lambda draft: draft.tap(seat))) if tapped else None,
                identifier=f"seat-{seat}", said=said, chosen=plays if by_hand else is_re,
                ring=draft.focus == seat or draft.has(seat),
                fault=_faulty(desk, draft, seat), quiet=not shown)


def _faulty(desk: Desk, draft: AltenburgDraft, seat: Seat) -> bool:
    """Return whether this player is marked as wrong: he is Re, but sits out."""
    places = {problem.place for problem in desk.problems}
    return ("re",) in places and seat in draft.re and seat not in draft.active


# --- Ansagen ------------------------------------------------------------------------------------


def _ansagen(desk: Desk, draft: AltenburgDraft, t: Words) -> ft.Control:
    """Return the row of the Ansage keys, and of the narrower ones that fold out the rarer keys."""
    return ft.Row([*[_ansage(desk, draft, side, t) for side in Side],
                   *folds.openers(desk, draft, t)], spacing=GAP)


def _ansage(desk: Desk, draft: AltenburgDraft, side: Side, t: Words) -> ft.Control:
    name, ansage = side.value.capitalize(), draft.ansage(side)
    below = "–" if ansage is None else name if ansage is Ansage.JA else ansage.value
    return word_key(t("{side} says", side=name),
                    lambda: desk.change(lambda draft: draft.announce(side)), columns=4,
                    identifier=f"ansage-{side}", chosen=ansage is not None, below=below, share=3)


# --- results ------------------------------------------------------------------------------------


def _results(desk: Desk, draft: AltenburgDraft, t: Words) -> list[ft.Control]:
    """Return the result keys: who had more, and how far the others stayed under; a row a side."""
    last = [_result(desk, draft, Span(None), "120", Side.RE, "120", t),
            folds.augen_key(desk, draft, t)]
    return rows_of(*[
        [*[_result(desk, draft, span, f"{ahead}-{span.unter}",
                   ahead, STEPS[span.unter] or ahead.value.capitalize(), t)
           for span in SPANS[ahead.other]], own]
        for ahead, own in zip(Side, last)])


def _result(desk: Desk, draft: AltenburgDraft, span: Span, identifier: str, view: Side, word: str,
            t: Words) -> ft.Control:
    """Return the key of a result, with what each player of the side in `view` writes; a tap on it
    saves the hand."""
    chosen, figure = draft.result == span, _figure(desk, draft, span, view, t)
    said = f"{name_of(span)} {figure}".strip()
    lines: list[ft.Control] = [
        key_text(word, chosen=chosen, label=t("Save: {what}", what=said),
                 size=key_size(word, COLUMNS, Type.BODY, 0),
                 weight=None if STEPS[span.unter] else ft.FontWeight.W_600),
        key_text(figure, chosen=chosen, label="", size=key_size(figure, COLUMNS, Type.SMALL, 0))]
    return key(ft.Column(lines, spacing=0, tight=True,
                         horizontal_alignment=ft.CrossAxisAlignment.CENTER),
               lambda: desk.save(lambda draft: draft.finish(span)),
               identifier=f"result-{identifier}", chosen=chosen, expand=True, padding=0,
               height=key_height())


def _figure(desk: Desk, draft: AltenburgDraft, span: Span, view: Side, t: Words) -> str:
    """Return the points that a player of this side would write, with their sign.

    A question mark where the table has to decide, empty where the points are not known.
    """
    hand = hand_if(desk, draft, span)
    if hand is None:
        return "?" if draft.needs_table(span) else ""
    points = desk.slot.score(hand).points
    seat = hand.re[0] if view is Side.RE else next(
        seat for seat in draft.active if seat not in hand.re)
    return f"{'+' if points[seat] > 0 else ''}{t.points(points[seat])}"


def hand_if(desk: Desk, draft: AltenburgDraft, span: Span | None) -> Any | None:
    """Return the hand with this result, or as typed if `span` is None.

    Players missing from Re are filled in: most figures do not depend on who they are, and so are
    shown before anybody is tapped. None where they do depend on it, or where the hand has faults.
    """
    hand = draft.hand() if span is None else draft.hand_with(span)
    if hand is None:
        return None
    others = [seat for seat in draft.active if seat not in hand.re]
    missing = draft.wanted - len(hand.re)
    if missing and (hand.dulle is not None or hand.falschspiel is not None):
        return None
    hand = hand._replace(re=(*hand.re, *others[:missing]))
    return None if desk.slot.faults(hand) else hand


def name_of(span: Span) -> str:
    """Return a result in words: `Re U9`."""
    if span.seite is None:
        return "120"
    return f"{span.seite.other.value.capitalize()} {STEPS[span.unter]}".strip()


def _arithmetic(desk: Desk, draft: AltenburgDraft, t: Words) -> ft.Control:
    """Return the line with the arithmetic of the hand typed so far, and the Bock factor if any."""
    session, factor = use_session(), desk.slot.factor
    left = f"Bock ×{factor}" if factor > 1 else t("Result: a tap saves")
    told = _told(desk, draft)
    room = min(session.width, ENTRY_WIDTH) - 2 * Space.LARGE - 3 * Space.SMALL \
        - text_width(left) * Type.SMALL * session.device_scale
    return ft.Row([
        ft.Semantics(identifier="bock", key=f"bock-{factor}",
                     content=_badge(left) if factor > 1 else muted(left, no_wrap=True)),
        ft.Semantics(identifier="arithmetic", expand=True, key=f"told-{bool(told)}", content=muted(
            told, size=session.size_that_fits(told, Type.NAME, room),
            no_wrap=session.text_scale < LARGE_TEXT, text_align=ft.TextAlign.RIGHT))],
        spacing=Space.SMALL)


def _badge(text: str) -> ft.Control:
    return ft.Container(
        ft.Text(text, size=Type.SMALL, weight=ft.FontWeight.W_600, color=ft.Colors.ON_TERTIARY,
                no_wrap=True),
        bgcolor=ft.Colors.TERTIARY, border_radius=Radius.SMALL,
        padding=ft.Padding.symmetric(horizontal=Space.SMALL, vertical=2))


def _told(desk: Desk, draft: AltenburgDraft) -> str:
    """Return the arithmetic of the hand, or of its likely result, whose name then comes first.

    The kind of game is left out, because it is on its key.
    """
    typed = hand_if(desk, draft, None)
    span = None if typed is not None else draft.likely()
    hand = typed if span is None else hand_if(desk, draft, span)
    if hand is None:
        return ""
    arithmetic = desk.slot.explain(hand).rpartition(": ")[2]
    return arithmetic if span is None else f"{name_of(span)} · {arithmetic}"
