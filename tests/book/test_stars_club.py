"""The club's ledger through the service: noting, taking back, tariffs, files; and for any facts."""

import json
from datetime import date, timedelta

import pytest
from hypothesis import given, strategies as st

from scorepad import document
from scorepad.book.facts import Entry, TariffSet
from scorepad.book.journal import Journal
from scorepad.book.ledger import ledger_of
from scorepad.book.ledger.tariffs import Tariffs
from scorepad.book.record import Tariff
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Refused, Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.conftest import DAY
from tests.taking import file_of, look, take, told

FOUR = ("Gerry", "Guido", "Wolle", "Silvio")


def hand(**raw):
    return DOPPELKOPF_ALTENBURG.read_hand({
        "spiel": "normal", "re": ["Gerry", "Guido"], "augen": 131, **raw}, FOUR)


def sit(service, day=DAY):
    """Four at Doppelkopf; their sheet and their evening."""
    sheet = service.open_sheet(NewEvening(day), DOPPELKOPF_ALTENBURG, FOUR)
    return sheet, service.sheet(sheet).evening


@pytest.fixture
def club(service):
    return service.club


@pytest.fixture
def evening(service):
    return sit(service)[1]


def balances(service):
    return dict(service.club.ledger().balances)


def refusals(act, *values, **more):
    with pytest.raises(Refused) as refused:
        act(*values, **more)
    return [(problem.place, problem.message.template.format(**problem.message.values))
            for problem in refused.value.problems]


# --- noting -------------------------------------------------------------------------------------


def test_what_is_noted_counts_and_what_is_taken_back_does_not(service, club, evening):
    kasten = club.note(evening, "Chris", "kasten")
    club.note(evening, "Chris", "auswaerts", ziel="Gerry")
    club.note(evening, "Gerry", "manual", stars=-1, note="verzählt")
    assert balances(service) == {"Chris": -7, "Gerry": -1}
    club.take_back(evening, kasten)
    club.take_back(evening, kasten)
    assert balances(service) == {"Chris": -3, "Gerry": -1}
    assert "Chris" in service.players()


@pytest.mark.parametrize(("player", "event", "more", "place", "fault"), [
    ("Chris", "auswaerts", {"ziel": "Berlin"}, ("ziel",),
     "Berlin is not one of the club's destinations: Gerry, Guido"),
    ("Chris", "auswaerts", {}, ("ziel",), "is missing"),
    ("Chris", "manual", {}, ("stars",), "is missing"),
    ("Chris", "bier", {}, ("event",),
     "bier is not one of: kasten, knabberzeug, auswaerts, vergeben, manual"),
    (" ", "kasten", {}, ("player",), "is not a name"),
    ("Chris", "kasten", {"note": "x" * 501}, ("note",),
     "is not a line of text of at most 500 letters"),
])
def test_what_is_refused_is_not_written(service, club, evening, player, event, more, place, fault):
    assert refusals(club.note, evening, player, event, **more) == [(place, fault)]
    assert balances(service) == {} and "Chris" not in service.players()


def test_what_nobody_noted_cannot_be_taken_back(club, evening):
    with pytest.raises(KeyError):
        club.take_back(evening, "nothing")
    with pytest.raises(KeyError):
        club.note("nowhere", "Chris", "kasten")


def test_a_corrected_hand_corrects_the_ledger(service):
    sheet, _ = sit(service)
    own = service.record(sheet, hand(sterne=[{"event": "rot-rum", "player": "Wolle"}]))
    assert balances(service) == {"Wolle": 1}
    [record] = service.sheet(sheet).score.record.hands
    service.amend(sheet, own, record._replace(hand=hand(dulle="Silvio")))
    assert balances(service) == {"Silvio": 2}
    service.void(sheet, own)
    assert balances(service) == {}
    service.undo(sheet)
    service.people.rename(next(id for id, name in service.people.names().items()
                               if name == "Silvio"), "Silvius")
    assert balances(service) == {"Silvius": 2}


def test_closing_and_reopening_an_evening(service, club):
    sheet, evening = sit(service)
    club.open_with(date(2021, 5, 20), {"Silvio": 3})
    service.record(sheet, hand())
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
        {"spiel": "buben-solo", "re": ["Gerry"], "augen": 131}, FOUR))
    assert balances(service) == {"Silvio": 3}
    service.close_evening(evening)
    assert balances(service) == {"Silvio": 1, "Gerry": -1}
    service.reopen_evening(evening)
    assert balances(service) == {"Silvio": 3}


