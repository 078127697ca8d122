"""Entering Doppelkopf with a common pot: Re's two players, then the result, which saves.

Three taps for a plain game and for a solo. What happens to the pot without a game is behind a key
of its own: the Hammelrennen, by a tap on the player who takes the rest, and topping up the pot.
"""


import flet as ft

from scorepad.drafts.kasse import STEPS, KasseDraft, Mode
from scorepad.games.doppelkopf import Side, Span
from scorepad.games.game import Seat
from scorepad.games.kasse.hand import KONTRAS, Hammelrennen, Hand, Nachzahlung, Normal, Solo
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.pad import GAP, low_pad, rows_of, tile, word_key
from scorepad.ui.session import use_session
from scorepad.ui.theme import ENTRY_WIDTH, Space, Type, text_width
from scorepad.ui.widgets import muted

WORDS = {120: "", 60: "Schneider", 0: "schwarz"}
TOP_UPS = ((1, 2, 3, 4), (5, 10, 15, 20))
"""Numbers of base amounts that everybody can put in with one tap, by row."""

COLUMNS = 4
"""Tiles or result keys in a row."""

TWO_LINES = 1.7
"""How much text two lines hold, in widths of a line: lines break between words, so that they are
not full."""


def controls(desk: Desk) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom.

    The digits that fold out push up what is above them: the results stay where they are.
    """
    draft: KasseDraft = desk.draft
    t = use_session().words
    counting = _pad(desk, draft, t) if draft.counting else []
    last = {Mode.NORMAL: _results, Mode.SOLO: _solo, Mode.KASSE: _top_up}[draft.mode]
    return [
        *rows_of([_player(desk, draft, seat, t) for seat in desk.table.seats]),
        ft.Column([_kinds(desk, draft, t), *counting], spacing=GAP, tight=True,
                  horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        ft.Column([_arithmetic(desk, draft, t), *last(desk, draft, t)], spacing=GAP, tight=True)]


PANEL = Panel(KasseDraft, controls, N_(
    "The hands will stand here. Tap Re's two players below, then the result."))


# --- players ------------------------------------------------------------------------------------


def _player(desk: Desk, draft: KasseDraft, seat: Seat, t: Words) -> ft.Control:
    if draft.mode is Mode.KASSE:
        return _racer(desk, seat, t)
    name, is_re = desk.table.names[seat], seat in draft.re
    role = ("Solo" if draft.mode is Mode.SOLO else "Re") if is_re else ""
    foxes = draft.foxes_of(seat) if draft.mode is Mode.NORMAL else 0
    shown = " ".join(filter(None, [role, "F" * foxes]))
    said = ", ".join(filter(None, [name, role, t("Füchse: {count}", count=foxes)
                                   if foxes else ""]))
    return tile(name, shown or "–", COLUMNS,
                lambda: desk.change(lambda draft: draft.tap(seat)), identifier=f"seat-{seat}",
                said=said, chosen=is_re, ring=seat in (draft.focus, draft.faenger),
                fault=_faulty(desk, draft, seat), quiet=not shown)


def _faulty(desk: Desk, draft: KasseDraft, seat: Seat) -> bool:
    """Return whether a Fuchs of this player cannot have been caught like that."""
    for problem in desk.problems:
        match problem.place:
            case ("fuchs", int(number), *_) if draft.fuchs[number].verlierer == seat:
                return True
    return False


def _racer(desk: Desk, seat: Seat, t: Words) -> ft.Control:
    """Return the tile of a player who may have taken the rest in a Hammelrennen; a tap saves. It
    takes no tap where none can be played, as with too much in the pot."""
    name, hand = desk.table.names[seat], Hammelrennen(seat)
    possible = not desk.slot.faults(hand)
    figure = _points(desk, hand, seat, t) if possible else "–"
    said = t("Save: {what}", what=f"Hammelrennen {name} {figure}") if possible else name
    return tile(name, figure, COLUMNS,
                (lambda: desk.save(lambda draft: draft.pay(hand))) if possible else None,
                identifier=f"seat-{seat}", said=said, chosen=desk.draft.paid == hand,
                quiet=not possible)


# --- what is played -----------------------------------------------------------------------------


def _kinds(desk: Desk, draft: KasseDraft, t: Words) -> ft.Control:
    """Return the row of keys for what is played, and for what is paid besides."""
    solo = word_key("Solo", lambda: desk.change(lambda draft: draft.play(Mode.SOLO)), columns=5,
                    identifier="solo", chosen=draft.mode is Mode.SOLO)
    paying = draft.mode is Mode.KASSE
    pot = word_key(t("Pot"), lambda: desk.change(lambda draft: draft.play(Mode.KASSE)), columns=5,
                   identifier="kasse", chosen=paying, share=4 if paying else True,
                   label=t("Hammelrennen, or top the pot up"))
    if draft.mode is Mode.KASSE:
        more = []
    elif draft.mode is Mode.SOLO:
        said = KONTRAS[draft.kontra - 1] if draft.kontra else "–"
        more = [word_key(t("{side} says", side=KONTRAS[0]),
                         lambda: desk.change(KasseDraft.double), columns=2, share=3,
                         identifier="kontra", chosen=draft.kontra > 0, below=said)]
    else:
        more = [_fuchs(desk, draft), *_karlchen(desk, draft), _augen(desk, draft, t)]
    return ft.Row([solo, *more, pot], spacing=GAP)


def _fuchs(desk: Desk, draft: KasseDraft) -> ft.Control:
    asked = "?" if draft.target else str(len(draft.fuchs) or "–")
    return word_key("Fuchs", lambda: desk.change(KasseDraft.catch), columns=5, identifier="fuchs",
                    chosen=bool(draft.fuchs or draft.target), below=asked)


def _karlchen(desk: Desk, draft: KasseDraft) -> list[ft.Control]:
    if not desk.table.rules.karlchen and draft.karlchen is None:
        return []
    return [word_key("Karlchen", lambda: desk.change(KasseDraft.last_trick), columns=5,
                     identifier="karlchen", chosen=draft.karlchen is not None,
                     below=draft.karlchen.value.capitalize() if draft.karlchen else "–")]


def _augen(desk: Desk, draft: KasseDraft, t: Words) -> ft.Control:
    return word_key("Augen", lambda: desk.change(KasseDraft.count), columns=5, identifier="augen",
                    chosen=draft.counting or bool(draft.typed), below=draft.typed or "…",
                    label=f"{t('Exact Augen of Re')} {draft.typed}".strip())


def _pad(desk: Desk, draft: KasseDraft, t: Words) -> list[ft.Control]:
    schwarz = draft.schwarz.value.capitalize() if draft.schwarz else ""
    return low_pad(
        lambda digit: desk.change(lambda draft: draft.digit(digit)),
        lambda: desk.change(KasseDraft.backspace), backspace_label=t("Delete"),
        last=word_key("schwarz", lambda: desk.change(KasseDraft.say_schwarz), columns=6,
                      identifier="schwarz", chosen=bool(schwarz), below=schwarz))


# --- results, which save ------------------------------------------------------------------------


def _results(desk: Desk, draft: KasseDraft, t: Words) -> list[ft.Control]:
    """Return the result keys: who has won, and how high; a row for each side."""
    rows = [[_result(desk, draft, Span(ahead.other, step), t) for step in STEPS] for ahead in Side]
    return rows_of([*rows[0], _result(desk, draft, Span(None), t)],
                   [*rows[1], _result(desk, draft, Span(Side.RE), t, nur_alten=True)])


def _result(desk: Desk, draft: KasseDraft, span: Span, t: Words, *,
            nur_alten: bool = False) -> ft.Control:
    """Return the key of a result, with what each of the winners gets; a tap saves."""
    ahead = Side.RE if span.seite is None else span.seite.other
    word = "120 : 120" if span.seite is None else "nur Alte" if nur_alten else \
        WORDS[span.unter] or ahead.value.capitalize()
    step = "120" if span.seite is None else \
        f"{ahead}-{'alte' if nur_alten else span.unter}"
    hand = _guessed(desk, draft.finish(span, nur_alten=nur_alten))
    figure = "" if hand is None else _points(desk, hand, _one_of(hand.re, ahead), t)
    said = word if span.seite is None else f"{ahead.value.capitalize()} {WORDS[span.unter]}" \
        if not nur_alten else f"{ahead.value.capitalize()} {word}"
    return word_key(
        word, lambda: desk.save(lambda draft: draft.finish(span, nur_alten=nur_alten)),
        columns=COLUMNS, identifier=f"result-{step}", below=figure,
        chosen=(draft.result, draft.nur_alten) == (span, nur_alten),
        label=t("Save: {what}", what=f"{said.strip()} {figure}".strip()))


def _solo(desk: Desk, draft: KasseDraft, t: Words) -> list[ft.Control]:
    return rows_of(*[[_solo_key(desk, draft, gewonnen, t)] for gewonnen in (True, False)])


def _solo_key(desk: Desk, draft: KasseDraft, gewonnen: bool, t: Words) -> ft.Control:
    word = t("Solo won") if gewonnen else t("Solo lost")
    hand = _guessed(desk, draft.win(gewonnen))
    figure = "" if hand is None else _points(desk, hand, hand.re[0], t)
    return word_key(word, lambda: desk.save(lambda draft: draft.win(gewonnen)), columns=1,
                    identifier="solo-won" if gewonnen else "solo-lost", below=figure,
                    chosen=draft.gewonnen is gewonnen,
                    label=t("Save: {what}", what=f"{word} {figure}".strip()))


def _top_up(desk: Desk, draft: KasseDraft, t: Words) -> list[ft.Control]:
    """Return the keys for topping up the pot, each with so many base amounts from everybody."""
    return rows_of(*[[_top_up_key(desk, draft, Nachzahlung(times), t) for times in row]
                     for row in TOP_UPS])


def _top_up_key(desk: Desk, draft: KasseDraft, hand: Nachzahlung, t: Words) -> ft.Control:
    figure = _points(desk, hand, 0, t)
    return word_key(f"{hand.betraege} ×", lambda: desk.save(lambda draft: draft.pay(hand)),
                    columns=COLUMNS, identifier=f"top-up-{hand.betraege}", below=figure,
                    chosen=draft.paid == hand,
                    label=t("Save: {what}", what=t("everybody {amount}", amount=figure)))


# --- what it comes to ---------------------------------------------------------------------------


def _guessed(desk: Desk, draft: KasseDraft) -> Normal | Solo | None:
    """Return the hand as typed, with players missing from Re filled in.

    Most figures do not depend on who they are, and so are shown before anybody is tapped. None
    where no result is typed, nothing is played, or the hand has faults.
    """
    missing = [seat for seat in desk.table.seats if seat not in draft.re]
    hand = draft.hand()
    if not isinstance(hand, Normal | Solo):
        return None
    hand = hand._replace(re=(*draft.re, *missing[:draft.wanted - len(draft.re)]))
    return None if desk.slot.faults(hand) else hand


def _one_of(re: tuple[Seat, ...], side: Side) -> Seat:
    """Return a player of this side."""
    return re[0] if side is Side.RE else next(seat for seat in range(len(re) + 1)
                                              if seat not in re)


def _points(desk: Desk, hand: Hand, seat: Seat, t: Words) -> str:
    """Return what a player would write for a hand, with its sign."""
    points = desk.slot.score(hand).points[seat]
    decimals = desk.slot.game.decimals(desk.table.stake)
    return f"{'+' if points > 0 else ''}{t.points(points, decimals)}"


def _arithmetic(desk: Desk, draft: KasseDraft, t: Words) -> ft.Control:
    """Return a line with what the taps below mean, and the arithmetic once there is some."""
    session, paying = use_session(), draft.mode is Mode.KASSE
    told = t.arithmetic(_told(desk, draft, t))
    what = t("Everybody puts in:") if paying else "" if told else t("Result: a tap saves")
    room = min(session.width, ENTRY_WIDTH) - 2 * Space.LARGE - 3 * Space.SMALL \
        - text_width(what) * Type.SMALL * session.device_scale
    return ft.Row([
        muted(what, no_wrap=True),
        ft.Semantics(identifier="arithmetic", expand=True, key=f"told-{bool(told)}", content=muted(
            told, size=session.size_that_fits(told, Type.NAME, TWO_LINES * room),
            text_align=ft.TextAlign.RIGHT))],
        spacing=Space.SMALL)


def _told(desk: Desk, draft: KasseDraft, t: Words) -> str:
    """Return the arithmetic of what is typed, or of the likely result; for the pot, what to tap for
    a Hammelrennen. Empty where there is nothing to say."""
    if draft.mode is Mode.KASSE:
        race = not desk.slot.faults(Hammelrennen(0))
        return f"Hammelrennen: {t('tap who takes the rest')}" if race else ""
    if draft.hand() is None:
        draft = draft.win(True) if draft.mode is Mode.SOLO else draft.finish(Span(Side.KONTRA))
    hand = _guessed(desk, draft)
    if hand is None:
        return ""
    return desk.slot.explain(hand) if len(draft.re) == draft.wanted else ""
