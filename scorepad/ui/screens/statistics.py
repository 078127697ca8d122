"""The screen of statistics: everybody's figures by year and game, and the club's records."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date as Date
from functools import partial

import flet as ft

from scorepad.book.statistics.columns import Column, columns, ordered
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words, read_day, typed_day
from scorepad.paper import files as papers
from scorepad.paper.telling import period_of
from scorepad.service.statistics import Chosen, Overview
from scorepad.storage import StorageFault
from scorepad.ui import hooks, widgets as ui
from scorepad.ui.hooks import keyed, use_found, use_own, use_value
from scorepad.ui.parts.fields import DayField
from scorepad.ui.parts.saving_files import SavePaper
from scorepad.ui.parts.statistics import (
    TABLE_FROM,
    bars_of_months,
    chart_of_season,
    compared,
    rows_of_records,
    table,
    year_shown,
)
from scorepad.ui.session import Session, go, of_page
from scorepad.ui.theme import SPACIOUS, Space

ALL = "all"
YEAR = re.compile("[0-9]{4}")
"""It bounds the digits, of which Python reads no more than 4300."""


def part_of_address(text: str) -> str:
    """Return any text as one part of an address, which `text_in_address` reads back."""
    return text if text.isascii() and text.replace("-", "").isalnum() else f"={text.encode().hex()}"


def text_in_address(part: str) -> str:
    """Return the text that a part of an address stands for; the part itself where it is none."""
    try:
        return bytes.fromhex(part[1:]).decode() if part.startswith("=") else part
    except ValueError:
        return part


def written_period(chosen: Chosen) -> str:
    """Return the evenings chosen as a part of an address."""
    if chosen.first or chosen.last:
        return "_".join([day.isoformat() if day else "" for day in (chosen.first, chosen.last)])
    return str(chosen.year or ALL)


def read_period(text: str, game: str | None) -> Chosen:
    """Return what a part of an address chooses, for a game."""
    if YEAR.fullmatch(text):
        return Chosen(int(text), game)
    first, _, last = text.partition("_")
    return Chosen(None, game, _day(first), _day(last))


def _day(text: str) -> Date | None:
    return read_day(text) if len(text) == len("2026-09-01") else None


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
        return ui.chip(title, partial(take, wanted), identifier=identifier, chosen=wanted == chosen)

    def year(wanted: int | None) -> Chosen:
        return Chosen(wanted, chosen.game)

    found: list[ft.Control] = [ui.chips([
        choice(t("All years"), "year-all", year(None)),
        *[choice(str(each), f"year-{each}", year(each)) for each in overview.years],
        ui.chip(t(period_of(chosen)) if spanned else t("From … to …"),
                partial(span.toggle, chosen, t), identifier="span",
                chosen=span.is_open or spanned)], in_line=not session.wide)]
    if span.is_open:
        days: list[ft.Control] = [ft.Container(DayField(
            title, getattr(span, field), partial(span.type, field),
            t(span.fault) if span.fault and span.at == field else None, field), expand=session.wide)
            for field, title in ((FIRST, t("First day")), (LAST, t("Last day")))]
        found += [ft.Row(days, vertical_alignment=ft.CrossAxisAlignment.START)] \
            if session.wide else days
        found.append(ui.text_button(t("Count these evenings"),
                                    partial(span.apply, chosen, choose), identifier="count-span"))
    if len(overview.games) > 1 or chosen.game:
        found.append(ui.chips([
            choice(t("All games"), "game-all", chosen._replace(game=None)),
            *[choice(t(title), f"game-{key}", chosen._replace(game=key))
              for key, title in overview.titles.items()]], in_line=not session.wide))
    return found


SHARE = 0.6
"""The share of a wide page that the course and the records take."""


@ft.observable
@dataclass
class Looking:
    """The choice of somebody who looks at statistics.

    chosen: the evenings and the game; by: the key of the column that the players are sorted by,
    from its other end if `backwards`; player: the one whose months are shown; challenger: the first
    of two in a duel.
    """

    chosen: Chosen = Chosen()
    by: str = ""
    backwards: bool = False
    player: str = ""
    challenger: str = ""

    def choose(self, chosen: Chosen) -> None:
        """Look at other evenings or another game."""
        self.chosen = chosen

    def sort(self, columns: Sequence[Column], key: str) -> None:
        """Sort by a column, or the other way round if that is the one."""
        self.by, self.backwards = key, key == self.column(columns).key and not self.backwards

    def column(self, columns: Sequence[Column]) -> Column:
        """Return the column that the players are sorted by, the first where that is not there."""
        return next((column for column in columns if column.key == self.by), columns[0])

    def show(self, player: str) -> None:
        """Show a player's months."""
        self.player = player

    def challenge(self, player: str) -> None:
        """Choose the first of two for a duel, or nobody."""
        self.challenger = player


@ft.component
def Statistics() -> ft.View:
    session = of_page()
    t = session.words
    looking, span = use_own(Looking), use_own(Span)
    body = use_counting(session) or _figures(looking, span, session)
    return ui.screen(t("Statistics"), *body, width=session.width,
                     back="/", back_label=t("Back to the evenings"))


