"""The desk of a tournament: who is there, the draw, the tables and what each lacks, the ranking and
the money. Whoever is no host sees the same without the keys."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import flet as ft

from scorepad.i18n.message import N_, Message, say, say_n
from scorepad.paper.files import Tournament as Paper
from scorepad.paper.tournament import TITLES, What
from scorepad.service.tournament_view import TournamentView, Transfer
from scorepad.storage import StorageFault
from scorepad.tournament.cash import told_money
from scorepad.tournament.facts import Entrant, Money, Number, Way
from scorepad.tournament.standing import TableResult
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import keyed, use_own, use_params, use_value
from scorepad.ui.parts.fields import NameForm, asked_of, folding, name_field, title, use_some
from scorepad.ui.parts.for_desk import TakeResult, links_of
from scorepad.ui.parts.question import decisions_of
from scorepad.ui.parts.saving_files import SavePaper, save_paper
from scorepad.ui.screens.evening import WIDEST, Evening
from scorepad.ui.screens.slips import way_to
from scorepad.ui.screens.tournament_ranking import ranking_of
from scorepad.ui.session import Session, going_to, of_page, page
from scorepad.ui.theme import Radius, Space, Type

WAYS = {Way.LOT: N_("By lot"), Way.TOTALS: N_("By ranking"), Way.SERPENTINE: N_("Serpentine"),
        Way.CLUB: N_("By strength")}
CARD = 300
"""The width of a table's card, of which a laptop has three side by side."""

MOST_OFFERED = 30
"""Known people who are offered to enter with a tap."""


@ft.component
def EveningOrDesk() -> ft.View:
    """Draw an evening, or the desk of the tournament that it is."""
    session, evening = of_page(), use_params()["evening"]
    try:
        view = session.service.tournaments.find(evening)
    except (KeyError, StorageFault):
        view = None  # its screen says so
    return _desk(view, session) if view else Evening()


def _desk(view: TournamentView, session: Session) -> ft.View:
    t, evening = session.words, view.id
    made, is_host = view.tournament, session.is_host
    rounds = t("{drawn} of {rounds} rounds drawn", drawn=len(made.draws), rounds=made.rounds)
    if view.ends_at is not None:
        rounds = t("Round {round}", round=len(made.draws)) + " " + t(
            "until {time}", time=t.clock(view.ends_at))
    ahead = [keyed(f"entering-{evening}", Entering, evening), _draw(view, session)] \
        if is_host and view.next_round else []
    rounds_drawn = [*_begun(view, session), *_rounds(view, session)]
    body: list[ft.Control] = [
        *decisions_of(view.decisions, session), *([] if view.standing.open else ahead),
        *([] if view.complete else rounds_drawn),
        *([TakeResult(), *ahead] if is_host and view.standing.open else []),
        *ranking_of(view, session),
        *([keyed(f"money-{evening}", CashBook, evening)] if view.cash.pot or made.payments else []),
        *([keyed(f"cash-{evening}", CashDesk, evening)]
          if is_host and made.entrants and made.money != Money() else []),
        *([_papers(view, session)] if made.draws else []),
        *(rounds_drawn if view.complete else [])]
    return ui.screen(
        made.name, *body, ft.Container(height=Space.SMALL),
        subtitle=t.dated(made.date, t.game(made.game.title), rounds), back="/",
        back_label=t("Back to the evenings"), width=WIDEST,
        actions=[SavePaper(Paper(evening), symbol=True), *([ui.icon_button(
            ft.Icons.UNDO, t("Take back the last step"),
            lambda: session.attempt(session.service.tournaments.undo, evening),
            identifier="undo-step")] if is_host and view.read.last else []),
            *([ui.icon_button(ft.Icons.TUNE, t("What is agreed on"),
                              going_to(f"/evening/{evening}/settings"), identifier="settings")]
              if is_host and not view.closed else [])],
        bottom=_end(view, session) if is_host and not view.next_round else None)


