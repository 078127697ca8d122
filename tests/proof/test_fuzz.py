"""A hundred thousand inputs that nobody should feed to the program.

Each is made from its number, so that it can be repeated: ``python -m tests.proof.feeding 4711 1``.
What is asked of every one of them, and checked in `tests.proof.feeding`:

- exit 0 or 2, nothing else, never a traceback; on 2 nothing on stdout, and a line a fault on
  stderr with its place;
- at most 5 seconds of the processor a command, and at most 200 MB;
- what `replay` refuses, `import`, `import --take` and `import --preview` refuse in the same words,
  and the book is byte for byte what it was;
- what `replay` accepts, an empty book takes in, and its export gives the same totals; where it
  contradicts a book that has something, that one is not changed;
- a line of shorthand is a hand or a fault with the place of its letters; a hand that can have been
  played is written and read again as one that scores alike.
"""

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorepad.games.game import Problem
from scorepad.i18n.message import say
from tests.command import Done
from tests.proof.answers import fault_of, within_line
from tests.proof.conftest import Note
from tests.proof.feeding import MOST_MB, MOST_SECONDS, Figures
from tests.proof.nonsense import Sort, input_of

ROOT = Path(__file__).parents[2]
AT_ONCE = 2_500
"""Inputs of one process: enough to pay for its start, and so few that a failure is told soon."""

SIDE_BY_SIDE = 2


def feed(first: int, count: int, every: int) -> Figures:
    """Feed inputs in a process; every so many of them to a process of their own too."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.proof.feeding", str(first), str(count), str(every)],
        capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    given = json.loads(done.stdout)
    return Figures(**{**given, "sorts": Counter(given["sorts"])})


@pytest.mark.rounds(short=240, full=100_000)
def test_nonsense_is_refused_and_what_is_accepted_counts_the_same(rounds: int, note: Note):
    size = min(AT_ONCE, -(-rounds // SIDE_BY_SIDE))
    every = max(rounds // 400, 60)
    figures = Figures()
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        for part in pool.map(lambda first: feed(first, min(size, rounds - first), every),
                             range(0, rounds, size)):
            figures.add(part)
            assert not figures.failed, "\n\n".join(figures.failed)
    assert figures.tried == figures.accepted + figures.refused == rounds
    assert set(figures.sorts) == {sort.title for sort in Sort}
    # Were nearly all refused, nothing would be known of what is computed; and the other way round.
    assert rounds / 5 < figures.accepted < rounds * 4 / 5
    assert figures.processes >= 2
    assert 0 < figures.seconds <= MOST_SECONDS and 0 < figures.megabytes <= MOST_MB
    note("Nonsense: inputs tried", f"{figures.tried:,}")
    note("Nonsense: accepted, refused", f"{figures.accepted:,}, {figures.refused:,}")
    note("Nonsense: commands run, as processes of their own",
         f"{figures.runs:,}, {figures.processes:,}")
    note("Nonsense: longest, most memory",
         f"{figures.seconds:.2f} s, {figures.megabytes:.0f} MB")


def test_an_input_is_always_the_same():
    """Else its number would repeat nothing."""
    assert [input_of(number) for number in range(40)] == [input_of(number) for number in range(40)]
    assert len({input_of(number).raw for number in range(200)}) > 150


PLACE = "evenings[0].sheets[0].hands[3].augen: 118 in all – 2 Augen are missing\n"
BAD_ENDS = [
    (Done(1, "", PLACE), "neither 0 nor 2"), (Done(-9, "", ""), "neither 0 nor 2"),
    (Done(2, "", "Traceback (most recent call last):\n"), "a traceback"),
    (Done(2, "something", PLACE), "something on stdout"), (Done(2, "", ""), "no line a fault"),
    (Done(2, "", PLACE[:-1]), "no line a fault"), (Done(2, "", PLACE + "\n"), "no line a fault"),
    (Done(2, "", "a: b\x1b[31m\n"), "no line a fault"),
    (Done(2, "", PLACE * 40), "more faults than anybody would read"),
    (Done(2, "", f"{'a' * 2000}: is wrong\n"), "a line that nobody would read"),
    (Done(2, "", "something is wrong\n"), "a fault without its place"),
    (Done(2, "", "somewhere: it is wrong\n"), "a fault without its place"),
    (Done(0, "", ""), "no answer"), (Done(0, "all right", "but\n"), "something on stderr")]


@pytest.mark.parametrize("done, fault", BAD_ENDS, ids=[str(fault) for _, fault in BAD_ENDS])
def test_what_must_not_happen_is_seen(done: Done, fault: str):
    assert fault_of(done, "x.json", b"") == fault


def test_what_may_happen_is_let_pass():
    for done in (Done(0, "totals\n", ""), Done(2, "", PLACE), Done(2, "", "x.json: is empty\n"),
                 Done(2, "", "strange: is not a key that belongs here\n")):
        assert fault_of(done, "x.json", b'{"strange": 1}') is None


def test_the_place_in_a_line_is_within_it():
    for place, fine in (((0, 2), True), ((2, 2), True), ((3, 2), False), ((0, 3), False),
                        ((), False), (("augen",), False)):
        assert within_line(Problem(place, say("is wrong")), "AG") is fine
