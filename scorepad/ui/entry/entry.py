"""The entry of any sheet: the game's panel, what is wrong with the hand, and the save button."""

from functools import partial
from typing import Any

import flet as ft

from scorepad.book.scoresheet import Line
from scorepad.games.game import Problem
from scorepad.service.views import SheetView
from scorepad.ui.entry import keeping, panel_of
from scorepad.ui.entry.line import line_field, line_key, save_button, save_keys
from scorepad.ui.entry.model import GAP, Desk, EntryModel, Lay, Typed
from scorepad.ui.entry.pad import notes_row, room_of
from scorepad.ui.entry.stops import Focus, Group, collect, has_keyboard, hidden_heading
from scorepad.ui.entry.writing import change, drop, retrace, save, save_all_the_same, save_with
from scorepad.ui.hooks import memo
from scorepad.ui.session import Session, of_page
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import muted, text_button


@memo
@ft.component
def Keys(sheet: SheetView, shape: object, entry: EntryModel, focus: Focus,
         lay: Lay) -> ft.Control:
    """Draw the keys of the entry, which is always open. shape: of the session, with which they
    change; lay: puts its parts in their place."""
    session = of_page()
    line, desk = keeping.amended_line(sheet.score, entry), desk_of(session, sheet, entry)
    # The heading has a place of its own, so that the keys do not move up in their list: a browser
    # would look for some of them where others are.
    panel = panel_of(sheet.game)
    notes = () if _notes_last(session) else panel.notes(desk)
    above, below = (notes, ()) if session.roomy or desk.close else ((), notes)
    blocks, spacing = panel.controls(desk), desk.gap if desk.close else Space.SMALL
    beside = blocks[-1:] if session.turned else []
    keys = ft.Column(blocks[:len(blocks) - len(beside)], tight=True, spacing=spacing)
    noted = notes_row(above, bottom=desk.gap)
    left = [hidden_heading(session.words("Entry")),
            ft.Container() if line is None else _correcting(session, sheet, entry, line),
            line_field(session, sheet, entry, change, save),
            *([] if beside else [noted]), keys, notes_row(below, top=GAP)]
    right = [noted, *beside] if beside else []
    collect(ft.Column([*left, *right]), focus, Group.KEYS, panel.letters,
            shown=has_keyboard(session, focus))
    return lay(left, right)


@memo
@ft.component
def Notes(sheet: SheetView, shape: object, entry: EntryModel, focus: Focus) -> ft.Control:
    """Draw the keys that are not always there, in a window that has room for them last of all."""
    session = of_page()
    keys = panel_of(sheet.game).notes(desk_of(session, sheet, entry))
    notes = notes_row(keys if _notes_last(session) else (), bottom=Space.MEDIUM)
    collect(notes, focus, Group.NOTES, {})
    return notes


def _notes_last(session: Session) -> bool:
    """Return whether the keys that come and go stand below the one that saves."""
    return session.wide and session.roomy


def desk_of(session: Session, sheet: SheetView, entry: EntryModel) -> Desk[Any]:
    """Return what the panel of a sheet is drawn from."""
    typed = keeping.typed_of(sheet, entry)
    return Desk(typed.slot, typed.draft, typed.definite,
                lambda step: change(session, sheet, entry, step),
                lambda step: save_with(session, sheet, entry, step), session.words,
                partial(session.service.club.stars_on, sheet.evening), session.close,
                sheet.looks)


