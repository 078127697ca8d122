"""`scorepad stats`: as a table, in JSON, and where there is nothing to tell."""

import json
from csv import DictReader
from io import StringIO

import pytest

from tests.command import call, start

FOUR = ("Anne", "Bert", "Cem", "Dora")


def test_a_line_a_player(book):
    done = call("stats", "--year", "2026", **book)
    assert (done.code, done.err) == (0, "")
    head, *rows = [line.split() for line in done.out.splitlines()]
    assert " ".join(head).startswith(
        "Points Won Win rate Lost Hands Evenings Evenings won Points per evening Average")
    assert ["Anne", "540", "0", "0%", "2", "2", "1", "0", "540.0", "270.0", "60", "480", "0", "2",
            "0"] in rows
    assert ["Dora", "0", "2", "100%", "0", "2", "1", "1", "(100%)", "0.0", "0.0", "–", "0", "2",
            "0", "1"] in rows
    assert len({len(line) for line in done.out.splitlines()}) == 1


def test_the_same_for_programs(book):
    done = call("stats", "--json", "--game", "kalter-schlag", **book)
    answer = json.loads(done.out)
    assert answer["format"] == "scorepad-statistics/1" and answer["game"] == "kalter-schlag"
    assert answer["players"]["Anne"]["points"] \
        == {"sum": 540, "hands": 2, "best": 60, "worst": 480, "decimals": 0}
    assert answer["players"]["Dora"]["deeds"] \
        == [{"deed": "durchmarsch", "won": None, "count": 1}]


@pytest.mark.parametrize("wanted, sentence", [
    (("--year", "2025"), "No such hands were played."),
    (("--game", "mau-mau"), "argument --game: invalid choice: 'mau-mau'"),
    (("--year", "soon"), "argument --year: soon is not a whole number from 1 to 9999")])
def test_what_is_not_there(book, wanted, sentence):
    done = call("stats", *wanted, **book)
    assert (done.code, done.out) == (2, "") and sentence in done.err
    assert len(done.err.splitlines()) == 1


# --- the season -----------------------------------------------------------------------------------


def test_every_game_has_a_table_of_its_own_with_its_points(season):
    lines = call("stats", **season).out.splitlines()
    at = lines.index("Doppelkopf (Altenburg rules)")
    assert lines[lines.index("Kalter Schlag") + 1].split()[0] == "Points"
    head, anne = lines[at + 1], next(line for line in lines[at:] if line.startswith("Anne"))
    assert head.split()[0] == "Points" and anne.split()[1] == "70"
    for title in ("Ansagen made", "Ansagen kept", "Füchse caught"):
        assert title in head
    assert "Karlchen" not in head and "Plan A" not in head  # which nobody has


@pytest.mark.parametrize(("span", "games"), [
    (("--from", "2026-12-01"), {"doppelkopf-altenburg"}),
    (("--to", "30.11.2026"), {"kalter-schlag"}),
    (("--from", "2026-11-20", "--to", "2026-12-01"), {"kalter-schlag", "doppelkopf-altenburg"})])
def test_a_span_of_days(season, span, games):
    answer = json.loads(call("stats", "--json", *span, **season).out)
    assert set(answer["games"]) == games


def test_deeds_of_a_season_for_programs(season):
    answer = json.loads(call("stats", "--json", **season).out)
    anne = answer["games"]["doppelkopf-altenburg"]["Anne"]
    assert anne["deeds"] == [{"deed": "ansage", "won": True, "count": 1},
                             {"deed": "fuchs", "won": None, "count": 1}]
    assert (anne["evenings_won"], anne["points"]["sum"]) == (0, 70)  # as good as Bert's
    assert answer["games"]["kalter-schlag"]["Dora"]["evenings_won"] == 1


def test_the_season_as_files(season, tmp_path):
    done = call("stats", "--year", "2026", "--csv", str(tmp_path / "season.csv"), **season)
    assert (done.code, done.err) == (0, "")
    lines = list(DictReader(StringIO((tmp_path / "season.csv").read_text("utf-8-sig"))))
    anne = [line for line in lines if line["Player"] == "Anne"]
    assert [(line["Period"], line["Game"], line["Points"], line["Average"])
            for line in anne] == [("2026", "Kalter Schlag", "540", "270.0"),
                                  ("2026", "Doppelkopf (Altenburg rules)", "70", "70.0")]
    assert [line["Player"] for line in lines[:4]] == ["Dora", "Bert", "Cem", "Anne"]
    assert call("stats", "--pdf", str(tmp_path / "season.pdf"), **season).code == 0
    assert (tmp_path / "season.pdf").read_bytes().startswith(b"%PDF")


def test_the_season_as_german_spreadsheets_read_it(season, tmp_path):
    """270,0 on average for Anne at Kalter Schlag: a semicolon between, a decimal comma within."""
    file = tmp_path / "season.csv"
    german = {**season, "SCOREPAD_LANGUAGE": "de"}
    assert start("stats", "--csv", str(file), "--spreadsheet", **german).code == 0
    lines = list(DictReader(StringIO(file.read_text("utf-8-sig")), delimiter=";"))
    anne = next(line for line in lines if "Anne" in line.values())
    assert "270,0" in anne.values() and "540" in anne.values()


@pytest.mark.parametrize("wrong", [("--from", "soon"), ("--to", "2026-02-30"), ("--spreadsheet",),
                                   ("--spreadsheet", "--pdf", "x.pdf"),
                                   ("--json", "--csv", "x.csv")])
def test_what_cannot_be_asked_for(season, wrong):
    done = call("stats", *wrong, **season)
    assert (done.code, done.out) == (2, "") and len(done.err.splitlines()) == 1
