"""Any facts whatever about a tournament give a book that can be read, reckoned and given out."""

import json
from datetime import date
from random import Random

from scorepad import document
from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.journal import Journal
from scorepad.document import result
from scorepad.games.skat import SKAT
from scorepad.tournament.facts import Money, Of, Prize, Settings, Step, Way
from scorepad.tournament.reading import list_id

PEOPLE = [f"p{number}" for number in range(9)]
MONEY = Money(100, 10, 5, (Step(1, 50),), (Prize(Of.TOTAL, None, (), 60, None),))


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
    return facts.TournamentDrawn("e", rng.randint(1, 3), Way.LOT, 1, tuple(tables))


def fact(rng, ids):
    """Something about the tournament, possible or not; ids: of what was written before."""
    who, round, table = rng.choice(PEOPLE), rng.randint(1, 3), rng.randint(1, 3)
    return rng.choice([
        lambda: facts.TournamentSet("e", SKAT, SKAT.rules(), Settings(
            name=rng.choice("AB"), rounds=rng.randint(1, 3), money=MONEY, best=rng.randint(0, 2),
            hands_at=rng.choice([{4: 4, 3: 3}, {3: 3}, {4: 2}]))),
        lambda: facts.TournamentEntered("e", who, rng.randint(1, 6), rng.choice(["", "A"]), None,
                                        rng.choice([None, 1, 9]), round),
        lambda: facts.TournamentEntered("e", who, rng.randint(1, 6)),
        lambda: facts.TournamentLeft("e", who, rng.choice([None, 0, 1, 2])),
        lambda: facts.TournamentReplaced("e", who, round, rng.randint(1, 5), rng.choice(PEOPLE)),
        lambda: draw(rng), lambda: draw(rng),
        lambda: facts.TournamentFigures("e", round, table, {
            player: (rng.randint(-5, 5), rng.randint(0, 2), rng.randint(0, 2))
            for player in rng.choices(PEOPLE, k=4)}),
        lambda: facts.TournamentSigned("e", round, table, rng.choice([*PEOPLE, None]),
                                       rng.choice([*PEOPLE, None])),
        lambda: facts.TournamentLocked("e", round, table, rng.random() < 0.5),
        lambda: facts.TournamentPenalty("e", rng.choice("xyz"), who, round, rng.randint(-9, 9)),
        lambda: facts.TournamentPaid("e", rng.choice("xyz"), who, rng.randint(-9, 9)),
        lambda: facts.TournamentLots("e", tuple(rng.choices(PEOPLE, k=3))),
        lambda: facts.TournamentUndone("e", rng.choice(ids or ["none"]))])()


def history(rng):
    """A journal of what several devices have written, of which each knew only some."""
    journal, ids = Journal(), []
    journal.add(Entry("o", facts.EveningOpened("e", date(2026, 11, 27))))
    for player in PEOPLE:
        journal.add(Entry(f"a{player}", facts.PlayerAdded(player, f"N{player}")))
    for number in range(rng.randint(5, 60)):
        written = fact(rng, ids)
        apart = frozenset([own for own in ids if rng.random() < 0.15])
        ids.append(f"i{number}")
        journal.add(Entry(ids[-1], written, number, "", apart))
        if isinstance(written, facts.TournamentDrawn) and rng.random() < 0.7:
            for index, table in enumerate(written.tables, 1):
                if len({*table}) == len(table) >= 3:
                    journal.add(Entry(f"s{number}-{index}", facts.SheetOpened(
                        list_id("e", written.round, index, table), "e", SKAT, table, 0,
                        SKAT.rules()), number))
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