def use_counting(session: Session) -> list[ft.Control] | None:
    """Count all hands, off the event loop: the first time takes long. Return what is to be seen
    until they are counted, or where they cannot be; None as soon as they are."""
    t, statistics = session.words, session.service.statistics
    reading, read = use_value(not statistics.is_read)
    fault, fail = use_found(Message)

    async def count() -> None:
        if not statistics.is_read:
            try:
                statistics.take(await hooks.done(statistics.read))
            except StorageFault as refused:
                fail(refused.message)
                return
        fail(None)
        read(False)

    ft.use_effect(count, [session.revision])
    if fault is not None:
        return [ft.Container(height=Space.SMALL), ui.remark(t(fault))]
    if reading and not statistics.is_read:
        return [ft.Container(height=Space.HUGE),
                ft.ProgressBar(semantics_label=t("Counting the hands")),
                ui.remark(t("Counting the hands"))]
    return None


def _figures(looking: Looking, span: Span, session: Session) -> list[ft.Control]:
    """Build all that is counted of what somebody looks at."""
    t, chosen = session.words, looking.chosen
    overview = session.service.statistics.overview(chosen)
    if not overview.games:
        return [ft.Container(height=Space.SMALL), ui.remark(t(
            "No hand has been played yet. What everybody wins and loses will appear here."))]
    body = choices(overview, span, session, looking.choose)
    if overview.records:
        body.append(_players(overview, looking, session))
    else:
        body.append(ui.remark(t("No such hands were played.")))
    if overview.game is None:
        body.append(ui.remark(t("Points of different games cannot be compared. Choose a game to "
                                "see points, solos and whatever else it counts.")))
    if overview.records:
        body += _below(overview, looking, session)
    return [*body, ft.Container(height=Space.SMALL)]


def _players(overview: Overview, looking: Looking, session: Session) -> ft.Control:
    """Build the figures of all players, as a table where there is room for one."""
    found = columns(overview.records.values(), overview.game)
    by = looking.column(found)

    def open_player(player: str) -> None:
        go(route_of(player, looking.chosen))

    sort = partial(looking.sort, found)
    if session.width < TABLE_FROM:
        return ui.panel(*compared(overview, found, by, looking.backwards, session, sort,
                                  open_player))
    return ui.panel(table(overview, found, by, looking.backwards, session.width - 4 * Space.LARGE,
                          session, sort, open_player))


def _below(overview: Overview, looking: Looking, session: Session) -> list[ft.Control]:
    """Build all that follows the figures, in two columns where there is room for them."""
    t, statistics, chosen = session.words, session.service.statistics, overview.chosen
    room = session.width - 2 * Space.LARGE
    wide = round(room * SHARE) if session.width >= SPACIOUS else None
    left, right = (room, room) if wide is None else (wide, room - wide - Space.HUGE)
    season, bests = statistics.season(chosen), statistics.bests(overview)
    courses = [] if season is None else [ui.heading(t("Course")), ui.panel(
        chart_of_season(season, overview, left - 2 * Space.LARGE, session))]
    held = list(rows_of_records(bests, overview, session))
    records = [ui.heading(t("Records of the club")), ui.panel(*held, spacing=0)] if held else []
    papers_of = [keyed(f"season-{chosen}", SavePaper, papers.Season(chosen))]
    if chosen.year is not None:
        papers_of.append(keyed(f"save-{chosen.year}", SavePaper, papers.Year(chosen.year)))
    return ui.beside(
        [*courses, *records],
        [*_months(overview, looking, right - 2 * Space.LARGE, session),
         *_duel(overview, looking, session), *papers_of], wide is not None, wide)


def _months(overview: Overview, looking: Looking, width: float,
            session: Session) -> list[ft.Control]:
    """Build the months of a player, the first of the table unless another was chosen."""
    by = looking.column(columns(overview.records.values(), overview.game))
    people = [each.player for each in ordered(overview.records.values(), by, looking.backwards)]
    player = looking.player if looking.player in people else people[0]
    months = session.service.statistics.months(player, overview.chosen)
    chart = bars_of_months(overview.names[player], months, overview.chosen.year, width, session)
    if chart is None:
        return []
    year = year_shown(months, overview.chosen.year)
    return [ui.heading(str(year) if year else session.words("Year by year")), ui.panel(
        chart, ui.chips([ui.chip(overview.names[each], partial(looking.show, each),
                                 identifier=f"months-{overview.names[each]}", chosen=each == player)
                         for each in people]))]


def _duel(overview: Overview, looking: Looking, session: Session) -> list[ft.Control]:
    """Build the choice of two players, of whom the second leads to their duel."""
    t, names = session.words, overview.names
    people = [player for player, record in overview.records.items() if record.hands]
    one = looking.challenger if looking.challenger in people else ""

    def take(player: str) -> None:
        if one in ("", player):
            looking.challenge("" if one else player)
        else:
            looking.challenge("")
            go(route_of_duel(one, player, overview.chosen))

    if len(people) < 2:
        return []
    return [ui.heading(t("Duel")), ui.panel(
        ui.remark(t("{name} against whom?", name=names[one]) if one else t("Choose two players.")),
        ui.chips([ui.chip(names[player], partial(take, player), chosen=player == one,
                          identifier=f"duel-{names[player]}") for player in people]))]


def route_of(player: str, chosen: Chosen) -> str:
    """Return the address of a player's page with what is chosen."""
    return f"/statistics/of/{player}/{_written(chosen)}"


def route_of_duel(player: str, other: str, chosen: Chosen) -> str:
    """Return the address of a duel with what is chosen."""
    return f"/statistics/duel/{player}/{other}/{_written(chosen)}"


def _written(chosen: Chosen) -> str:
    return f"{written_period(chosen)}/{part_of_address(chosen.game or ALL)}"
