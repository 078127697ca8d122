"""The commands: what they print, write and answer; what is wrong is in test_cli_bad_input."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from scorepad import cli
from tests.book.pages import NAMES, loses
from tests.command import call, start
from tests.oracle import random_document

GOLDEN = Path(__file__).parents[1] / "golden" / "kalter-schlag.json"
COMMANDS = ("replay", "export", "import", "schema", "where")
TWO_OF_A_DAY = {"format": "scorepad/1", "evenings": [
    {"date": "2026-11-20", "place": place, "sheets": [
        {"game": "kalter-schlag", "players": list(NAMES), "hands": [loses(loser, 70)]}]}
    for place, loser in (("Altona", "Anne"), ("Barmbek", "Bert"))] + [{"date": "2026-11-21"}]}


def changed(*hands):
    """The two evenings with other hands on the first one."""
    document = json.loads(json.dumps(TWO_OF_A_DAY))
    document["evenings"][0]["sheets"][0]["hands"] = list(hands)
    return document


def answer(done):
    """What a command answered, when all went well."""
    assert (done.code, done.err) == (0, "")
    return done.out


def hands(exported):
    """Of every sheet in an export, what was played."""
    return [[{key: hand[key] for key in hand if key not in ("id", "at", "by")}
             for hand in sheet["hands"]]
            for evening in exported["evenings"] for sheet in evening["sheets"]]


# --- replay -----------------------------------------------------------------------------------


def test_replay_answers_in_json_from_a_file_and_from_a_stream():
    from_file = answer(start("replay", GOLDEN, "--json"))
    assert json.loads(from_file) == json.loads(
        GOLDEN.with_suffix(".result.json").read_text("utf-8"))
    assert answer(start("replay", "--json", "-", stdin=GOLDEN.read_bytes())) == from_file
    assert from_file.endswith("}\n")


def test_replay_answers_people():
    """66 with Kontra and one Jungfer: 66 · 2 · 2 = 264, which is 260."""
    out = answer(start("replay", "-", stdin=json.dumps({
        "format": "scorepad/1", "evenings": [{"date": "2026-11-20", "place": "Altona", "sheets": [{
            "game": "kalter-schlag", "players": NAMES, "einsatz": "0.50", "hands": [
                {"augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}, "jungfern": ["Dora"],
                 "verdopplungen": 1}, {"augen": {"Anne": 63, "Bert": 57}, "verdopplungen": 4,
                                       "jungfern": ["Cem"]}]}]}]}).encode()))
    lines = out.splitlines()
    assert lines[0] == "2026-11-20 Altona"
    assert any(re.fullmatch(r" +1 +260 +· +· +·  66 · 2 \(Kontra\) · 2 \(Jungfer Dora\) "
                            r"= 264 → 260", line) for line in lines)
    # Anne has 260 + 2020 points and pays three who wrote none 1 € each.
    assert "     Anne loses the match: 2280 points, and 2000 is the limit" in lines
    assert "  Bert pays Anne 1.00 EUR" not in lines
    assert [line for line in lines if " pays " in line] == [
        f"  Anne pays {name} 1.00 EUR" for name in NAMES[1:]]


def test_replay_of_nothing():
    assert answer(start("replay", "-", stdin=b'{"format": "scorepad/1"}')).strip() == ""


# --- export -----------------------------------------------------------------------------------


def test_what_is_imported_is_exported_and_replays_the_same(database, tmp_path):
    file = tmp_path / "book.json"
    assert answer(call("import", GOLDEN)).splitlines()[-1] == "Imported."
    assert answer(call("export", file)) == f"{file}: written\n"
    assert answer(call("export", "-")) == file.read_text("utf-8")
    assert answer(call("replay", file, "--json")) == answer(call("replay", GOLDEN, "--json"))
    assert hands(json.loads(file.read_text("utf-8"))) \
        == hands(json.loads(GOLDEN.read_text("utf-8")))


def test_an_empty_book_is_exported_too(database):
    assert json.loads(answer(call("export", "-")))["evenings"] == []


def test_evenings_are_chosen_by_date_and_by_id(database, written):
    answer(call("import", written(TWO_OF_A_DAY)))
    whole = json.loads(answer(call("export", "-")))["evenings"]

    def chosen(*evenings):
        arguments = [part for evening in evenings for part in ("--evening", evening)]
        return json.loads(answer(call("export", *arguments, "-")))["evenings"]

    assert [evening["place"] for evening in whole[:2]] == ["Altona", "Barmbek"]
    assert chosen("2026-11-20") == whole[:2]
    assert chosen(whole[1]["id"]) == whole[1:2]
    assert chosen("2026-11-21", whole[0]["id"]) == [whole[0], whole[2]]
    assert chosen("2026-11-20", whole[0]["id"], "2026-11-20") == whole[:2]


def test_an_evening_that_is_not_there_is_named(database, written, tmp_path):
    answer(call("import", written(TWO_OF_A_DAY)))
    file = tmp_path / "none.json"
    done = call("export", "--evening", "2026-11-20", "--evening", "2026-11-19",
                "--evening", "20.11.", file)
    assert done == (2, "", "No evening 2026-11-19, 20.11. in the book.\n")
    assert not file.exists()


@pytest.mark.parametrize("place, why", [("nowhere/book.json", "No such file or directory"),
                                        (".", "Is a directory")])
def test_a_file_that_cannot_be_written(database, tmp_path, place, why):
    assert call("export", tmp_path / place) \
        == (2, "", f"{tmp_path / place}: cannot be written ({why})\n")


def test_a_full_disk_leaves_the_earlier_file(database, tmp_path, monkeypatch):
    file = tmp_path / "book.json"
    file.write_text("earlier")

    def full(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert call("export", file) \
        == (2, "", f"{file}: cannot be written (No space left on device)\n")
    assert file.read_text() == "earlier"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.json", "data"]


def test_a_link_stays_a_link_and_a_device_a_device(database, tmp_path):
    file, link = tmp_path / "book.json", tmp_path / "link.json"
    link.symlink_to(file)
    answer(call("export", link))
    assert link.is_symlink() and json.loads(file.read_text("utf-8"))
    answer(call("export", "/dev/null"))
    assert Path("/dev/null").is_char_device()


# --- schema and where -------------------------------------------------------------------------


def test_the_schema_accepts_what_the_program_accepts_and_refuses_what_it_is_told_to(
        database, written):
    jsonschema = pytest.importorskip("jsonschema", reason="the schema is tried with jsonschema")
    schema = json.loads(answer(call("schema")))
    checker = jsonschema.Draft202012Validator(
        schema, format_checker=jsonschema.FormatChecker())
    checker.check_schema(schema)
    answer(call("import", GOLDEN))
    fine = [json.loads(GOLDEN.read_text("utf-8")), TWO_OF_A_DAY,
            json.loads(answer(call("export", "-"))),
            *[random_document(Random(seed)) for seed in range(6)]]
    for document in fine:
        assert [error.message for error in checker.iter_errors(document)] == []
    for document in (
            {}, {"format": "scorepad/2"}, {**TWO_OF_A_DAY, "evening": []},
            changed({"augen": {"Anne": "66"}}), changed({"augen": {"Anne": 121}}),
            changed({"durchmarsch": "Anne", "verdopplungen": 5}), changed({"augen": {}, "x": 1}),
            changed({}), {"format": "scorepad/1", "evenings": [{"date": "20.11.2026"}]}):
        assert not checker.is_valid(document)
        assert call("replay", written(document)).code == 2


def test_where_the_book_is(database, tmp_path, monkeypatch):
    assert answer(call("where")) == f"{database}\n"
    assert not database.parent.exists()
    monkeypatch.delenv("SCOREPAD_DATABASE_URL")
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "flet"))
    assert answer(call("where")) == f"{tmp_path / 'flet' / 'book.db'}\n"
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", "postgresql+psycopg://anne:geheim@host/club")
    out = answer(call("where"))
    assert out.endswith("@host/club\n") and "geheim" not in out


# --- help and languages -----------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example_that_is_one(command, database, tmp_path):
    out = answer(call(command, "--help"))
    [example] = re.findall(r"Example: scorepad (.*)", out)
    assert example.split()[0] == command
    shutil.copy(GOLDEN, tmp_path / "evening.json")
    if command == "export":
        answer(call("import", GOLDEN))
    arguments = example.split(" > ")[0].replace("evening.json", str(tmp_path / "evening.json"))
    assert call(*arguments.split()).code == 0
    assert answer(call("--help")).count(f"\n  {command} ") == 1


def test_the_help_lists_the_commands_in_groups(database):
    groups = answer(call("--help")).split("\n\n")[3:]
    assert [group.split("\n")[0] for group in groups] == [
        "Paper:", "Safety:", "Exchange with others:", "Phones:", "Files:"]
    assert [line.split()[0] for line in groups[0].splitlines()[1:]] == [
        "pdf", "csv", "calendar", "bgstats", "stats"]
    assert sorted(sum(cli.GROUPS.values(), ())) == sorted(cli.MODULES)


@pytest.mark.parametrize("environment", [
    {"LANG": "de_DE.UTF-8"}, {"LANG": "en_US.UTF-8", "SCOREPAD_LANGUAGE": "de"}])
def test_german(environment, tmp_path):
    assert "Beispiel: scorepad replay" in answer(start("replay", "--help", **environment))
    out = answer(start("replay", GOLDEN, **environment))
    assert "Abrechnung" in out and "verliert die Partie" in out
    bad = start("replay", "-", stdin=json.dumps(changed({"augen": {"Anne": 1}})).encode(),
                **environment)
    assert (bad.code, bad.out) == (2, "")
    assert bad.err.startswith("evenings[0].sheets[0].hands[0].augen.Anne: ")
    assert "no card" not in bad.err and "Auge" in bad.err


def test_english_where_the_environment_says_so():
    assert "Settlement" in answer(start("replay", GOLDEN, LANG="de_DE.UTF-8",
                                        SCOREPAD_LANGUAGE="en"))


@pytest.mark.parametrize("arguments", [
    ["replay"], ["replay", "--jason", "x"], ["shuffle"], ["--port", "0"], ["export"]])
def test_a_command_line_that_is_none(arguments):
    done = call(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("scorepad") and done.err.count("\n") == 1


# --- what is imported, and what is piped ------------------------------------------------------

WATCHED = """
import sys
from scorepad.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sorted(name for name in sys.argv[0].split() if name in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("arguments, unwanted", [
    (["replay", "FILE"], "flet sqlmodel sqlalchemy babel pydantic platformdirs"),
    (["replay", "FILE", "--json"], "flet sqlmodel sqlalchemy babel pydantic platformdirs"),
    (["import", "FILE"], "flet"), (["export", "-"], "flet"), (["schema"], "flet sqlalchemy"),
    (["where"], "flet sqlalchemy"), (["--help"], "flet sqlalchemy")])
def test_a_command_imports_only_what_it_needs(database, arguments, unwanted):
    watched = WATCHED.replace("sys.argv[0].split()", repr(unwanted.split()))
    done = subprocess.run(
        [sys.executable, "-c", watched,
         *[str(GOLDEN) if argument == "FILE" else argument for argument in arguments]],
        capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (0, "") and done.stdout


@pytest.mark.parametrize("arguments", [["replay", GOLDEN], ["schema"], ["where"]])
def test_who_stops_reading_is_no_fault(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-m", "scorepad", *map(str, arguments)], stdout=writer,
                          stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_import_is_finished_even_if_nobody_reads_what_it_says(database):
    reader, writer = os.pipe()
    os.close(reader)
    subprocess.run([sys.executable, "-m", "scorepad", "import", str(GOLDEN)], stdout=writer)
    os.close(writer)
    with sqlite3.connect(database) as book:
        [(count,)] = book.execute("SELECT count(*) FROM fact WHERE kind = 'HandRecorded'")
    book.close()
    assert count == sum(map(len, hands(json.loads(GOLDEN.read_text("utf-8")))))


def test_a_full_disk_at_the_other_end_is_one_line():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-m", "scorepad", "schema"], stdout=full,
                              stderr=subprocess.PIPE, env={**os.environ, "SCOREPAD_LANGUAGE": "en"})
    assert (done.returncode, done.stderr) \
        == (2, b"-: cannot be written (No space left on device)\n")


@pytest.mark.skipif(os.name == "nt", reason="there is no such shell")
def test_a_closed_standard_output_is_one_line(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{tmp_path / 'book.db'}")
    assert call("import", GOLDEN).code == 0
    done = start("csv", "-", "--stars", prefix=("sh", "-c", 'exec "$@" >&-', "sh"))
    assert done == (2, "", "-: cannot be written (Bad file descriptor)\n")


def test_without_a_console_there_is_nothing_to_trip_over(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    cli.main(["where"])
