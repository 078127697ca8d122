"""Every rule of an evening of Altenburg Doppelkopf, as a document and the answer to it.

S2 is the house rules of the club, by their headings; "rules" is how this project reads them, where
RULING marks what S2 leaves open. Figures are worked out by hand. A and B are Re unless a row says
otherwise; what a hand is worth stands as Re sees it.
"""

import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG as GAME
from scorepad.games.altenburg.hand import AltenburgRules
from scorepad.games.altenburg.shorthand import misprinted, read
from scorepad.games.altenburg.value import worth
from scorepad.games.game import Table
from tests.games.sheets import answered, column, faults
from tests.rules.altenburg import FOUR, ID, VOID, alone, normal, rows, said, stern

# --- who sits, plays, cuts and leads ----------------------------------------------------------

SEATING = rows(
    # players, rules, dealer: who plays, who cuts, who leads
    ("S2, Spieler 1: four, before the dealer cuts", "ABCD", {}, "A", "ABCD", "B", "B"),
    ("S2, Spieler 2: five, nobody cuts", "ABCDE", {}, "A", "BCDE", None, "B"),
    ("S2, Spieler 3: six, one who sits out cuts", "ABCDEF", {}, "A", "ACDE", "B", "C"),
    ("S2, Spieler 4: seven, third is opposite", "ABCDEFG", {}, "A", "ACEF", "B", "C"),
    ("rules, RULING opposite: fourth", "ABCDEFG", {"opposite": "fourth"}, "A", "ACDF", "B", "C"),
)


@pytest.mark.parametrize("players, rules, dealer, active, cuts, leads", SEATING)
def test_who_plays(players, rules, dealer, active, cuts, leads):
    sheet = answered(ID, players, rules=rules, first_dealer=dealer)
    assert sheet["next"]["active"] == list(active)
    seats = tuple(range(len(players)))
    table = Table(tuple(players), seats, 0, GAME.active(seats, 0, AltenburgRules(**rules)),
                  AltenburgRules(**rules))
    found = [None if seat is None else players[seat] for seat in GAME.duties(table)]
    assert found == [cuts, leads]


def test_eight_are_refused():
    """S2, Spieler 5; rules: "split the round into two tables"."""
    (_, why), = faults(ID, "ABCDEFGH", normal())
    assert why == "8 players are too many for one table: split them into two"


def test_the_deal_moves_on_and_players_come_and_go():
    """rules: the dealer moves clockwise; a new seating holds from a hand on; the four can be
    named by hand."""
    sheet = answered(ID, FOUR, normal(), normal(players=list("ABCDE"), re=["A", "C"]),
                     normal(aktive=["A", "B", "C", "D"]), normal(dealer="E"))
    assert column(sheet, "dealer") == ["A", "B", "C", "E"]
    assert column(sheet, "active") == [[*"ABCD"], [*"ACDE"], [*"ABCD"], [*"ABCD"]]


# --- Böcke ------------------------------------------------------------------------------------

FAILED = normal(**said("U9"))  # lost, 60
BÖCKE = rows(
    # hands, rules, the factor of each, how many hands still count double
    ("S2, Böcke: a lost Ansage", [FAILED, normal()], {}, [1, 2], 3),
    ("S2, Böcke: an Ansage made gives none", [normal(augen=151, **said("U9"))], {}, [1], 0),
    ("S2, Böcke: a lost plain Re", [normal(augen=110, **said("ja"))], {}, [1], 4),
    ("S2, Böcke: a lost solo", [alone("ober-solo", augen=110)], {}, [1], 4),
    ("S2, Böcke: a solo at 120", [alone("ober-solo", augen=120)], {}, [1], 4),
    ("S2, Böcke: 120 Punkte", [normal(augen=120)], {}, [1], 4),
    ("S2, Berechnungen 6: Falschspiel", [normal(falschspiel="A")], {}, [1], 4),
    ("rules: both failed", [normal(augen=131, **VOID, **said("U9", "U9"))], {}, [1], 4),
    ("rules, RULING stille_hochzeit solo", [alone("stille-hochzeit", augen=110)], {}, [1], 4),
    ("rules, RULING stille_hochzeit normal, lost", [alone("stille-hochzeit", augen=110)],
     {"stille_hochzeit": "normal"}, [1], 0),
    ("rules, RULING stille_hochzeit normal, 120", [alone("stille-hochzeit", augen=120)],
     {"stille_hochzeit": "normal"}, [1], 4),
    ("rules, RULING stille_hochzeit normal, 120 is one reason",
     [alone("stille-hochzeit", augen=120)],
     {"stille_hochzeit": "normal", "bock_per_hand": "each"}, [1], 4),
    ("rules, RULING stille_hochzeit solo, 120 is two",
     [alone("stille-hochzeit", augen=120)], {"bock_per_hand": "each"}, [1], 8),
    ("rules, RULING bock_effect none", [FAILED, normal()], {"bock_effect": "none"}, [1, 1], 0),
    ("rules, RULING bock_hands", [FAILED, normal(), normal()], {"bock_hands": 1}, [1, 2, 1], 0),
    ("rules, RULING bock_stack append", [FAILED, FAILED, normal()], {}, [1, 2, 2], 6),
    ("rules, RULING bock_stack stack", [FAILED, FAILED, normal()], {"bock_stack": "stack"},
     [1, 2, 4], 3),
    ("rules, RULING bock_per_hand one", [normal(augen=120, **said("U9"))], {}, [1], 4),
    ("rules, RULING bock_per_hand each", [normal(augen=120, **said("U9"))],
     {"bock_per_hand": "each"}, [1], 8),
    ("rules: after Falschspiel it is the only reason",
     [alone("ober-solo", augen=110, falschspiel="A")], {"bock_per_hand": "each"}, [1], 4),
)


