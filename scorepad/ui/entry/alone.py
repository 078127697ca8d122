"""The keys of a hand with a player and a result: what was said, numbers, and the results, which
save."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.drafts.alone import LOST, WON, AloneDraft
from scorepad.drafts.draft import following
from scorepad.games.describing import word_of
from scorepad.games.fields import Number
from scorepad.games.protocols import holding
from scorepad.games.shape import Field
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.doppelkopf import LINES, arithmetic_line
from scorepad.ui.entry.model import Desk
from scorepad.ui.theme import Type

COLUMNS, SINGLE = 5, 4
"""The most keys in a row; how many numbers have a key each, before one key steps through those
that follow."""

ENDED = {WON: N_("Won"), LOST: N_("Lost")}

ENOUGH = "61–89"
"""The Augen of who has more than the others, but not all that he may need."""


def said(desk: Desk[AloneDraft], without: Collection[str], columns: int = COLUMNS
         ) -> list[ft.Control]:
    """Return a key for each field that steps on by a tap, apart from some."""
    return [_said(desk, field, columns) for field in desk.draft.shape.fields
            if field.name in desk.draft.letters.values() and field.name not in without]


def _said(desk: Desk[AloneDraft], field: Field, columns: int) -> ft.Control:
    typed: Any = desk.draft.typed.get(field.name)
    word, below = field.label, ""
    chosen = typed not in (None, "0")
    if chosen and isinstance(field.plain, Number):
        word, below = field.plain.words[int(typed) - 1], f"×{2 ** int(typed)}"
    elif chosen and typed is not True:
        below = word_of(typed)
    return pad.word_key(word, desk.change, methodcaller("announce", field.name), columns=columns,
                        identifier=field.name, chosen=chosen, below=below)


def numbers(desk: Desk[AloneDraft], name: str, offered: Iterable[int], columns: int
            ) -> list[ft.Control]:
    """Return a label and the keys for a number, the last of which steps on through the higher
    ones."""
    typed, words = desk.draft.typed.get(name), [str(number) for number in offered]
    label, higher = name.capitalize(), words[SINGLE:]
    blanks = [ft.Container(expand=True) for _ in range(columns - 1 - len(words))]
    keys = {word: word for word in words[:SINGLE]}
    if higher:
        keys[typed if typed in higher else f"{higher[0]}+"] = following(higher, typed)
    return [pad.row_label(label, columns), *[pad.short_key(
        word, desk.change, methodcaller("put", **{name: count}), label=f"{label} {count}",
        identifier=f"{name}-{min(int(count), int((higher or [count])[0]))}", chosen=typed == word,
        size=pad.key_size(word, columns, Type.KEY, 12)) for word, count in keys.items()],
        *blanks]


def counted(desk: Desk[AloneDraft], name: str, word: str) -> ft.Control:
    """Return the key that brings the digits for a number."""
    typed = desk.draft.typed.get(name) or ""
    return pad.word_key(word, desk.change, methodcaller("count", name), columns=COLUMNS,
                        identifier=name, below=typed or "…", label=f"{word} {typed}".strip(),
                        chosen=bool(typed) or desk.draft.focus == (name, None))


def results(desk: Desk[AloneDraft], without: Collection[str],
            beside: tuple[Sequence[ft.Control], Sequence[ft.Control]]) -> ft.Control:
    """Return the arithmetic, and below it the results, apart from some, or digits; beside: further
    keys in the row of what is won, and of what is lost."""
    keys = _result_keys(desk, without, beside) if desk.draft.focus is None else pad.number_pad(
        desk.change, [partial(_done, desk)])
    told = [] if desk.close and desk.draft.focus else [_arithmetic(desk)]
    return ft.Column([*told, *keys], spacing=desk.gap, tight=True)


def _result_keys(desk: Desk[AloneDraft], without: Collection[str],
                 beside: tuple[Sequence[ft.Control], Sequence[ft.Control]]) -> list[ft.Control]:
    """Return the result keys, a row for won and one for lost, and beside them the rarer ones."""
    draft = desk.draft
    words = draft.field("stufe").plain.words if draft.counts else (WON, LOST)
    won, lost = [[_result(desk, of) for of in words if of not in without
                  and of.startswith(LOST) is way] for way in (False, True)]
    if not draft.counts:
        return pad.rows_of(*filter(None, [won, lost]))
    return pad.rows_of([*won, counted(desk, "augen", "Augen"), *beside[0]], [*lost, *beside[1]])


def _done(desk: Desk[AloneDraft], columns: int) -> ft.Control:
    """Return the key that brings the results back in place of the digits for a number."""
    name = desk.draft.focus[0] if desk.draft.focus else ""
    return pad.word_key(desk.t("Done"), desk.change, methodcaller("count", name), columns=columns,
                        identifier="done")


def _result(desk: Desk[AloneDraft], of: str) -> ft.Control:
    """Return the key of a result, with what somebody writes for it; a tap saves the hand."""
    way, _, level = of.partition("-")
    words = [desk.t(ENDED[way]) if way in ENDED else way.capitalize(), level.capitalize()]
    word, whole = level.capitalize() or words[0], " ".join(words).strip()
    hand, figure = _guessed(desk, desk.draft.finish(of)), ""
    if hand is not None:
        score = desk.slot.score(hand)
        figure = desk.t.points(score.points[hand.spieler] or max(score.points, key=abs))
        if of == WON and desk.draft.counts and hand.spieler not in (
                desk.slot.game.winners(hand, desk.table, score) or ()):
            word = whole = ENOUGH  # for a plain game, but more was announced or bid
    return pad.word_key(word, desk.save, methodcaller("finish", of), columns=COLUMNS, below=figure,
                        identifier=f"result-{of}", chosen=desk.draft.typed.get("stufe") == of,
                        label=desk.t("Save: {what}", what=f"{whole} {figure}".strip()))


def passed_round(desk: Desk[Any], kind: int, rest: int, march: Any, passed: Any
                 ) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the keys that turn to a Ramsch and that save that all passed, where they can be.
    kind, rest: the numbers of these kinds of hands; march, passed: such hands, to try."""
    name = desk.draft.game.hands[rest]._fields[0]
    plays = [] if desk.slot.faults(march) else [pad.word_key(
        "Ramsch", desk.change, methodcaller("turn_to", kind), identifier="ramsch",
        columns=COLUMNS)]
    word = desk.t("All passed")
    passes = [] if desk.slot.faults(passed) else [pad.word_key(
        word, desk.save, lambda draft: draft.turn_to(rest).put(**{name: True}),
        identifier=name, columns=COLUMNS, label=desk.t("Save: {what}", what=word))]
    return plays, passes


def _arithmetic(desk: Desk[AloneDraft]) -> ft.Control:
    """Return the line with the arithmetic of the hand so far, as announced without a result."""
    factor, draft = desk.slot.factor, desk.draft
    hand = _guessed(desk, draft if draft.hand() else draft.finish(draft.likely))
    round_ = [f"{each.title}runde" for each in holding(desk.slot.multipliers)]
    told = desk.t.arithmetic(desk.slot.explain(hand)) if hand else ""
    hint = "" if told else desk.t("Result: a tap saves")
    what = f"Bock ×{factor}" if factor > 1 else next(iter(round_), hint)
    return arithmetic_line(what, told, lines=LINES)


def _guessed(desk: Desk[AloneDraft], draft: AloneDraft) -> Any | None:
    """Return the hand of a draft, whoever plays it; None while it is not known, or has faults."""
    hand = draft.guessed().hand()
    return None if hand is None or desk.slot.faults(hand) else hand
