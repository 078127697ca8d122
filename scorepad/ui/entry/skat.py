"""Entering Skat: four taps for a won Kreuz."""

from operator import methodcaller

import flet as ft

from scorepad.drafts.alone import LOST, WON
from scorepad.drafts.skat import NULL, PASSED, RAMSCH, SkatDraft
from scorepad.games.game import Seat
from scorepad.games.skat.hand import JACKS, Durchmarsch, Eingepasst, Stufe
from scorepad.games.skat.options import GRAND
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.alone import counted, numbers, passed_round, results, said
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.plain import controls as plain_controls
from scorepad.ui.entry.ramsch import RED, RED_SUITS
from scorepad.ui.theme import Space

SUITS = {"kreuz": "♣", "pik": "♠", "herz": "♥", "karo": "♦"}
GAMES_IN_A_ROW = 6


def _declarer(desk: Desk[SkatDraft], seat: Seat) -> ft.Control:
    name, alone = desk.table.names[seat], desk.draft.typed.get("spieler") == seat
    out = "" if seat in desk.draft.seats else desk.t("sits out")
    said = desk.t("{name} plays alone", name=name) if alone else f"{name}, {out}" if out else name
    return pad.tile(desk, seat, "●" if alone else out or "–", len(desk.table.seats), said=said,
                    chosen=alone, quiet=not alone, idle=bool(out), told=bool(out))


def controls(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    draft, rules = desk.draft, desk.table.rules
    if not draft.alone:
        return plain_controls(desk)
    says = said(desk, () if rules.kontra or draft.typed.get("kontra") else ("kontra",))
    # Where a sheet is drawn close, the digits take the place of the Spitzen, too.
    spitzen = [] if desk.close and draft.focus else [_spitzen(desk)]
    *above, announced = pad.rows_of(
        [_declarer(desk, seat) for seat in desk.table.seats], _games(desk), *spitzen,
        [*says, counted(desk, "reizwert", desk.t("Bid"))])
    rarer = passed_round(desk, RAMSCH, PASSED, Durchmarsch(draft.seats[0]), Eingepasst(True))
    return [*above, ft.Column([
        announced, results(desk, () if "60:60" in rules.bock else (Stufe.VERLOREN_60,), rarer)],
        spacing=desk.gap if desk.close else Space.SMALL, tight=True)]


PANEL = Panel(SkatDraft, controls, N_("The hands will appear here. Tap on the keys the declarer "
                                      "and the game, then the result."),
              {**{name: letter for letter, name in SkatDraft.letters.items()},
               f"result-{WON}": "G", f"result-{LOST}": "V"}, results_save=True)


def _games(desk: Desk[SkatDraft]) -> list[ft.Control]:
    played = "null" if desk.draft.kind == NULL else desk.draft.typed.get("spiel")
    suits = [pad.short_key(sign, desk.change, methodcaller("play", suit), chosen=played == suit,
                           identifier=f"spiel-{suit}", label=suit.capitalize(),
                           color=RED if sign in RED_SUITS else None)
             for suit, sign in SUITS.items()]
    return [*suits, *[pad.word_key(spiel.capitalize(), desk.change, methodcaller("play", spiel),
                                   columns=GAMES_IN_A_ROW, identifier=f"spiel-{spiel}",
                                   chosen=played == spiel) for spiel in (GRAND, "null")]]


def _spitzen(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the keys of Spitzen; in a Null only their room, so that no other key moves."""
    if desk.draft.kind == NULL:
        return [ft.Container(height=pad.key_height())]
    grand = desk.draft.typed.get("spiel") == GRAND
    most = JACKS if grand else desk.table.rules.spitzen_max
    ohne = bool(desk.draft.typed.get("ohne"))
    said = pad.word_key("ohne" if ohne else "mit", desk.change, methodcaller(
        "put", ohne=not ohne or None), identifier="ohne", columns=GAMES_IN_A_ROW, chosen=ohne)
    return [said, *numbers(desk, "spitzen", range(1, most + 1), GAMES_IN_A_ROW)[1:]]
