"""The line in which a whole hand is typed or dictated, and the button that saves a hand.

Where the browser can, `listening.js` hears for the page what is said."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import flet as ft

from scorepad.drafts.draft import Draft
from scorepad.drafts.line.reading import Reading, typed_over
from scorepad.games.game import Seat
from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.entry import panel_of
from scorepad.ui.entry.keeping import keep, save_height, typed_of
from scorepad.ui.entry.model import GAP, EntryModel, Slot, Step, Typed, told_points
from scorepad.ui.entry.pad import room_of, rows_of, told_apart
from scorepad.ui.session import Session, page
from scorepad.ui.theme import SMALLEST, Height, Radius, Space, Type
from scorepad.ui.widgets import Act, felt, icon_button, stack, text_field

LISTEN = "scorepad:listen:"
"""The beginning of what asks the page to listen, before a language; without one it is to stop."""

LONGEST = 60
"""Seconds for which nothing is heard, after which the page is given up."""

NOTHING_SAID = ("", "no-speech", "aborted")
"""The faults of a browser that are none to whoever speaks."""


def listen_key(session: Session, entry: EntryModel, type_line: Callable[[str], None]) -> ft.Control:
    """Return the key that listens, or stops, as high as the line beside it."""
    color = ft.Colors.ON_PRIMARY_CONTAINER if entry.listening else ft.Colors.ON_SURFACE_VARIANT

    def tapped() -> None:
        page().run_task(_stop if entry.listening else _listen, session, entry, type_line)

    return ft.Semantics(
        identifier="listen", button=True, selected=entry.listening or None, content=ft.Container(
            ft.Icon(ft.Icons.MIC if entry.listening else ft.Icons.MIC_NONE, size=Type.KEY,
                    color=color, semantics_label=session.words("Say the hand")),
            on_click=felt(tapped), width=Height.KEY, height=Height.KEY,
            alignment=ft.Alignment.CENTER, border_radius=Radius.MEDIUM,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if entry.listening else None))


async def _stop(session: Session, entry: EntryModel, type_line: Callable[[str], None]) -> None:
    await ft.Clipboard().set(LISTEN)


async def _listen(session: Session, entry: EntryModel, type_line: Callable[[str], None]) -> None:
    """Type what is heard behind what the line says, until somebody has typed there or saved it."""
    clipboard, before, line = ft.Clipboard(), entry.line or "", entry.line
    entry.listening, over, fault = True, False, ""
    try:
        await clipboard.set(LISTEN + session.words.language)
        while not over:
            heard = await asyncio.wait_for(clipboard.get(), LONGEST)
            told = json.loads(heard or "{}")
            over, fault = told.get("over", True), told.get("fault", "")
            if entry.line != line:
                await clipboard.set(LISTEN)
            elif told.get("words"):
                line = f"{before} {told['words']}".strip()
                type_line(line)
    # Clients report a failure in as many ways as there are browsers.
    except Exception as failed:  # noqa: BLE001
        fault = str(failed)
    if fault not in NOTHING_SAID:
        session.is_deaf = True
    entry.listening = False
    if session.is_deaf:
        session.tell(session.words("This browser does not let the page listen."))


KEY_BESIDE = Height.KEY + GAP
"""The width that the button that saves leaves to the key beside it."""

Change = Callable[[Session, SheetView, EntryModel, Step], None]


def fold_line(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Fold the line out, or in again; what it has said stays typed."""
    entry.line, entry.unlined = "" if entry.line is None else None, entry.draft
    entry.writing = entry.line is not None  # it has the keyboard at once
    keep(session, sheet, entry)
    session.show_anew()  # with the line, all scrolls: a phone's own keyboard takes half of it


def line_key(session: Session, sheet: SheetView, entry: EntryModel) -> ft.Control:
    """Return the key that folds the line out, as high as the button beside it."""
    is_open = entry.line is not None
    color = ft.Colors.ON_PRIMARY_CONTAINER if is_open else ft.Colors.ON_SURFACE_VARIANT
    return ft.Semantics(
        identifier="line-key", button=True, selected=is_open or None, content=ft.Container(
            ft.Icon(ft.Icons.KEYBOARD_OUTLINED, size=Type.KEY, color=color,
                    semantics_label=session.words("Type the hand as a line")),
            on_click=felt(partial(fold_line, session, sheet, entry)), width=Height.KEY,
            height=save_height(session), alignment=ft.Alignment.CENTER, border_radius=Radius.MEDIUM,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if is_open else None))


