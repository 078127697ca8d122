"""A tournament in the book: from the desk, in files, and on two devices that meet."""

import json
from datetime import date
from random import Random

import pytest

from scorepad import document
from scorepad.document import result
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.games.skat import SKAT
from scorepad.games.skat.options import Liste
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.service.telling import choices, players_in, told_decision
from scorepad.service.tournament_view import Transfer
from scorepad.tournament.facts import Figures, Settings, TournamentSigned, Way
from tests.oracle.random_tournaments import made
from tests.service.test_said_apart import book_of, meet
from tests.taking import take

DAY = date(2026, 11, 27)
SEVEN = ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry")
ENGLISH = Words("en")


def held(service, rounds=2, **rules):
    """A tournament of seven people."""
    evening = service.tournaments.hold(
        DAY, SKAT, SKAT.rules(**rules), Settings(name="Preisskat", rounds=rounds,
                                          hands_at={4: 4, 3: 3}))
    for name in SEVEN:
        service.tournaments.enter(evening, name)
    return evening


@pytest.fixture
def desk():
    return book_of("desk")


@pytest.fixture
def two(desk):
    """The desk with a tournament, and another device that has met it."""
    evening, other = held(desk), book_of("other")
    meet(desk, other)
    return desk, other, evening


def table(service, evening, round=1, index=1):
    return service.tournaments.view(evening).tournament.draws[round - 1].tables[index - 1]


def figures(service, evening, round, index, points):
    """Figures of a table: so many points for each, one game won."""
    return [Figures(number, points, 1, 0) for number in table(service, evening, round, index)]


def play(service, sheet, hands, stufe="gewonnen"):
    """Write hands in each of which whoever leads wins, or loses, a game of 18."""
    for _ in range(hands):
        upcoming = service.sheet(sheet).score.next.table
        names = service.sheet(sheet).score.record.names
        service.record(sheet, SKAT.read_hand({
            "spiel": "karo", "spieler": names[upcoming.active[0]], "spitzen": 1,
            "stufe": stufe}, names))


def test_an_evening_at_the_desk(desk):
    """Seven people: a table of four and one of three; a list of four hands, one from paper."""
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 7)
    view = desk.tournaments.view(evening)
    assert [len(each) for each in view.tournament.draws[0].tables] == [4, 3]
    assert view.standing.open == [(1, 1), (1, 2)]
    sheet = desk.tournaments.begin_list(evening, 1, 1)
    assert desk.tournaments.begin_list(evening, 1, 1) == sheet
    play(desk, sheet, 4)
    with pytest.raises(Refused, match="all hands"):
        play(desk, sheet, 1)
    desk.tournaments.note_figures(evening, 1, 2, figures(desk, evening, 1, 2, 100))
    view = desk.tournaments.view(evening)
    assert view.standing.open == []
    # Seat 1 deals first, so seat 2 is the first of those who play, and afterwards seat 1, thrice.
    assert sorted(each.points for each in view.standing.totals.values()) == [
        0, 0, 18, 54, 100, 100, 100]
    assert desk.safety.check().findings == ()


@pytest.mark.parametrize(("act", "why"), [
    (lambda desk, own: desk.enter(own, "Anne"), "twice"),
    (lambda desk, own: desk.enter(own, ""), "is not a name"),
    (lambda desk, own: desk.replace(own, 1, 1, 2, "Bert"), "plays already"),
    (lambda desk, own: desk.penalize(own, 2, 1, 5), "not drawn"),
    (lambda desk, own: desk.note_figures(own, 1, 1, []), "number . are missing"),
    (lambda desk, own: desk.sign(own, 1, 1, 1, 1), "somebody else"),
    (lambda desk, own: desk.change(own, rounds=0), "whole number")])
def test_what_the_desk_refuses(desk, act, why):
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 7)
    before = desk.tournaments.view(evening).tournament
    with pytest.raises(Refused, match=why):
        act(desk.tournaments, evening)
    assert desk.tournaments.view(evening).tournament == before


