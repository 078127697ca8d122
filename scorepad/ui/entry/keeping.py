"""The hand that somebody types for a sheet, kept through a reload, a restart and a crash; and the
line above the save button, where two people who type for one sheet are asked."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.drafts.draft import Suggestion
from scorepad.service.roles import now
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui.entry import panel_of
from scorepad.ui.entry.model import (
    GAP,
    EntryModel,
    Offer,
    Place,
    Slot,
    Typed,
    end_of,
    happened,
    told_line,
    told_points,
)
from scorepad.ui.entry.pad import key_size, room_of
from scorepad.ui.session import Session
from scorepad.ui.theme import Height, Radius, Space, Type
from scorepad.ui.widgets import Act, felt, key_text

LOOKED_AT = "match-end/{sheet}"
"""The key under which the id of the hand is kept whose match end has been looked at."""


def entry_of(session: Session, sheet: SheetView) -> EntryModel:
    """Return what is typed for the sheet on this page, or was before a reload or a restart."""
    def begin() -> EntryModel:
        raw = session.service.drafts.of(sheet.id, session.tab)
        kept = raw if isinstance(raw, dict) else {}
        found = read(kept, sheet) if kept and "taken" not in kept else None
        entry = found or EntryModel(blank(sheet))
        entry.seen = session.service.kept(LOOKED_AT.format(sheet=sheet.id)) \
            or kept.get("seen")  # where an earlier version kept it
        return entry
    return session.typing(sheet.id, begin)


def read(raw: Any, sheet: SheetView) -> EntryModel | None:
    """Return what a page has kept, None where this version cannot read it."""
    try:
        draft = panel_of(sheet.game).draft.of_json(raw["draft"], sheet.score.next.table)
        after = Place(*raw["after"]) if "after" in raw else end_of(sheet.score)
        line = raw.get("line")
        return EntryModel(draft, raw["amending"], version=raw["version"], after=after,
                          line=line if isinstance(line, str) else None, unlined=blank(sheet))
    except (LookupError, TypeError, ValueError):
        return None


def blank(sheet: SheetView) -> Any:
    """Return the draft of the next hand before the first tap."""
    draft, score = panel_of(sheet.game).draft, sheet.score
    return draft.after(score.lines[-1].record.hand, score.next.table) if score.lines else \
        draft.empty(score.next.table)


def is_typing(sheet: SheetView, entry: EntryModel) -> bool:
    """Return whether anything of the next hand is typed."""
    table = sheet.score.next.table
    return entry.amending is None and not entry.draft.at(table).is_blank(table)


def is_half_typed(sheet: SheetView, entry: EntryModel) -> bool:
    """Return whether anything is typed that is not saved: of the next hand, or of a correction."""
    return entry.amending is not None or is_typing(sheet, entry)


def is_overtaken(sheet: SheetView, entry: EntryModel) -> bool:
    """Return whether the hand that is typed was meant to follow another one than the last."""
    return is_typing(sheet, entry) and entry.after.hand != end_of(sheet.score).hand


def keep(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Remember what is typed, so that a reload or a crash loses nothing."""
    drafts = session.service.drafts
    has_looked = entry.sight.looked == drafts.written
    kept = entry.json() if is_half_typed(sheet, entry) else None
    session.place.half_typed(kept is not None)
    session.attempt_quietly(drafts.keep, sheet.id, session.tab, kept)
    if has_looked:  # what was written just now was its own
        entry.sight.looked = drafts.written


