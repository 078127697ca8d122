"""The common parts of the Doppelkopf panels: Ansagen, results, their arithmetic, what folds out."""

from collections.abc import Iterable, Sequence
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.drafts.doppelkopf import SPANS, AnnouncedDraft, DoppelkopfDraft, Fold
from scorepad.games.doppelkopf import UNDER, Side, Span
from scorepad.games.game import Seat
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.model import Desk, Step
from scorepad.ui.session import of_page
from scorepad.ui.theme import Radius, Space, Type, text_width
from scorepad.ui.widgets import key, key_text, muted, stack

HINT = N_("The hands will appear here. Tap Re's two players on the keys, then the result.")
"""The text of a sheet without hands."""

EXAMPLE = N_("Re {a} and {b} 151")
"""A hand as a line."""

LETTERS = {"ansage-re": "A", "ansage-kontra": "K", "fold-solo": "S", "fuchs-re": "F",
           "result-re-120": "G", "result-kontra-120": "V", "result-120": "H"}

LINES = 1.7
"""The length of the arithmetic that two lines hold, in widths of a line: lines break between words.
"""

COLUMNS = 6
"""Keys in a row of results: the five of a side, and 120 or the Augen."""
SHARE, WHOLE_SHARE = 3, 4
"""The share of a result's key in its row, and of the first one's, which has a longer word."""
NARROW = ((COLUMNS - 1) * SHARE + WHOLE_SHARE) / SHARE
"""As many of the keys that are not the first would make up a row."""

LARGE_TEXT = 1.5
"""Text scale from which on words on the players' tiles would be cut off, and the arithmetic needs a
second line."""


def side_name(side: Side | None) -> str:
    """Return a side as it is shown, empty for none."""
    return "" if side is None else side.value.capitalize()


def filled(desk: Desk[DoppelkopfDraft], hand: Any, players: Iterable[Seat]) -> Any | None:
    """Return a hand with players filled in whom Re lacks, None if it has faults."""
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


def arithmetic_line(what: str, told: str, *, left: ft.Control | None = None, lines: float = 1,
                    no_wrap: bool = False) -> ft.Control:
    """Return a line that says `what`, by `left` if given, and arithmetic, at large text below it.
    told: the arithmetic; lines: those that it may take; no_wrap: whether it never breaks."""
    session = of_page()
    left = left or muted(what, no_wrap=True, size=Type.SMALL * session.squeeze)
    narrow = session.is_narrow
    beside = 3 * Space.SMALL + text_width(what) * Type.SMALL * session.device_scale
    room, size = pad.room_of(session) - (0 if narrow else beside), Type.NAME * session.squeeze
    parts = [left, ft.Semantics(
        identifier="arithmetic", expand=not narrow, key=f"told-{bool(told)}", content=muted(
            told, size=session.size_that_fits(told, size, lines * room), no_wrap=no_wrap,
            text_align=ft.TextAlign.RIGHT))]
    return stack(*parts, spacing=0) if narrow else ft.Row(parts, spacing=Space.SMALL)


def augen_pad(desk: Desk[DoppelkopfDraft], schwarz: str,
              *others: pad.OwnKey) -> list[ft.Control]:
    """Return the digits for Re's Augen, the key `schwarz` for the side without a trick, and others.
    """
    side = side_name(desk.draft.schwarz)
    return pad.number_pad(desk.change, [lambda columns: pad.word_key(
        schwarz, desk.change, methodcaller("say_schwarz"), columns=columns, identifier="schwarz",
        chosen=bool(side), below=side), *others])


def laid_out(desk: Desk[Any], players: list[ft.Control], said: ft.Control,
             folded_out: list[ft.Control], below: list[ft.Control], *,
             counts: bool, lines: float = 1) -> list[ft.Control]:
    """Return a panel from top to bottom; below: the results, or, if it `counts`, the pad in their
    place; lines: of the arithmetic above them.

    Keys that fold out move no others: on a phone they push up what is above them, in a wide window
    they stand below. The results stay where they are, unless the pad takes their place, which has
    no room for both; where the sheet is drawn close, so do the keys that fold out.
    """
    wide = of_page().wide
    last = [_arithmetic(desk, lines), *below, *(folded_out if wide else [])]
    if desk.close and counts:
        last, folded_out = below, folded_out[1:]
    elif desk.close and desk.draft.fold:
        last, folded_out = folded_out, []
    return [
        ft.Column(players, spacing=desk.gap, tight=True),
        stack(said, *([] if wide else folded_out), spacing=desk.gap),
        stack(*last, spacing=desk.gap)]


