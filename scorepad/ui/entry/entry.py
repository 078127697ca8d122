"""The entry of any sheet: the game's panel, what is wrong with it, and the button that saves."""

import re
from functools import partial
from time import monotonic
from typing import Any

import flet as ft

from scorepad.book.record import HandRecord
from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.games.base import Points, Problem
from scorepad.service.views import SheetView
from scorepad.text import Message
from scorepad.ui.entry import PANELS
from scorepad.ui.entry.model import Desk, EntryModel, Slot, Step
from scorepad.ui.session import Session, use_session
from scorepad.ui.theme import ENTRY_WIDTH, Height, Radius, Space, Type
from scorepad.ui.widgets import felt, text_button
from scorepad.words import Words

NAMED_FACTORS = re.compile(r"(?<=· 2) \(.*?\)(?= [·=→]|$)")
"""What doubled is on the keys already; without it the arithmetic has room on the button."""

SHORTER = (re.compile(r"^.*?: "), re.compile(r"(?<=\d) [^\W\d]+"))
"""What else can be left out where it has none: what the arithmetic is of, and its words."""

DOUBLE_TAP = 0.5
"""Seconds after a save in which nobody has meant the next hand."""


def entry_of(session: Session, sheet: SheetView) -> EntryModel:
    """What this user is typing for the sheet; what was half typed before a restart, if anything."""
    table = sheet.score.next.table
    draft = PANELS[sheet.game.id].draft

    def begin() -> EntryModel:
        kept = session.service.kept(f"entry/{sheet.id}")
        try:
            return EntryModel(draft.of_json(kept["draft"], table), kept["amending"], kept["seen"],
                              version=kept["version"])
        except (KeyError, TypeError, ValueError):  # nothing was kept, or by another version
            return EntryModel(draft.empty(table))
    return session.typing(sheet.id, begin)


