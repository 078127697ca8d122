"""What is kept: every fact as it was, none changed, all of an append or nothing, for good."""

import json
import sqlite3
import time
from datetime import date
from itertools import permutations
from typing import get_args
from uuid import UUID

import pytest
import uuid6
from hypothesis import given, strategies as st
from sqlalchemy.exc import DBAPIError

from scorepad.book import facts
from scorepad.book.facts import Entry, SheetOpened
from scorepad.book.people import Colour, Marker, Roster
from scorepad.games import GAMES
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from scorepad.games.protocols import SeatsChange, made_by
from scorepad.service.roles import new_id
from scorepad.storage import StorageFault, Store, codec
from scorepad.tournament import facts as tournament_facts
from scorepad.tournament.facts import (
    Championship,
    Counting,
    Good,
    Key,
    Money,
    Of,
    Prize,
    Settings,
    Step,
    Strike,
    Way,
)
from tests import oracle
from tests.book.pages import NAMES
from tests.storage.conftest import bare

# --- every kind of fact -----------------------------------------------------------------------

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
ids = st.uuids().map(str)
times = st.integers(0, 253_402_300_799_999)  # up to the end of the year 9999
seats = st.integers(0, 3)
seatings = st.none() | st.sampled_from(list(permutations(range(4))))
hands = oracle.hands().map(lambda raw: KALTER_SCHLAG.read_hand(raw, NAMES))


def rules_of(game):
    """Any choice of a game's options."""
    return st.builds(game.rules, **{
        name: (st.sets(st.sampled_from(list(option.choices))).map(option.settled)
               if option.several else st.sampled_from(list(option.choices)) if option.choices else
               st.sampled_from(["", "Rommé", "Phase 10"]) if option.letters else
               st.integers(*option.bounds)) | (st.none() if option.optional else st.nothing())
        for name, option in game.rules.options().items()}).filter(
            lambda rules: not rules.conflict())


sheets = st.one_of([
    st.builds(lambda rules, *more, game=game: SheetOpened(
        *more[:2], made_by(game, rules), *more[2:4], rules, *more[4:]),
              rules_of(game), ids, ids, st.tuples(*[ids] * game.players.start),
              st.integers(0, game.players.start - 1),
              st.none() | st.integers(0, 10**9), st.sampled_from(["EUR", "CHF"]),
              texts)
    for game in GAMES])
kalter_schlag_rules = rules_of(KALTER_SCHLAG)
whole = (ids, st.just("sheet"), hands, st.none() | seats, seatings, texts,
         st.none() | kalter_schlag_rules)
cents = st.integers(0, 999_999_999)
prizes = st.builds(Prize, st.just(Of.TOTAL), st.none(), st.lists(cents, min_size=1).map(tuple),
                   st.none(), st.just(())) \
    | st.builds(Prize, st.just(Of.ROUND), st.integers(1, 3), st.just(()), st.integers(0, 30),
                st.none() | st.lists(st.integers(1, 9), min_size=1).map(tuple))
settings = st.builds(
    Settings, name=st.just("Preisskat"), rounds=st.integers(3, 100),
    hands_at=st.dictionaries(st.sampled_from((3, 4, 5)), st.integers(1, 1_000), min_size=1),
    minutes=st.none() | st.integers(1, 500), gut=st.sampled_from(Good),
    ranking=st.permutations(list(Key)).map(tuple), best=st.integers(1, 9),
    money=st.builds(Money, cents, cents, cents, st.just((Step(1, 50), Step(4, 100))),
                    st.lists(prizes, max_size=3).map(tuple)))
