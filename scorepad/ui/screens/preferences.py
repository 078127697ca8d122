"""The settings: how everything looks, what a table needs, who is in the club, its own rules."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft
from babel.numbers import format_percent, get_currency_symbol

from scorepad import __version__
from scorepad.book.record import RuleSet
from scorepad.games import BY_ID, GAMES
from scorepad.games.game import Game
from scorepad.i18n.message import FRENCH, GERMAN, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.roles import Role
from scorepad.ui import widgets as ui
from scorepad.ui.forms.new_sheet import CURRENCY, USUAL, read_currency, usual_currency
from scorepad.ui.forms.rules import told_difference
from scorepad.ui.hooks import use_found, use_params
from scorepad.ui.parts.address import came_from, missing, use_form
from scorepad.ui.parts.fields import NameForm, form_button, name_field
from scorepad.ui.parts.rules import Options, RulesOnScreen, rules_preview
from scorepad.ui.place import on_phone
from scorepad.ui.session import Session, go_back, going_to, of_page
from scorepad.ui.theme import TEXT_SIZE, TEXT_SIZES, Space


@ft.component
def RulesOfClub() -> ft.View:
    """Draw the list of all games."""
    session = of_page()
    t = session.words

    def said(game: Game[Any, Any]) -> str:
        own = len(session.service.rule_sets.of(game))
        return t(say_n("standard and {n} of your own", "standard and {n} of your own", own)) \
            if own else t(game.standard_title)

    return ui.screen(
        t("House rules"),
        *ui.in_columns([_row(
            t.game(game.title), said(game), f"/rules/{game.id}", f"rules-of-{game.id}")
            for game in GAMES], session),
        width=session.widest, back="/preferences", back_label=t("Back to the settings"))


@ft.component
def RulesOfGame() -> ft.View:
    """Draw the rules that a game can be played by here."""
    session = of_page()
    t = session.words
    game = BY_ID.get(use_params()["game"])
    if game is None:
        return missing(t("This game is not in Scorepad."), "/rules")
    here = f"/rules/{game.id}"
    standard = t.sentence(game.standard_title)
    rows = [_row(standard, t("As the rules of the game say"), f"{here}/new",
                 "set-standard", _copy(standard, f"{here}/new", session))]
    for kept in session.service.rule_sets.of(game):
        said = " · ".join(map(t, told_difference(kept.rules, game.rules()))) \
            or t(game.standard_title)
        rows.append(_row(kept.name, said, f"{here}/set/{kept.id}", f"set-{kept.name}",
                         _copy(kept.name, f"{here}/new/{kept.id}", session)))
    about = ui.remark(t("A sheet keeps the rules it began with. A running sheet's rules are "
                        "changed in its menu."))
    return ui.screen(
        t.game(game.title), ui.panel(*rows, spacing=0),
        right=[ui.panel(about) if session.has_room() else about],
        subtitle=t("House rules"), back="/rules", back_label=t("Back to the games"),
        bottom=ui.main_button(t("New house rules"), going_to(f"{here}/new"),
                              identifier="new-rules", icon=ft.Icons.ADD))


def _row(title: str, said: str, route: str, identifier: str, *more: ft.Control) -> ft.Control:
    """Build a row that opens a screen; `more` stands beside it."""
    return ft.Row(key=identifier, spacing=0, controls=[
        ui.titled_row(title, said, going_to(route), identifier=identifier, said=f"{title}, {said}",
                      spacing=0, expand=True, max_lines=3, overflow=ft.TextOverflow.ELLIPSIS),
        *more])


def _copy(name: str, route: str, session: Session) -> ft.Control:
    return ui.icon_button(ft.Icons.COPY_OUTLINED, session.words("Copy {name}", name=name),
                          going_to(route), identifier=f"copy-{name}")


@ft.component
def RulesUnderAName() -> ft.View:
    """Draw the form of new rules, made from the standard or others, or of those to change."""
    session = of_page()
    t, params = session.words, use_params()
    game = BY_ID.get(params["game"])
    if game is None:
        return missing(t("This game is not in Scorepad."), "/rules")
    sets = {kept.id: kept for kept in session.service.rule_sets.of(game)}
    wanted = params.get("own") or params.get("of")
    if wanted and wanted not in sets:
        return missing(t("These rules are no longer in the book."), f"/rules/{game.id}")
    return _edited(game, sets.get(wanted or ""), sets.get(params.get("own", "")), session)


def _edited(game: Game[Any, Any], like: RuleSet | None, kept: RuleSet | None,
            session: Session) -> ft.View:
    """Build the form. like: the rules it shows at first, None for the standard; kept: those to
    change, None for new ones."""
    t, service = session.words, session.service
    back = f"/rules/{game.id}"
    form = use_form("rules", lambda: RulesOnScreen(
        game, like.rules.written() if like else {}))
    name = use_form("name", lambda: NameForm(kept.name if kept else ""))

    def keep() -> None:
        own: list[str] = []
        if name.save(session, lambda typed: own.append(service.rule_sets.keep(
                game, typed, form.rules(), kept.id if kept else ""))):
            undo = (service.rule_sets.bring_back, kept) if kept else \
                (service.rule_sets.drop, own[0])
            session.offer_undo(
                say("{name} can be chosen from now on.", name=name.typed.strip()), *undo)
            go_back(back)

    def drop(kept: RuleSet) -> None:
        if session.attempt(service.rule_sets.drop, kept.id):
            session.offer_undo(say("{name} is no longer offered.", name=kept.name),
                               service.rule_sets.bring_back, kept)
            go_back(back)

    return ui.screen(
        kept.name if kept else t("New house rules"),
        ui.panel(ui.text_field(t("Name of these rules"), name.typed, name.type,
                               error=t(name.fault) if name.fault else None,
                               capitalization=ft.TextCapitalization.SENTENCES)),
        ui.panel(Options(form)),
        right=[
            *rules_preview(form, game.rules(), (
                t.sentence(game.standard_title), t("These rules")), session),
            *([ft.Row([ui.text_button(
                t("Delete these rules"), partial(drop, kept), identifier="drop-rules",
                icon=ft.Icons.DELETE_OUTLINE)], wrap=True)] if kept else [])],
        subtitle=t.game(game.title), back=back, back_label=t("Back"),
        bottom=form_button(t("Save the rules"), keep, form.fault_of_rules(), t,
                           identifier="keep-rules"))


OTHER = "other"
"""The choice that stands for a currency that is typed."""


@ft.component
def Preferences() -> ft.View:
    session = of_page()
    t, choose = session.words, session.choose
    back, back_label = came_from(session)
    own = [
        ui.heading(t("Display")),
        ui.panel(
            _choice(t("Language"), "language", session.looks.language, partial(choose, "language"),
                    {"system": t("System"), "de": "Deutsch", "en": "English"}),
            _choice(t("Appearance"), "theme", session.looks.theme, partial(choose, "theme"),
                    {"system": t("System"), "light": t("Light"), "dark": t("Dark")}),
            _choice(t("Text size"), "text", session.looks.text_size, partial(choose, TEXT_SIZE),
                    {factor: format_percent(factor, locale=t.locale) for factor in TEXT_SIZES}),
            spacing=Space.HUGE),
        ui.heading(t("At the table")),
        ui.panel(
            _choice(t("Cards"), "deck", session.looks.deck, partial(choose, "deck"),
                    {FRENCH: "Kreuz, Pik, Dame, Bube", GERMAN: "Eichel, Grün, Ober, Unter"}),
            *([Currency()] if session.is_host else []),
            ui.switch(t("Keep the screen awake"), t("While a sheet is on the screen"), "awake",
                    session.looks.awake, lambda: choose("awake", not session.looks.awake)),
            *([ui.switch(t("Vibration"), t("A short pulse at every tap on a key"), "haptics",
                       session.looks.haptics, lambda: choose("haptics", not session.looks.haptics))]
              if on_phone() else []),
            spacing=Space.LARGE)]
    return ui.screen(
        t("Settings"),
        *ui.beside(own, _of_host(session) if session.is_host else [],
                   session.has_room()),
        ft.Container(ui.muted(f"Scorepad {__version__}", text_align=ft.TextAlign.CENTER),
                     padding=Space.LARGE),
        width=session.widest, back=back, back_label=back_label)


def _of_host(session: Session) -> list[ft.Control]:
    """Build what only a host has a use for: the club, the book, and who else may use it."""
    t = session.words
    return [
        ui.heading(t("The club")),
        ui.panel(
            ClubName(),
            _way(t("Players"), t("Names, colours, who has retired, who is in the book twice"),
                 "/people", "people"),
            _way(t("House rules"), t("The club's own rules for every game"), "/rules", "rules"),
            # A browser that keeps the book itself serves nobody.
            *([] if session.place.keeps_book else [
                _way(t("Phones"), t("Who watches, who writes, and how others join"), "/phones",
                     "phones")]), spacing=Space.LARGE),
        ui.heading(t("The book")),
        ui.panel(ui.remark(t("Everything is kept here:")),
                 ui.copyable(session.service.place),
                 ft.Container(height=Space.HAIR),
                 _way(t("Backups and files"), t("Back up, restore, export, import, check"),
                      "/safety", "safety"))]


@ft.component
def ClubName() -> ft.Control:
    """Draw the field of the club's name, which may be empty."""
    session = of_page()
    t, club = session.words, session.service.club
    form = use_form("club", lambda: NameForm(club.name))

    def save() -> None:
        before = club.name
        if session.attempt(club.call, form.typed):
            session.offer_undo(say("The name of the club has changed."), club.call, before)

    return name_field(
        form, save, session, label=t("Name of the club"), icon=ft.Icons.CHECK,
        does=t("Save the name"), identifier="save-club", live=form.typed.strip() != club.name)


