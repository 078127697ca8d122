"""What is wrong in a document of a tournament is said with its place; what may be missing may."""

import json
from copy import deepcopy

import pytest

from tests.command import call, start

FIGURES = [{"number": 3, "points": 843, "won": 11, "lost": 2},
           {"number": 7, "points": 120, "won": 9, "lost": 3},
           {"number": 5, "points": -50, "won": 4, "lost": 7}]
"""11 + 2 + 9 + 3 + 4 + 7 = 36, as many as a table of three plays."""
BASE = {"format": "scorepad/1", "tournaments": [
    {"name": "Preisskat", "date": "2026-11-27", "game": "skat",
     "rules": {"liste": "seeger-fabian"}, "rounds": 3, "hands_at": {"4": 48, "3": 36},
     "minutes": 120, "ranking": ["total", "won", "lot"], "lots": [3, 7], "teams": {"best": 2},
     "money": {
         "startgeld": "10.00", "seriengeld": "1.00", "gifts": "5.00",
         "verlustspiel": [{"from": 1, "amount": "0.50"}, {"from": 4, "amount": "1.00"}],
         "prizes": [{"of": "total", "percent": 60, "weights": [5, 3, 2]},
                    {"of": "round", "round": 1, "percent": 10, "weights": "tables"},
                    {"of": "table", "round": 1, "amounts": ["2.00"]}]},
     "entrants": [
         {"number": 1, "name": "Anne", "team": "A", "rank": 3, "table": 1, "from": 1, "until": 2},
         {"number": 2, "name": "Bert", "team": "B"}, {"number": 3, "name": "Cem", "team": "A"},
         {"number": 4, "name": "Dora"}, {"number": 5, "name": "Emil"}, {"number": 6, "name": "Fee"},
         {"number": 7, "name": "Gerd"}, {"number": 8, "name": "Hans", "from": 2}],
     "replaced": [{"number": 7, "round": 1, "hand": 13, "name": "Zoe"}],
     "draws": [{"round": 1, "by": "lot", "seed": 4711, "tables": [[1, 4, 6, 2], [3, 7, 5]]},
               {"round": 2, "by": "hand", "tables": [[1, 3, 5, 2], [4, 6, 7, 8]]}],
     "lists": [{"round": 1, "table": 1, "hands": [{"eingepasst": True}], "ended": True,
                "written_by": 1, "confirmed_by": 4},
               {"round": 1, "table": 2, "figures": FIGURES}],
     "penalties": [{"round": 1, "number": 5, "points": -50}],
     "payments": [{"number": 3, "amount": "-11.00"}]}],
    "championships": [
        {"name": "2026", "tournaments": ["Preisskat"], "of": "rounds",
         "strike": {"every": 5, "from": 30}, "minimum": 12, "missing": 0, "average": True}]}
FOURS = [[1, 2, 3, 4], [5, 6, 7, 8]]
GONE = "(gone)"
"""Stands for a key that is left out; a text, so that the names of the tests are always the same."""


def other(game, points=(3, -1, -1, -1), **more):
    """Says a tournament of another game: eight at two fours, and a list of figures."""
    return {"format": "scorepad/1", "tournaments": [
        {"name": "Preisskat", "date": "2026-11-27", "game": game, "rounds": 2,
         "hands_at": {"4": 24},
         "entrants": [{"number": number, "name": f"P{number}"} for number in range(1, 9)],
         "draws": [{"round": 1, "by": "hand", "tables": FOURS}],
         "lists": [{"round": 1, "table": 1, "figures": [
             {"number": number, "points": value, "won": 1, "lost": 1}
             for number, value in enumerate(points, 1)]}],
         **more}]}


@pytest.fixture
def replayed(tmp_path, monkeypatch):
    """Replays a document, and says how that ended."""
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{tmp_path}/book.db")

    def replayed(document, *options):
        file = tmp_path / "turnier.json"
        file.write_text(json.dumps(document), "utf-8")
        return call("replay", file, *options)

    return replayed


def inside(document, path):
    """Finds what a path such as `lists.1.figures` leads to, and its last step."""
    *steps, last = path.split(".")
    for step in steps:
        document = document[int(step) if isinstance(document, list) else step]
    return document, int(last) if isinstance(document, list) else last


