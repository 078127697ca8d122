"""What replaying a document costs as a command: against parsing its JSON and writing the answer,
and against starting Python."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tests import oracle
from tests.bench.timing import medians, report

NAMES = ["Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda"]
STAKES = {"kalter-schlag": {"einsatz": "0.50"}, "schieberamsch": {"rate": "0.005"},
          "doppelkopf-altenburg": {"rate": "0.01"}, "doppelkopf-kasse": {"einsatz": "0.05"},
          "cinq-cents": {"einsatz": "0.50"}, "doppelkopf": {"rate": "0.01"},
          "skat": {"rate": "0.01"}}
"""By game, what is played for."""

START_LIMIT = 2
LIMIT = 4
"""Of every game."""

HANDS = 100_000

BARE = """
import json, sys, time
with open(sys.argv[1], "rb") as file, open(sys.argv[2], "rb") as answer:
    raw, said = file.read(), json.load(answer)
begun = time.process_time()
json.loads(raw)
json.dumps(said)
print(time.process_time() - begun)
"""
"""What nobody can do without: parsing the document, and writing the answer."""


def written_down(count: int, complete: bool = True, game: str = "kalter-schlag") -> bytes:
    """A document with so many hands of a game, always the same ones.

    complete: everybody's figure in the order of the seats, as the program itself writes them;
    otherwise also fewer of them, and in any order. Where people come and go, complete is a sheet
    on which nobody does.
    """
    rng, hands, played = Random(count), [], oracle.GAMES[game]
    if game in oracle.WHOLE_SHEETS:
        return document_with(whole_sheet(rng, played, count, complete, game), game)
    names = NAMES[:played.SIZES.start]
    while len(hands) < count:
        hand = played.random_hand(rng, names)
        if not complete:
            hands.append(hand)
        elif len(hand.get("augen", names)) == len(names):
            if "augen" in hand:
                hand["augen"] = {name: hand["augen"][name] for name in names}
            hands.append(hand)
    return document_with({"game": game, "players": names, "first_dealer": "Anne",
                          "hands": hands}, game)


def whole_sheet(rng: Random, played: Any, count: int, complete: bool,
                game: str) -> dict[str, Any]:
    """A sheet of a game that makes its own, by the usual rules."""
    if not complete:
        return {**played.random_sheet(rng, count, NAMES, {}), "ended": False}
    names, hands = NAMES[:min(5, max(played.SIZES))], []
    for number in range(count):
        four = played.playing(names, names[number % len(names)], {})
        hands.append(played.random_hand(rng, four))
    return {"game": game, "players": names, "hands": hands}


def document_with(sheet: dict[str, Any], game: str) -> bytes:
    """One evening with this sheet, played for money."""
    return json.dumps({"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "sheets": [{**sheet, **STAKES[game]}]}]}).encode()


def whole_command(runs: int = 2) -> bool:
    """CPU time of the command, from its start to its end, against `BARE` on the same files."""
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        given, answer = Path(folder) / "given.json", Path(folder) / "answer.json"
        for game in STAKES:
            given.write_bytes(written_down(HANDS, True, game))
            seconds = min(_cpu_of(given, answer) for _ in range(runs))
            bare = min(float(subprocess.run(
                [sys.executable, "-c", BARE, str(given), str(answer)], check=True,
                capture_output=True).stdout) for _ in range(runs))
            fine &= report(
                f"scorepad replay --json of {HANDS:,} hands of {game} / json.loads and json.dumps",
                seconds / bare, LIMIT, f"{seconds:.1f} s, {bare:.1f} s")
    return fine


def _cpu_of(given: Path, answer: Path) -> float:
    """Seconds of the processor that the command takes, which writes its answer to a file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with answer.open("wb") as out:
        subprocess.run([sys.executable, "-m", "scorepad", "replay", "--json", str(given)],
                       check=True, stdout=out)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def against_start(runs: int = 15) -> bool:
    """Wall time of the command on ten hands against importing pydantic in a new Python."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ten.json"
        file.write_bytes(written_down(10))
        commands = {
            "pydantic": ["-c", "import pydantic"],
            "replay": ["-m", "scorepad", "replay", str(file)],
            "replay --json": ["-m", "scorepad", "replay", str(file), "--json"],
        }

        def run(arguments: list[str]) -> None:
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

        calls = {name: lambda arguments=arguments: run(arguments)
                 for name, arguments in commands.items()}
        medians(calls, 1)  # compiled files and the disk's cache, once for all of them
        seconds = medians(calls, runs, time.perf_counter)
    fine = True
    for name in ("replay", "replay --json"):
        fine &= report(f"scorepad {name}, 10 hands / import pydantic",
                       seconds[name] / seconds["pydantic"], START_LIMIT)
    return fine


def measure() -> bool:
    """Every measurement of this file; False if one is over its limit."""
    return all([whole_command(), against_start()])
