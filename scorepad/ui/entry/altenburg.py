"""Entering Doppelkopf by the Altenburg house rules.

Re's two players are tapped, then the result, which saves the hand: three taps for a plain game, and
one more for each step of an Ansage, so five for a U9 that was announced and kept. The rarer keys
fold out.
"""

import flet as ft

from scorepad.drafts.altenburg import AltenburgDraft
from scorepad.drafts.altenburg_steps import SPANS, Target
from scorepad.games.altenburg.hand import Ansage, Side, Span
from scorepad.games.game import Seat
from scorepad.ui.entry import altenburg_folds as folds
from scorepad.ui.entry.altenburg_hand import hand_if
from scorepad.ui.entry.doppelkopf import HINT, arithmetic_line, figure_of, side_name
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.pad import (
    GAP,
    abreast,
    grid,
    key_height,
    key_size,
    rows_of,
    tile,
    word_key,
)
from scorepad.ui.session import use_session
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import key, key_text, muted

COLUMNS = 6
"""Keys in a row of results: the five of a side, and 120 or the Augen."""

LARGE_TEXT = 1.5
"""Text scale from which on words on the players' tiles would be cut off, and the arithmetic needs a
second line."""

STEPS = {120: "", 90: "U9", 60: "U6", 30: "U3", 0: "schwarz"}


