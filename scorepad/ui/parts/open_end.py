"""The end of a Partie that somebody still looks at: the sheet shows that Partie until the user goes
on."""

from dataclasses import replace

from scorepad.book.scoresheet import Match
from scorepad.service.views import SheetView
from scorepad.ui.entry.keeping import amended_line
from scorepad.ui.entry.model import EntryModel


def takes_hands(sheet: SheetView, entry: EntryModel) -> bool:
    """Return whether the entry is open, for the next hand or to correct an earlier one."""
    if sheet.score.over:
        return amended_line(sheet.score, entry) is not None
    return open_end(sheet, entry) is None


def open_end(sheet: SheetView, entry: EntryModel) -> Match | None:
    """Return the Partie that the last hand has ended, until the user goes on from it; otherwise
    None."""
    lines = sheet.score.lines
    if not lines or entry.amending or entry.seen == lines[-1].record.stamp.id:
        return None
    return sheet.score.match_ended_by(len(lines))


def told_below(sheet: SheetView, entry: EntryModel) -> Match | None:
    """Return the Partie whose end stands where the entry was, None where the entry is open."""
    if sheet.closed or takes_hands(sheet, entry):
        return None
    if sheet.score.over:
        return sheet.score.matches[-1] if sheet.score.matches else None
    return open_end(sheet, entry)


def looked_at(sheet: SheetView, entry: EntryModel) -> SheetView:
    """Return the sheet as its head shows it: while the end of a Partie is looked at, and once the
    evening is closed after it, with the points of that Partie and not those of the next."""
    score = sheet.score
    match = score.match_ended_by(len(score.lines)) if sheet.closed else open_end(sheet, entry)
    if match is None or score.over:
        return sheet
    return replace(sheet, score=replace(score, tally=match.tally, over=True))
