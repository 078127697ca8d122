"""The stars of an evening: those from its hands, those people note, and those its end will take."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date as Date
from functools import partial

import flet as ft

from scorepad.book.ledger.oddities import odd_notes
from scorepad.book.ledger.stars import EveningStars, Star, sum_by_event
from scorepad.book.ledger.tariffs import AUSWAERTS, MANUAL, NOTED, Tariffs
from scorepad.book.ledger.words import read_stars, signed, title_of, what_for
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service.refusals import Refused, new_id
from scorepad.storage import StorageFault
from scorepad.ui.hooks import use_own
from scorepad.ui.session import Session, going_to, use_session
from scorepad.ui.theme import Type, color_of_money
from scorepad.ui.widgets import (
    chip,
    chips,
    heading,
    icon_button,
    panel,
    remark,
    stack,
    strong,
    text_button,
    text_field,
)


@ft.observable
@dataclass
class Noting:
    """Stars that are about to be noted; the tap on a player saves them.

    id: of the note that the tap makes, so that a double tap makes one; fault: why the number or the
    note (`at`) is refused.
    """

    id: str = field(default_factory=new_id)

    event: str = ""
    ziel: str = ""
    stars: str = ""
    note: str = ""
    fault: Message | None = None
    at: str = ""

    def choose(self, event: str) -> None:
        """Choose an event; choosing the same one again clears the choice."""
        self.event = "" if event == self.event else event
        self.ziel, self.fault = "", None

    def drive(self, ziel: str) -> None:
        """Choose the destination of a drive."""
        self.ziel = ziel

    def type(self, field: str, typed: str) -> None:
        """Take what was typed as the number of stars or as the reason, the note."""
        setattr(self, field, typed)
        self.fault = None

    @property
    def asks_for_player(self) -> bool:
        """True if everything is said except whose stars they are."""
        return bool(self.event) and (self.event != AUSWAERTS or bool(self.ziel))

    def save(self, session: Session, evening: str, player: str) -> None:
        """Write the stars into the book; a refusal stands at its field."""
        if not self.asks_for_player:  # the second half of a double tap
            return
        manual = self.event == MANUAL
        stars = read_stars(self.stars) if manual else None
        if manual and stars is None:
            self.at, self.fault = "stars", say("Type how many stars, such as −1.")
            return
        club = session.service.club
        try:
            own = club.note(evening, player, self.event, ziel=self.ziel, stars=stars,
                            note=self.note if manual else "", id=self.id)
        except Refused as refused:
            self.at = str(refused.problems[0].place[0])
            self.fault = say("The number {fault}.", fault=refused.message) \
                if self.at == "stars" else say("The note {fault}.", fault=refused.message)
            return
        title = title_of(self.event, self.ziel)
        self.event = self.ziel = self.stars = self.note = ""
        self.id = new_id()
        session.offer_undo(say("Noted for {name}: {event}", name=player, event=title),
                           club.take_back, evening, own)


@ft.component
def StarsOfEvening(evening: str) -> ft.Control:
    """Draw the stars on an evening's screen; nothing where the club keeps no ledger."""
    session = use_session()
    noting = use_own(Noting)
    try:
        stars = session.service.club.evening(evening)
    except (KeyError, StorageFault):  # its screen is drawn later and says so
        stars = None
    if stars is None:
        return ft.Container()
    t = session.words
    return stack(
        heading(t("Stars")),
        # Above the list, so that what a tap unfolds has room on the screen.
        panel(*_form(noting, stars, session)),
        panel(*_hands(stars, session), *_noted(stars, session), *_closing(stars, session),
              text_button(t("Star ledger"), going_to("/stars"),
                          identifier="ledger", icon=ft.Icons.STAR_OUTLINE)))


def star_line(left: str, stars: int, session: Session, below: str,
              end: ft.Control | None = None) -> ft.Control:
    """Build a line with the stars that somebody gained or lost, and what for."""
    return ft.Row([
        ft.Column([ft.Text(left, size=Type.FIGURE), remark(below)],
                  spacing=2, tight=True, expand=True),
        strong(signed(stars, session.words), color=color_of_money(-stars)),
        *([end] if end else [])])