whole_number = st.integers(1, 1_000)
by_kind = {
    tournament_facts.TournamentSet: (ids, st.just(KALTER_SCHLAG), kalter_schlag_rules, settings),
    tournament_facts.TournamentEntered: (ids, ids, whole_number, texts, st.none() | whole_number,
                              st.none() | whole_number, st.integers(1, 9)),
    tournament_facts.TournamentLeft: (ids, ids, st.none() | whole_number),
    tournament_facts.TournamentReplaced: (ids, ids, whole_number, whole_number, ids),
    tournament_facts.TournamentDrawn: (
        ids, whole_number, st.sampled_from(Way), st.none() | whole_number,
        st.lists(st.lists(ids).map(tuple)).map(tuple)),
    tournament_facts.TournamentFigures: (ids, whole_number, whole_number, st.dictionaries(
        ids, st.tuples(st.integers(-99, 99), whole_number, whole_number))),
    tournament_facts.TournamentSigned: (
        ids, whole_number, whole_number, st.none() | ids, st.none() | ids),
    tournament_facts.TournamentLocked: (ids, whole_number, whole_number, st.booleans()),
    tournament_facts.TournamentPenalty: (ids, ids, ids, whole_number, st.integers(-99, 99)),
    tournament_facts.TournamentPaid: (ids, ids, ids, st.integers(-9999, 9999)),
    tournament_facts.TournamentLots: (ids, st.lists(ids).map(tuple)),
    tournament_facts.TournamentUndone: (ids, ids),
    tournament_facts.ChampionshipSet: (st.builds(
        Championship, st.just("2026"), st.lists(ids, unique=True).map(tuple),
        st.sampled_from(Counting), st.just(0), st.none() | st.builds(
            Strike, whole_number, whole_number), st.integers(1, 9), st.booleans(),
        st.booleans()),),
    facts.ClubNamed: (texts,),
    facts.PlayerAdded: (ids, texts), facts.PlayerRenamed: (ids, texts),
    facts.PlayerMerged: (ids, ids), facts.PlayerParted: (ids,), facts.PlayerRetired: (ids,),
    facts.PlayerReturned: (ids,), facts.PlayerDeleted: (ids,), facts.PlayerUndeleted: (ids,),
    facts.PlayerMarked: (ids, st.sampled_from(Colour), st.sampled_from(Marker)),
    facts.RuleSetKept: (ids, st.just(KALTER_SCHLAG), texts, kalter_schlag_rules),
    facts.RuleSetDropped: (ids,),
    facts.PaymentMade: (ids, ids, ids, ids, st.integers(1, 10**9), st.sampled_from(["EUR", "CHF"])),
    facts.PaymentTakenBack: (ids, ids),
    facts.EveningOpened: (ids, st.dates(), texts),
    facts.EveningClosed: (ids,), facts.EveningReopened: (ids,),
    facts.HandRecorded: whole, facts.HandAmended: whole,
    facts.HandVoided: (ids, ids), facts.HandRestored: (ids, ids),
    facts.DealerNamed: (st.just("sheet"), seats), facts.PlayerJoined: (ids, ids),
    facts.SeatsTaken: (st.just("sheet"), st.permutations(range(4)).map(tuple)),
    facts.RulesChanged: (st.just("sheet"), kalter_schlag_rules),
    facts.AbsprachenChanged: (ids, texts),
    facts.MatchEnded: (st.just("sheet"), st.just(()) | st.tuples(*[st.integers(-99, 99)] * 4)),
    facts.MatchResumed: (ids,),
    facts.RunsChosen: (ids, ids, st.lists(ids).map(tuple), st.lists(ids).map(tuple)),
    facts.WordChosen: (ids, ids, ids),
    facts.NotesChosen: (ids, st.lists(ids).map(tuple), st.lists(ids).map(tuple)),
    facts.ClubChosen: (st.lists(ids).map(tuple), st.lists(ids).map(tuple)),
    facts.Undone: (ids, ids), facts.Redone: (ids, ids),
    facts.StarsNoted: (ids, ids, ids, texts, texts, st.none() | st.integers(-99, 99), texts),
    facts.StarsTakenBack: (ids, ids),
    facts.StarsOpened: (st.dates(), st.dictionaries(ids, st.integers(-10**6, 10**6))),
    facts.TariffSet: (texts, st.dates(), st.none() | st.integers(-99, 99), texts),
}
any_fact = sheets | st.one_of([st.builds(kind, *parts) for kind, parts in by_kind.items()])
THE_SHEET = SheetOpened("sheet", "evening", KALTER_SCHLAG, ("p1", "p2", "p3", "p4"), 0,
                        KalterSchlagRules())