def changed(changes, document=BASE):
    """Changes the tournament (or, from `championships` on, the document) at these paths."""
    document = deepcopy(document)
    for path, value in changes.items():
        start = document if path.startswith("championships") else document["tournaments"][0]
        holder, last = inside(start, path)
        if value == GONE:
            del holder[last]
        elif isinstance(holder, list) and last == len(holder):
            holder.append(value)
        else:
            holder[last] = value
    return document


def refused(done, place):
    """Asserts that a line with this place was said, or one further in, and nothing else."""
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err and done.err.endswith("\n")
    lines = done.err.splitlines()
    assert len(lines) == 1, done.err
    said, colon, why = lines[0].partition(": ")
    assert colon and why
    assert said == place or said.startswith((place + ".", place + "[")), done.err


def test_the_base_is_all_right(replayed):
    assert replayed(BASE).code == 0


# --- what is wrong ------------------------------------------------------------------------------

NEEDED = [({key: GONE}, key) for key in ("name", "date", "game", "rounds", "hands_at")] + [
    ({"entrants.1.number": GONE}, "entrants[1].number"),
    ({"entrants.1.name": GONE}, "entrants[1].name"),
    ({"replaced.0.number": GONE}, "replaced[0].number"),
    ({"replaced.0.round": GONE}, "replaced[0].round"),
    ({"replaced.0.hand": GONE}, "replaced[0].hand"),
    ({"replaced.0.name": GONE}, "replaced[0].name"),
    ({"draws.0.round": GONE}, "draws[0].round"),
    ({"draws.0.tables": GONE}, "draws[0].tables"),
    ({"lists.0.round": GONE}, "lists[0].round"),
    ({"lists.0.table": GONE}, "lists[0].table"),
    ({"lists.1.figures.0.number": GONE}, "lists[1].figures[0].number"),
    ({"lists.1.figures.0.points": GONE}, "lists[1].figures[0].points"),
    ({"penalties.0.number": GONE}, "penalties[0].number"),
    ({"penalties.0.points": GONE}, "penalties[0].points"),
    ({"payments.0.number": GONE}, "payments[0].number"),
    ({"payments.0.amount": GONE}, "payments[0].amount"),
    ({"money.prizes.0.of": GONE}, "money.prizes[0]")]
UNKNOWN = [({f"{path}ort": "Altona"}, place) for path, place in (
    ("", "ort"), ("teams.", "teams.ort"), ("money.", "money.ort"),
    ("money.verlustspiel.0.", "money.verlustspiel[0].ort"),
    ("money.prizes.0.", "money.prizes[0].ort"), ("entrants.0.", "entrants[0].ort"),
    ("replaced.0.", "replaced[0].ort"), ("draws.0.", "draws[0].ort"), ("lists.0.", "lists[0].ort"),
    ("lists.1.figures.0.", "lists[1].figures[0].ort"), ("penalties.0.", "penalties[0].ort"),
    ("payments.0.", "payments[0].ort"), ("rules.", "rules.ort"))] + [
    ({"rate": "0.01"}, "rate"), ({"einsatz": "0.50"}, "einsatz")]
HEAD = [
    ({"name": ""}, "name"), ({"name": 5}, "name"), ({"date": "27.11.2026"}, "date"),
    ({"date": "2026-02-30"}, "date"), ({"game": "mau-mau"}, "game"), ({"rounds": 0}, "rounds"),
    ({"rounds": -1}, "rounds"), ({"rounds": "2"}, "rounds"), ({"rounds": 1.5}, "rounds"),
    ({"rounds": True}, "rounds"), ({"hands_at": {}}, "hands_at"), ({"hands_at": 48}, "hands_at"),
    ({"hands_at.6": 12}, "hands_at"), ({"hands_at.2": 12}, "hands_at"),
    ({"hands_at.4": 0}, "hands_at"), ({"hands_at.4": -4}, "hands_at"),
    ({"hands_at.vier": 4}, "hands_at"), ({"hands_at.4": "48"}, "hands_at"),
    ({"minutes": 0}, "minutes"), ({"minutes": -5}, "minutes"), ({"minutes": "zwei"}, "minutes"),
    ({"ranking": ["total", "size"]}, "ranking"),
    ({"ranking": "total"}, "ranking"), ({"lots": [3, 99]}, "lots"),
    ({"lots": 3}, "lots"), ({"teams": {"best": 0}}, "teams.best"), ({"teams": {}}, "teams"),
    ({"teams": {"best": -1}}, "teams.best"), ({"teams": 2}, "teams")]
