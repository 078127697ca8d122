"""Entering Schafkopf: three taps for a Rufspiel, who plays, who plays along, and the result."""

from operator import methodcaller

import flet as ft

from scorepad.drafts.alone import LOST, WON
from scorepad.drafts.schafkopf import PASSED, PLAYS, RAMSCH, SIE, SPIEL, TOUT, SchafkopfDraft
from scorepad.games.game import Seat
from scorepad.games.schafkopf import TITLES
from scorepad.games.schafkopf.hand import Durchmarsch, Fest, Gepasst
from scorepad.games.schafkopf.options import ARTEN, RUF, SOLO, WENZ
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.alone import COLUMNS, numbers, passed_round, results, said
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.plain import controls as plain_controls

KEYS_IN_A_ROW = 6
SHORT = {"schellen": "Schelln"}
"""A suit as it is called in Bavaria, where its name is too long for a key."""


def controls(desk: Desk[SchafkopfDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    draft, rules = desk.draft, desk.table.rules
    if not draft.alone:
        return plain_controls(desk)
    games = [_game(desk, spiel) for spiel in (RUF, SOLO, WENZ, *rules.spiele, Fest.SIE)]
    rarer = passed_round(desk, RAMSCH, PASSED, Durchmarsch(draft.seats[0]), Gepasst(True))
    # Where a sheet is drawn close, the digits take the place of the Laufende, too.
    laufende = [] if desk.close and draft.focus else [_laufende(desk)]
    return [*pad.grid(games, pad.abreast(len(games), KEYS_IN_A_ROW)),
            *pad.rows_of([_player(desk, seat) for seat in desk.table.seats], _said(desk)),
            ft.Column([*pad.rows_of(*laufende), results(
                desk, (LOST,) if draft.kind == SIE else (), rarer)], spacing=desk.gap, tight=True)]


def _game(desk: Desk[SchafkopfDraft], spiel: str) -> ft.Control:
    return pad.word_key(TITLES[spiel], desk.change, methodcaller("play", spiel),
                        columns=COLUMNS, identifier=f"spiel-{spiel}",
                        chosen=desk.draft.spiel == spiel)


def _player(desk: Desk[SchafkopfDraft], seat: Seat) -> ft.Control:
    """Build a player's tile: whether he plays or plays along, and whether he knocks."""
    draft, name, columns = desk.draft, desk.table.names[seat], len(desk.table.seats)
    if seat not in draft.seats:
        out = desk.t("sits out")
        return pad.tile(desk, seat, out, columns, said=f"{name}, {out}", quiet=True, idle=True,
                        told=True)
    plays, along = [draft.typed.get(each) == seat for each in ("spieler", "partner")]
    said = desk.t("{name} plays", name=name) if plays else \
        desk.t("{name} plays along", name=name) if along else name
    knocks = seat in (draft.typed.get("klopfer") or ())
    feet = [] if not desk.table.rules.klopfen and not knocks else [pad.tile_foot(
        "Klopft", columns, desk.change, methodcaller("choose_seat", draft.field("klopfer"), seat),
        identifier=f"klopfer-{seat}", chosen=knocks, filled=knocks, on_chosen=plays or along,
        said=f"{name}: Klopfen")]
    return pad.tile(desk, seat, "●" if plays else "○" if along else "–", columns, said=said,
                    chosen=plays or along, quiet=not plays and not along, feet=feet)


def _said(desk: Desk[SchafkopfDraft]) -> list[ft.Control]:
    """Return the keys of the suits that go with the game, of a Tout and of Kontra, each in its
    place whatever is played."""
    draft, rules = desk.draft, desk.table.rules
    farben = ARTEN[draft.spiel].farben if draft.kind in (SPIEL, TOUT) else ()
    keys = [pad.word_key(SHORT.get(farbe, farbe).capitalize(), desk.change, methodcaller(
        "choose", draft.field("farbe"), farbe), identifier=f"farbe-{farbe}",
        label=farbe.capitalize(), columns=KEYS_IN_A_ROW,
        chosen=draft.typed.get("farbe") == farbe) for farbe in farben]
    without = ["tout"] if draft.pair or draft.kind not in (SPIEL, TOUT) else []
    if not rules.kontra_max and not draft.typed.get("kontra"):
        without.append("kontra")
    own = said(desk, without, KEYS_IN_A_ROW)
    blanks = [ft.Container(height=pad.key_height(), expand=True)
              for _ in range(KEYS_IN_A_ROW - len(keys) - len(own))]
    return [*keys, *blanks, *own]


def _laufende(desk: Desk[SchafkopfDraft]) -> list[ft.Control]:
    """Return the keys of Laufende, or only their room, so that no other key moves."""
    return numbers(desk, "laufende", desk.table.rules.counting(desk.draft.spiel), KEYS_IN_A_ROW) \
        if desk.draft.kind in (SPIEL, TOUT) else [_room()]


def _room() -> ft.Control:
    return ft.Container(height=pad.key_height())


PANEL = Panel(SchafkopfDraft, controls, N_("The hands will appear here. Tap on the keys who plays, "
                                           "who plays along, then the result."),
              {**{name: letter for letter, name in SchafkopfDraft.letters.items()},
               **{f"spiel-{spiel}": letter for letter, spiel in PLAYS.items()},
               f"result-{WON}": "G", f"result-{LOST}": "V"}, results_save=True)
