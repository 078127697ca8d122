"""The same book in PostgreSQL: what only a server can do wrong, in sentences and with a way on.

What must hold wherever a book is kept is tried on both in the files beside this one.
"""

import threading
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import StorageFault, Store
from scorepad.storage.faults import InUse, NotSure, Unreachable
from tests.book.pages import NAMES
from tests.postgres import MISSING, Postgres, until
from tests.storage.conftest import bare, fill

psycopg = pytest.importorskip("psycopg", reason=MISSING)

HAND = Ramsch((66, 30, 24, 0))


@pytest.fixture
def url(postgres: Postgres):
    """An empty database."""
    with postgres.database() as url:
        yield url


@pytest.fixture
def written(url, entries):
    """Four players, an evening, a sheet, and two hands."""
    fill(url, entries)
    return url


def told(kind, act, *values):
    """The one sentence that something ends with."""
    with pytest.raises(kind) as fault:
        act(*values)
    sentence = str(fault.value.message)
    assert sentence and "\n" not in sentence
    return sentence


def in_thread(act):
    """Begin something; returns what waits for its end and gives what it raised."""
    ended = []

    def run():
        try:
            ended.append(act())
        except BaseException as fault:
            ended.append(fault)

    thread = threading.Thread(target=run)
    thread.start()

    def wait():
        thread.join(30)
        return ended[0]
    return wait


new = Entry("e98", facts.PlayerAdded("p9", "Emil"))


# --- a book ---------------------------------------------------------------------------------------


def test_a_book_in_postgres(url, opened):
    service = Service(opened(url), "Anne")
    other = Service(opened(url), "Bert")
    evening = NewEvening(date(2026, 11, 20), "Altona")
    sheet = service.open_sheet(evening, KALTER_SCHLAG, NAMES, stake=50)
    hand = service.record(sheet, HAND)
    service.record(sheet, Ramsch((66, 30, 24, 0), (3,), 1))
    service.void(sheet, hand)
    # 66 · 2 · 2 = 264, rounded to 260; the voided hand scores nothing.
    other.refresh()
    score = other.sheet(sheet).score
    assert [line.points for line in score.lines] == [(0, 0, 0, 0), (260, 0, 0, 0)]
    assert other.undo(sheet) and service.undo(sheet)
    service.keep("theme", "dark")
    assert other.kept("theme") == "dark"
    assert service.safety.check().findings == ()


def test_the_table_of_facts_cannot_be_emptied(written, entries, opened):
    with bare(written) as run, pytest.raises(DBAPIError, match="facts are only ever added"):
        run("TRUNCATE fact")
    assert opened(written).everything() == entries


def test_the_driver_need_not_be_named(written, entries, opened):
    plain = written.replace("postgresql+psycopg://", "postgresql://")
    assert opened(plain).everything() == entries


def test_entries_are_in_the_order_in_which_they_were_saved(written, opened):
    """PostgreSQL gives a row its number when it is inserted, not when it is saved: somebody who
    inserts first and saves last would come before what others have read already. So the second
    waits."""
    slow, quick = opened(written), opened(written)
    held = threading.Event()
    driver = slow._connection.connection.driver_connection

    def slowly():
        held.wait(10)
        psycopg.Connection.commit(driver)
    driver.commit = slowly
    wait = in_thread(lambda: slow.append_all([(new, None)]))
    until(lambda: driver.info.transaction_status == psycopg.pq.TransactionStatus.INTRANS)
    behind = in_thread(lambda: quick.append_all([(new._replace(id="e99"), None)]))
    with bare(written) as run:
        until(lambda: run("SELECT 1 FROM pg_locks WHERE NOT granted"))
        assert run("SELECT count(*) FROM fact") == [(8,)]
    held.set()
    assert wait() is True and behind() is True
    del driver.commit
    assert [entry.id for entry in quick.everything()[-2:]] == ["e98", "e99"]


# --- no server, or no way in ----------------------------------------------------------------------


def test_where_nobody_answers(opened):
    nowhere = "postgresql+psycopg://anne:geheim@127.0.0.1:1/book"
    assert told(Unreachable, opened, nowhere) == (
        "postgresql+psycopg://anne:***@127.0.0.1:1/book cannot be reached. Nothing was changed. "
        "Check that the server runs and can be reached from here, and try again.")


def test_a_server_that_comes_up_later_is_reached_then(postgres, written, entries, opened):
    postgres.stop()
    told(Unreachable, opened, written)
    postgres.start()
    assert opened(written).everything() == entries


