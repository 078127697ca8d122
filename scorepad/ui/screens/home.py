"""The screen of all evenings: go on with one that runs, begin a new one, look at past ones. On a
wide page a pane beside them has an evening, and the season's standing."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date as Date
from functools import partial
from itertools import groupby

import flet as ft

from scorepad.book.statistics.columns import columns, ordered
from scorepad.i18n.message import say, say_n
from scorepad.i18n.words import Words, read_day, typed_day
from scorepad.service.listing import Won
from scorepad.service.statistics import Chosen, Overview
from scorepad.service.views import EveningCard
from scorepad.storage import StorageFault
from scorepad.ui import hooks, widgets as ui
from scorepad.ui.hooks import keyed, memo, use_found, use_own, use_value
from scorepad.ui.meeting import evening_closed
from scorepad.ui.parts.copies import Offer, begins, is_due, missing
from scorepad.ui.parts.question import decisions_of, sign
from scorepad.ui.parts.settlement import beside_sheets, sheet_row
from scorepad.ui.screens.tournament_ranking import ranking_of
from scorepad.ui.session import Session, go, going_to, of_page
from scorepad.ui.signs import sign as sign_of
from scorepad.ui.theme import Radius, Space, Type, color_of_money

LINES = 2
"""The most lines that names take: an evening of many must leave room for others."""


class Choice:
    """The act of a tap on an evening where there is room for one beside the list."""

    def __init__(self) -> None:
        self.choose: Callable[[EveningCard], None] = lambda card: None


@ft.component
def _Card(card: EveningCard, won: tuple[Won, ...], language: str, lead: bool,
          choice: Choice | None, _text_size: float) -> ft.Control:
    """Draw an evening, anew only when an argument has changed; lead: whether it stands out, because
    it goes on or, with a choice, because it is the chosen one."""
    t = Words(language)
    games = " · ".join(filter(None, [card.tournament, *map(t.game, card.games), card.place]))
    day = t.day_and_year(card.date) if card.closed else t.day(card.date)
    players = ", ".join(card.players) or t("nobody yet")
    result = t("Something to decide") if card.asks else " · ".join(
        [_told(each, len(won) > 1, t) for each in won])
    said = ": ".join(filter(None, [day, players, result]))
    color = ft.Colors.ON_PRIMARY_CONTAINER if lead else ft.Colors.ON_SURFACE
    quiet = ft.Colors.ON_PRIMARY_CONTAINER if lead else ft.Colors.ON_SURFACE_VARIANT
    return ui.tappable(
        ft.Row(vertical_alignment=ft.CrossAxisAlignment.CENTER, controls=[
            ft.Column([
                ui.strong(day, color=color, semantics_label=said),
                ft.Text(players, size=Type.BODY, color=color, semantics_label="", max_lines=LINES,
                        overflow=ft.TextOverflow.ELLIPSIS),
                *([_below(result, games, quiet)] if result or games else [])],
                spacing=2, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=quiet)]),
        going_to(_way_to(card)) if choice is None else lambda: choice.choose(card),
        identifier=f"evening-{card.id}", selected=lead if choice else None,
        radius=Radius.MEDIUM if card.closed else Radius.LARGE,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if lead else ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=Space.LARGE + 4,
                                     vertical=Space.MEDIUM if card.closed else Space.LARGE))


Card = memo(_Card)


def _below(result: str, games: str, quiet: ft.Colors) -> ft.Text:
    """Build the last line, in which a result appears later without making it higher."""
    spans = [ft.TextSpan(result, ft.TextStyle(color=ft.Colors.PRIMARY))] if result else []
    rest = f" · {games}" if result and games else games
    rest = rest.replace(" · ", "\N{NO-BREAK SPACE}· ")  # no line begins with a dot
    return ft.Text(spans=[*spans, ft.TextSpan(rest)], size=Type.SMALL, color=quiet,
                   semantics_label="")


def _told(won: Won, several: bool, t: Words) -> str:
    """Return who has won what; several: whether it must be said at which game."""
    if won.currency:
        return t("{name} won {amount}", name=won.name, amount=t.money(won.amount, won.currency))
    told = say("{name} won with {points}", name=won.name,
               points=t.points(won.amount, won.decimals))
    return t("{game}: {told}", game=won.game, told=told) if several else t(told)


def _way_to(card: EveningCard) -> str:
    """Return where the sheet that is played stands, or the settlement of a past evening."""
    if not card.closed and card.latest_sheet and not card.tournament:
        return f"/evening/{card.id}/sheet/{card.latest_sheet}"
    return f"/evening/{card.id}"


NEAR = 3
"""The days around today of which another year's evening is remembered."""


