"""The statistics against a slow recount, and what is kept against what is read anew."""

from collections import Counter
from datetime import date
from itertools import islice, permutations

import pytest
from hypothesis import given, strategies as st

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, Ramsch
from scorepad.service import Service
from scorepad.service.statistics import Chosen
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.oracle import documents
from tests.oracle.statistics import COUNTED, course, duel, recount
from tests.taking import take

FOUR = ("Anne", "Bert", "Cem", "Dora")


@pytest.fixture
def service():
    service = Service(Store.open("sqlite://"))
    yield service
    service.close()


def with_book(raw):
    """A service whose book holds a document."""
    service = Service(Store.open("sqlite://"))
    take(service, raw)
    return service


def figures(record):
    """A record as the recount has it."""
    deeds = Counter()
    for (deed, won), count in record.deeds.items():
        deeds[deed.key, won] += count
    return {
        "evenings": record.evenings, "evenings_won": record.evenings_won,
        "hands": record.hands, "won": record.won,
        "lost": record.lost, "run_won": record.run_won, "run_lost": record.run_lost,
        "points": record.points and tuple(record.points)[:4], "deeds": dict(deeds),
        "matches_won": record.matches_won, "matches_lost": record.matches_lost,
        "money": {currency: tuple(sides) for currency, sides in record.money.items()}}


def told(service, chosen=Chosen()):
    """Everybody's figures by name, of those who played or won or lost money."""
    overview = service.statistics.overview(chosen)
    return {overview.names[player]: figures(record)
            for player, record in overview.records.items()
            if record.hands or any(map(any, record.money.values()))}


# --- against the recount ------------------------------------------------------------------------


@given(documents(evenings=3, games=COUNTED), st.sampled_from([None, *COUNTED]))
def test_random_evenings_are_counted_as_slowly(raw, game):
    for evening in raw["evenings"][:1]:
        evening["date"] = f"2025{evening['date'][4:]}"
    service = with_book(raw)
    for year in (None, 2025, 2026):
        chosen = Chosen(year, game)
        assert told(service, chosen) == recount(raw, year, game)
        names = service.statistics.overview(chosen).names
        season = service.statistics.season(chosen)
        assert course(raw, year, game) == (season and {
            names[player]: list(own) for player, own in season.courses.items()})
        for one, other in islice(permutations(names, 2), 3):
            found = service.statistics.duel(one, other, chosen)
            assert duel(raw, names[one], names[other], year, game) == (found and found._asdict())
    service.close()


# --- by hand ------------------------------------------------------------------------------------


@pytest.fixture
def table(service):
    """Four at Kalter Schlag, at 50 cents."""
    return service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, FOUR, stake=50)


def of(service, name, chosen=Chosen()):
    overview = service.statistics.overview(chosen)
    return next(record for player, record in overview.records.items()
                if overview.names[player] == name)


def test_s0_examples_as_statistics(service, table):
    """S0, Beispiele: 55 → 60; 66 with Kontra and a Jungfer → 260; a Durchmarsch at Kontra and Re
    → 480 for each of the others."""
    service.record(table, Ramsch((55, 45, 20, 0)))
    service.record(table, Ramsch((66, 30, 24, 0), (3,), 1))
    service.record(table, Durchmarsch(3, 2))
    anne, dora = of(service, "Anne"), of(service, "Dora")
    assert (anne.hands, anne.won, anne.lost, anne.run_lost) == (3, 0, 3, 3)
    assert (anne.points.sum, anne.points.best, anne.points.worst) == (800, 60, 480)
    assert anne.points.average * 3 == 800  # exactly, which no float would be
    assert (dora.won, dora.run_won) == (3, 3)
    assert {deed.key: count for (deed, _), count in dora.deeds.items()} \
        == {"jungfer": 1, "durchmarsch": 1}


def test_a_lost_partie_is_money(service, table):
    """S0, Beispiele: 63 at three doublings and two Jungfern are 2016, so Bert has lost; Cem, who
    wrote nothing, gets two Einsätze, as do Anne and Dora."""
    service.record(table, Ramsch((0, 63, 57, 0), (0, 3), 3))
    bert, cem = of(service, "Bert"), of(service, "Cem")
    assert (bert.matches_lost, cem.matches_lost, cem.matches_won) == (1, 0, 0)
    assert bert.money["EUR"] == (0, 300) and cem.money["EUR"] == (100, 0)


