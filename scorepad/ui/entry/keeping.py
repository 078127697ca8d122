"""The hand that somebody types for a sheet, kept through a reload, a restart and a crash."""

from typing import Any

from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.service.views import SheetView
from scorepad.ui.entry import panel_of
from scorepad.ui.entry.model import EntryModel, Place, Slot, end_of
from scorepad.ui.session import Session

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


def typed_on(slot: Slot, entry: EntryModel) -> Any:
    """Return the draft as it stands at this place. In a correction, figures of the hand as it was
    that do not fit those typed anew are left out, if that makes a hand."""
    draft = entry.draft.at(slot.table)
    hand = None if entry.amending is None else draft.hand()
    if hand is None or not slot.faults(hand):
        return draft
    other = draft.without_old()
    hand = other.hand()
    return draft if hand is None or slot.faults(hand) else other


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
