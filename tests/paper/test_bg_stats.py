"""Matches in the form in which BG Stats exports them, and takes them in."""

import json
from datetime import date
from typing import Any

from scorepad.paper.elsewhere import Play, bg_stats_of

PLAYERS = [("a", "Anne"), ("b", "Bert"), ("c", "Cem")]
LOST = Play("s 1", date(2026, 11, 20), "bei Anne", "Schieberamsch", False, PLAYERS, (30, 104, 30),
            (0, 2), 1, 7)
GOES_ON = Play("s 2", date(2026, 11, 20), "", "Skat", True, PLAYERS[:2], (-48, 20), (), 0, 3)


def read(*plays: Play) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(bg_stats_of(plays))
    return told


def test_a_match_has_its_players_points_ranks_and_winners():
    told = read(LOST)
    [play] = told["plays"]
    assert (play["playDate"], play["playDateYmd"], play["rounds"]) \
        == ("2026-11-20 00:00:00", 20261120, 7)
    assert [(row["score"], row["winner"], row["rank"], row["startPlayer"])
            for row in play["playerScores"]] == [
        ("30", True, 1, False), ("104", False, 3, True), ("30", True, 1, False)]
    names = {row["id"]: row["name"] for row in told["players"]}
    assert [names[row["playerRefId"]] for row in play["playerScores"]] == ["Anne", "Bert", "Cem"]
    assert [(row["name"], row["highestWins"]) for row in told["games"]] \
        == [("Schieberamsch", False)]
    assert [row["name"] for row in told["locations"]] == ["bei Anne"]


def test_what_goes_on_has_no_winner_and_nobody_is_listed_twice():
    told = read(LOST, GOES_ON)
    assert [row["name"] for row in told["players"]] == ["Anne", "Bert", "Cem"]
    assert "locationRefId" not in told["plays"][1] and not told["plays"][1]["manualWinner"]
    assert [(row["score"], row["rank"]) for row in told["plays"][1]["playerScores"]] \
        == [("-48", 2), ("20", 1)]


def test_what_comes_twice_has_the_same_ids():
    one, two = read(LOST, GOES_ON), read(GOES_ON, LOST)
    for kind in ("players", "games", "plays"):
        assert {row["uuid"] for row in one[kind]} == {row["uuid"] for row in two[kind]}
    assert len({row["uuid"] for kind in one.values() if isinstance(kind, list)
                for row in kind}) == 3 + 1 + 2 + 2
