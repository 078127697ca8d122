"""Feeds the command line with inputs by their numbers, and says what it did with them.

``python -m tests.proof.feeding 4711 1`` repeats one. It runs as a process of its own, so that its
peak of memory is that of the inputs; the commands are called in it, because starting Python for
each would take a hundred times as long. A sample is given to real processes.
"""

import gc
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.altenburg.hand import AltenburgRules, Dulle, Hand, Side, Span
from scorepad.games.altenburg.shorthand import complete, read, write
from scorepad.games.game import Table, Unreadable
from tests.command import LANGUAGES, Done, call
from tests.oracle.altenburg_hands import random_rules
from tests.proof.answers import fault_of, named, totals_of, within_line
from tests.proof.nonsense import GOLDEN, Sort, input_of

ROOT = Path(__file__).parents[2]

MOST_SECONDS = 5
"""Of the processor: how much of it others leave is not the program's fault."""

HANGING = 120
"""Seconds on the clock after which an input with all its commands is given up."""

MOST_MB = 200
MOST_SPACE = 1_000_000_000
"""Bytes of address space: what would take more falls over here, and not the machine."""

IMPORTS = (("import",), ("import", "--preview"))


class TooLong(BaseException):
    """No `Exception`, so that nothing on the way takes it for its own."""


class Wrong(Exception):
    """The program did what it must not do."""


