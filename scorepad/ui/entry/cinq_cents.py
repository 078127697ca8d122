"""Entering Cinq-Cents: who declared, melds as keys with their values, the Augen, matsch.

Six taps for a hand without melds: the Spielmacher, two digits, two digits, save; one more for each
meld, and one for the other player before his.
"""

from typing import Any

import flet as ft

from scorepad.drafts.cinq_cents import CinqCentsDraft
from scorepad.games.cinq_cents.melds import (
    BELLA,
    FOURS,
    SEQUENCES,
    TITLES,
    VALUES,
    Melds,
    summands,
    title_of,
)
from scorepad.games.game import Rules, Seat, Table
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.ui.entry.model import Change, Desk, Panel
from scorepad.ui.entry.pad import low_pad, rows_of, tile, tile_foot, word_key
from scorepad.ui.session import use_session

KEYS_ABREAST = 5


def controls(desk: Desk) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    table, change = desk.table, desk.change
    draft: CinqCentsDraft = desk.draft
    t = use_session().words
    faulty = {name for problem in desk.problems for name in table.names
              if problem.place in (("augen", name), ("meldungen", name), ("meldungen",))}
    return [
        *rows_of([_player(table, seat, draft, table.names[seat] in faulty, change, t)
                  for seat in table.seats],
                 *_melds(draft, change)),
        *low_pad(lambda digit: change(lambda draft: draft.digit(digit)),
                 lambda: change(CinqCentsDraft.backspace), backspace_label=t("Delete"),
                 last=_trump(draft, change))]


PANEL = Panel(CinqCentsDraft, controls,
              hint=N_("The hands will stand here. Tap below who was Spielmacher."))


def _player(table: Table[Rules], seat: Seat, draft: CinqCentsDraft, faulty: bool, change: Change,
            t: Words) -> ft.Control:
    name, columns = table.names[seat], len(table.seats)
    typed, matsch = draft.figures.typed[seat], draft.matsch == seat
    melded = sum([value for value, _ in summands(*draft.melds)[seat]])
    augen = "0" if matsch else typed or "–"
    declared = draft.spielmacher == seat
    said = ", ".join(filter(None, [
        name, "Spielmacher" if declared else "", *draft.melds[seat].titles(),
        f"{augen} Augen" if typed or matsch else ""]))
    return tile(
        name, f"{melded} + {augen}" if melded else augen, columns,
        lambda: change(lambda draft: draft.tap(seat)), identifier=f"seat-{seat}", said=said,
        ring=draft.here == seat, fault=faulty, quiet=not typed and not matsch and not melded,
        feet=[_foot("Spielmacher", declared, columns,
                    lambda: change(lambda draft: draft.declare(seat)),
                    f"spielmacher-{seat}", t("{name} is Spielmacher", name=name)),
              _foot("Matsch", matsch, columns,
                    lambda: change(lambda draft: draft.say_matsch(seat)),
                    f"matsch-{seat}", t("{name} is matsch, without a trick", name=name))])


def _foot(word: str, chosen: bool, columns: int, on_tap: Any, identifier: str,
          said: str) -> ft.Control:
    return tile_foot(word, columns, on_tap, identifier=identifier, said=said, chosen=chosen,
                     filled=chosen)


def _melds(draft: CinqCentsDraft, change: Change) -> list[list[ft.Control]]:
    """Return rows of keys for the melds of the player tapped last, with what they count."""
    own = draft.melds[draft.here] if draft.here is not None else Melds()
    fours = [_key(f"4 {TITLES[four]}", str(VALUES[four]), four in own.fours, four, change,
                  lambda draft, four=four: draft.four(four)) for four in FOURS]
    bella = _key("Bella", str(VALUES[BELLA]), own.bella, BELLA, change, CinqCentsDraft.bella)
    return [fours, [bella, *[_folge(name, own, change) for name in SEQUENCES]]]


def _folge(name: str, own: Melds, change: Change) -> ft.Control:
    """Return the key of a sequence, which says how many there are, or how long a Fuß is."""
    same = [folge for folge in own.folgen if folge.name == name]
    word = title_of(same[0]) if same else TITLES[name]
    times = f"{len(same)} × " if len(same) > 1 else ""
    return _key(word, f"{times}{SEQUENCES[name]}", bool(same), name, change,
                lambda draft: draft.folge(name))


def _trump(draft: CinqCentsDraft, change: Change) -> ft.Control:
    """Return the key that says that a sequence is in trump."""
    own = draft.melds[draft.here] if draft.here is not None else Melds()
    chosen = next((folge for folge in own.folgen if folge.trump), None)
    return word_key("Trumpf", lambda: change(CinqCentsDraft.trump), columns=6,
                    identifier="trumpf", chosen=chosen is not None,
                    below=title_of(chosen) if chosen else "–")


def _key(word: str, value: str, chosen: bool, identifier: str, change: Change,
         step: Any) -> ft.Control:
    return word_key(word, lambda: change(step), columns=KEYS_ABREAST, identifier=identifier,
                    chosen=chosen, below=value)
