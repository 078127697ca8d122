"""Pages hold what is put on them: nothing over an edge, heads repeated, nothing left alone."""

import json
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont
from hypothesis import HealthCheck, given, settings, strategies as st
from pypdf import PdfReader

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.skat import SKAT
from scorepad.i18n.words import Words
from scorepad.paper import page
from scorepad.paper.evening import evening_pdf
from scorepad.paper.letters import BOX, printable
from scorepad.paper.page import MARGIN, MILLIMETRE, Paper, Type
from scorepad.paper.year import ledger_pdf, year_pdf
from scorepad.service.views import NewEvening
from scorepad.system.files import ASSETS
from scorepad.tournament.facts import Settings
from tests.conftest import DAY
from tests.paper.conftest import FOUR, Club, evening
from tests.paper.reading import rows, texts

SHORT = {"augen": {"Bert": 70}}
PEOPLE = [f"Nr. {number}" for number in range(1, 21)]


class Edges:
    """Notes every text that is put on a paper, and complains of one that is over an edge."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        original = Paper.text

        def text(paper, x, y, text, size, *, bold=False, right=False, **more):
            width = paper.width_of(text, size, bold=bold)
            left = x - width if right else x
            assert left >= MARGIN - 0.1, f"{text!r} begins at {left} mm"
            assert left + width <= paper._pdf.w - MARGIN + 0.1, f"{text!r} is too wide"
            assert 0 < y < paper._pdf.h - page.FOOT, f"{text!r} is below the page"
            assert size >= 4, f"{text!r} is too small to be read: {size}"
            self.count += 1
            original(paper, x, y, text, size, bold=bold, right=right, **more)

        monkeypatch.setattr(Paper, "text", text)


@pytest.fixture
def edges(monkeypatch: pytest.MonkeyPatch) -> Edges:
    return Edges(monkeypatch)


@pytest.fixture
def any_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that takes any name and note whatever; the program's own takes at most 60 letters."""
    monkeypatch.setattr("scorepad.book.names.LONGEST_NAME", 2_000)
    monkeypatch.setattr("scorepad.book.names.LONGEST_TEXT", 20_000)
    monkeypatch.setattr("scorepad.storage.codec.LONGEST_TEXT", 20_000)


def called(names: list[str], raw: dict) -> dict:
    """The evening with other names."""
    text = json.dumps(raw)
    for old, new in zip(FOUR, names):
        text = text.replace(json.dumps(old), json.dumps(new))
    return json.loads(text)


def every_paper(service, words: Words) -> list[bytes]:
    views = [service.evening(card.id) for card in service.evenings()]
    ledger = service.club.ledger()
    return [*[evening_pdf(view, service.club.evening(view.id), words) for view in views],
            year_pdf(2026, views, ledger, words), ledger_pdf(ledger, words)]


STARS = [{"event": "kasten", "player": "Anne"}, {"event": "manual", "player": "Bert", "stars": 3,
                                                  "note": "verzählt"}]


# --- edges --------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [
    ["漢字太郎", "אברהם בן דוד", "🍺🎉", "Ștefan ∞"],
    ["W" * 1000, "W" * 999 + "X", "i" * 1000, "M W " * 249 + "Ende"],
    ["A", "Ä" * 60, "Nguyễn Thị Minh Khai", "=cmd|' /C calc'!A0"],
], ids=["scripts", "thousand letters", "others"])
def test_any_name_stays_on_the_page(club: Club, any_name, edges: Edges, words: Words,
                                    names: list[str]):
    money = {"einsatz": "0.50"}
    service = club(
        called(names, evening(*[{"augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0},
                                 "jungfern": ["Dora"]}] * 3,
                              {"augen": {"Bert": 63, "Cem": 57}, "jungfern": ["Anne", "Dora"],
                               "verdopplungen": 3},
                              sheet=money, place="bei " + names[0][:300], stars=STARS)))
    for paper in every_paper(service, words):
        assert len(PdfReader(BytesIO(paper)).pages) <= 8
    assert edges.count > 100