def test_what_is_voided_counts_nowhere(service, table):
    hand = service.record(table, Ramsch((55, 45, 20, 0)))
    service.record(table, Ramsch((55, 45, 20, 0)))
    assert of(service, "Anne").lost == 2
    service.void(table, hand)
    assert (of(service, "Anne").hands, of(service, "Anne").lost) == (1, 1)
    service.undo(table)
    assert of(service, "Anne").lost == 2


def test_a_corrected_hand_is_another_one(service, table):
    hand = service.record(table, Ramsch((55, 45, 20, 0)))
    assert of(service, "Bert").won == 1
    record = service.sheet(table).score.lines[0].record
    service.amend(table, hand, record._replace(hand=Ramsch((45, 55, 20, 0))))
    assert (of(service, "Bert").won, of(service, "Bert").lost) == (0, 1)


def test_a_run_goes_over_evenings_in_the_order_of_their_dates(service):
    """The later evening was written down first."""
    sheets = [service.open_sheet(NewEvening(day), KALTER_SCHLAG, FOUR)
              for day in (date(2026, 2, 1), date(2026, 1, 1))]
    late, early = sheets
    for sheet, augen in ((late, (60, 50, 10, 0)), (late, (10, 60, 50, 0)),
                         (early, (10, 60, 50, 0)), (early, (60, 50, 10, 0))):
        service.record(sheet, Ramsch(augen))
    record = of(service, "Anne")
    assert (record.run_won, record.run_lost) == (1, 2)
    portrait = service.statistics.portrait(record.player)
    lost = portrait.lost
    assert (lost.length, lost.first.date, lost.first.number, lost.last.date, lost.last.number) \
        == (2, date(2026, 1, 1), 2, date(2026, 2, 1), 1)
    assert [(place.date, place.number) for place in (portrait.best, portrait.worst)] \
        == [(date(2026, 1, 1), 1), (date(2026, 1, 1), 2)]


def test_who_comes_later_and_who_sits_out_have_fewer_hands(service):
    """Of five the dealer sits out: Anne deals the first hand, then Emil has come."""
    sheet = service.open_sheet(NewEvening(date(2026, 1, 1)), DOPPELKOPF_ALTENBURG, FOUR)
    raw = {"spiel": "normal", "re": ["Bert", "Cem"], "augen": 131}
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(raw, FOUR))
    assert of(service, "Anne").hands == 1
    service.seat_players(sheet, [*FOUR, "Emil"])
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
        {**raw, "re": ["Anne", "Cem"]}, (*FOUR, "Emil")))
    hands = {name: of(service, name).hands for name in ("Anne", "Cem", "Emil")}
    assert hands == {"Anne": 2, "Cem": 2, "Emil": 1}
    with pytest.raises(StopIteration):
        of(service, "Nobody")


def test_stars_that_came_and_went(service):
    """S2, Sterne: two tricks above 41 for Wolle; Guido brings the Kasten, which takes four."""
    names = ("Gerry", "Guido", "Wolle", "Silvio")
    sheet = service.open_sheet(NewEvening(date(2026, 1, 1)), DOPPELKOPF_ALTENBURG, names)
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
        {"spiel": "normal", "re": ["Gerry", "Guido"], "augen": 131,
         "sterne": [{"event": "stich-41", "player": "Wolle"}] * 2}, names))
    evening = service.sheet(sheet).evening
    service.club.note(evening, "Guido", "kasten")
    service.club.note(evening, "Chris", "kasten")  # who did not play
    assert of(service, "Wolle").stars == (2, 0) and of(service, "Guido").stars == (0, 4)
    assert (of(service, "Chris").stars, of(service, "Chris").hands) == ((0, 4), 0)
    assert of(service, "Wolle", Chosen(2026, "doppelkopf-altenburg")).stars == (2, 0)
    assert service.statistics.overview(Chosen(2025)).records == {}


def test_one_person_of_two_names_is_counted_once(service, table):
    service.record(table, Ramsch((55, 45, 20, 0)))
    other = service.open_sheet(NewEvening(date(2026, 11, 21)), KALTER_SCHLAG,
                               ("Annie", *FOUR[1:]))
    service.record(other, Ramsch((55, 45, 20, 0)))
    ids = {name: player for player, name in service.statistics.overview().names.items()}
    service.people.merge(ids["Annie"], ids["Anne"])
    assert of(service, "Anne").lost == 2 and of(service, "Anne").evenings == 2


