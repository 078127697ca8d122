"""The screens of statistics: everybody's figures by year and game, and one player's."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date as Date
from functools import partial

import flet as ft

from scorepad.book.statistics import Record
from scorepad.book.statistics.columns import SOLO, Column, columns, ordered
from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words, read_day, typed_day
from scorepad.paper import files as papers
from scorepad.paper.hands import period_of
from scorepad.service.statistics import Chosen, HandPlace, Overview, Portrait
from scorepad.storage import StorageFault
from scorepad.ui import hooks, widgets as ui
from scorepad.ui.hooks import keyed, use_found, use_own, use_params, use_value
from scorepad.ui.parts.address import missing
from scorepad.ui.parts.fields import DayField
from scorepad.ui.parts.saving_files import SavePaper
from scorepad.ui.parts.statistics import TABLE_FROM, bars_of_months, compared, table, year_shown
from scorepad.ui.session import Session, go, going_to, of_page
from scorepad.ui.theme import Space, Type, color_of_money

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


TOLD_BELOW = {"best", "worst", "run-won", "run-lost", "solos-won", "solos-lost"}
"""Columns of the table that stand in more detail further down."""


@ft.component
def StatisticsOfPlayer() -> ft.View:
    session = of_page()
    t, params = session.words, use_params()
    game = text_in_address(params["game"])
    chosen = read_period(params["year"], None if game == ALL else game)
    overview = session.service.statistics.overview(chosen)
    portrait = session.service.statistics.portrait(params["player"], chosen)
    if portrait is None:
        return missing(t("There are no figures for this player."), "/statistics")
    record, name = portrait.record, overview.names[params["player"]]
    width = min(session.width - 2 * Space.LARGE, ui.COLUMN) - 2 * Space.LARGE
    chart = bars_of_months(name, portrait.months, chosen.year, width, session)
    year = year_shown(portrait.months, chosen.year)
    what = [t(period_of(chosen)),
            t(overview.titles.get(chosen.game or "", say("All games")))]
    solos, above = list(_solos(record, session)), list(_above(portrait, session))
    partners = list(_partners(record, overview, session))
    return ui.screen(
        name, ui.panel(*_facts(record, overview, session), spacing=0),
        *([ui.heading(t("Memorable hands")), ui.panel(*above, spacing=0)] if above else []),
        *([ui.heading(t("Solos")), ui.panel(*solos, spacing=0)] if solos else []),
        *([ui.heading(t("Two against two, together with")), ui.panel(*partners, spacing=0)]
          if partners else []),
        *([ui.heading(str(year) if year else t("Year by year")), ui.panel(chart)] if chart else []),
        ft.Container(height=Space.SMALL), subtitle=" · ".join(what),
        back="/statistics", back_label=t("Back to the statistics"))


def _facts(record: Record, overview: Overview, session: Session) -> Iterator[ft.Control]:
    """Yield those of the player's figures that everybody's table has."""
    for column in columns([record], overview.game):
        value = column.value(record)
        if value is not None and column.key not in TOLD_BELOW \
                and not column.key.startswith(SOLO):
            yield _fact(session.words(column.title), column.show(value, session.words), session,
                        color_of_money(value) if column.signed else None)


def _above(portrait: Portrait, session: Session) -> Iterator[ft.Control]:
    """Yield the hands that stand out; a tap leads to them."""
    t, points = session.words, portrait.record.points
    if points and portrait.best and portrait.worst:
        for title, figure, place in ((t("Best hand"), points.best, portrait.best),
                                     (t("Worst hand"), points.worst, portrait.worst)):
            yield _way(title, t.points(figure, points.decimals), place, place, t)
    for title, stretch in ((t("Won in a row"), portrait.won), (t("Lost in a row"), portrait.lost)):
        if stretch:
            yield _way(title, t.points(stretch.length), stretch.first, stretch.last, t)


def _way(title: str, figure: str, first: HandPlace, last: HandPlace, t: Words) -> ft.Control:
    """Build the row of a hand, or of a stretch of hands, that leads to the first of them."""
    if first == last:
        where = t("{day}, hand {number}", day=t.day_and_year(first.date), number=first.number)
    elif first.sheet == last.sheet:
        where = t("{day}, hands {first} to {last}", day=t.day_and_year(first.date),
                  first=first.number, last=last.number)
    elif first.date == last.date:
        where = t.day_and_year(first.date)
    else:
        where = t("from {first} to {last}", first=t.day_and_year(first.date),
                  last=t.day_and_year(last.date))
    return ui.titled_row(
        title, where, going_to(f"/evening/{first.evening}/sheet/{first.sheet}/hand/{first.hand}"),
        ui.strong(figure, semantics_label=""), ui.chevron(), identifier=f"place-{first.hand}",
        said=f"{title}: {figure}, {where}", padding=Space.SMALL + 2)


def _solos(record: Record, session: Session) -> Iterator[ft.Control]:
    """Yield the games played alone by kind, with how many were won and lost."""
    t = session.words
    kinds = sorted({deed for deed, _ in record.deeds if deed.solo}, key=lambda deed: deed.title)
    for deed in kinds:
        won, lost = (record.deeds.get((deed, well), 0) for well in (True, False))
        yield _fact(t(deed.title), _told_sides(won, lost, t), session)


def _partners(record: Record, overview: Overview, session: Session) -> Iterator[ft.Control]:
    """Yield those with whom somebody played against two others, the most frequent first."""
    for player, sides in sorted(record.partners.items(), key=lambda each: -sum(each[1])):
        yield _fact(overview.names[player], _told_sides(*sides, session.words), session)


def _told_sides(won: int, lost: int, t: Words) -> str:
    """Return how many hands were won and lost."""
    return " · ".join([t(say_n("{n} won", "{n} won", won)), t(say_n("{n} lost", "{n} lost", lost))])


def _fact(title: str, figure: str, session: Session, color: str | None = None) -> ft.Control:
    """Build a row of a title and its figure, the two below each other where type is large."""
    return ft.Container(
        padding=ft.Padding.symmetric(vertical=Space.SMALL - 2),
        content=ft.Row(wrap=True, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=Space.SMALL,
                       run_spacing=0, controls=[
            ui.muted(title, size=Type.FIGURE), ui.strong(figure, color=color)]))


@ft.observable
@dataclass
class Looking:
    """The choice of somebody who looks at statistics.

    chosen: the evenings and the game; by: the key of the column that the players are sorted by,
    from its other end if `backwards`; player: the one whose months are shown.
    """

    chosen: Chosen = Chosen()
    by: str = ""
    backwards: bool = False
    player: str = ""

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


@ft.component
def Statistics() -> ft.View:
    session = of_page()
    t, statistics = session.words, session.service.statistics
    looking, span = use_own(Looking), use_own(Span)
    reading, read = use_value(not statistics.is_read)
    fault, fail = use_found(Message)

    async def count() -> None:
        """Count all hands, off the event loop: the first time takes long."""
        if not statistics.is_read:
            try:
                statistics.take(await hooks.done(statistics.read))
            except StorageFault as refused:
                fail(refused.message)
                return
        fail(None)
        read(False)

    ft.use_effect(count, [session.revision])
    body: list[ft.Control]
    if fault is not None:
        body = [ft.Container(height=Space.SMALL), ui.remark(t(fault))]
    elif reading and not statistics.is_read:
        body = [ft.Container(height=Space.HUGE),
                ft.ProgressBar(semantics_label=t("Counting the hands")),
                ui.remark(t("Counting the hands"))]
    else:
        body = _figures(looking, span, session)
    return ui.screen(t("Statistics"), *body, width=session.width,
                     back="/", back_label=t("Back to the evenings"))


def _figures(looking: Looking, span: Span, session: Session) -> list[ft.Control]:
    """Build all that is counted of what somebody looks at."""
    t, chosen = session.words, looking.chosen
    overview = session.service.statistics.overview(chosen)
    if not overview.games:
        return [ft.Container(height=Space.SMALL), ui.remark(t(
            "No hand has been played yet. What everybody wins and loses will appear here."))]
    body = choices(overview, span, session, looking.choose)
    if overview.records:
        body += _players(overview, looking, session)
    else:
        body.append(ui.remark(t("No such hands were played.")))
    if overview.game is None:
        body.append(ui.remark(t("Points of different games cannot be compared. Choose a game to "
                                "see points, solos and whatever else it counts.")))
    if overview.records:
        body.append(keyed(f"season-{chosen}", SavePaper, papers.Season(chosen)))
    if chosen.year is not None:
        body.append(keyed(f"save-{chosen.year}", SavePaper, papers.Year(chosen.year)))
    return [*body, ft.Container(height=Space.SMALL)]


def _players(overview: Overview, looking: Looking, session: Session) -> list[ft.Control]:
    """Build the figures of all players, as a table where there is room for one, and the months of
    one of them, the first of the table unless another was chosen."""
    width = session.width - 4 * Space.LARGE
    found = columns(overview.records.values(), overview.game)
    by = looking.column(found)

    def open_player(player: str) -> None:
        go(route_of(player, looking.chosen))

    sort = partial(looking.sort, found)
    figures = compared(overview, found, by, looking.backwards, session, sort, open_player) \
        if session.width < TABLE_FROM else \
        [table(overview, found, by, looking.backwards, width, session, sort, open_player)]
    people = [each.player for each in ordered(overview.records.values(), by, looking.backwards)]
    player = looking.player if looking.player in people else people[0]
    months = session.service.statistics.months(player, overview.chosen)
    chart = bars_of_months(overview.names[player], months, overview.chosen.year, width, session)
    if chart is None:
        return [ui.panel(*figures)]
    year = year_shown(months, overview.chosen.year)
    heading = str(year) if year else session.words("Year by year")
    return [ui.panel(*figures), ui.heading(heading), ui.panel(
        chart, ui.chips([ui.chip(overview.names[each], partial(looking.show, each),
                                 identifier=f"months-{overview.names[each]}", chosen=each == player)
                         for each in people]))]


def route_of(player: str, chosen: Chosen) -> str:
    """Return the address of a player's page with what is chosen."""
    return f"/statistics/of/{player}/{written_period(chosen)}/{part_of_address(chosen.game or ALL)}"
