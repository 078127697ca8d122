"""The club's notation of a hand: written, read, completed, and what is wrong with a line.

Sources: S2 is the house rules of the Altenburg club, by its headings; "rules" is how this project
reads them; "spirit" carries the notation on to what the club does not print.
"""

import pytest
from hypothesis import assume, given, strategies as st

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG as GAME
from scorepad.games.altenburg.hand import (
    UNDER,
    AltenburgRules,
    Ansage,
    Augen,
    Dulle,
    Entscheid,
    Farbe,
    Hand,
    Plan,
    Side,
    Span,
    Spiel,
    standing,
)
from scorepad.games.altenburg.shorthand import complete, misprinted, read, write
from scorepad.games.altenburg.value import both_failed, worth
from scorepad.games.game import Table, Unreadable

NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil")
USUAL = AltenburgRules()
RE, KONTRA = Side.RE, Side.KONTRA
JA, U9, U6, U3, SCHWARZ = Ansage


def table(rules=USUAL):
    return Table(NAMES, (0, 1, 2, 3, 4), 4, (0, 1, 2, 3), rules)


def normal(result, ansage_re=None, ansage_kontra=None, **more):
    """Anne and Bert are Re."""
    return Hand((0, 1), result, ansage_re=ansage_re, ansage_kontra=ansage_kontra, **more)


def solo(spiel, result, ansage_re=None, ansage_kontra=None, **more):
    """Anne plays alone."""
    return Hand((0,), result, spiel, ansage_re=ansage_re, ansage_kontra=ansage_kontra, **more)


PLAIN = normal(Span(KONTRA))
ALONE = solo(Spiel.BUBEN_SOLO, Span(KONTRA))
K90, K60, R90, R60 = Span(KONTRA, 90), Span(KONTRA, 60), Span(RE, 90), Span(RE, 60)

# --- the club's own lines ---------------------------------------------------------------------

PRINTED = [
    # source, the line as printed, the hand, its value, the line as it is written here
    ("S2 Berechnungen, K/9 gewonnen", "AV/K9g/9s", normal(R90, None, U9), 80, "AV/U9/U9/K"),
    ("S2 Berechnungen, K/9 verloren", "AG/K9", normal(Span(KONTRA), None, U9), 40, "AG/U9/K"),
    ("S2 Berechnungen, R/9 gewonnen", "AG/R9g/9s", normal(K90, U9), 60, "AG/U9/U9/R"),
    ("S2 Berechnungen, R/9 verloren", "AV/R9", normal(Span(RE), U9), 60, "AV/U9/R"),
    ("S2 Berechnungen, K/6 gewonnen", "AV/K9g/9s/6g/6s", normal(R60, None, U6), 120,
     "AV/U6/U6/K"),
    ("S2 Berechnungen, K/6 verloren", "AG/K9/6", normal(Span(KONTRA), None, U6), 60, "AG/U6/K"),
    ("S2 Berechnungen, R/6 gewonnen", "AG/R9g/9s/6g/6s", normal(K60, U6), 100, "AG/U6/U6/R"),
    ("S2 Berechnungen, R/6 verloren", "AV/R9/6", normal(Span(RE), U6), 80, "AV/U6/R"),
    ("S2 Berechnungen, in der Praxis", "AG/U6/U6", normal(K60, U6), 100, "AG/U6/U6/R"),
    ("S2 Extra Punkte, -F", "AV/K9g/9s/-F", normal(R90, None, U9, fuchs=(RE,)), 70,
     "AV/U9/U9/K/-F"),
    ("S2 Extra Punkte, +K", "AG/K9/+K", normal(Span(KONTRA), None, U9, karlchen=RE), 50,
     "AG/U9/K/+K"),
    ("S2 Ansagen 1", "AV/U9U6/R", normal(Span(RE), U6), 80, "AV/U6/R"),
    ("S2 Ansagen 2", "AV/U9U6/U9/R", normal(R90, U6), 100, "AV/U6/U9/R"),
    ("S2 Ansagen 3, 59 to 181", "AV/U9gU9gU6g/U9sU6s/K/Re", normal(R60, U9, U6), 280,
     "AV/RU9KU6/U6/R/K"),
    ("rules, Shorthand", "AG/U6/U6/R", normal(K60, U6), 100, "AG/U6/U6/R"),
    # What the club writes for K/9 gewonnen names U6 where it counts U9 only, 80 and 70. Read is
    # what stands there; written is what is counted: the first and the last row of this table.
    ("S2 Berechnungen, in der Praxis, against its arithmetic", "AV/U9/U6",
     normal(R60, None, U9), 100, "AV/U9/U6/K"),
    ("S2 Extra Punkte, in der Praxis, against its arithmetic", "AV/U9/U6/-F",
     normal(R60, None, U9, fuchs=(RE,)), 90, "AV/U9/U6/K/-F"),
]