def test_hands_beyond_the_number_agreed_on_do_not_count(desk):
    """A game that knows no such number: the third hand is refused; where one was struck meanwhile
    and counts again, the first two do, and the book can be read."""
    evening = desk.tournaments.hold(DAY, KALTER_SCHLAG, KALTER_SCHLAG.rules(), Settings(
        name="Schlag", rounds=1, hands_at={4: 2}))
    for name in SEVEN[:4]:
        desk.tournaments.enter(evening, name)
    desk.tournaments.draw(evening, Way.LOT, 1)
    sheet = desk.tournaments.begin_list(evening, 1, 1)
    first, second = [desk.record(sheet, Ramsch((66, 30, 24, 0))) for _ in range(2)]
    with pytest.raises(Refused, match="all hands"):
        desk.record(sheet, Ramsch((66, 30, 24, 0)))
    desk.void(sheet, first)
    third = desk.record(sheet, Ramsch((66, 30, 24, 0)))
    desk.restore(sheet, first)
    view = desk.tournaments.view(evening)
    assert [hand.stamp.id for hand in view.tournament.lists[0].hands] == [first, second]
    assert view.standing.tables[0][0].hands == 2 and third
    assert not take(book_of("any"), document.write(desk.export()).encode()).refused


@pytest.mark.parametrize("act", [
    lambda desk, sheet: desk.seat_players(sheet, desk.sheet(sheet).score.record.names[::-1]),
    lambda desk, sheet: desk.change_rules(sheet, SKAT.rules(kontra=True)),
    lambda desk, sheet: desk.amend(
        sheet, (hand := desk.sheet(sheet).score.lines[0].record).stamp.id,
        hand._replace(seats=(3, 2, 1, 0)))])
def test_a_list_keeps_its_seats_and_rules(desk, act):
    """A file has no place for others: the whole book could not be read again."""
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 7)
    sheet = desk.tournaments.begin_list(evening, 1, 1)
    play(desk, sheet, 1)
    with pytest.raises(Refused, match="the list of a table stays as it was drawn"):
        act(desk, sheet)
    play(desk, sheet, 1)
    assert answer(document.write(desk.export()).encode())
    assert desk.safety.check().findings == ()


def test_the_desk_notes_the_penalty_points_of_a_tournament(desk):
    """A list has no place for them; neither has the hand that is corrected."""
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 7)
    sheet = desk.tournaments.begin_list(evening, 1, 1)
    play(desk, sheet, 1)
    hand, penalty = desk.sheet(sheet).score.lines[0].record, SKAT.penalty(0, 50)
    for written in (lambda: desk.record(sheet, penalty),
                    lambda: desk.amend(sheet, hand.stamp.id, hand._replace(hand=penalty))):
        with pytest.raises(Refused, match="in a tournament the desk notes penalty points"):
            written()
    assert [line.record for line in desk.sheet(sheet).score.lines] == [hand]


def test_whoever_goes_is_not_drawn_and_whoever_comes_late_is(desk):
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 1)
    desk.tournaments.leave(evening, 1)
    desk.tournaments.enter(evening, "Zoe")
    desk.tournaments.draw(evening, Way.LOT, 2)
    seated = {number for each in desk.tournaments.view(evening).tournament.draws[1].tables
              for number in each}
    assert seated == {2, 3, 4, 5, 6, 7, 8}


def test_a_draw_is_taken_back_until_a_hand_is_written(desk):
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 1)
    desk.tournaments.undo(evening)
    assert desk.tournaments.view(evening).tournament.draws == ()
    desk.tournaments.draw(evening, Way.LOT, 1)
    play(desk, desk.tournaments.begin_list(evening, 1, 1), 1)
    with pytest.raises(Refused, match="has begun"):
        desk.tournaments.undo(evening)


def test_a_second_tap_on_the_draw_draws_no_second_round(desk):
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 3, round=1)
    with pytest.raises(Refused, match="round 1 has been drawn"):
        desk.tournaments.draw(evening, Way.LOT, 4, round=1)
    assert [each.seed for each in desk.tournaments.view(evening).tournament.draws] == [3]


