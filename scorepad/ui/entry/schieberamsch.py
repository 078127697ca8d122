"""Entering Schieberamsch: a Ramsch, which is open by default, or a Grand Hand."""

from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.book.people import Colour
from scorepad.drafts.schieberamsch import JACKS, PLACE, GrandHandDraft, SchieberamschDraft
from scorepad.games.game import Seat
from scorepad.games.schieberamsch import KONTRAS, SPITZEN, Side, SkatTo
from scorepad.i18n.message import N_
from scorepad.ui.entry.model import AUGEN_HINT, Desk, Panel
from scorepad.ui.entry.pad import OwnKey, number_pad, row_label, short_key, tile, word_key
from scorepad.ui.entry.ramsch import durchmarsch, kontra, kontra_key, players, players_and
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


def controls(desk: Desk[SchieberamschDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    draft, change, rules = desk.draft, desk.change, desk.table.rules
    ramsch = desk.within(draft.ramsch, lambda step: change(lambda draft: draft.in_ramsch(step)))
    grand = desk.within(draft.grand, lambda step: change(lambda draft: draft.in_grand(step)))
    switch = [] if not rules.grand_hand and not draft.alone else [lambda columns: word_key(
        "Grand Hand", change, SchieberamschDraft.play_alone, columns=columns,
        identifier="grand-hand", chosen=draft.alone)]
    if draft.alone:
        above = soloist_and_spitzen(grand)
        word = KONTRAS[max(0, draft.grand.kontra - 1)]
        keys = [schwarz(grand), *switch, kontra_key(grand, word, GrandHandDraft.say_kontra)]
    else:
        above = players(ramsch, jungfrau_doubles=True,
                        rest_is_his=rules.skat_to != SkatTo.MOST_AUGEN)
        keys = [durchmarsch(ramsch), *switch, *kontra(ramsch, draft.most_kontra)]
    return [*above, *number_pad(lambda step: change(lambda draft: draft.in_typed(step)), keys,
                                idle=not draft.alone and draft.ramsch.marching)]


def _who_said(desk: Desk[SchieberamschDraft]) -> list[ft.Control]:
    """Return a key for each player to say that he said Kontra, once anybody has."""
    draft, table = desk.draft, desk.table
    typed: Any = draft.grand if draft.alone else draft.ramsch
    seats = [seat for seat in table.seats if not draft.alone or seat != draft.grand.soloist]
    return [word_key(
        table.names[seat], desk.change, methodcaller("in_typed", methodcaller("say_who", seat)),
        columns=len(seats), identifier=f"said-{seat}", chosen=seat in typed.von,
        below="Kontra" if seat in typed.von else "–",
        label=desk.t("{name} said {what}", name=table.names[seat],
                     what="Kontra" if seat in typed.von else "–"))
        for seat in seats if typed.kontra]


PANEL = Panel(SchieberamschDraft, controls, AUGEN_HINT, {
    "durchmarsch": "D", "jungfrau-": "J", "schieben-": "S", "kontra": "K", "grand-hand": "G",
    "schwarz": "S"}, notes=_who_said)