def ansagen(desk: Desk[Any], openers: Sequence[ft.Control]) -> ft.Control:
    """Return the row of the Ansage keys, and of the narrower ones that fold out the rarer keys."""
    return pad.rows_of([*[_ansage(desk, side) for side in Side], *openers])[0]


def _ansage(desk: Desk[AnnouncedDraft], side: Side) -> ft.Control:
    name, ansage = side_name(side), desk.draft.ansage(side)
    below = "–" if ansage is None else desk.draft.levels[ansage.depth] or name
    return pad.word_key(desk.t("{side} says", side=name), desk.change,
                        lambda draft: draft.announce(side), columns=4, identifier=f"ansage-{side}",
                        chosen=ansage is not None, below=below, share=3)


def opener(desk: Desk[Any], fold: Fold, word: str, below: str, is_set: bool, label: str,
           *, share: int | bool = 2) -> ft.Control:
    """Return a key that folds out rarer keys. below: says what is set behind it; is_set: whether
    anything is; label: what a screen reader says; share: of the row beside other keys."""
    return pad.word_key(word, desk.change, lambda draft: draft.open(fold), columns=6,
                        identifier=f"fold-{fold}", chosen=is_set or desk.draft.fold is fold,
                        below=below, label=f"{label} {below}" if is_set else label, share=share)


def playing(desk: Desk[Any], play: Step) -> Step:
    """Return a step that sets the kind of game; where the sheet is drawn close, it also brings the
    results back."""
    return (lambda draft: play(draft).open(Fold.SOLO)) if desk.close else play


def fuchs_key(desk: Desk[Any], side: Side, columns: int) -> ft.Control:
    """Return the key for the Füchse that a side caught."""
    caught = desk.draft.fuchs.count(side)
    word = desk.t("{side} catches a Fuchs", side=side_name(side))
    return pad.word_key(f"{word} ×{caught}" if caught > 1 else word, desk.change,
                        lambda draft: draft.catch(side), columns=columns,
                        identifier=f"fuchs-{side}", chosen=caught > 0, wrap=True)


def summary_line(said: Sequence[str]) -> ft.Control:
    """Return a line with what is set on keys that may be folded in; empty if nothing is."""
    session = of_page()
    line = session.words.hand(" · ".join(said))
    size = session.size_that_fits(line, Type.SMALL, 1.8 * pad.room_of(session))
    return ft.Semantics(identifier="summary", key=f"summary-{bool(line)}", content=ft.Container(
        muted(line, size=size) if line else None))


def results(desk: Desk[Any], last: ft.Control) -> list[ft.Control]:
    """Return the result keys, a row a side; 120 ends the first one, `last` the second."""
    ends = [_result(desk, Span(None), "120", Side.RE, "120"), last]
    return pad.rows_of(*[
        [*[_result(desk, span, f"{ahead}-{span.unter}", ahead,
                   level_of(desk, span) or _won(desk, ahead)) for span in SPANS[ahead.other]], own]
        for ahead, own in zip(Side, ends)])


def _won(desk: Desk[AnnouncedDraft], ahead: Side) -> str:
    """Return the word for this side having more: its name, or in a solo won or lost."""
    if not desk.draft.is_alone:
        return side_name(ahead)
    return desk.t("won") if ahead is Side.RE else desk.t("lost")


