"""A server that hangs, or a network that swallows what is said: neither an answer nor a fault.

Nobody waits for it for longer than a bound; who asks next is told at once; and when it goes on,
everything that was saved is in the book once.
"""

import os
import signal
import time

import pytest
from sqlalchemy.exc import IntegrityError

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.storage import StorageFault, Store, patience
from scorepad.storage.faults import InUse, NotSure, Silent, fault_at
from scorepad.storage.turns import SILENT_SECONDS, Turns
from tests.postgres import MISSING, Postgres, until
from tests.storage.conftest import bare, faults_of_two_keepers, fill
from tests.storage.test_postgres import in_thread, told
from tests.waits import Waits, waits as waits

psycopg = pytest.importorskip("psycopg", reason=MISSING)

PATIENCE = 0.3
"""Seconds for somebody else, as a page gives them."""

BOUND = 10
"""Seconds: about two, and as much as a machine that is busy with other tests takes; without a bound
it is for ever."""

PLACE = "postgresql+psycopg://anne@server/book"

new = Entry("e98", facts.PlayerAdded("p9", "Emil"))
again = new._replace(id="e99")


@pytest.fixture
def written(postgres: Postgres, entries):
    """Four players, an evening, a sheet, and two hands, on a server."""
    with postgres.database() as url:
        fill(url, entries)
        yield url


@pytest.fixture
def book(written):
    book = Store.open(written, PATIENCE)
    yield book
    book.close()


@pytest.fixture
def at_once(waits: Waits):
    """Something that waits for no server, and gives what it gives."""
    def at_once(act, *values):
        waits.forget()
        try:
            return act(*values)
        finally:
            assert not waits.in_vain
    return at_once


def within(seconds, act, *values):
    """What something gives that ends in time."""
    began = time.monotonic()
    try:
        return act(*values)
    finally:
        assert time.monotonic() - began < seconds


def test_the_bound_is_about_two_seconds():
    assert PATIENCE + SILENT_SECONDS <= 2


# --- one who is connected -------------------------------------------------------------------------


@pytest.mark.timeout(60)
def test_a_save_is_told_in_time_and_everybody_else_at_once(
        at_once, postgres: Postgres, written, book, entries):
    with postgres.silent(written, whole=True):
        assert within(BOUND, told, Silent, book.append_all, [(new, None)]) == (
            f"{book._place} does not answer. Nothing was changed. Wait a moment and try again.")
        for act in (book.everything, book.changed, lambda: book.append_all([(again, None)]),
                    lambda: book.keep("theme", "dark")):
            at_once(told, Silent, act)
        within(BOUND, told, Silent, book.has_news)
        at_once(told, Silent, book.everything)
    assert not book.has_news()
    assert book.everything() == entries
    book.append_all([(again, None)])
    assert book.everything() == [*entries, again]


@pytest.mark.timeout(60)
def test_if_only_one_connection_hangs_another_takes_its_place(
        at_once, postgres: Postgres, written, book, entries):
    with postgres.silent(written):
        within(BOUND, told, Silent, book.changed)
        assert not at_once(book.has_news)
        book.append_all([(new, None)])
    assert book.everything() == [*entries, new]


@pytest.mark.timeout(60)
def test_without_anybody_who_looks_it_is_asked_again_after_a_while(
        postgres: Postgres, written, book, entries, monkeypatch):
    monkeypatch.setattr("scorepad.storage.turns.REST_SECONDS", 0.2)
    with postgres.silent(written, whole=True):
        told(Silent, book.changed)
    time.sleep(0.3)
    assert book.everything() == entries


@pytest.mark.timeout(60)
def test_who_waits_behind_one_that_hangs_waits_no_longer(
        at_once, postgres: Postgres, written, book):
    """Two pages share a connection; what one of them has asked is not answered."""
    with postgres.silent(written, whole=True):
        first = in_thread(book.has_news)
        time.sleep(0.1)
        within(BOUND, told, Silent, book.changed)
        at_once(told, Silent, book.changed)
        assert isinstance(first(), Silent)


@pytest.mark.timeout(60)
def test_while_it_is_silent_only_one_looks_whether_it_is_back(
        at_once, postgres: Postgres, written, book):
    with postgres.silent(written, whole=True):
        told(Silent, book.changed)
        first = in_thread(book.has_news)
        time.sleep(0.2)
        at_once(told, Silent, book.has_news)
        at_once(told, Silent, book.changed)
        assert isinstance(first(), Silent)


@pytest.mark.timeout(60)
def test_closing_does_not_wait(at_once, postgres: Postgres, written):
    book = Store.open(written, PATIENCE)
    with postgres.silent(written, whole=True):
        told(Silent, book.changed)
        at_once(book.close)


def test_looking_for_news_does_not_take_them_away(written, book, opened):
    opened(written).append_all([(new, None)])
    assert book.has_news() and book.has_news()
    assert book.changed() and not book.has_news()


def test_a_long_answer_that_keeps_coming_is_no_silence(written, entries):
    book = Store.open(written, 0)
    with bare(written) as run:
        run("INSERT INTO fact (id, evening, kind, at, by, data) SELECT 'm' || n, 'evening', "
            "'Nothing', 0, '', repeat('x', 2000) FROM generate_series(1, 200) n")
    with book._asked() as connection:
        slow = "SELECT data, pg_sleep(0.02) FROM fact WHERE kind = 'Nothing'"
        began = time.monotonic()
        assert len(connection.exec_driver_sql(slow).fetchall()) == 200
        assert time.monotonic() - began > SILENT_SECONDS
    book.close()


