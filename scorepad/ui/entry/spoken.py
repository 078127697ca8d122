"""The words that a screen reader says by itself after a change of the sheet."""

import flet as ft

from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.entry.model import EntryModel
from scorepad.ui.entry.telling import told_line
from scorepad.ui.session import Session


def told_hand(sheet: SheetView, hand: str, session: Session) -> str:
    """Return what the hand with this id wrote, how much they have together who wrote something, how
    it ended a Partie if it did, and who deals next: `Anne +70, together 140; Bert deals`."""
    t, score, names = session.words, sheet.score, sheet.score.record.names
    number, line = next(((number, line) for number, line in enumerate(score.lines, 1)
                         if line.record.stamp.id == hand), (0, None))
    if line is None:
        return told_next(sheet, t)
    totals = [t("{name} together {points}", name=names[seat],
                points=t.points(line.tally.totals[seat], score.decimals))
              for seat, points in enumerate(line.points) if points]
    match = score.match_ended_by(number)
    ended = [] if match is None else [t(score.tell(match))]
    return "; ".join([told_line(line, sheet, session), *totals, *ended, told_next(sheet, t)])


def told_back(sheet: SheetView, session: Session, done: str) -> str:
    """Return that a step was undone or done again, as `done` says it, and what stands now."""
    t, score = session.words, sheet.score
    said = t(say_n("{n} hand on the sheet", "{n} hands on the sheet", len(score.lines)))
    return "; ".join([done, said, told_next(sheet, t)])


def told_next(sheet: SheetView, t: Words) -> str:
    """Return who deals the next hand, or that there is none."""
    if sheet.score.over:
        return t("The match is over.")
    table = sheet.score.next.table
    return t("{name} deals", name=table.names[table.dealer])


@ft.component
def Spoken(entry: EntryModel) -> ft.Control:
    """Draw what nobody sees: the place whose words are said whenever they change."""
    return ft.Semantics(
        identifier="spoken", key=f"spoken-{bool(entry.said)}", container=True, live_region=True,
        label=entry.said, content=ft.Container(width=1, height=1))


def hidden_heading(text: str) -> ft.Control:
    """Build a heading that only a screen reader finds, to get from part to part."""
    return ft.Semantics(header=True, container=True, label=text, content=ft.Container(height=1))