@dataclass
class Figures:
    """What was counted; runs: commands and readings; sorts: inputs by how they were made; failed:
    a line for each input with which the program did what it must not."""

    tried: int = 0
    runs: int = 0
    accepted: int = 0
    refused: int = 0
    processes: int = 0
    seconds: float = 0
    megabytes: float = 0
    sorts: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def add(self, other: "Figures") -> None:
        """Take in what was counted elsewhere."""
        for name in ("tried", "runs", "accepted", "refused", "processes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seconds = max(self.seconds, other.seconds)
        self.megabytes = max(self.megabytes, other.megabytes)
        self.sorts.update(other.sorts)
        self.failed += other.failed


class Feeder:
    """Two books in a folder: one that is empty, and one in which the golden evenings are."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "input.json"
        self.books = {name: folder / name / "book.db" for name in ("empty", "full")}
        self.figures = Figures()
        for name, book in self.books.items():
            use(book)
            self.file.write_text('{"format": "scorepad/1", "club": {"players": ["Anne"]}}')
            for raw in (self.file.read_bytes(), *(GOLDEN if name == "full" else ())):
                self.file.write_bytes(raw)
                call("import", self.file)
        self.template = {name: book.read_bytes() for name, book in self.books.items()}
        for name in self.books:
            self.put_back(name)

    def put_back(self, name: str) -> None:
        """The book as it was; an empty one is none at all."""
        folder = self.books[name].parent
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        if name == "full":
            self.books[name].write_bytes(self.template[name])

    def feed(self, number: int, process: bool = False) -> None:
        """Try an input, and count it."""
        _number, sort, raw = input_of(number)
        try:
            signal.setitimer(signal.ITIMER_REAL, HANGING)
            accepted = self._line(raw, number) if sort is Sort.LINES else \
                self._document(raw, number, process)
            if peak() > MOST_MB:
                raise Wrong(f"{peak():.0f} MB")
        except (Exception, TooLong) as fault:
            told = "".join(traceback.format_exception(fault)[-4:])
            self.figures.failed.append(f"{number} ({sort.title}): {told}\n{raw[:600]!r}")
            self.put_back("empty")
            self.put_back("full")
            return
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.figures.tried += 1
        self.figures.accepted += accepted
        self.figures.refused += not accepted
        self.figures.sorts[sort.title] += 1
        self.figures.megabytes = max(self.figures.megabytes, peak())

    # --- documents ----------------------------------------------------------------------------

    def _document(self, raw: bytes, number: int, process: bool) -> bool:
        rng = Random(-number)
        self.file.write_bytes(raw)
        as_json = ["--json"] if rng.random() < 0.5 else []
        done = self._run("replay", *as_json, self.file)
        if process:
            self._as_process(done, raw, rng, *as_json)
        if done.code:
            command = rng.choice(IMPORTS)
            name = rng.choice(["empty", "full"])
            if self._refused(name, *command) != done:
                raise Wrong("import refuses it otherwise")
            return False
        self._take_in()
        if rng.random() < 0.2:
            self._meet_another_book(*rng.choice(IMPORTS))
        return True

    def _run(self, *arguments: Any) -> Done:
        """A command, which may end in two ways only."""
        begin = time.process_time()
        done = call(*arguments)
        self._look_at(done, time.process_time() - begin)
        return done

    def _look_at(self, done: Done, seconds: float) -> None:
        self.figures.runs += 1
        self.figures.seconds = max(self.figures.seconds, seconds)
        if seconds > MOST_SECONDS:
            raise Wrong(f"{seconds:.1f} s")
        if fault := fault_of(done, str(self.file), self.file.read_bytes()):
            raise Wrong(f"{fault}: {done.code}\n{done.out[:300]}\n{done.err[:300]}")

    def _refused(self, name: str, *command: str) -> Done:
        """What a command says that must leave the book byte for byte as it is."""
        use(self.books[name])
        before = state(self.books[name])
        done = self._run(*command, self.file)
        if state(self.books[name]) != before:
            raise Wrong(f"{' '.join(command)} has changed the book")
        return done

    def _take_in(self) -> None:
        """What is accepted goes into an empty book, and comes out again with the same totals."""
        use(self.books["empty"])
        wanted = self._totals()
        done = self._run("import", self.file)
        if done.code:
            raise Wrong(f"an empty book refuses it: {done.err}")
        if (exported := self._run("export", "-")).code:
            raise Wrong(f"it cannot be exported: {exported.err}")
        self.file.write_text(exported.out, "utf-8")
        if (given := self._totals()) != wanted:
            raise Wrong(f"the totals differ:\n{wanted}\n{given}")
        self.put_back("empty")

    def _totals(self) -> str:
        done = self._run("replay", "--json", self.file)
        if done.code:
            raise Wrong(f"replay refuses it now: {done.err}")
        return totals_of(done.out)

    def _meet_another_book(self, *command: str) -> None:
        """A file that is all right may contradict the book: then nothing is written."""
        use(self.books["full"])
        before = state(self.books["full"])
        done = self._run(*command, self.file)
        if done.code or "--preview" in command:
            if state(self.books["full"]) != before:
                raise Wrong(f"{' '.join(command)} has changed the book")
        else:
            if (checked := self._run("check")).code:
                raise Wrong(f"the book is damaged: {checked.err}")
            self.put_back("full")

    def _as_process(self, wanted: Done, raw: bytes, rng: Random, *options: str) -> None:
        """The same in a process of its own: the same answer, its time and its memory."""
        file = rng.choice(["-", str(self.file)])
        done, seconds, megabytes = as_process("replay", *options, file, stdin=raw)
        self.figures.processes += 1
        self.figures.megabytes = max(self.figures.megabytes, megabytes)
        if megabytes > MOST_MB:
            raise Wrong(f"{megabytes:.0f} MB in a process")
        self._look_at(Done(done.code, done.out, named(done.err, file, str(self.file))), seconds)
        if named(done.err, file, str(self.file)) != wanted.err or done[:2] != wanted[:2]:
            raise Wrong(f"a process says otherwise: {done}\n{wanted}")

    # --- shorthand ----------------------------------------------------------------------------

    def _line(self, raw: bytes, number: int) -> bool:
        text, rng = raw.decode("utf-8", "surrogatepass"), Random(-number)
        table = Table(("Anne", "Bert", "Cem", "Dora"), (0, 1, 2, 3), rng.randrange(4), (0, 1, 2, 3),
                      AltenburgRules.read(random_rules(rng)))
        so_far = Hand(tuple(rng.sample(range(4), rng.choice([1, 2]))), Span(Side.KONTRA),
                      aktive=rng.choice([None, (0, 1, 2, 3)]),
                      dulle=rng.choice([None, Dulle(2), Dulle(2, 1)]),
                      falschspiel=rng.choice([None, 1]))
        begin = time.process_time()
        try:
            for proposal in complete(text, table.rules):
                if not isinstance(proposal, str):
                    raise Wrong("a proposal is no text")
            hand = read(text, so_far, table)
        except Unreadable as fault:
            if not fault.problems or any(not within_line(each, text) for each in fault.problems):
                raise Wrong(f"a fault without its place: {fault.problems}") from None
            return False
        finally:
            self.figures.runs += 1
            self.figures.seconds = max(self.figures.seconds, time.process_time() - begin)
        if not DOPPELKOPF_ALTENBURG.verify(hand, table):
            again = read(write(hand, table.rules), hand, table)
            if DOPPELKOPF_ALTENBURG.score(again, table) != DOPPELKOPF_ALTENBURG.score(hand, table):
                raise Wrong(f"written and read again it scores otherwise: {hand}\n{again}")
        return True


# --- processes ----------------------------------------------------------------------------------


LAUNCHER = """
import json, os, resource, sys
with open(sys.argv[1], "w") as told:
    limit = int(sys.argv[2])
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        os.execv(sys.executable, [sys.executable, "-m", "scorepad", *sys.argv[3:]])
    status, used = os.wait4(child, 0)[1:]
    json.dump([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss],
              told)
"""
"""Between this process and the command, because a child's peak begins with that of its parent."""


def as_process(*arguments: str, stdin: bytes | int = b"", space: int = MOST_SPACE,
               **environment: str) -> tuple[Done, float, float]:
    """`scorepad` in a new process with so much address space: how it ended, seconds, MB.

    stdin: what comes in, or the descriptor from which; -1 for one that is closed.
    """
    environ = {key: value for key, value in os.environ.items() if key not in LANGUAGES}
    with TemporaryDirectory() as folder, open(Path(folder) / "in", "w+b") as given, \
            open(Path(folder) / "out", "w+b") as out, open(Path(folder) / "err", "w+b") as err:
        if isinstance(stdin, bytes):
            given.write(stdin)
            given.seek(0)
            stdin = given.fileno()
        told = Path(folder) / "told"
        subprocess.run(
            [sys.executable, "-I", "-S", "-c", LAUNCHER, str(told), str(space), *arguments],
            stdin=None if stdin < 0 else stdin, stdout=out, stderr=err, timeout=HANGING,
            env={**environ, "PYTHONPATH": str(ROOT), **environment}, cwd=ROOT,
            preexec_fn=(lambda: os.close(0)) if stdin < 0 else None)
        out.seek(0)
        err.seek(0)
        code, seconds, most = json.loads(told.read_text())
        return Done(code, out.read().decode(), err.read().decode()), seconds, in_mb(most)


def peak() -> float:
    """The most memory that this process has had, in MB; without what the one that started it had,
    where the system says so."""
    status = Path("/proc/self/status")
    if status.exists() and (found := re.search(r"VmHWM:\s+(\d+) kB", status.read_text())):
        return int(found[1]) / 1024
    return in_mb(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def in_mb(most: int) -> float:
    """Linux counts in KB, macOS in bytes."""
    return most / (1024 if sys.platform != "darwin" else 1024 ** 2)


def use(book: Path) -> None:
    """From now on the commands work on this book."""
    os.environ["SCOREPAD_DATABASE_URL"] = f"sqlite:///{book}"


def state(book: Path) -> dict[str, bytes]:
    """Everything that lies in the folder of the book."""
    return {str(path): path.read_bytes() for path in book.parent.rglob("*") if path.is_file()}


def too_long(_signal: int, _frame: object) -> None:
    raise TooLong("it does not come to an end")


def main(first: int, count: int, every: int) -> None:
    """Feed the inputs from `first` on, every so many of them to a process too."""
    for name in LANGUAGES:
        os.environ.pop(name, None)
    signal.signal(signal.SIGALRM, too_long)
    with TemporaryDirectory() as folder:
        feeder = Feeder(Path(folder))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_SPACE, MOST_SPACE))
        gc.collect()
        gc.freeze()  # what is there now stays, and need not be looked at again and again
        for number in range(first, first + count):
            feeder.feed(number, process=every > 0 and number % every == 0)
            if number % 20 == 0:
                gc.collect()  # a command's process ends, and this one does not
            if len(feeder.figures.failed) >= 5:
                break
    print(json.dumps(vars(feeder.figures)))


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], "0"][:3]))
