"""The entry of any sheet: the game's panel, what is wrong with the hand, and the save button; and
what these do: change, save and drop what is typed, and correct a saved hand."""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

import flet as ft

from scorepad.book.record import HandRecord
from scorepad.book.scoresheet import Line
from scorepad.drafts.plain import Way
from scorepad.games.game import Problem, Seat
from scorepad.i18n.message import Message
from scorepad.service.views import SheetView
from scorepad.ui.entry import keeping, panel_of
from scorepad.ui.entry.line import line_field, line_key, save_button, save_keys
from scorepad.ui.entry.model import GAP, Desk, EntryModel, Lay, Place, Step, Typed, Written, end_of
from scorepad.ui.entry.pad import notes_row, room_of
from scorepad.ui.entry.stops import (
    Focus,
    Group,
    collect,
    has_keyboard,
    hidden_heading,
    told_back,
    told_hand,
)
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
        keys = [key, beside] if said and said.sign else [key]
        return ft.Row([ft.Container(last, expand=True), *keys], spacing=GAP)
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


DOUBLE_TAP = 0.5
"""Seconds within which a second tap belongs to the first, and is not meant for the next hand."""


def change(session: Session, sheet: SheetView, entry: EntryModel, step: Step) -> None:
    """Apply a step to the draft, and keep what is typed then."""
    if keeping.look_again(session, sheet, entry):
        return  # it was meant for what another page has just taken over
    draft = step(entry.draft.at(keeping.slot_of(sheet, entry).table))
    if draft != entry.draft:
        if entry.amending is None and not keeping.is_typing(sheet, entry):
            entry.after, entry.offer, entry.taken = entry.sight.seen(), None, None
        entry.take(draft)
        entry.written = None
        keeping.keep(session, sheet, entry)


def retrace(session: Session, sheet: str, step: Callable[[str], Any]) -> None:
    """Undo or redo a step. What is typed to follow the last hand then follows the new last one,
    because it was its typist who changed that. sheet: its id; step: `undo` or `redo` of the
    service."""
    view = session.service.sheet(sheet)
    entry, before = keeping.entry_of(session, view), end_of(view.score)
    if session.attempt(step, sheet):
        now, t = session.service.sheet(sheet), session.words
        end = end_of(now.score)
        entry.said = told_back(now, session, t("Redone") if step == session.service.redo
                               else t("Undone"))
        entry.sight.know(end)
        if keeping.is_typing(view, entry) and entry.after == before != end:
            entry.after = end
            keeping.keep(session, view, entry)


def begin_correction(session: Session, sheet: SheetView, hand: str) -> None:
    """Put a recorded hand back into the entry, as it is now, to be corrected there."""
    entry, sheet = keeping.entry_of(session, sheet), session.service.sheet(sheet.id)
    entry.wants_keys = True
    entry.amending, entry.written = hand, None  # undoing the last hand is not what is meant now
    session.show_anew()  # its row is marked
    line = keeping.amended_line(sheet.score, entry)
    if line is None:
        stop_correction(session, sheet, entry)
        return
    entry.version = session.service.version(sheet.id, hand)
    entry.take(panel_of(sheet.game).draft.of_hand(line.record.hand, line.table))
    entry.began = entry.draft
    keeping.keep(session, sheet, entry)


USUAL_PENALTY = 50
"""Points that stand there before others are typed."""


def begin_penalty(session: Session, sheet: SheetView, seat: Seat) -> None:
    """Put a penalty for somebody into the entry, in place of what is typed for the next hand."""
    entry, sheet = keeping.entry_of(session, sheet), session.service.sheet(sheet.id)
    game: Any = sheet.game
    draft: Any = panel_of(game).draft.of_hand(
        game.penalty(seat, USUAL_PENALTY), sheet.score.next.table)
    entry.amending = entry.version = entry.written = None
    entry.take(draft.direct(draft.fields(Way.NUMBER)[0]))
    entry.after = end_of(sheet.score)
    keeping.keep(session, sheet, entry)


