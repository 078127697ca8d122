"""Sentences about hands of which two devices have said something else."""

from collections.abc import Iterator

from scorepad.book.history.said import Saying
from scorepad.book.record import HandRecord
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView


def contested(sheet: SheetView, hand: str) -> tuple[int, HandRecord | None]:
    """Return the number of a hand on its sheet and the hand as it holds; 0 and None for one that
    was taken back."""
    return next(((number, line.record) for number, line in enumerate(sheet.score.lines, 1)
                 if line.record.stamp.id == hand), (0, None))


def told_contests(sheet: SheetView, t: Words) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a title and sentences for each hand of a sheet of which something else was also said,
    as long as it is not asked which hands count."""
    if not (sheet.closed or sheet.questions):
        for hand, sayings in sheet.also.items():
            number, now = contested(sheet, hand)
            yield t(told_contest(number, now)), tuple([
                t("Also said: {what}", what=told_saying(each, now, sheet, t)) for each in sayings])


def told_contest(number: int, now: HandRecord | None) -> Message:
    """Return that something else was said of a hand; number, now: as `contested` returns them."""
    return say("Two devices have changed hand {number}.", number=number) if now else \
        say("One device has taken back a hand that another has changed.")


def told_saying(saying: Saying, now: HandRecord | None, sheet: SheetView, t: Words) -> str:
    """Return what else was said of a hand, and by whom; now: the hand as it holds, from which it
    may differ only in who dealt, or in its note."""
    return " · ".join(filter(None, [_told(saying.record, now, sheet, t), saying.by]))


def _told(record: HandRecord | None, now: HandRecord | None, sheet: SheetView, t: Words) -> str:
    if record is None:
        return t("taken back")
    if record.voided:
        return t("does not count")
    names, said = sheet.score.record.names, []
    if now and record.dealer != now.dealer and record.dealer is not None:
        said.append(t("{name} dealt", name=names[record.dealer]))
    if now and record.note != now.note and record.note:
        said.append(record.note)
    return " · ".join([sheet.game.describe(record.hand, names), *said])