def test_a_wrong_password_is_told_and_not_shown(postgres, written, opened):
    """The server trusts everybody who is here already; of Anne it asks a password."""
    access = Path(postgres.folder, "pg_hba.conf")
    before = access.read_text()
    postgres.run("CREATE ROLE anne LOGIN SUPERUSER PASSWORD 'geheim'")
    try:
        access.write_text(f"local all anne scram-sha-256\n{before}")
        postgres.run("SELECT pg_reload_conf()")

        def anne(password):
            return make_url(written).set(username="anne", password=password) \
                .render_as_string(hide_password=False)

        def refuses():
            try:
                opened(anne("falsch"))
            except StorageFault:
                return True
            return False

        until(refuses)  # once the server has read it
        sentence = told(StorageFault, opened, anne("falsch"))
        assert "falsch" not in sentence and sentence.endswith(
            " refuses the name or the password. Correct them in SCOREPAD_DATABASE_URL.")
        assert "refuses the name" in told(StorageFault, opened, anne(None))
        assert len(opened(anne("geheim")).everything()) == 8
    finally:
        access.write_text(before)
        postgres.run("SELECT pg_reload_conf()")
        postgres.run("DROP ROLE anne")


def test_a_database_that_is_not_there(url, opened):
    nowhere = make_url(url).set(database="nowhere").render_as_string(hide_password=False)
    assert 'is not on the server (database "nowhere" does not exist). Create it there' in told(
        StorageFault, opened, nowhere)


# --- a server that goes away ----------------------------------------------------------------------


def test_gone_before_a_hand_is_saved_and_back_again(postgres, written, entries, opened):
    book = opened(written)
    postgres.stop()
    assert "cannot be reached. Nothing was changed." in told(
        Unreachable, book.append_all, [(new, None)])
    told(Unreachable, book.append_all, [(new, None)])
    told(Unreachable, book.everything)
    told(Unreachable, book.keep, "theme", "dark")
    told(Unreachable, book.changed)
    postgres.start()
    assert book.everything() == entries
    book.append_all([(new, None)])
    assert opened(written).everything() == [*entries, new]


def test_gone_in_the_middle_of_saving_a_hand(postgres, written, entries, opened):
    """Another holds the table, so that the save has begun and cannot end."""
    book = opened(written)
    holder = psycopg.connect(written.replace("+psycopg", ""))
    holder.execute("LOCK TABLE fact IN EXCLUSIVE MODE")
    wait = in_thread(lambda: book.append_all([(new, None)]))
    with bare(written) as run:
        until(lambda: run("SELECT 1 FROM pg_locks WHERE NOT granted"))
    postgres.stop()
    assert isinstance(wait(), Unreachable)
    holder.close()
    postgres.start()
    assert book.everything() == entries
    book.append_all([(new, None)])
    assert book.everything() == [*entries, new]


def breaks_at_commit(book, *, after):
    """The connection of a book breaks while it saves: before or after the server has saved."""
    driver = book._connection.connection.driver_connection

    def commit():
        if after:
            psycopg.Connection.commit(driver)
        driver.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")
    driver.commit = commit


def test_gone_while_it_saved_and_it_had_saved(written, entries, opened):
    """The same again would stand in the book twice, under another id: it is told first."""
    book = opened(written)
    breaks_at_commit(book, after=True)
    assert "may be in the book or not. Try again" in told(NotSure, book.append_all, [(new, None)])
    again = new._replace(id="e99")
    assert "is in the book after all" in told(StorageFault, book.append_all, [(again, None)])
    assert book.everything() == [*entries, new]
    book.append_all([(again, None)])
    assert book.everything() == [*entries, new, again]


def test_gone_while_it_saved_and_it_had_not(written, entries, opened):
    book = opened(written)
    breaks_at_commit(book, after=False)
    told(NotSure, book.append_all, [(new, None)])
    again = new._replace(id="e99")
    book.append_all([(again, None)])
    assert book.everything() == [*entries, again]


def test_one_who_is_thrown_out_comes_back(written, entries, opened):
    book = opened(written)
    with bare(written) as run:
        run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()")
    told(Unreachable, book.append_all, [(new, None)])
    book.append_all([(new, None)])
    assert book.everything() == [*entries, new]


# --- a server that is busy ------------------------------------------------------------------------


def test_a_book_that_another_holds(written, entries, opened):
    book = Store.open(written, patience=0.1)
    with psycopg.connect(written.replace("+psycopg", "")) as holder:
        holder.execute("LOCK TABLE fact IN EXCLUSIVE MODE")
        assert "Somebody else is writing to" in told(InUse, book.append_all, [(new, None)])
        assert book.everything() == entries
    book.append_all([(new, None)])
    assert book.everything() == [*entries, new]
    book.close()


def test_a_server_that_lets_nobody_write(written, entries, opened):
    with bare(written) as run:
        run("DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || "
            "' SET default_transaction_read_only = on'; END $$")
    book = opened(written)
    assert "is read-only at the moment" in told(StorageFault, book.append_all, [(new, None)])
    assert book.everything() == entries
