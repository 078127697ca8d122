"""The papers of a small club, line by line, against what was worked out by hand.

20 November, Kalter Schlag: 66 · 2 · 2 = 264, so 260 for Anne; 70 for Bert; one hand is voided;
Anne's Durchmarsch is 120 · 2 · 2 = 480 for the others; 63 · 32 = 2016, so 2020 for Bert, who has
70 + 480 + 2020 = 2570 and loses: all have written, so he pays each of them 0.50. Then 45 and
45, so 50 each. Schieberamsch: 61 · 2 = 122, a tenth is 12 for Anne, 2 · 12 · 0.01 to pay.
Together Anne 0.50 − 0.24 = 0.26, Bert −1.50 + 0.12 = −1.38, Cem and Dora 0.50, Emil 0.12.

4 December, Doppelkopf: 131 Augen are 10 for Anne and Bert; the Buben-Solo is 40 · 3 = 120 for
Anne, 40 from each. At a cent a point Anne has 1.30, Bert −0.30, Cem and Dora −0.50. Stars: Cem
gets 2 and loses 2, because he has won nothing; Anne loses 4 for the Kasten and 1 as the winner:
12 − 5 = 7. Dora has won nothing either, but owns none. 7 + 4 + 0 − 3 = 8, which are 1.6 Kästen.

Hands won (+) and lost (-), voided ones left out: Anne -+++- - ++, Bert +---- + +-, Cem and Dora
++-++ --, Emil +.

Points of the season: at Kalter Schlag Anne 260 + 50 = 310, which wins the evening, Bert
70 + 480 + 2020 + 50 = 2620, Cem and Dora 480; at Schieberamsch Anne 12, the two others none, so
that nobody wins; at Doppelkopf Anne 10 + 120, Bert 10 − 40, Cem and Dora −10 − 40. Each game was
played on one evening, so that points and money per evening are those of the season. At Kalter
Schlag Anne won 3 of 5, Bert 1, Cem and Dora 4: 60, 20 and 80 %.
"""

from pathlib import Path

import pytest

from scorepad.i18n.words import Words
from scorepad.paper.evening import evening_pdf
from scorepad.paper.tables import evening_csv, hands_csv, ledger_csv, year_csv
from scorepad.paper.year import ledger_pdf, season_csv, season_pdf, year_pdf
from scorepad.service import Service
from scorepad.service.statistics import Chosen
from tests.paper.conftest import GOLDEN
from tests.paper.reading import rows

EVENINGS = ("november", "dezember")


def papers(service: Service, words: Words) -> dict[str, bytes]:
    """Everything that can be had of the club, by the name of its golden file."""
    views = [service.evening(evening) for evening in EVENINGS]
    ledger = service.club.ledger()
    statistics = service.statistics.overview(Chosen(2026))
    made = {"year.pdf": year_pdf(2026, views, ledger, words, statistics),
            "year.csv": year_csv(views, ledger, words),
            "ledger.pdf": ledger_pdf(ledger, words), "ledger.csv": ledger_csv(ledger, words),
            "season.pdf": season_pdf(service.statistics.by_game(), "2026", words),
            "season.csv": season_csv(service.statistics.by_game(), "2026", words)}
    for view in views:
        stars = service.club.evening(view.id)
        made[f"{view.id}.pdf"] = evening_pdf(view, stars, words)
        made[f"{view.id}.csv"] = evening_csv(view, stars, words)
        made[f"{view.id}-hands.csv"] = hands_csv(view, words)
    return made


@pytest.mark.parametrize("name", [
    "november.pdf", "november.csv", "november-hands.csv", "dezember.pdf", "dezember.csv",
    "dezember-hands.csv", "year.pdf", "year.csv", "ledger.pdf", "ledger.csv",
    "season.pdf", "season.csv"])
def test_every_paper_says_what_was_worked_out(golden: Service, english: Words, name: str):
    content = papers(golden, english)[name]
    if name.endswith(".pdf"):
        text = "\n".join(rows(content)) + "\n"
        assert text == golden_text(name.replace(".pdf", ".txt"))
    else:
        assert content.decode("utf-8-sig").replace("\r\n", "\n") == golden_text(name)


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_same_in_german(golden: Service, evening: str):
    text = "\n".join(rows(papers(golden, Words("de"))[f"{evening}.pdf"])) + "\n"
    assert text == golden_text(f"{evening}.de.txt")


def golden_text(name: str) -> str:
    return Path(GOLDEN / name).read_text("utf-8")


def test_the_same_facts_make_the_same_bytes(golden: Service, words: Words):
    assert papers(golden, words) == papers(golden, words)