@pytest.mark.parametrize("source, line, hand, value, short", PRINTED,
                         ids=[f"{row[0]}: {row[1]}" for row in PRINTED])
def test_a_line_that_the_club_prints_is_read_and_written_short(source, line, hand, value, short):
    assert read(line, PLAIN, table()) == hand
    assert worth(hand, USUAL).value + sum(worth(hand, USUAL).extras) == value
    assert write(hand, USUAL) == short
    assert read(short, PLAIN, table()) == hand


ALL_LEVELS = AltenburgRules(solo_levels="all")
VOID = AltenburgRules(both_failed="void")
MAJORITY = AltenburgRules(both_failed="majority")
KONTRA_WINS = AltenburgRules(split="kontra-wins")

SPIRIT = [
    # why, hand, rules, line
    ("plain, Re", PLAIN, USUAL, "AG"),
    ("plain, Kontra", normal(Span(RE)), USUAL, "AV"),
    ("S2 Böcke, geteilt", normal(Span(None)), USUAL, "A"),
    ("geteilt, and counted", normal(Augen(120)), USUAL, "A/=120"),
    ("geteilt, but Kontra wins it", normal(Augen(120)), KONTRA_WINS, "AV/=120"),
    ("geteilt, but an Ansage is lost by it", normal(Augen(120), U9), USUAL, "AV/U9/R/=120"),
    ("geteilt, a Fuchs as Re sees it", normal(Span(None), fuchs=(KONTRA,)), USUAL, "A/-F"),
    ("only played", normal(K60), USUAL, "AG/U6s"),
    ("only played, doubled", normal(K60, JA), USUAL, "AG/U6s/R"),
    ("a reply", normal(K60, U6, JA), USUAL, "AG/RU6/U6/R/K"),
    ("both plain", normal(Span(RE), JA, JA), USUAL, "AV/R/K"),
    ("schwarz", normal(Span(KONTRA, 0), SCHWARZ), USUAL, "AG/SW/SW/R"),
    ("counted", normal(Augen(131), fuchs=(RE, RE)), USUAL, "AG/+F/+F/=131"),
    ("counted, without a trick", normal(Augen(240, KONTRA)), USUAL, "AG/SWs/=240"),
    ("counted, a trick of nothing", normal(Augen(240)), USUAL, "AG/U3s/=240"),
    ("Dulle", normal(Span(KONTRA), dulle=Dulle(1)), USUAL, "AG/-D"),
    ("Dulle of the others", normal(Span(KONTRA), dulle=Dulle(3)), USUAL, "AG/+D"),
    ("große Scharfe", normal(Span(KONTRA), dulle=Dulle(3), grosse_scharfe=True), USUAL, "AG"),
    ("Falschspiel", normal(None, U9, falschspiel=2), USUAL, "AG/U9/R/FS"),
    ("both failed, decided", normal(Span(KONTRA), U9, U9, entscheid=Entscheid(RE, 60)), USUAL,
     "AG/RU9KU9/R/K/E60"),
    ("both failed, void", normal(Span(KONTRA), U9, U9, entscheid=Entscheid(None)), USUAL,
     "A/RU9KU9/R/K"),
    ("both failed, void by the rules", normal(Augen(131), U9, U9), VOID, "A/RU9KU9/R/K/=131"),
    ("both failed, more Augen", normal(R90, U9, U6), MAJORITY, "AV/RU9KU6/U9/R/K"),
    ("S2 Beispiel Solo", solo(Spiel.BUBEN_SOLO, Span(KONTRA)), USUAL, "BSg"),
    ("S2 Beispiel Solo, lost", solo(Spiel.BUBEN_SOLO, Span(RE)), USUAL, "BSv"),
    ("a solo at 120", solo(Spiel.BUBEN_SOLO, Augen(120)), USUAL, "BSv/=120"),
    ("Schneider announced", solo(Spiel.OBER_SOLO, K60, U6), USUAL, "OSg/U6/U6"),
    ("schwarz announced and lost", solo(Spiel.TRUMPF_SOLO, Span(RE), SCHWARZ), USUAL, "TSv/SW"),
    ("Schneider by the others", solo(Spiel.FLEISCHLOS, R60, None, U6), USUAL, "FLv/KU6/U6"),
    ("Schneider only played", solo(Spiel.DULLEN_SOLO, K60), USUAL, "DSg/U6s"),
    ("both in a solo", solo(Spiel.DULLEN_SOLO, K60, U6, U6), USUAL, "DSg/RU6KU6/U6"),
    ("all levels", solo(Spiel.DULLEN_SOLO, K90, U9), ALL_LEVELS, "DSg/U9/U9"),
    ("Stille Hochzeit is doubled", solo(Spiel.STILLE_HOCHZEIT, K90, U9), USUAL, "SHg/U9/U9/R"),
    ("both failed in a solo", solo(Spiel.BUBEN_SOLO, Span(KONTRA), U6, U6), VOID, "BS/RU6KU6"),
    *[("a Farb-Solo", solo(Spiel.FARB_SOLO, Span(KONTRA), farbe=farbe), USUAL, line)
      for farbe, line in zip(Farbe, ("HSg", "GSg", "ESg"))],
]