def years_ago(cards: Sequence[EveningCard], today: Date) -> tuple[EveningCard, int] | None:
    """Return the evening around this day the fewest years ago, of two the nearer, and how many."""
    found = []
    for number, card in enumerate(cards):
        years = round((today - card.date).days / 365.25)
        try:
            day = card.date.replace(year=card.date.year + years)
        except ValueError:  # 29 February
            day = Date(card.date.year + years, 3, 1)
        if years > 0 and card.closed and abs((day - today).days) <= NEAR:
            found.append((years, abs((day - today).days), number))
    return (cards[min(found)[2]], min(found)[0]) if found else None


def _remembered(card: EveningCard, years: int, won: Sequence[Won], session: Session) -> ft.Control:
    """Build the line of an evening of another year, which leads there."""
    t, day = session.words, session.words.day(card.date)
    if (card.date.month, card.date.day) == (Date.today().month, Date.today().day):
        title = t("A year ago today") if years == 1 else t("{n} years ago today", n=years)
    else:
        title = t("A year ago: {day}", day=day) if years == 1 else \
            t("{n} years ago: {day}", n=years, day=day)
    below = " · ".join(filter(None, [
        card.place, *[_told(each, len(won) > 1, t) for each in won]])) or ", ".join(card.players)
    return ui.tappable(
        ft.Row([ft.Icon(ft.Icons.HISTORY, color=ft.Colors.PRIMARY),
                ui.two_lines(title, below, said=f"{title}: {below}"), ui.chevron()],
               spacing=Space.MEDIUM),
        going_to(_way_to(card)), identifier="years-ago", radius=Radius.MEDIUM,
        padding=ft.Padding.symmetric(horizontal=Space.LARGE + 4, vertical=Space.MEDIUM))


AT_ONCE = 24
"""Running evenings, and past ones, that are drawn before somebody asks for more."""

SEARCHED_FROM = 20
"""More evenings than that can be searched."""

SOON = 0.3
"""Seconds after which who has won what is looked up: the first screen comes before that."""


@ft.component
def Home() -> ft.View:
    session = of_page()
    t = session.words
    shown, show = use_value(AT_ONCE)
    sought, seek = use_value("")
    cards = session.service.evenings()
    found = [card for card in cards if _fits(card, sought, t)]
    running = [card for card in found if not card.closed]
    past = [card for card in found if card.closed]
    won = session.service.listing.won()
    _, redraw = use_value(0)
    past_year = years_ago(cards, Date.today())
    choice, (chosen, choose) = use_own(Choice), use_value("")

    async def look_up() -> None:
        wanted = [card.id for card in [*past[:shown], *([past_year[0]] if past_year else [])]]
        if not set(wanted).difference(session.service.listing.won()):
            return
        await asyncio.sleep(SOON)
        with suppress(StorageFault):  # then it does not say who has won
            await hooks.in_slices(session.service.listing.look_up.steps(wanted))
        redraw(lambda times: times + 1)

    ft.use_effect(look_up, [session.revision, shown, sought])
    goes_on = next((card.id for card in cards if not card.closed), "")
    choice.choose = partial(_choose, chosen or goes_on, choose)
    draw = partial(_card, session, choice if session.paned else None, chosen or goes_on)
    body = _above(cards, session)
    if len(cards) > SEARCHED_FROM:
        body.append(ui.text_field(t("Search: name, place, year"), sought, seek,
                                  prefix_icon=ft.Icons.SEARCH, key="search"))
        if not found:
            body.append(ui.remark(t("No evening found.")))
    if running:
        body += [ui.heading(t("Continue")), *_running(running[:shown], draw, session)]
    if past_year and not sought:
        body.append(_remembered(*past_year, won.get(past_year[0].id, ()), session))
    for year, evenings in groupby(past[:shown], lambda card: card.date.year):
        body.append(ui.heading(t("Past evenings") if year == past[0].date.year else str(year)))
        body += [draw(card, won.get(card.id, ())) for card in evenings]
    if shown < max(len(past), len(running)):  # some people never close an evening
        body.append(ui.text_button(t("Show earlier evenings"), lambda: show(shown + AT_ONCE),
                                   identifier="show-earlier", icon=ft.Icons.EXPAND_MORE))
    begin = ui.main_button(t("New evening"), going_to("/new"), identifier="new-evening",
                           icon=ft.Icons.ADD)
    ways = _ways(session, bool(cards), session.service.club.has_stars)
    title = session.service.club.name or "Scorepad"
    if not session.paned:  # otherwise it is in the bar, the first that Tab comes to
        return ui.screen(title, *body, route="/", bottom=begin, actions=ways)
    return ui.screen(title, *body, ft.Container(height=Space.SMALL), route="/",
                     actions=[begin, *ways], aside=_aside(cards, chosen or goes_on, chosen))


