"""The poster of a year: what stands on it, and that all of it fits, whoever plays."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorepad.i18n.words import Words
from scorepad.paper.files import Kind, Year, gather
from scorepad.paper.poster import INKS
from scorepad.service import Service
from scorepad.ui.theme import PLAYERS
from tests.paper.conftest import FOUR, Club, evening
from tests.paper.reading import texts
from tests.paper.test_pages import Edges
from tests.paper.test_tags import check


@pytest.fixture
def edges(monkeypatch: pytest.MonkeyPatch) -> Edges:
    return Edges(monkeypatch)


def poster(service: Service, words: Words) -> bytes:
    return gather(service, Year(2026), Kind.POSTER, words).make()


def said(content: bytes) -> list[str]:
    return [each.text for each in texts(content)]


def test_what_stands_on_it(golden: Service, english: Words):
    """By the figures of `test_golden`: 0.26 + 1.30, 0.12, twice 0.50 − 0.50, −1.38 − 0.30."""
    told = said(poster(golden, english))
    assert told[:5] == ["Freitagsrunde", "2026", "2 evenings", "5 people",
                        "Kalter Schlag · Schieberamsch · Doppelkopf (Altenburg rules)"]
    assert told[5:14] == ["Anne", "+€1.56", "1", "Emil", "+€0.12", "2", "Cem, Dora", "€0.00", "3"]
    assert told[told.index("Records") + 1:] == [
        "Won in a row", "3", "Anne", "Highest hand · Kalter Schlag", "2\u202f020", "Bert",
        "Highest hand · Doppelkopf (Altenburg rules)", "120", "Anne",
        "Durchmärsche", "1", "Anne", "Solos won", "1", "Anne", "Evenings", "2", "Anne and 3 others",
        "Stars", "★ 7", "Anne", "★ 4", "Holger", "★ 0", "Cem", "★ −3", "Bert"]
    assert told[told.index("−€1.68") - 1] == "Bert"  # at the end of his line


@pytest.mark.parametrize("names", [
    ["Jo", "Ä" * 60, "Nguyễn Thị Minh Khai von und zu Hohenstein"],
    ["W" * 60, *[f"Hildegard von Bingen {number}" for number in range(39)]]])
@pytest.mark.parametrize("evenings", [1, 15])
def test_all_of_it_fits(club: Club, edges: Edges, words: Words, names: list[str], evenings: int):
    days = []
    for number in range(evenings):
        there = [names[(number + seat) % len(names)] for seat in range(3)]
        days.append(evening({"augen": {there[0]: 61 + number, there[1]: 59 - number}},
                            day=f"2026-{1 + number // 10:02}-{1 + number % 10:02}", players=there,
                            game="schieberamsch", sheet={"rate": "0.01"},
                            stars=[{"event": "kasten", "player": name} for name in there]))
    service = club(*days, club={"name": "Verein zur Förderung des Kartenspiels " * 2})
    content = poster(service, words)
    pdf = PdfReader(BytesIO(content))
    [page] = pdf.pages
    assert [round(each / 72 * 25.4) for each in page.mediabox[2:]] == [297, 420]
    assert edges.count > 20 and min(each.y for each in texts(content)) > 28  # 10 mm
    check(pdf, words.language)


def test_who_plays_for_nothing_is_ranked_as_the_list_of_the_season(club: Club, english: Words):
    """Where only one game was played, by its points; in this one, who has few of them is good."""
    hands = [{"augen": {"Anne": 66, "Bert": 54}}, {"augen": {"Anne": 61, "Bert": 30, "Cem": 29}}]
    content = poster(club(evening(*hands, players=FOUR[:3], game="schieberamsch")), english)
    assert [said(content)[at] for at in (0, 5, 6, 7)] == [
        "Our year at cards", "Bert, Cem", "Points 0", "1"]


def test_an_evening_without_a_hand(club: Club, english: Words):
    assert "Nothing was played that year." in said(poster(club(evening()), english))


def test_people_have_the_colours_of_the_screens():
    assert {colour: each.light for colour, each in PLAYERS.items()} == INKS