def test_no_kind_of_fact_is_forgotten():
    every = {*get_args(facts.Fact)} - {facts.Unread}
    assert {SheetOpened, *by_kind} == every
    assert {kind.__name__: kind for kind in every} == codec.KINDS


@given(any_fact)
def test_every_fact_is_read_back_as_it_was(fact):
    players = THE_SHEET.players
    again = codec.decode(codec.kind_of(fact), codec.encode(fact, KALTER_SCHLAG, players),
                         {"sheet": Roster(THE_SHEET)})
    assert again == fact and type(again) is type(fact)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
@given(rng=st.randoms(use_true_random=False))
def test_a_hand_of_every_game_is_read_back_as_it_was(game, rng):
    names = (*NAMES, "Emil", "Fritz", "Gerda", "Hans") if isinstance(game, SeatsChange) else \
        NAMES[:game.players.start]
    roster = Roster(SheetOpened("sheet", "evening", game, names, 0, game.rules()))
    hand = game.read_hand(oracle.GAMES[game.id].random_hand(rng, list(names)), names)
    for fact in (facts.HandRecorded("h1", "sheet", hand), facts.HandAmended("h1", "sheet", hand)):
        again = codec.decode(codec.kind_of(fact), codec.encode(fact, game, names),
                             {"sheet": roster})
        assert again == fact and type(again.hand) is type(hand)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def one_for_all(request):
    """An opened book to which one example after the other adds."""
    if request.param == "sqlite":
        store = Store.open("sqlite://")
        yield store
        store.close()
        return
    with request.getfixturevalue("postgres").database() as url:
        store = Store.open(url)
        yield store
        store.close()


lines = texts.filter(lambda text: "\0" not in text)
"""Who wrote something: one line, as every way into the book makes sure."""


@given(st.lists(st.builds(Entry, ids, any_fact, times, lines, st.just(frozenset()),
                          st.just(False)), max_size=20,
                unique_by=lambda entry: entry.id))
def test_every_entry_is_read_back_in_the_order_of_writing(one_for_all, entries):
    evening, before = new_id(), one_for_all.everything()
    entries = [entry._replace(id=f"{evening} {entry.id}")
               for entry in (Entry("opened", THE_SHEET), *entries)]
    one_for_all.append_all([(each, evening) for each in entries])
    ids = [entry.id for entry in entries]
    assert sorted(entry.id for entry in one_for_all.evening(evening)) == sorted(ids)
    assert [entry.id for entry in one_for_all.everything()] == [
        *[entry.id for entry in before], *ids]


def test_a_renamed_player_is_in_no_hand(filled):
    """Hands name ids, so a name stands in the book once."""
    book = sqlite3.connect(filled)
    data = [row for row, in book.execute("SELECT data FROM fact WHERE kind = 'HandRecorded'")]
    book.close()
    assert len(data) == 2
    assert not any(name in text for name in NAMES for text in data)


def test_what_is_asked_for_is_what_comes(written, entries, opened):
    book = opened(written)
    frame = [entry for entry in entries if isinstance(
        entry.fact, facts.PlayerAdded | facts.EveningOpened | SheetOpened)]
    assert book.frame() == frame and len(frame) == 6
    assert book.evening("evening") == entries[4:]
    assert book.evening("another") == []


# --- only ever added --------------------------------------------------------------------------


@pytest.mark.parametrize("change", [
    "UPDATE fact SET data = '{}'", "UPDATE fact SET at = 0 WHERE seq = 1",
    "DELETE FROM fact", "DELETE FROM fact WHERE kind = 'HandRecorded'"])
def test_the_database_itself_refuses_to_change_a_fact(written, entries, opened, change):
    with bare(written) as run, pytest.raises(DBAPIError, match="facts are only ever added"):
        run(change)
    assert opened(written).everything() == entries


