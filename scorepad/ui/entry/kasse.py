"""Entering Doppelkopf with a common pot: Re's two players, then the result, which saves. What
happens to the pot without a game is behind a key of its own."""

from typing import Any

import flet as ft

from scorepad.drafts.kasse import STEPS, KasseDraft, Mode
from scorepad.games.doppelkopf import Side, Span
from scorepad.games.game import Seat
from scorepad.games.kasse.hand import (
    KONTRAS,
    Art,
    FuchsFrom,
    Hammelrennen,
    Nachzahlung,
    Normal,
    Solo,
)
from scorepad.i18n.message import N_
from scorepad.ui.entry import doppelkopf
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.pad import rows_of, tile, word_key
from scorepad.ui.widgets import stack

WORDS = {120: "", 60: "Schneider", 0: "schwarz"}
TOP_UPS = ((1, 2, 3, 4), (5, 10, 15, 20))
"""Numbers of base amounts that everybody can put in with one tap, by row."""

ARTEN = {Art.ANGESAGT: N_("announced"), Art.HEIMLICH: N_("secret"), Art.BUBE: N_("Buben")}
"""The kinds of solos on their key."""

COLUMNS = 4
"""Tiles or result keys in a row."""


def controls(desk: Desk[KasseDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    mode = desk.draft.mode
    player = _racer if mode is Mode.KASSE else _player
    counting = doppelkopf.augen_pad(desk, "schwarz") if desk.draft.counting else []
    last = {Mode.NORMAL: _results, Mode.SOLO: _solo, Mode.KASSE: _top_up}[mode]
    return [
        *rows_of([player(desk, seat) for seat in desk.table.seats]),
        stack(*_kinds(desk), spacing=desk.gap),
        ft.Column(counting if counting and desk.close else
                  [_arithmetic(desk), *last(desk), *counting], spacing=desk.gap, tight=True)]


PANEL = Panel(KasseDraft, controls, doppelkopf.HINT, {
    "solo": "S", "art": "A", "kontra": "K", "fuchs": "F", "solo-won": "G", "solo-lost": "V",
    "result-re-120": "G", "result-kontra-120": "V", "result-120": "H"}, results_save=True,
              example=doppelkopf.EXAMPLE)


def _player(desk: Desk[KasseDraft], seat: Seat) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    is_re = seat in draft.re
    role = ("Solo" if draft.is_alone else "Re") if is_re else ""
    foxes = [fuchs.faenger for fuchs in draft.fuchs].count(seat) if draft.has_karo else 0
    shown = " ".join(filter(None, [role, "F" * foxes]))
    said = ", ".join(filter(None, [name, role, desk.t("Füchse: {count}", count=foxes)
                                   if foxes else ""]))
    return tile(desk, seat, shown or "–", COLUMNS, said=said, chosen=is_re,
                ring=seat in (draft.focus, draft.faenger), fault=_faulty(desk, seat),
                quiet=not shown)


def _faulty(desk: Desk[KasseDraft], seat: Seat) -> bool:
    """Return whether a Fuchs of this player cannot have been caught like that."""
    for problem in desk.problems:
        match problem.place:
            case ("fuchs", int(number), *_) if desk.draft.fuchs[number].verlierer == seat:
                return True
    return False


def _racer(desk: Desk[KasseDraft], seat: Seat) -> ft.Control:
    """Return the tile of a player who may have taken the rest in a Hammelrennen; a tap saves. It
    takes no tap where none can be played, as with too much in the pot."""
    name, hand = desk.table.names[seat], Hammelrennen(seat)
    possible = not desk.slot.faults(hand)
    figure = doppelkopf.signed(desk, hand, seat) if possible else "–"
    said = desk.t("Save: {what}", what=f"Hammelrennen {name} {figure}") if possible else name
    return tile(desk, seat, figure, COLUMNS, said=said, chosen=desk.draft.paid == hand,
                on_tap=lambda: desk.save(lambda draft: draft.pay(hand)), idle=not possible,
                quiet=not possible)


def _kinds(desk: Desk[KasseDraft]) -> list[ft.Control]:
    """Return the rows of keys for what is played, and for what is paid besides."""
    draft, t = desk.draft, desk.t
    solo = word_key("Solo", desk.change, lambda draft: draft.play(Mode.SOLO), columns=5,
                    identifier="solo", chosen=draft.is_alone)
    paying = draft.mode is Mode.KASSE
    pot = word_key(t("Pot"), desk.change, lambda draft: draft.play(Mode.KASSE), columns=5,
                   identifier="kasse", chosen=paying, share=4 if paying else True,
                   label=t("Hammelrennen, or top the pot up"))
    if draft.is_alone:
        extras = rows_of(_extras(desk)) if draft.has_karo else []
        return [*rows_of([solo, *_of_solo(desk), pot]), *extras]
    more = [] if paying else [*_extras(desk), _exact(desk)]
    return rows_of([solo, *more, pot])


def _of_solo(desk: Desk[KasseDraft]) -> list[ft.Control]:
    """Return the keys of a solo: its kind, and what was said."""
    draft, kontra = desk.draft, desk.draft.kontra
    art = word_key(desk.t("kind"), desk.change, KasseDraft.vary, columns=5, identifier="art",
                   chosen=draft.art is not Art.ANGESAGT, below=desk.t(ARTEN[draft.art]))
    said = word_key(desk.t("{side} says", side=KONTRAS[0]), desk.change, KasseDraft.double,
                    columns=3, share=2, identifier="kontra", chosen=kontra > 0,
                    below=KONTRAS[kontra - 1] if kontra else "–")
    return [art, *([said] if desk.table.rules.kontra or kontra else [])]


def _extras(desk: Desk[KasseDraft]) -> list[ft.Control]:
    """Return the keys of Füchse, and of Karlchen where it counts."""
    draft = desk.draft
    fuchs = word_key("Fuchs", desk.change, KasseDraft.catch, columns=5, identifier="fuchs",
                     chosen=bool(draft.fuchs or draft.target),
                     below="?" if draft.target else str(len(draft.fuchs) or "–"))
    karlchen = word_key("Karlchen", desk.change, KasseDraft.last_trick, columns=5,
                        identifier="karlchen", chosen=draft.karlchen is not None,
                        below=doppelkopf.side_name(draft.karlchen) or "–")
    counts = desk.table.rules.karlchen or draft.karlchen is not None
    paid = desk.table.rules.fuchs != FuchsFrom.NOBODY or bool(draft.fuchs)
    return [*([fuchs] if paid else []), *([karlchen] if counts else [])]


def _exact(desk: Desk[KasseDraft]) -> ft.Control:
    draft = desk.draft
    return word_key("Augen", desk.change, KasseDraft.count, columns=5, identifier="augen",
                    chosen=draft.counting or bool(draft.typed), below=draft.typed or "…",
                    label=f"{desk.t('Exact Augen of Re')} {draft.typed}".strip())


def _results(desk: Desk[KasseDraft]) -> list[ft.Control]:
    """Return the result keys: who has won, and how high; a row for each side."""
    re, kontra = [[_result(desk, Span(ahead.other, step)) for step in STEPS] for ahead in Side]
    return rows_of([*re, _result(desk, Span(None))],
                   [*kontra, _result(desk, Span(Side.RE), nur_alten=True)])


def _result(desk: Desk[KasseDraft], span: Span, *, nur_alten: bool = False) -> ft.Control:
    """Return the key of a result, with what each of the winners gets; a tap saves. A gap stands
    for a result that cannot be beside these extras."""
    draft = desk.draft
    if not _can_be(desk, draft.finish(span, nur_alten=nur_alten)):
        return ft.Container(expand=True)
    if span.seite is None:
        ahead, word, said, identifier = Side.RE, "120 : 120", "120 : 120", "120"
    else:
        ahead, name = span.seite.other, doppelkopf.side_name(span.seite.other)
        height = "nur Alte" if nur_alten else WORDS[span.unter]
        word, said = height or name, f"{name} {height}".strip()
        identifier = f"{ahead}-{'alte' if nur_alten else span.unter}"
    hand = _guessed(desk, draft.finish(span, nur_alten=nur_alten))
    figure = "" if hand is None else doppelkopf.figure_of(desk, hand, ahead)
    return word_key(
        word, desk.save, lambda draft: draft.finish(span, nur_alten=nur_alten), columns=COLUMNS,
        identifier=f"result-{identifier}", below=figure,
        chosen=(draft.result, draft.nur_alten) == (span, nur_alten),
        label=doppelkopf.told_result(desk, f"{said} {figure}".strip()))


def _can_be(desk: Desk[KasseDraft], finished: KasseDraft) -> bool:
    """Return whether a result can go with the extras typed; if no other one could either, the
    fault is not the result's."""
    draft, hand = desk.draft, finished.hand()
    if not (draft.fuchs or draft.karlchen) or len(draft.re) < draft.wanted:
        return True
    even = draft.finish(Span(None)).hand()
    return not desk.slot.faults(hand) or bool(desk.slot.faults(even))


def _solo(desk: Desk[KasseDraft]) -> list[ft.Control]:
    return rows_of([_solo_key(desk, True)], [_solo_key(desk, False)])


def _solo_key(desk: Desk[KasseDraft], gewonnen: bool) -> ft.Control:
    word = desk.t("Solo won") if gewonnen else desk.t("Solo lost")
    hand = _guessed(desk, desk.draft.win(gewonnen))
    figure = "" if hand is None else doppelkopf.figure_of(desk, hand, Side.RE)
    return word_key(word, desk.save, lambda draft: draft.win(gewonnen), columns=1,
                    identifier="solo-won" if gewonnen else "solo-lost", below=figure,
                    chosen=desk.draft.gewonnen is gewonnen,
                    label=doppelkopf.told_result(desk, f"{word} {figure}".strip()))


def _top_up(desk: Desk[KasseDraft]) -> list[ft.Control]:
    """Return the keys for topping up the pot, each with so many base amounts from everybody."""
    return rows_of(*[[_top_up_key(desk, Nachzahlung(times)) for times in row] for row in TOP_UPS])


def _top_up_key(desk: Desk[KasseDraft], hand: Nachzahlung) -> ft.Control:
    figure = doppelkopf.signed(desk, hand, 0)
    return word_key(f"{hand.betraege} ×", desk.save, lambda draft: draft.pay(hand),
                    columns=COLUMNS, identifier=f"top-up-{hand.betraege}", below=figure,
                    chosen=desk.draft.paid == hand,
                    label=desk.t("Save: {what}", what=desk.t("everybody {amount}", amount=figure)))


def _guessed(desk: Desk[KasseDraft], draft: KasseDraft) -> Any | None:
    """Return the hand of a draft, with Re filled in; None for none, or one with faults."""
    hand = draft.hand()
    return doppelkopf.filled(desk, hand, desk.table.seats) \
        if isinstance(hand, Normal | Solo) else None


def _arithmetic(desk: Desk[KasseDraft]) -> ft.Control:
    """Return a line with what the taps below mean, and the arithmetic once there is some."""
    told = desk.t.arithmetic(_told(desk))
    what = desk.t("Everybody puts in:") if desk.draft.mode is Mode.KASSE else \
        "" if told else desk.t("Result: a tap saves")
    return doppelkopf.arithmetic_line(what, told, lines=doppelkopf.LINES)


def _told(desk: Desk[KasseDraft]) -> str:
    """Return the arithmetic of what is typed, or of the likely result; for the pot, what to tap for
    a Hammelrennen. Empty where there is nothing to say."""
    draft = desk.draft
    if draft.mode is Mode.KASSE:
        race = not desk.slot.faults(Hammelrennen(0))
        return f"Hammelrennen: {desk.t('tap who takes the rest')}" if race else ""
    if draft.hand() is None:
        draft = draft.win(True) if draft.is_alone else draft.finish(Span(Side.KONTRA))
    hand = _guessed(desk, draft)
    if hand is None:
        return ""
    return desk.slot.explain(hand) if len(draft.re) == draft.wanted else ""
