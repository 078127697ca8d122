"""The rankings of a tournament at its desk: of all rounds, of each, of teams and championships; and
the agreement on how results count for a championship."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import flet as ft

from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.service.tournament_view import TournamentView
from scorepad.tournament.cash import told_counted, told_order
from scorepad.tournament.facts import Championship, Counting, Key, Number, Strike
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import keyed, use_value
from scorepad.ui.parts.fields import use_some
from scorepad.ui.session import Session, of_page
from scorepad.ui.theme import Space, Type

FIRST = 16
"""The places that are drawn before somebody asks for more."""


def ranking_of(view: TournamentView, session: Session) -> Iterator[ft.Control]:
    """Yield the rankings, once somebody is first."""
    if any(table.hands for tables in view.standing.tables for table in tables):
        yield ui.heading(session.words("Ranking"))
        yield keyed(f"ranking-{view.id}", Ranking, view.id)
    yield from _teams(view, session)
    yield from _championships(view, session)


@ft.component
def Ranking(evening: str) -> ft.Control:
    """Draw the ranking of all rounds, or the one that was chosen, and what ranks."""
    session = of_page()
    t, view = session.words, session.service.tournaments.view(evening)
    standing, people, drawn = view.standing, view.tournament.by_number, len(view.tournament.draws)
    chosen, choose = use_value(0)
    round = chosen if 1 < drawn >= chosen else 0  # its draw may be taken back
    ranking = standing.ranking_of_round(round) if round else standing.ranking
    results = standing.rounds[round - 1] if round else standing.totals
    shown, more = use_some(ranking, FIRST)
    return ui.panel(
        *([ui.chips([ui.chip(t("Round {round}", round=each) if each else t("All rounds"),
                             partial(choose, each), chosen=each == round,
                             identifier=f"ranking-{each}")
                     for each in range(drawn + 1)])] if drawn > 1 else []),
        *[ft.Row([
            ft.Text(f"{place}.", size=Type.BODY, width=4 * Type.BODY * session.text_scale / 2),
            ui.two_lines(people[number].name, _below(number, view, round, t)),
            ui.strong(t.points(results[number].points))]) for place, number in shown], *more,
        ui.muted(told_order(view.tournament.ranking, t)),
        *([keyed(f"lots-{view.id}", Lots, view.id)]
          if session.is_host and Key.LOT in view.tournament.ranking and (
              view.tournament.lots or not view.standing.open and _tied(view)) else []))


def _tied(view: TournamentView) -> set[Number]:
    """Return all who share a place."""
    count = Counter([place for place, _ in view.standing.ranking])
    return {number for place, number in view.standing.ranking if place and count[place] > 1}


@ft.component
def Lots(evening: str) -> ft.Control:
    """Draw the field for the lots that part those who share a place."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    lots = tournaments.view(evening).tournament.lots
    typed, type_lots = use_value(" ".join(map(str, lots)))

    def save() -> None:
        texts = typed.replace(",", " ").split()
        if not all(each.isdecimal() and len(each) < 6 for each in texts):
            return
        drawn = tuple(map(int, texts))
        if drawn != lots and session.attempt(tournaments.draw_lots, evening, drawn) \
                and not _tied(tournaments.view(evening)).isdisjoint(drawn):
            session.tell(t("The lot counts once it names all who share a place."))

    return ft.Container(ui.text_field(
        t("Lots: start numbers as they were drawn"), typed, type_lots,
        on_submit=lambda: save(), on_blur=lambda: save()), padding=ft.Padding.only(top=Space.SMALL))


def _below(number: int, view: TournamentView, round: int, t: Words) -> str:
    """Return the results of the rounds, or the table in one, and what somebody gets."""
    rounds = [view.standing.of_round(number, round)
              for round in range(1, len(view.standing.rounds) + 1)]
    told = [" + ".join(["–" if each is None else t.points(each.points) for each in rounds])] \
        if len(rounds) > 1 else []
    if round:
        told = [t("Table {table}", table=view.tournament.draws[round - 1].table_of(number))]
    if cents := view.cash.prize_of(number, round):
        told.append(t.money(cents, "EUR"))
    return " · ".join([f"{t('No. {number}', number=number)}", *told])


def _teams(view: TournamentView, session: Session) -> Iterator[ft.Control]:
    t = session.words
    if view.standing.teams:
        yield ui.heading(t("Teams"))
        yield ui.panel(*[ft.Row([
            ft.Text("–" if team.place is None else f"{team.place}. {team.team}", size=Type.FIGURE,
                    expand=True),
            ui.strong("–" if team.points is None else t.points(team.points))])
            for team in view.standing.teams])


def _championships(view: TournamentView, session: Session) -> Iterator[ft.Control]:
    t = session.words
    for name, rows in session.service.tournaments.championships(view.id).items():
        yield ui.heading(t("Championship {name}", name=name))
        yield ui.panel(*[ft.Row([
            ui.two_lines(f"{row.place}. {row.name}" if row.place else row.name,
                         told_counted(row, t)),
            ui.strong("–" if row.points is None else t.points(row.points))]) for row in rows],
            *([keyed(f"counting-{name}", CountingForm, name)] if session.is_host else []))


FIELDS = {"best": N_("Only the best count: how many"),
          "from": N_("The worst is struck from how many results on"),
          "every": N_("One more is struck for how many further results"),
          "minimum": N_("Results that everybody needs")}
OF = {Counting.ROUNDS: N_("Every round counts"), Counting.EVENINGS: N_("Every evening counts")}
TURNED = {"missing": N_("What is missing counts 0"), "average": N_("The average ranks")}


@ft.component
def CountingForm(name: str) -> ft.Control:
    """Draw, folded away, how results count for a championship; what was typed is saved by a tap."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    asked = tournaments.counting(name)
    typed, type_in = use_value(dict[str, str]())
    is_open, turn = use_value(False)
    texts = {**_texts(asked), **typed}

    def change(**changed: object) -> bool:
        return session.attempt(partial(tournaments.count, name, **changed))

    def take(key: str, text: str) -> None:
        type_in({**typed, key: text.strip()})

    def save() -> None:
        if not all(not text or text.isdecimal() for text in texts.values()):
            session.tell(t("Type whole numbers."))
            return
        best, first, every, minimum = [int(texts[key] or 0) for key in FIELDS]
        if change(best=best, minimum=minimum, strike=Strike(every or 1, first) if first else None):
            type_in({})
            turn(False)

    if not is_open:
        return ft.Row([ui.text_button(t("How results count"), partial(turn, True),
                                      identifier=f"counting-{name}")])
    return ui.stack(
        ui.chips([ui.chip(t(label), partial(change, of=of), chosen=of is asked.of,
                          identifier=f"of-{of}") for of, label in OF.items()]),
        ui.chips([ui.chip(t(label), partial(change, **{key: not getattr(asked, key)}),
                          chosen=getattr(asked, key), identifier=f"counting-{key}")
                  for key, label in TURNED.items()]),
        *[ui.text_field(t(label), texts[key],
                        partial(take, key), keyboard_type=ft.KeyboardType.NUMBER,
                        hint_text=t("may stay empty"))
          for key, label in FIELDS.items()],
        ui.main_button(t("Save"), save, identifier="save-counting"), spacing=Space.MEDIUM)


def _texts(asked: Championship) -> dict[str, str]:
    strike = asked.strike or Strike(0, 0)
    return {key: str(number or "") for key, number in zip(
        FIELDS, (asked.best, strike.first, strike.every, asked.minimum))}
