"""Entering a hand with a player and a result: what was said, numbers, and the results, which save.
A won Kreuz of Skat takes four taps; a Rufspiel three: who plays, who plays along, the result."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.drafts.alone import LOST, WON, AloneDraft, SchafkopfDraft, SkatDraft
from scorepad.drafts.draft import following
from scorepad.games.describing import word_of
from scorepad.games.fields import Number
from scorepad.games.game import Seat
from scorepad.games.protocols import holding
from scorepad.games.schafkopf import TITLES, hand as schafkopf
from scorepad.games.schafkopf.options import ARTEN, RUF, SOLO, WENZ
from scorepad.games.shape import Field
from scorepad.games.skat import hand as skat
from scorepad.games.skat.options import GRAND
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.doppelkopf import LINES, arithmetic_line
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.plain import controls as plain_controls
from scorepad.ui.entry.ramsch import RED, RED_SUITS
from scorepad.ui.session import of_page
from scorepad.ui.theme import NOTED, Space, Type

COLUMNS, KEYS_IN_A_ROW, SINGLE = 5, 6, 4
"""The most keys in a row, of words and of short ones; how many numbers have a key each, before one
key steps through those that follow."""

ENDED = {WON: N_("Won"), LOST: N_("Lost")}

ENOUGH = "61–89"
"""The Augen of the one who has more than the others, but not all that may be needed."""


def said(desk: Desk[AloneDraft], without: Collection[str], columns: int = COLUMNS
         ) -> list[ft.Control]:
    """Return a key for each field that steps on by a tap, apart from some. without: the names of
    these fields; columns: how many keys share a row."""
    return [_said(desk, field, columns) for field in desk.draft.shape.fields
            if field.name in desk.draft.letters.values() and field.name not in without]


def _said(desk: Desk[AloneDraft], field: Field, columns: int) -> ft.Control:
    typed: Any = desk.draft.typed.get(field.name)
    word, below = field.label, ""
    chosen = typed not in (None, "0")
    if chosen and isinstance(field.plain, Number):
        word, below = field.plain.words[int(typed) - 1], f"×{2 ** int(typed)}"
    elif chosen and typed is not True:
        below = word_of(typed)
    return pad.word_key(word, desk.change, methodcaller("announce", field.name), columns=columns,
                        identifier=field.name, chosen=chosen, below=below)


def numbers(desk: Desk[AloneDraft], name: str, offered: Iterable[int], columns: int,
            before: Sequence[ft.Control] = ()) -> list[ft.Control]:
    """Return a label and the keys for a number; the last one steps on through the higher ones.
    name: of the field; offered: the numbers to choose from; columns: how many share the row;
    before: keys in place of the label."""
    typed, words = desk.draft.typed.get(name), [str(number) for number in offered]
    label, before = name.capitalize(), before or [pad.row_label(name.capitalize(), columns)]
    single = SINGLE + 1 - len(before)
    higher = words[single:]
    blanks = [ft.Container(expand=True) for _ in range(columns - len(before) - len(words))]
    keys = {word: word for word in words[:single]}
    if higher:
        keys[typed if typed in higher else higher[0] + "+" * (len(higher) > 1)] = following(
            higher, typed)
    return [*before, *[pad.short_key(
        word, desk.change, methodcaller("put", **{name: count}), label=f"{label} {count}",
        identifier=f"{name}-{min(int(count), int((higher or [count])[0]))}", chosen=typed == word,
        size=pad.key_size(word, columns, Type.KEY, 12)) for word, count in keys.items()],
        *blanks]


def counted(desk: Desk[AloneDraft], name: str, word: str) -> ft.Control:
    """Return the key that brings the digits for a number; name: of its field; word: on the key."""
    typed = desk.draft.typed.get(name) or ""
    return pad.word_key(word, desk.change, methodcaller("count", name), columns=COLUMNS,
                        identifier=name, below=typed or "…", label=f"{word} {typed}".strip(),
                        chosen=bool(typed) or desk.draft.focus == (name, None))


def results(desk: Desk[AloneDraft], without: Collection[str],
            beside: tuple[Sequence[ft.Control], Sequence[ft.Control]], *,
            silent: bool = False, own: Sequence[ft.Control] = ()) -> ft.Control:
    """Return the arithmetic, and below it the results, or digits; without: results that have no
    key; beside: further keys in the row of what is won, and of what is lost, where Augen may be
    counted; silent: without the arithmetic; own: further keys of the first row."""
    keys = _result_keys(desk, without, beside, own) if desk.draft.focus is None else pad.number_pad(
        desk.change, [partial(_done, desk)])
    told = [] if silent or desk.close and desk.draft.focus else [_arithmetic(desk)]
    return ft.Column([*told, *keys], spacing=desk.gap, tight=True)


def _result_keys(desk: Desk[AloneDraft], without: Collection[str],
                 beside: tuple[Sequence[ft.Control], Sequence[ft.Control]],
                 own: Sequence[ft.Control]) -> list[ft.Control]:
    """Return the result keys, a row for won and one for lost, and beside them the rarer ones."""
    draft = desk.draft
    words = draft.field("stufe").plain.words if draft.counts else (WON, LOST)
    won, lost = [[_result(desk, of) for of in words if of not in without
                  and of.startswith(LOST) is way] for way in (False, True)]
    if not draft.counts:
        return pad.rows_of(*filter(None, [[*won, *own], lost]))
    return pad.rows_of([*won, counted(desk, "augen", "Augen"), *beside[0], *own],
                       [*lost, *beside[1]])


def _done(desk: Desk[AloneDraft], columns: int) -> ft.Control:
    """Return the key that brings the results back in place of the digits for a number, and that
    shows the Augen: where they are typed no other key does."""
    name = desk.draft.focus[0] if desk.draft.focus else ""
    augen = f"{desk.draft.typed.get(name) or '…'} Augen" if name == "augen" else ""
    return pad.word_key(desk.t("Done"), desk.change, methodcaller("count", name), columns=columns,
                        identifier="done", below=augen)


def _result(desk: Desk[AloneDraft], of: str) -> ft.Control:
    """Return the key of a result, with what somebody writes for it; a tap saves the hand."""
    way, _, level = of.partition("-")
    words = [desk.t(ENDED[way]) if way in ENDED else way.capitalize(), level.capitalize()]
    word, whole = level.capitalize() or words[0], " ".join(words).strip()
    hand, figure = _guessed(desk, desk.draft.finish(of)), ""
    if hand is not None:
        score = desk.slot.score(hand)
        figure = desk.t.points(score.points[hand.spieler] or max(score.points, key=abs))
        if of == WON and desk.draft.counts and hand.spieler not in (
                desk.slot.game.winners(hand, desk.table, score) or ()):
            word = whole = ENOUGH  # for a plain game, but more was announced or bid
    return pad.word_key(word, desk.save, methodcaller("finish", of), columns=COLUMNS, below=figure,
                        identifier=f"result-{of}", chosen=desk.draft.typed.get("stufe") == of,
                        label=desk.t("Save: {what}", what=f"{whole} {figure}".strip()))


def passed_round(desk: Desk[Any]) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the keys that turn to a Ramsch and that save that all passed, where they can be."""
    draft, hands = desk.draft, desk.draft.game.hands
    march, passed = hands[draft.MARCH](draft.seats[0]), hands[draft.PASSED](True)
    name, word = passed._fields[0], desk.t("All passed")
    plays = [] if desk.slot.faults(march) else [pad.word_key(
        "Ramsch", desk.change, methodcaller("turn_to", draft.RAMSCH), identifier="ramsch",
        columns=COLUMNS)]
    passes = [] if desk.slot.faults(passed) else [pad.word_key(
        word, desk.save, lambda draft: draft.turn_to(draft.PASSED).put(**{name: True}),
        identifier=name, columns=COLUMNS, label=desk.t("Save: {what}", what=word))]
    return plays, passes