def test_a_club_has_a_ledger_once_it_plays_for_stars_or_writes_some_down(service, club):
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, FOUR)
    evening = service.sheet(sheet).evening
    assert not club.has_stars and club.evening(evening) is None
    club.open_with(DAY, {"Gerry": 1})
    assert club.has_stars and club.evening(evening) is not None


def test_a_table_of_doppelkopf_is_enough(service, club, evening):
    assert club.has_stars and club.evening(evening).counted == ()


# --- tariffs ------------------------------------------------------------------------------------


def test_a_new_destination_can_be_driven_to_from_its_day_on(service, club, evening):
    club.set_tariff(Tariff("auswaerts", DAY, -9, "Berlin"))
    club.note(evening, "Chris", "auswaerts", ziel="Berlin")
    assert balances(service) == {"Chris": -9}
    club.set_tariff(Tariff("auswaerts", DAY, -8, "Berlin"))
    assert balances(service) == {"Chris": -8}
    early = sit(service, date(2026, 11, 19))[1]
    assert refusals(club.note, early, "Chris", "auswaerts", ziel="Berlin") \
        == [(("ziel",), "has no tariff before 2026-11-20")]


def test_a_line_that_something_counts_by_cannot_go(service, club, evening):
    line = Tariff("auswaerts", DAY, -9, "Berlin")
    club.set_tariff(line)
    note = club.note(evening, "Chris", "auswaerts", ziel="Berlin")
    assert refusals(club.set_tariff, line._replace(stars=None)) \
        == [(("stars",), "1 note of stars uses this line")]
    club.take_back(evening, note)
    club.set_tariff(line._replace(stars=None))
    assert club.tariffs().destinations == ("Gerry", "Guido")


@pytest.mark.parametrize(("line", "place"), [
    (Tariff("manual", DAY, 1), ("event",)), (Tariff("bier", DAY, 1), ("event",)),
    (Tariff("auswaerts", DAY, 1), ("ziel",)), (Tariff("kasten", DAY, 99_999), ("stars",)),
])
def test_a_tariff_that_is_none(club, line, place):
    assert [where for where, _ in refusals(club.set_tariff, line)] == [place]


def test_an_opening_balance_that_is_none(service, club):
    assert [where for where, _ in refusals(club.open_with, DAY, {"": 1, "Gerry": 99_999})] \
        == [("balances", ""), ("balances", "Gerry")]
    assert service.players() == []


def test_the_ledger_begins_anew_when_it_is_said_again(service, club):
    club.open_with(DAY, {"Gerry": 108, "Chris": -3})
    club.open_with(DAY, {"Gerry": 107})
    assert balances(service) == {"Gerry": 107}


# --- files --------------------------------------------------------------------------------------

NOTES = [{"event": "kasten", "player": "Chris"}, {"event": "knabberzeug", "player": "Chris"},
         {"event": "auswaerts", "player": "Chris", "ziel": "Berlin"},
         {"event": "manual", "player": "Gerry", "stars": 3, "note": "x"}]
FILE = {"format": "scorepad/1",
        "club": {"opening_stars": {"date": "2021-05-20", "balances": {"Gerry": 108, "Chris": -3}},
                 "tariffs": [{"event": "auswaerts", "ziel": "Berlin", "stars": -9}]},
        "evenings": [{"date": "2026-11-20", "closed": True, "stars": NOTES, "sheets": [
            {"game": "doppelkopf-altenburg", "players": list(FOUR), "hands": [
                {"spiel": "normal", "re": ["Gerry", "Guido"], "augen": 131,
                 "sterne": [{"event": "rot-rum", "player": "Wolle"}]}]}]}]}


def read(file):
    return document.read(json.dumps(file).encode())


def changed(**note):
    return {**FILE, "evenings": [{**FILE["evenings"][0], "stars": [{**NOTES[0], **note},
                                                                   *NOTES[1:]]}]}


def test_a_file_gives_the_ledger_that_replay_gives_and_twice_changes_nothing(service):
    records = read(FILE)
    wanted = ledger_of(records, document.score(records)).balances
    # Gerry 108 + 3, nobody alone is highest; Chris −3 −4 −1 −9; Wolle 1, won nothing: −2.
    assert wanted == {"Gerry": 111, "Chris": -17, "Wolle": -1}
    take(service, FILE)
    assert balances(service) == wanted
    assert not take(service, FILE).coming
    exported = service.export()
    assert not look(service, exported).coming
    other = Service(Store.open("sqlite://"))
    take(other, exported)
    assert balances(other) == wanted


