"""The common parts of the Ramsch panels: three players, Durchmarsch, and Kontra."""

from collections.abc import Sequence
from typing import Any

import flet as ft

from scorepad.drafts.augen import AugenDraft, RamschDraft
from scorepad.games.game import Seat
from scorepad.games.pfaelzer_ramsch import NO_KONTRA
from scorepad.ui.entry.model import AUGEN_HINT, TIGHT, Desk, Panel, Step
from scorepad.ui.entry.pad import OwnKey, key_height, number_pad, rows_of, tile, tile_foot, word_key


def players(desk: Desk[RamschDraft], *, jungfrau_doubles: bool,
            rest_is_his: bool = True) -> list[ft.Control]:
    """Return the players' tiles. rest_is_his: whether the missing Augen belong to the one player
    left."""
    draft = desk.draft
    rest = draft.rest() if rest_is_his else None
    return players_and([
        marching_player(desk, seat, feet=[
            _pushed(desk, seat), ft.Container(height=foot_height())]) if draft.marching else
        _player(desk, seat, str(rest[1]) if rest and rest[0] == seat else "", jungfrau_doubles)
        for seat in desk.table.seats])


def durchmarsch(desk: Desk[AugenDraft]) -> OwnKey:
    """Return the key that turns the Ramsch into a Durchmarsch."""
    return lambda columns: word_key(
        "Durchmarsch", desk.change, AugenDraft.march, columns=columns, identifier="durchmarsch",
        chosen=desk.draft.marching)


def kontra(desk: Desk[RamschDraft], most: int) -> list[OwnKey]:
    """Return the key for one more Kontra, no key where it cannot be said and was not."""
    if not most and not desk.draft.kontra:
        return []
    return [kontra_key(desk, "Kontra", lambda draft: draft.say_kontra(most))]


def kontra_key(desk: Desk[Any], word: str, step: Step) -> OwnKey:
    """Return a key that says Kontra, with what the points are multiplied by."""
    said = desk.draft.kontra
    return lambda columns: word_key(word, desk.change, step, columns=columns,
                                    identifier="kontra", chosen=said > 0,
                                    below=f"×{2 ** said}" if said else "")


def marching_player(desk: Desk[AugenDraft], seat: Seat, *, filled: bool = False,
                    feet: Sequence[ft.Control] = ()) -> ft.Control:
    """Return the tile of a player who may have made the Durchmarsch; `filled` if he has."""
    name, made = desk.table.names[seat], desk.draft.maker == seat
    return tile(desk, seat, "alle" if made else "–", len(desk.table.seats), ring=made,
                said=desk.t("{name} made the Durchmarsch", name=name) if made
                else f"{name}, Durchmarsch –",
                chosen=filled and made, feet=feet)


def _player(desk: Desk[RamschDraft], seat: Seat, inferred: str,
            jungfrau_doubles: bool) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    figure, jungfrau = draft.figures.typed[seat], draft.jungfrau == seat
    shown = figure or ("0" if jungfrau else inferred)
    return tile(
        desk, seat, shown or "–", len(desk.table.seats), ring=draft.figures.focus == seat,
        fault=name in desk.faulty, quiet=not figure and not jungfrau,
        said=", ".join([name, *["Jungfrau"] * jungfrau, *[f"{shown} Augen"] * bool(shown)]),
        feet=[_pushed(desk, seat),
              _foot(desk, "Jungfrau", jungfrau, jungfrau_doubles, lambda draft: draft.virgin(seat),
                    f"jungfrau-{seat}", desk.t("{name} is Jungfrau", name=name))])


def _pushed(desk: Desk[RamschDraft], seat: Seat) -> ft.Control:
    return _foot(desk, "Schieben", desk.draft.has_pushed(seat), True,
                 lambda draft: draft.push(seat), f"schieben-{seat}",
                 desk.t("{name} pushed the skat on", name=desk.table.names[seat]))


def _foot(desk: Desk[Any], word: str, chosen: bool, doubles: bool, step: Step, identifier: str,
          said: str) -> ft.Control:
    """Return a foot that shows `×2` when it is chosen and doubles."""
    return tile_foot(f"{word} ×2" if chosen and doubles else word, len(desk.table.seats),
                     desk.change, step, identifier=identifier, said=said, chosen=chosen,
                     filled=chosen, height=foot_height())


def players_and(tiles: list[ft.Control], *rows: list[ft.Control]) -> list[ft.Control]:
    """Return the players and, under them, rows of keys in the place of their feet. The structure is
    the same whether there are rows or not, so that a tap on a player still counts if it comes
    before a change has been drawn."""
    return [ft.Column(rows_of(tiles, *rows), spacing=TIGHT, tight=True)]


def foot_height() -> float:
    """Return the height at which two feet are as high as two rows of keys; for components."""
    return key_height() + TIGHT


def controls(desk: Desk[RamschDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    keys = [durchmarsch(desk), *kontra(desk, NO_KONTRA)]
    return [*players(desk, jungfrau_doubles=False),
            *number_pad(desk.change, keys, idle=desk.draft.marching)]


PANEL = Panel(RamschDraft, controls, AUGEN_HINT, {
    "durchmarsch": "D", "jungfrau-": "J", "schieben-": "S"})
