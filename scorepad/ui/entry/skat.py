"""Entering Skat: the declarer, the game and its Spitzen, then the result, which saves.

Four taps for a won Kreuz, three for a Null. A Ramsch is entered by its fields.
"""

from functools import partial
from operator import methodcaller

import flet as ft

from scorepad.drafts.grand_hand import JACKS
from scorepad.drafts.skat import NULL, PASSED, RAMSCH, SkatDraft
from scorepad.drafts.steps import following
from scorepad.games.skat.hand import KONTRAS
from scorepad.i18n.message import N_
from scorepad.ui.entry import alone
from scorepad.ui.entry.grand_hand import RED, RED_SUITS
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.pad import (
    GAP,
    key_height,
    key_size,
    number_pad,
    row_label,
    rows_of,
    short_key,
    word_key,
)
from scorepad.ui.entry.plain import controls as plain_controls
from scorepad.ui.theme import Type

SUITS = ("kreuz", "pik", "herz", "karo")
WON = ("gewonnen", "schneider", "schwarz")
LOST = ("verloren", "verloren-60", "verloren-schneider", "verloren-schwarz")
COLUMNS, FIFTH = 6, 5
"""The keys in a row; the Spitzen from which on one key steps through them."""


def controls(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom; digits take the place of the results."""
    draft, rules = desk.draft, desk.table.rules
    if not draft.alone:
        return plain_controls(desk)
    words = {"hand": "Hand", "ansage": "angesagt", "ouvert": "ouvert", "kontra": "Kontra"}
    if draft.kind == NULL:
        del words["ansage"]
    if not rules.kontra and not draft.typed.get("kontra"):
        del words["kontra"]
    below = _results(desk) if draft.focus is None else number_pad(
        desk.change, [partial(alone.done, desk)])
    return [*rows_of(alone.declarers(desk), _games(desk), _spitzen(desk), [
        *alone.said(desk, words, KONTRAS), alone.counted(desk, "reizwert", desk.t("Bid"))]),
        ft.Column([alone.arithmetic(desk), *below], spacing=GAP, tight=True)]


PANEL = Panel(SkatDraft, controls, N_("The hands will appear here. Tap on the keys the declarer "
                                      "and the game, then the result."),
              {**{name: letter for letter, name in SkatDraft.letters.items()},
               "result-gewonnen": "G", "result-verloren": "V"}, results_save=True)


def _games(desk: Desk[SkatDraft]) -> list[ft.Control]:
    played = "null" if desk.draft.kind == NULL else desk.draft.typed.get("spiel")
    suits = [short_key(sign, desk.change, methodcaller("play", suit), chosen=played == suit,
                       identifier=f"spiel-{suit}", label=suit.capitalize(),
                       color=RED if sign in RED_SUITS else None)
             for suit, sign in zip(SUITS, JACKS)]
    return [*suits, *[word_key(spiel.capitalize(), desk.change, methodcaller("play", spiel),
                               columns=COLUMNS, identifier=f"spiel-{spiel}",
                               chosen=played == spiel) for spiel in ("grand", "null")]]


def _spitzen(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the keys of Spitzen, the last of which steps on through the higher ones; in a Null
    only their room, so that no other key moves."""
    typed, grand = desk.draft.typed.get("spitzen"), desk.draft.typed.get("spiel") == "grand"
    most = len(JACKS) if grand else desk.table.rules.spitzen_max
    higher = [str(count) for count in range(FIFTH, most + 1)]
    keys = {str(count): str(count) for count in range(1, FIFTH)}
    if higher:
        keys[typed if typed in higher else f"{FIFTH}+"] = following(higher, typed)
    if desk.draft.kind == NULL:
        return [ft.Container(height=key_height())]
    return [row_label("Spitzen", COLUMNS), *[short_key(
        word, desk.change, methodcaller("put", spitzen=count), label=f"Spitzen {count}",
        identifier=f"spitzen-{min(int(count), FIFTH)}", chosen=typed == word,
        size=key_size(word, COLUMNS, Type.KEY, 12)) for word, count in keys.items()]]


def _results(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the result keys, a row for won and one for lost, and beside them the rarer ones."""
    if desk.draft.kind == NULL:
        return rows_of([alone.result(desk, WON[0])], [alone.result(desk, LOST[0])])
    ramsch, passed = alone.all_pass(desk, RAMSCH, PASSED)
    lost = [of for of in LOST if of != "verloren-60" or "60:60" in desk.table.rules.bock]
    return rows_of([*[alone.result(desk, of) for of in WON],
                    alone.counted(desk, "augen", "Augen"), *ramsch],
                   [*[alone.result(desk, of) for of in lost], *passed])
