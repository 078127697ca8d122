"""A round of eight and more on paper: a sheet for each table, and the points of both together."""

import pytest

from scorepad.i18n.words import Words
from scorepad.paper.evening import evening_pdf
from scorepad.service import Service
from tests.paper.conftest import FOUR, Club
from tests.paper.reading import rows

OTHERS = ["Emil", "Fritz", "Gerda", "Hans"]


@pytest.fixture
def two(club: Club) -> Service:
    """A plain game is 10 a player, Emil's Buben-Solo 40 from each of the other three."""
    solo = {"spiel": "buben-solo", "re": ["Emil"], "augen": 131}
    return club({"id": "e", "date": "2026-11-20", "sheets": [
        table(FOUR, won(*FOUR[:2]), won(*FOUR[:2])),
        table(OTHERS, solo, won("Emil", "Fritz"))]})


def won(*players: str) -> dict:
    return {"re": list(players), "augen": 131}


def table(players: list[str], *hands: dict, game: str = "doppelkopf-altenburg") -> dict:
    return {"game": game, "players": players, "hands": list(hands)}


def standing(pdf: bytes, heading: str) -> list[str]:
    """The title of the table below a heading, its rows, and the heading that follows."""
    lines = rows(pdf)
    start = lines.index(heading) + 1
    return lines[start:start + 1 + len(FOUR + OTHERS) + 1]


def test_both_tables_have_one_standing_after_their_sheets(two: Service, english: Words):
    pdf = evening_pdf(two.evening("e"), None, english)
    assert standing(pdf, "Doppelkopf (Altenburg rules): all tables") == [
        "Name | Points", "Emil | 130", "Anne | 20", "Bert | 20", "Cem | −20", "Dora | −20",
        "Fritz | −30", "Gerda | −50", "Hans | −50", "Settlement"]
    lines = rows(pdf)
    title = "Doppelkopf (Altenburg rules)"
    assert lines.index(f"1 · {title}") < lines.index(f"2 · {title}") \
        < lines.index(f"{title}: all tables")


def test_it_is_the_one_of_the_screen_in_either_language(two: Service, words: Words):
    [shown] = two.evening("e").standings
    heading = words("{game}: all tables", game="Doppelkopf (Altenburger Hausregeln)")
    assert standing(evening_pdf(two.evening("e"), None, words), heading)[1:-1] == [
        f"{name} | {words.points(points)}" for name, points in shown.points.items()]


def test_one_table_needs_none_nor_do_two_games(club: Club, english: Words):
    other = {"augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}}
    service = club({"id": "e", "date": "2026-11-20", "sheets": [
        table(FOUR, won("Anne", "Bert")),
        table(FOUR, other, game="kalter-schlag"), table(OTHERS, game="kalter-schlag")]})
    assert not [line for line in rows(evening_pdf(service.evening("e"), None, english))
                if "all tables" in line]
