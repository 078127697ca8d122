"""What a book of 300,000 hands costs in PostgreSQL, as `million` measures one in SQLite."""

import tempfile
from pathlib import Path

from tests.bench.million import HANDS, command, make, meeting
from tests.bench.timing import report
from tests.postgres import Postgres

EVENINGS = (HANDS,) * 1_500


def measure() -> bool:
    """Every measurement of this file; False if one is over its limit."""
    fine = True
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as name:
        folder = Path(name)
        document, entries = folder / "book.json", folder / "book.entries"
        make(folder / "book.db", EVENINGS)
        for options in (["--entries", entries], [document]):
            command(folder / "data", f"sqlite:///{folder / 'book.db'}", "export",
                    *map(str, options))
        server = Postgres(folder / "server")
        with server.database() as one, server.database() as other, server.database() as third:
            for what, of, *arguments in (
                    ("merge into an empty book", one, "merge", entries),
                    ("merge into another", other, "merge", entries),
                    ("import into an empty book", third, "import", document),
                    ("check", one, "check"), ("export", one, "export", document)):
                megabytes = command(folder / "data", of, *map(str, arguments))
                fine &= report(f"memory for {what}, 300,000 hands in PostgreSQL / 500 MB",
                               megabytes / 500, 1, f"{megabytes:.0f} MB")
            seconds, side, megabytes = meeting((one, other), 1)
        fine &= report("opening 300,000 hands in PostgreSQL / 1.5 s", seconds / 1.5, 1,
                       f"{seconds:.2f} s")
        fine &= report("each side of an exchange / 1 s", side, 1, f"{side:.2f} s")
        fine &= report("memory that it takes / 100 MB", megabytes / 100, 1, f"{megabytes:.0f} MB")
    return fine
