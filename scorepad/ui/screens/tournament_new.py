"""The agreement on a tournament, before it begins and afterwards: its game, its rounds, its lists,
its money; and its entrants, with team, strength, fixed table and start number."""

from dataclasses import dataclass, field
from datetime import date as Date
from functools import partial

import flet as ft

from scorepad.games.protocols import titles_of
from scorepad.i18n.message import N_, Message, say
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.tournament.cash import KEYS
from scorepad.tournament.facts import Entrant, Good
from scorepad.ui import widgets as ui
from scorepad.ui.forms.tournament import GAMES_HELD, TournamentForm
from scorepad.ui.hooks import keyed, use_own, use_params, use_value
from scorepad.ui.parts.address import missing, use_changing_form, use_form
from scorepad.ui.parts.fields import form_button, title
from scorepad.ui.parts.rules import HouseRules
from scorepad.ui.session import Session, go_back, of_page
from scorepad.ui.theme import Space, Type

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


FIELDS = (("team", N_("Team")), ("rank", N_("Strength, 1 is the strongest")),
          ("table", N_("Always at table")))


@ft.observable
@dataclass
class EntrantForm:
    """The fields of an entrant, as they are typed."""

    typed: dict[str, str] = field(default_factory=dict)
    fault: Message | None = None

    @classmethod
    def of(cls, entrant: Entrant) -> "EntrantForm":
        """Return the form with what is known."""
        return cls({name: str(getattr(entrant, name) or "") for name, _ in FIELDS})

    def type(self, name: str, text: str) -> None:
        """Take the text of a field."""
        self.typed, self.fault = {**self.typed, name: text}, None

    def known(self) -> dict[str, str | int | None] | None:
        """Return what was typed, None where a field holds no number."""
        texts = {name: text.strip() for name, text in self.typed.items()}
        numbers = [texts["rank"], texts["table"]]
        if any(each and not each.isdecimal() for each in numbers):
            return None
        return {"team": texts["team"],
                **{name: int(texts[name]) if texts[name] else None for name in ("rank", "table")}}


@ft.component
def Entrants() -> ft.View:
    """Draw all who have entered; a tap on one unfolds their fields."""
    session, evening = of_page(), use_params()["evening"]
    t = session.words
    open_one, unfold = use_value(0)
    try:
        view = session.service.tournaments.view(evening)
    except KeyError:
        return missing(t("There is nothing at this address."), "/")

    def row(each: Entrant) -> ft.Control:
        head = ui.titled_row(
            f"{each.number} {each.name}", _told(each, t) or t("No team"),
            partial(unfold, 0 if each.number == open_one else each.number),
            ft.Icon(ft.Icons.EXPAND_LESS if each.number == open_one else ft.Icons.EXPAND_MORE,
                    color=ft.Colors.ON_SURFACE_VARIANT),
            identifier=f"entrant-{each.number}", padding=0)
        return ui.panel(head, *([keyed(f"correct-{each.number}", Correcting, evening, each.number,
                                       partial(unfold, 0))] if each.number == open_one else []))

    rows = [row(each) for each in view.tournament.entrants]
    half = (len(rows) + 1) // 2
    return ui.screen(
        t("Who has entered"), *rows[:half], right=rows[half:], subtitle=view.tournament.name,
        back=f"/evening/{evening}", back_label=t("Back to the desk"))


def _told(entrant: Entrant, t: Words) -> str:
    return " · ".join([
        *([t("Team {team}", team=entrant.team)] if entrant.team else []),
        *([t("strength {rank}", rank=entrant.rank)] if entrant.rank else []),
        *([t("always at table {table}", table=entrant.table)] if entrant.table else []),
        *([] if entrant.until is None else [t("does not play")] if entrant.until < entrant.first
          else [t("until round {round}", round=entrant.until)])])


@ft.component
def Correcting(evening: str, number: int, done: ui.Act) -> ft.Control:
    """Draw the fields of an entrant."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    form = use_own(lambda: EntrantForm.of(tournaments.view(evening).tournament.by_number[number]))

    def save() -> None:
        known = form.known()
        if known is None:
            form.fault = say("Strength and table are numbers.")
            return
        try:
            tournaments.correct(evening, number, **known)
        except Refused as refused:
            form.fault = refused.message
            return
        session.show_everywhere()
        done()

    return ui.stack(
        *[ui.text_field(t(label), form.typed[name], partial(form.type, name),
                        hint_text=t("may stay empty")) for name, label in FIELDS],
        *([ft.Text(t(form.fault), size=Type.BODY, color=ft.Colors.ERROR)] if form.fault else []),
        ui.main_button(t("Save"), save, identifier="save-entrant"), spacing=Space.MEDIUM)