def _arithmetic(desk: Desk[AloneDraft]) -> ft.Control:
    """Return the line with the arithmetic of the hand so far, as announced without a result."""
    factor, draft = desk.slot.factor, desk.draft
    is_known = draft.hand() and not draft.growing
    hand = _guessed(desk, draft if is_known else draft.finish(draft.likely))
    round_ = [f"{each.title}runde" for each in holding(desk.slot.multipliers)]
    told = desk.t.arithmetic(desk.slot.explain(hand)) if hand else ""
    hint = "" if told else desk.t("Result: a tap saves")
    what = f"Bock × {factor}" if factor > 1 else next(iter(round_), hint)
    return arithmetic_line(what, told, lines=LINES)


def _guessed(desk: Desk[AloneDraft], draft: AloneDraft) -> Any | None:
    """Return the hand of a draft, whoever plays it; None while it is not known, or has faults."""
    hand = draft.guessed().hand()
    return None if hand is None or desk.slot.faults(hand) else hand


# --- Skat ---------------------------------------------------------------------------------------

SUITS = {"kreuz": "♣", "pik": "♠", "herz": "♥", "karo": "♦"}


def _declarer(desk: Desk[SkatDraft], seat: Seat) -> ft.Control:
    name, alone = desk.table.names[seat], desk.draft.typed.get("spieler") == seat
    out = "" if seat in desk.draft.seats else desk.t("sits out")
    said = desk.t("{name} plays alone", name=name) if alone else f"{name}, {out}" if out else name
    return pad.tile(desk, seat, "●" if alone else out or "–", len(desk.table.seats), said=said,
                    chosen=alone, quiet=not alone, idle=bool(out), told=bool(out))


