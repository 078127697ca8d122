"""Saving an evening, a year or the ledger as a file, in-process: the client is handed the bytes."""

import csv
import json
from datetime import UTC, date as Date, datetime
from io import BytesIO, StringIO

import flet as ft
import pytest
from pypdf import PdfReader

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.i18n.message import say
from scorepad.service import Service
from scorepad.storage import StorageFault
from scorepad.ui.parts.fields import day_of
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver


@pytest.fixture
def doko(service: Service) -> Table:
    """One hand: Anne and Bert win 10 each; Cem has a star."""
    table = Table.of(service, DOPPELKOPF_ALTENBURG, FOUR, stake=100)
    service.record(table.sheet, DOPPELKOPF_ALTENBURG.read_hand(
        {"spiel": "normal", "re": ["Anne", "Bert"], "augen": 131,
         "sterne": [{"event": "rot-rum", "player": "Cem"}]}, FOUR))
    return table


async def save(ui: Driver, kind: str) -> dict:
    """Open the sheet, tap a kind of file, and return what the client was told to save."""
    await ui.tap(identifier="papers")
    await ui.tap(identifier=f"save-{kind}")
    [told] = [arguments for name, arguments in ui.client.calls if name == "save_file"]
    return told


def pages(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def lines(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline="")))


async def test_the_ledger_is_saved_as_a_pdf(doko: Table, start: Start):
    ui = await start("/stars")
    told = await save(ui, "pdf")
    assert told["file_name"] == "Star-ledger.pdf"
    assert "As of 20 November 2026" in pages(told["src_bytes"])
    assert ui.sees("Saved: Star-ledger.pdf") and not ui.sees("Save the star ledger as")


async def test_the_ledger_is_saved_as_csv(doko: Table, start: Start):
    ui = await start("/stars")
    told = await save(ui, "results")
    assert told["file_name"] == "Star-ledger.csv"
    assert lines(told["src_bytes"])[1][:3] == ["2026-11-20", "", "Cem"]


async def test_the_ledger_as_a_scorepad_file_is_the_whole_club(doko: Table, start: Start):
    ui = await start("/stars")
    told = await save(ui, "document")
    assert told["file_name"] == "Club.json"
    assert len(json.loads(told["src_bytes"])["evenings"][0]["sheets"][0]["hands"]) == 1


async def test_who_thinks_better_of_it_is_told_nothing(doko: Table, start: Start):
    ui = await start("/stars", web=False)
    await save(ui, "pdf")
    assert not ui.sees(".pdf")


async def test_elsewhere_people_choose_where_it_goes(doko: Table, start: Start):
    ui = await start("/stars", web=False, replies={"save_file": "/home/anne/Sterne.pdf"})
    told = await save(ui, "pdf")
    assert ui.sees(told["file_name"])


async def test_a_browser_on_a_desk_shares_no_files(doko: Table, start: Start):
    ui = await start("/stars")
    await ui.tap(identifier="papers")
    assert not ui.find_all(identifier="share-pdf")


async def test_a_year_is_saved_from_its_statistics(doko: Table, start: Start):
    ui = await start("/statistics")
    assert not ui.find_all(identifier="papers")
    await ui.tap(identifier="year-2026")
    told = await save(ui, "pdf")
    assert told["file_name"] == "Year-2026.pdf"
    text = pages(told["src_bytes"])
    assert "20/11/2026" in text and "Stars at the end of 2026" in text and "Hands" in text
    assert not ui.find_all(identifier="save-hands")
    ui.client.calls.clear()
    told = await save(ui, "poster")
    assert told["file_name"] == "Poster-2026.pdf" and "Won in a row" in pages(told["src_bytes"])


@pytest.mark.parametrize("kind", ["pdf", "results", "hands", "document"])
async def test_a_book_that_cannot_be_read_is_a_sentence(doko: Table, start: Start, monkeypatch,
                                                        kind: str):
    ui = await start(f"/evening/{doko.evening}")

    def broken(*_):
        raise StorageFault(say("The book cannot be read."))

    monkeypatch.setattr(Service, "evening", broken)
    await ui.tap(identifier="papers")
    await ui.tap(identifier=f"save-{kind}")
    assert ui.sees("The book cannot be read.")
    assert "save_file" not in dict(ui.client.calls)


async def test_a_phone_shares_the_file_itself(doko: Table, start: Start):
    ui = await start(f"/evening/{doko.evening}", web=False)
    ui.session.apply_page_patch({"platform": "android"})
    await ui.tap(identifier="papers")
    await ui.tap(identifier="share-pdf")
    [told] = [arguments for name, arguments in ui.client.calls if name == "share_files"]
    [file] = told["files"]
    assert file.data.startswith(b"%PDF") and file.mime_type == "application/pdf"
    assert file.name.endswith("-2026-11-20.pdf")


async def test_csv_is_for_a_spreadsheet_of_the_language_or_for_programs(
        doko: Table, start: Start):
    ui = await start("/stars", language="de-DE")
    told = await save(ui, "results")
    assert told["src_bytes"].decode("utf-8-sig").startswith("Datum;Ort;")
    ui.client.calls.clear()
    await ui.tap(identifier="papers")
    await ui.tap(identifier="for-programs")
    assert ui.find(identifier="for-programs").selected
    await ui.tap(identifier="save-results")
    [told] = [arguments for name, arguments in ui.client.calls if name == "save_file"]
    assert told["src_bytes"].decode("utf-8-sig").startswith("Datum,Ort,")


async def test_a_day_is_picked_from_a_calendar(doko: Table, start: Start):
    ui = await start("/statistics")
    await ui.tap(identifier="span")
    await ui.tap(identifier="calendar-first")
    calendar = ui.find(kind=ft.DatePicker)
    await ui.change(calendar, datetime(2026, 9, 1))
    assert not ui.find_all(kind=ft.DatePicker)
    assert ui.find(kind=ft.TextField, text="First day").value == "1/9/2026"
    await ui.tap(identifier="calendar-first")
    assert ui.find(kind=ft.DatePicker).value == datetime(2026, 9, 1)


@pytest.mark.parametrize(("picked", "day"), [
    (datetime(2026, 9, 1), Date(2026, 9, 1)),
    (datetime(2026, 9, 1, tzinfo=UTC), Date(2026, 9, 1)),
])
def test_a_picked_day_is_the_one_that_was_seen(picked: datetime, day: Date):
    assert day_of(picked) == day