def test_a_list_says_who_plays_on_for_whom(desk):
    """Zoe comes for the first of table 1 in round 1, from hand 2 on."""
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 3)
    sheets = [desk.tournaments.begin_list(evening, 1, each) for each in (1, 2)]
    number = table(desk, evening)[0]
    desk.tournaments.replace(evening, number, 1, 2, "Zoe")
    assert [desk.tournaments.playing_on(evening, sheet) for sheet in sheets] == [
        [("Zoe", SEVEN[number - 1])], []]


def test_fewer_hands_than_a_paper_list_has_are_not_agreed_on(desk):
    """Four games of four people at table 1: a list of three hands cannot have them."""
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 3)
    desk.tournaments.note_figures(evening, 1, 1, figures(desk, evening, 1, 1, 50))
    with pytest.raises(Refused, match="4 hands: this table plays 3"):
        desk.tournaments.change(evening, hands_at={4: 3, 3: 3})
    assert desk.tournaments.view(evening).tournament.hands_at == {4: 4, 3: 3}


def test_a_paper_list_of_too_many_games_breaks_no_export(two):
    """One notes four games while the other agrees on three hands: the list does not count."""
    desk, other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 3)
    meet(desk, other)
    desk.tournaments.note_figures(evening, 1, 1, figures(desk, evening, 1, 1, 50))
    other.tournaments.change(evening, hands_at={4: 3, 3: 3})
    meet(desk, other)
    for each in two[:2]:
        assert each.tournaments.view(evening).tournament.lists == ()
        assert not take(book_of("any"), document.write(each.export()).encode()).refused


def test_too_few_for_the_tables_are_refused_with_a_sentence(desk):
    evening = desk.tournaments.hold(DAY, SKAT, SKAT.rules(), Settings(
        name="Preisskat", rounds=1, hands_at={4: 48}))
    for name in SEVEN:
        desk.tournaments.enter(evening, name)
    with pytest.raises(Refused, match="7 people do not fill tables of 4"):
        desk.tournaments.draw(evening, Way.LOT)


def test_two_evenings_make_a_championship(desk):
    """Each round counts: Anne has 100 on the first evening and 40 on the second, Bert 60 and 90."""
    for points in ((100, 60), (40, 90)):
        evening = desk.tournaments.hold(DAY, SKAT, SKAT.rules(), Settings(
            name=f"Abend {points[0]}", rounds=1, hands_at={3: 3}))
        for name in ("Anne", "Bert", "Cem"):
            desk.tournaments.enter(evening, name)
        desk.tournaments.draw(evening, Way.LOT, 1)
        desk.tournaments.note_figures(evening, 1, 1, [
            Figures(number, (*points, 0)[number - 1], 0, 0) for number in (1, 2, 3)])
        desk.tournaments.count_for(evening, "2026")
    [rows] = desk.tournaments.championships(evening).values()
    assert [(row.place, row.name, row.points, row.counted) for row in rows] == [
        (1, "Bert", 150, 2), (2, "Anne", 140, 2), (3, "Cem", 0, 2)]
    [_, [told]] = answer(document.write(desk.export()).encode())
    assert [row["name"] for row in told["ranking"]] == ["Bert", "Anne", "Cem"]


# --- two devices ----------------------------------------------------------------------------------


def test_of_two_draws_the_first_holds_until_somebody_decides(two):
    desk, other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 1)
    other.tournaments.draw(evening, Way.LOT, 2)
    first = desk.tournaments.view(evening).tournament.draws
    second = other.tournaments.view(evening).tournament.draws
    meet(desk, other)
    for each in (desk, other):
        view = each.tournaments.view(evening)
        assert view.tournament.draws == first and len(view.decisions) == 1
        assert each.evenings()[0].asks
    [decision] = desk.tournaments.view(evening).decisions
    assert "round 1" in told_decision(decision, ENGLISH)
    _one, another = choices(decision, ENGLISH)
    desk.meetings.choose(decision, another.counting)
    meet(desk, other)
    for each in (desk, other):
        view = each.tournaments.view(evening)
        assert view.tournament.draws == second and not view.decisions


