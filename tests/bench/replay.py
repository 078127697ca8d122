"""What replaying a document costs: against parsing its JSON, and against starting Python."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from scorepad import document
from scorepad.document import result
from tests import oracle
from tests.bench.timing import medians, report

NAMES = ["Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda"]
STAKES = {"kalter-schlag": {"einsatz": "0.50"}, "schieberamsch": {"rate": "0.005"},
          "doppelkopf-altenburg": {"rate": "0.01"}, "doppelkopf-kasse": {"einsatz": "0.05"},
          "cinq-cents": {"einsatz": "0.50"}}
"""By game, what is played for."""

LIMITS, START_LIMIT = {"doppelkopf-altenburg": 7, "doppelkopf-kasse": 7}, 2
LIMIT = 5
"""Of every other game."""


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


def answered(raw: bytes) -> str:
    """Everything that `scorepad replay --json` does between reading and printing."""
    book, sheets = document.replayed(raw)
    return result.json_text(book, sheets)


def against_json(runs: int = 7) -> bool:
    """CPU time of replaying against `json.loads` of the same bytes, each game in a process of its
    own: how often `json.loads` wakes the collector depends on what else has been there."""
    return all([subprocess.run([sys.executable, "-c", (
        "import sys; from tests.bench.replay import against_json_of; "
        f"sys.exit(not against_json_of({game!r}, {runs}))")]).returncode == 0 for game in STAKES])


def against_json_of(game: str, runs: int) -> bool:
    """The same for one game."""
    fine, per_hand = True, {}
    for count in (10_000, 100_000):
        raw, mixed = written_down(count, True, game), written_down(count, False, game)
        seconds = medians({
            "loads": lambda: json.loads(raw), "replay": lambda: document.replayed(raw),
            "loads mixed": lambda: json.loads(mixed),
            "replay mixed": lambda: document.replayed(mixed),
            "answer": lambda: answered(raw)}, runs)
        per_hand[count] = seconds["replay"] / count
        label = f"replay of {count:,} hands of {game} / json.loads"
        # The garbage collector makes `json.loads` itself dearer by the hand in a longer file.
        limit = LIMITS.get(game, LIMIT) if count == 100_000 else None
        fine &= report(label, seconds["replay"] / seconds["loads"], limit)
        fine &= report(f"{label}, figures left out and in any order",
                       seconds["replay mixed"] / seconds["loads mixed"], limit)
        report(f"{label}, with the JSON answer", seconds["answer"] / seconds["loads"])
    report(f"cost of a hand of {game} among 100,000 / among 10,000",
           per_hand[100_000] / per_hand[10_000])
    return fine


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
    return all([against_json(), against_start()])