RULES = [
    ({"rules": {"hands": 48}}, "rules"), ({"rules": {"liste": "bierlachs"}}, "rules"),
    ({"rules": {"liste": "bierlachs", "limit": 501}}, "rules"),
    ({"rules": {"limit": 400}}, "rules"),
    ({"rules": {"limit": 501}}, "rules"), ({"rules": {"hands": None}}, "rules"),
    ({"rules": {"liste": "lang"}}, "rules.liste"), ({"rules": {"gut": "niedrig"}}, "rules"),
    ({"rules": 3}, "rules")]
HANDS = [
    ({"lists.0.hands.0": {"eingepasst": True, "players": ["Anne", "Bert", "Dora", "Fee"]}},
     "lists[0].hands[0].players"),
    ({"lists.0.hands.0": {"eingepasst": True, "rules": {"liste": "einfach"}}},
     "lists[0].hands[0].rules"),
    ({"lists.0.hands.0": {"eingepasst": False}}, "lists[0].hands[0]"),
    ({"lists.0.hands.0": {}}, "lists[0].hands[0]"), ({"lists.0.hands.0": 7}, "lists[0].hands[0]"),
    ({"lists.0.hands": {}}, "lists[0].hands"),
    ({"lists.0.hands.0": {"spiel": "kreuz", "spieler": "Cem", "spitzen": 1, "augen": 61}},
     "lists[0].hands[0].spieler"),  # he sits at table 2
    ({"lists.0.hands.0": {"spiel": "kreuz", "spieler": "Anne", "spitzen": 1, "augen": 61}},
     "lists[0].hands[0]"),  # she sits in seat 1, deals first, and so sits out
    ({"lists.0.hands.0": {"spiel": "kreuz", "spieler": "Dora", "spitzen": 1, "augen": 161}},
     "lists[0].hands[0].augen"),
    ({"lists.0.hands": [{"eingepasst": True}] * 49, "lists.0.ended": GONE}, "lists[0].hands"),
    ({"hands_at.4": 3, "lists.0.hands": [{"eingepasst": True}] * 4}, "lists[0].hands")]
DRAWS = [
    ({"draws.0.tables": [[1, 4, 6], [3, 7, 5]]}, "draws[0].tables"),  # without 2
    ({"draws.0.tables": [[1, 4, 6, 2], [3, 7, 5, 5]]}, "draws[0].tables"),
    ({"draws.0.tables": [[1, 4, 6, 2], [3, 7, 1]]}, "draws[0].tables"),
    ({"draws.0.tables": [[1, 4, 6, 2], [3, 7, 9]]}, "draws[0].tables"),
    ({"draws.0.tables": [[1, 4, 6, 2], [3, 7, 5, 9]]}, "draws[0].tables"),
    ({"draws.0.tables": [[1, 4, 6, 2], [3, 7, 5, 8]]}, "draws[0].tables"),  # comes in round 2
    ({"entrants.3.until": 1}, "draws[1].tables"),  # 4 has left and sits there
    ({"draws.0.tables": [[1, 4, 6, 2, 3, 7, 5]]}, "draws[0].tables"),
    ({"draws.0.tables": [[1, 4, 6, 2, 3], [7, 5]]}, "draws[0].tables"),
    ({"draws.0.tables": []}, "draws[0].tables"), ({"draws.0.tables.1": 357}, "draws[0].tables[1]"),
    ({"draws.0.tables": [[1, 4, 6, 2], [3, 7, "Emil"]]}, "draws[0].tables[1][2]"),
    ({"hands_at": {"4": 48}}, "draws[0].tables[1]"),
    ({"hands_at": {"3": 36}}, "draws[0].tables[0]"),
    ({"draws.1.round": 3}, "draws[1].round"), ({"draws.1.round": 1}, "draws[1]"),
    ({"draws.0.round": 0}, "draws[0].round"),
    ({"draws.0.round": "1"}, "draws[0].round"), ({"draws.0.by": "zufall"}, "draws[0].by"),
    ({"draws.0.seed": -1}, "draws[0].seed"), ({"draws.0.seed": 10 ** 9}, "draws[0].seed"),
    ({"draws.0.seed": "x"}, "draws[0].seed")]