@pytest.mark.parametrize("why, hand, rules, line", SPIRIT, ids=[row[0] for row in SPIRIT])
def test_a_line_says_the_hand_and_gives_it_back(why, hand, rules, line):
    assert GAME.verify(hand, table(rules)) == ()
    assert write(hand, rules) == line
    assert read(line, hand._replace(result=None), table(rules)) == hand


@pytest.mark.parametrize("loose, line", [
    ("ag / u9 / u9 / r", "AG/U9/U9/R"), ("AG/RU9/U9", "AG/U9/U9/R"), ("AG//U9/R", "AG/U9s/R"),
    ("AG/-/U9/R", "AG/U9s/R"), ("AG/R=131", "AG/R/=131"), ("AG/R =131", "AG/R/=131"),
    ("AV/U9/Re/Kontra/U9", "AV/KU9/U9/R/K"), ("AG/schwarz/schwarz/RK", "AG/RSW/SW/R/K"),
    ("AG/+F\N{MINUS SIGN}F+K", "AG/+F/-F/+K"), ("AG/U0/U0/R", "AG/SW/SW/R"), ("AG/", "AG"),
    ("AG/U9g", "AG/U9/K"), ("AG/U9/K", "AG/U9/K"), ("AV/U6/U9/R/K", "AV/RU6/U9/R/K"),
    ("AG/U9sSWs", "AG/SWs"), ("AG/RU9U6KU9/U6", "AG/RU6KU9/U6/R/K"),
])
def test_what_is_meant_is_read_however_it_is_typed(loose, line):
    assert write(read(loose, PLAIN, table()), USUAL) == line


def test_what_the_line_does_not_say_stays_as_it_was():
    before = normal(None, U9, dulle=Dulle(3, 0), falschspiel=2, kleine_scharfe=True, plan=Plan.B,
                    angesagt_von=(1, None), sterne=((), ), vergeben=2, eingemischt=1,
                    aktive=(0, 1, 2, 3))
    after = read("AG/+D", before, table())
    assert after == before._replace(result=Span(KONTRA), ansage_re=None, falschspiel=None,
                                    angesagt_von=(None, None))


