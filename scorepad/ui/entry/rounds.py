"""Entering a round of everybody. Of bids and tricks: a key for every figure that there can be, or
the digits where there are many, first all bids, then all tricks. Of Chase-the-Ace: tap who pays, or
type the cards and let the program find out."""

from operator import methodcaller

import flet as ft

from scorepad.drafts.rounds import BIDS, EXTRA, STEP, TRICKS, AnsagenDraft, ChaseTheAceDraft
from scorepad.games.chase_the_ace import PARTS, RANKS
from scorepad.games.game import Seat
from scorepad.i18n.message import MINUS, N_, say
from scorepad.ui.entry import pad
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.theme import Space, Type

MOST_KEYS = 6
"""The most keys in a row that fingers can tell apart on a narrow phone."""

MOST_ROWS = 4
"""The most rows of keys that a low phone has room for; of more figures the digits are typed."""


def _ansagen(desk: Desk[AnsagenDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom; where there are many figures, the other keys
    stand behind them, so that the panel is no higher than on a low phone it may be."""
    draft, columns = desk.draft, pad.abreast(len(desk.draft.seats))
    tiles = ft.Column(pad.grid([_bidder(desk, seat, columns) for seat in draft.seats], columns),
                      spacing=desk.gap, tight=True)
    many = draft.cards >= 2 * MOST_KEYS
    words = _words(desk, MOST_KEYS if many else 4)
    if draft.cards + 1 + len(words) > MOST_ROWS * MOST_KEYS:
        above, beside = pad.shared(desk, words)
        return [tiles, *pad.rows_of(*above), *pad.number_pad(
            desk.change, [*beside, lambda columns: pad.next_key(desk)])]
    figures = [pad.short_key(str(number), desk.change, methodcaller("figure", number),
                             identifier=f"figure-{number}") for number in range(draft.cards + 1)]
    keys = [*figures, *words] if many else figures
    return [tiles, *([] if many else pad.rows_of(words)),
            ft.Column(pad.grid(keys, pad.abreast(len(keys), MOST_KEYS)), spacing=desk.gap,
                      tight=True)]


ANSAGEN = Panel(AnsagenDraft, _ansagen, hint=N_(
    "The rounds will appear here. Type what everybody bids, and later the tricks."),
                example=N_("{a} 2 1, {b} 0 0"))


def _words(desk: Desk[AnsagenDraft], columns: int) -> list[ft.Control]:
    """Build the keys that lead to the bids and the tricks, and those of extra points."""
    draft, t = desk.draft, desk.t
    keys = [pad.word_key(word, desk.change, methodcaller("show", name), identifier=name,
                         columns=columns, chosen=draft.focus is not None and draft.focus[0] == name)
            for name, word in ((BIDS, t("Bids")), (TRICKS, t("Tricks")))]
    if desk.table.rules.extra or draft.typed.get(EXTRA):
        keys += [pad.word_key(f"Bonus {sign}{STEP}", desk.change, methodcaller("add", points),
                              identifier=f"extra{points}", columns=columns)
                 for sign, points in (("+", STEP), (MINUS, -STEP))]
    return keys


def _bidder(desk: Desk[AnsagenDraft], seat: Seat, columns: int) -> ft.Control:
    """Build a player's tile: the bid, the tricks, and extra points."""
    draft, name, t = desk.draft, desk.table.names[seat], desk.t
    bid, made, extra = [draft.said(each, seat) for each in (BIDS, TRICKS, EXTRA)]
    figure = f"{bid or '–'}/{made}" if made else bid or "–"
    if extra:
        figure += f" {extra.replace('-', MINUS)}" if extra.startswith("-") else f" +{extra}"
    said = ", ".join(filter(None, [
        name, bid and t("bid {n}", n=bid), made and t("made {n}", n=made),
        extra and f"Bonus {extra}"]))
    return pad.tile(desk, seat, figure, columns, said=said, quiet=not bid and not made,
                    ring=draft.here == seat, fault=name in desk.faulty)


IN_FIRST_ROW = 5
"""Keys of cards in the first row; the others share a row with the key that leads to cards and
back."""

LETTERS = {"A": N_("A"), "J": N_("J"), "Q": N_("Q"), "K": N_("K")}
CARD_NAMES = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}

LEFT, PAID = "●", "○"
"""A part of the stake that a player still has, and one that is in the bank."""


def _chase_the_ace(desk: Desk[ChaseTheAceDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    columns = pad.abreast(len(desk.table.seats))
    tiles = [_player(desk, seat, columns) for seat in desk.table.seats]
    return [ft.Column(pad.grid(tiles, columns), spacing=desk.gap, tight=True),
            ft.Column(_cards(desk), spacing=desk.gap if desk.close else Space.SMALL, tight=True)]


CHASE_THE_ACE = Panel(ChaseTheAceDraft, _chase_the_ace,
              hint=N_("The rounds will appear here. Tap on the keys who pays."),
              letters={"cards": "C"}, example=N_("{a} and {b} pay"))


def _player(desk: Desk[ChaseTheAceDraft], seat: Seat, columns: int) -> ft.Control:
    draft, table, t = desk.draft, desk.table, desk.t
    name = table.names[seat]
    if seat not in table.active:
        out = say("{name} is out", name=name)
        return pad.tile(desk, seat, PAID * PARTS, columns, idle=True, quiet=True,
                        said=t(out), on_tap=pad.telling(out))
    pays, card = draft.pays(seat), draft.cards[seat] if draft.by_card else None
    paid = (table.tally.marks[seat] if table.tally else 0) + pays
    figure = (t(LETTERS.get(card, card)) if card else "–") if draft.by_card \
        else LEFT * (PARTS - paid) + PAID * paid
    said = ", ".join(filter(None, [
        name, card and t(CARD_NAMES.get(card, card)), t("pays") if pays else ""]))
    return pad.tile(desk, seat, figure, columns, said=said, chosen=pays, fault=name in desk.faulty,
                    ring=draft.by_card and draft.focus == seat, quiet=draft.by_card and not card)


def _cards(desk: Desk[ChaseTheAceDraft]) -> list[ft.Control]:
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