@pytest.mark.parametrize("count", [1, 300])
def test_long_evenings(club: Club, edges: Edges, words: Words, count: int):
    hands = [{"augen": {"Anne": 66, "Bert": 30, "Cem": 24}, "verdopplungen": 1,
              "note": ("ein Wort " * (number % 7)).strip()} for number in range(count)]
    service = club(evening(*hands, sheet={"einsatz": "0.50"}))
    for paper in every_paper(service, words):
        assert paper.startswith(b"%PDF")


def test_notes_longer_than_a_page(club: Club, any_name, edges: Edges, words: Words):
    note = " ".join(["Donaudampfschiff"] * 1000)
    service = club(evening(SHORT, {**SHORT, "note": note}, SHORT))
    every_paper(service, words)
    assert edges.count


def test_seven_at_a_table_and_twenty_over_the_evening(club: Club, edges: Edges, words: Words):
    """Seven sit down, and one after the other leaves for somebody new."""
    hands = []
    for first in range(14):
        seats = PEOPLE[first:first + 7]
        change = {"players": seats} if first else {}
        hands.append({"re": seats[1:3], "augen": 131, "aktive": seats[:4], **change})
    service = club(evening(*hands, players=PEOPLE[:7], game="doppelkopf-altenburg",
                           sheet={"rate": "0.01"}))
    made = every_paper(service, words)
    assert all(name in " ".join(rows(made[0])) for name in PEOPLE)


def test_thirty_one_at_a_table(club: Club, edges: Edges, words: Words):
    """As many as Chase-the-Ace takes, each with a name of his own and money on the table."""
    names = [f"{PEOPLE[at % len(PEOPLE)][:12]} {at}" for at in range(31)]
    rounds = [{"zahlt": names[first:first + 4]} for first in (0, 4, 8)]
    service = club(evening(*rounds, players=names, game="chase-the-ace",
                           sheet={"einsatz": "0.50"}))
    made = every_paper(service, words)
    assert edges.count and made[0].startswith(b"%PDF")


def test_twenty_in_a_year_and_in_the_ledger(club: Club, edges: Edges, words: Words):
    service = club(*[evening({"augen": {PEOPLE[at]: 70}}, players=PEOPLE[at:at + 4],
                             day=f"2026-01-{at + 1:02}", sheet={"einsatz": "1000000.00"},
                             stars=[{"event": "manual", "player": PEOPLE[at], "stars": 9_999}])
                     for at in range(0, 20, 4)],
                   club={"opening_stars": {"date": "2025-12-31",
                                           "balances": dict.fromkeys(PEOPLE, -9_999)}})
    every_paper(service, words)
    assert edges.count > 200


def test_many_sheets_and_their_settlement(club: Club, edges: Edges, words: Words):
    one = evening({"augen": {"Bert": 63, "Cem": 57}, "jungfern": ["Anne", "Dora"],
                   "verdopplungen": 3}, sheet={"einsatz": "999999.99"})
    one["sheets"] *= 12
    [paper, *_] = every_paper(club(one), words)
    assert any("Kalter Schlag" in line and line.startswith("12") for line in rows(paper))


# --- what is repeated ---------------------------------------------------------------------------


def test_every_page_has_its_number_and_the_head_of_its_table(club: Club, english: Words):
    service = club(evening(*[{"augen": {"Bert": 60, "Anne": 30, "Cem": 30}}] * 100))
    pages = "\n".join(rows(evening_pdf(service.evening("2026-11-20"), None, english))) \
        .split("\n---\n")
    assert len(pages) > 2
    for number, text in enumerate(pages, 1):
        lines = text.split("\n")
        assert lines[-1] == f"Scorepad | Page {number} of {len(pages)}"
        if any(line.endswith("60 | ·") for line in lines):
            assert "No. | Dealer | Anne | Bert | Cem | Dora | Arithmetic" in lines
        if number > 1:
            assert lines[0] == "Score sheet · 20 November 2026"