def test_a_dulle_that_the_partner_caught_is_not_in_the_line():
    before = normal(Span(KONTRA), dulle=Dulle(3, 2))
    assert write(before, USUAL) == "AG" and read("AG", before, table()) == before
    assert read("OSg", before._replace(re=(0,), plan=Plan.A), table()).plan is None  # in no solo


@pytest.mark.parametrize("line, so_far, key, seat", [
    ("TSg/-D", ALONE, "dulle", Dulle(0)), ("BSv/FS", ALONE, "falschspiel", 0),
    ("AV/FS", PLAIN._replace(falschspiel=1), "falschspiel", 1),
    ("AG/+D", PLAIN._replace(dulle=Dulle(2)), "dulle", Dulle(2)),
])
def test_who_it_was_is_known_or_can_be_nobody_else(line, so_far, key, seat):
    assert getattr(read(line, so_far, table()), key) == seat


# --- faults -----------------------------------------------------------------------------------

FAULTS = [
    # line, the letters at fault, what is said
    ("", "", "first who won: AG, AV, A for 120"),
    ("U9/R", "U9", "first who won: AG, AV, A for 120"),
    ("SSg", "SSg", "first who won: AG, AV, A for 120"),
    ("AG/U9/X", "X", "X is not part of the notation"),
    ("AG/U7", "U7", "U7 is not part of the notation"),
    ("AG/\u212a", "\u212a", "\u212a is not part of the notation"),  # kelvin, which looks like a K
    ("AG/U9\u017f", "U9\u017f", "U9\u017f is not part of the notation"),
    ("AG/=\u0663", "=\u0663", "=\u0663 is not part of the notation"),
    ("AG/" + "x" * 99, "x" * 99, "x" * 39 + "… is not part of the notation"),
    ("AG/U9U", "U9U", "U9U is not part of the notation"),
    ("AG/R/R", "R", "R is there twice"),
    ("AG/F", "F", "F needs its sign"),
    ("AG/+K/-K", "-K", "-K is there twice"),
    ("AG/+F/+F/-F", "-F", "3 Füchse: there are only 2"),
    ("AG/U9", "U9", "if announced, add R or K; if only played, write U9s"),
    ("A/U9", "U9", "if announced, add R or K"),
    ("AG/U9KU6/R", "U9", "R or K in front says whose it is"),
    ("AG/U9U9U9/R", "U9", "R or K in front says whose it is"),
    ("AG/RU9RU9/U9", "RU9", "U9 is there twice"),
    ("AG/RU9/U9/U6", "U6", "announced and played levels are already there"),
    ("AG/RU9/KU9s", "KU9s", "only the winner's levels are counted: U9s without R or K"),
    ("AG/U6/U9/R", "AG", "Re announced U6: won, it was played too, and U6 stands there twice"),
    ("AV/U9/K", "AV", "Kontra announced U9: won, it was played too"),
    ("A/U9/R", "A", "with these Ansagen and this result it is AV/U9/R/=120"),
    ("AV/=131", "AV", "with these Ansagen and this result it is AG/=131"),
    ("AG/U9s/=131", "=131", "with these Augen it is AG/=131"),
    ("AG/=239", "=239", "no card counts 1"),
    ("AG/=241", "=241", "there are only 240"),
    ("AG/SWs/=200", "=200", "a side without a trick has no Augen, not 40"),
    ("AG/E60", "E60", "there is nothing to decide"),
    ("AG/RU9KU9/R/K", "AG", "both Ansagen failed: write E and the value"),
    ("A/RU9KU9/E20", "E20", "a void hand has no value"),
    ("A/FS", "FS", "Falschspiel is won by the other side"),
    ("AG/FS", "FS", "FS does not say who it was: name the player first"),
    ("AG/+D", "+D", "+D does not say who it was: name the player first"),
    ("BS", "BS", "g for won or v for lost is missing"),
    ("BSg/U9s", "U9s", "in a solo only U6, SW count"),
    ("BSg/U9", "U9", "in a solo only U6, SW count"),
    ("BSg/R", "R", "in a solo there is no plain Re or Kontra"),
    ("BSg/U6", "BSg", "Re announced U6: won, it was played too"),
]


