"""The screen before a game begins: who sits where, who deals first, the stake, the rules."""

from collections.abc import Callable, Sequence
from datetime import date as Date
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlparse

import flet as ft
from babel.numbers import get_currency_symbol

from scorepad.games import GAMES
from scorepad.games.game import Game
from scorepad.games.protocols import MadeByRules, SeatsChange, searched, titles_of
from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui import widgets as ui
from scorepad.ui.forms.new_sheet import NewSheetForm, usual_currency, usual_game
from scorepad.ui.hooks import use_own, use_params, use_value
from scorepad.ui.parts import seating
from scorepad.ui.parts.address import missing, use_changing_form
from scorepad.ui.parts.fields import form_button, title
from scorepad.ui.parts.rules import Absprachen, HouseRules, text_options
from scorepad.ui.session import Session, going_to, of_page, page
from scorepad.ui.theme import Space, Type


@ft.observable
class Form(NewSheetForm):
    """A form for a new sheet that Flet observes."""

    @classmethod
    def first(cls, service: Service, evening: str | None, currency: str) -> "Form":
        """Return the form with the table that the address asks for, or with the usual one."""
        like = parse_qs(urlparse(page().route).query).get(seating.LIKE)
        try:
            if like and evening:
                form = cls.again(service, like[0])
                form.let_take_over(service, like[0], seating.leaving(page().route))
                return form
        except KeyError:  # the address names a sheet that is gone
            pass
        return cls.proposed(service, usual_game(service), evening, currency)


@ft.component
def NewSheet() -> ft.View:
    session = of_page()
    t, service = session.words, session.service
    cards = {card.id: card for card in service.evenings()}
    evening = use_params().get("evening")
    form, set_form = use_changing_form("new-sheet", lambda: Form.first(
        service, evening if evening in cards else None,
        usual_currency(service, session.region)))
    field = use_own(seating.new_field)
    content = use_own(ft.Ref[ft.Column])
    turned, fold = use_value(True if seating.LIKE in page().route else None)
    folded = session.is_narrow if turned is None else turned
    was_empty, _ = use_value(not form.names)
    sought, seek = use_value("")

    def play(game: Game[Any, Any]) -> None:
        fold(True)
        seek("")
        if game != form.game:
            set_form(form.switched(service, game))

    async def show_names() -> None:
        if turned and content.current:
            await content.current.scroll_to(offset=0)
            if form.wants_name and field.current:
                await field.current.focus()

    ft.use_effect(show_names, [turned])  # the list of games has gone, of which a part was in sight
    if evening is not None and evening not in cards:
        return missing(t("This evening is not in the book."), "/")
    if evening is None:
        name, date, back = t("New evening"), Date.today(), "/"
    elif form.leaves:
        name, date, back = t("New sheet, same round"), cards[evening].date, f"/evening/{evening}"
    else:
        name, date, back = t("New sheet"), cards[evening].date, f"/evening/{evening}"
    return ui.screen(
        name,
        *([seating.old_sheet(form, t)] if form.leaves else []),
        *([_games(form, play, folded, lambda: fold(False), service.made_games(), (sought, seek), t)]
          if len(GAMES) > 1 else []),
        _players(form, session, field, writes=folded or session.has_room()
                 or not was_empty or bool(form.names)),
        right=[
            _stake(form, t),
            *([_place(form, t)] if evening is None else []),
            *([ft.Row([ui.text_button(
                t("A tournament with many tables"), going_to("/tournament"),
                identifier="tournament", icon=ft.Icons.EMOJI_EVENTS_OUTLINED)], wrap=True)]
              if evening is None and session.is_host else []),
            HouseRules(form), Absprachen(form)],
        list_ref=content, subtitle=t.day(date), back=back, back_label=t("Back"),
        bottom=form_button(t("Start"), partial(seating.begin, form, session), form.fault(t), t,
                           identifier="start"))


def _games(form: Form, play: Callable[[Game[Any, Any]], None], folded: bool,
           unfold: Callable[[], None], made: Sequence[Game[Any, Any]],
           search: tuple[str, Callable[[str], None]], t: Words) -> ft.Control:
    """Build the choice of the game; folded: as one line; made: games that rules have made; search:
    what is looked for among the games, and what sets it."""
    players = form.game.players
    named = dict.fromkeys((*made, *[each for game in GAMES if isinstance(game, MadeByRules)
                                    for each in game.known]))
    offered = (*GAMES, *named)
    titles = titles_of((*offered, form.game))
    how_many = say("For {n} players.", n=players.start) if len(players) == 1 else \
        say("For {low} to {high} players.", low=players.start, high=players.stop - 1)
    name = text_options(form, t) if form.is_made_here else []
    if folded:
        return ui.panel(ui.titled_row(
            t(titles[form.game.key]), t(how_many), unfold,
            ft.Icon(ft.Icons.EXPAND_MORE, color=ft.Colors.ON_SURFACE_VARIANT),
            identifier="games", said=f"{t('Game')}: {t(titles[form.game.key])}", padding=3),
            *name)
    found = searched(offered, search[0], t.game)
    return ui.panel(
        title(t("Game")),
        ui.text_field(t("Search: game"), *search, prefix_icon=ft.Icons.SEARCH, key="search"),
        ui.chips([ui.chip(t(titles[game.key]), partial(play, game), chosen=game == form.game,
                          identifier=f"game-{game.id if game in GAMES else game.key}")
                  for game in found]),
        *([ui.muted(t(how_many))] if form.game in found else
          [] if found else [ui.muted(t("No game is called that."))]), *name)