def stop_correction(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Stop a correction whose hand is gone; what was typed stays, as the next hand."""
    if entry.draft == entry.began:
        entry.take(keeping.blank(sheet))  # it is all of the hand that was undone
    entry.amending = entry.version = None
    entry.after = end_of(sheet.score)
    keeping.keep(session, sheet, entry)
    session.show_anew()  # the sheet on the screen may still have it
    session.tell(session.words("This hand is no longer on the sheet."))


def save(session: Session, sheet: SheetView, entry: EntryModel, *, may_insist: bool = True) -> None:
    """Write the hand down if it can have been played and follows the one that its typist saw.
    may_insist: whether a second attempt saves it although it now follows another hand."""
    drawn, sheet = sheet, session.service.sheet(sheet.id)  # a tap before may have saved a hand
    if keeping.has_lost_its_hand(sheet, entry):
        stop_correction(session, sheet, entry)
        return
    end = end_of(sheet.score)
    if keeping.is_overtaken(sheet, entry):
        if not _asked_before(entry, end) or not may_insist:
            session.show_anew()  # with the question
            return
        entry.after = end
    hand = keeping.typed_of(sheet, entry).complete
    if hand is None:
        return
    if (line := keeping.amended_line(sheet.score, entry)) is not None:
        _amend(session, sheet, entry, line.record._replace(hand=hand))
    else:
        is_of_now = end_of(drawn.score) == end
        _record(session, drawn if is_of_now else sheet, entry, hand)


def _record(session: Session, sheet: SheetView, entry: EntryModel, hand: Any) -> None:
    """Write down a hand after the last one of this view of the sheet, for the players whom this
    page shows."""
    typed, end, written = entry.draft, end_of(sheet.score), [""]

    def record() -> None:
        written[0] = session.service.record(sheet.id, hand, end.hand, session.tab,
                                            sheet.next_hand)

    def saved() -> None:
        entry.sight.know(Place(written[0], end.number + 1))
        _go_on_after(session, sheet.id, entry, written[0], typed)

    def overtaken(sentence: Message) -> None:
        if (now := end_of(session.service.sheet(sheet.id).score)) == end:
            session.tell(sentence)
        else:  # somebody else's hand reached the disk first: the question is asked now
            _asked_before(entry, now)

    session.attempt(record, then=saved, overtaken=overtaken)


def _amend(session: Session, sheet: SheetView, entry: EntryModel, changed: HandRecord) -> None:
    """Write down the correction of a hand; show what another has made of it if that was faster."""
    typed, hand = entry.draft, changed.stamp.id

    def overtaken(sentence: Message) -> None:
        begin_correction(session, sheet, hand)
        session.tell(sentence, action=session.words("Bring mine back"), on_action=mine)

    def mine() -> None:
        entry.take(typed)
        keeping.keep(session, sheet, entry)

    session.attempt(session.service.amend, sheet.id, hand, changed, entry.version, session.tab,
                    then=lambda: _go_on_after(session, sheet.id, entry, hand, typed),
                    overtaken=overtaken)


def _go_on_after(session: Session, sheet_id: str, entry: EntryModel, hand: str, typed: Any) -> None:
    """Say what was saved, and go on; typed: the draft that it was saved from."""
    sheet = session.service.sheet(sheet_id)
    entry.saved = monotonic()
    entry.written = Written(hand, sheet.undo)
    entry.said = told_hand(sheet, hand, session)
    session.place.hand_saved()
    if entry.draft == typed:
        keeping.begin_next(session, sheet, entry)
        return
    if entry.amending:  # and something was typed while it had to wait
        entry.version = session.service.version(sheet.id, entry.amending)
    keeping.keep(session, sheet, entry)


def _asked_before(entry: EntryModel, end: Place) -> bool:
    """Return whether this attempt to save comes after the question whether the hand is to follow
    `end` all the same, and is not the second half of a double tap; note the attempt."""
    before, entry.asked = entry.asked, (end, monotonic())
    return before is not None and before[0] == end and entry.asked[1] - before[1] >= DOUBLE_TAP


def save_all_the_same(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Let what is typed follow the last hand as it is shown, and save it if it can be."""
    entry.after, entry.asked = end_of(sheet.score), None
    keeping.keep(session, sheet, entry)
    save(session, sheet, entry)


def drop(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Drop what is typed, because somebody else has written that hand; offer to restore it."""
    typed, after = entry.draft, entry.after

    def mine() -> None:
        entry.take(typed)
        entry.after = after
        keeping.keep(session, sheet, entry)

    keeping.clear(session, sheet, entry)
    session.tell(session.words("What you had typed is discarded."),
                 action=session.words("Bring mine back"), on_action=mine)


def save_with(session: Session, sheet: SheetView, entry: EntryModel, step: Step) -> None:
    """Apply a step that completes the hand, and save it; ignore the second half of a double tap."""
    if not keeping.is_typing(sheet, entry) and entry.amending is None \
            and monotonic() - entry.saved < DOUBLE_TAP:
        return
    change(session, sheet, entry, step)
    save(session, sheet, entry, may_insist=False)