def _above(cards: Sequence[EveningCard], session: Session) -> list[ft.Control]:
    """Build what stands above the list: a welcome, what is due, and what is to be decided."""
    body = missing(session) or ([] if cards else [_welcome(session.words), *begins(session)])
    if is_due(session):
        body.append(Offer())
    with suppress(StorageFault):  # then it says nothing of the server
        body += sign(session)
    if session.is_host:
        body += decisions_of(session.service.meetings.club_decisions(), session)
    return body


def _aside(cards: Sequence[EveningCard], shown: str, chosen: str) -> list[ft.Control]:
    """Build what stands beside the list: the evening that was chosen, or else one that goes on, or
    the latest one, with the season's standing."""
    if not cards:
        return []
    card = next((card for card in cards if card.id == shown), cards[0])
    return [keyed(card.id, EveningBeside, card, _way_to(card), card.id != chosen)]


def _choose(chosen: str, choose: Callable[[str], None], card: EveningCard) -> None:
    """Choose an evening; what is chosen already is opened, and so is the desk of a tournament."""
    if card.id == chosen or card.tournament:
        go(_way_to(card))
    else:
        choose(card.id)


def _card(session: Session, choice: Choice | None, chosen: str, card: EveningCard,
          won: tuple[Won, ...]) -> ft.Control:
    return keyed(card.id, Card, card, won, session.words.language,
                 card.id == chosen if choice else not card.closed, choice, session.looks.text_size)


def _running(cards: Sequence[EveningCard], draw: Callable[..., ft.Control], session: Session
             ) -> list[ft.Control]:
    """Build the cards of running evenings; those untouched for a day end with one tap."""
    t, untouched = session.words, set[str]()
    with suppress(StorageFault):  # then they are ended one by one, on their own screens
        untouched = set(session.service.listing.untouched())
    rows: list[ft.Control] = []
    if len(untouched) > 1:
        rows.append(ui.text_button(
            t(say_n("End {n} evening that nobody has touched for a day",
                    "End {n} evenings that nobody has touched for a day", len(untouched))),
            partial(_end, session, sorted(untouched)), identifier="end-untouched",
            icon=ft.Icons.DONE_ALL))
    for card in cards:
        shown = draw(card, ())
        if card.id in untouched:
            day = t.day_and_year(card.date)
            shown = ft.Row([ft.Container(shown, expand=True), ui.icon_button(
                ft.Icons.CHECK, t("End the evening: {day}", day=day),
                partial(_end, session, [card.id]), identifier=f"end-{card.id}")],
                key=f"row-{card.id}", spacing=Space.HAIR)
        rows.append(shown)
    return rows


def _end(session: Session, evenings: Sequence[str]) -> None:
    service = session.service
    if session.attempt(service.close_evening, *evenings):
        evening_closed(session)
        session.offer_undo(say_n("{n} evening has ended.", "{n} evenings have ended.",
                                 len(evenings)), service.reopen_evening, *evenings)


def _fits(card: EveningCard, sought: str, t: Words) -> bool:
    """Return whether what is sought is the card's day, or every word of it is part of what the card
    says, in any case."""
    if not sought.strip():
        return True
    said = " ".join([t.day_and_year(card.date), card.date.isoformat(), typed_day(card.date, t),
                     t.short_day(card.date), card.place, card.tournament,
                     *card.players, *card.games, *map(t.game, card.games)]).casefold()
    return read_day(sought) == card.date or all(word in said for word in sought.casefold().split())


