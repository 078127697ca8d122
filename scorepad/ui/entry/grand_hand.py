"""Entering a Grand Hand: who plays it, with which jacks, who is schwarz, and Kontra."""

import flet as ft

from scorepad.book.people import Colour
from scorepad.drafts.grand_hand import JACKS, PLACE, GrandHandDraft
from scorepad.games.game import Seat
from scorepad.games.grand_hand import KONTRAS, SPITZEN, Side
from scorepad.i18n.message import N_
from scorepad.ui.entry.model import Desk
from scorepad.ui.entry.pad import OwnKey, row_label, short_key, tile, word_key
from scorepad.ui.entry.ramsch import kontra_key, players_and
from scorepad.ui.theme import Type, color_of_player

JACKS_SAID = (N_("jack of clubs"), N_("jack of spades"), N_("jack of hearts"),
              N_("jack of diamonds"))

RED_SUITS = "♥♦"

RED = color_of_player(Colour.RED)
"""The red of hearts and diamonds, readable on a key."""

SIDES = {Side.GEGNER: N_("Opponents"), Side.SPIELER: N_("Soloist")}


def soloist_and_spitzen(desk: Desk[GrandHandDraft]) -> list[ft.Control]:
    """Return the players, the keys of the four jacks, and those for the number of Spitzen."""
    faulty = {problem.place for problem in desk.problems}
    columns = len(JACKS) + 1
    return players_and(
        [_player(desk, seat, (PLACE, "augen") in faulty) for seat in desk.table.seats],
        [row_label(desk.t("Jacks"), columns), *[_jack(desk, jack) for jack in range(len(JACKS))]],
        [row_label(_spitzen_in_words(desk), columns, strong=desk.draft.spitzen > 0,
                   fault=(PLACE, "spitzen") in faulty),
         *[_tops(desk, count) for count in SPITZEN]])


def schwarz(desk: Desk[GrandHandDraft]) -> OwnKey:
    """Return the key that says which side has no trick."""
    side = desk.draft.schwarz
    return lambda columns: word_key(
        "Schwarz", desk.change, GrandHandDraft.say_schwarz, columns=columns,
        identifier="schwarz", chosen=side is not None, below=desk.t(SIDES[side]) if side else "")


def kontra(desk: Desk[GrandHandDraft]) -> OwnKey:
    """Return the key for Kontra, then Rekontra."""
    return kontra_key(desk, KONTRAS[max(0, desk.draft.kontra - 1)], GrandHandDraft.say_kontra)


def _player(desk: Desk[GrandHandDraft], seat: Seat, faulty: bool) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    alone = draft.soloist == seat
    figure = str(draft.augen) if alone and draft.augen is not None else ""
    said = ", ".join(filter(None, [
        desk.t("{name} plays Grand Hand", name=name) if alone else name,
        f"{figure} Augen" if figure else ""]))
    return tile(desk, seat, figure or "–", len(desk.table.seats), said=said, chosen=alone,
                ring=alone, fault=alone and faulty, quiet=not figure)


def _jack(desk: Desk[GrandHandDraft], jack: int) -> ft.Control:
    return short_key(JACKS[jack], desk.change, lambda draft: draft.jack(jack),
                     identifier=f"jack-{jack}", chosen=jack in desk.draft.held,
                     label=desk.t(JACKS_SAID[jack]),
                     color=RED if JACKS[jack] in RED_SUITS else None)


def _tops(desk: Desk[GrandHandDraft], count: int) -> ft.Control:
    return short_key(str(count), desk.change, lambda draft: draft.tops(count),
                     identifier=f"spitzen-{count}", chosen=desk.draft.spitzen == count,
                     size=Type.FIGURE, label=f"Spitzen {count}")


def _spitzen_in_words(desk: Desk[GrandHandDraft]) -> str:
    draft, t = desk.draft, desk.t
    if draft.has_top is None:
        return "Spitzen"
    return t("with {count}", count=draft.spitzen) if draft.has_top else \
        t("without {count}", count=draft.spitzen)
