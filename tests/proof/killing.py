"""Kills what writes to a book, and looks at what is left."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scorepad.book.facts import Entry
from scorepad.service import Service
from scorepad.storage import Store, backups

ROOT = Path(__file__).parent.parent.parent


class Killed(NamedTuple):
    """said: what it told until then; status: -9 if it was killed, 0 if it was quicker."""

    said: Sequence[str]
    seconds: float
    status: int

    @property
    def lines(self) -> int:
        """How many lines of the storage ran, of one that was not killed."""
        return int(self.said[-1].removeprefix("lines "))


class Victims:
    """Starts acts of `tests.proof.victims`, one after the other, and kills them."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def one(self, act: str, *arguments: object, after: float | None = None,
            from_word: bool = False, line: int | None = None, within: str = "",
            may_fail: bool = False) -> Killed:
        """Run an act for `after` seconds, or until it comes to this line; or to its end.

        from_word: the seconds begin with the first thing that it says, not with its start;
        within: which file of the storage the lines are counted in, all if empty. AssertionError
        if the act ended with a fault of its own, unless it `may_fail`.
        """
        assert self._process.stdin and self._process.stdout
        order = {"act": act, "after": after, "from_word": from_word, "line": line,
                 "within": within,
                 "arguments": [each if isinstance(each, int) else str(each) for each in arguments]}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        killed = Killed(**json.loads(self._process.stdout.readline()))
        assert may_fail or killed.status in (0, -9), "\n".join(killed.said)
        return killed

    def whole(self, act: str, *arguments: object, within: str = "") -> Killed:
        """Run an act to its end, to know how long that takes and how many lines it has."""
        return self.one(act, *arguments, line=0, within=within)

    def somewhere(self, rng: Random, wholes: Mapping[str, Killed], act: str, *arguments: object
                  ) -> Killed:
        """Kill an act: in every other case between two lines of a file of the storage, otherwise
        at any time, in the middle of SQLite's work too.

        wholes: how it went whole, by the files that lines are chosen from.
        """
        within, whole = rng.choice(list(wholes.items()))
        if rng.random() < 0.5:
            return self.one(act, *arguments, line=rng.randint(1, whole.lines), within=within)
        return self.one(act, *arguments, after=rng.uniform(0, whole.seconds))


@contextmanager
def victims() -> Iterator[Victims]:
    """What kills, ready."""
    with subprocess.Popen([sys.executable, "-m", "tests.proof.victims"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        yield Victims(process)
        assert process.stdin
        process.stdin.close()


@contextmanager
def on_disk() -> Iterator[Path]:
    """A folder on a disk: below this one, because on many machines the usual one is memory."""
    with TemporaryDirectory(prefix="disk-", dir=Path(__file__).parent) as folder:
        yield Path(folder)


# --- what is left -------------------------------------------------------------------------------


def fault_of(path: Path) -> str:
    """What SQLite finds wrong with a file; it is opened as the program opens it before."""
    with closing(backups.reading(path)) as book:
        said = [row for row, in book.execute("PRAGMA integrity_check")]
    return "" if said == ["ok"] else "\n".join(said)


@contextmanager
def opened(path: Path) -> Iterator[tuple[Service, list[Entry]]]:
    """A book as the program opens it after a kill, and its entries. It is sound."""
    store = Store.open(f"sqlite:///{path}")
    try:
        yield Service(store, "Bert"), store.everything()
        assert fault_of(path) == ""
    finally:
        store.close()