@pytest.mark.parametrize("line, letters, sentence", FAULTS, ids=[row[0] for row in FAULTS])
def test_a_fault_is_told_where_it_stands(line, letters, sentence):
    with pytest.raises(Unreadable) as refused:
        read(line, PLAIN, table())
    (place, message), = refused.value.problems
    assert line[slice(*place)] == letters
    assert sentence in str(message)


def test_the_second_of_two_alike_is_at_fault():
    with pytest.raises(Unreadable) as refused:
        read("AG/R/R", PLAIN, table())
    assert refused.value.problems[0].place == (5, 6)


def test_a_caught_dulle_does_not_count_with_grosse_scharfe():
    with pytest.raises(Unreadable, match="große Scharfe"):
        read("AG/+D", PLAIN._replace(grosse_scharfe=True), table())


@pytest.mark.parametrize("line, fault, letters", [
    ("BSg/+F", "in a normal game, a Stille Hochzeit", "+F"),
    ("OSv/+K", "where the Unter are trump", "+K"),
    ("FLg/-D", "where the Dullen are trump", "-D"), ("AG/SWs/-F", "Kontra took no trick", "-F"),
    ("AV/U3s/-F/-K/=12", "with Karlchen's trick Re has at least 13 Augen, not 12", "-K"),
    ("AV/U3s/-F/-F/=21", "2 Füchse count 22 Augen, and Re has at most 21", "-F"),
])
def test_extras_that_cannot_be_are_refused_at_their_letters(line, fault, letters):
    with pytest.raises(Unreadable) as refused:
        read(line, PLAIN if line[0] == "A" else ALONE, table())
    (start, end), message = refused.value.problems[0]
    assert line[start:end] == letters and fault in str(message)


PRINTED = "read as U9 announced and U6 played: {}. For {}, as the club's list prints it, write {}"
MISPRINTS = [
    # S2, Beispiel: K/9 gewonnen 80, with -F 70; read: (20+10+20)·2 = 100, with -F 90
    ("AV/U9/U6", PRINTED.format(100, 80, "AV/U9/U9")),
    ("av / u9/u6/-f", PRINTED.format(90, 70, "AV / U9/U9/-F")),
    ("AV/U9/U9", None), ("AG/U9/U6", None), ("AV/U9/U6/R", None), ("AV/U9/U6/K=50", None)]


@pytest.mark.parametrize("line, said", MISPRINTS, ids=[line for line, _ in MISPRINTS])
def test_what_the_printed_list_means_otherwise_is_said(line, said):
    found = misprinted(line, read(line, PLAIN, table()), table())
    assert (found and str(found)) == said


# --- there and back ---------------------------------------------------------------------------

RULES = st.builds(
    AltenburgRules, solo_levels=st.sampled_from(["two", "all"]),
    split=st.sampled_from(["nobody", "kontra-wins"]),
    both_failed=st.sampled_from(["ask", "void", "majority"]),
    bock_per_hand=st.sampled_from(["one", "each"]))
RESULTS = st.one_of(
    st.just(Span(None)), st.builds(Span, st.sampled_from(Side), st.sampled_from(UNDER)),
    st.builds(Augen, st.integers(0, 240)),
    st.sampled_from([Augen(240, KONTRA), Augen(0, RE), Augen(120)]))
SIDES = st.sampled_from(Side)


