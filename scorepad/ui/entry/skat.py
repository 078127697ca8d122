"""Entering Skat: four taps for a won Kreuz."""

from collections.abc import Collection
from functools import partial
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.drafts.draft import following
from scorepad.drafts.skat import LETTERS, LOST, NULL, PASSED, RAMSCH, WON, SkatDraft
from scorepad.games.describing import word_of
from scorepad.games.fields import Number
from scorepad.games.game import Seat
from scorepad.games.protocols import holding
from scorepad.games.shape import Field
from scorepad.games.skat.hand import GRAND, JACKS, Durchmarsch, Eingepasst, Stufe
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.doppelkopf import LINES, arithmetic_line
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.plain import controls as plain_controls
from scorepad.ui.entry.schieberamsch import RED, RED_SUITS
from scorepad.ui.theme import Space, Type

COLUMNS = 5
"""The most keys in a row."""

ENDED = {WON: N_("Won"), LOST: N_("Lost")}

ENOUGH = "61–89"
"""The Augen of who has more than the others, but not all that he may need."""


def _declarer(desk: Desk[SkatDraft], seat: Seat) -> ft.Control:
    name, alone = desk.table.names[seat], desk.draft.typed.get("spieler") == seat
    out = "" if seat in desk.draft.seats else desk.t("sits out")
    said = desk.t("{name} plays alone", name=name) if alone else f"{name}, {out}" if out else name
    return pad.tile(desk, seat, "●" if alone else out or "–", len(desk.table.seats), said=said,
                    chosen=alone, quiet=not alone, idle=bool(out), told=bool(out))


def said(desk: Desk[SkatDraft], without: Collection[str]) -> list[ft.Control]:
    """Return a key for each field that steps on by a tap, apart from some."""
    return [_said(desk, field) for field in desk.draft.shape.fields
            if field.name in LETTERS.values() and field.name not in without]


def _said(desk: Desk[SkatDraft], field: Field) -> ft.Control:
    typed: Any = desk.draft.typed.get(field.name)
    word, below = field.label, ""
    chosen = typed not in (None, "0")
    if chosen and isinstance(field.plain, Number):
        word, below = field.plain.words[int(typed) - 1], f"×{2 ** int(typed)}"
    elif chosen and typed is not True:
        below = word_of(typed)
    return pad.word_key(word, desk.change, methodcaller("announce", field.name), columns=COLUMNS,
                        identifier=field.name, chosen=chosen, below=below)


def counted(desk: Desk[SkatDraft], name: str, word: str) -> ft.Control:
    """Return the key that brings the digits for a number."""
    typed = desk.draft.typed.get(name) or ""
    return pad.word_key(word, desk.change, methodcaller("count", name), columns=COLUMNS,
                        identifier=name, below=typed or "…", label=f"{word} {typed}".strip(),
                        chosen=bool(typed) or desk.draft.focus == (name, None))


def results(desk: Desk[SkatDraft], without: Collection[str]) -> ft.Control:
    """Return the arithmetic, and below it the results, apart from some, or digits."""
    keys = _result_keys(desk, without) if desk.draft.focus is None else pad.number_pad(
        desk.change, [partial(_done, desk)])
    told = [] if desk.close and desk.draft.focus else [_arithmetic(desk)]
    return ft.Column([*told, *keys], spacing=desk.gap, tight=True)


def _result_keys(desk: Desk[SkatDraft], without: Collection[str]) -> list[ft.Control]:
    """Return the result keys, a row for won and one for lost, and beside them the rarer ones."""
    if not desk.draft.counts:
        return pad.rows_of([_result(desk, WON)], [_result(desk, LOST)])
    words = next(field for field in desk.draft.shape.fields if field.name == "stufe").plain.words
    won, lost = [[_result(desk, of) for of in words if of not in without
                  and of.startswith(LOST) is way] for way in (False, True)]
    ramsch, passed = _all_pass(desk)
    return pad.rows_of([*won, counted(desk, "augen", "Augen"), *ramsch], [*lost, *passed])


def _done(desk: Desk[SkatDraft], columns: int) -> ft.Control:
    """Return the key that brings the results back in place of the digits for a number."""
    name = desk.draft.focus[0] if desk.draft.focus else ""
    return pad.word_key(desk.t("Done"), desk.change, methodcaller("count", name), columns=columns,
                        identifier="done")


def _result(desk: Desk[SkatDraft], of: str) -> ft.Control:
    """Return the key of a result, with what somebody writes for it; a tap saves the hand."""
    way, _, level = of.partition("-")
    words = [desk.t(ENDED[way]) if way in ENDED else way.capitalize(), level.capitalize()]
    word, whole = level.capitalize() or words[0], " ".join(words).strip()
    hand, figure = _guessed(desk, desk.draft.finish(of)), ""
    if hand is not None:
        score = desk.slot.score(hand)
        figure = desk.t.points(max(score.points, key=abs))
        if of == WON and desk.draft.counts and hand.spieler not in (
                desk.slot.game.winners(hand, desk.table, score) or ()):
            word = whole = ENOUGH  # for a plain game, but more was announced or bid
    return pad.word_key(word, desk.save, methodcaller("finish", of), columns=COLUMNS, below=figure,
                        identifier=f"result-{of}", chosen=desk.draft.typed.get("stufe") == of,
                        label=desk.t("Save: {what}", what=f"{whole} {figure}".strip()))


