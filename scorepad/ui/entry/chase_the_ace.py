"""Entering Chase-the-Ace: tap who pays, or type the cards and let the program find out."""

import flet as ft

from scorepad.drafts.chase_the_ace import ChaseTheAceDraft
from scorepad.games.chase_the_ace import PARTS, RANKS
from scorepad.games.game import Seat
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.theme import Space, Type

IN_FIRST_ROW = 5
"""Keys of cards in the first row; the others share a row with the key that leads to cards and
back."""

LETTERS = {"A": N_("A"), "J": N_("J"), "Q": N_("Q"), "K": N_("K")}
CARD_NAMES = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}

LEFT, PAID = "●", "○"
"""A part of the stake that a player still has, and one that is in the bank."""


def controls(desk: Desk[ChaseTheAceDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    columns = pad.abreast(len(desk.table.seats))
    tiles = [_player(desk, seat, columns) for seat in desk.table.seats]
    return [ft.Column(pad.grid(tiles, columns), spacing=desk.gap, tight=True),
            ft.Column(_keys(desk), spacing=desk.gap if desk.close else Space.SMALL, tight=True)]


PANEL = Panel(ChaseTheAceDraft, controls,
              hint=N_("The rounds will appear here. Tap on the keys who pays."),
              letters={"cards": "C"})


def _player(desk: Desk[ChaseTheAceDraft], seat: Seat, columns: int) -> ft.Control:
    draft, table, t = desk.draft, desk.table, desk.t
    name = table.names[seat]
    if seat not in table.active:
        return pad.tile(desk, seat, PAID * PARTS, columns, idle=True, quiet=True,
                        said=t("{name} is out", name=name))
    pays, card = draft.pays(seat), draft.cards[seat] if draft.by_card else None
    paid = (table.tally.marks[seat] if table.tally else 0) + pays
    figure = (t(LETTERS.get(card, card)) if card else "–") if draft.by_card \
        else LEFT * (PARTS - paid) + PAID * paid
    said = ", ".join(filter(None, [
        name, card and t(CARD_NAMES.get(card, card)), t("pays") if pays else ""]))
    return pad.tile(desk, seat, figure, columns, said=said, chosen=pays, fault=name in desk.faulty,
                    ring=draft.by_card and draft.focus == seat, quiet=draft.by_card and not card)


def _keys(desk: Desk[ChaseTheAceDraft]) -> list[ft.Control]:
    """Return rows with the key that switches to cards and back, and with a key for each rank."""
    by_card, t = desk.draft.by_card, desk.t

    def key_of(rank: str) -> ft.Control:
        word = t(LETTERS.get(rank, rank))
        return pad.short_key(word, desk.change, lambda draft: draft.card(rank),
                             identifier=f"card-{rank}", label=t(CARD_NAMES.get(rank, rank)),
                             size=pad.key_size(word, IN_FIRST_ROW, Type.KEY, Space.SMALL))

    ranks = [key_of(rank) for rank in RANKS] if by_card else []
    first, others = ranks[:IN_FIRST_ROW], ranks[IN_FIRST_ROW:]
    way = pad.word_key(t("Who pays") if by_card else t("Enter the cards"), desk.change,
                       ChaseTheAceDraft.show_cards, columns=3, identifier="cards",
                       share=IN_FIRST_ROW - len(others))
    return pad.rows_of(*([first] if first else []), [*others, way])