def _end(view: TournamentView, session: Session) -> ft.Control:
    t, service = session.words, session.service
    if view.closed:
        return ui.main_button(t("Reopen the evening"), lambda: session.attempt(
            service.reopen_evening, view.id), identifier="reopen")
    return ui.main_button(t("End the tournament"), lambda: session.attempt(
        service.close_evening, view.id), identifier="end-evening")


# --- who is there ---------------------------------------------------------------------------------


@ft.component
def Entering(evening: str) -> ft.Control:
    """Draw who has entered, with a key for each that says whether they are there, and how others
    enter: with a tap where the club knows them, or by name."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    view = tournaments.view(evening)
    form = use_own(NameForm)
    is_open, turn = use_value(not view.tournament.draws)
    entrants = view.tournament.entrants
    there = [each for each in entrants if view.is_there(each)]
    told = t(say_n("{n} person", "{n} people", len(there)))
    head = folding(t("Who is there"), told, is_open, turn, "who-is-there")
    if not is_open:
        return ui.panel(head)

    def enter(name: str) -> None:
        session.attempt(tournaments.enter, evening, name)

    def add_new() -> None:
        if form.save(session, partial(tournaments.enter, evening)):
            form.type("")

    def add() -> None:
        if not form.asks(session):
            add_new()

    def same(known: str) -> None:
        enter(session.service.people.names()[known])
        form.type("")

    names = {each.name for each in entrants}
    known = [name for name in session.service.players() if name not in names][:MOST_OFFERED]
    return ui.panel(
        head,
        name_field(form, add, session, label=t("Name of a guest"),
                   icon=ft.Icons.PERSON_ADD_ALT, does=t("Enter"), identifier="enter"),
        *asked_of(form, same, add_new, t),
        *([title(t("Not here yet")),
           ui.chips([ui.chip(name, partial(enter, name), identifier=f"enter-{name}")
                     for name in known])] if known else []),
        *([ui.chips([_person(each, view, session) for each in entrants]),
           ft.Row([ui.text_button(t("Teams, strength, fixed tables"),
                                  going_to(f"/evening/{evening}/entrants"),
                                  identifier="entrants")])] if entrants else []),
        spacing=Space.MEDIUM)


def _person(entrant: Entrant, view: TournamentView, session: Session) -> ft.Control:
    """Build the key of an entrant; a tap says that they leave, or are there after all."""
    is_there = view.is_there(entrant)
    told = f"{entrant.number} {entrant.name}"
    return ui.chip(told, lambda: session.attempt(partial(
        session.service.tournaments.leave, view.id, entrant.number, back=not is_there)),
        chosen=is_there, identifier=f"there-{entrant.number}")


# --- the draw -------------------------------------------------------------------------------------


def _draw(view: TournamentView, session: Session) -> ft.Control:
    t, round = session.words, view.next_round
    ways = [way for way in WAYS if way is Way.LOT or way is not Way.CLUB and round != 1
            or way is Way.CLUB and any(each.rank for each in view.tournament.entrants)]
    waiting = [table for _, table in view.standing.open]
    told = [ui.remark(t(say_n("{n} list is not complete yet.", "{n} lists are not complete yet.",
                              len(waiting))))] if waiting else []
    return ui.panel(
        title(t("Draw round {round}", round=round)), *told,
        ft.Row([ui.text_button(t(WAYS[way]), partial(session.attempt, partial(
            session.service.tournaments.draw, view.id, way, round=round)),
            identifier=f"draw-{way}", icon=ft.Icons.CASINO_OUTLINED) for way in ways], wrap=True),
        keyed(f"by-hand-{view.id}-{round}", ByHand, view.id))


@ft.component
def ByHand(evening: str) -> ft.Control:
    """Draw the field for tables that were drawn by hand: start numbers, a comma between tables."""
    session = of_page()
    t = session.words
    typed, type_in = use_value("")

    def save() -> None:
        tables = [part.split() for part in typed.split(",") if part.strip()]
        if not tables or not all(each.isdecimal() and len(each) < 6
                                 for table in tables for each in table):
            session.tell(t("Type start numbers, with a comma between two tables."))
            return
        session.attempt(session.service.tournaments.seat_by_hand, evening,
                        [[*map(int, table)] for table in tables])

    return ui.text_field(t("Drawn by hand: start numbers of each table"), typed, type_in,
                         hint_text=t("such as 1 4 6 2, 3 7 5"), on_submit=lambda: save())


def _begun(view: TournamentView, session: Session) -> Iterator[ft.Control]:
    """Yield the ways to lists that this phone writes of a draw which it has not heard of yet."""
    t = session.words
    for slip in session.service.slips.begun(view.id):
        yield ui.main_button(" · ".join([t("Round {round}", round=slip.round),
                                         t("Table {table}", table=slip.table)]),
                             going_to(way_to(slip.own)), identifier="own-list")


def _rounds(view: TournamentView, session: Session) -> Iterator[ft.Control]:
    """Yield the tables of every round, the last one first."""
    t, made = session.words, view.tournament
    for draw, tables in reversed(list(zip(made.draws, view.standing.tables))):
        told = t("Round {round}", round=draw.round)
        if draw.seed is not None:
            told = f"{told} · {t('drawn with {seed}', seed=draw.seed)}"
        yield ui.heading(told)
        yield ft.Row([_table(view, draw.round, index, table, session)
                      for index, table in enumerate(tables, 1)],
                     wrap=True, spacing=Space.MEDIUM, run_spacing=Space.MEDIUM,
                     vertical_alignment=ft.CrossAxisAlignment.START)


def _table(view: TournamentView, round: int, index: int, table: TableResult,
           session: Session) -> ft.Control:
    """Build the card of a table: who sits there, and what the list has and lacks."""
    t, people = session.words, view.tournament.by_number
    numbers = view.tournament.draws[round - 1].tables[index - 1]
    state = _state(view, round, index, table)
    if table.owed and (table.over or (round, index) in view.read.locked):
        state = say("{state}, solos owed by {names}", state=state,
                    names=", ".join([people[number].name for number in table.owed]))
    width = CARD if session.width > 2 * CARD + 6 * Space.LARGE else \
        session.width - 2 * Space.LARGE
    last = len(view.tournament.draws) == round
    return ui.tappable(
        ft.Column([
            ft.Row([ui.strong(t("Table {table}", table=index), expand=True),
                    ft.Icon(ft.Icons.CHECK_CIRCLE_OUTLINE if table.over else
                            ft.Icons.RADIO_BUTTON_UNCHECKED,
                            color=ft.Colors.PRIMARY if table.over else
                            ft.Colors.ON_SURFACE_VARIANT, semantics_label="")]),
            *[ft.Row([ft.Text(f"{number} {people[number].name}", size=Type.BODY, expand=True,
                              no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS),
                      *([ft.Text(t.points(table.results[number].points), size=Type.BODY)]
                        if table.hands else [])]) for number in numbers],
            ui.muted(t(state))], spacing=2, tight=True),
        going_to(f"/evening/{view.id}/table/{round}/{index}"),
        identifier=f"table-{round}-{index}", width=width, padding=Space.LARGE,
        radius=Radius.LARGE, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if last and not table.over
        else ft.Colors.SURFACE_CONTAINER)


def _state(view: TournamentView, round: int, index: int, table: TableResult) -> Message:
    kept = view.kept(round, index)
    size = len(view.tournament.draws[round - 1].tables[index - 1])
    if kept is not None and kept.figures is not None:
        return say("From paper")
    if kept is not None and table.over:
        return say("Complete and confirmed") if kept.confirmed_by else say("Complete")
    told = say("{played} of {hands} hands", played=table.hands,
               hands=view.tournament.hands_at[size])
    return say("Locked: {hands}", hands=told) if (round, index) in view.read.locked else told


# --- on paper -------------------------------------------------------------------------------------


def _papers(view: TournamentView, session: Session) -> ft.Control:
    t = session.words
    return ui.stack(ui.heading(t("On paper")), ui.panel(ft.Row([
        ui.text_button(t(TITLES[what]), partial(page().run_task, _save, view, what, session),
                       identifier=f"paper-{what}", icon=ft.Icons.PRINT_OUTLINED)
        for what in What], wrap=True)))


async def _save(view: TournamentView, what: What, session: Session) -> None:
    """Save a paper; slips have a QR code where phones can reach the program."""
    codes = list[str]()
    if what is What.SLIPS:
        with suppress(StorageFault):  # then without
            codes = await links_of(session.service.slips.of(view.id), session)
    save_paper(session, Paper(view.id, what, tuple(codes)))


PAYS, GETS = N_("pays {amount}"), N_("gets {amount}")


@ft.component
def CashBook(evening: str) -> ft.Control:
    """Draw what came in by kind and where it goes, and, folded away, every payment."""
    session = of_page()
    t, view = session.words, session.service.tournaments.view(evening)
    is_open, turn = use_value(False)
    paid, people = view.tournament.payments, view.tournament.by_number
    shown, more = use_some(paid[::-1])
    sums = [ft.Row([ft.Text(t(label), size=Type.BODY, expand=True),
                    ui.strong(t.money(cents, "EUR"))]) for label, cents in told_money(view.cash)]
    told = t(say_n("{n} payment", "{n} payments", len(paid)))
    return ui.stack(ui.heading(t("Money")), ui.panel(
        *sums, *([folding(t("Payments"), told, is_open, turn, "payments")] if paid else []),
        *([*[ft.Row([
            ui.two_lines(people[each.number].name, " · ".join([
                *([t.moment(each.at)] if each.at else []), t("No. {number}", number=each.number)])),
            ui.strong(t.money(each.cents, "EUR"))]) for each in shown], *more,
           SavePaper(Paper(evening, What.CASH))]
          if paid and is_open else [])))


@ft.component
def CashDesk(evening: str) -> ft.Control:
    """Draw what each has to pay in, or gets, folded away; a tap notes it as paid. Prizes count once
    all lists are complete; then people may as well pay each other."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    view = tournaments.view(evening)
    people = view.tournament.by_number
    is_open, turn = use_value(False)
    among, turn_among = use_value(False)
    dues = {number: cents for number, cents in view.dues.items() if cents}
    transfers = view.transfers
    told = t(say_n("{n} payment", "{n} payments", len(dues))) if dues else t("Everything is paid.")

    def pay(paid: Transfer) -> None:
        if session.attempt(tournaments.hand_over, evening, paid):
            session.offer_undo(say("Noted."), tournaments.undo, evening)

    def row(identifier: str, paid: Transfer, who: str, what: str) -> ft.Control:
        return ui.titled_row(who, what, partial(pay, paid), ft.Icon(
            ft.Icons.CHECK, color=ft.Colors.ON_SURFACE_VARIANT), identifier=identifier)

    def name(number: Number | None) -> str:
        return t("the box") if number is None else people[number].name

    def in_words(cents: int) -> str:
        return t(PAYS if cents > 0 else GETS, amount=t.money(abs(cents), "EUR"))

    return ui.panel(
        folding(t("Cash desk"), told, is_open, turn, "cash-desk"),
        *([row(f"pay-{number}", Transfer(number, None, cents), people[number].name, in_words(cents))
           for number, cents in dues.items()] if is_open else []),
        *([folding(t("If people pay each other"),
                 t(say_n("{n} payment", "{n} payments", len(transfers))), among, turn_among,
                 "transfers")] if transfers else []),
        *([row(f"transfer-{at}", each, f"{name(each.debtor)} → {name(each.creditor)}",
               t.money(each.cents, "EUR")) for at, each in enumerate(transfers)] if among else []))
