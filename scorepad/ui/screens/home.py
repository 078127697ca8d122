"""The screen of all evenings: go on with one that runs, begin a new one, look at past ones."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.service.listing import Won
from scorepad.service.views import EveningCard
from scorepad.storage import StorageFault
from scorepad.ui import work
from scorepad.ui.at_server import evening_closed
from scorepad.ui.hooks import keyed, use_value
from scorepad.ui.parts.at_server import sign
from scorepad.ui.parts.copies import Offer, is_due
from scorepad.ui.parts.evening_card import Card
from scorepad.ui.parts.question import decisions_of
from scorepad.ui.rights import is_host, phones_of
from scorepad.ui.session import Session, going_to, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import (
    heading,
    icon_button,
    main_button,
    remark,
    screen,
    strong,
    text_button,
    text_field,
)

SPADE = 56
"""Size of the spade on an empty page; it is a picture, so it does not grow with text."""

AT_ONCE = 24
"""Running evenings, and past ones, that are drawn before somebody asks for more."""

SEARCHED_FROM = 20
"""More evenings than that can be searched."""

SOON = 0.3
"""Seconds after which who has won what is looked up: the first screen comes before that."""


@ft.component
def Home() -> ft.View:
    session = use_session()
    t = session.words
    shown, show = use_value(AT_ONCE)
    sought, seek = use_value("")
    cards = session.service.evenings()
    found = [card for card in cards if _fits(card, sought, t)]
    running = [card for card in found if not card.closed]
    past = [card for card in found if card.closed]
    won = session.service.listing.won()
    _, redraw = use_value(0)

    async def look_up() -> None:
        wanted = [card.id for card in past[:shown]]
        if not set(wanted).difference(session.service.listing.won()):
            return
        await asyncio.sleep(SOON)
        with suppress(StorageFault):  # then it does not say who has won
            await work.in_slices(session.service.listing.look_up.steps(wanted))
        redraw(lambda times: times + 1)

    ft.use_effect(look_up, [session.revision, shown, sought])
    begin = main_button(t("New evening"), going_to("/new"), identifier="new-evening",
                        icon=ft.Icons.ADD)
    body: list[ft.Control] = [] if cards else [_welcome(t)]
    if is_due(session):
        body.append(Offer())
    with suppress(StorageFault):  # then it says nothing of the server
        body += sign(session)
    if is_host(session):
        body += decisions_of(session.service.meetings.club_decisions(), session)
    if len(cards) > SEARCHED_FROM:
        body.append(_search(sought, seek, t))
        if not found:
            body.append(remark(t("No evening found.")))
    if running:
        body += [heading(t("Continue")), *_running(running[:shown], session)]
    for year, evenings in groupby(past[:shown], lambda card: card.date.year):
        body.append(heading(t("Past evenings") if year == past[0].date.year else str(year)))
        body += [_card(card, won.get(card.id, ()), session) for card in evenings]
    if shown < max(len(past), len(running)):  # some people never close an evening
        body.append(text_button(t("Show earlier evenings"), lambda: show(shown + AT_ONCE),
                                identifier="show-earlier", icon=ft.Icons.EXPAND_MORE))
    return screen("Scorepad", *body, route="/", bottom=begin,
                  actions=_ways(session, bool(cards), session.service.club.has_stars))


def _card(card: EveningCard, won: tuple[Won, ...], session: Session) -> ft.Control:
    return keyed(card.id, Card, card, won, session.words.language, not card.closed,
                 session.text_size)


# --- those that still run -----------------------------------------------------------------------


def _running(cards: Sequence[EveningCard], session: Session) -> list[ft.Control]:
    """Build the cards of evenings that still run. One that nobody has touched for a day ends with
    one tap, and several of them together."""
    t, untouched = session.words, set[str]()
    with suppress(StorageFault):  # then they are ended one by one, on their own screens
        untouched = set(session.service.listing.untouched())
    rows: list[ft.Control] = []
    if len(untouched) > 1:
        rows.append(text_button(
            t(say_n("End {n} evening that nobody has touched for a day",
                    "End {n} evenings that nobody has touched for a day", len(untouched))),
            partial(_end, session, sorted(untouched)), identifier="end-untouched",
            icon=ft.Icons.DONE_ALL))
    for card in cards:
        shown = _card(card, (), session)
        if card.id in untouched:
            day = t.day_and_year(card.date)
            shown = ft.Row([ft.Container(shown, expand=True), icon_button(
                ft.Icons.CHECK, t("End the evening: {day}", day=day),
                partial(_end, session, [card.id]), identifier=f"end-{card.id}")],
                key=f"row-{card.id}", spacing=Space.HAIR)
        rows.append(shown)
    return rows


def _end(session: Session, evenings: Sequence[str]) -> None:
    listing = session.service.listing
    if session.attempt(listing.end, evenings):
        evening_closed(session)
        session.offer_undo(say_n("{n} evening has ended.", "{n} evenings have ended.",
                                 len(evenings)), listing.go_on, evenings)


# --- searching ----------------------------------------------------------------------------------


def _search(sought: str, seek: Callable[[str], Any], t: Words) -> ft.Control:
    return text_field(t("Search: name, place, year"), sought, seek,
                      prefix_icon=ft.Icons.SEARCH, key="search")


def _fits(card: EveningCard, sought: str, t: Words) -> bool:
    """Return whether every word sought is part of what the card says, in any case."""
    if not sought.strip():
        return True
    said = " ".join([t.day_and_year(card.date), card.date.isoformat(), card.place,
                     *card.players, *card.games]).casefold()
    return all(word in said for word in sought.casefold().split())


# --- the way elsewhere --------------------------------------------------------------------------


def _ways(session: Session, has_evenings: bool, has_stars: bool) -> list[ft.Control]:
    """Build the buttons that lead to other screens; an empty book has only those it has a use
    for."""
    t = session.words

    def way(icon: ft.IconData, title: str, name: str) -> ft.Control:
        return icon_button(icon, title, going_to(f"/{name}"), identifier=name)

    return [
        *([way(ft.Icons.QR_CODE_2, t("Phones"), "phones")] if phones_of(session) else []),
        *([way(ft.Icons.LEADERBOARD_OUTLINED, t("Statistics"), "statistics")]
          if has_evenings else []),
        *([way(ft.Icons.STAR_OUTLINE, t("Star ledger"), "stars")] if has_stars else []),
        way(ft.Icons.SETTINGS_OUTLINED, t("Settings"), "preferences")]


def _welcome(t: Words) -> ft.Control:
    return ft.Container(padding=ft.Padding.only(top=96), content=ft.Column(
        [ft.Text("♠", size=SPADE, color=ft.Colors.PRIMARY, semantics_label=""),
         strong(t("You play with real cards."), size=Type.TITLE, text_align=ft.TextAlign.CENTER),
         remark(t("Scorepad keeps the score, knows who deals and who has won, and settles the "
                  "evening."), text_align=ft.TextAlign.CENTER)],
        horizontal_alignment=ft.CrossAxisAlignment.CENTER, spacing=Space.MEDIUM))
