"""A season: what everybody came to over a span of days, in figures that are worked out by hand."""

from datetime import date

import pytest

from scorepad.book.statistics.columns import columns
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.protocols import PLANS
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.statistics import Chosen
from scorepad.storage import Store
from tests.taking import take

FOUR = ["Anne", "Bert", "Cem", "Dora"]


def altenburg(day, *hands, players=FOUR, **keys):
    return {"date": day, "sheets": [{"game": "doppelkopf-altenburg", "players": players,
                                     "hands": list(hands), **keys}]}


def hand(*re, augen=131, **keys):
    return {"spiel": "normal", "re": list(re), "augen": augen, **keys}


@pytest.fixture
def of():
    """Everybody's record by name in what a document holds."""
    opened = []

    def of(*evenings, chosen=Chosen()):
        service = Service(Store.open("sqlite://"))
        opened.append(service)
        raw = {"format": "scorepad/1", "evenings": list(evenings)}
        take(service, raw)
        overview = service.statistics.overview(chosen)
        return {overview.names[player]: record for player, record in overview.records.items()}

    yield of
    for service in opened:
        service.close()


def deeds(record):
    return {(deed.key, well): count for (deed, well), count in record.deeds.items()}


# --- Ansagen, Füchse, Karlchen --------------------------------------------------------------------


@pytest.mark.parametrize(("keys", "re", "kontra"), [
    # S2, Ansagen, and the club's table: who announced, and whether it was kept
    ({"ansagen": {"re": "ja"}}, {True: 1}, {}),
    ({"ansagen": {"re": "ja"}, "augen": 120}, {False: 1}, {}),           # 120:120 is lost, too
    ({"ansagen": {"re": "U9"}, "augen": 131}, {False: 1}, {}),           # 109 are not under 90
    ({"ansagen": {"kontra": "U9"}, "augen": 89}, {}, {True: 1}),
    ({"ansagen": {"re": "U6", "kontra": "ja"}, "augen": 177}, {False: 1}, {True: 1}),
    ({"ansagen": {"re": "U9", "kontra": "U6"}, "augen": 59}, {False: 1}, {True: 1}),
    ({"ansagen": {"re": "U9", "kontra": "U9"}, "augen": 131,
      "entscheid": {"sieger": "re", "wert": 60}}, {False: 1}, {False: 1}),
    ({"ansagen": {"re": "ja"}, "falschspiel": "Anne"}, {False: 1}, {}),
    ({"ansagen": {"kontra": "ja"}, "falschspiel": "Anne"}, {}, {True: 1}),
    ({}, {}, {}),
])
def test_ansagen_made_and_kept(of, keys, re, kontra):
    """An Ansage is that of both players of the side."""
    found = of(altenburg("2026-01-01", hand("Anne", "Bert") | keys))
    for name, wanted in zip(FOUR, (re, re, kontra, kontra)):
        assert {well: count for (key, well), count in deeds(found[name]).items()
                if key == "ansage"} == wanted


def test_füchse_and_karlchen_count_for_the_side(of):
    found = of(altenburg("2026-01-01", hand("Anne", "Bert", fuchs=["kontra", "kontra"],
                                            karlchen="re")))
    assert deeds(found["Anne"]) == {("karlchen", None): 1}
    assert deeds(found["Dora"]) == {("fuchs", None): 2}


def test_a_fuchs_of_the_pot_game_is_his_who_caught_it(of):
    """S1, 210–213; the Karlchen is that of the side."""
    found = of({"date": "2026-01-01", "sheets": [{
        "game": "doppelkopf-kasse", "players": FOUR, "einsatz": "0.10", "hands": [
            {"spiel": "normal", "re": ["Anne", "Bert"], "augen": 131, "karlchen": "re",
             "fuchs": [{"faenger": "Anne", "verlierer": "Cem"}]}]}]})
    assert deeds(found["Anne"]) == {("fuchs", None): 1, ("karlchen", None): 1}
    assert deeds(found["Bert"]) == {("karlchen", None): 1} and deeds(found["Dora"]) == {}


def test_duty_solos_still_open(of):
    """S1, 177–182: two each on every sheet; Anne has played one, and on the other sheet nobody."""
    solo = {"spiel": "solo", "re": ["Anne"], "gewonnen": True, "kontra": 0}
    normal = {"spiel": "normal", "re": ["Anne", "Bert"], "augen": 131}
    found = of(*[{"date": day, "sheets": [{
        "game": "doppelkopf-kasse", "players": FOUR, "rules": {"solo_duty": 2}, "hands": [each]}]}
        for day, each in (("2026-01-01", solo), ("2026-02-01", normal))])
    assert [found[name].owed for name in FOUR] == [3, 4, 4, 4]


# --- evenings -------------------------------------------------------------------------------------


