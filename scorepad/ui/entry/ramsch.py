"""What the panels of the Ramsch games have in common: three players of whom each can push the
skat on and one can be Jungfrau, the Durchmarsch, and Kontra.
"""

from collections.abc import Callable
from typing import Any

import flet as ft

from scorepad.games.augen import ALL
from scorepad.games.base import Problem, Seat, Table
from scorepad.ui.entry.model import Change
from scorepad.ui.entry.pad import note, rows_of, tile, tile_foot, word_key
from scorepad.ui.entry.ramsch_draft import RamschDraft
from scorepad.ui.session import use_session


def players(table: Table, draft: RamschDraft, problems: tuple[Problem, ...], change: Change, *,
            jungfrau_doubles: bool, skat_apart: bool = False) -> list[ft.Control]:
    """The players, and what is to be known about all of them.

    skat_apart: the Augen in the skat are not typed with anybody's.
    """
    t = use_session().words
    faulty = {problem.place[1] for problem in problems if len(problem.place) > 1}
    notes = []
    if draft.pushed_by_somebody:
        notes.append(t("Schieben {count}×, but not by whom", count=draft.pushed_by_somebody))
    if skat_apart and not draft.marching:
        notes.append(t("Left for the skat: {augen}", augen=max(0, ALL - draft.figures.total)))
    rest = None if skat_apart else draft.rest()
    tiles = [_marching_player(table, seat, draft, change, t) if draft.marching else
             _player(table, seat, draft, table.names[seat] in faulty,
                     str(rest[1]) if rest and rest[0] == seat else "", jungfrau_doubles, change, t)
             for seat in table.seats]
    return [*rows_of(tiles), *([note(" · ".join(notes))] if notes else [])]


def durchmarsch(draft: RamschDraft, change: Change, columns: int) -> ft.Control:
    """The key that turns the Ramsch into a Durchmarsch."""
    return word_key("Durchmarsch", lambda: change(RamschDraft.march), columns=columns,
                    identifier="durchmarsch", chosen=draft.marching)


def kontra(draft: RamschDraft, most: int, change: Change, columns: int) -> list[ft.Control]:
    """The key for one Kontra more, where it can be said; and where it was but could not be."""
    if not most and not draft.kontra:
        return []
    return [word_key("Kontra", lambda: change(lambda draft: draft.say_kontra(most)),
                     columns=columns, identifier="kontra", chosen=draft.kontra > 0,
                     factor=2 ** draft.kontra, said=f"{draft.kontra} Kontra")]


def _player(table: Table, seat: Seat, draft: RamschDraft, faulty: bool, inferred: str,
            jungfrau_doubles: bool, change: Change, t: Any) -> ft.Control:
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


def _marching_player(table: Table, seat: Seat, draft: RamschDraft, change: Change,
                     t: Any) -> ft.Control:
    name, made = table.names[seat], draft.maker == seat
    return tile(name, "alle" if made else "–", len(table.seats),
                lambda: change(lambda draft: draft.tap(seat)), identifier=f"seat-{seat}",
                chosen=made, ring=made,
                said=t("{name} made the Durchmarsch", name=name) if made else name,
                feet=[_pushed(table, seat, draft, change, t)])


def _pushed(table: Table, seat: Seat, draft: RamschDraft, change: Change, t: Any) -> ft.Control:
    return _foot("Schieben", draft.has_pushed(seat), True, len(table.seats),
                 lambda: change(lambda draft: draft.push(seat)), identifier=f"schieben-{seat}",
                 said=t("{name} pushed the skat on", name=table.names[seat]))


def _foot(word: str, chosen: bool, doubles: bool, columns: int, on_tap: Callable[[], Any], *,
          identifier: str, said: str) -> ft.Control:
    """A foot that says so when it doubles."""
    return tile_foot(f"{word} ×2" if chosen and doubles else word, columns, on_tap,
                     identifier=identifier, said=said, chosen=chosen, filled=chosen)