def test_two_enter_different_people_and_nobody_is_lost(two):
    desk, other, evening = two
    desk.tournaments.enter(evening, "Xaver")
    other.tournaments.enter(evening, "Yann")
    meet(desk, other)
    for each in (desk, other):
        entrants = each.tournaments.view(evening).tournament.entrants
        assert {entrant.name for entrant in entrants} == {*SEVEN, "Xaver", "Yann"}
        assert sorted(entrant.number for entrant in entrants) == list(range(1, 10))
    assert desk.tournaments.view(evening).tournament == other.tournaments.view(evening).tournament


def test_hands_hold_against_figures_whose_writer_did_not_know_them(two):
    desk, other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 1)
    meet(desk, other)
    play(other, other.tournaments.begin_list(evening, 1, 2), 3)
    desk.tournaments.note_figures(evening, 1, 2, figures(desk, evening, 1, 2, 500))
    meet(desk, other)
    for each in (desk, other):
        view = each.tournaments.view(evening)
        [kept] = view.tournament.lists
        assert kept.figures is None and len(kept.hands) == 3
        assert len(view.decisions) == 1
    [decision] = desk.tournaments.view(evening).decisions
    _by_hand, from_paper = choices(decision, ENGLISH)
    desk.meetings.choose(decision, from_paper.counting)
    meet(desk, other)
    for each in (desk, other):
        view = each.tournaments.view(evening)
        assert view.tournament.lists[0].figures and not view.decisions


@pytest.mark.parametrize("stufe, points, won, lost", [("gewonnen", 54, 3, 0),
                                                      ("verloren", 0, 2, 1)])
@pytest.mark.parametrize("liste", [Liste.EINFACH, Liste.SEEGER_FABIAN])
def test_nothing_is_asked_where_the_hands_say_what_the_figures_said(
        desk, liste: Liste, stufe: str, points: int, won: int, lost: int):
    """One plays three games of 18: 18 + 18 + 18, or 18 + 18 - 36 for a lost one."""
    other, evening = book_of("other"), held(desk, liste=liste)
    desk.tournaments.draw(evening, Way.LOT, 1)
    meet(desk, other)
    sheet = other.tournaments.begin_list(evening, 1, 2)
    play(other, sheet, 2)
    play(other, sheet, 1, stufe)
    numbers = table(desk, evening, 1, 2)
    desk.tournaments.note_figures(evening, 1, 2, [
        Figures(number, *((0, 0, 0) if seat else (points, won, lost)))
        for seat, number in enumerate(numbers)])
    before = desk.tournaments.view(evening).standing.tables[0][1].results
    meet(desk, other)
    for each in (desk, other):
        view = each.tournaments.view(evening)
        assert not view.decisions and len(view.tournament.lists[0].hands) == 3
        assert not each._book.asks(evening)
        assert view.standing.tables[0][1].results == before


def test_figures_hold_where_their_writer_saw_the_hands(two):
    """A phone dies at its second hand; the table goes on with paper."""
    desk, _other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 1)
    play(desk, desk.tournaments.begin_list(evening, 1, 2), 2)
    desk.tournaments.note_figures(evening, 1, 2, figures(desk, evening, 1, 2, 500))
    view = desk.tournaments.view(evening)
    assert view.tournament.lists[0].figures and not view.decisions
    with pytest.raises(Refused, match="typed from paper"):
        play(desk, view.read.lists[1, 2], 1)


def test_two_write_one_list_and_it_is_one_list(two):
    """The phone of the table and the desk begin the same list apart: one sheet, both runs kept."""
    desk, other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 1)
    meet(desk, other)
    sheets = [each.tournaments.begin_list(evening, 1, 1) for each in (desk, other)]
    assert sheets[0] == sheets[1]
    play(other, sheets[1], 4)
    meet(desk, other)
    assert desk.tournaments.view(evening).standing.open == [(1, 2)]