def _all_pass(desk: Desk[SkatDraft]) -> tuple[list[ft.Control], ...]:
    """Return the keys that turn to a Ramsch and that save that all passed, where they can be."""
    plays = [] if desk.slot.faults(Durchmarsch(desk.draft.seats[0])) else [pad.word_key(
        "Ramsch", desk.change, methodcaller("turn_to", RAMSCH), identifier="ramsch",
        columns=COLUMNS)]
    word = desk.t("All passed")
    passes = [] if desk.slot.faults(Eingepasst(True)) else [pad.word_key(
        word, desk.save, lambda draft: draft.turn_to(PASSED).put(eingepasst=True),
        identifier="eingepasst", columns=COLUMNS, label=desk.t("Save: {what}", what=word))]
    return plays, passes


def _arithmetic(desk: Desk[SkatDraft]) -> ft.Control:
    """Return the line with the arithmetic of the hand so far, as announced without a result."""
    factor, draft = desk.slot.factor, desk.draft
    hand = _guessed(desk, draft if draft.hand() else draft.finish(draft.likely))
    round_ = [f"{each.title}runde" for each in holding(desk.slot.multipliers)]
    told = desk.slot.explain(hand) if hand else ""
    hint = "" if told else desk.t("Result: a tap saves")
    what = f"Bock ×{factor}" if factor > 1 else next(iter(round_), hint)
    return arithmetic_line(what, told, lines=LINES)


def _guessed(desk: Desk[SkatDraft], draft: SkatDraft) -> Any | None:
    """Return the hand of a draft, whoever plays it; None while it is not known, or has faults."""
    if draft.typed.get("spieler") is None:
        draft = draft.put(spieler=draft.seats[0])
    hand = draft.hand()
    return None if hand is None or desk.slot.faults(hand) else hand


SUITS = {"kreuz": "♣", "pik": "♠", "herz": "♥", "karo": "♦"}
GAMES_IN_A_ROW, FIFTH = 6, 5
"""The keys in a row; the Spitzen from which on one key steps through them."""


def controls(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    draft, rules = desk.draft, desk.table.rules
    if not draft.alone:
        return plain_controls(desk)
    says = said(desk, () if rules.kontra or draft.typed.get("kontra") else ("kontra",))
    # Where a sheet is drawn close, the digits take the place of the Spitzen, too.
    spitzen = [] if desk.close and draft.focus else [_spitzen(desk)]
    *above, announced = pad.rows_of(
        [_declarer(desk, seat) for seat in desk.table.seats], _games(desk), *spitzen,
        [*says, counted(desk, "reizwert", desk.t("Bid"))])
    return [*above, ft.Column([
        announced, results(desk, () if "60:60" in rules.bock else (Stufe.VERLOREN_60,))],
        spacing=desk.gap if desk.close else Space.SMALL, tight=True)]


PANEL = Panel(SkatDraft, controls, N_("The hands will appear here. Tap on the keys the declarer "
                                      "and the game, then the result."),
              {**{name: letter for letter, name in LETTERS.items()},
               f"result-{WON}": "G", f"result-{LOST}": "V"}, results_save=True)


def _games(desk: Desk[SkatDraft]) -> list[ft.Control]:
    played = "null" if desk.draft.kind == NULL else desk.draft.typed.get("spiel")
    suits = [pad.short_key(sign, desk.change, methodcaller("play", suit), chosen=played == suit,
                           identifier=f"spiel-{suit}", label=suit.capitalize(),
                           color=RED if sign in RED_SUITS else None)
             for suit, sign in SUITS.items()]
    return [*suits, *[pad.word_key(spiel.capitalize(), desk.change, methodcaller("play", spiel),
                                   columns=GAMES_IN_A_ROW, identifier=f"spiel-{spiel}",
                                   chosen=played == spiel) for spiel in (GRAND, "null")]]


def _spitzen(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the keys of Spitzen, the last of which steps on through the higher ones; in a Null
    only their room, so that no other key moves."""
    typed, grand = desk.draft.typed.get("spitzen"), desk.draft.typed.get("spiel") == GRAND
    most = JACKS if grand else desk.table.rules.spitzen_max
    higher = [str(count) for count in range(FIFTH, most + 1)]
    keys = {str(count): str(count) for count in range(1, FIFTH)}
    if higher:
        keys[typed if typed in higher else f"{FIFTH}+"] = following(higher, typed)
    if desk.draft.kind == NULL:
        return [ft.Container(height=pad.key_height())]
    return [pad.row_label("Spitzen", GAMES_IN_A_ROW), *[pad.short_key(
        word, desk.change, methodcaller("put", spitzen=count), label=f"Spitzen {count}",
        identifier=f"spitzen-{min(int(count), FIFTH)}", chosen=typed == word,
        size=pad.key_size(word, GAMES_IN_A_ROW, Type.KEY, 12)) for word, count in keys.items()]]
