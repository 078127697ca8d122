"""``python -m tests.bench``: every measurement, or those of the files named, as one table.

Each line is a ratio, measured in this run, against its limit. Exit 1 if one is over it, unless
`figures.json` says that it was so before, or if one is more than a fifth above what stands there.
``--keep`` writes that file anew: on a quiet machine, and after everything has been measured.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.bench import figures
from tests.bench.figures import Figure
from tests.bench.saving import BOOKS

HELPERS = {"__init__", "__main__", "timing", "figures", "counter"}
AS_IT_IS_USED = {key: value for key, value in os.environ.items()
                 if key not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")}
"""The environment without what developers set and users do not: with the first of these our
modules are compiled at every start, and those of pip are not."""

RUN = "import sys; from tests.bench import {0}; sys.exit(not {0}.measure())"


def measured_by(name: str, books: str) -> tuple[list[Figure], bool]:
    """What a file measures, in a process of its own: what one leaves behind slows the collector of
    the next. And whether it ran to its end.

    books: the folder for books that others measure with, too.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures"
        code = subprocess.run([sys.executable, "-c", RUN.format(name)],
                              env={**AS_IT_IS_USED, figures.FIGURES: str(file),
                                   BOOKS: books}).returncode
        found = figures.measured(file)
    over = any(not figure.within for figure in found)
    return found, code == (1 if over else 0) and bool(found)


def measured_in_turn(names: list[str], before: Mapping[str, float]) \
        -> tuple[list[Figure], list[str]]:
    """What these files measure, one after the other, and a sentence for each that broke off."""
    found: list[Figure] = []
    broken = []
    with tempfile.TemporaryDirectory() as books:
        for name in names:
            measured, whole = measured_by(name, books)
            if figures.worse(measured, before):
                # Something else may have run beside it; what got worse is worse twice.
                print("measured again, because it is worse than it was:", flush=True)
                measured = figures.better_of(measured, measured_by(name, books)[0])
            found += measured
            if not whole:
                broken.append(f"{name}: broke off")
    return found, broken


def main() -> int:
    names = [name for name in sys.argv[1:] if name != "--keep"]
    every = sorted(file.stem for file in Path(__file__).parent.glob("*.py")
                   if file.stem not in HELPERS)
    before = figures.kept()
    print(figures.HEAD, flush=True)
    found, broken = measured_in_turn(names or every, before)
    over = [figure for figure in found if not figure.within]
    known = [figure for figure in over
             if figure.limit is not None and before.get(figure.name, 0) > figure.limit]
    print(*[f"still over its limit: {figure.name}" for figure in known], sep="\n")
    said = broken + [f"over its limit: {figure.name}" for figure in over if figure not in known]
    if "--keep" in sys.argv[1:]:
        if broken or names:
            said.append("Nothing is kept, because not everything was measured.")
        else:
            figures.keep(found)
    else:
        said += [f"worse by more than a fifth: {line}" for line in figures.worse(found, before)]
    print(*said, sep="\n")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