def _players(form: Form, session: Session, field: ft.Ref[ft.TextField], *,
             writes: bool) -> ft.Control:
    """Build the seats in order, and who may still sit down; writes: whether their field for a name
    has the keyboard at once, for which a phone scrolls to it."""
    t = session.words
    dealer = form.names[form.first_dealer] if form.names else ""
    controls = [title(t("Players, clockwise")),
                *seating.seats(form, session, dealer, t("deals first"), form.let_deal, field,
                               writes=writes)]
    if form.too_many:
        asked = t("Who sits out first?") if form.takes_turns else t("Who is not playing?")
        controls += [ft.Container(ui.remark(asked),
                                  padding=ft.Padding.symmetric(vertical=Space.SMALL)), ui.chips([
            ui.chip(name, partial(form.sit_out, name), identifier=f"rests-{name}")
            for name in form.names]), ft.Container(height=Space.SMALL)]
    elif form.names:
        controls.append(_dealer(form, session))
    controls += seating.sitting_out(form, t)
    if len(form.names) > 1 and isinstance(form.game, SeatsChange):
        controls.append(ft.Row([ui.text_button(
            t("Other people"), form.clear, identifier="other-people",
            icon=ft.Icons.GROUP_REMOVE_OUTLINED)], wrap=True))
    if not form.free_seats:
        controls += seating.newcomers(form, session, field)
    if tables := form.tables(t):
        controls.append(seating.split_offer(
            tables, partial(seating.begin, form, session, split=True), t))
    if form.free_seats:
        controls.append(ft.Row([ui.text_button(
            t("Names later"), lambda: form.fill(seating.everybody(session.service), t),
            identifier="names-later", icon=ft.Icons.PERSON_OUTLINE)], wrap=True))
    return ui.panel(*controls, spacing=0)


def _dealer(form: Form, session: Session) -> ft.Control:
    """Build the line that says who deals first and how that came about, with a button that draws
    lots; above it, who may name the first dealer after losing the last Partie."""
    t = session.words
    first = session.service.agreements.first_dealer(form.game, form.names)
    loser = [] if first is None or first.chosen_by is None else [ft.Semantics(
        identifier="names-dealer", container=True, content=ui.remark(
            t("{name} lost the last match and decides who deals first.", name=first.chosen_by)))]
    return ft.Column([
        *loser,
        ft.Row([
            ft.Semantics(identifier="first-dealer", container=True, expand=True,
                         content=ft.Text(_first_dealer(form, t), size=Type.BODY)),
            ui.text_button(t("Draw lots"), form.draw_dealer, identifier="draw-dealer",
                           icon=ft.Icons.CASINO_OUTLINED)]),
        *([ui.muted(t("Tap: deals first. Drag: changes seats."))]
          if len(form.names) > 1 else [])], spacing=0)


def _first_dealer(form: Form, t: Words) -> str:
    name = form.names[form.first_dealer]
    if form.draws == 0:
        return t("{name} deals first.", name=name)
    if form.draws == 1:
        return t("Drawn: {name} deals first.", name=name)
    return t("Draw {n}: {name} deals first.", n=form.draws, name=name)


def _stake(form: Form, t: Words) -> ft.Control:
    """Build the field for the stake."""
    fault, chosen = form.fault_of_stake(t), form.units(t)

    def put(stake: int | str) -> None:
        form.stake = stake

    def quick(units: int) -> ft.Control:
        return ui.chip(form.amount(units, t), lambda: put("" if units == chosen else units),
                       chosen=units == chosen, identifier=f"stake-{units}")

    usual = form.game.usual_stake
    told = [] if usual is None else [ui.remark(t("Usual in this game: {amount}", amount=t.stake(
        usual, form.wager.decimals, form.currency)))]
    return ui.panel(
        title(t(form.wager.title)),
        ui.remark(t(form.money.sentence)), *told,
        ui.text_field(t("Amount"), form.stake_text(t), put, error=t(fault) if fault else None,
                      suffix=get_currency_symbol(form.currency, locale=t.locale),
                      keyboard_type=ft.KeyboardType.NUMBER),
        ui.chips([*[quick(units) for units in form.money.quick],
                  ui.chip(t("For nothing"), lambda: put(""), chosen=chosen is None and not fault,
                          identifier="stake-0")]), spacing=Space.MEDIUM)


def _place(form: Form, t: Words) -> ft.Control:
    """Build the field for the place."""
    return ui.panel(ui.text_field(
        t("Place"), form.place, lambda typed: setattr(form, "place", typed),
        hint_text=t("may stay empty"), capitalization=ft.TextCapitalization.SENTENCES))