def _result(desk: Desk[AnnouncedDraft], span: Span, identifier: str, view: Side,
            word: str) -> ft.Control:
    """Return a result's key, with what a player of the side in `view` writes, or who plays alone; a
    tap saves."""
    writes = Side.RE if desk.draft.is_alone else view
    chosen, figure = desk.draft.result == span, _figure(desk, span, writes)
    said = " ".join(filter(None, [
        _won(desk, view) if desk.draft.is_alone and span.seite else "", name_of(desk, span),
        figure]))
    level = level_of(desk, span)
    whole = span.seite is not None and not level
    lines: list[ft.Control] = [
        key_text(desk.t.hand(word), chosen=chosen, label=told_result(desk, desk.t.hand(said)),
                 size=pad.key_size(word + ("" if level else pad.SLACK),
                                   COLUMNS - 1 if whole else NARROW, Type.BODY, 3),
                 kind="word",
                 weight=None if level else ft.FontWeight.W_600),
        key_text(figure, chosen=chosen, label="", kind="below",
                 size=pad.key_size(figure, NARROW, Type.SMALL, 0))]
    return key(ft.Column(lines, spacing=0, tight=True,
                         horizontal_alignment=ft.CrossAxisAlignment.CENTER),
               lambda: desk.save(lambda draft: draft.finish(span)),
               identifier=f"result-{identifier}", chosen=chosen, padding=0,
               expand=WHOLE_SHARE if whole and not desk.close else SHARE,
               height=pad.key_height())


def told_result(desk: Desk[Any], said: str) -> str:
    """Return what a screen reader says of a result's key: that it saves, or what it waits for. It
    takes a tap at any time, because a result may come before the players."""
    draft = desk.draft
    missing = draft.remark() if len(draft.re) < draft.wanted else None
    return desk.t("Save: {what}", what=said) if missing is None else \
        f"{said}; {desk.t(missing)}"


def _figure(desk: Desk[AnnouncedDraft], span: Span, view: Side) -> str:
    """Return the points that a player of this side would write, with their sign. A question mark
    where the table has to decide, empty where the points are not known."""
    hand = hand_if(desk, span)
    if hand is None:
        return "?" if desk.draft.needs_table(span) else ""
    return figure_of(desk, hand, view)


def hand_if(desk: Desk[Any], span: Span | None) -> Any | None:
    """Return the hand with this result, or as typed if `span` is None, with Re filled in; None
    where its figures depend on who is Re, or where it has faults."""
    draft = desk.draft
    hand = draft.hand() if span is None else draft.hand_with(span)
    if hand is None or len(hand.re) != draft.wanted and draft.asks_who(hand):
        return None
    return filled(desk, hand, draft.active)


def level_of(desk: Desk[AnnouncedDraft], span: Span) -> str:
    """Return the word for how low a side stayed, empty for under 120."""
    return desk.draft.levels[UNDER.index(span.unter)]


def name_of(desk: Desk[AnnouncedDraft], span: Span) -> str:
    """Return a result in words: `Re U9`."""
    if span.seite is None:
        return "120"
    return f"{side_name(span.seite.other)} {level_of(desk, span)}".strip()


def _arithmetic(desk: Desk[AnnouncedDraft], lines: float) -> ft.Control:
    """Return the line with the arithmetic of the hand typed so far, and the Bock factor if any."""
    factor = desk.slot.factor
    what = f"Bock × {factor}" if factor > 1 else desk.t("Result: a tap saves")
    left = ft.Semantics(identifier="bock", key=f"bock-{factor}",
                        content=_badge(what) if factor > 1 else muted(what, no_wrap=True))
    return arithmetic_line(what, desk.t.arithmetic(_told(desk)), left=left, lines=lines,
                           no_wrap=lines == 1 and of_page().text_scale < LARGE_TEXT)


def _badge(text: str) -> ft.Control:
    return ft.Container(
        ft.Text(text, size=Type.SMALL, weight=ft.FontWeight.W_600, color=ft.Colors.ON_TERTIARY,
                no_wrap=True),
        bgcolor=ft.Colors.TERTIARY, border_radius=Radius.SMALL,
        padding=ft.Padding.symmetric(horizontal=Space.SMALL, vertical=2))


def _told(desk: Desk[AnnouncedDraft]) -> str:
    """Return the arithmetic of the hand, or of its likely result, whose name then comes first. The
    kind of game is left out, because it is on its key."""
    typed = hand_if(desk, None)
    span = None if typed is not None else desk.draft.likely()
    hand = typed if span is None else hand_if(desk, span)
    if hand is None:
        return ""
    arithmetic = desk.slot.explain(hand).rpartition(": ")[2]
    return arithmetic if span is None else f"{name_of(desk, span)} · {arithmetic}"