def test_the_same_entry_twice_is_refused_and_nothing_of_the_rest_written(written, entries, opened):
    book = opened(written)
    new = Entry("e98", facts.EveningClosed("evening"))
    with pytest.raises(StorageFault) as fault:
        book.append_all([(each, "evening") for each in [new, entries[0]]])
    assert "\n" not in str(fault.value.message)
    assert book.everything() == entries
    book.append_all([(new, "evening")])
    assert book.everything() == [*entries, new]


def test_an_append_that_breaks_off_leaves_nothing(written, entries, opened):
    """The second hand is of a sheet that nobody opened, so it cannot be written."""
    book = opened(written)
    hand = entries[-1].fact
    first = Entry("e98", hand._replace(id="h3"))
    with pytest.raises(KeyError):
        book.append_all([(first, "evening"), (
            Entry("e99", hand._replace(id="h4", sheet="nowhere")), "evening")])
    assert book.everything() == entries
    book.append_all([(first, "evening")])
    assert opened(written).everything() == [*entries, first]


# --- two at once ------------------------------------------------------------------------------


def test_two_see_each_others_entries(written, entries, opened):
    one, other = opened(written), opened(written)
    assert (one.changed(), other.changed()) == (False, False)
    one.append_all([(Entry("e98", facts.EveningClosed("evening")), "evening")])
    assert (one.changed(), other.changed()) == (False, True)
    assert other.changed() is False
    other.append_all([(Entry("e99", facts.EveningReopened("evening")), "evening")])
    assert (one.changed(), other.changed()) == (True, False)
    assert one.everything() == other.everything()
    assert [entry.id for entry in one.everything()] == [*(e.id for e in entries), "e98", "e99"]


def test_who_has_not_seen_what_another_wrote_does_not_write(written, entries, opened):
    one, other = opened(written), opened(written)
    closed, reopened = (Entry("e98", facts.EveningClosed("evening")),
                        Entry("e99", facts.EveningReopened("evening")))
    assert one.append_all([(closed, "evening")], unless_changed=True)
    assert not other.append_all([(reopened, "evening")], unless_changed=True)
    assert other.everything() == [*entries, closed]
    assert other.changed()
    assert other.append_all([(reopened, "evening")], unless_changed=True)
    assert not other.changed()
    assert one.changed() and one.everything() == [*entries, closed, reopened]


# --- what belongs to the device ---------------------------------------------------------------


def test_what_the_device_keeps(written, entries, opened):
    book = opened(written)
    assert book.kept("draft") is None
    book.keep("draft", {"augen": {"Anne": 6}, "note": "Grün"})
    book.keep("theme", "dark")
    book.keep("draft", [1, None])
    assert (opened(written).kept("draft"), book.kept("theme")) == ([1, None], "dark")
    book.keep("draft", None)
    assert book.kept("draft") is None and book.kept("theme") == "dark"
    assert book.everything() == entries


def test_what_cannot_be_kept_forgets_nothing(written, entries, opened):
    book = opened(written)
    book.keep("theme", "dark")
    with pytest.raises(TypeError):
        book.keep("theme", object())
    book.append_all([(Entry("e98", facts.EveningClosed("evening")), "evening")])
    assert opened(written).kept("theme") == "dark"


# --- ids --------------------------------------------------------------------------------------


def test_ids_are_of_version_7_carry_their_time_and_sort_by_it(monkeypatch):
    monkeypatch.setattr(uuid6, "_last_v7_timestamp", None)  # of a test with another clock
    before = time.time_ns() // 1_000_000
    made = [new_id() for _ in range(2000)]
    assert made == sorted(made) and len(set(made)) == 2000
    versions = {(UUID(each).version, UUID(each).variant) for each in made}
    assert versions == {(7, "specified in RFC 4122")}
    first = UUID(made[0]).int >> 80
    assert before <= first <= before + 10_000


def test_the_date_of_an_evening_is_written_as_people_write_it(filled):
    book = sqlite3.connect(filled)
    [(data,)] = book.execute("SELECT data FROM fact WHERE kind = 'EveningOpened'")
    book.close()
    assert json.loads(data) == {"evening": "evening", "date": date(2026, 11, 20).isoformat(),
                                "place": "Altona"}