def test_evenings_won(of):
    """Of two sheets of one evening Anne has 10 + 10, Bert 10 − 10, Cem −10 + 10; then Anne and Bert
    are even, which nobody wins; then Dora wins a solo."""
    first = altenburg("2026-01-01", hand("Anne", "Bert"))
    first["sheets"] += altenburg("", hand("Anne", "Cem"))["sheets"]
    found = of(first, altenburg("2026-02-01", hand("Anne", "Bert")),
               altenburg("2026-03-01", {"spiel": "ober-solo", "re": ["Dora"], "augen": 131}))
    assert [found[name].evenings_won for name in FOUR] == [1, 0, 0, 1]
    assert [found[name].evenings for name in FOUR] == [3, 3, 3, 3]


def test_few_points_win_where_they_are_good(of):
    """Kalter Schlag (S0): Anne writes 70, Bert 60, and Cem and Dora have none, so nobody wins; then
    Anne alone has none."""
    def kalt(day, *losers):
        return {"date": day, "sheets": [{"game": "kalter-schlag", "players": FOUR, "hands": [
            {"augen": {name: augen}} for name, augen in losers]}]}

    found = of(kalt("2026-01-01", ("Anne", 70), ("Bert", 61)),
               kalt("2026-02-01", ("Bert", 70), ("Cem", 70), ("Dora", 70)))
    assert [found[name].evenings_won for name in FOUR] == [1, 0, 0, 0]


def test_an_evening_is_won_in_each_of_its_games(of):
    both = altenburg("2026-01-01", {"spiel": "ober-solo", "re": ["Dora"], "augen": 131})
    both["sheets"].append({"game": "kalter-schlag", "players": FOUR, "hands": [
        {"augen": {name: 70}} for name in FOUR[:3]]})
    assert of(both)["Dora"].evenings_won == 2
    assert of(both, chosen=Chosen(game="kalter-schlag"))["Dora"].evenings_won == 1


@pytest.mark.parametrize(("first", "last", "hands"), [
    (None, None, 3), (date(2025, 12, 31), None, 3), (date(2026, 1, 1), None, 2),
    (None, date(2026, 1, 1), 2), (date(2026, 1, 1), date(2026, 1, 1), 1),
    (date(2027, 1, 1), None, 0)])
def test_a_span_counts_its_first_and_its_last_day(of, first, last, hands):
    evenings = [altenburg(day, hand("Anne", "Bert", sterne=[
        {"event": "stich-41", "player": "Anne"}]))
        for day in ("2025-12-31", "2026-01-01", "2026-06-30")]
    found = of(*evenings, chosen=Chosen(None, None, first, last))
    assert (found["Anne"].hands, found["Anne"].stars.won) == (hands, hands) if hands else not found


# --- the table ------------------------------------------------------------------------------------


def test_points_come_first_and_only_what_somebody_has(of):
    records = of(altenburg(
        "2026-01-01", hand("Anne", "Bert", ansagen={"re": "ja"}),
        {"spiel": "ober-solo", "re": ["Dora"], "augen": 100}))
    found = columns(records.values(), DOPPELKOPF_ALTENBURG)
    keys = [column.key for column in found]
    assert keys[0] == "points"
    assert {"ansage", "ansage-well", "bock", "solo-ober-solo"} <= set(keys)
    assert not {"evenings-won", "fuchs", "karlchen", "owed", "solo-buben-solo", "plan-a",
                "money"} & set(keys)
    by_key = {column.key: column for column in found}
    t = Words("en")
    # 20 for Re, doubled by its own Ansage; then the Ober-Solo that Dora loses: 60 for each.
    assert by_key["points"].shown(records["Anne"], t) == "80"
    assert by_key["points"].shown(records["Dora"], t) == "−200"
    assert by_key["ansage-well"].shown(records["Anne"], t) == "1 (100%)"


@pytest.mark.parametrize(("key", "shown"), [
    ("win-rate", ["67%", "67%", "33%", "0%"]),              # 2, 2, 1 and none of three
    ("points-evening", ["−10.0", "60.0", "−20.0", "−30.0"]),
    ("money-evening", ["−€0.10", "+€0.60", "−€0.20", "−€0.30"]),
    ("evenings-won", ["0", "1 (50%)", "0", "0"])])
def test_shares_and_figures_per_evening(of, key, shown):
    """At a cent a point: Anne and Bert win 10 each; on another evening Anne and Cem win 10 each,
    and Bert a Buben-Solo, 40 from everybody."""
    records = of(altenburg("2026-01-02", hand("Anne", "Bert"), rate="0.01"),
                 altenburg("2026-01-09", hand("Anne", "Cem"),
                           {"spiel": "buben-solo", "re": ["Bert"], "augen": 131}, rate="0.01"))
    column = next(each for each in columns(records.values(), DOPPELKOPF_ALTENBURG)
                  if each.key == key)
    assert [column.shown(records[name], Words("en")) for name in FOUR] == shown


def test_a_plan_is_counted_with_how_often_it_won():
    """S2, hilfreiche Regeln 3 to 6."""
    assert [(plan, deed.key, deed.title, deed.well) for plan, deed in PLANS.items()] == [
        ("A", "plan-a", "Plan A", "Plan A won"), ("B", "plan-b", "Plan B", "Plan B won"),
        ("C", "plan-c", "Plan C", "Plan C won")]