LISTS = [
    ({"lists.1.table": 3}, "lists[1].table"), ({"lists.1.table": 0}, "lists[1].table"),
    ({"lists.1.round": 3}, "lists[1].round"), ({"lists.1.round": 0}, "lists[1].round"),
    ({"lists.2": {"round": 1, "table": 1, "hands": []}}, "lists[2]"),
    ({"lists.2": {"round": 1, "table": 2, "figures": FIGURES}}, "lists[2]"),
    ({"lists.1.hands": []}, "lists[1]"), ({"lists.0.figures": FIGURES}, "lists[0]"),
    ({"lists.0.hands": GONE}, "lists[0]"), ({"lists.1.figures": GONE}, "lists[1]"),
    ({"lists.0.ended": "ja"}, "lists[0].ended")]
FIGURE = [
    ({"lists.1.figures.0.number": 1}, "lists[1].figures"),
    ({"lists.1.figures.0.number": 99}, "lists[1].figures"),
    ({"lists.1.figures.0.number": 7}, "lists[1].figures"),
    ({"lists.1.figures": FIGURES[:2]}, "lists[1].figures"),
    ({"lists.1.figures": []}, "lists[1].figures"),
    ({"lists.1.figures.3": {"number": 1, "points": 0, "won": 0, "lost": 0}}, "lists[1].figures"),
    ({"lists.1.figures.0.points": "843"}, "lists[1].figures[0].points"),
    ({"lists.1.figures.0.points": 8.5}, "lists[1].figures[0].points"),
    ({"lists.1.figures.0.won": -1}, "lists[1].figures[0].won"),
    ({"lists.1.figures.0.lost": -1}, "lists[1].figures[0].lost"),
    ({"lists.1.figures.0.lost": True}, "lists[1].figures[0].lost"),
    ({"lists.1.figures.0.won": 37}, "lists[1].figures"),  # of 36 hands
    ({"lists.1.figures.0.lost": 3}, "lists[1].figures"),  # 37 of the table
    ({"lists.1.figures.0.won": 12}, "lists[1].figures"),
    ({"hands_at.3": 35}, "lists[1].figures")]
SIGNED = [
    ({"lists.0.confirmed_by": 1}, "lists[0].confirmed_by"),  # the writer
    ({"lists.0.confirmed_by": 3}, "lists[0].confirmed_by"),  # sits at table 2
    ({"lists.0.confirmed_by": 99}, "lists[0].confirmed_by"),
    ({"lists.0.confirmed_by": "Dora"}, "lists[0].confirmed_by"),
    ({"lists.1.confirmed_by": 1}, "lists[1].confirmed_by"),
    ({"lists.0.written_by": 99}, "lists[0].written_by")]
MONEY = [({f"money.{key}": value}, f"money.{key}") for key in ("startgeld", "seriengeld", "gifts")
         for value in ("-1.00", "zehn", 10, "1.005", "")] + [
    ({"money.verlustspiel.0.from": 2}, "money.verlustspiel"),
    ({"money.verlustspiel.0.from": 0}, "money.verlustspiel"),
    ({"money.verlustspiel.1.from": 1}, "money.verlustspiel"),
    ({"money.verlustspiel": [{"from": 1, "amount": "0.50"}, {"from": 4, "amount": "1.00"},
                             {"from": 3, "amount": "2.00"}]}, "money.verlustspiel"),
    ({"money.verlustspiel.0.amount": "x"}, "money.verlustspiel[0].amount"),
    ({"money.verlustspiel.0.amount": "-0.50"}, "money.verlustspiel[0].amount"),
    ({"money.verlustspiel.0.amount": GONE}, "money.verlustspiel[0].amount"),
    ({"money.verlustspiel.0.from": GONE}, "money.verlustspiel[0].from"),
    ({"money": "10.00"}, "money")]