def _ways(session: Session, has_evenings: bool, has_stars: bool) -> list[ft.Control]:
    """Build the buttons that lead to other screens, as far as the book has a use for them."""
    t = session.words

    def way(icon: ft.IconData, title: str, name: str) -> ft.Control:
        return ui.icon_button(icon, title, going_to(f"/{name}"), identifier=name)

    return [
        *([way(ft.Icons.QR_CODE_2, t("Phones"), "phones")] if session.phones else []),
        *([way(ft.Icons.LEADERBOARD_OUTLINED, t("Statistics"), "statistics")]
          if has_evenings else []),
        *([way(ft.Icons.STAR_OUTLINE, t("Star ledger"), "stars")] if has_stars else []),
        way(ft.Icons.SETTINGS_OUTLINED, t("Settings"), "preferences")]


def _welcome(t: Words) -> ft.Control:
    return ft.Container(padding=ft.Padding.only(top=96), content=ft.Column(
        [ft.Text("♠", size=56, color=ft.Colors.PRIMARY, semantics_label=""),
         ui.strong(t("You play with real cards."), size=Type.TITLE, text_align=ft.TextAlign.CENTER),
         ui.remark(t("Scorepad keeps the score, knows who deals and who has won, and settles the "
                     "evening."), text_align=ft.TextAlign.CENTER)],
        horizontal_alignment=ft.CrossAxisAlignment.CENTER, spacing=Space.MEDIUM))


THEN = 0.5
"""Seconds after which the season is counted: the screen comes before that."""

FIRST = 5
"""The places that are shown of a season's standing."""


@ft.component
def EveningBeside(card: EveningCard, route: str, with_season: bool) -> ft.Control:
    """Draw an evening beside the list; route: where its key leads; with_season: whether it is there
    because nobody has chosen another, and the standing of its year, too."""
    session = of_page()
    t = session.words
    season = [hooks.keyed("season", Season, card.date.year)] if with_season else []
    first = card.closed and not session.has_room(ui.LIST)  # only what goes on is more urgent
    key = ui.text_button(t("Open") if card.closed else t("Continue"), going_to(route),
                         identifier="open-evening", icon=ft.Icons.ARROW_FORWARD)
    shown: list[ft.Control] = [*(season if first else []), ft.Row([
        ui.strong(t.dated(card.date, card.tournament or card.place), size=Type.TITLE, expand=True),
        key])]
    right = [] if first else season
    with suppress(KeyError, StorageFault):  # it is opened to see why
        if held := session.service.tournaments.find(card.id):
            return ui.stack(*shown, *ui.beside([*ranking_of(held, session)], right,
                                               session.has_room(ui.LIST)))
        view = session.service.evening(card.id)
        sheets: list[ft.Control] = [ui.panel(*[sheet_row(sheet, t) for sheet in view.sheets])]
        shown += beside_sheets(view, [*sheets, *right], session, ui.LIST)
    return ui.stack(*shown)


@ft.component
def Season(year: int) -> ft.Control:
    """Draw who leads in a year, once all of it has been counted: the first time takes long."""
    session = of_page()
    t, statistics = session.words, session.service.statistics
    seen, keep = use_found(Overview)

    async def count() -> None:
        await asyncio.sleep(THEN)
        with suppress(StorageFault):  # then it says nothing of the season
            if not statistics.is_read:
                statistics.take(await hooks.done(statistics.read))
            keep(statistics.overview(Chosen(year)))

    ft.use_effect(count, [])  # once a visit: what another program writes is counted the next time
    overview = statistics.overview(Chosen(year)) if seen and statistics.is_read else seen
    if overview is None or not overview.records:
        return ft.Container()
    found = columns(overview.records.values(), overview.game)
    looks, by = session.service.people.looks(), found[0]
    rows: list[ft.Control] = []
    for record in ordered(overview.records.values(), by, False)[:FIRST]:
        name = overview.names[record.player]
        value = by.value(record)
        rows.append(ft.Row([
            sign_of(looks[name], session, Type.FIGURE),
            ft.Text(name, size=Type.FIGURE, expand=True),
            ui.strong(by.shown(record, t), color=color_of_money(value or 0)
                      if by.signed else None)], spacing=Space.SMALL))
    return ft.Semantics(identifier="season-standing", container=True, content=ui.panel(
        ui.strong(t(say("Season {year}", year=str(year))), size=Type.TITLE),
        ui.remark(t(by.title)), ui.stack(*rows),
        ft.Row([ui.text_button(t("Statistics"), going_to("/statistics"),
                               identifier="to-statistics",
                               icon=ft.Icons.LEADERBOARD_OUTLINED)]), spacing=Space.MEDIUM))
