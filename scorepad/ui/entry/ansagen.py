"""Entering bids and tricks: a key for every figure that there can be, first all bids, then all
tricks."""

from operator import methodcaller

import flet as ft

from scorepad.drafts.ansagen import BIDS, EXTRA, STEP, TRICKS, AnsagenDraft
from scorepad.games.game import Seat
from scorepad.i18n.message import MINUS, N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.model import Desk, Panel

MOST_KEYS = 6
"""The most keys in a row that fingers can tell apart on a narrow phone."""


def controls(desk: Desk[AnsagenDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom; where there are many figures, the other keys
    stand behind them, so that the panel is no higher than on a low phone it may be."""
    draft, columns = desk.draft, pad.abreast(len(desk.draft.seats))
    tiles = [_player(desk, seat, columns) for seat in draft.seats]
    figures = [pad.short_key(str(number), desk.change, methodcaller("figure", number),
                             identifier=f"figure-{number}") for number in range(draft.cards + 1)]
    many = len(figures) > 2 * MOST_KEYS
    words = _words(desk, MOST_KEYS if many else 4)
    keys = [*figures, *words] if many else figures
    return [ft.Column(pad.grid(tiles, columns), spacing=desk.gap, tight=True),
            *([] if many else pad.rows_of(words)),
            ft.Column(pad.grid(keys, pad.abreast(len(keys), MOST_KEYS)), spacing=desk.gap,
                      tight=True)]


PANEL = Panel(AnsagenDraft, controls, hint=N_(
    "The rounds will appear here. Type what everybody bids, and later the tricks."))


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


def _player(desk: Desk[AnsagenDraft], seat: Seat, columns: int) -> ft.Control:
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
