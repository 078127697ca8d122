"""Any facts whatever about a tournament give a book that can be read, reckoned and given out."""

import json
from datetime import date
from random import Random

import pytest

from scorepad import document
from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.journal import Journal
from scorepad.document import result
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.skat import SKAT
from scorepad.games.skat.hand import Eingepasst
from scorepad.tournament import facts as tournament_facts
from scorepad.tournament.facts import Money, Of, Prize, Settings, Step, Way
from scorepad.tournament.reading import free_number, list_id

PEOPLE = [f"p{number}" for number in range(9)]
MONEY = Money(100, 10, 5, (Step(1, 50),), (Prize(Of.TOTAL, None, (), 60, None),))

RULES = [SKAT.rules(), SKAT.rules(), SKAT.rules(hands=5), SKAT.rules(liste="bierlachs")]
"""The last two say when a list is over."""

KONTRA = SKAT.rules(kontra=True)


def draw(rng):
    """Tables of three and four, at times with somebody twice, or of another size."""
    people = rng.sample(PEOPLE, rng.choice([3, 4, 6, 7, 8]))
    tables = []
    while people:
        size = rng.choice([3, 4])
        tables.append(tuple(people[:size]))
        people = people[size:]
    if rng.random() < 0.2:
        tables.append(tuple(rng.choices(PEOPLE, k=3)))
    return tournament_facts.TournamentDrawn("e", rng.randint(1, 3), Way.LOT, 1, tuple(tables))


def fact(rng, ids):
    """Something about the tournament, possible or not; ids: of what was written before."""
    who, round, table = rng.choice(PEOPLE), rng.randint(1, 3), rng.randint(1, 3)
    return rng.choice([
        lambda: tournament_facts.TournamentSet("e", SKAT, rng.choice([*RULES, KONTRA]), Settings(
            name=rng.choice("AB"), rounds=rng.randint(1, 3), money=MONEY, best=rng.randint(0, 2),
            hands_at=rng.choice([{4: 4, 3: 3}, {3: 3}, {4: 2}, {5: 4}]))),
        lambda: tournament_facts.TournamentEntered(
            "e", who, rng.randint(1, 6), rng.choice(["", "A"]), None,
            rng.choice([None, 1, 9]), round),
        lambda: tournament_facts.TournamentEntered("e", who, rng.choice([*range(1, 7), 99_999])),
        lambda: tournament_facts.TournamentLeft("e", who, rng.choice([None, 0, 1, 2])),
        lambda: tournament_facts.TournamentReplaced(
            "e", who, round, rng.randint(1, 5), rng.choice(PEOPLE)),
        lambda: draw(rng), lambda: draw(rng),
        lambda: tournament_facts.TournamentFigures("e", round, table, {
            player: (rng.randint(-5, 5), rng.randint(0, 2), rng.randint(0, 2))
            for player in rng.choices(PEOPLE, k=4)}),
        lambda: tournament_facts.TournamentSigned("e", round, table, rng.choice([*PEOPLE, None]),
                                       rng.choice([*PEOPLE, None])),
        lambda: tournament_facts.TournamentLocked("e", round, table, rng.random() < 0.5),
        lambda: tournament_facts.TournamentPenalty(
            "e", rng.choice("xyz"), who, round, rng.randint(-9, 9)),
        lambda: tournament_facts.TournamentPaid("e", rng.choice("xyz"), who, rng.randint(-9, 9)),
        lambda: tournament_facts.TournamentLots("e", tuple(rng.choices(PEOPLE, k=3))),
        lambda: tournament_facts.TournamentUndone("e", rng.choice(ids or ["none"]))])()


def begin(rng, journal, own, sheet, table):
    """A list begins, or what bears its name; then hands, and what no list can have."""
    journal.add(Entry(f"s{own}", facts.SheetOpened(
        sheet, "e", SKAT, rng.choice([*3 * [table], table[::-1]]), rng.choice([0, 0, 0, 1]),
        rng.choice([SKAT.rules(), *3 * [SKAT.rules(hands=9)], KONTRA]))))
    seats, passed = tuple(range(len(table)))[::-1], Eingepasst(True)
    for number in range(rng.randint(0, 5)):
        journal.add(Entry(f"h{own}-{number}", rng.choice([
            *4 * [facts.HandRecorded(f"h{own}-{number}", sheet, passed)],
            facts.HandRecorded(f"h{own}-{number}", sheet, passed, seats=seats),
            facts.HandRecorded(f"h{own}-{number}", sheet, passed, rules=KONTRA),
            facts.HandAmended(f"h{own}-{number - 1}", sheet, passed, seats=seats),
            facts.SeatsTaken(sheet, seats), facts.RulesChanged(sheet, KONTRA)])))


def history(rng):
    """A journal of what several devices have written, of which each knew only some."""
    journal, ids = Journal(), []
    journal.add(Entry("o", facts.EveningOpened("e", date(2026, 11, 27))))
    for player in PEOPLE:
        journal.add(Entry(f"a{player}", facts.PlayerAdded(player, f"N{player}")))
    if rng.random() < 0.9:  # most of them begin as they should
        journal.add(Entry("t", tournament_facts.TournamentSet("e", SKAT, SKAT.rules(), Settings(
            name="A", rounds=3, money=MONEY, hands_at={4: 4, 3: 3}))))
        for number, player in enumerate(PEOPLE, 1):
            journal.add(Entry(
                f"n{player}", tournament_facts.TournamentEntered("e", player, number)))
    for number in range(rng.randint(5, 60)):
        written = fact(rng, ids)
        apart = frozenset([own for own in ids if rng.random() < 0.15])
        ids.append(f"i{number}")
        journal.add(Entry(ids[-1], written, number, "", apart))
        if isinstance(written, tournament_facts.TournamentDrawn) and rng.random() < 0.7:
            for index, table in enumerate(written.tables, 1):
                if len({*table}) == len(table) >= 3:
                    begin(rng, journal, f"{number}-{index}", list_id(
                        "e", written.round, index, table), table)
    return journal