def test_a_file_that_says_otherwise_is_right_only_if_somebody_says_so(service):
    take(service, FILE)
    other = changed(player="Guido") | {"club": {
        "opening_stars": {"date": "2021-05-20", "balances": {"Gerry": 8}},
        "tariffs": [{"event": "auswaerts", "ziel": "Berlin", "stars": -2}]}}
    assert told(take(service, other)) == [
        "Of the club both have said something else, or the same twice. It will be asked what "
        "counts.", "2026-11-20: something was noted in both books. It will be asked what counts."]
    [evening] = service.evenings()
    for decision in (*service.evening(evening.id).decisions, *service.meetings.club_decisions()):
        [last] = [entry.id for entry in decision.asked.said if (
            8 in entry.fact.balances.values() if hasattr(entry.fact, "balances") else
            service.people.names()[entry.fact.player] == "Guido" if hasattr(entry.fact, "player")
            else entry.fact.stars == -2)]
        service.meetings.choose(decision, [last])
    assert not service.meetings.club_decisions()
    # Guido has paid the Kasten: he owns none, and has won the hand anyway.
    assert balances(service) == {"Gerry": 11, "Chris": -3, "Guido": -4, "Wolle": -1}


def test_what_the_book_has_taken_back_a_file_does_not_bring_back_by_itself(service):
    take(service, FILE)
    [evening] = service.evenings()
    service.club.take_back(evening.id, service.club.evening(evening.id).noted[0].id)
    before = balances(service)
    assert not take(service, FILE).coming and balances(service) == before


def test_an_evening_of_its_own_brings_the_tariffs_it_counts_by(service):
    take(service, FILE)
    alone = service.export([service.evenings()[0].id])
    assert "Chris" in alone.players and alone.opening is None
    assert document.score(alone)
    assert ledger_of(alone, document.score(alone)).balances["Chris"] == -14


# --- for any facts ------------------------------------------------------------------------------

names = st.sampled_from(["Gerry", "Guido", "Wolle", "Silvio", "Chris"])
notes = st.one_of(
    st.tuples(names, st.sampled_from(["kasten", "knabberzeug"]), st.just({})),
    st.tuples(names, st.just("auswaerts"),
              st.sampled_from([{"ziel": "Gerry"}, {"ziel": "Guido"}])),
    st.tuples(names, st.just("manual"), st.integers(-9, 9).map(lambda n: {"stars": n})))
WORTH = {"kasten": -4, "knabberzeug": -1, "Gerry": -3, "Guido": -6}


def worth(event, more):
    return more["stars"] if event == "manual" else WORTH[more.get("ziel", event)]


@given(st.dictionaries(names, st.integers(-200, 200)),
       st.lists(st.tuples(st.integers(0, 2), notes), max_size=12), st.data())
def test_the_ledger_is_the_sum_of_what_was_written_down(opening, written, data):
    """Whatever is noted, and taken back and noted again; what lies before the opening balances is
    in them already. A file carries all of it."""
    service = Service(Store.open("sqlite://"))
    days = [DAY + timedelta(days=after) for after in (1, -1, 0)]
    evenings = [sit(service, day)[1] for day in days]
    service.club.open_with(DAY, opening)
    wanted = dict(opening)
    for evening, (player, event, more) in written:
        own = service.club.note(evenings[evening], player, event, **more)
        if data.draw(st.booleans()):
            before = balances(service)
            service.club.take_back(evenings[evening], own)
            service.club.note(evenings[evening], player, event, **more)
            assert balances(service) == before
        if days[evening] >= DAY:
            wanted[player] = wanted.get(player, 0) + worth(event, more)
    assert balances(service) == wanted
    assert service.club.ledger().standing().total == sum(wanted.values())
    for player in wanted:
        assert service.club.ledger().history(player)[-1][2] == wanted[player]
    other = Service(Store.open("sqlite://"))
    take(other, file_of(service))
    assert balances(other) == wanted
    assert not look(other, file_of(service)).coming


def test_a_tariff_for_an_event_of_a_newer_version_counts_nothing():
    """An earlier version has let it in."""
    day = date(2026, 11, 20)
    journal = Journal.of([Entry("1", TariffSet("schneemann", day, 1)),
                          Entry("2", TariffSet("kasten", day, -3))])
    assert journal.tariff_lines() == (Tariff("kasten", day, -3),)
    assert Tariffs(journal.tariff_lines()).stars("kasten", day) == -3
