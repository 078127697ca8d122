"""Entering a Grand Hand: who plays it, with which jacks, who is schwarz, and Kontra."""


import flet as ft

from scorepad.drafts.grand_hand import JACKS, PLACE, GrandHandDraft
from scorepad.games.game import Problem, Rules, Seat, Table
from scorepad.games.grand_hand import KONTRAS, SPITZEN, Side
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.ui.entry.model import Change
from scorepad.ui.entry.pad import OwnKey, key_height, row_label, tile, word_key
from scorepad.ui.entry.ramsch import players_and
from scorepad.ui.session import use_session
from scorepad.ui.theme import Type
from scorepad.ui.widgets import key, key_text

JACKS_SAID = (N_("jack of clubs"), N_("jack of spades"), N_("jack of hearts"),
              N_("jack of diamonds"))

SIDES = {Side.GEGNER: N_("Opponents"), Side.SPIELER: N_("Soloist")}


def soloist_and_spitzen(table: Table[Rules], draft: GrandHandDraft, problems: tuple[Problem, ...],
                        change: Change) -> list[ft.Control]:
    """Return the players, the keys of the four jacks, and those for the number of Spitzen."""
    t = use_session().words
    faulty = {problem.place for problem in problems}
    columns = len(JACKS) + 1
    return players_and(
        [_player(table, seat, draft, (PLACE, "augen") in faulty, change, t)
         for seat in table.seats],
        [row_label(t("Jacks"), columns),
         *[_jack(jack, draft, change, t) for jack in range(len(JACKS))]],
        [row_label(_spitzen_in_words(draft, t), columns, strong=draft.spitzen > 0,
                   fault=(PLACE, "spitzen") in faulty),
         *[_tops(count, draft, change) for count in SPITZEN]])


def schwarz(draft: GrandHandDraft, change: Change) -> OwnKey:
    """Return the key that says which side has no trick."""
    return lambda columns: word_key(
        "Schwarz", lambda: change(GrandHandDraft.say_schwarz), columns=columns,
        identifier="schwarz", chosen=draft.schwarz is not None,
        below=use_session().words(SIDES[draft.schwarz]) if draft.schwarz else "")


def kontra(draft: GrandHandDraft, change: Change) -> OwnKey:
    """Return the key for Kontra, then Rekontra."""
    return lambda columns: word_key(
        KONTRAS[max(0, draft.kontra - 1)], lambda: change(GrandHandDraft.say_kontra),
        columns=columns, identifier="kontra", chosen=draft.kontra > 0,
        below=f"×{2 ** draft.kontra}" if draft.kontra else "")


def _player(table: Table[Rules], seat: Seat, draft: GrandHandDraft, faulty: bool, change: Change,
            t: Words) -> ft.Control:
    name, alone = table.names[seat], draft.soloist == seat
    figure = str(draft.augen) if alone and draft.augen is not None else ""
    said = ", ".join(filter(None, [
        t("{name} plays Grand Hand", name=name) if alone else name,
        f"{figure} Augen" if figure else ""]))
    return tile(name, figure or "–", len(table.seats),
                lambda: change(lambda draft: draft.tap(seat)), identifier=f"seat-{seat}",
                said=said, chosen=alone, ring=alone, fault=alone and faulty, quiet=not figure)


def _jack(jack: int, draft: GrandHandDraft, change: Change, t: Words) -> ft.Control:
    held = jack in draft.held
    return key(key_text(JACKS[jack], chosen=held, size=Type.KEY, label=t(JACKS_SAID[jack])),
               lambda: change(lambda draft: draft.jack(jack)), identifier=f"jack-{jack}",
               chosen=held, expand=True, height=key_height())


def _tops(count: int, draft: GrandHandDraft, change: Change) -> ft.Control:
    chosen = draft.spitzen == count
    return key(key_text(str(count), chosen=chosen, size=Type.FIGURE, label=f"Spitzen {count}"),
               lambda: change(lambda draft: draft.tops(count)), identifier=f"spitzen-{count}",
               chosen=chosen, expand=True, height=key_height())


def _spitzen_in_words(draft: GrandHandDraft, t: Words) -> str:
    if draft.has_top is None:
        return "Spitzen"
    return t("with {count}", count=draft.spitzen) if draft.has_top else \
        t("without {count}", count=draft.spitzen)