def _skat(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the controls of the panel of Skat, from top to bottom."""
    draft, rules = desk.draft, desk.table.rules
    if not draft.alone:
        return plain_controls(desk)
    says = said(desk, () if rules.kontra or draft.typed.get("kontra") else ("kontra",))
    # Where a sheet is drawn close, the digits take the place of the Spitzen, too.
    spitzen = [] if desk.close and draft.focus else [_spitzen(desk)]
    *above, announced = pad.rows_of(
        [_declarer(desk, seat) for seat in desk.table.seats], _games(desk), *spitzen,
        [*says, counted(desk, "reizwert", desk.t("Bid"))])
    without = () if "60:60" in rules.bock else (skat.Stufe.VERLOREN_60,)
    return [*above, ft.Column([announced, results(desk, without, passed_round(desk))],
                              spacing=desk.gap if desk.close else Space.SMALL, tight=True)]


SKAT = Panel(SkatDraft, _skat, N_("The hands will appear here. Tap on the keys the declarer "
                                  "and the game, then the result."),
             {**{name: letter for letter, name in SkatDraft.letters.items()},
              f"result-{WON}": "G", f"result-{LOST}": "V"}, results_save=True,
             example=N_("{a} clubs with 2, 74"))


def _games(desk: Desk[SkatDraft]) -> list[ft.Control]:
    played = "null" if desk.draft.kind == SkatDraft.NULL else desk.draft.typed.get("spiel")
    words = [GRAND, "null"]
    if desk.t.is_german_deck:  # no type has its signs
        words = [*SUITS, *words]
    suits = [pad.short_key(sign, desk.change, methodcaller("play", suit), chosen=played == suit,
                           identifier=f"spiel-{suit}", label=desk.t.card(suit.capitalize()),
                           color=RED if sign in RED_SUITS else None)
             for suit, sign in SUITS.items() if suit not in words]
    return [*suits, *[pad.word_key(
        desk.t.card(spiel.capitalize()), desk.change, methodcaller("play", spiel),
        columns=KEYS_IN_A_ROW, identifier=f"spiel-{spiel}", chosen=played == spiel)
        for spiel in words]]


def _spitzen(desk: Desk[SkatDraft]) -> list[ft.Control]:
    """Return the keys of Spitzen; in a Null only their room, so that no other key moves."""
    if desk.draft.kind == SkatDraft.NULL:
        return [_room()]
    grand = desk.draft.typed.get("spiel") == GRAND
    most = skat.JACKS if grand else desk.table.rules.spitzen_max
    ohne = bool(desk.draft.typed.get("ohne"))
    said = [pad.word_key(word, desk.change, methodcaller("put", ohne=way or None), identifier=word,
                         columns=KEYS_IN_A_ROW, chosen=ohne is way)
            for word, way in (("mit", False), ("ohne", True))]
    return numbers(desk, "spitzen", range(1, most + 1), KEYS_IN_A_ROW, said)


# --- Schafkopf ----------------------------------------------------------------------------------

SHORT = {"schellen": "Schelln"}
"""A suit as it is called in Bavaria, where its name is too long for a key."""


def _schafkopf(desk: Desk[SchafkopfDraft]) -> list[ft.Control]:
    """Return the controls of the panel of Schafkopf, from top to bottom; on a phone on its side,
    from what stands below the hands to what stands beside them. Where a sheet is drawn close,
    digits take the place of the Laufende, too. On the lowest phones the Laufende are one key beside
    the results, and digits take the place of all that goes with the game. Where tiles of all would
    be too narrow for a finger, those who sit out have none."""
    draft, session = desk.draft, of_page()
    if not draft.alone:
        return plain_controls(desk)
    low, counting = desk.close and session.height < NOTED, draft.focus
    seats = desk.table.seats
    shown = draft.seats if desk.close and len(seats) > KEYS_IN_A_ROW else seats
    players = pad.rows_of([_player(desk, seat, len(shown)) for seat in shown])
    games = _games_of_schafkopf(desk)
    game = pad.grid(games, pad.abreast(len(games), KEYS_IN_A_ROW))
    announced = [] if low and counting else pad.rows_of(_announced(desk))
    laufende = [] if low or desk.close and counting else pad.rows_of(_laufende(desk))
    plays, passes = passed_round(desk)
    ended = results(desk, (LOST,) if draft.kind == draft.SIE else (),
                    ([], [*plays, *passes]) if low else (plays, passes), silent=low,
                    own=_key_of_laufende(desk) if low else ())
    above, below = (players, [*game, *announced]) if session.turned else (
        [*game, *players, *announced], laufende)
    return [*above, ft.Column([*below, ended], spacing=desk.gap, tight=True)]


def _games_of_schafkopf(desk: Desk[SchafkopfDraft]) -> list[ft.Control]:
    """Return the keys of the games; where a sheet is drawn close, and a row does not hold them all,
    the rarer ones have one key that steps through them."""
    rarer, played = desk.table.rules.spiele, desk.draft.spiel
    keys = [_game(desk, spiel) for spiel in (RUF, SOLO, WENZ, *rarer, schafkopf.Fest.SIE)]
    if not desk.close or len(keys) <= KEYS_IN_A_ROW:
        return keys
    return [*keys[:3], _game(desk, played if played in rarer else rarer[0],
                             following(rarer, played), "…"), keys[-1]]


def _game(desk: Desk[SchafkopfDraft], spiel: str, play: str = "", below: str = "") -> ft.Control:
    return pad.word_key(TITLES[spiel], desk.change, methodcaller("play", play or spiel),
                        columns=COLUMNS, identifier=f"spiel-{spiel}", below=below,
                        chosen=desk.draft.spiel == spiel)


def _player(desk: Desk[SchafkopfDraft], seat: Seat, columns: int) -> ft.Control:
    """Build a player's tile: whether they play or play along, and whether they knock."""
    draft, name = desk.draft, desk.table.names[seat]
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


def _announced(desk: Desk[SchafkopfDraft]) -> list[ft.Control]:
    """Return the keys of the suits that go with the game, of a Tout and of Kontra, each in its
    place whatever is played."""
    draft, rules = desk.draft, desk.table.rules
    farben = ARTEN[draft.spiel].farben if draft.kind in (draft.SPIEL, draft.TOUT) else ()
    keys = [pad.word_key(SHORT.get(farbe, farbe).capitalize(), desk.change, methodcaller(
        "choose", draft.field("farbe"), farbe), identifier=f"farbe-{farbe}",
        label=farbe.capitalize(), columns=KEYS_IN_A_ROW,
        chosen=draft.typed.get("farbe") == farbe) for farbe in farben]
    without = ["tout"] if draft.pair or draft.kind not in (draft.SPIEL, draft.TOUT) else []
    if not rules.kontra_max and not draft.typed.get("kontra"):
        without.append("kontra")
    own = said(desk, without, KEYS_IN_A_ROW)
    blanks = [ft.Container(height=pad.key_height(), expand=True)
              for _ in range(KEYS_IN_A_ROW - len(keys) - len(own))]
    return [*keys, *blanks, *own]


def _laufende(desk: Desk[SchafkopfDraft]) -> list[ft.Control]:
    """Return the keys of Laufende, or only their room, so that no other key moves."""
    draft = desk.draft
    return numbers(desk, "laufende", desk.table.rules.counting(draft.spiel), KEYS_IN_A_ROW) \
        if draft.kind in (draft.SPIEL, draft.TOUT) else [_room()]


def _key_of_laufende(desk: Desk[SchafkopfDraft]) -> list[ft.Control]:
    """Return the key that steps through the Laufende, where there are any."""
    draft = desk.draft
    if draft.kind not in (draft.SPIEL, draft.TOUT):
        return []
    fewest, typed = desk.table.rules.counting(draft.spiel)[0], draft.typed.get("laufende") or ""
    return [pad.word_key("Laufende", desk.change, SchafkopfDraft.one_more_laufende,
                         columns=COLUMNS, identifier=f"laufende-{fewest}", below=typed or "–",
                         chosen=bool(typed), label=f"Laufende {typed}".strip())]


def _room() -> ft.Control:
    return ft.Container(height=pad.key_height())


SCHAFKOPF = Panel(SchafkopfDraft, _schafkopf, N_("The hands will appear here. Tap on the keys who "
                                                 "plays, who plays along, then the result."),
                  {**{name: letter for letter, name in SchafkopfDraft.letters.items()},
                   **{f"spiel-{spiel}": letter for letter, spiel in SchafkopfDraft.plays.items()},
                   f"result-{WON}": "G", f"result-{LOST}": "V"}, results_save=True,
                  example=N_("{a} and {b} 75"))