@pytest.mark.parametrize("hands, rules, factors, left", BÖCKE)
def test_böcke(hands, rules, factors, left):
    sheet = answered(ID, FOUR, *hands, rules=rules)
    assert (column(sheet, "factor"), sheet["bock_left"]) == (factors, left)


@pytest.mark.parametrize("rules, re", rows(
    ("rules, RULING bock_covers all", {}, 40),  # (10 + 10 for the Fuchs)·2
    ("rules, RULING bock_covers value", {"bock_covers": "value"}, 30)))  # 10·2 + 10
def test_what_a_bock_covers(rules, re):
    sheet = answered(ID, FOUR, FAILED, normal(fuchs=["re"]), rules=rules)
    assert column(sheet, "points")[1] == (re, re, -re, -re)


def test_stars_never_double_and_an_ended_evening_drops_the_böcke():
    sheet = answered(ID, FOUR, FAILED, normal(sterne=[stern("rot-rum")]), ended=True)
    assert sheet["hands"][1]["stars"] == [{"player": "A", "stars": 1, "event": "rot-rum"}]
    assert sheet["bock_left"] == 0


# --- stars ------------------------------------------------------------------------------------

STARS = rows(
    # hand, rules, who gets how many
    ("S2, Sterne 1: Rot", normal(sterne=[stern("rot-rum", "C")]), {}, {"C": 1}),
    ("S2, Sterne 3: a trick over 41, each", normal(sterne=[stern("stich-41", "B")] * 2), {},
     {"B": 2}),
    ("S2, Sterne 11: in a solo too", alone("ober-solo", sterne=[stern("stich-41")]), {}, {"A": 1}),
    ("S2, Sterne 4: a caught Dulle", normal(dulle="C"), {}, {"C": 2}),
    ("rules: caught by the partner", normal(dulle={"verlierer": "C", "faenger": "D"}), {},
     {"C": 2}),
    ("S2, Extra Punkte 1: not with große Scharfe", normal(dulle="C", grosse_scharfe=True), {}, {}),
    ("S2, Sterne 5: the last five cards", normal(sterne=[stern("fuenf-karten", "B")]), {},
     {"A": 1, "C": 1, "D": 1}),
    ("S2, Sterne 5: one of them lost", normal(sterne=[stern("fuenf-karten-verloren", "B")]), {},
     {"B": 1}),
    ("rules, RULING stille_hochzeit normal: the last five cards",
     alone("stille-hochzeit", sterne=[stern("fuenf-karten", "B")]), {"stille_hochzeit": "normal"},
     {"A": 1, "C": 1, "D": 1}),
    ("S2, Sterne 6: Falschspiel", normal(falschspiel="D"), {}, {"D": 1}),
    ("S2, Sterne 10: three misdeals in a row", normal(vergeben=3), {}, {"A": 1}),
    ("S2, Das Blatt: the count begins anew", normal(vergeben=6), {}, {"A": 2}),
    ("S2, Das Blatt: two are none", normal(vergeben=2), {}, {}),
    ("S2, Spieler: six kings, recorded", normal(eingemischt=1), {}, {}),
    ("S2, Sterne 7: all of a hand add up",
     normal(dulle="C", sterne=[stern("rot-rum", "C"), stern("stich-41", "C")]), {}, {"C": 4}),
)


@pytest.mark.parametrize("hand, rules, stars", STARS)
def test_stars(hand, rules, stars):
    found: dict[str, int] = {}
    for star in answered(ID, FOUR, hand, rules=rules)["hands"][0]["stars"]:
        found[star["player"]] = found.get(star["player"], 0) + star["stars"]
    assert found == stars


