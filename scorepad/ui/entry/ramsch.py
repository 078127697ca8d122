"""Entering a Ramsch: Kalter Schlag, Pfälzer Ramsch, and Schieberamsch with its Grand Hand."""

from collections.abc import Sequence
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.book.people import Colour
from scorepad.drafts.augen import AugenDraft, KalterSchlagDraft, RamschDraft
from scorepad.drafts.schieberamsch import JACKS, PLACE, GrandHandDraft, SchieberamschDraft
from scorepad.games.game import Seat
from scorepad.games.kalter_schlag import DOUBLINGS
from scorepad.games.pfaelzer_ramsch import NO_KONTRA
from scorepad.games.schieberamsch import KONTRAS, SPITZEN, Side, SkatTo
from scorepad.i18n.message import N_
from scorepad.ui.entry import pad
from scorepad.ui.entry.model import AUGEN_HINT, TIGHT, Desk, Panel, Step
from scorepad.ui.theme import Type, color_of_player


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


def durchmarsch(desk: Desk[AugenDraft]) -> pad.OwnKey:
    """Return the key that turns the Ramsch into a Durchmarsch."""
    return lambda columns: pad.word_key(
        "Durchmarsch", desk.change, AugenDraft.march, columns=columns, identifier="durchmarsch",
        chosen=desk.draft.marching)


def kontra(desk: Desk[RamschDraft], most: int) -> list[pad.OwnKey]:
    """Return the key for one more Kontra, no key where it cannot be said and was not."""
    if not most and not desk.draft.kontra:
        return []
    return [kontra_key(desk, "Kontra", lambda draft: draft.say_kontra(most))]


def kontra_key(desk: Desk[Any], word: str, step: Step) -> pad.OwnKey:
    """Return a key that says Kontra, with what the points are multiplied by."""
    said = desk.draft.kontra
    return lambda columns: pad.word_key(word, desk.change, step, columns=columns,
                                        identifier="kontra", chosen=said > 0,
                                        below=f"×{2 ** said}" if said else "")


def marching_player(desk: Desk[AugenDraft], seat: Seat, *, filled: bool = False,
                    feet: Sequence[ft.Control] = ()) -> ft.Control:
    """Return the tile of a player who may have made the Durchmarsch; `filled` if they have."""
    name, made = desk.table.names[seat], desk.draft.maker == seat
    return pad.tile(desk, seat, "alle" if made else "–", len(desk.table.seats), ring=made,
                    said=desk.t("{name} made the Durchmarsch", name=name) if made
                    else f"{name}, Durchmarsch –",
                    chosen=filled and made, feet=feet)


