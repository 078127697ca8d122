"""The parts of a panel for hands that one plays alone: who that is, what is said, the results,
which save, and the arithmetic of what is typed."""

from collections.abc import Mapping, Sequence
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.drafts.alone import LOST, WON, AloneDraft
from scorepad.games.describing import word_of
from scorepad.games.game import Seat
from scorepad.games.multiplier import holding
from scorepad.games.passed_ramsch import Durchmarsch, Eingepasst
from scorepad.ui.entry.doppelkopf import arithmetic_line
from scorepad.ui.entry.model import Desk
from scorepad.ui.entry.pad import tile, word_key
from scorepad.ui.widgets import muted

COLUMNS = 5
"""The most keys in a row."""

ENOUGH = "61–89"
"""The Augen of who has more than the others, but not all that he may need."""

TWO_LINES = 1.7
"""How much text two lines hold, in widths of a line: lines break between words."""


def declarers(desk: Desk[AloneDraft]) -> list[ft.Control]:
    """Return the tiles of all at the table, of whom one plays alone."""
    return [_declarer(desk, seat) for seat in desk.table.seats]


def _declarer(desk: Desk[AloneDraft], seat: Seat) -> ft.Control:
    name, alone = desk.table.names[seat], desk.draft.typed.get("spieler") == seat
    out = "" if seat in desk.draft.seats else desk.t("sits out")
    said = desk.t("{name} plays alone", name=name) if alone else f"{name}, {out}" if out else name
    return tile(desk, seat, "●" if alone else out or "–", len(desk.table.seats), said=said,
                chosen=alone, quiet=not alone, idle=bool(out), told=bool(out))


def said(desk: Desk[AloneDraft], words: Mapping[str, str],
         factors: Sequence[str] = ()) -> list[ft.Control]:
    """Return a key for each field that steps on by a tap; words: by field, what is on its key;
    factors: the words on the key of the field with this number of doublings."""
    return [_said(desk, name, word, factors) for name, word in words.items()]


def _said(desk: Desk[AloneDraft], name: str, word: str, factors: Sequence[str]) -> ft.Control:
    typed = desk.draft.typed.get(name)
    chosen = typed not in (None, "0")
    below = word_of(typed) if chosen and typed is not True else ""
    if below.isdigit():
        word, below = factors[int(below) - 1], f"×{2 ** int(below)}"
    return word_key(word, desk.change, methodcaller("announce", name), identifier=name,
                    columns=COLUMNS, chosen=chosen, below=below)


def counted(desk: Desk[AloneDraft], name: str, word: str) -> ft.Control:
    """Return the key that brings the digits for a number."""
    typed = desk.draft.typed.get(name) or ""
    return word_key(word, desk.change, methodcaller("count", name), columns=COLUMNS,
                    identifier=name, below=typed or "…", label=f"{word} {typed}".strip(),
                    chosen=bool(typed) or desk.draft.focus == (name, None))


def done(desk: Desk[AloneDraft], columns: int) -> ft.Control:
    """Return the key that brings the results back in place of the digits for a number."""
    name = desk.draft.focus[0] if desk.draft.focus else ""
    return word_key(desk.t("Done"), desk.change, methodcaller("count", name), columns=columns,
                    identifier="done")


def result(desk: Desk[AloneDraft], of: str) -> ft.Control:
    """Return the key of a result, with what somebody writes for it; a tap saves the hand."""
    word, whole = of.removeprefix(f"{LOST}-").capitalize(), of.replace("-", " ").title()
    hand, figure = _guessed(desk, desk.draft.finish(of)), ""
    if hand is not None:
        score = desk.slot.score(hand)
        figure = desk.t.points(max(score.points, key=abs))
        if of == WON and desk.draft.counts and hand.spieler not in (
                desk.slot.game.winners(hand, desk.table, score) or ()):
            word = whole = ENOUGH  # for a plain game, but more was announced or bid
    return word_key(word, desk.save, methodcaller("finish", of), columns=COLUMNS, below=figure,
                    identifier=f"result-{of}", chosen=desk.draft.typed.get("stufe") == of,
                    label=desk.t("Save: {what}", what=f"{whole} {figure}".strip()))


def all_pass(desk: Desk[AloneDraft], ramsch: int, passed: int) -> tuple[list[ft.Control], ...]:
    """Return the key that turns to a Ramsch and the one that saves that all passed, each in a list
    that is empty where that cannot be; ramsch, passed: the kinds of these hands."""
    plays = [] if desk.slot.faults(Durchmarsch(desk.draft.seats[0])) else [word_key(
        "Ramsch", desk.change, methodcaller("turn_to", ramsch), identifier="ramsch",
        columns=COLUMNS)]
    word = "Eingepasst"
    passes = [] if desk.slot.faults(Eingepasst(True)) else [word_key(
        word, desk.save, lambda draft: draft.turn_to(passed).put(eingepasst=True),
        identifier="eingepasst", columns=COLUMNS, label=desk.t("Save: {what}", what=word))]
    return plays, passes


def arithmetic(desk: Desk[AloneDraft]) -> ft.Control:
    """Return the line with the arithmetic of the hand typed so far or, without a result, of one
    that came out as announced."""
    factor, draft = desk.slot.factor, desk.draft
    hand = _guessed(desk, draft if draft.hand() else draft.finish(draft.likely))
    round_ = [f"{each.title}runde" for each in holding(desk.slot.multipliers)]
    told = desk.slot.explain(hand) if hand else ""
    hint = "" if told else desk.t("Result: a tap saves")
    what = f"Bock ×{factor}" if factor > 1 else next(iter(round_), hint)
    return arithmetic_line(muted(what, no_wrap=True), what, told, lines=TWO_LINES)


def _guessed(desk: Desk[AloneDraft], draft: AloneDraft) -> Any | None:
    """Return the hand of a draft, whoever plays it; None while it is not known, or has faults."""
    if draft.typed.get("spieler") is None:
        draft = draft.put(spieler=draft.seats[0])
    hand = draft.hand()
    return None if hand is None or desk.slot.faults(hand) else hand