def test_any_facts_give_a_tournament_that_a_file_can_hold(request):
    for seed in range(3_000 if request.config.getoption("--full") else 150):
        journal = history(Random(seed))
        book = journal.record()
        assert [*journal.asked()] == []
        for evening in journal.evenings.values():
            evening.asked(journal.names)
        read, sheets = document.replayed(document.write(book).encode())
        assert json.loads(b"".join(result.json_pieces(read, sheets))), f"seed {seed}"


FOUR = tuple(PEOPLE[:4])
LIST = list_id("e", 1, 1, FOUR)
NINE, SEATS, PASSED = SKAT.rules(hands=9), (3, 2, 1, 0), Eingepasst(True)


def drawn(opened):
    """A tournament of one table, whose list begins as told, with a hand."""
    journal = Journal()
    for entry in (
            Entry("o", facts.EveningOpened("e", date(2026, 11, 27))),
            *[Entry(f"a{player}", facts.PlayerAdded(player, f"N{player}")) for player in FOUR],
            Entry("t", tournament_facts.TournamentSet("e", SKAT, SKAT.rules(), Settings(
                name="A", rounds=1, hands_at={4: 9}))),
            *[Entry(f"n{player}", tournament_facts.TournamentEntered("e", player, number))
              for number, player in enumerate(FOUR, 1)],
            Entry("d", tournament_facts.TournamentDrawn("e", 1, Way.LOT, 1, (FOUR,))),
            Entry("s", opened), Entry("h", facts.HandRecorded("h", LIST, PASSED))):
        journal.add(entry)
    return journal


def in_a_file(journal):
    """The only tournament of a book, once it was written and read again."""
    [read] = document.replayed(document.write(journal.record()).encode())[0].tournaments
    return read


@pytest.mark.parametrize("step", [
    facts.SeatsTaken(LIST, SEATS), facts.RulesChanged(LIST, KONTRA),
    facts.PlayerJoined(LIST, FOUR[0]), facts.HandRecorded("x", LIST, PASSED, seats=SEATS),
    facts.HandRecorded("x", LIST, PASSED, rules=KONTRA),
    facts.HandAmended("h", LIST, PASSED, seats=SEATS),
    facts.HandAmended("h", LIST, PASSED, rules=KONTRA)], ids=lambda step: type(step).__name__)
def test_a_list_stays_as_it_was_drawn(step):
    journal = drawn(facts.SheetOpened(LIST, "e", SKAT, FOUR, 0, NINE))
    journal.add(Entry("x", step))
    journal.add(Entry("h2", facts.HandRecorded("h2", LIST, PASSED)))
    assert [(each.entry, str(each.why)) for each in journal.set_aside()] == [
        ("x", "the list of a table stays as it was drawn")]
    assert len(in_a_file(journal).lists[0].hands) == 2


@pytest.mark.parametrize(("players", "dealer", "rules"), [
    (FOUR[::-1], 0, NINE), (FOUR, 1, NINE), (FOUR, 0, SKAT.rules(hands=9, kontra=True))])
def test_a_sheet_that_began_otherwise_is_no_list(players, dealer, rules):
    journal = drawn(facts.SheetOpened(LIST, "e", SKAT, players, dealer, rules))
    assert in_a_file(journal).lists == ()


@pytest.mark.parametrize(("game", "rules", "hands_at", "why"), [
    (SKAT, KONTRA, {4: 9}, "the game and the rules of a tournament stay the same"),
    (KALTER_SCHLAG, KALTER_SCHLAG.rules(), {4: 9},
     "the game and the rules of a tournament stay the same"),
    (SKAT, NINE, {4: 9}, "the tournament says how many hands are played"),
    (KALTER_SCHLAG, KALTER_SCHLAG.rules(), {4: 9, 3: 9}, "Kalter Schlag needs 4 players, not 3")])
def test_settings_of_another_game_are_set_aside(game, rules, hands_at, why):
    journal = drawn(facts.SheetOpened(LIST, "e", SKAT, FOUR, 0, NINE))
    journal.add(Entry("x", tournament_facts.TournamentSet("e", game, rules, Settings(
        name="B", rounds=1, hands_at=hands_at))))
    assert [(each.entry, str(each.why)) for each in journal.set_aside()] == [("x", why)]
    assert in_a_file(journal).name == "A"


@pytest.mark.parametrize(("taken", "free"), [
    ((), 1), ((1, 2), 3), ((1, 5), 6), ((1, 2, 99_999), 3), ((99_998, 1), 99_999)])
def test_the_next_start_number(taken, free):
    assert free_number(taken) == free


def test_whoever_enters_when_all_places_are_taken_is_set_aside():
    journal = Journal()
    journal.add(Entry("o", facts.EveningOpened("e", date(2026, 11, 27))))
    journal.add(Entry("t", tournament_facts.TournamentSet("e", SKAT, SKAT.rules(), Settings(
        name="A", rounds=1, hands_at={4: 4}))))
    for number in range(1, 1002):
        journal.add(Entry(f"a{number}", facts.PlayerAdded(f"p{number}", f"N{number}")))
        journal.add(Entry(
            f"n{number}", tournament_facts.TournamentEntered("e", f"p{number}", number)))
    assert [(each.entry, str(each.why)) for each in journal.set_aside()] == [
        ("n1001", "at most 1000 people can enter")]
    assert len(in_a_file(journal).entrants) == 1000