@st.composite
def played(draw):
    """Rules and a hand that can have been played by them."""
    rules, spiel = draw(RULES), draw(st.sampled_from(Spiel))
    re = tuple(draw(st.permutations(range(4))))[:1 if spiel.is_alone else 2]
    active = st.integers(0, 3)
    ansage = st.none() | st.sampled_from(Ansage)
    schell = spiel in (Spiel.NORMAL, Spiel.STILLE_HOCHZEIT, Spiel.TRUMPF_SOLO)
    dullen = st.builds(Dulle, active, st.none() | active)
    hand = Hand(
        re, draw(RESULTS), spiel,
        draw(st.sampled_from(Farbe)) if spiel is Spiel.FARB_SOLO else None,
        draw(ansage), draw(ansage), tuple(draw(st.lists(SIDES, max_size=2 if schell else 0))),
        draw(st.none() | SIDES if schell else st.none()), draw(
            st.none() | dullen if schell or spiel is Spiel.DULLEN_SOLO else st.none()),
        draw(st.booleans()),
        draw(st.none() | st.none() | active))
    if hand.falschspiel is None and both_failed(hand) and rules.both_failed == "ask":
        hand = hand._replace(entscheid=draw(st.just(Entscheid(None)) | st.builds(
            Entscheid, SIDES, st.integers(0, 500))))
    assume(not GAME.verify(hand, table(rules)))
    return rules, hand


def as_far_as_it_is_said(hand, rules):
    """The hand with the shallowest result that is won by the same side with the same levels."""
    came, result = worth(hand, rules), hand.result
    if hand.falschspiel is not None:
        return hand._replace(result=Augen(result.re) if isinstance(result, Augen) else None)
    if isinstance(result, Augen):
        return hand
    void = both_failed(hand) and rules.both_failed != "majority"
    if result == Span(None):
        split = came.winner is None and not void
        return hand._replace(result=Span(None) if split else Augen(120))
    if came.winner is None:
        return hand._replace(result=Span(KONTRA))
    behind, depth = standing(result)
    if behind is came.winner:
        depth = 0
    elif hand.spiel.is_solo and rules.solo_levels == "two":
        depth = {0: 0, 1: 0, 2: 2, 3: 2, 4: 4}[depth]
    return hand._replace(result=Span(came.winner.other, UNDER[depth]))


@given(played())
def test_there_and_back_is_the_same_hand(rules_and_hand):
    rules, hand = rules_and_hand
    line = write(hand, rules)
    back = read(line, Hand(hand.re, None, dulle=hand.dulle, grosse_scharfe=hand.grosse_scharfe,
                           falschspiel=hand.falschspiel), table(rules))
    assert back == as_far_as_it_is_said(hand, rules)
    assert worth(back, rules) == worth(hand, rules)
    assert write(back, rules) == line


@given(played())
def test_every_beginning_of_a_line_is_read_or_refused_and_completed(rules_and_hand):
    rules, hand = rules_and_hand
    line = write(hand, rules)
    for length in range(len(line)):
        try:
            read(line[:length], hand, table(rules))
        except Unreadable as fault:
            (start, end), _ = fault.problems[0]
            assert 0 <= start <= end <= length
        assert all(text.startswith(line[:length]) for text in complete(line[:length], rules))


@given(st.text("AGVBSgsv/U963WRK+-FD=E120 ", max_size=14))
def test_no_line_is_too_odd_to_be_refused(line):
    try:
        hand = read(line, PLAIN, table())
    except Unreadable:
        complete(line)
    else:
        assert worth(hand, USUAL) == worth(read(write(hand, USUAL), hand, table()), USUAL)


@pytest.mark.parametrize("text, among", [
    ("", "AG"), ("B", "BSg"), ("a", "AG"), ("AG", "AG/U9"), ("AG/", "AG/R"), ("AG/U", "AG/U9s"),
    ("AG/U9", "AG/U9/U9"), ("AG/U9/U9", "AG/U9/U9/R"), ("AV/R", "AV/R/-F"), ("AG/+", "AG/+K"),
    ("BSg", "BSg/U6"), ("AG/R/+F", "AG/R/+F/-F"),
])
def test_what_can_follow_is_proposed(text, among):
    assert among in complete(text)
