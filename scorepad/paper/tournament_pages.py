"""The pages of a tournament: seat plan, slips, lists to write by hand, ranking, prizes,
certificates, cash book."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING

from scorepad.i18n.message import N_, say_n
from scorepad.i18n.words import Words
from scorepad.paper.page import MARGIN, Paper, Type, line_height
from scorepad.paper.qr_code import qr_code
from scorepad.paper.table import Column, Row, Style, draw_table
from scorepad.paper.tournament import TITLES, What
from scorepad.system.steps import Steps, stepwise
from scorepad.tournament.cash import Won, told_counted, told_money, told_order
from scorepad.tournament.standing import Champion

if TYPE_CHECKING:
    from scorepad.service.tournament_view import TournamentView

CODE = 38.0
"""Millimetres of the QR code on a slip."""

SLIP = 62.0
"""Millimetres from one slip to the next: four on a page, to be cut apart."""

SEATS_BELOW = 30
"""The people whose seats stand below each other; those of more are in two columns."""

HONOURED = 3
"""The places that have a certificate; as many as get a prize, if those are more."""

LOWEST, HIGHEST = 4.6, 8.0
"""Millimetres of a line of a list that is written by hand, 53 of which fill a page."""

NARROW = 12.0, 34.0
"""Millimetres of its columns for the number of a hand and for the game."""

ROOM = "\N{NO-BREAK SPACE}" * 16
"""A cell that somebody can write in."""

AT_THE_FOOT = N_("Points"), N_("Won"), N_("Lost"), N_("Sum")
"""The lines below the hands of a list that is written by hand."""


@stepwise
def tournament_pdf(view: "TournamentView", what: What, words: Words,
                   codes: Sequence[str] = (), club: str = "",
                   championships: Mapping[str, Sequence[Champion]] = MappingProxyType({}),
                   ) -> Steps[bytes]:
    """Return a paper of a tournament as a PDF: of the last round that was drawn, or of all. codes:
    the address for each slip, if phones can write; club: its name; championships: that it counts
    for, which stand below the ranking."""
    made = view.tournament
    paper = Paper(words, words(TITLES[what]), f"{made.name} · {words.day_and_year(made.date)}",
                  made.date, club)
    yield
    paper.begin(landscape=what is What.CERTIFICATES)
    if what in (What.SEATS, What.RANKING, What.PRIZES, What.CASH):
        paper.head(made.name, words.day_and_year(made.date))
    match what:
        case What.SEATS:
            yield from _seats(view, paper)
        case What.SLIPS:
            _slips(view, paper, codes)
        case What.LISTS:
            yield from _blank_lists(view, paper)
        case What.RANKING:
            yield from _ranking(view, paper)
            for name, champions in championships.items():
                yield from _championship(name, champions, paper)
        case What.PRIZES:
            yield from _prizes(view, paper)
        case What.CERTIFICATES:
            _certificates(view, paper)
        case What.CASH:
            yield from _cash(view, paper)
    return paper.done()


def _tables(view: "TournamentView") -> Sequence[tuple[int, tuple[int, ...]]]:
    """Return the tables of the last round."""
    draws = view.tournament.draws
    return list(enumerate(draws[-1].tables, 1)) if draws else []


def _seats(view: "TournamentView", paper: Paper) -> Steps[None]:
    t, made = paper.words, view.tournament
    rows = sorted([(made.by_number[number].name, number, table, seat)
                   for table, numbers in _tables(view) for seat, number in enumerate(numbers, 1)])
    columns = [Column(t("Name"), right=False), Column(t("No.")), Column(t("Table")),
               Column(t("Seat"))]
    cells = [(paper.letters(name), *map(str, seat)) for name, *seat in rows]
    if len(cells) > SEATS_BELOW:  # the second half stands beside the first
        half = (len(cells) + 1) // 2
        columns = [*columns, Column(ROOM), *columns]
        cells = [(*left, "", *right) for left, right in zip_longest(
            cells[:half], cells[half:], fillvalue=("",) * 4)]
    yield from draw_table.steps(t("Round {round}", round=len(made.draws)), columns,
                                [*map(Row, cells)], paper)


def _slips(view: "TournamentView", paper: Paper, codes: Sequence[str]) -> None:
    """Draw a slip for each table, to be cut out: who sits there, who deals first, how many hands
    are played, and the code that lets a phone write the list."""
    t, made = paper.words, view.tournament
    for table, numbers in _tables(view):
        paper.keep_together(SLIP)
        top = paper.y
        paper.text(MARGIN, paper.y, t("Table {table}", table=table), Type.TITLE, bold=True)
        paper.text(MARGIN + paper.width, paper.y, paper.fitting(paper.letters(paper.of_club(
            made.name, t("Round {round}", round=len(made.draws)))), Type.BODY, paper.width * 0.75),
            Type.BODY, grey=True, right=True)
        paper.y += line_height(Type.TITLE)
        for seat, number in enumerate(numbers, 1):
            paper.text(MARGIN, paper.y, paper.fitting(paper.letters(
                f"{seat}   {made.by_number[number].name}   ({t('No. {number}', number=number)})"),
                Type.HEADING, paper.width - (CODE + 6 if codes else 0)), Type.HEADING)
            paper.y += line_height(Type.HEADING)
        paper.text(MARGIN, paper.y, t("{hands} hands. Seat 1 deals first.",
                                      hands=made.hands_at[len(numbers)]), Type.BODY)
        if codes:
            right, below = MARGIN + paper.width, top + line_height(Type.TITLE)
            paper.code(right - CODE, below, CODE, *qr_code(codes[table - 1]))
            paper.text(right, below + CODE + 1, t("Whoever scans this writes the list."),
                       Type.SMALL, grey=True, right=True)
        paper.y = top + SLIP - 3
        paper.rule(shade=200)
        paper.y += 3


def _blank_lists(view: "TournamentView", paper: Paper) -> Steps[None]:
    """Draw a form for each table, with a line for each hand and a column for each seat: on one page
    if its lines are then high enough to write in."""
    t, made = paper.words, view.tournament
    for index, (table, numbers) in enumerate(_tables(view)):
        if index:
            paper.turn()
        lines: list[tuple[str, ...]] = [
            (t("No."), t("Game"), *[paper.letters(made.by_number[each].name) for each in numbers])]
        lines += [(str(hand), "") for hand in range(1, made.hands_at[len(numbers)] + 1)]
        lines += [("", t(label)) for label in AT_THE_FOOT]
        paper.heading(paper.of_club(made.name, t("Round {round}", round=len(made.draws)),
                                    t("Table {table}", table=table)), below=0)
        height = min(HIGHEST, max(LOWEST, paper.room / len(lines)))
        widths = [*NARROW, *[(paper.width - sum(NARROW)) / len(numbers)] * len(numbers)]
        for line in lines:
            paper.keep_together(height)
            x = MARGIN
            for at, width in enumerate(widths):
                paper.box(x, paper.y, width, height)
                if at < len(line):
                    paper.text(x + 1, paper.y + (height - line_height(Type.BODY)) / 2,
                               paper.fitting(line[at], Type.BODY, width - 2), Type.BODY)
                x += width
            paper.y += height
            yield


def _ranking(view: "TournamentView", paper: Paper) -> Steps[None]:
    t, standing, people = paper.words, view.standing, view.tournament.by_number
    rounds = range(1, len(standing.rounds) + 1)
    columns = [Column(t("Rank")), Column(t("No.")), Column(t("Name"), right=False),
               *[Column(t("Round {round}", round=round), alike=True) for round in rounds],
               Column(t("Sum")), Column(t("Won")), Column(t("Lost"))]
    rows = []
    for place, number in standing.ranking:
        total = standing.totals[number]
        each = [standing.of_round(number, round) for round in rounds]
        rows.append(Row((f"{place}.", str(number), paper.letters(people[number].name), *[
            "–" if result is None else t.points(result.points) for result in each],
            t.points(total.points), str(total.won), str(total.lost))))
    yield from draw_table.steps(t("Ranking"), columns, rows, paper)
    paper.skip(1)
    paper.paragraph(told_order(view.tournament.ranking, t), grey=True, size=Type.SMALL)
    for round in rounds if len(rounds) > 1 else ():
        yield from _ranking_of_round(view, round, paper)
    if standing.teams:
        yield from draw_table.steps(
            t("Teams"), [Column(t("Rank")), Column(t("Team"), right=False), Column(t("Sum"))],
            [Row(("–" if team.place is None else f"{team.place}.", paper.letters(team.team),
                  "–" if team.points is None else t.points(team.points)))
             for team in standing.teams], paper)


def _ranking_of_round(view: "TournamentView", round: int, paper: Paper) -> Steps[None]:
    t, made, results = paper.words, view.tournament, view.standing.rounds[round - 1]
    columns = [Column(t("Rank")), Column(t("No.")), Column(t("Name"), right=False),
               Column(t("Table")), Column(t("Points")), Column(t("Won")), Column(t("Lost"))]
    yield from draw_table.steps(t("Round {round}", round=round), columns, [
        Row((f"{place}.", str(number), paper.letters(made.by_number[number].name),
             str(made.draws[round - 1].table_of(number)), t.points(results[number].points),
             str(results[number].won), str(results[number].lost)))
        for place, number in view.standing.ranking_of_round(round)], paper)


def _championship(name: str, champions: Sequence[Champion], paper: Paper) -> Steps[None]:
    t = paper.words
    yield from draw_table.steps(
        paper.letters(t("Championship {name}", name=name)),
        [Column(t("Rank")), Column(t("Name"), right=False), Column("", right=False),
         Column(t("Points"))],
        [Row(("–" if row.place is None else f"{row.place}.", paper.letters(row.name),
              told_counted(row, t), "–" if row.points is None else t.points(row.points)))
         for row in champions], paper)


def _prizes(view: "TournamentView", paper: Paper) -> Steps[None]:
    t, cash, people = paper.words, view.cash, view.tournament.by_number

    def of(won: Won) -> str:
        round = view.tournament.money.prizes[won.prize].round
        return " · ".join([*([] if round is None else [t("Round {round}", round=round)]),
                           *([] if won.table is None else [t("Table {table}", table=won.table)])])

    rows = [Row((f"{won.place}.", paper.letters(people[won.number].name), of(won),
                 t.money(won.cents, "EUR"), ROOM * 2)) for won in cash.prizes]
    columns = [Column(t("Rank")), Column(t("Name"), right=False), Column("", right=False),
               Column(t("Prize")), Column(t("Signature"), right=False)]
    rows.append(Row(("", t("In prizes"), "", t.money(cash.pot - cash.rest, "EUR"), ""),
                    Style.STRONG))
    yield from draw_table.steps(t("Prizes"), columns, rows, paper)


def _cash(view: "TournamentView", paper: Paper) -> Steps[None]:
    """Draw what came in and goes out, every payment, and what is still to be paid: to the box or by
    it, and then how people could pay each other instead."""
    t, people = paper.words, view.tournament.by_number

    def name(number: int | None) -> str:
        return t("the box") if number is None else paper.letters(people[number].name)

    yield from draw_table.steps(t("Money"), [Column("", right=False), Column(t("Amount"))], [
        Row((t(label), t.money(cents, "EUR"))) for label, cents in told_money(view.cash)], paper)
    who = [Column(t("No.")), Column(t("Name"), right=False), Column(t("Amount"))]
    if paid := view.tournament.payments:
        yield from draw_table.steps(t("Payments"), [Column(t("Time"), right=False), *who], [
            Row((t.moment(each.at) if each.at else "–", str(each.number), name(each.number),
                 t.money(each.cents, "EUR"))) for each in paid], paper)
    if dues := {number: cents for number, cents in view.dues.items() if cents}:
        yield from draw_table.steps(t("Still to be paid"), who, [
            Row((str(number), name(number), t.money(cents, "EUR")))
            for number, cents in dues.items()], paper)
    if transfers := view.transfers:
        yield from draw_table.steps(t("If people pay each other"), [
            Column(t("Pays"), right=False), Column(t("Gets"), right=False), Column(t("Amount"))], [
            Row((name(debtor), name(creditor), t.money(cents, "EUR")))
            for debtor, creditor, cents in transfers], paper)


def _certificates(view: "TournamentView", paper: Paper) -> None:
    """Draw a page for each of the best, with room for a signature."""
    t, made, standing = paper.words, view.tournament, view.standing
    most = max([HONOURED, *[won.place for won in view.cash.prizes if won.table is None]])
    for index, (place, number) in enumerate(
            [each for each in standing.ranking if each[0] <= most]):
        if index:
            paper.begin(landscape=True)
        middle = MARGIN + paper.width / 2
        points = standing.totals[number].points
        for text, size, bold, below in (
                (t("Certificate"), 2 * Type.TITLE, False, 20),
                (paper.letters(paper.of_club(made.name)), Type.TITLE, False, 24),
                (t("Place {place}", place=place), 2 * Type.TITLE, True, 20),
                (paper.letters(made.by_number[number].name), 2 * Type.TITLE, True, 20),
                (t(say_n("{points} point", "{points} points", points, points=t.points(points))),
                 Type.TITLE, False, 50)):
            wide = paper.width_of(text, size, bold=bold)
            fits = size * min(1, paper.width / wide)
            paper.text(middle - paper.width_of(text, fits, bold=bold) / 2, paper.y, text, fits,
                       bold=bold)
            paper.y += below
        paper.text(MARGIN, paper.y, t.day_and_year(made.date), Type.HEADING)
        paper.text(MARGIN + paper.width, paper.y, f"{t('Signature')} {'_' * 30}", Type.HEADING,
                   right=True)