def test_what_a_page_carries_forward_is_what_the_one_before_made(club: Club, english: Words):
    """60 for Bert every time: after n hands he has n · 60, back to 0 after each lost Partie."""
    service = club(evening(*[{"augen": {"Bert": 60, "Anne": 30, "Cem": 30}}] * 49,
                           sheet={"rules": {"limit": 10_000, "anschriften": 50}}))
    lines = rows(evening_pdf(service.evening("2026-11-20"), None, english))
    at = lines.index(next(line for line in lines if line.startswith("Carried forward")))
    number = int(lines[at + 1].split(" | ")[0]) - 1
    assert lines[at] == f"Carried forward | 0 | {Words('en').points(60 * number)} | 0 | 0"


def test_a_heading_is_never_the_last_thing_on_a_page(club: Club, english: Words):
    """With every length of the sheet before it, the second one begins with at least two hands."""
    for count in range(1, 50, 3):
        one = evening(*[SHORT] * count)
        one["sheets"].append(evening(*[SHORT] * 5)["sheets"][0])
        service = club(one)
        lines = rows(evening_pdf(service.evening("2026-11-20"), None, english))
        at = lines.index("2 · Kalter Schlag")
        following = lines[at + 1:at + 4]
        assert "---" not in following and following[1].startswith("1 |"), following


def test_figures_end_at_the_same_edge(club: Club, english: Words):
    """All Augen are the same, so are all widths: every 260 of Anne begins at the same place."""
    hand = {"augen": {"Anne": 66, "Bert": 54}, "jungfern": ["Cem", "Dora"]}
    service = club(evening(*[hand] * 60))
    places = {round(text.x, 1) for text in texts(
        evening_pdf(service.evening("2026-11-20"), None, english)) if text.text == "260"}
    assert len(places) <= 2  # what a hand brought, and the total after the first one


# --- nothing ------------------------------------------------------------------------------------


def test_an_evening_without_sheets_says_so(club: Club, english: Words):
    service = club({"id": "e", "date": "2026-11-20", "place": "bei Anne", "sheets": []})
    assert rows(evening_pdf(service.evening("e"), None, english)) == [
        "Score sheet", "Friday, 20 November 2026", "bei Anne",
        "Nothing was played that evening.", "Scorepad | Page 1 of 1"]


def test_a_sheet_without_hands_says_so(club: Club, english: Words):
    service = club(evening())
    assert "Nothing was played that evening." in rows(
        evening_pdf(service.evening("2026-11-20"), None, english))
    one = evening(SHORT)
    one["sheets"].append(evening()["sheets"][0])
    lines = rows(evening_pdf(club(one).evening("2026-11-20"), None, english))
    assert lines[lines.index("2 · Kalter Schlag") + 1] == "No hand was played."


def test_a_year_and_a_ledger_of_nothing_say_so(club: Club, english: Words):
    service = club()
    assert "Nothing was played that year." in rows(year_pdf(2026, [], None, english))
    assert "Nobody has any stars yet." in rows(ledger_pdf(service.club.ledger(), english))


def test_a_year_lists_the_evenings_for_nothing_too(club: Club, english: Words):
    service = club(evening(SHORT, day="2026-01-02"),
                   evening({"augen": {"Bert": 63, "Cem": 57}, "jungfern": ["Anne", "Dora"],
                            "verdopplungen": 3}, day="2026-02-03", sheet={"einsatz": "1.00"}))
    views = [service.evening(card.id) for card in service.evenings()]
    lines = rows(year_pdf(2026, views, None, english))
    at = lines.index("Date | Anne | Bert | Cem | Dora | Place and games")
    assert lines[at + 1:at + 3] == [
        "02/01/2026 | · | · | · | · | Kalter Schlag",
        "03/02/2026 | +2.00 | −6.00 | +2.00 | +2.00 | Kalter Schlag"]  # nobody else has written


def test_a_year_names_a_tournament(club: Club, english: Words):
    service = club()
    service.tournaments.hold(DAY, SKAT, SKAT.rules(), Settings("Clubmeisterschaft", 1, {4: 4}))
    views = [service.evening(card.id) for card in service.evenings()]
    lines = rows(year_pdf(2026, views, None, english))
    assert lines[lines.index("Date | Place and games") + 1] == "20/11/2026 | Clubmeisterschaft"


