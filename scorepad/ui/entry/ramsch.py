"""The common parts of the panels of the Ramsch games: three players of whom each can push the skat
on and one can be Jungfrau, the Durchmarsch, and Kontra.
"""

from collections.abc import Callable
from typing import Any

import flet as ft

from scorepad.drafts.ramsch import RamschDraft
from scorepad.games.game import Problem, Rules, Seat, Table
from scorepad.i18n.words import Words
from scorepad.ui.entry.model import Change
from scorepad.ui.entry.pad import OwnKey, key_height, rows_of, tile, tile_foot, word_key
from scorepad.ui.session import use_session

TIGHT = 4
"""The gap between a player and the rows of keys that say more about him."""


def players(table: Table[Rules], draft: RamschDraft, problems: tuple[Problem, ...],
            change: Change, *, jungfrau_doubles: bool,
            rest_is_his: bool = True) -> list[ft.Control]:
    """Return the players' tiles.

    rest_is_his: whether the missing Augen belong to the one player left.
    """
    t = use_session().words
    faulty = {problem.place[1] for problem in problems if len(problem.place) > 1}
    rest = draft.rest() if rest_is_his else None
    return players_and([
        _marching_player(table, seat, draft, change, t) if draft.marching else
        _player(table, seat, draft, table.names[seat] in faulty,
                str(rest[1]) if rest and rest[0] == seat else "", jungfrau_doubles, change, t)
        for seat in table.seats])


def durchmarsch(draft: RamschDraft, change: Change) -> OwnKey:
    """Return the key that turns the Ramsch into a Durchmarsch."""
    return lambda columns: word_key(
        "Durchmarsch", lambda: change(RamschDraft.march), columns=columns,
        identifier="durchmarsch", chosen=draft.marching)


def kontra(draft: RamschDraft, most: int, change: Change) -> list[OwnKey]:
    """Return the key for one more Kontra if it can be said, or was said although it cannot be; else
    no key."""
    if not most and not draft.kontra:
        return []
    return [lambda columns: word_key(
        "Kontra", lambda: change(lambda draft: draft.say_kontra(most)), columns=columns,
        identifier="kontra", chosen=draft.kontra > 0,
        below=f"×{2 ** draft.kontra}" if draft.kontra else "")]


def _player(table: Table[Rules], seat: Seat, draft: RamschDraft, faulty: bool, inferred: str,
            jungfrau_doubles: bool, change: Change, t: Words) -> ft.Control:
    name, figure = table.names[seat], draft.figures.typed[seat]
    jungfrau = draft.jungfrau == seat
    shown = figure or ("0" if jungfrau else inferred)
    return tile(
        name, shown or "–", len(table.seats),
        lambda: change(lambda draft: draft.tap(seat)), identifier=f"seat-{seat}",
        ring=draft.figures.focus == seat, fault=faulty, quiet=not figure and not jungfrau,
        said=f"{name}, {shown} Augen" if shown else name,
        feet=[_pushed(table, seat, draft, change, t),
              _foot("Jungfrau", jungfrau, jungfrau_doubles, len(table.seats),
                    lambda: change(lambda draft: draft.virgin(seat)),
                    identifier=f"jungfrau-{seat}", said=t("{name} is Jungfrau", name=name))])


def _marching_player(table: Table[Rules], seat: Seat, draft: RamschDraft, change: Change,
                     t: Words) -> ft.Control:
    name, made = table.names[seat], draft.maker == seat
    return tile(name, "alle" if made else "–", len(table.seats),
                lambda: change(lambda draft: draft.tap(seat)), identifier=f"seat-{seat}",
                ring=made,
                said=t("{name} made the Durchmarsch", name=name) if made else name,
                feet=[_pushed(table, seat, draft, change, t),
                      ft.Container(height=foot_height())])


def _pushed(table: Table[Rules], seat: Seat, draft: RamschDraft, change: Change,
            t: Words) -> ft.Control:
    return _foot("Schieben", draft.has_pushed(seat), True, len(table.seats),
                 lambda: change(lambda draft: draft.push(seat)), identifier=f"schieben-{seat}",
                 said=t("{name} pushed the skat on", name=table.names[seat]))


def _foot(word: str, chosen: bool, doubles: bool, columns: int, on_tap: Callable[[], Any], *,
          identifier: str, said: str) -> ft.Control:
    """Return a foot that shows `×2` when it is chosen and doubles."""
    return tile_foot(f"{word} ×2" if chosen and doubles else word, columns, on_tap,
                     identifier=identifier, said=said, chosen=chosen, filled=chosen,
                     height=foot_height())


def players_and(tiles: list[ft.Control], *rows: list[ft.Control]) -> list[ft.Control]:
    """Return the players and, under them, rows of keys in the place of their feet.

    The structure is the same whether there are rows or not, so that a tap on a player still counts
    if it comes before a change has been drawn.
    """
    return [ft.Column(rows_of(tiles, *rows), spacing=TIGHT, tight=True)]


def foot_height() -> float:
    """Return the height at which two feet are as high as two rows of keys, so that nothing moves
    when such rows take their place; for components only."""
    return key_height() + TIGHT