def controls(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom.

    Keys that fold out move no others: on a phone they push up what is above them, in a wide window
    they stand below. The results stay where they are, unless the pad takes their place, which has
    no room for both.
    """
    columns, pad = abreast(len(desk.table.seats)), folds.pad(desk)
    players = [_player(desk, seat, columns) for seat in desk.table.seats]
    folded_out, wide = [folds.summary(desk), *folds.keys(desk)], use_session().wide
    return [
        ft.Column(grid(players, columns), spacing=GAP, tight=True),
        _below_each_other([_ansagen(desk), *([] if wide else folded_out)]),
        _below_each_other([_arithmetic(desk), *(pad or _results(desk)),
                           *(folded_out if wide else [])])]


def _below_each_other(rows: list[ft.Control]) -> ft.Control:
    return ft.Column(rows, spacing=GAP, tight=True,
                     horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


PANEL = Panel(AltenburgDraft, controls, HINT, {
    "ansage-re": "A", "ansage-kontra": "K", "fold-solo": "S", "fuchs-re": "F",
    "result-re-120": "G", "result-kontra-120": "V", "result-120": "H"}, results_save=True,
    notes=lambda desk: _who_said(desk))


# --- players ------------------------------------------------------------------------------------


def _player(desk: Desk[AltenburgDraft], seat: Seat, columns: int) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    plays, is_re = seat in draft.active, seat in draft.re
    stars = [stern.seat for stern in draft.sterne].count(seat)
    shown = " ".join(filter(None, [
        "Re" if is_re else "", f"★{stars if stars > 1 else ''}" if stars else ""]))
    out = "" if plays else desk.t("sits out")
    said = ", ".join(filter(None, [name, "Re" if is_re else "", out,
                                   desk.t("Stars: {count}", count=stars) if stars else ""]))
    by_hand = draft.target is Target.AKTIVE
    seen = shown or (out if use_session().text_scale < LARGE_TEXT else "") or "–"
    wrong = is_re and not plays and ("re",) in {problem.place for problem in desk.problems}
    return tile(desk, seat, seen, columns, said=said, told=not plays and not shown,
                idle=not (plays or by_hand or is_re), chosen=plays if by_hand else is_re,
                ring=draft.focus == seat or draft.has(seat), fault=wrong, quiet=not shown)


# --- Ansagen ------------------------------------------------------------------------------------


def _ansagen(desk: Desk[AltenburgDraft]) -> ft.Control:
    """Return the row of the Ansage keys, and of the narrower ones that fold out the rarer keys."""
    return ft.Row([*[_ansage(desk, side) for side in Side], *folds.openers(desk)], spacing=GAP)


def _ansage(desk: Desk[AltenburgDraft], side: Side) -> ft.Control:
    name, ansage = side_name(side), desk.draft.ansage(side)
    below = "–" if ansage is None else name if ansage is Ansage.JA else ansage.value
    return word_key(desk.t("{side} says", side=name), desk.change,
                    lambda draft: draft.announce(side), columns=4, identifier=f"ansage-{side}",
                    chosen=ansage is not None, below=below, share=3)


def _who_said(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return a key for each player who may have made his side's Ansage, once there is one."""
    if folds.pad(desk):
        return []
    could = [(seat, side) for seat in desk.table.seats
             if (side := desk.draft.can_have_said(seat)) is not None]
    return [_said(desk, seat, side, len(could)) for seat, side in could]


def _said(desk: Desk[AltenburgDraft], seat: Seat, side: Side, columns: int) -> ft.Control:
    name, word, did = desk.table.names[seat], side_name(side), desk.draft.von(side) == seat
    return word_key(name, desk.change, lambda draft: draft.say_who(seat), columns=columns,
                    identifier=f"said-{seat}", chosen=did, below=word if did else f"{word}?",
                    label=desk.t("{name} said {what}", name=name, what=word))


# --- results ------------------------------------------------------------------------------------


def _results(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return the result keys: who had more, and how far the others stayed under; a row a side."""
    last = [_result(desk, Span(None), "120", Side.RE, "120"), folds.augen_key(desk)]
    return rows_of(*[
        [*[_result(desk, span, f"{ahead}-{span.unter}", ahead,
                   STEPS[span.unter] or _won(desk, ahead)) for span in SPANS[ahead.other]], own]
        for ahead, own in zip(Side, last)])


def _won(desk: Desk[AltenburgDraft], ahead: Side) -> str:
    """Return the word for the result that this side has more: it names the side, or in a solo
    whether the soloist has won."""
    if not desk.draft.is_alone:
        return side_name(ahead)
    return desk.t("won") if ahead is Side.RE else desk.t("lost")


def _result(desk: Desk[AltenburgDraft], span: Span, identifier: str, view: Side,
            word: str) -> ft.Control:
    """Return the key of a result, with what each player of the side in `view` writes; a tap on it
    saves the hand."""
    chosen, figure = desk.draft.result == span, _figure(desk, span, view)
    said = " ".join(filter(None, [
        _won(desk, view) if desk.draft.is_alone and span.seite else "", name_of(span), figure]))
    lines: list[ft.Control] = [
        key_text(word, chosen=chosen, label=desk.t("Save: {what}", what=said),
                 size=key_size(word, COLUMNS, Type.BODY, 3), kind="word",
                 weight=None if STEPS[span.unter] else ft.FontWeight.W_600),
        key_text(figure, chosen=chosen, label="", kind="below",
                 size=key_size(figure, COLUMNS, Type.SMALL, 0))]
    return key(ft.Column(lines, spacing=0, tight=True,
                         horizontal_alignment=ft.CrossAxisAlignment.CENTER),
               lambda: desk.save(lambda draft: draft.finish(span)),
               identifier=f"result-{identifier}", chosen=chosen, expand=True, padding=0,
               height=key_height())


def _figure(desk: Desk[AltenburgDraft], span: Span, view: Side) -> str:
    """Return the points that a player of this side would write, with their sign.

    A question mark where the table has to decide, empty where the points are not known.
    """
    hand = hand_if(desk, span)
    if hand is None:
        return "?" if desk.draft.needs_table(span) else ""
    return figure_of(desk, hand, view)


def name_of(span: Span) -> str:
    """Return a result in words: `Re U9`."""
    if span.seite is None:
        return "120"
    return f"{side_name(span.seite.other)} {STEPS[span.unter]}".strip()


def _arithmetic(desk: Desk[AltenburgDraft]) -> ft.Control:
    """Return the line with the arithmetic of the hand typed so far, and the Bock factor if any."""
    factor = desk.slot.factor
    what = f"Bock ×{factor}" if factor > 1 else desk.t("Result: a tap saves")
    left = ft.Semantics(identifier="bock", key=f"bock-{factor}",
                        content=_badge(what) if factor > 1 else muted(what, no_wrap=True))
    return arithmetic_line(left, what, _told(desk),
                           no_wrap=use_session().text_scale < LARGE_TEXT)


def _badge(text: str) -> ft.Control:
    return ft.Container(
        ft.Text(text, size=Type.SMALL, weight=ft.FontWeight.W_600, color=ft.Colors.ON_TERTIARY,
                no_wrap=True),
        bgcolor=ft.Colors.TERTIARY, border_radius=Radius.SMALL,
        padding=ft.Padding.symmetric(horizontal=Space.SMALL, vertical=2))


def _told(desk: Desk[AltenburgDraft]) -> str:
    """Return the arithmetic of the hand, or of its likely result, whose name then comes first.

    The kind of game is left out, because it is on its key.
    """
    typed = hand_if(desk, None)
    span = None if typed is not None else desk.draft.likely()
    hand = typed if span is None else hand_if(desk, span)
    if hand is None:
        return ""
    arithmetic = desk.slot.explain(hand).rpartition(": ")[2]
    return arithmetic if span is None else f"{name_of(span)} · {arithmetic}"