def test_the_pauses_of_one_call_add_up_and_those_of_an_answer_that_keeps_coming_do_not(monkeypatch):
    """A second of silence, a word, and then silence again: 0.5 of the 1.5 seconds are left."""
    now = [0.0]
    monkeypatch.setattr(patience, "monotonic", lambda: now[0])

    def dialogue():
        while True:
            yield "more"

    def hear(asking, *pauses):
        for pause in pauses:
            now[0] += pause
            asking.send(True)

    def silent_for(asking):
        begun = now[0]
        with pytest.raises(patience.SilentServer):
            while True:
                now[0] += 0.125
                asking.send(False)
        return now[0] - begun

    turns = Turns("the server", 1.5)
    for pauses, left in (((1,), 0.625), ((0.125,) * 100, 1.625), ((), 1.625), ((1, 1), 0.25)):
        with turns:
            asking = patience._heard_within(patience.allowance(9), dialogue())
            next(asking)
            hear(asking, *pauses)
            assert silent_for(asking) == left


# --- in the middle of a save ----------------------------------------------------------------------


def hangs_at_commit(book):
    """The process that answers a book is stopped once it was asked to save."""
    driver = book._connection.connection.driver_connection
    stopped = driver.info.backend_pid

    def commit():
        os.kill(stopped, signal.SIGSTOP)
        type(driver).commit(driver)
    driver.commit = commit
    return stopped


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="there is no such signal here")
@pytest.mark.timeout(60)
def test_what_was_being_saved_is_there_once(written, book, entries):
    """As long as nobody knows whether it was saved, nobody can save the same again."""
    stopped = hangs_at_commit(book)
    try:
        assert "may be in the book or not. Try again" in within(
            BOUND, told, NotSure, book.append_all, [(new, None)])
        assert not book.has_news()  # on another connection
        assert within(BOUND, told, InUse, book.append_all, [(again, None)]) == (
            f"Somebody else is writing to {book._place} at the moment. Nothing was changed. "
            "Wait a moment and try again.")
    finally:
        os.kill(stopped, signal.SIGCONT)
    until(book.has_news)
    assert "is in the book after all" in told(StorageFault, book.append_all, [(again, None)])
    assert book.everything() == [*entries, new]
    book.append_all([(again, None)])
    assert book.everything() == [*entries, new, again]


@pytest.mark.timeout(60)
def test_what_is_not_sure_stays_so_while_the_server_cannot_be_asked(
        postgres: Postgres, written, book, entries):
    """It goes away once more in the moment of asking whether it had saved."""
    stopped = hangs_at_commit(book)
    try:
        told(NotSure, book.append_all, [(new, None)])
    finally:
        os.kill(stopped, signal.SIGCONT)
    until(book.has_news)
    asked, make_sure = [], book._home._make_sure

    def hangs_once(cursor):
        if not asked:
            asked.append(True)
            os.kill(cursor.connection.info.backend_pid, signal.SIGKILL)
        make_sure(cursor)
    book._home._make_sure = hangs_once
    told(StorageFault, book.append_all, [(again, None)])
    until(lambda: _answers(book), 30)  # all of the server starts again
    assert "is in the book after all" in told(StorageFault, book.append_all, [(again, None)])
    assert book.everything() == [*entries, new]


def _answers(book):
    try:
        return book.has_news() is not None
    except StorageFault:
        return False


# --- a server that cannot be connected to ---------------------------------------------------------


@pytest.mark.timeout(60)
def test_opening_a_book_on_a_server_that_hangs(postgres: Postgres, written, entries):
    with postgres.silent(written, whole=True):
        assert "does not answer" in within(BOUND, told, Silent, Store.open, written, PATIENCE)
    book = Store.open(written, PATIENCE)
    assert book.everything() == entries
    book.close()


# --- what is half typed ---------------------------------------------------------------------------


def test_two_keep_the_same_at_once(where):
    """Two programs that type on one sheet; each round both keep something under its key."""
    assert faults_of_two_keepers(where, 150) == []
    book = Store.open(where)
    assert book.kept("entry/sheet") == {"augen": 149}
    book.close()


# --- in words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "sentence"), [
    ('duplicate key value violates unique constraint "device_pkey"\n'
     'DETAIL:  Key (key)=(entry/0197) already exists.',
     f'The server of {PLACE} refused this: duplicate key value violates unique constraint '
     '"device_pkey". Nothing was changed.'),
    ('relation "fact" does not exist\nLINE 1: SELECT coalesce(max(seq), 0) FROM fact\n      ^',
     f'The server of {PLACE} refused this: relation "fact" does not exist. Nothing was changed.'),
    ("canceling statement due to lock timeout\nCONTEXT:  while inserting index tuple (0,1)",
     f"Somebody else is writing to {PLACE} at the moment. Nothing was changed. Wait a moment and "
     "try again."),
    ('could not extend file "base/16384/16400": No space left on device\n'
     'HINT:  Check free disk space.',
     f"There is no space left on the server of {PLACE}. Nothing was changed. Whoever looks after "
     "it has to free some."),
    ("word " * 100,
     f"The server of {PLACE} refused this: {'word ' * 23}…. Nothing was changed."),
    ("", f"The server of {PLACE} refused this: DatabaseError. Nothing was changed."),
])
@pytest.mark.parametrize("wrapped", [False, True])
def test_what_a_server_says_is_one_short_sentence_of_ours(said, sentence, wrapped):
    """Neither what was asked, nor the values in it, nor what only its administrator can do."""
    fault = psycopg.DatabaseError(said)
    if wrapped:
        fault = IntegrityError("INSERT INTO device (key, value)", {"value": "66 for Anne"}, fault)
    assert str(fault_at(PLACE, fault).message) == sentence