PRIZES = [
    ({"money.prizes.0.percent": 91}, "money.prizes"),  # with the 10 of the round: 101
    ({"money.prizes.1.percent": 41}, "money.prizes"),
    ({"money.prizes.0.percent": 101}, "money.prizes"),
    ({"money.prizes.0.percent": -1}, "money.prizes[0].percent"),
    ({"money.prizes.0.percent": "60"}, "money.prizes[0].percent"),
    ({"money.prizes.0.amounts": ["5.00"]}, "money.prizes[0]"),
    ({"money.prizes.0": {"of": "total"}}, "money.prizes[0]"),
    ({"money.prizes.0.weights": GONE}, "money.prizes[0]"),
    ({"money.prizes.0.weights": []}, "money.prizes[0].weights"),
    ({"money.prizes.0.weights": [0]}, "money.prizes[0].weights"),
    ({"money.prizes.0.weights": [5, -3]}, "money.prizes[0].weights"),
    ({"money.prizes.0.weights": "rounds"}, "money.prizes[0].weights"),
    ({"money.prizes.2": {"of": "table", "round": 1, "percent": 5, "weights": [1]}},
     "money.prizes[2]"),
    ({"money.prizes.2.weights": [1]}, "money.prizes[2]"),
    ({"money.prizes.2.amounts": ["zwei"]}, "money.prizes[2].amounts"),
    ({"money.prizes.2.amounts": ["-2.00"]}, "money.prizes[2].amounts"),
    ({"money.prizes.2.amounts": []}, "money.prizes[2].amounts"),
    ({"money.prizes.2.amounts": GONE}, "money.prizes[2]"),
    ({"money.prizes.2.round": GONE}, "money.prizes[2]"),
    ({"money.prizes.1.round": GONE}, "money.prizes[1]"),
    ({"money.prizes.2.round": 4}, "money.prizes[2].round"),
    ({"money.prizes.2.round": 0}, "money.prizes[2].round"),
    ({"money.prizes.0.round": 1}, "money.prizes[0].round"),
    ({"money.prizes.0.of": "evening"}, "money.prizes[0].of")]
PEOPLE = [
    ({"entrants.1.number": 1}, "entrants[1]"), ({"entrants.1.number": 0}, "entrants[1].number"),
    ({"entrants.1.number": -2}, "entrants[1].number"),
    ({"entrants.1.number": "2"}, "entrants[1].number"),
    ({"entrants.1.name": "Anne"}, "entrants[1]"),
    ({"entrants.1.name": ""}, "entrants[1].name"), ({"entrants.1.table": 0}, "entrants[1].table"),
    ({"entrants.1.from": 0}, "entrants[1].from"), ({"entrants.1.from": "1"}, "entrants[1].from"),
    ({"entrants.1.rank": "erste"}, "entrants[1].rank"),
    ({"entrants.1.team": 5}, "entrants[1].team"),
    ({"entrants": {}}, "entrants"),
    ({"replaced.0.number": 99}, "replaced[0]"),
    ({"replaced.0.hand": 0}, "replaced[0].hand"),
    ({"replaced.0.name": ""}, "replaced[0].name"),
    ({"replaced.1": {"number": 7, "round": 1, "hand": 13, "name": "Yan"}}, "replaced[1]"),
    ({"penalties.0.number": 99}, "penalties[0]"), ({"penalties.0.round": 4}, "penalties[0]"),
    ({"penalties.0.round": 0}, "penalties[0]"),
    ({"penalties.0.points": "-50"}, "penalties[0].points"),
    ({"payments.0.number": 99}, "payments[0]"), ({"payments.0.amount": -11}, "payments[0].amount"),
    ({"payments.0.amount": "elf"}, "payments[0].amount"),
    ({"payments.0.amount": "1.001"}, "payments[0].amount")]


@pytest.mark.parametrize("changes, place", [
    *NEEDED, *UNKNOWN, *HEAD, *RULES, *HANDS, *DRAWS, *LISTS, *FIGURE, *SIGNED, *MONEY, *PRIZES,
    *PEOPLE], ids=str)
def test_what_is_wrong_is_said_with_its_place(replayed, changes, place):
    """Leaves the rest of the document as it is: one fault, one line."""
    refused(replayed(changed({"championships": GONE, **changes})), f"tournaments[0].{place}")


@pytest.mark.parametrize("changes, place", [
    ({"name": GONE}, "name"), ({"name": ""}, "name"), ({"tournaments": GONE}, "tournaments"),
    ({"tournaments": ["Preisskat", "Osterskat"]}, "tournaments[1]"),
    ({"tournaments": ["Preisskat", "Preisskat"]}, "tournaments"),
    ({"of": "hands"}, "of"), ({"best": 3}, ""),
    ({"best": 3, "strike": GONE, "minimum": -1}, "minimum"),
    ({"best": 0, "strike": GONE}, "best"), ({"strike": {"every": 0, "from": 30}}, "strike.every"),
    ({"strike": {"every": 5, "from": -1}}, "strike.from"),
    ({"strike": {"every": 5}}, "strike.from"),
    ({"strike": {"from": 5}}, "strike.every"), ({"missing": 1}, "missing"),
    ({"average": "ja"}, "average"), ({"ort": "Altona"}, "ort")], ids=str)
