"""Cards for hands of which two devices have said something else: what holds, what was also said,
and a tap that takes it instead."""

from functools import partial

import flet as ft

from scorepad.book.history.said import Saying
from scorepad.i18n.message import Message, say
from scorepad.service.questions import contested, told_contest, told_saying
from scorepad.service.views import SheetView
from scorepad.ui.parts.question import card
from scorepad.ui.rights import is_at_the_book
from scorepad.ui.session import Session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import strong, text_button

ON_IT = ft.Colors.ON_SECONDARY_CONTAINER


def also_said_of(sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build a card for a hand of a sheet of which something else was also said, the next one once
    somebody has decided about that; none as long as it is asked which hands count."""
    return [] if sheet.questions else [
        also_said_of_hand(sheet, session, hand) for hand in list(sheet.also)[:1]]


def also_said_of_hand(sheet: SheetView, session: Session, hand: str,
                      margin: int = Space.SMALL) -> ft.Control:
    """Build the card for a hand of which something else was also said."""
    t, sayings = session.words, sheet.also[hand]
    number, now = contested(sheet, hand)

    def key(label: str, saying: Saying | None, identifier: str) -> ft.Control:
        return text_button(label, lambda: session.attempt(partial(
            session.service.meetings.agree, sheet.id, hand, saying)), identifier=identifier)

    lines: list[ft.Control] = [strong(t(told_contest(number, now)), size=Type.BODY, color=ON_IT)]
    for place, saying in enumerate(sayings):
        what = told_saying(saying, now, sheet, t)
        keys = [key(t("Take this instead"), saying, f"also-{number}-{place}")]
        if saying is sayings[-1]:
            keys.append(key(t("Leave it as it is"), None, f"leave-{number}"))
        lines += [ft.Text(t(_also(saying.here if is_at_the_book() else None, what)),
                          size=Type.BODY, color=ON_IT),
                  ft.Row(keys, wrap=True, spacing=Space.HAIR, run_spacing=0)]
    return card(*lines, margin=margin)


def _also(here: bool | None, what: str) -> Message:
    """Return a sentence with what was also said; here: whether on this device."""
    if here is None:
        return say("Also said: {what}", what=what)
    return say("Also said on this device: {what}", what=what) if here else \
        say("Also said on another device: {what}", what=what)