def line_field(session: Session, sheet: SheetView, entry: EntryModel, change: Change,
               save: Callable[[Session, SheetView, EntryModel], None]) -> ft.Control:
    """Return the field for the line, and the line again with what was not understood underlined."""
    text = entry.line
    if text is None:
        return ft.Container()

    def typed(now: str) -> None:
        slot = typed_of(sheet, entry).slot
        draft = entry.unlined
        before = entry.typed_before(slot)
        reading = slot.read(now, before)
        hand = typed_over(before, reading, slot.faults)
        if hand is not None:
            draft = panel_of(sheet.game).draft.of_hand(hand, slot.table)
        entry.line, unlined = None, entry.unlined
        change(session, sheet, entry, lambda _: draft)
        entry.line, entry.unlined = now, unlined
        keep(session, sheet, entry)
        made = typed_of(sheet, entry).hand
        if not reading.open:
            entry.said = _not_understood(now, reading, session.words)
        elif made is not None and not slot.faults(made):
            entry.said = told_saving(slot, made, sheet, session.words)

    def submit() -> None:
        entry.ended = entry.line
        save(session, sheet, entry)

    table = typed_of(sheet, entry).slot.table
    names = [table.names[seat] for seat in table.active[:2]]
    example = say(panel_of(sheet.game).example, **dict(zip("ab", names)))
    # The key that empties the line is always there: a field that gets one lets the keyboard go.
    field: ft.Control = text_field(
        session.words("The hand in a line"), text, typed, dense=True, autofocus=True,
        autocorrect=False, hint_text=session.words("such as: {line}", line=session.words(example)),
        suffix_icon=icon_button(ft.Icons.CLEAR, session.words("Empty the line"),
                                partial(typed, "") if text else None, identifier="empty-line",
                                focusable=False),
        on_focus=lambda: _write(entry, True),
        on_blur=lambda: _write(entry, False), on_submit=submit,
        content_padding=ft.Padding.symmetric(horizontal=Space.MEDIUM, vertical=Space.MEDIUM))
    if session.listens:
        field = ft.Row([ft.Container(field, expand=True), listen_key(session, entry, typed)],
                       spacing=GAP)
    reading = typed_of(sheet, entry).reading
    if entry.ended == text:
        reading = reading.ended()
    # After Enter it is another field, which has the keyboard: for the same hand, or the next one.
    return ft.Container(stack(field, _underlined(session, text, reading), spacing=Space.HAIR),
                        key=f"line-{entry.saved}-{entry.ended}",
                        padding=ft.Padding.only(bottom=Space.SMALL))


def _write(entry: EntryModel, writing: bool) -> None:
    entry.writing = writing


def _underlined(session: Session, text: str, reading: Reading) -> ft.Control:
    """Return the line with what was not understood underlined, without height where all was."""
    if reading.open or not text:
        return ft.Container()
    said = _not_understood(text, reading, session.words)
    return ft.Semantics(identifier="line-again", container=True, label=said, content=ft.Container(
        ft.Text(spans=list(_parts(text, reading)), size=Type.SMALL, semantics_label="",
                color=ft.Colors.ON_SURFACE_VARIANT, max_lines=2,
                overflow=ft.TextOverflow.ELLIPSIS),
        padding=ft.Padding.symmetric(horizontal=Space.MEDIUM)))


def _not_understood(text: str, reading: Reading, t: Words) -> str:
    wrong = [text[span.start:span.end] for span in reading.spans if not span.open]
    return t("Not understood: {words}", words=", ".join(wrong)) if wrong else ""


def _parts(text: str, reading: Reading) -> Iterator[ft.TextSpan]:
    at = 0
    for span in sorted(reading.spans):
        yield ft.TextSpan(text[at:span.start])
        yield ft.TextSpan(text[span.start:span.end], None if span.open else ft.TextStyle(
            color=ft.Colors.ERROR, decoration=ft.TextDecoration.UNDERLINE,
            decoration_style=ft.TextDecorationStyle.WAVY, decoration_color=ft.Colors.ERROR))
        at = span.end
    yield ft.TextSpan(text[at:])


NAMED_FACTORS = re.compile(r"(?<=· 2) \(.*?\)(?= [·=→]|$)")
"""The names of what doubled: they are on the keys already, and without them the arithmetic has room
on the button."""

SHORTER = (re.compile(r"^[^:]*?, (?=[^:]*: )"), re.compile(r"^.*?: "),
           re.compile(r"(?<=\d) [^\W\d]+"))