def keep(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Remember what is typed, so that a reload or a crash loses nothing."""
    session.attempt_quietly(session.service.keep_draft, f"entry/{sheet.id}", entry.json())


def change(session: Session, sheet: SheetView, entry: EntryModel, step: Step) -> None:
    """Something was typed."""
    draft = step(entry.draft.at(slot_of(sheet, entry).table))
    if draft != entry.draft:
        entry.draft = draft
        keep(session, sheet, entry)


def begin_correction(session: Session, sheet: SheetView, hand: str) -> None:
    """Put a recorded hand back into the entry, as it is now, to be corrected there."""
    entry, sheet = entry_of(session, sheet), session.service.sheet(sheet.id)
    entry.amending = hand
    line = amended_line(sheet.score, entry)
    if line is None:
        stop_correction(session, sheet, entry)
        return
    entry.version = session.service.version(sheet.id, hand)
    entry.draft = PANELS[sheet.game.id].draft.of_hand(line.record.hand, line.table)
    keep(session, sheet, entry)


def stop_correction(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """The hand that was corrected is gone: what is typed stays, as the next hand."""
    entry.amending = entry.version = None
    keep(session, sheet, entry)
    session.tell(session.words("This hand is not on the sheet any more."))


def clear(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Nothing is typed, and the next hand is entered."""
    entry.draft = PANELS[sheet.game.id].draft.empty(sheet.score.next.table)
    entry.amending = entry.version = None
    keep(session, sheet, entry)


def save(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Write the hand down, if it can have been played."""
    sheet = session.service.sheet(sheet.id)  # a tap before this one may have saved a hand
    slot = slot_of(sheet, entry)
    hand = entry.draft.at(slot.table).hand()
    if hand is None or slot.faults(hand):
        return
    line, typed = amended_line(sheet.score, entry), entry.draft

    def saved() -> None:
        entry.saved = monotonic()
        if entry.draft == typed:  # or something was typed while it had to wait
            clear(session, session.service.sheet(sheet.id), entry)
        elif entry.amending:
            entry.version = session.service.version(sheet.id, entry.amending)

    def overtaken(amended: str, sentence: Message) -> None:
        begin_correction(session, sheet, amended)
        session.tell(sentence, action=session.words("Mine again"), on_action=mine)

    def mine() -> None:
        entry.draft = typed
        keep(session, sheet, entry)

    if line is not None:
        changed: HandRecord = line.record._replace(hand=hand)
        session.attempt(session.service.amend, sheet.id, changed.stamp.id, changed, entry.version,
                        then=saved, overtaken=partial(overtaken, changed.stamp.id))
    elif entry.amending is not None:
        stop_correction(session, sheet, entry)
    else:
        session.attempt(session.service.record, sheet.id, hand, then=saved)


def save_with(session: Session, sheet: SheetView, entry: EntryModel, step: Step) -> None:
    """Something was typed that completes the hand; not by the second half of a double tap."""
    table = slot_of(sheet, entry).table
    if entry.draft.at(table) == PANELS[sheet.game.id].draft.empty(table) \
            and monotonic() - entry.saved < DOUBLE_TAP:
        return
    change(session, sheet, entry, step)
    save(session, sheet, entry)


def amended_line(score: Scoresheet, entry: EntryModel) -> Line | None:
    """The line of the hand that is corrected; None where the next hand is typed."""
    return None if entry.amending is None else next(
        (line for line in score.lines if line.record.stamp.id == entry.amending), None)


def slot_of(sheet: SheetView, entry: EntryModel) -> Slot:
    """Where the hand that is typed belongs: where it stood, or at the end."""
    line = amended_line(sheet.score, entry)
    if line is None:
        return Slot(sheet.game, sheet.score.next.table, sheet.score.boecke)
    return Slot(sheet.game, line.table, (1,) * (line.factor.bit_length() - 1))


@ft.component
def Entry(sheet: SheetView, entry: EntryModel) -> ft.Control:
    """The panel that is always open."""
    session = use_session()
    line, slot = amended_line(sheet.score, entry), slot_of(sheet, entry)
    draft = entry.draft.at(slot.table)
    hand = draft.hand()
    problems = () if hand is None else slot.faults(hand)
    definite = tuple(problem for problem in problems
                     if not draft.unfinished(problem, slot.table))
    desk = Desk(slot, draft, definite,
                lambda step: change(session, sheet, entry, step),
                lambda step: save_with(session, sheet, entry, step))
    return ft.Column(tight=True, spacing=Space.SMALL, controls=[
        *([] if line is None else [_correcting(session, sheet, entry, line)]),
        *PANELS[sheet.game.id].controls(desk),
        _remark(session, definite, draft.remark(), problems),
        _save_button(session, sheet, entry, slot, None if problems else hand,
                     idle=hand is None or bool(definite))])


def _correcting(session: Session, sheet: SheetView, entry: EntryModel, line: Line) -> ft.Control:
    number = sheet.score.lines.index(line) + 1
    return ft.Row(alignment=ft.MainAxisAlignment.SPACE_BETWEEN, controls=[
        ft.Text(session.words("Correcting hand {number}", number=number), size=Type.BODY,
                color=ft.Colors.PRIMARY, weight=ft.FontWeight.W_600),
        text_button(session.words("Cancel"), lambda: clear(session, sheet, entry),
                    identifier="cancel-correction")])


def _remark(session: Session, definite: tuple[Problem, ...], remark: Message | None,
            problems: tuple[Problem, ...]) -> ft.Control:
    """What is wrong in red, or quietly what helps or is still to be typed."""
    said = [problem.message for problem in definite] + ([remark] if remark else []) \
        + [problem.message for problem in problems]
    sentence = session.words(said[0]) if said else ""
    color = ft.Colors.ERROR if definite else ft.Colors.ON_SURFACE_VARIANT
    room = 1.8 * _room(session)  # lines break between words
    # Room for two lines always: the keys must not move while somebody types. A new control when
    # the sentence comes back: a label once empty is not read out again in a browser.
    return ft.Semantics(identifier="fault", key=f"fault-{bool(sentence)}", container=True,
                        content=ft.Container(
                            ft.Text(sentence, color=color, text_align=ft.TextAlign.CENTER,
                                    size=session.size_that_fits(sentence, Type.SMALL, room)),
                            height=34 * session.text_scale, alignment=ft.Alignment.CENTER))


def _save_button(session: Session, sheet: SheetView, entry: EntryModel, slot: Slot,
                 hand: Any | None, *, idle: bool) -> ft.Control:
    """What saving would write. It looks live only then, but takes a tap at any time: whoever is
    quick taps it before it has been drawn live."""
    t, room = session.words, _room(session) - 2 * Space.MEDIUM
    if hand is None:
        title, arithmetic = t("Save"), ""
    else:
        title = announcement(slot.score(hand).points, sheet, session)
        arithmetic = shortened(t.arithmetic(slot.explain(hand)), room, session)
    live = hand is not None
    color = ft.Colors.ON_PRIMARY if live else ft.Colors.ON_SURFACE_VARIANT
    lines: list[ft.Control] = [ft.Text(
        title, size=session.size_that_fits(title, Type.SCREEN, room), weight=ft.FontWeight.W_600,
        color=color, no_wrap=True,
        semantics_label=t("Save: {what}", what=title) if live else title,
        overflow=ft.TextOverflow.ELLIPSIS)]
    if arithmetic:
        lines.append(ft.Text(
            arithmetic, size=session.size_that_fits(arithmetic, Type.SMALL, room),
            color=color, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, semantics_label=""))
    return ft.Semantics(identifier="save", button=True, disabled=idle, content=ft.Container(
        ft.Column(lines, spacing=0, tight=True,
                  horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        on_click=felt(lambda: save(session, sheet, entry)),
        bgcolor=ft.Colors.PRIMARY if live else ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=Radius.MEDIUM, alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(vertical=8, horizontal=Space.MEDIUM),
        height=Height.SAVE * session.text_scale))


def _room(session: Session) -> float:
    """How wide a line of the entry may be."""
    return min(session.width, ENTRY_WIDTH) - 2 * Space.LARGE


def shortened(arithmetic: str, room: float, session: Session) -> str:
    """The arithmetic without what is on the keys, and no wider than `room` if it can be."""
    arithmetic = NAMED_FACTORS.sub("", arithmetic)
    for needless in SHORTER:
        if session.size_that_fits(arithmetic, Type.SMALL, room) == Type.SMALL:
            break
        arithmetic = needless.sub("", arithmetic)
    return arithmetic


def announcement(points: Points, sheet: SheetView, session: Session) -> str:
    """Who writes what: `Anne +260`, `Anne, Bert +0,60 €`, `Cem −48`."""
    return told_points(points, sheet.score, session.words)


def told_points(points: Points, score: Scoresheet, t: Words) -> str:
    """The same of any score sheet."""
    record = score.record
    written: dict[int, list[str]] = {}
    for name, figure in zip(record.names, points):
        if figure:
            written.setdefault(figure, []).append(name)

    def told(figure: int) -> str:
        if score.decimals:
            return t.balance(figure, record.currency)
        return f"{'+' if figure > 0 else ''}{t.points(figure)}"

    return " · ".join(f"{', '.join(who)} {told(figure)}" for figure, who in written.items()) \
        or t("nobody writes points")