# --- what is noted, and money -----------------------------------------------------------------

FEATS = rows(
    # hand (A deals, so B leads), who did what, and whether his side won
    ("S2, Benennungen: Plan A of whoever leads", normal(plan="A"), [("B", "plan-a", True)]),
    ("S2, Benennungen: Plan B, lost", normal(plan="B", augen=100), [("B", "plan-b", False)]),
    ("S2, Benennungen: Plan C, nobody won", normal(plan="C", augen=120), [("B", "plan-c", None)]),
    ("rules: who said Re and Kontra", normal(
        angesagt_von={"re": "A", "kontra": "D"}, augen=151, **said("U9", "ja")),
     [("A", "sagte-re", True), ("D", "sagte-kontra", False), ("D", "bock", None),
      ("C", "bock", None)]),
    ("S2, Sonderregeln: whose the Scharfen were", normal(
        grosse_scharfe=True, kleine_scharfe=True, scharfe_von={"grosse": "C", "kleine": "A"}),
     [("C", "grosse-scharfe", False), ("A", "kleine-scharfe", True)]),
    ("S2, Ansagen: an open solo, lost", {"spiel": "ober-solo", "re": ["A"], "augen": 230,
                                        "offen": True, **said("schwarz")},
     [("A", "offen", False)]),
)


@pytest.mark.parametrize("hand, feats", FEATS)
def test_what_the_statistics_count(hand, feats):
    table = Table(tuple(FOUR), (0, 1, 2, 3), 0, (0, 1, 2, 3), AltenburgRules())
    read_hand = GAME.read_hand(hand, FOUR)
    found = [(FOUR[feat.seat], feat.deed.key, feat.won)
             for feat in GAME.feats(read_hand, table, GAME.score(read_hand, table))
             if feat.deed.key in [deed for _, deed, _ in feats]]
    assert sorted(found, key=str) == sorted(feats, key=str)


@pytest.mark.parametrize("rate, cents", rows(
    ("rules: one cent a point", "0.01", 10), ("rules: the Groschen is 10 points", "0.10", 100)))
def test_money_is_points_times_rate(rate, cents):
    sheet = answered(ID, FOUR, normal(), rate=rate)
    assert list(sheet["payout"].values()) == [cents, cents, -cents, -cents]


# --- shorthand --------------------------------------------------------------------------------

LINES = rows(
    # line, what each of the winner's players writes
    ("S2, Berechnungen: K/9 gewonnen", "AV/K9g/9s", 80),
    ("S2, Berechnungen: K/9 verloren", "AG/K9", 40),
    ("S2, Berechnungen: R/9 gewonnen", "AG/R9g/9s", 60),
    ("S2, Berechnungen: R/9 verloren", "AV/R9", 60),
    ("S2, Berechnungen: K/6 gewonnen", "AV/K9g/9s/6g/6s", 120),
    ("S2, Berechnungen: K/6 verloren", "AG/K9/6", 60),
    ("S2, Berechnungen: R/6 gewonnen", "AG/R9g/9s/6g/6s", 100),
    ("S2, Berechnungen: R/6 verloren", "AV/R9/6", 80),
    ("S2, Berechnungen: in der Praxis", "AG/U6/U6", 100),
    ("S2, Ansagen 1", "AV/U9U6/R", 80), ("S2, Ansagen 2", "AV/U9U6/U9/R", 100),
    ("S2, Ansagen 3", "AV/U9gU9gU6g/U9sU6s/K/Re", 280),
    ("S2, Extra Punkte", "AV/K9g/9s/-F", 70), ("S2, Extra Punkte, +K", "AG/K9/+K", 50),
    ("rules: printed as 80, read by its arithmetic", "AV/U9/U6", 100),
    ("rules: its own arithmetic", "AV/U9/U9", 80),
)


@pytest.mark.parametrize("line, points", LINES)
def test_a_line_of_the_club(line, points):
    table = Table(tuple(FOUR), (0, 1, 2, 3), 0, (0, 1, 2, 3), AltenburgRules())
    came = worth(read(line, GAME.read_hand(normal(), FOUR), table), table.rules)
    assert came.value + sum(came.extras) == points


def test_a_line_that_the_club_prints_for_something_else_says_so():
    """rules: S2 prints AV/U9/U6 where its own arithmetic is U9/U9."""
    table = Table(tuple(FOUR), (0, 1, 2, 3), 0, (0, 1, 2, 3), AltenburgRules())
    hand = read("AV/U9/U6", GAME.read_hand(normal(), FOUR), table)
    assert str(misprinted("AV/U9/U6", hand, table)) == (
        "read as U9 announced and U6 played: 100. For 80, as the club's list prints it, write "
        "AV/U9/U9")
