"""Cards for hands of which two devices have said something else: what holds, what was also said,
and a tap that takes it instead."""

from functools import partial

import flet as ft

from scorepad.book.also_said import Saying
from scorepad.book.record import HandRecord
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.parts.question import card
from scorepad.ui.session import Session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import strong, text_button

ON_IT = ft.Colors.ON_SECONDARY_CONTAINER


def also_said_of(sheet: SheetView, session: Session, only: str | None = None) -> list[ft.Control]:
    """Build a card for each hand of a sheet of which something else was also said; only: the id of
    a hand."""
    return [] if sheet.closed else [
        _card(sheet, session, hand, sayings) for hand, sayings in sheet.also.items()
        if only in (None, hand)]


def _card(sheet: SheetView, session: Session, hand: str, sayings: tuple[Saying, ...]) -> ft.Control:
    t = session.words
    number, now = next(((number, line.record) for number, line in enumerate(sheet.score.lines, 1)
                        if line.record.stamp.id == hand), (0, None))

    def key(label: str, saying: Saying | None, identifier: str) -> ft.Control:
        return text_button(label, lambda: session.attempt(partial(
            session.service.meetings.agree, sheet.id, hand, saying)), identifier=identifier)

    lines: list[ft.Control] = []
    for place, saying in enumerate(sayings):
        who = " · ".join(filter(None, [saying.by, t.moment(saying.at) if saying.at else ""]))
        keys = [key(t("Take this instead"), saying, f"also-{number}-{place}")]
        if saying is sayings[-1]:
            keys.append(key(t("Leave it as it is"), None, f"leave-{number}"))
        lines += [_text(say("Also said: {what}", what=_told(saying.record, now, sheet, t)), t),
                  *([ft.Text(who, size=Type.SMALL, color=ON_IT)] if who else []),
                  ft.Row(keys, wrap=True, spacing=Space.HAIR, run_spacing=0)]
    return card(strong(t(_title(number, now)), size=Type.BODY, color=ON_IT),
                *([_text(say("This holds: {what}", what=_told(now, None, sheet, t)), t)] if now
                  else []), *lines)


def _title(number: int, now: HandRecord | None) -> Message:
    return say("Two devices have changed hand {number}.", number=number) if now else \
        say("One device has taken back a hand that another has changed.")


def _text(said: Message, t: Words) -> ft.Control:
    return ft.Text(t(said), size=Type.BODY, color=ON_IT)


def _told(record: HandRecord | None, now: HandRecord | None, sheet: SheetView, t: Words) -> str:
    """Return what a record says; now: the one that holds, from which it may differ only in who
    dealt, or in its note."""
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
