"""Entering Skat: the declarer, the game and its Spitzen, then the result, which saves.

Four taps for a won Kreuz, three for a Null. A Ramsch is entered by its fields.
"""

from operator import methodcaller

import flet as ft

from scorepad.drafts.skat import NULL, SkatDraft
from scorepad.drafts.steps import following
from scorepad.games.skat.hand import GRAND, JACKS, Stufe
from scorepad.i18n.message import N_
from scorepad.ui.entry import alone
from scorepad.ui.entry.grand_hand import RED, RED_SUITS
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.pad import key_height, key_size, row_label, rows_of, short_key, word_key
from scorepad.ui.entry.plain import controls as plain_controls
from scorepad.ui.theme import Type

SUITS = {"kreuz": "♣", "pik": "♠", "herz": "♥", "karo": "♦"}
COLUMNS, FIFTH = 6, 5
"""The keys in a row; the Spitzen from which on one key steps through them."""


def controls(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    draft, rules = desk.draft, desk.table.rules
    if not draft.alone:
        return plain_controls(desk)
    says = alone.said(desk, () if rules.kontra or draft.typed.get("kontra") else ("kontra",))
    return [*rows_of(alone.declarers(desk), _games(desk), _spitzen(desk),
                     [*says, alone.counted(desk, "reizwert", desk.t("Bid"))]),
            alone.results(desk, () if "60:60" in rules.bock else (Stufe.VERLOREN_60,))]


PANEL = Panel(SkatDraft, controls, N_("The hands will appear here. Tap on the keys the declarer "
                                      "and the game, then the result."),
              alone.letters(SkatDraft), results_save=True)


def _games(desk: Desk[SkatDraft]) -> list[ft.Control]:
    played = "null" if desk.draft.kind == NULL else desk.draft.typed.get("spiel")
    suits = [short_key(sign, desk.change, methodcaller("play", suit), chosen=played == suit,
                       identifier=f"spiel-{suit}", label=suit.capitalize(),
                       color=RED if sign in RED_SUITS else None)
             for suit, sign in SUITS.items()]
    return [*suits, *[word_key(spiel.capitalize(), desk.change, methodcaller("play", spiel),
                               columns=COLUMNS, identifier=f"spiel-{spiel}",
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
        return [ft.Container(height=key_height())]
    return [row_label("Spitzen", COLUMNS), *[short_key(
        word, desk.change, methodcaller("put", spitzen=count), label=f"Spitzen {count}",
        identifier=f"spitzen-{min(int(count), FIFTH)}", chosen=typed == word,
        size=key_size(word, COLUMNS, Type.KEY, 12)) for word, count in keys.items()]]
