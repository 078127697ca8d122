"""Entering Cinq-Cents: the Spielmacher, melds as keys with their values, Augen, matsch. Whoever may
have reached the goal has a key to call out."""

from operator import methodcaller

import flet as ft

from scorepad.drafts.cinq_cents import CinqCentsDraft
from scorepad.games.cinq_cents import MOST, melds, points_of_melds
from scorepad.games.game import Seat
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.model import Desk, Panel, Step


def controls(desk: Desk[CinqCentsDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    fours, others = _melds(desk)
    above, beside = pad.shared(desk, others)
    return [*pad.rows_of([_player(desk, seat) for seat in desk.table.seats], fours, *above),
            *pad.number_pad(desk.change, [lambda columns: _trump(desk, columns), *beside],
                            of_players=True)]


PANEL = Panel(CinqCentsDraft, controls,
              hint=N_("The hands will appear here. Tap on the keys who was Spielmacher."),
              letters={"spielmacher-": "S", "matsch-": "M", "ausgerufen": "A", "bella": "B",
                       "terz": "T", "quart": "Q", "fuss": "F", "trumpf": "U"},
              example=N_("Spielmacher {a}, {a} 90, {b} 40"))


def _player(desk: Desk[CinqCentsDraft], seat: Seat) -> ft.Control:
    draft, t = desk.draft, desk.t
    name, columns = desk.table.names[seat], len(desk.table.seats)
    feet = 2 * columns if desk.close else columns
    typed, matsch = draft.figures.typed[seat], draft.matsch == seat
    melded = sum([value for value, _ in melds.summands(*draft.melds)[seat]])
    augen = "0" if matsch else typed or "–"
    declared = draft.spielmacher == seat
    said = ", ".join(filter(None, [
        name, "Spielmacher" if declared else "",
        "ausgerufen" if draft.ausgerufen == seat else "", *draft.melds[seat].titles(),
        f"{augen} Augen" if typed or matsch else ""]))
    faulty = any(problem.place in (("augen", name), ("meldungen", name), ("meldungen",))
                 for problem in desk.problems)
    declare = pad.tile_foot(
        "Spielmacher", feet, desk.change, lambda draft: draft.declare(seat),
        identifier=f"spielmacher-{seat}", chosen=declared, filled=declared,
        said=t("{name} is Spielmacher", name=name))
    no_trick = pad.tile_foot(
        "Matsch", feet, desk.change, lambda draft: draft.say_matsch(seat),
        identifier=f"matsch-{seat}", chosen=matsch, filled=matsch,
        said=t("{name} is matsch, without a trick", name=name))
    return pad.tile(
        desk, seat, f"{melded} + {augen}" if melded else augen, columns, said=said,
        ring=draft.here == seat, fault=faulty, quiet=not typed and not matsch and not melded,
        feet=[declare, no_trick] if not desk.close else [ft.Row([  # the first is a longer word
            ft.Container(declare, expand=3), ft.Container(no_trick, expand=2)], spacing=0)])


def _melds(desk: Desk[CinqCentsDraft]) -> list[list[ft.Control]]:
    """Return rows of keys for the melds of the player tapped last, with what they count."""
    own = _own(desk.draft)
    fours = [_key(desk, f"4 {desk.t.card(melds.TITLES[four])}", str(melds.VALUES[four]),
                  four in own.fours, four, methodcaller("four", four)) for four in melds.FOURS]
    bella = _key(desk, "Bella", str(melds.VALUES[melds.BELLA]), own.bella, melds.BELLA,
                 CinqCentsDraft.bella)
    return [fours, [bella, *[_folge(desk, name) for name in melds.SEQUENCES], _call(desk)]]


def _call(desk: Desk[CinqCentsDraft]) -> ft.Control:
    """Return the key with which the player tapped last calls out, with the points that this makes;
    its place stays empty where even all the Augen would not be enough."""
    draft, table, seat = desk.draft, desk.table, desk.draft.here
    if seat is None:
        return ft.Container(expand=True)
    melded = (table.tally.totals[seat] if table.tally else 0) + points_of_melds(draft.melds)[seat]
    if draft.ausgerufen != seat and melded + MOST < table.rules.limit:
        return ft.Container(expand=True)
    return _key(desk, "Ausgerufen", str(melded + (draft.augen[seat] or 0)),
                draft.ausgerufen == seat, "ausgerufen", lambda draft: draft.call_out(seat),
                desk.t("{name} calls out and breaks the hand off", name=table.names[seat]))


def _own(draft: CinqCentsDraft) -> melds.Melds:
    return melds.NOTHING if draft.here is None else draft.melds[draft.here]


def _folge(desk: Desk[CinqCentsDraft], name: str) -> ft.Control:
    """Return the key of a sequence, which says how many there are, or how long a Fuß is."""
    same = [folge for folge in _own(desk.draft).folgen if folge.name == name]
    word = melds.title_of(same[0]) if same else melds.TITLES[name]
    times = f"{len(same)} × " if len(same) > 1 else ""
    return _key(desk, word, f"{times}{melds.SEQUENCES[name]}", bool(same), name,
                lambda draft: draft.folge(name))


def _trump(desk: Desk[CinqCentsDraft], columns: int) -> ft.Control:
    """Return the key that says that a sequence is in trump."""
    chosen = next((folge for folge in _own(desk.draft).folgen if folge.trump), None)
    return pad.word_key("Trumpf", desk.change, CinqCentsDraft.trump, columns=columns,
                        identifier="trumpf", chosen=chosen is not None,
                        below=melds.title_of(chosen) if chosen else "–")


def _key(desk: Desk[CinqCentsDraft], word: str, value: str, chosen: bool, identifier: str,
         step: Step, label: str | None = None) -> ft.Control:
    return pad.word_key(word, desk.change, step, columns=5, identifier=identifier,
                        chosen=chosen, below=value, label=label)
