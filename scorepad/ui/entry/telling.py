"""The points that a hand writes, in words: for the save button and wherever a hand is mentioned."""

from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.games.game import Points
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.session import Session


def announcement(points: Points, sheet: SheetView, session: Session) -> str:
    """Return who writes what: `Anne +260`, `Anne, Bert +0,60 €`, `Cem −48`."""
    return told_points(points, sheet.score, session.words)


def told_points(points: Points, score: Scoresheet, t: Words) -> str:
    """Return who writes what, as `announcement` does, on any score sheet."""
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
        or t("no points")


def told_line(line: Line, sheet: SheetView, session: Session) -> str:
    """Return who writes what for a hand on the sheet, or why it writes nothing."""
    if line.record.voided:
        return session.words("voided")
    if line.problems:
        return session.words(line.problems[0].message)
    return announcement(line.points, sheet, session)