def test_somebody_else_s_hands_are_read(tmp_path):
    place = f"sqlite:///{tmp_path / 'book.db'}"
    one, other = Service(Store.open(place)), Service(Store.open(place))
    sheet = one.open_sheet(NewEvening(date(2026, 1, 1)), KALTER_SCHLAG, FOUR)
    assert other.statistics.overview().records == {}
    one.record(sheet, Ramsch((55, 45, 20, 0)))
    assert of(other, "Anne").lost == 1 and of(one, "Anne").lost == 1
    other.record(sheet, Ramsch((55, 45, 20, 0)))
    assert of(one, "Anne").lost == 2
    one.close()
    other.close()


def test_what_somebody_else_writes_while_the_book_is_read_is_counted_the_next_time(tmp_path):
    url = f"sqlite:///{tmp_path / 'book.db'}"
    anne, bert = Service(Store.open(url), "Anne"), Service(Store.open(url), "Bert")
    sheet = bert.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, FOUR)
    bert.record(sheet, Durchmarsch(0))
    anne.refresh()
    read = anne.statistics.read()
    bert.record(sheet, Durchmarsch(0))
    anne.statistics.take(read)
    assert told(anne)["Anne"]["hands"] == 2
    anne.close()
    bert.close()


def test_an_evening_begun_meanwhile_is_counted(service, table):
    assert service.statistics.overview().records == {}
    later = service.open_sheet(NewEvening(date(2026, 12, 1)), KALTER_SCHLAG, FOUR)
    service.record(later, Ramsch((55, 45, 20, 0)))
    assert service.statistics.overview().years == (2026,) and of(service, "Anne").hands == 1


def test_two_currencies_do_not_mix(service, table):
    service.record(table, Ramsch((0, 63, 57, 0), (0, 3), 3))
    swiss = service.open_sheet(NewEvening(date(2026, 12, 1)), KALTER_SCHLAG, FOUR, stake=100,
                               currency="CHF")
    service.record(swiss, Ramsch((0, 63, 57, 0), (0, 3), 3))
    assert of(service, "Bert").money == {"EUR": (0, 300), "CHF": (0, 600)}


def test_months_of_a_player(service, table):
    service.record(table, Ramsch((0, 63, 57, 0), (0, 3), 3))
    record = of(service, "Bert")
    [month] = service.statistics.months(record.player)
    assert (month.first, tuple(month.hands), month.money) \
        == (date(2026, 11, 1), (0, 1), {"EUR": -300})


def test_an_unknown_player_has_no_portrait(service, table):
    assert service.statistics.portrait("nobody") is None


# --- who plays with whom --------------------------------------------------------------------------


def test_those_who_play_two_against_two_are_counted_together():
    """Two games with a partner and a solo of Schafkopf, in which nobody has one."""
    service = with_book({"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": "schafkopf", "players": list(FOUR), "hands": [
            {"spiel": "ruf", "spieler": "Anne", "partner": "Bert", "augen": 75, "laufende": 3},
            {"spiel": "ruf", "spieler": "Bert", "partner": "Anne", "augen": 50},
            {"spiel": "ruf", "spieler": "Cem", "partner": "Anne", "augen": 61, "laufende": 4},
            {"spiel": "wenz", "spieler": "Dora", "augen": 80}]}]}]})
    overview = service.statistics.overview(Chosen())
    found = {overview.names[player]: {overview.names[other]: tuple(sides)
                                      for other, sides in record.partners.items()}
             for player, record in overview.records.items()}
    assert found == {"Anne": {"Bert": (1, 1), "Cem": (1, 0)}, "Bert": {"Anne": (1, 1),
                     "Dora": (0, 1)}, "Cem": {"Dora": (1, 1), "Anne": (1, 0)},
                     "Dora": {"Cem": (1, 1), "Bert": (0, 1)}}
    most = {overview.names[player]: count for player, record in overview.records.items()
            for (deed, _), count in record.deeds.items() if deed.key == "meiste-laufende"}
    assert most == {"Anne": 4, "Bert": 3, "Cem": 4}
    service.close()
