"""The agreement on a tournament, before it begins and afterwards: its game, its rounds, its
lists, its money."""

from datetime import date as Date
from functools import partial

import flet as ft

from scorepad.games.protocols import titles_of
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.tournament.cash import KEYS
from scorepad.tournament.facts import Good
from scorepad.ui import widgets as ui
from scorepad.ui.forms.tournament import GAMES_HELD, TournamentForm
from scorepad.ui.hooks import use_params
from scorepad.ui.parts.address import use_changing_form, use_form
from scorepad.ui.parts.fields import form_button, title
from scorepad.ui.parts.rules import HouseRules
from scorepad.ui.session import Session, go_back, of_page
from scorepad.ui.theme import Space

MOST_OFFERED = 5
"""The rounds that can be chosen with a tap; hardly any evening has more."""

AMOUNTS = (("startgeld", N_("Entry fee")), ("seriengeld", N_("Fee a round")),
           ("lost0", N_("A lost game")), ("lost1", N_("From the fourth on")),
           ("gifts", N_("Given besides")))
PRIZES = (("places", N_("Prizes by place, such as 50 30 20")),
          ("of_round", N_("Prizes of each round, by place")),
          ("of_table", N_("Prizes at each table, by place")))

GOOD = {Good.HIGH: N_("Many points are good"), Good.LOW: N_("Few points are good")}


@ft.observable
class Form(TournamentForm):
    """A form that Flet observes."""


@ft.component
def NewTournament() -> ft.View:
    session = of_page()
    t = session.words
    form, put = use_changing_form("tournament", lambda: Form.proposed(session.service, t))

    def begin() -> None:
        made: list[str] = []
        if session.attempt(lambda: made.append(form.begin(session.service, t, Date.today()))):
            go_back(f"/evening/{made[0]}")

    return ui.screen(
        t("New tournament"),
        *_agreed(form, ui.panel(
            _name(form, t),
            title(t("Game")),
            ui.chips([ui.chip(t(titles_of(GAMES_HELD)[game.key]),
                              lambda game=game: put(form.switched(game)),  # type: ignore[misc]
                              chosen=game == form.game, identifier=f"game-{game.id}")
                      for game in GAMES_HELD])),
        session), ft.Container(height=Space.SMALL), width=session.widest,
        subtitle=t.day(Date.today()), back="/", back_label=t("Back"),
        bottom=form_button(t("Begin the tournament"), begin, form.fault(t), t, identifier="start"))


@ft.component
def TournamentSettings() -> ft.View:
    """Draw what is agreed on for a tournament that has begun."""
    session, evening = of_page(), use_params()["evening"]
    t, tournaments = session.words, session.service.tournaments

    def known() -> TournamentForm:
        made = tournaments.view(evening).tournament
        form = Form.like(made.game, made.rules.written(), made.settings, t)
        form.begun = True
        return form

    form = use_form(f"tournament-{evening}", known)

    def save() -> None:
        if session.attempt(lambda: tournaments.change(evening, **vars(form.settings(t)))):
            go_back(f"/evening/{evening}")

    return ui.screen(
        t("What is agreed on"), *_agreed(form, ui.panel(_name(form, t)), session),
        ft.Container(height=Space.SMALL), width=session.widest,
        back=f"/evening/{evening}", back_label=t("Back to the desk"),
        bottom=form_button(t("Save"), save, form.fault(t), t, identifier="save-settings"))


def _name(form: TournamentForm, t: Words) -> ft.Control:
    return ui.text_field(t("Name"), form.name, lambda typed: setattr(form, "name", typed),
                         hint_text=t("such as Preisskat"),
                         capitalization=ft.TextCapitalization.SENTENCES)


def _agreed(form: TournamentForm, named: ft.Control, session: Session) -> list[ft.Control]:
    """Build the panels with what is agreed on, after the one with the name; the rules only before
    the tournament begins."""
    t, room = session.words, session.has_room()
    return [*ui.beside([named], [_rounds(form, t)], room),
            *ui.beside([] if form.begun else [HouseRules(form)], [_ranking(form, t)], room),
            _money(form, session)]


def _ranking(form: TournamentForm, t: Words) -> ft.Control:
    """Build the choice of what ranks, in the order in which it was tapped."""
    place = {key: f"{number}. " for number, key in enumerate(form.ranking, 1)}
    return ui.panel(title(t("What ranks, one after the other")), ui.chips([
        ui.chip(place.get(key, "") + t(label), partial(form.rank_by, key), chosen=key in place,
                identifier=f"rank-{key}")
        for key, label in sorted(KEYS.items(), key=lambda each: place.get(each[0], "9"))]),
        *([ui.chips([ui.chip(t(label), partial(setattr, form, "gut", gut), chosen=gut is form.gut,
                             identifier=f"good-{gut}") for gut, label in GOOD.items()])]
          if form.asks_for_good else []))


def _rounds(form: TournamentForm, t: Words) -> ft.Control:
    return ui.panel(
        title(t("Rounds")),
        ui.chips([ui.chip(str(count), partial(setattr, form, "rounds", count),
                          chosen=count == form.rounds, identifier=f"rounds-{count}")
                  for count in range(1, MOST_OFFERED + 1)]),
        title(t("Hands of a list")),
        *[ui.text_field(t("At a table of {size}", size=size), form.hands.get(size, ""),
                        partial(form.type_hands, size), keyboard_type=ft.KeyboardType.NUMBER,
                        hint_text=t("may stay empty")) for size in form.sizes],
        _field(form, "minutes", t("Minutes a round"), t),
        spacing=Space.MEDIUM)


def _money(form: TournamentForm, session: Session) -> ft.Control:
    t = session.words
    return ui.panel(
        title(t("Money")),
        *ui.in_pairs([
            *[_field(form, name, t(label), t) for name, label in AMOUNTS],
            _field(form, "percent", t("Percent of the pot in prizes"), t),
            _field(form, "weights", t("Shares by place, such as 5 3 2"), t),
            *[_field(form, name, t(label), t) for name, label in PRIZES]], session),
        title(t("Teams")),
        *ui.in_pairs([_field(form, "best", t("Members of a team who count"), t)], session),
        *([] if form.begun else [title(t("Championship")), *ui.in_pairs([ui.text_field(
            t("Counts for the championship"), form.typed.get("championship", ""),
            partial(form.type, "championship"), hint_text=t("may stay empty"))], session)]),
        spacing=Space.MEDIUM)


def _field(form: TournamentForm, name: str, label: str, t: Words) -> ft.Control:
    return ui.text_field(label, form.typed.get(name, ""), partial(form.type, name),
                         hint_text=t("may stay empty"), keyboard_type=ft.KeyboardType.NUMBER)
