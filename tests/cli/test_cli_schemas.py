"""What commands answer to programs is as the schemas in `docs/schemas` say."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorepad import document
from scorepad.document import result
from tests.browser.table_server import TableServer
from tests.command import call
from tests.oracle.random_tournaments import made

ROOT = Path(__file__).parents[2]
GOLDEN = sorted(each for each in (ROOT / "tests" / "golden").glob("*.json")
                if not each.name.endswith(".result.json"))


def faults(command: str, answer: Any) -> list[str]:
    """What is not in an answer as its schema says."""
    schema = json.loads((ROOT / "docs" / "schemas" / f"{command}.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return [f"{fault.json_path}: {fault.message}"
            for fault in Draft202012Validator(schema).iter_errors(answer)]


def replayed(content: bytes) -> Any:
    book, sheets = document.replayed(content)
    return json.loads(b"".join(result.json_pieces(book, sheets)))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_document_that_is_worked_out(file: Path):
    assert faults("replay", replayed(file.read_bytes())) == []


@pytest.mark.parametrize("seed", range(10))
def test_tournaments_and_championships(seed: int):
    answer = replayed(json.dumps(made(Random(seed))).encode())
    assert answer["tournaments"] and faults("replay", answer) == []


def test_statistics(season: dict[str, str]):
    for span in ((), ("--game", "kalter-schlag"), ("--from", "2026-12-01"), ("--year", "1999")):
        assert faults("stats", json.loads(call("stats", "--json", *span, **season).out)) == []


def test_a_draw(tmp_path: Path):
    file = tmp_path / "tournament.json"
    file.write_text(json.dumps({"format": "scorepad/1", "tournaments": [{
        "name": "Preisskat", "date": "2026-11-27", "game": "skat", "rounds": 1,
        "hands_at": {"3": 12}, "entrants": [
            {"number": number, "name": name} for number, name in enumerate("ABC", 1)]}]}))
    done = call("draw", file, "--tournament", "Preisskat", "--round", "1", "--by", "lot")
    assert faults("draw", json.loads(done.out)) == []


def test_how_to_come_in(tmp_path: Path):
    server = TableServer(tmp_path / "data").start()
    assert faults("serve", server.told) == []
    server.stop()
