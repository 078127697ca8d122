"""Entering Doppelkopf by the tournament rules, on the panel that people know from Altenburg."""

from functools import partial
from operator import methodcaller

import flet as ft

from scorepad.drafts.doppelkopf import Fold, TurnierDraft
from scorepad.games.bock import named_in
from scorepad.games.doppelkopf import Side
from scorepad.games.game import Seat
from scorepad.games.turnier.hand import (
    NEVER_OWED,
    SONDERPUNKTE,
    Farbe,
    Grund,
    Spiel,
    kind_of,
    said_of_extras,
)
from scorepad.ui.entry import doppelkopf
from scorepad.ui.entry.model import Desk, Panel, Step
from scorepad.ui.entry.pad import TWO_LINES, OwnKey, abreast, grid, rows_of, tile, word_key
from scorepad.ui.session import of_page

MOST = 4
"""The most keys of Sonderpunkte in a row."""

SPIELE = (
    ((Spiel.FARB_SOLO, "Karo"), (Spiel.FARB_SOLO, "Herz"), (Spiel.FARB_SOLO, "Pik"),
     (Spiel.FARB_SOLO, "Kreuz")),
    ((Spiel.DAMEN_SOLO, "Damen"), (Spiel.BUBEN_SOLO, "Buben"), (Spiel.KOENIG_SOLO, "König"),
     (Spiel.FLEISCHLOS, "Fleischlos")),
    ((Spiel.STILLE_HOCHZEIT, "Stille Hochzeit"), (Spiel.HOCHZEIT, "Hochzeit"),
     (Spiel.HOCHZEIT, "Hochzeit allein"), (Spiel.ARMUT, "Armut")))
"""The kinds of games by row, each with the words on its key."""