# --- letters ------------------------------------------------------------------------------------

FONT = {ord(letter) for letter in "abcdefghijklmnopqrstuvwxyzäöü □"}


@pytest.mark.parametrize(("text", "shown"), [
    ("übel", "übel"), ("u\u0308bel", "übel"),  # a letter and its mark are one
    ("漢字", BOX * 2), ("🍺", BOX), ("a\u200bb", "ab"), ("a\u3000b", "a b"),
    ("șah", "sah"), ("ﬁx", "fix"), ("", "")])
def test_letters_that_the_font_lacks(text: str, shown: str):
    assert printable(text, FONT) == shown


@pytest.mark.parametrize("style", ["Regular", "Bold"])
def test_paper_has_the_letters_of_the_screens(style: str):
    """Both weights are cut from the one font; its figures are all as wide as each other."""
    screens, cut = (TTFont(file) for file in (
        ASSETS / "fonts" / "ScorepadSans.ttf", page.FONTS / f"ScorepadSans-{style}.ttf"))
    assert cut.getBestCmap().keys() == screens.getBestCmap().keys() and "fvar" not in cut
    assert len({cut["hmtx"][cut.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}) == 1


@given(st.text())
def test_whatever_is_printed_is_in_the_font(text: str):
    assert {ord(letter) for letter in printable(text, FONT)} <= FONT


@pytest.fixture
def paper(english: Words) -> Paper:
    from datetime import date
    made = Paper(english, "Title", "", date(2026, 11, 20))
    made.begin()
    return made


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(alphabet="abc WM ", max_size=300), width=st.floats(8, 80))
def test_wrapping_loses_no_letter_and_fits(paper: Paper, text: str, width: float):
    lines = paper.wrapped(text, Type.BODY, width, most=1_000)
    assert all(paper.width_of(line, Type.BODY) <= width + 1e-6 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_what_is_cut_ends_in_dots(paper: Paper):
    """At 10 points a letter W is some millimetres wide, and at least two."""
    cut = paper.fitting("W" * 100, 10, 30)
    assert cut.endswith("…") and 3 < len(cut) < 15
    assert paper.width_of(cut, 10) <= 30 < paper.width_of("W" + cut, 10)
    assert paper.fitting("kurz", 10, 30) == "kurz"
    assert paper.wrapped("eins zwei drei", 10, 8, most=2)[-1].endswith("…")


def test_what_a_pdf_says_of_itself(club: Club):
    service = club(evening(SHORT, place="bei Anne"))
    reader = PdfReader(BytesIO(evening_pdf(service.evening("2026-11-20"), None, Words("de"))))
    about = reader.metadata
    assert about.title.endswith("20. November 2026 · bei Anne") and about.creator == "Scorepad"
    assert about.creation_date.date().isoformat() == "2026-11-20"
    assert reader.trailer["/Root"]["/Lang"] == "de-DE"
    width, height = reader.pages[0].mediabox.upper_right
    assert (round(float(width) / MILLIMETRE), round(float(height) / MILLIMETRE)) == (210, 297)


def test_german_money_and_days(club: Club):
    service = club(evening({"augen": {"Bert": 63, "Cem": 57}, "jungfern": ["Anne", "Dora"],
                            "verdopplungen": 3}, sheet={"einsatz": "1234.50"}))
    text = "\n".join(rows(evening_pdf(service.evening("2026-11-20"), None, Words("de"))))
    assert "Freitag, 20. November 2026" in text and "Einsatz 1.234,50\N{NO-BREAK SPACE}€" in text
    assert "+2.469,00\N{NO-BREAK SPACE}€" in text


def test_what_a_table_agreed_on_besides_stands_under_its_sheet(service):
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, FOUR, absprachen="Geber mischt")
    service.record(sheet, KALTER_SCHLAG.read_hand(SHORT, FOUR))
    view = service.evening(service.sheet(sheet).evening)
    assert any("Agreed besides: Geber mischt" in line
               for line in rows(evening_pdf(view, None, Words("en"))))
