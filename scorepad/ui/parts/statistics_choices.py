"""The choice of what the statistics count: the evenings of a year or of a span of days, a game."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import flet as ft

from scorepad.book.ledger.words import read_day, typed_day
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.paper.wording import period_of
from scorepad.service.statistics import Chosen, Overview
from scorepad.ui.parts.day_field import DayField
from scorepad.ui.session import Session
from scorepad.ui.widgets import chip, chips, text_button

FIRST, LAST = "first", "last"
NO_DAY = say("Type a date such as 1.9.2026, or nothing.")


@ft.observable
@dataclass
class Span:
    """The first and the last day of a span as they are typed; fault: why the day `at` is none."""

    is_open: bool = False
    first: str = ""
    last: str = ""
    at: str = ""
    fault: Message | None = None

    def toggle(self, chosen: Chosen, t: Words) -> None:
        """Open the two fields with what is counted now, or close them."""
        self.is_open, self.fault = not self.is_open, None
        self.first, self.last = [typed_day(day, t) if day else ""
                                 for day in (chosen.first, chosen.last)]

    def close(self) -> None:
        """Close the fields, whatever is in them."""
        self.is_open, self.fault = False, None

    def type(self, field: str, typed: str) -> None:
        """Take what was typed as the first or the last day."""
        setattr(self, field, typed)
        self.fault = None

    def apply(self, chosen: Chosen, choose: Callable[[Chosen], None]) -> None:
        """Count the evenings of the span, or say at a field why it is no day."""
        first, last = read_day(self.first), read_day(self.last)
        for field, typed, day in ((FIRST, self.first, first), (LAST, self.last, last)):
            if typed.strip() and day is None:
                self.at, self.fault = field, NO_DAY
                return
        choose(Chosen(None, chosen.game, first, last))
        self.close()


def choices(overview: Overview, span: Span, session: Session,
            choose: Callable[[Chosen], None]) -> list[ft.Control]:
    """Build the chips of the years and of the games, and the fields of a span. On a phone each are
    one row that scrolls sideways: the figures are what people come for."""
    t, chosen = session.words, overview.chosen
    spanned = chosen.first is not None or chosen.last is not None

    def take(wanted: Chosen) -> None:
        span.close()
        choose(wanted)

    def choice(title: str, identifier: str, wanted: Chosen) -> ft.Control:
        return chip(title, partial(take, wanted), identifier=identifier, chosen=wanted == chosen)

    def year(wanted: int | None) -> Chosen:
        return Chosen(wanted, chosen.game)

    found: list[ft.Control] = [chips([
        choice(t("All years"), "year-all", year(None)),
        *[choice(str(each), f"year-{each}", year(each)) for each in overview.years],
        chip(t(period_of(chosen)) if spanned else t("From … to …"),
             partial(span.toggle, chosen, t), identifier="span",
             chosen=span.is_open or spanned)], in_line=not session.wide)]
    if span.is_open:
        days: list[ft.Control] = [ft.Container(DayField(
            title, getattr(span, field), partial(span.type, field),
            t(span.fault) if span.fault and span.at == field else None, field), expand=session.wide)
            for field, title in ((FIRST, t("First day")), (LAST, t("Last day")))]
        found += [ft.Row(days, vertical_alignment=ft.CrossAxisAlignment.START)] \
            if session.wide else days
        found.append(text_button(t("Count these evenings"),
                                 partial(span.apply, chosen, choose), identifier="count-span"))
    if len(overview.games) > 1 or chosen.game:
        found.append(chips([
            choice(t("All games"), "game-all", chosen._replace(game=None)),
            *[choice(t(title), f"game-{key}", chosen._replace(game=key))
              for key, title in overview.titles.items()]], in_line=not session.wide))
    return found
