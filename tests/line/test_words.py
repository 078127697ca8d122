"""What holds for every line: numbers, the order of what is said, and that nothing crashes."""

from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given, strategies as st

from scorepad.drafts.line.phrases import Slot, sayable
from scorepad.drafts.line.reading import read_line
from scorepad.drafts.line.tokens import joined, number_of, tokens
from scorepad.games import BY_ID, GAMES
from scorepad.games.fields import BySeat, ByWord, Number, Several
from scorepad.games.game import Game, HandScore, Rules
from scorepad.games.shape import Shape
from scorepad.games.table import Table
from scorepad.ui.entry import panel_of
from tests.games.romme import ROMME, Runde
from tests.line.tables import faults_of, table_of

UNITS = ("", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
TENS = {20: "zwanzig", 30: "dreißig", 40: "vierzig", 50: "fünfzig", 60: "sechzig",
        70: "siebzig", 80: "achtzig", 90: "neunzig"}


def read(game: str, line: str) -> Any:
    table = table_of(game)
    return read_line(line, BY_ID[game], table, lambda hand: faults_of(game, hand, table))


@pytest.mark.parametrize(("said", "value"), [
    ("null", 0), ("eins", 1), ("zwo", 2), ("zwölf", 12), ("siebzehn", 17), ("dreißig", 30),
    ("siebenundsechzig", 67), ("hundert", 100), ("einhunderteins", 101), ("hundertzwanzig", 120),
    ("zweihundertvierzig", 240), ("tausendfünfhundert", 1500), ("zwölftausend", 12_000),
    ("zero", 0), ("sixty-seven", 67), ("a hundred and twenty", 120), ("two hundred forty", 240),
    ("five thousand", 5000), ("sieben und sechzig", 67), ("hundert und zwanzig", 120),
    ("minus fünf", -5), ("-5", -5), ("1.500", 1500), ("zweimal", 2), ("twice", 2), ("nichts", 0),
    ("minus, fünf", -5), ("fünf Miese", -5), ("5 Minuspunkte", -5), ("minus 5 Miese", -5),
    ("plus fünf", 5)])
def test_numbers_in_words_and_figures(said: str, value: int):
    assert [token.number for token in tokens(said)] == [value]


@pytest.mark.parametrize("said", [
    "sechzigsieben", "zehnundzwanzig", "undsechzig", "hundertund", "nulleins", "sixtyten",
    "einundhundertzwei", "66,5", "12345678"])
def test_what_is_no_number(said: str):
    assert all(token.number is None for token in tokens(said)) and number_of(said) is None


@given(tens=st.sampled_from(sorted(TENS)), unit=st.integers(1, 9))
def test_every_number_below_a_hundred_is_read_in_one_word_and_in_three(tens: int, unit: int):
    word = f"{UNITS[unit]}und{TENS[tens]}"
    apart = f"{UNITS[unit]} und {TENS[tens]}"
    assert [each.number for each in tokens(word)] == [tens + unit] \
        == [each.number for each in tokens(apart)]


def test_a_comma_keeps_numbers_apart():
    assert [each.number for each in tokens("sechs, und sechzig")] == [6, 60]


@given(clauses=st.permutations(["Anne 66", "Dora Jungfer", "Kontra", "Re von Bert"]))
def test_the_order_of_what_is_said_is_free(clauses: list[str]):
    """Except where one word could then belong to two others, which is refused."""
    usual = read("kalter-schlag", "Anne 66 Dora Jungfer Kontra Re von Bert")
    found = read("kalter-schlag", ", ".join(clauses))
    assert found.hand == usual.hand or found.spans


@given(line=st.text(max_size=80) | st.lists(st.sampled_from(
    "Anne Bert Cem Re Kontra 66 U9 gewonnen alle null außer und Grand Hand mit zwei Fuchs - . , "
    "AV/ zahlt Terz je Jungfer Herz Solo".split() + ["sech"]), max_size=14).map(" ".join),
       game=st.sampled_from(GAMES))
def test_no_line_crashes_and_what_is_not_understood_lies_in_it(line: str, game: Any):
    found = read(game.id, line)
    assert all(0 <= span.start < span.end <= len(line) for span in found.spans)
    if found.hand is not None:  # a part of a hand fills a panel as well
        table = table_of(game.id)
        panel_of(game).draft.of_hand(found.hand, table).at(table).hand()


def test_a_very_long_line_is_refused_and_takes_no_time():
    assert not read("skat", "Anne Kreuz " * 200).whole
    assert not read("kalter-schlag", "Anne Bert Jungfer " * 20).whole


def test_every_field_that_a_game_declares_can_be_said():
    """Each key of a document stands in a phrase; an object by its own keys."""
    for game in GAMES:
        for kind in game.hands:
            can = sayable(kind)
            said = {slot.path for phrase in can.phrases for slot in phrase.parts
                    if isinstance(slot, Slot)} | {
                path for phrase in can.phrases for path, _, _ in phrase.says}
            for path, of in can.kinds.items():
                inner = hasattr(of, "kinds") or isinstance(of, ByWord) or \
                    isinstance(of, Several) and isinstance(of.of, Shape)
                assert inner or path in said, (game.id, kind, path)


def test_a_game_that_says_nothing_of_words_is_read_by_its_fields():
    names = ("Anne", "Bert", "Cem")
    table = Table(names, (0, 1, 2), 0, (0, 1, 2), Rules())
    found = read_line("Cem aus, Anne fünfundvierzig, Bert sieben, Klopfer", ROMME, table,
                      lambda hand: ROMME.verify(hand, table))
    assert found.whole and isinstance(found.hand, Runde)
    assert (found.hand.aus, found.hand.punkte[:2], found.hand.klopfer) == (2, (45, 7), 1)


class Points(NamedTuple):
    """A round of a game with points below zero, of which nothing is said but its key."""

    punkte: Annotated[tuple[int | None, ...], BySeat(Number(-1_000_000, 1_000_000), "")]


class Free(Game[Points, Rules]):
    """Such a game."""

    id, title, players, hands = "free", "Free", range(2, 13), (Points,)

    def judge(self, hand: Points, table: Table[Rules]) -> HandScore:
        return HandScore.of(tuple([figure or 0 for figure in hand.punkte]))


@pytest.mark.parametrize(("line", "points"), [
    ("alle null außer Cem zwanzig", (0, 0, 20)),
    ("Anne minus fünf Bert zehn", (-5, 10, None)),
    ("Anne -5 Bert 10 Punkte", (-5, 10, None)),
    ("tausendfünfhundert Anne", (1500, None, None)),
    ("Anne 1.500, Rest null", (1500, 0, 0)),
    *[(line, None) for line in ("Anne-5", "Anne - 5", "Anne - fünf")],  # a dash, or below zero?
    ("Anne minus Bert 5", None)])
def test_points_can_be_below_zero(line: str, points: tuple[int | None, ...] | None):
    table = Table(("Anne", "Bert", "Cem"), (0, 1, 2), 0, (0, 1, 2), Rules())
    found = read_line(line, Free(), table, lambda hand: ())
    assert (found.hand if found.whole else None) == (points and Points(points))


@given(points=st.lists(st.none() | st.integers(-1_000_000, 1_000_000), min_size=2, max_size=12),
       between=st.sampled_from((" ", ", ", " und ")), before=st.booleans(),
       minus=st.sampled_from(("-", "minus ", "Minus, ")))
def test_every_round_can_be_said(points: list[int | None], between: str, before: bool,
                                 minus: str):
    """Player by player, the figure behind the name or before it."""
    names = ("Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda", "Hans", "Ida", "Jan",
             "Karl", "Lena")[:len(points)]
    said = [(name, f"{minus if figure < 0 else ''}{abs(figure)}")
            for name, figure in zip(names, points) if figure is not None]
    line = between.join([" ".join(pair if before else pair[::-1]) for pair in said])
    seats = tuple(range(len(names)))
    found = read_line(line, Free(), Table(names, seats, 0, seats, Rules()), lambda hand: ())
    assert found.whole is bool(said) and (not said or found.hand == Points(tuple(points)))


def test_words_are_compared_without_case_and_umlauts():
    assert joined("König Dora-Großmann") == joined("koenig dora grossmann")