def controls(desk: Desk[TurnierDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    columns, draft = abreast(len(desk.table.seats)), desk.draft
    players = [_player(desk, seat, columns) for seat in desk.table.seats]
    counts = draft.fold is Fold.AUGEN
    beside = desk.close and counts
    augen = doppelkopf.opener(
        desk, Fold.AUGEN, "Augen", draft.typed or "…", bool(draft.typed),
        desk.t("Exact Augen of Re"), share=True if beside else doppelkopf.SHARE)
    folded = [doppelkopf.summary_line(said_of_extras(draft.so_far)),
              *_folded_out(desk, [] if beside else rows_of([augen]))]
    below = doppelkopf.augen_pad(desk, "Schwarz", *([lambda _: augen] if beside else [])) \
        if counts else doppelkopf.results(desk, augen)
    return doppelkopf.laid_out(desk, grid(players, columns), doppelkopf.ansagen(
        desk, _openers(desk)), folded, below, counts=counts, lines=TWO_LINES)


PANEL = Panel(TurnierDraft, controls, doppelkopf.HINT, doppelkopf.LETTERS, results_save=True,
              example=doppelkopf.EXAMPLE)


def _player(desk: Desk[TurnierDraft], seat: Seat, columns: int) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    plays, is_re = seat in draft.active, seat in draft.re
    out = "" if plays else desk.t("sits out")
    is_large = of_page().text_scale >= doppelkopf.LARGE_TEXT
    said = ", ".join(filter(None, [name, "Re" if is_re else "", out]))
    seen = "Re" if is_re else "–" if is_large or not out else out
    return tile(desk, seat, seen, columns, said=said, told=not plays, idle=not (plays or is_re),
                chosen=is_re, ring=draft.focus == seat, fault=is_re and not plays, quiet=not is_re)


def _openers(desk: Desk[TurnierDraft]) -> list[ft.Control]:
    draft, t = desk.draft, desk.t
    kind = t.card(kind_of(draft.so_far).removesuffix("-Solo").removesuffix(" allein"))
    extras = str(len(said_of_extras(draft.so_far)) or "–")
    return [doppelkopf.opener(desk, Fold.SOLO, t("Game"), kind or "–", bool(kind), t("Game")),
            doppelkopf.opener(desk, Fold.EXTRAS, t("Extras"), extras, extras != "–", t("Extras"))
            if _extras(desk) else ft.Container(expand=2)]


def _folded_out(desk: Desk[TurnierDraft], augen: list[ft.Control]) -> list[ft.Control]:
    match desk.draft.fold:
        case Fold.SOLO:
            offered = [[(spiel, words) for spiel, words in row if _is_offered(desk.draft, spiel)]
                       for row in SPIELE]
            return rows_of(*[[_spiel(desk, spiel, words, len(row)) for spiel, words in row]
                             for row in offered if row], *[row for row in [_owed(desk)] if row])
        case Fold.EXTRAS:
            keys = _extras(desk)
            columns = abreast(len(keys) or 1, MOST)
            return grid([own(columns) for own in keys], columns)
        case Fold.AUGEN:
            return augen
    return []


def _is_offered(draft: TurnierDraft, spiel: Spiel) -> bool:
    """Return whether there is a key for this kind of game: where somebody must play a solo, only
    for solos, and for what only some tables play, where the table says so or it was typed."""
    if draft.forced is not None and spiel in NEVER_OWED:
        return False
    rarer = {Spiel.ARMUT: draft.rules.armut, Spiel.KOENIG_SOLO: draft.rules.koenig_solo}
    return rarer.get(spiel, True) or draft.spiel is spiel


def _spiel(desk: Desk[TurnierDraft], spiel: Spiel, words: str, columns: int) -> ft.Control:
    draft, (word, _, below) = desk.draft, words.partition(" ")
    farbe = Farbe(word.lower()) if spiel is Spiel.FARB_SOLO else None
    word, words = map(desk.t.card, (word, words))
    allein = below == "allein"
    name = farbe or (f"{spiel}-allein" if allein else spiel)
    return word_key(word, desk.change, doppelkopf.playing(
        desk, methodcaller("play", spiel, farbe, allein=allein)),
                    columns=columns, identifier=f"spiel-{name}", below=below, label=words,
                    chosen=(draft.spiel, draft.farbe, draft.allein) == (spiel, farbe, allein))


def _owed(desk: Desk[TurnierDraft]) -> list[ft.Control]:
    """Return the keys that say that the solo was owed, and that it was forced."""
    draft = desk.draft
    if draft.pflicht is None and not draft.is_owed:
        return []
    return [_noted(desk, "pflicht", desk.t("Duty solo"), 2),
            *([_noted(desk, "vorgefuehrt", desk.t("Forced"), 2)] if draft.is_owed else [])]


def _extras(desk: Desk[TurnierDraft]) -> list[OwnKey]:
    """Return the keys of the Sonderpunkte that there can be or that are typed, and of Herzstich."""
    draft, keys = desk.draft, list[OwnKey]()
    for key, word in SONDERPUNKTE.items():
        has = getattr(draft.so_far, key)
        if isinstance(has, tuple):
            sides = [side for side in Side if side in has or draft.can_have(key, (*has, side))]
            keys += [partial(doppelkopf.fuchs_key, desk, side) if key == "fuchs" else
                     partial(_counted, desk, key, word, side) for side in sides]
        elif has or any([draft.can_have(key, side) for side in Side]):
            keys.append(partial(_of_a_side, desk, key, word))
    if Grund.HERZSTICH in draft.rules.bock or draft.herzstich:
        keys.append(partial(_noted, desk, "herzstich", "Herzstich"))
    return keys + [partial(_named, desk, grund) for grund in dict.fromkeys(
        (*named_in(draft.rules.bock_namen), *draft.gruende))]


def _named(desk: Desk[TurnierDraft], grund: str, columns: int) -> ft.Control:
    """Return the key of a reason for Böcke that the table has named."""
    return word_key(grund, desk.change, methodcaller("give", grund), columns=columns,
                    identifier=f"grund-{grund}", chosen=grund in desk.draft.gruende, wrap=True)


def _counted(desk: Desk[TurnierDraft], key: str, word: str, side: Side,
             columns: int) -> ft.Control:
    count, name = getattr(desk.draft, key).count(side), doppelkopf.side_name(side)
    return _key_in_two_lines(desk, word, f"{name} ×{count}" if count > 1 else name,
                             methodcaller("add", key, side), f"{key}-{side}", columns, count > 0)


def _of_a_side(desk: Desk[TurnierDraft], key: str, word: str, columns: int) -> ft.Control:
    side = getattr(desk.draft, key)
    return _key_in_two_lines(desk, word, doppelkopf.side_name(side) or "–",
                             methodcaller("turn", key), key, columns, side is not None)


def _key_in_two_lines(desk: Desk[TurnierDraft], word: str, below: str, step: Step,
                      identifier: str, columns: int, chosen: bool) -> ft.Control:
    """Return a key with a word and what stands below it; after several words it follows them."""
    wrap = " " in word
    return word_key(f"{word} {below}" if wrap else word, desk.change, step, columns=columns,
                    identifier=identifier, chosen=chosen, below="" if wrap else below, wrap=wrap)


def _noted(desk: Desk[TurnierDraft], key: str, word: str, columns: int) -> ft.Control:
    draft = desk.draft
    return word_key(word, desk.change, methodcaller("turn", key), columns=columns, identifier=key,
                    chosen=draft.is_owed if key == "pflicht" else getattr(draft, key))