def test_whoever_takes_back_a_draw_takes_back_no_list_that_he_does_not_know(two):
    """The desk takes the draw back while a table writes: both draws are there, and it is asked."""
    desk, other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 1)
    meet(desk, other)
    first = other.tournaments.view(evening).tournament.draws
    play(other, other.tournaments.begin_list(evening, 1, 1), 2)
    desk.tournaments.undo(evening)
    desk.tournaments.draw(evening, Way.LOT, 2)
    meet(desk, other)
    for each in (desk, other):
        view = each.tournaments.view(evening)
        assert view.tournament.draws == first and len(view.tournament.lists[0].hands) == 2
        assert len(view.decisions) == 1


def test_whoever_takes_back_a_draw_takes_back_no_later_round(two):
    desk, other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 1)
    meet(desk, other)
    other.tournaments.draw(evening, Way.LOT, 3)
    play(other, other.tournaments.begin_list(evening, 2, 1), 2)
    desk.tournaments.undo(evening)
    meet(desk, other)
    view = desk.tournaments.view(evening)
    assert len(view.tournament.draws) == 2 and len(view.tournament.lists[0].hands) == 2
    with pytest.raises(Refused, match="has begun"):
        desk.tournaments.undo(evening)


def test_a_draw_is_not_taken_back_while_it_is_asked_which_counts(two):
    desk, other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 1)
    other.tournaments.draw(evening, Way.LOT, 2)
    meet(desk, other)
    with pytest.raises(Refused, match="choose first"):
        desk.tournaments.undo(evening)


def test_no_list_is_signed_of_a_round_that_is_not_drawn(desk):
    evening = held(desk)
    desk.tournaments.draw(evening, Way.LOT, 1)
    for round, table in ((2, 1), (1, 3), (0, 1)):
        with pytest.raises(Refused, match="not drawn"):
            desk.tournaments.sign(evening, round, table, 1, None)
    for round in (0, 101):
        signed = TournamentSigned(evening, round, 1, None, None)
        assert "rounds 1 to 100" in ENGLISH(
            desk._book.frame.evenings[evening].tournament.fault_of(signed))


def test_what_one_pays_another_is_taken_back_as_one(desk):
    evening = held(desk)
    desk.tournaments.hand_over(evening, Transfer(3, None, 1000))
    desk.tournaments.hand_over(evening, Transfer(1, 2, 500))
    assert [each[:2] for each in desk.tournaments.view(evening).tournament.payments] == [
        (3, 1000), (1, 500), (2, -500)]
    desk.tournaments.undo(evening)
    assert [each[:2] for each in desk.tournaments.view(evening).tournament.payments] == [(3, 1000)]
    desk.tournaments.undo(evening)
    assert desk.tournaments.view(evening).tournament.payments == ()


def test_whoever_has_paid_stays_though_his_entering_is_taken_back_elsewhere(two):
    desk, other, evening = two
    desk.tournaments.enter(evening, "Xaver")
    meet(desk, other)
    desk.tournaments.hand_over(evening, Transfer(8, None, 1000))
    other.tournaments.undo(evening)
    meet(desk, other)
    tournament = desk.tournaments.view(evening).tournament
    assert tournament.by_number[8].name == "Xaver"
    assert [note[:2] for note in tournament.payments] == [(8, 1000)]


def test_whoever_is_entered_twice_has_one_number_once_that_is_said(two):
    desk, other, evening = two
    for each, cents in ((desk, 1000), (other, 500)):
        each.tournaments.enter(evening, "Xaver")
        each.tournaments.hand_over(evening, Transfer(8, None, cents))
    meet(desk, other)
    [decision] = desk.meetings.club_decisions()
    with pytest.raises(Refused, match="Xaver was added on two devices"):
        desk.tournaments.draw(evening, Way.LOT)
    first, second = players_in(decision)
    desk.people.merge(second, first)
    meet(desk, other)
    for each in (desk, other):
        tournament = each.tournaments.view(evening).tournament
        assert [entrant.name for entrant in tournament.entrants] == [*SEVEN, "Xaver"]
        assert sorted(note[:2] for note in tournament.payments) == [(8, 500), (8, 1000)]