def test_what_is_wrong_with_a_championship(replayed, changes, place):
    """Says the place in the championship, or where `best` and `strike` meet, the championship."""
    document = changed({f"championships.0.{key}": value for key, value in changes.items()})
    refused(replayed(document), f"championships[0].{place}".rstrip("."))


def test_a_name_is_given_once(replayed):
    """Gives two tournaments one name, and then two championships."""
    event, = BASE["tournaments"]
    refused(replayed({**BASE, "tournaments": [event, event]}), "tournaments[1]")
    refused(replayed({**BASE, "championships": BASE["championships"] * 2}), "championships[1]")


@pytest.mark.parametrize("document, place", [
    (other("frei", rules={"runden": 24}), "rules"), (other("frei", rules={"limit": 100}), "rules"),
    (other("doppelkopf", rules={"hands": 24}), "rules"),
    (other("frei", draws=[{"round": number, "by": "hand", "tables": FOURS}
                          for number in (1, 2, 3)]), "draws[2].round"),
    (other("frei", hands_at={"4": 1}), "lists[0].figures"),  # 1 won and 1 lost of one hand
    (other("doppelkopf", (3, -1, -1, 0)), "lists[0].figures"),
    (other("doppelkopf", (1, 1, 1, 1)), "lists[0].figures"),
    (other("doppelkopf", hands_at={"4": 24, "3": 18}), "hands_at"),
    (other("frei", lists=[{"round": 1, "table": 1, "hands": [{"punkte": {"P5": 3}}]}]),
     "lists[0].hands[0].punkte"),  # sits at table 2
    (other("frei", lists=[{"round": 1, "table": 1, "hands": [{"punkte": {"P1": 1}}] * 25}]),
     "lists[0].hands"),
    (other("doppelkopf", lists=[{"round": 1, "table": 1, "hands": [
        {"spiel": "normal", "re": ["P1", "P1"], "augen": 131}]}]), "lists[0].hands[0].re")],
    ids=str)
def test_what_is_wrong_in_other_games(replayed, document, place):
    """Asks Doppelkopf and the free sheet, where `runden` is what `hands` is elsewhere."""
    refused(replayed(document), f"tournaments[0].{place}")


@pytest.mark.parametrize("document", [
    {"tournaments": {}}, {"tournaments": [5]}, {"tournaments": [[]]}, {"tournaments": None},
    {"championships": {}}, {"championships": [5]}, {"championships": [{"name": "2026"}]}], ids=str)
def test_what_is_no_tournament_at_all(replayed, document):
    done = replayed({"format": "scorepad/1", **document})
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(tuple(document)) and "Traceback" not in done.err


def paths(value, path=()):
    """Goes through every place of a document."""
    for key, part in (value.items() if isinstance(value, dict) else
                      enumerate(value) if isinstance(value, list) else ()):
        yield (*path, key)
        yield from paths(part, (*path, key))


JUNK = (None, [], {}, "", -1, 10 ** 30, 0.5, True, [[]], "Ä" * 300)


@pytest.mark.seeds(short=1, full=10)
def test_junk_anywhere_is_no_traceback(replayed, seed):
    """Puts what has no place there at every place of the base, one kind after the other."""
    for turn, (*steps, last) in enumerate(paths(BASE), seed):
        document = deepcopy(BASE)
        holder = document
        for step in steps:
            holder = holder[step]
        holder[last] = JUNK[turn % len(JUNK)]
        done = replayed(document)
        if done.code:
            assert (done.code, done.out) == (2, ""), (steps, last)
            assert all(": " in line for line in done.err.splitlines()), (steps, last)
            assert done.err and "Traceback" not in done.err, (steps, last)


