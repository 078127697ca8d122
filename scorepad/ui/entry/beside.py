"""A hand that is half typed on another page: it stays there until somebody takes it over."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from scorepad.service.refusals import now
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui.entry.keeping import blank, is_typing, keep, read
from scorepad.ui.entry.model import EntryModel, Offer
from scorepad.ui.entry.sight import end_of
from scorepad.ui.session import Session

DAY = 24 * 60 * 60 * 1000
"""Milliseconds after which other pages are no longer offered what was half typed; the page on which
it was typed still has it."""


def look(session: Session, sheet: SheetView, entry: EntryModel) -> None:
    """Look at what is half typed on other pages.

    The latest of it is offered if nothing is typed here; what was typed here is given up if another
    page has taken it over. Raises `StorageFault`.
    """
    drafts = session.service.drafts
    kept = drafts.on(sheet.id)
    _give_up(sheet, entry, kept.pop(session.tab, None))
    for page, raw in kept.items():
        if isinstance(raw, dict) and "after" not in raw:  # by an earlier version
            raw["after"] = end_of(sheet.score)
            drafts.keep(sheet.id, page, raw)
    entry.sight.looked = drafts.written
    entry.offer = None if entry.amending is not None or is_typing(sheet, entry) \
        else _latest(sheet, kept)


def look_again(session: Session, sheet: SheetView, entry: EntryModel) -> bool:
    """Look again if there may be something new; return whether what was typed here has just been
    taken over by another page."""
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
    """Tell the page where it was typed that it is typed here now. A copy stays there, which can be
    taken back."""
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


def _latest(sheet: SheetView, kept: Mapping[str, Any]) -> Offer | None:
    """Return what was typed last on other pages for the hand that is to be typed next, or None."""
    offers = [offer for page, raw in kept.items()
              if (offer := _offered(sheet, page, raw)) is not None]
    return max(offers, key=lambda offer: int(offer.raw.get("at", 0)), default=None)


def _offered(sheet: SheetView, page: str, raw: Any) -> Offer | None:
    """Return what a page keeps as an offer, None unless it is the hand that is to be typed next,
    half typed there within the last `DAY` and not taken over."""
    if not isinstance(raw, dict) or "taken" in raw or raw.get("at", now()) < now() - DAY:
        return None
    found = read(raw, sheet)
    if found is None or found.amending is not None or found.draft == blank(sheet) \
            or found.after.hand != end_of(sheet.score).hand:
        return None
    return Offer(page, raw, found.draft, found.after)