def _hands(stars: EveningStars, session: Session) -> Iterator[ft.Control]:
    """Yield the stars from the hands, one line per player."""
    t = session.words
    if not stars.counted and not stars.closing:
        yield remark(t("No stars on this evening so far."))
    if stars.hands:
        yield remark(t("From the hands"))
    sums = sum_by_event(stars.hands)
    for player in dict.fromkeys(star.player for star in sums):
        own = [star for star in sums if star.player == player]
        told = " · ".join(f"{t(title_of(star.event))} {signed(star.stars, t)}" for star in own)
        yield star_line(player, sum(star.stars for star in own), session, told)


def _noted(stars: EveningStars, session: Session) -> Iterator[ft.Control]:
    """Yield the noted stars, with buttons that take them back, and what is wrong with them."""
    t = session.words
    if stars.noted:
        yield remark(t("Noted"))
    faults = {problem.place[0]: problem.message for problem in stars.faults}
    for index, star in enumerate(stars.noted):
        yield star_line(star.player, star.stars, session, what_for(star, t), _take_back(
            star, stars, session))
        if index in faults:
            yield ft.Text(t("This does not count: it {fault}.", fault=faults[index]),
                          size=Type.BODY, color=ft.Colors.ERROR)
    for told in dict.fromkeys(
            t(message) for _, message in odd_notes(stars.page.notes, stars.page.place)):
        yield ft.Text(told, size=Type.BODY)


def _take_back(star: Star, stars: EveningStars, session: Session) -> ft.Control:
    t = session.words
    label = t("Take back: {name}, {event}", name=star.player,
              event=t(title_of(star.event, star.ziel)))
    return icon_button(ft.Icons.CLOSE, label, lambda: session.attempt(
        session.service.club.take_back, stars.page.id, star.id), identifier=f"take-back-{star.id}")


def _closing(stars: EveningStars, session: Session) -> Iterator[ft.Control]:
    """Yield the stars that the end of the evening takes, and why."""
    t = session.words
    if stars.closing:
        yield remark(t("At the end of the evening") if stars.page.closed else
                     t("Once the evening is ended"))
    for star in stars.closing:
        yield star_line(star.player, star.stars, session, what_for(star, t))


# --- noting -------------------------------------------------------------------------------------


def _form(noting: Noting, stars: EveningStars, session: Session) -> Iterator[ft.Control]:
    """Yield chips for the event, then for the player whose stars they are: the last tap saves."""
    t, day = session.words, stars.page.date
    tariffs = session.service.club.tariffs()
    yield remark(t("Note stars"))
    yield chips([chip(_with_stars(event, tariffs, day, t),
                      partial(noting.choose, event), chosen=event == noting.event,
                      identifier=f"note-{event}") for event in _offered(tariffs, day)])
    if noting.event == AUSWAERTS:
        yield remark(t("Where to?"))
        yield chips([chip(f"{ziel} {signed(tariffs.stars(AUSWAERTS, day, ziel) or 0, t)}",
                          partial(noting.drive, ziel), chosen=ziel == noting.ziel,
                          identifier=f"ziel-{ziel}") for ziel in tariffs.destinations_on(day)])
    if noting.event == MANUAL:
        for field, label in (("stars", t("Number of stars")), ("note", t("What for"))):
            yield text_field(
                label, getattr(noting, field), partial(noting.type, field),
                error=t(noting.fault) if noting.fault and noting.at == field else None)
    if noting.asks_for_player:
        yield remark(t("Whose stars?"))
        yield chips([
            chip(name, partial(session.attempt, noting.save, session, stars.page.id, name),
                 identifier=f"stars-of-{name}") for name in _names(stars, session)])


def _offered(tariffs: Tariffs, day: Date) -> list[str]:
    """Return the events that can be noted on this day: those with a tariff, and corrections."""
    return [event for event in NOTED if event == MANUAL
            or event == AUSWAERTS and tariffs.destinations_on(day)
            or tariffs.stars(event, day) is not None]


def _with_stars(event: str, tariffs: Tariffs, day: Date, t: Words) -> str:
    count = tariffs.stars(event, day)
    return t(title_of(event)) + ("" if count is None else f" {signed(count, t)}")


def _names(stars: EveningStars, session: Session) -> list[str]:
    """Return those who sat at a table that evening, then everybody else."""
    here = [name for sheet in stars.page.sheets for name in sheet.names]
    return list(dict.fromkeys([*here, *session.service.players()]))