def test_faults_are_said_on_standard_input_as_in_a_file(replayed):
    """Two faults give a line each, whatever the document comes from."""
    document = changed({"lists.1.figures.0.lost": -1, "lists.1.figures.2.lost": -1})
    done = start("replay", "-", stdin=json.dumps(document).encode())
    assert (done.code, done.out) == (2, "")
    assert done.err == replayed(document).err
    assert sorted(line.split(": ")[0] for line in done.err.splitlines()) == [
        "tournaments[0].lists[1].figures[0].lost", "tournaments[0].lists[1].figures[2].lost"]


# --- what is all right --------------------------------------------------------------------------


BARE = {"name": "T", "date": "2026-11-27", "game": "skat", "rounds": 1, "hands_at": {"4": 48}}


@pytest.mark.parametrize("document", [
    *(changed({key: GONE}) for key in (
        "rules", "minutes", "ranking", "lots", "teams", "money", "replaced", "penalties",
        "payments", "lists", "championships")),
    *(changed({f"money.{key}": GONE}) for key in (
        "startgeld", "seriengeld", "gifts", "verlustspiel", "prizes")),
    *(changed({f"entrants.0.{key}": GONE}) for key in ("team", "rank", "table", "from", "until")),
    *(changed({f"lists.0.{key}": GONE}) for key in ("ended", "confirmed_by")),
    *(changed({f"championships.0.{key}": GONE}) for key in (
        "strike", "minimum", "missing", "average")),
    changed({"lists.0.written_by": GONE, "lists.0.confirmed_by": GONE}),
    changed({"championships.0.strike": GONE, "championships.0.best": 3}),
    changed({"championships.0.of": "evenings"}), changed({"draws.0.seed": GONE}),
    changed({"rules": {}}), changed({"money": {}}), changed({"entrants.3.table": 99}),
    changed({"lists.0.hands": [], "lists.0.ended": False}),  # a list with no hands yet
    changed({"lists.2": {"round": 2, "table": 1, "hands": []}}),
    changed({"lists.0.hands": [{"eingepasst": True}] * 48, "lists.0.ended": GONE}),
    changed({"lists.0.hands": [{"eingepasst": True}] * 48
             + [{"eingepasst": True, "voided": True}], "lists.0.ended": GONE}),
    changed({"lists.1.figures": [FIGURES[2], FIGURES[0], FIGURES[1]]}),  # in any order
    changed({"lists.0.hands.0": {
        "spiel": "kreuz", "spieler": "Dora", "spitzen": 1, "augen": 61}}),
    changed({"money.prizes.0.percent": 90}),  # with the 10 of the round: 100
    changed({"money.verlustspiel": []}), changed({"money.prizes": []}),
    changed({"payments": [{"number": 3, "amount": "1.00"}] * 2}),
    changed({"replaced.1": {"number": 7, "round": 1, "hand": 20, "name": "Yan"}}),
    *(changed({"ranking": keys}) for keys in (
        ["total"], ["lot"], ["won", "total"], ["total", "won", "lost", "last", "lot"])),
    {"format": "scorepad/1", "tournaments": []}, {"format": "scorepad/1", "championships": []},
    {"format": "scorepad/1", "tournaments": [BARE]},
    {"format": "scorepad/1", "tournaments": [{**BARE, "entrants": [], "draws": [], "lists": []}]},
    {"format": "scorepad/1", "tournaments": [BARE, {**BARE, "name": "U"}], "championships": [
        {"name": "J", "tournaments": ["U", "T"], "of": "evenings"}]},
    other("skat", (9, 9, 9, 9)), other("frei"), other("frei", rules={"gut": "niedrig"}),
    other("frei", rules={"gut": "hoch"}), other("frei", (1, 1, 1, 1)), other("doppelkopf"),
    other("doppelkopf", (1, 1, 1, 1), rules={"solo_faktor": 2}),
    other("frei", hands_at={"4": 2}),  # 1 won and 1 lost each: elsewhere all win or lose a hand
    other("frei", lists=[{"round": 1, "table": 1, "hands": [{"punkte": {"P1": 1}}] * 24}]),
    other("doppelkopf", lists=[{"round": 1, "table": 1, "hands": [
        {"spiel": "normal", "re": ["P1", "P2"], "augen": 131}]}]),
    other("doppelkopf", rules={"pflichtsolo": 1}), other("schafkopf")],
    ids=lambda document: None)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_is_all_right(replayed, document, options):
    """Leaves out what has a default, and goes up to the edges of what is allowed."""
    done = replayed(document, *options)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\n") or not document.get("tournaments")