@memo
@ft.component
def Foot(sheet: SheetView, shape: object, entry: EntryModel, focus: Focus) -> ft.Control:
    """Draw what stays at the lower end: what is to be said about the hand, and the save button."""
    session = of_page()
    typed = keeping.typed_of(sheet, entry)
    question = keeping.question_of(session, sheet, entry)
    # There is always room for two lines and the gaps around them: the keys must not move while
    # somebody types, and what can be tapped there is as high as a finger needs.
    if question is not None:
        above = ft.Container(keeping.answers(session, typed.complete is not None,
                                             lambda: save_all_the_same(session, sheet, entry),
                                             lambda: drop(session, sheet, entry)),
                             height=keeping.slot_height(session))
        collect(ft.Column([above, question]), focus, Group.FOOT, {})
        return ft.Column([above, question], tight=True, spacing=0)
    definite, complete = typed.definite, typed.complete
    said = keeping.said_beside(session, sheet, entry) \
        or _in_passing(session, sheet, entry, definite)
    remark = typed.remark(session.words)
    inside = session.close
    color = ft.Colors.ON_PRIMARY if inside and complete is not None else \
        ft.Colors.ERROR if definite else ft.Colors.ON_SURFACE_VARIANT
    beside = line_key(session, sheet, entry)
    message, key = keeping.parts_of(session, said, color) if said else (
        _remark(session, remark, color, wrong=bool(definite)), beside)
    last = _last(session, sheet, entry, typed, message if inside and (said or remark) else None)
    if inside:
        collect(ft.Column([key, last] if said else [last]), focus, Group.FOOT, {})
        return ft.Row([ft.Container(last, expand=True), key], spacing=GAP)
    above = ft.Container(keeping.line_of(message, key) if said else message,
                         height=keeping.slot_height(session))
    collect(ft.Column([above, last]), focus, Group.FOOT, {})
    return ft.Column([above, ft.Row([ft.Container(last, expand=True), beside], spacing=GAP)],
                     tight=True, spacing=0)


def _last(session: Session, sheet: SheetView, entry: EntryModel, typed: Typed,
          message: ft.Control | None) -> ft.Control:
    """Return what saves. Beside keys that save there is no dead one, but its room stays: the others
    must not move. message: what is to be said there."""
    if typed.draft.last_taps():
        return save_keys(session, sheet, typed.draft, partial(save_with, session, sheet, entry))
    if typed.hand is None and panel_of(sheet.game).results_save:
        return ft.Container(message, height=keeping.save_height(session),
                            alignment=ft.Alignment.CENTER)
    return save_button(session, sheet, typed, lambda: save(session, sheet, entry),
                       message=message)


def _in_passing(session: Session, sheet: SheetView, entry: EntryModel,
                definite: tuple[Problem, ...]) -> keeping.Said | None:
    """Return what was just written, or a question about what is typed; None for neither."""
    asked = None if definite else entry.draft.suggestion()
    if asked is not None:
        return keeping.said_in_passing(
            session, asked, lambda: change(session, sheet, entry, asked.step))
    return keeping.said_written(session, sheet, entry, lambda: retrace(
        session, sheet.id, session.service.undo))


def _correcting(session: Session, sheet: SheetView, entry: EntryModel, line: Line) -> ft.Control:
    number = sheet.score.lines.index(line) + 1
    return ft.Container(padding=ft.Padding.only(bottom=Space.SMALL), content=ft.Row(
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN, controls=[
        ft.Column([
            ft.Text(session.words("Correcting hand {number}", number=number), size=Type.BODY,
                    color=ft.Colors.PRIMARY, weight=ft.FontWeight.W_600),
            muted(session.words("Before: {what}", what=session.words.hand(
                sheet.game.describe(line.record.hand, line.table.names))),
                max_lines=1 if session.close else 2,
                overflow=ft.TextOverflow.ELLIPSIS)], spacing=0, tight=True, expand=True),
        text_button(session.words("Cancel"), lambda: keeping.clear(session, sheet, entry),
                    identifier="cancel-correction")]))


def _remark(session: Session, sentence: str, color: ft.Colors, *, wrong: bool) -> ft.Control:
    """Return a remark about what is typed; wrong: whether it says that this is wrong."""
    room = 1.8 * room_of(session)  # lines break between words
    # A new control when the sentence comes back: a browser does not read out a label again that
    # was once empty.
    return ft.Semantics(identifier="fault", key=f"fault-{bool(sentence)}", container=True,
                        live_region=wrong,
                        content=ft.Container(
                            ft.Text(sentence, color=color, text_align=ft.TextAlign.CENTER,
                                    size=session.size_that_fits(sentence, Type.SMALL, room)),
                            alignment=ft.Alignment.CENTER))