"""Further parts to leave out where it has no room: the cards, what the arithmetic is of, then its
words."""


def told_saving(slot: Slot, hand: Any, sheet: SheetView, t: Words) -> str:
    """Return what saving a hand without faults would write: `Save: Anne +130`."""
    return t("Save: {what}", what=told_points(slot.score(hand).points, sheet.score, t))


def save_button(session: Session, sheet: SheetView, typed: Typed, save: Act, *,
                message: ft.Control | None = None) -> ft.Control:
    """Return the save button, which says what saving would write, and `message`. It looks live only
    when the hand is complete, but takes a tap at any time: whoever is quick taps it before it has
    been drawn live."""
    t, room = session.words, room_of(session) - KEY_BESIDE - 2 * Space.MEDIUM
    slot, hand, sign = typed.slot, typed.complete, False
    if hand is None or typed.draft.growing:
        title, arithmetic = t("Save"), typed.draft.growing
        said = f"{title} {arithmetic}".strip()
    else:
        title = said = told_saving(slot, hand, sheet, t)
        if session.size_that_fits(title, Type.SCREEN, room) < Type.SCREEN:
            title = told_points(slot.score(hand).points, sheet.score, t)
            sign, room = True, room - Type.KEY - GAP  # for no word there is room
        arithmetic = shortened(t.arithmetic(slot.explain(hand)), room, session)
    live = hand is not None
    color = ft.Colors.ON_PRIMARY if live else ft.Colors.ON_SURFACE_VARIANT
    heading = ft.Text(
        title, size=session.size_that_fits(title, Type.SCREEN, room), weight=ft.FontWeight.W_600,
        color=color, no_wrap=True, semantics_label=said, overflow=ft.TextOverflow.ELLIPSIS,
        expand=sign, expand_loose=sign)
    lines: list[ft.Control] = [ft.Row([
        ft.Icon(ft.Icons.CHECK, size=Type.KEY, color=color), heading], spacing=GAP, tight=True)
        if sign else heading]
    if message is not None:
        lines = [*(lines if live else []), message]
    elif arithmetic:
        lines.append(ft.Text(
            arithmetic, size=session.size_that_fits(arithmetic, Type.SMALL, room),
            color=color, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, semantics_label=""))
    idle = typed.hand is None or bool(typed.definite)
    return ft.Semantics(identifier="save", button=True, disabled=idle, content=ft.Container(
        ft.Column(lines, spacing=0, tight=True,
                  horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        on_click=felt(save),
        bgcolor=ft.Colors.PRIMARY if live else ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=Radius.MEDIUM, alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=Space.MEDIUM), height=save_height(session)))


def save_keys(session: Session, sheet: SheetView, draft: Draft,
              save: Callable[[Step], None]) -> ft.Control:
    """Return in the place of the button a key for each player whose tap completes the hand."""
    names, taps = sheet.score.record.names, draft.last_taps()
    room = (room_of(session) - KEY_BESIDE) / len(taps) - GAP - Space.SMALL

    def drawn(seat: Seat, step: Step) -> ft.Control:
        name = told_apart(names, seat, room / SMALLEST)
        said = session.words.hand(sheet.game.describe(step(draft).hand(), names))
        return ft.Semantics(identifier=f"save-{seat}", button=True, expand=True,
                            content=ft.Container(
            ft.Text(name, size=session.size_that_fits(name, Type.BODY, room), no_wrap=True,
                    weight=ft.FontWeight.W_600, color=ft.Colors.ON_PRIMARY, data="name",
                    overflow=ft.TextOverflow.ELLIPSIS,
                    semantics_label=session.words("Save: {what}", what=said)),
            on_click=felt(partial(save, step)), bgcolor=ft.Colors.PRIMARY,
            border_radius=Radius.MEDIUM, alignment=ft.Alignment.CENTER,
            height=save_height(session)))

    return rows_of([drawn(seat, step) for seat, step in taps.items()])[0]


def shortened(arithmetic: str, room: float, session: Session) -> str:
    """Return the arithmetic without what is on the keys, and no wider than `room` if possible; of a
    bare figure, which stands above it, nothing."""
    arithmetic = NAMED_FACTORS.sub("", arithmetic)
    for needless in SHORTER:
        if session.size_that_fits(arithmetic, Type.SMALL, room) == Type.SMALL:
            break
        arithmetic = needless.sub("", arithmetic)
    return "" if arithmetic.isdecimal() else arithmetic
