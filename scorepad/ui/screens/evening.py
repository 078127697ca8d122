"""The screens of an evening: its settlement, sheets and stars, and its course as lines."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date as Date
from functools import partial

import flet as ft

from scorepad.book.ledger import EveningStars, Star, odd_notes
from scorepad.book.ledger.tariffs import AUSWAERTS, MANUAL, NOTED, Tariffs, read_stars
from scorepad.book.ledger.written import signed, title_of, what_for
from scorepad.book.people import Look
from scorepad.games.protocols import Partien
from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.paper import files as papers
from scorepad.service.roles import Refused, new_id
from scorepad.service.telling import told_star_sums
from scorepad.service.views import EveningView, SheetView, Standing
from scorepad.storage import StorageFault
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import keyed, use_evening, use_own, use_value
from scorepad.ui.meeting import evening_closed
from scorepad.ui.parts.address import came_from, missing
from scorepad.ui.parts.charts import course_of, lines
from scorepad.ui.parts.copies import Offer, is_due
from scorepad.ui.parts.saving_files import save_paper
from scorepad.ui.parts.settlement import beside_sheets, sheet_row
from scorepad.ui.session import Session, going_to, of_page
from scorepad.ui.theme import Space, Type, color_of_money, color_of_points


@ft.observable
@dataclass
class Noting:
    """Stars about to be noted; the tap on a player saves them. id: of the note, so that a double
    tap makes one; fault: why the number or the note (`at`) is refused."""

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
    session = of_page()
    noting = use_own(Noting)
    try:
        stars = session.service.club.evening(evening)
    except (KeyError, StorageFault):  # its screen is drawn later and says so
        stars = None
    if stars is None:
        return ft.Container()
    t = session.words
    return ui.stack(
        ui.heading(t("Stars")),
        # Above the list, so that what a tap unfolds has room on the screen.
        ui.panel(*_form(noting, stars, session)),
        ui.panel(*_hands(stars, session), *_noted(stars, session), *_closing(stars, session),
                 ui.text_button(t("Star ledger"), going_to("/stars"),
                                identifier="ledger", icon=ft.Icons.STAR_OUTLINE)))


def star_line(left: str, stars: int, session: Session, below: str,
              end: ft.Control | None = None) -> ft.Control:
    """Build a line with the stars that somebody gained or lost, and what for."""
    return ft.Row([
        ft.Column([ft.Text(left, size=Type.FIGURE), ui.remark(below)],
                  spacing=2, tight=True, expand=True),
        ui.strong(signed(stars, session.words), color=color_of_money(-stars)),
        *([end] if end else [])])


def _hands(stars: EveningStars, session: Session) -> Iterator[ft.Control]:
    """Yield the stars from the hands, one line per player."""
    t = session.words
    if not stars.counted and not stars.closing:
        yield ui.remark(t("No stars on this evening so far."))
    if stars.hands:
        yield ui.remark(t("From the hands"))
    for player, told, sum_ in told_star_sums(stars.hands, t):
        yield star_line(player, sum_, session, told)


def _noted(stars: EveningStars, session: Session) -> Iterator[ft.Control]:
    """Yield the noted stars, with buttons that take them back, and what is wrong with them."""
    t = session.words
    if stars.noted:
        yield ui.remark(t("Noted"))
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
    return ui.icon_button(ft.Icons.CLOSE, label, lambda: session.attempt(
        session.service.club.take_back, stars.page.id, star.id), identifier=f"take-back-{star.id}")


def _closing(stars: EveningStars, session: Session) -> Iterator[ft.Control]:
    """Yield the stars that the end of the evening takes, and why."""
    t = session.words
    if stars.closing:
        yield ui.remark(t("At the end of the evening") if stars.page.closed else
                        t("Once the evening is ended"))
    for star in stars.closing:
        yield star_line(star.player, star.stars, session, what_for(star, t))


def _form(noting: Noting, stars: EveningStars, session: Session) -> Iterator[ft.Control]:
    """Yield chips for the event, then for the player whose stars they are: the last tap saves."""
    t, day = session.words, stars.page.date
    tariffs = session.service.club.tariffs()
    yield ui.remark(t("Note stars"))
    yield ui.chips([ui.chip(with_stars(event, tariffs, day, t),
                            partial(noting.choose, event), chosen=event == noting.event,
                            identifier=f"note-{event}")
                    # What was chosen stands alone, so that the players have its place.
                    for event in ([noting.event] if noting.event else _offered(tariffs, day))])
    if noting.event == AUSWAERTS:
        yield ui.remark(t("Where to?"))
        yield ui.chips([
            ui.chip(f"{ziel} {signed(tariffs.stars(AUSWAERTS, day, ziel) or 0, t)}",
                    partial(noting.drive, ziel), chosen=ziel == noting.ziel,
                    identifier=f"ziel-{ziel}") for ziel in tariffs.destinations_on(day)])
    if noting.event == MANUAL:
        for field, label in (("stars", t("Number of stars")), ("note", t("What for"))):
            yield ui.text_field(
                label, getattr(noting, field), partial(noting.type, field),
                error=t(noting.fault) if noting.fault and noting.at == field else None)
    if noting.asks_for_player:
        yield ui.remark(t("Whose stars?"))
        yield ui.chips([
            ui.chip(name, partial(session.attempt, noting.save, session, stars.page.id, name),
                    identifier=f"stars-of-{name}") for name in _names(stars, session)])


def _offered(tariffs: Tariffs, day: Date) -> list[str]:
    """Return the events that can be noted on this day: those with a tariff, and corrections."""
    return [event for event in NOTED if event == MANUAL
            or event == AUSWAERTS and tariffs.destinations_on(day)
            or tariffs.stars(event, day) is not None]


def with_stars(event: str, tariffs: Tariffs, day: Date, t: Words) -> str:
    """Return the name of an event with the stars that it counts on a day, if it counts any."""
    count = tariffs.stars(event, day)
    return t(title_of(event)) + ("" if count is None else f" {signed(count, t)}")


def _names(stars: EveningStars, session: Session) -> list[str]:
    """Return those who sat at a table that evening, then everybody else."""
    here = [name for sheet in stars.page.sheets for name in sheet.names]
    return list(dict.fromkeys([*here, *session.service.players()]))


WIDEST = 1080


@ft.component
def CourseOfEvening() -> ft.View:
    session = of_page()
    t, evening = session.words, use_evening(session)
    if isinstance(evening, Message):
        return missing(t(evening), "/")
    looks = session.service.people.looks()
    body: list[ft.Control] = []
    for sheet in evening.sheets:
        # Tab comes to the ways to the sheets, which brings everything between them into sight.
        way = ui.text_button(t("To the sheet"), going_to(f"/evening/{evening.id}/sheet/{sheet.id}"),
                             identifier=f"sheet-{sheet.id}")
        body += [ui.heading(t.game(sheet.game.title)), ui.panel(_chart(sheet, looks, session), way)]
    return ui.screen(
        t("How the evening went"), *body, ft.Container(height=Space.SMALL),
        subtitle=t.dated(evening.date, evening.place),
        back=f"/evening/{evening.id}", back_label=t("Back to the settlement"),
        width=WIDEST)


def _chart(sheet: SheetView, looks: Mapping[str, Look], session: Session) -> ft.Control:
    t, score, course = session.words, sheet.score, course_of(sheet, looks, session.words)
    if course is None:
        return ui.remark(t("No hand has been played yet."))
    width = min(session.width - 2 * Space.LARGE, WIDEST) - 2 * Space.LARGE
    notes = [t(say_n("{n} hand", "{n} hands", len(score.lines)))]
    if sheet.game.low_is_good:
        notes.append(t("fewer points are better"))
    if course.breaks:
        notes.append(t("dashed: the end of a match"))
    return ft.Column(spacing=Space.MEDIUM, controls=[
        ui.remark(" · ".join(notes)),
        lines(course.lines, course.breaks, width, lambda points: t.points(points, score.decimals),
              course.said, session)])


@ft.component
def Evening() -> ft.View:
    session = of_page()
    t, evening = session.words, use_evening(session)
    if isinstance(evening, Message):
        return missing(t(evening), "/")
    back, back_label = came_from(session)
    asks, ask = use_value(False)
    has_ended, note_end = use_value(False)
    end_it = partial(_end, session, evening.id, lambda: note_end(True))
    ft.use_dialog(_ask(session, evening, lambda: ask(False), end_it) if asks else None)
    is_undecided = any(sheet.undecided for sheet in evening.sheets)
    content = use_own(ft.Ref[ft.Column])

    async def show_card() -> None:
        if has_ended and content.current:
            await content.current.scroll_to(offset=0)

    ft.use_effect(show_card, [has_ended])
    end = ui.main_button(
        t("The evening as a PDF"), lambda: save_paper(session, papers.Evening(evening.id)),
        identifier="paper", icon=ft.Icons.PICTURE_AS_PDF_OUTLINED) if evening.closed else \
        ui.main_button(t("End the evening"), lambda: ask(True) if is_undecided
                       else end_it(), identifier="end-evening")
    reopen = [ui.text_button(t("Reopen the evening"), lambda: session.attempt(
        session.service.reopen_evening, evening.id), identifier="reopen",
        icon=ft.Icons.LOCK_OPEN)] if evening.closed else []
    sheets: list[ft.Control] = [
        ui.heading(t("Sheets")),
        ui.panel(*[sheet_row(sheet, t) for sheet in evening.sheets], ft.Row([
            ui.text_button(t("New sheet"), going_to(f"/evening/{evening.id}/new"),
                           identifier="another-game", icon=ft.Icons.ADD),
            ui.text_button(t("Progress"), going_to(f"/evening/{evening.id}/course"),
                           identifier="course", icon=ft.Icons.SHOW_CHART), *reopen],
                   wrap=True)),
        *[each for standing in evening.standings for each in _standing(standing, t)],
        keyed(f"stars-{evening.id}", StarsOfEvening, evening.id)]
    return ui.screen(
        t("Settlement"), *([Offer(leads=True)] if evening.closed and is_due(session) else []),
        *beside_sheets(evening, sheets, session), ft.Container(height=Space.SMALL),
        subtitle=t.dated(evening.date, evening.place), width=session.widest,
        back=back, back_label=back_label, bottom=end, list_ref=content)


def _standing(standing: Standing, t: Words) -> list[ft.Control]:
    """Build the points of all tables of a game together."""
    low = standing.game.low_is_good
    return [ui.heading(t("{game}: all tables", game=standing.game.title)), ft.Semantics(
        identifier=f"standing-{standing.game.id}", container=True, content=ui.panel(*[
            ft.Row([ft.Text(name, size=Type.FIGURE, expand=True),
                    ui.strong(t.points(points), color=color_of_points(points, low))])
            for name, points in standing.points.items()]))]


def _ask(session: Session, evening: EveningView, close: Callable[[], None],
         end_it: Callable[[], None]) -> ft.AlertDialog:
    """Build the question whether the evening is to end before a match that is running does."""
    t, running = session.words, [sheet for sheet in evening.sheets if sheet.undecided]
    # A Partie that is broken off has no winner; other matches can end as they stand.
    counts = all(sheet.game.ends_by_hand and not isinstance(sheet.game, Partien)
                 for sheet in running)

    def end(*matches: SheetView) -> None:
        close()
        if all([session.attempt(session.service.end_match, sheet.id) for sheet in matches]):
            end_it()

    return ft.AlertDialog(
        title=t("A match is still running"), on_dismiss=close, scrollable=True,
        content=ft.Text(t("If the evening ends now, it does not count: nobody wins it, and nobody "
                          "pays for it. It goes on if you reopen the evening."), size=Type.BODY),
        actions=[ui.text_button(t("Play on"), close, identifier="close"),
                 ui.text_button(t("End the evening"), end, identifier="end-anyway"),
                 *([ui.text_button(t("Count it as it stands"), partial(end, *running),
                                   identifier="end-both")] if counts else [])])


def _end(session: Session, evening: str, then: Callable[[], None]) -> None:
    def end() -> None:
        session.service.close_evening(evening)
        evening_closed(session)

    if session.attempt(end):
        session.offer_undo(say("The evening is ended."), session.service.reopen_evening, evening)
        then()
