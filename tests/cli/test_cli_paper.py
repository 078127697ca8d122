"""`scorepad pdf` and `scorepad csv`: what they write, and the one sentence when they cannot."""

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.command import call, start
from tests.paper.conftest import GOLDEN
from tests.paper.reading import read_csv


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The club of two evenings, and a third on the day of the second; returns a free folder."""
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{tmp_path / 'book.db'}")
    raw = json.loads((GOLDEN / "club.json").read_text("utf-8"))
    raw["evenings"].append({"id": "zweiter", "date": "2026-12-04", "sheets": []})
    file = tmp_path / "club.json"
    file.write_text(json.dumps(raw), "utf-8")
    assert call("import", file).code == 0
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def title(file: Path) -> str:
    return PdfReader(BytesIO(file.read_bytes())).metadata.title


def pages_of(file: Path) -> str:
    count = len(PdfReader(BytesIO(file.read_bytes())).pages)
    return "1 page" if count == 1 else f"{count} pages"


@pytest.mark.parametrize(("arguments", "what"), [
    (("--evening", "2026-11-20"), "Score sheet · 20 November 2026 · bei Anne"),
    (("--evening", "20.11.2026"), "Score sheet · 20 November 2026 · bei Anne"),
    (("--evening", "dezember"), "Score sheet · 4 December 2026 · Gasthof Süd"),
    (("--year", "2026"), "Evenings of the year · 2026"),
    (("--year", "2026", "--poster"), "Poster · 2026"),
    (("--stars",), "Star ledger · As of 4 December 2026")])
def test_pdf(book: Path, arguments: tuple[str, ...], what: str):
    assert call("pdf", book / "a.pdf", *arguments) == (
        0, f"{book / 'a.pdf'}: {pages_of(book / 'a.pdf')}\n", "")
    assert title(book / "a.pdf") == f"Freitagsrunde · {what}"
    assert [path.name for path in book.iterdir()] == ["a.pdf"]


@pytest.mark.parametrize(("arguments", "column", "count"), [
    (("--evening", "2026-11-20"), "Arithmetic", 7),  # hands
    (("--evening", "2026-11-20", "--results"), "Cents", 5),  # players
    (("--year", "2026"), "Cents", 9), (("--stars",), "Stars after", 9),
    (("--stars", "--results"), "Kästen (5 stars)", 5)])
def test_csv(book: Path, arguments: tuple[str, ...], column: str, count: int):
    assert call("csv", book / "a.csv", *arguments) == (0, f"{book / 'a.csv'}: written\n", "")
    lines = read_csv((book / "a.csv").read_bytes())
    assert len(lines) == count and column in lines[0]


def test_the_cash_book_of_a_tournament(book: Path, tmp_path: Path):
    document = tmp_path / "tournament.json"
    document.write_text(json.dumps({"format": "scorepad/1", "tournaments": [{
        "name": "Preisskat", "date": "2026-11-27", "game": "skat", "rounds": 1,
        "hands_at": {"4": 48}, "entrants": [{"number": 3, "name": "Cem"}],
        "payments": [{"number": 3, "amount": "-11.00"}]}]}), "utf-8")
    assert call("import", document).code == 0
    assert call("csv", book / "a.csv", "--tournament", "Preisskat", "--what", "cash").code == 0
    assert read_csv((book / "a.csv").read_bytes()) == [
        {"Time": "", "No.": "3", "Name": "Cem", "Amount": "-1100"}]
    assert call("pdf", book / "a.pdf", "--tournament", "Preisskat", "--what", "cash").code == 0


def test_standard_output_gets_the_very_bytes(book: Path):
    call("pdf", book / "a.pdf", "--stars")
    done = subprocess.run([sys.executable, "-m", "scorepad", "pdf", "--stars", "-"],
                          capture_output=True, check=True)
    again = subprocess.run([sys.executable, "-m", "scorepad", "csv", "--stars", "-"],
                           capture_output=True, check=True, env={
                               **os.environ, "SCOREPAD_LANGUAGE": "en"})
    assert done.stdout.startswith(b"%PDF") and done.stderr == b""
    assert again.stdout.startswith(b"\xef\xbb\xbfDate,") and again.stdout.endswith(b"\r\n")


ONE_OF = "Name one of --evening, --year, --stars and --tournament.\n"


@pytest.mark.parametrize("command", ["pdf", "csv"])
@pytest.mark.parametrize(("arguments", "sentence"), [
    ((), ONE_OF), (("--year", "2026", "--stars"), ONE_OF),
    (("--year", "1999"), "No evening of 1999 in the book.\n"),
    (("--evening", "1999-01-01"), "No evening 1999-01-01 in the book.\n"),
    (("--evening", ""), "No evening  in the book.\n"),
    (("--evening", "2026-12-04"),
     "There are 2 evenings on 2026-12-04. Name one of them: dezember, zweiter\n")])
def test_what_cannot_be_written(book: Path, command: str, arguments: tuple[str, ...],
                                sentence: str):
    assert call(command, book / "a", *arguments) == (2, "", sentence)
    assert not list(book.iterdir())


def test_a_poster_is_of_a_year(book: Path):
    assert call("pdf", book / "a.pdf", "--stars", "--poster") == (
        2, "", "--poster goes with --year.\n")


def test_a_folder_that_is_not_there(book: Path):
    code, out, err = call("pdf", book / "none" / "a.pdf", "--stars")
    assert (code, out) == (2, "")
    assert err.endswith("cannot be written (No such file or directory)\n")


def test_in_german(book: Path):
    assert start("pdf", "--evening", "2026-11-20", book / "a.pdf", SCOREPAD_LANGUAGE="de").code == 0
    assert "20. November 2026" in title(book / "a.pdf")


def test_what_prints_no_paper_loads_none():
    """`scorepad where` must not wait for what draws pages."""
    code = "import sys; from scorepad import cli; print([name for name in ('fpdf', 'babel')" \
        " if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True,
                          check=True).stdout == b"[]\n"


def test_another_process_writes_the_same_bytes(book: Path):
    for number in (1, 2):
        assert start("pdf", "--year", "2026", book / f"{number}.pdf",
                     PYTHONHASHSEED=str(number)).code == 0
    assert (book / "1.pdf").read_bytes() == (book / "2.pdf").read_bytes()


def test_an_evening_for_a_calendar(book: Path):
    assert call("calendar", book / "a.ics", "--evening", "2026-11-20").code == 0
    lines = (book / "a.ics").read_bytes().decode().replace("\r\n ", "").splitlines()
    assert lines[4:11] == [
        "UID:november", "DTSTAMP:20261120T000000Z", "DTSTART;VALUE=DATE:20261120",
        "TRANSP:TRANSPARENT", r"SUMMARY:Kalter Schlag\, Schieberamsch", "LOCATION:bei Anne",
        r"DESCRIPTION:Cem and Dora win the evening\nCem +€0.50\nDora +€0.50\nAnne +€0.26\n"
        r"Emil +€0.12\nBert −€1.38"]


def test_a_year_for_a_calendar(book: Path):
    assert call("calendar", book / "a.ics", "--year", "2026").code == 0
    text = (book / "a.ics").read_text("utf-8")
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == 3
    assert call("calendar", "-").code == 2


def test_an_evening_for_bg_stats(book: Path):
    assert call("bgstats", book / "a.bgsplay", "--evening", "2026-11-20").code == 0
    told = json.loads((book / "a.bgsplay").read_bytes())
    assert [row["name"] for row in told["games"]] == ["Kalter Schlag", "Schieberamsch"]
    assert [row["name"] for row in told["locations"]] == ["bei Anne"]
    assert {row["name"] for row in told["players"]} == {"Anne", "Bert", "Cem", "Dora", "Emil"}
    assert call("bgstats", book / "b.bgsplay", "--year", "2026").code == 0
    assert len(json.loads((book / "b.bgsplay").read_bytes())["plays"]) > len(told["plays"])