def _choice(title: str, name: str, current: Any, choose: Callable[[Any], Any],
            choices: dict[Any, str], *more: ft.Control) -> ft.Control:
    """Build the choice of one of a few values, each with its title."""
    return ui.stack(
        ft.Semantics(header=True, content=ft.Container(
            ui.remark(title), padding=ft.Padding.only(bottom=Space.HAIR))),
        ui.chips([ui.chip(text, partial(choose, value), chosen=value == current,
                          identifier=f"{name}-{value}") for value, text in choices.items()]),
        *more, spacing=Space.SMALL)


@ft.component
def Currency() -> ft.Control:
    """Draw the choice of the currency: one of the usual, or any other by its code."""
    session = of_page()
    t, current = session.words, usual_currency(session.service, session.region)
    typed, set_typed = use_found(str)

    def keep(code: str) -> None:
        session.attempt(session.service.keep, CURRENCY, code, Role.HOST)

    def choose(code: str) -> None:
        if code == OTHER:
            set_typed("")
        else:
            set_typed(None)
            keep(code)

    def type_code(text: str) -> None:
        set_typed(text)
        if code := read_currency(text):
            keep(code)

    fault = None
    if typed is not None and len(typed.strip()) > 2 and read_currency(typed) is None:
        fault = t("{code} is not a currency. Type its three letters, such as CHF.",
                  code=typed.strip())
    codes = dict.fromkeys((*USUAL, current))
    more = [] if typed is None else [ui.text_field(
        t("Code"), typed, type_code, error=fault, autofocus=True,
        capitalization=ft.TextCapitalization.CHARACTERS)]
    return _choice(
        t("Currency"), "currency", current if typed is None else OTHER, choose,
        {**{code: _named(code, t) for code in codes}, OTHER: t("Other")},
        *more, ui.muted(t("From the next evening on. One that has begun keeps its currency.")))


def _named(code: str, t: Words) -> str:
    """Return a currency's code and sign, such as EUR €; CHF has no sign but its code."""
    sign = get_currency_symbol(code, locale=t.locale)
    return code if sign == code else f"{code} {sign}"


def _way(title: str, sentence: str, route: str, identifier: str) -> ft.Control:
    """Build a row that leads to a screen of its own."""
    return ui.titled_row(title, sentence, going_to(route), identifier=identifier, spacing=0,
                         padding=0)