def test_hands_hold_that_were_written_apart_after_the_figures(two):
    """The desk types the paper after the first hand; the phone goes on and has not heard of it."""
    desk, other, evening = two
    desk.tournaments.draw(evening, Way.LOT, 1)
    meet(desk, other)
    sheet = other.tournaments.begin_list(evening, 1, 2)
    play(other, sheet, 1)
    meet(desk, other)
    desk.tournaments.note_figures(evening, 1, 2, figures(desk, evening, 1, 2, 50))
    play(other, sheet, 2)
    meet(desk, other)
    view = desk.tournaments.view(evening)
    assert len(view.tournament.lists[0].hands) == 3 and len(view.decisions) == 1


def test_hands_that_go_on_from_figures_are_asked_about(two):
    """Of two draws the other holds for a while, and the list that was typed from paper is written
    on: seed 63188."""
    desk, other, evening = two
    first, second = (desk, other)
    for seed, each in ((1, first), (2, second)):
        each.tournaments.draw(evening, Way.LOT, seed)
    sheet = second.tournaments.begin_list(evening, 1, 2)
    second.tournaments.note_figures(evening, 1, 2, figures(second, evening, 1, 2, 50))
    meet(desk, other)  # the desk's draw holds, and the list of the other one takes hands
    play(other, sheet, 1)
    [decision] = other.tournaments.view(evening).decisions
    other.meetings.choose(decision, choices(decision, ENGLISH)[1].counting)
    view = other.tournaments.view(evening)
    assert len(view.tournament.lists[0].hands) == 1 and len(view.decisions) == 1


def test_a_draw_is_taken_back_though_somebody_has_noted_a_penalty(two):
    """No hand has been written, so the other draw holds: seed 68421."""
    desk, other, evening = two
    for seed, each in ((1, desk), (2, other)):
        each.tournaments.draw(evening, Way.LOT, seed)
    drawn = other.tournaments.view(evening).tournament.draws
    take(other, desk.meetings.entries())
    desk.tournaments.undo(evening)
    other.tournaments.penalize(evening, 1, drawn[0].tables[0][0], -1)
    meet(desk, other)
    for each in (desk, other):
        view = each.tournaments.view(evening)
        assert view.tournament.draws == drawn and not view.decisions


def test_figures_of_another_draw_are_of_other_people(two):
    """Both draw and type a list; whatever draw is chosen, its figures are there, not asked."""
    desk, other, evening = two
    for seed, each in ((1, desk), (2, other)):
        each.tournaments.draw(evening, Way.LOT, seed)
        each.tournaments.note_figures(evening, 1, 2, figures(each, evening, 1, 2, seed * 100))
    assert set(table(desk, evening, 1, 2)) != set(table(other, evening, 1, 2))
    meet(desk, other)
    view = desk.tournaments.view(evening)
    [decision] = view.decisions
    assert {each.points for each in view.tournament.lists[0].figures} == {100}
    desk.meetings.choose(decision, choices(decision, ENGLISH)[1].counting)
    view = desk.tournaments.view(evening)
    assert {each.points for each in view.tournament.lists[0].figures} == {200}
    assert not view.decisions


# --- files ----------------------------------------------------------------------------------------


def answer(raw):
    book, sheets = document.replayed(raw)
    told = json.loads(b"".join(result.json_pieces(book, sheets)))
    return told["tournaments"], told.get("championships", [])


def test_a_book_gives_out_what_it_has_taken_in(request):
    """Random documents into an empty book and out again; taken in once more, nothing is new."""
    for seed in range(200 if request.config.getoption("--full") else 12):
        raw = json.dumps(made(Random(seed))).encode()
        service = book_of("any")
        take(service, raw)
        out = document.write(service.export()).encode()
        assert answer(out) == answer(raw), f"seed {seed}"
        assert service.safety.check().findings == ()
        assert not take(service, out).coming, f"seed {seed}"


def test_a_payment_makes_the_book_no_worse(desk):
    evening = held(desk)
    desk.tournaments.hand_over(evening, Transfer(3, None, 1000))
    assert desk.safety.check().findings == ()