def _player(desk: Desk[RamschDraft], seat: Seat, inferred: str,
            jungfrau_doubles: bool) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    figure, jungfrau = draft.figures.typed[seat], draft.jungfrau == seat
    shown = figure or ("0" if jungfrau else inferred)
    return pad.tile(
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
    return pad.tile_foot(f"{word} ×2" if chosen and doubles else word, len(desk.table.seats),
                         desk.change, step, identifier=identifier, said=said, chosen=chosen,
                         filled=chosen, height=foot_height())


def players_and(tiles: list[ft.Control], *rows: list[ft.Control]) -> list[ft.Control]:
    """Return the players and, under them, rows of keys in the place of their feet. The structure is
    the same whether there are rows or not, so that a tap on a player still counts if it comes
    before a change has been drawn."""
    return [ft.Column(pad.rows_of(tiles, *rows), spacing=TIGHT, tight=True)]


def foot_height() -> float:
    """Return the height at which two feet are as high as two rows of keys; for components."""
    return pad.key_height() + TIGHT


def _pfaelzer_ramsch(desk: Desk[RamschDraft]) -> list[ft.Control]:
    """Return the controls of Pfälzer Ramsch, from top to bottom."""
    keys = [durchmarsch(desk), *kontra(desk, NO_KONTRA)]
    return [*players(desk, jungfrau_doubles=False),
            *pad.number_pad(desk.change, keys, idle=desk.draft.marching, of_players=True)]


WITH_JUNGFRAU = N_("{a} 66, {b} Jungfrau")
"""A hand as a line."""

PFAELZER_RAMSCH = Panel(RamschDraft, _pfaelzer_ramsch, AUGEN_HINT, {
    "durchmarsch": "D", "jungfrau-": "J", "schieben-": "S"}, example=WITH_JUNGFRAU)


def _kalter_schlag(desk: Desk[KalterSchlagDraft]) -> list[ft.Control]:
    """Return the controls of Kalter Schlag, from top to bottom."""
    doublings = [_doubling(desk, name, count) for count, name in enumerate(DOUBLINGS, 1)]
    above, beside = pad.shared(desk, doublings)
    return [*pad.rows_of([_of_four(desk, seat) for seat in desk.table.seats], *above),
            *pad.number_pad(desk.change, [durchmarsch(desk), *beside],
                            idle=desk.draft.marching, of_players=True)]


def _who_doubled(desk: Desk[KalterSchlagDraft]) -> list[ft.Control]:
    """Return a key for each player to say that they doubled, once anybody has."""
    return [_doubled(desk, seat) for seat in desk.table.seats] if desk.draft.verdopplungen else []


def _doubled(desk: Desk[KalterSchlagDraft], seat: Seat) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    own = [doubling for doubling, whose in zip(DOUBLINGS, draft.said_by) if whose == seat]
    missing = f"{draft.unnoted}?" if draft.unnoted else ""
    return pad.word_key(pad.name_on_key(desk, seat, len(DOUBLINGS)), desk.change,
                        lambda draft: draft.say_who(seat),
                        columns=len(DOUBLINGS), identifier=f"said-{seat}", chosen=bool(own),
                        below=" ".join([*own, missing] if missing else own) or "–",
                        label=desk.t("{name} said {what}", name=name,
                                     what=", ".join(own) or missing or "–"))


KALTER_SCHLAG = Panel(KalterSchlagDraft, _kalter_schlag, AUGEN_HINT, {
    "durchmarsch": "D", "jungfer-": "J", "doubling-1": "K"}, notes=_who_doubled,
                      example=N_("{a} 66, {b} Jungfer"))


def _of_four(desk: Desk[KalterSchlagDraft], seat: Seat) -> ft.Control:
    draft, name, columns = desk.draft, desk.table.names[seat], len(desk.table.seats)
    figure, jungfer = draft.figures.typed[seat], seat in draft.jungfern

    if draft.marching:
        return marching_player(desk, seat, filled=True)
    rest = draft.rest()
    inferred = str(rest[1]) if rest and rest[0] == seat else ""
    return pad.tile(
        desk, seat, "0" if jungfer else figure or inferred or "–", columns, chosen=jungfer,
        ring=draft.figures.focus == seat, fault=name in desk.faulty,
        said=f"{name}, Jungfer, 0 Augen" if jungfer else
        f"{name}, {figure or inferred} Augen" if figure or inferred else name,
        quiet=not figure and not jungfer,
        feet=[pad.tile_foot("Jungfer", columns, desk.change, lambda draft: draft.jungfer(seat),
                            identifier=f"jungfer-{seat}", chosen=jungfer,
                            said=desk.t("{name} is Jungfer", name=name))])


def _doubling(desk: Desk[KalterSchlagDraft], name: str, count: int) -> ft.Control:
    return pad.short_key(name, desk.change, lambda draft: draft.double(count),
                         identifier=f"doubling-{count}", chosen=desk.draft.verdopplungen >= count,
                         size=pad.key_size(name, pad.MOST if desk.close else len(DOUBLINGS)))


JACKS_SAID = (N_("jack of clubs"), N_("jack of spades"), N_("jack of hearts"),
              N_("jack of diamonds"))

SUITS = ("Kreuz", "Pik", "Herz", "Karo")
"""The suits of the four."""

RED_SUITS = "♥♦"

RED = color_of_player(Colour.RED)
"""The red of hearts and diamonds, readable on a key."""

SIDES = {Side.GEGNER: N_("Opponents"), Side.SPIELER: N_("Soloist")}


def soloist_and_spitzen(desk: Desk[GrandHandDraft]) -> list[ft.Control]:
    """Return the players, the keys of the four jacks, and those for the number of Spitzen."""
    faulty = {problem.place for problem in desk.problems}
    columns = len(JACKS) + 1
    return players_and(
        [_soloist(desk, seat, (PLACE, "augen") in faulty) for seat in desk.table.seats],
        [pad.row_label(desk.t("Jacks"), columns),
         *[_jack(desk, jack) for jack in range(len(JACKS))]],
        [pad.row_label(_spitzen_in_words(desk), columns, strong=desk.draft.spitzen > 0,
                       fault=(PLACE, "spitzen") in faulty),
         *[_tops(desk, count) for count in SPITZEN]])


def schwarz(desk: Desk[GrandHandDraft]) -> pad.OwnKey:
    """Return the key that says which side has no trick."""
    side = desk.draft.schwarz
    return lambda columns: pad.word_key(
        "Schwarz", desk.change, GrandHandDraft.say_schwarz, columns=columns,
        identifier="schwarz", chosen=side is not None, below=desk.t(SIDES[side]) if side else "")


def _soloist(desk: Desk[GrandHandDraft], seat: Seat, faulty: bool) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    alone = draft.soloist == seat
    figure = str(draft.augen) if alone and draft.augen is not None else ""
    said = ", ".join(filter(None, [
        desk.t("{name} plays Grand Hand", name=name) if alone else name,
        f"{figure} Augen" if figure else ""]))
    return pad.tile(desk, seat, figure or "–", len(desk.table.seats), said=said, chosen=alone,
                    ring=alone, fault=alone and faulty, quiet=not figure)


def _jack(desk: Desk[GrandHandDraft], jack: int) -> ft.Control:
    said, chosen = desk.t(JACKS_SAID[jack]), jack in desk.draft.held
    if desk.t.is_german_deck:  # no type has its signs
        return pad.word_key(desk.t.card(SUITS[jack]), desk.change, methodcaller("jack", jack),
                            columns=len(JACKS) + 1, identifier=f"jack-{jack}", chosen=chosen,
                            label=said)
    return pad.short_key(JACKS[jack], desk.change, methodcaller("jack", jack),
                         identifier=f"jack-{jack}", chosen=chosen, label=said,
                         color=RED if JACKS[jack] in RED_SUITS else None)


def _tops(desk: Desk[GrandHandDraft], count: int) -> ft.Control:
    return pad.short_key(str(count), desk.change, lambda draft: draft.tops(count),
                         identifier=f"spitzen-{count}", chosen=desk.draft.spitzen == count,
                         size=Type.FIGURE, label=f"Spitzen {count}")


def _spitzen_in_words(desk: Desk[GrandHandDraft]) -> str:
    draft, t = desk.draft, desk.t
    if draft.has_top is None:
        return "Spitzen"
    return t("with {count}", count=draft.spitzen) if draft.has_top else \
        t("without {count}", count=draft.spitzen)


def _schieberamsch(desk: Desk[SchieberamschDraft]) -> list[ft.Control]:
    """Return the controls of Schieberamsch, from top to bottom."""
    draft, change, rules = desk.draft, desk.change, desk.table.rules
    ramsch = desk.within(draft.ramsch, lambda step: change(lambda draft: draft.in_ramsch(step)))
    grand = desk.within(draft.grand, lambda step: change(lambda draft: draft.in_grand(step)))
    switch = [] if not rules.grand_hand and not draft.alone else [lambda columns: pad.word_key(
        "Grand Hand", change, SchieberamschDraft.play_alone, columns=columns,
        identifier="grand-hand", chosen=draft.alone)]
    if draft.alone:
        above = soloist_and_spitzen(grand)
        word = KONTRAS[max(0, draft.grand.kontra - 1)]
        keys = [schwarz(grand), *switch, kontra_key(grand, word, GrandHandDraft.say_kontra)]
    else:
        above = players(ramsch, jungfrau_doubles=True,
                        rest_is_his=rules.skat_to != SkatTo.MOST_AUGEN)
        keys = [durchmarsch(ramsch), *switch, *kontra(ramsch, draft.most_kontra)]
    return [*above, *pad.number_pad(lambda step: change(lambda draft: draft.in_typed(step)), keys,
                                    idle=not draft.alone and draft.ramsch.marching,
                                    of_players=not draft.alone)]


def _who_said_kontra(desk: Desk[SchieberamschDraft]) -> list[ft.Control]:
    """Return a key for each player to say that they said Kontra, once anybody has."""
    draft, table = desk.draft, desk.table
    typed: Any = draft.grand if draft.alone else draft.ramsch
    seats = [seat for seat in table.seats if not draft.alone or seat != draft.grand.soloist]
    return [pad.word_key(
        pad.name_on_key(desk, seat, len(seats)), desk.change,
        methodcaller("in_typed", methodcaller("say_who", seat)),
        columns=len(seats), identifier=f"said-{seat}", chosen=seat in typed.von,
        below="Kontra" if seat in typed.von else "–",
        label=desk.t("{name} said {what}", name=table.names[seat],
                     what="Kontra" if seat in typed.von else "–"))
        for seat in seats if typed.kontra]


SCHIEBERAMSCH = Panel(SchieberamschDraft, _schieberamsch, AUGEN_HINT, {
    "durchmarsch": "D", "jungfrau-": "J", "schieben-": "S", "kontra": "K", "grand-hand": "G",
    "schwarz": "S"}, notes=_who_said_kontra, example=WITH_JUNGFRAU)