def go_on(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Note that the end of the last match has been looked at."""
    entry.seen, entry.written = end_of(sheet.score).hand, None
    session.attempt_quietly(session.service.keep, LOOKED_AT.format(sheet=sheet.id), entry.seen)
    session.show_anew()  # the head shows the next Partie from now on


def clear(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Clear what is typed, and go on with the next hand."""
    begin_next(session, sheet, entry)
    keep(session, sheet, entry)


def begin_next(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Go on with the next hand, once what was typed is saved and so no longer kept."""
    entry.take(blank(sheet))
    if entry.amending is not None:
        session.show_anew()  # its row is marked no more
    entry.amending = entry.version = entry.asked = None
    session.place.half_typed(False)


def typed_of(sheet: SheetView, entry: EntryModel) -> Typed:
    """Return what is typed, as it stands at its place on the sheet."""
    return entry.typed(slot_of(sheet, entry))


def amended_line(score: Scoresheet, entry: EntryModel) -> Line | None:
    """Return the line of the hand that is corrected; None if none is, or it is gone."""
    return None if entry.amending is None else next(
        (line for line in score.lines if line.record.stamp.id == entry.amending), None)


def has_lost_its_hand(sheet: SheetView, entry: EntryModel) -> bool:
    """Return whether a hand is corrected that somebody has undone meanwhile."""
    return entry.amending is not None and amended_line(sheet.score, entry) is None


def slot_of(sheet: SheetView, entry: EntryModel) -> Slot:
    """Return the place of the hand that is typed: of the corrected one, or at the end."""
    line = amended_line(sheet.score, entry)
    if line is None:
        return Slot(sheet.game, sheet.score.next.table, sheet.score.multipliers)
    return Slot(sheet.game, line.table, line.multipliers)


DAY = 24 * 60 * 60 * 1000
"""Milliseconds after which other pages are no longer offered what was half typed; the page on which
it was typed still has it."""


def look(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Look at what is half typed on other pages. The latest of it is offered if nothing is typed
    here; what was typed here is given up if another page has taken it over. Raises
    `StorageFault`."""
    drafts = session.service.drafts
    kept = drafts.on(sheet.id)
    _give_up(sheet, entry, kept.pop(session.tab, None))
    for page, raw in kept.items():
        if isinstance(raw, dict) and "after" not in raw:  # by an earlier version
            raw["after"] = end_of(sheet.score)
            drafts.keep(sheet.id, page, raw)
    entry.sight.looked = drafts.written
    offers = [offer for page, raw in kept.items()
              if (offer := _offered(sheet, page, raw)) is not None]
    entry.offer = None if entry.amending is not None or is_typing(sheet, entry) else \
        max(offers, key=lambda offer: int(offer.raw.get("at", 0)), default=None)


def look_again(session: Session, sheet: SheetView, entry: EntryModel) -> bool:
    """Look again if there may be something new; return whether another page took this over."""
    before = entry.taken
    if entry.sight.looked != session.service.drafts.written:
        with suppress(StorageFault):
            look(session, sheet, entry)
    return entry.taken is not None and entry.taken is not before


def take_over(session: Session, sheet: SheetView, entry: EntryModel, offer: Offer) -> None:
    """Take over what is half typed on another page: it is typed here from now on, not there."""
    current = session.service.drafts.on(sheet.id).get(offer.page)
    latest = None if current is None else _offered(sheet, offer.page, current)
    if latest is None:  # it has been saved, or dropped, or taken over by somebody else
        look(session, sheet, entry)
        return
    _take(session, sheet, latest)
    entry.take(latest.draft)
    entry.after, entry.offer, entry.taken = latest.after, None, None
    keep(session, sheet, entry)


def mine_again(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Take back what another page has taken over, as it was: it is typed here again, not there."""
    taken = entry.taken
    if taken is None:
        return
    theirs = session.service.drafts.on(sheet.id).get(taken.page)
    if theirs is not None and (offer := _offered(sheet, taken.page, theirs)) is not None:
        _take(session, sheet, offer)
    entry.take(taken.draft)
    entry.after, entry.taken = taken.after, None
    keep(session, sheet, entry)


def _take(session: Session, sheet: SheetView, offer: Offer) -> None:
    """Tell the other page that it is typed here now; a copy stays there."""
    session.attempt_quietly(session.service.drafts.keep, sheet.id, offer.page,
                            {**offer.raw, "taken": session.tab})


def _give_up(sheet: SheetView, entry: EntryModel, own: Any) -> None:
    """Clear the entry if another page has just taken over what this one keeps in `own`; forget that
    once it can no longer be taken back."""
    page = own.get("taken") if isinstance(own, dict) else None
    found = None if page is None else read(own, sheet)
    if page is None or found is None or found.after.hand != end_of(sheet.score).hand:
        entry.taken = None
    elif entry.taken is None:
        entry.taken = Offer(page, own, found.draft, found.after)
        entry.take(blank(sheet))


def _offered(sheet: SheetView, page: str, raw: Any) -> Offer | None:
    """Return what a page keeps as an offer, None unless it is the hand that is to be typed next,
    half typed there within the last `DAY` and not taken over."""
    if not isinstance(raw, dict) or "taken" in raw or raw.get("at", now()) < now() - DAY:
        return None
    found = read(raw, sheet)
    if found is None or found.amending is not None or found.draft.is_blank(sheet.score.next.table) \
            or found.after.hand != end_of(sheet.score).hand:
        return None
    return Offer(page, raw, found.draft, found.after)


LINES = 34
"""The height of two lines of remarks, at normal text size."""

FULL = 0.85
"""The share of a line that text fills: lines break between words, so that they are not full."""


def slot_height(session: Session) -> float:
    """Return the height of what stands above the button, with the gaps around it."""
    return LINES * growth(session) + 2 * Space.SMALL


def save_height(session: Session) -> float:
    """Return the height of the save button, and of what may stand in its place."""
    return (Height.SAVE_CLOSE if session.close else Height.SAVE) * growth(session)


def growth(session: Session) -> float:
    """Return the factor by which what never scrolls grows: less than the text."""
    return max(1, session.text_scale * 0.75)


class Said(NamedTuple):
    """A sentence with one answer: what stands on its key, what a tap does, and its identifier;
    sign: on a key that leaves room for the one of the line, in place of words."""

    sentence: str
    answer: str
    act: Act
    identifier: str
    sign: ft.IconData | None = None


def said_beside(session: Session, sheet: SheetView, entry: EntryModel) -> Said | None:
    """Return what is to be said of what another page has begun or taken over; None for neither."""
    t = session.words
    if entry.taken is not None:
        return Said(t("Taken over elsewhere"), t("Bring mine back"),
                    partial(mine_again, session, sheet, entry), "mine-again")
    if (offer := entry.offer) is not None:
        return Said(_begun(session, sheet, offer), t("Take over"),
                    partial(take_over, session, sheet, entry, offer), "take-over")
    return None


def said_written(session: Session, sheet: SheetView, entry: EntryModel, undo: Act) -> Said | None:
    """Return what was just written here, with a way to take it back, or None."""
    written = entry.written
    if written is None or written.undo is None or sheet.undo != written.undo:
        return None
    for number in range(len(sheet.score.lines), 0, -1):
        line = sheet.score.lines[number - 1]
        if line.record.stamp.id == written.hand:
            said = session.words("Hand {number}: {what}", number=number,
                                 what=told_line(line, sheet, session))
            return Said(said, session.words("Undo"), undo, "undo-written", ft.Icons.UNDO)
    return None


def said_in_passing(session: Session, suggestion: Suggestion, act: Act) -> Said:
    """Return a question in passing, with the one answer that changes something."""
    return Said(session.words(suggestion.question), suggestion.answer, act, "suggestion")


def _begun(session: Session, sheet: SheetView, offer: Offer) -> str:
    t, slot = session.words, slot_of(sheet, EntryModel(offer.draft))
    draft = offer.draft.at(slot.table)
    hand = draft.hand()
    if hand is not None and not slot.faults(hand):
        return t("Already being entered elsewhere: {what}",
                 what=told_points(slot.score(hand).points, sheet.score, t))
    if what := draft.begun(sheet.score.record.names):
        return t("Already being entered elsewhere: {what} …", what=what)
    return t("This hand is already being entered elsewhere")


def line_of(told: ft.Control, answer: ft.Control) -> ft.Control:
    """Return a line with a sentence and its answer."""
    told.expand = True
    return ft.Row(spacing=Space.SMALL, vertical_alignment=ft.CrossAxisAlignment.CENTER,
                  controls=[told, answer])


def parts_of(session: Session, said: Said, color: ft.Colors) -> tuple[ft.Control, ft.Control]:
    """Return a sentence, in this colour, and the key of its answer."""
    room, has_sign = room_of(session), session.close and said.sign is not None
    width = Height.KEY if has_sign else room / 3
    size = session.size_that_fits(said.sentence, Type.SMALL,
                                  2 * FULL * (room - width - Space.SMALL))
    told = ft.Text(said.sentence, size=size, color=color, max_lines=2,
                   overflow=ft.TextOverflow.ELLIPSIS)
    return ft.Semantics(identifier=f"{said.identifier}-sentence", container=True, content=told), \
        ft.Container(_answer(session, said.answer, said.act, said.identifier, 3,
                             said.sign if has_sign else None), width=width)


def _answer(session: Session, text: str, act: Act, identifier: str, columns: int,
            sign: ft.IconData | None = None) -> ft.Control:
    """Return an answer to tap, which is filled less high so that it looks like no key."""
    face = ft.Container(
        key_text(text, size=key_size(text, columns, Type.BODY), weight=ft.FontWeight.W_600)
        if sign is None else
        ft.Icon(sign, size=Type.KEY, color=ft.Colors.ON_SURFACE, semantics_label=text),
        alignment=ft.Alignment.CENTER, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=Radius.SMALL, margin=ft.Margin.symmetric(vertical=Space.HAIR + 1))
    return ft.Semantics(identifier=identifier, button=True, content=ft.Container(
        face, on_click=felt(act), height=slot_height(session)))


def question_of(session: Session, sheet: SheetView, entry: EntryModel) -> ft.Control | None:
    """Return the question whether what is typed is meant although somebody else was quicker; None
    if nobody was. It stands in the place of the save button and takes no tap: whoever tries to save
    without looking up does nothing."""
    def told(line: Line) -> str:
        return told_line(line, sheet, session)

    asked = happened(sheet.score, entry.after, told) if is_overtaken(sheet, entry) else None
    if asked is None:
        return None
    sentence = session.words(asked)
    size = session.size_that_fits(sentence, Type.BODY, 2 * FULL * room_of(session))
    return ft.Semantics(identifier="question", key="question", container=True,
                        content=ft.Container(
        ft.Text(sentence, size=size, text_align=ft.TextAlign.CENTER,
                weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY),
        alignment=ft.Alignment.CENTER, height=save_height(session)))


def answers(session: Session, complete: bool, go_on: Callable[[], None],
            drop: Callable[[], None]) -> ft.Control:
    """Return the two answers, away from where a tap would have saved. complete: whether the hand is
    whole, so that going on saves it; go_on, drop: what each answer does."""
    t = session.words
    yes = t("Save anyway") if complete else t("Continue anyway")
    return ft.Row(spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.CENTER, controls=[
        ft.Container(_answer(session, text, act, identifier, 2), expand=True)
        for text, act, identifier in ((yes, go_on, "all-the-same"),
                                      (t("Discard mine"), drop, "drop-mine"))])
