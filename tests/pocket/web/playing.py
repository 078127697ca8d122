"""What is done at the table, in the browser's Python: the service as the screens use it.

Every act gets JSON and returns JSON; what is told in between is what a screen would show as saved.
"""

import json
import sys
import warnings
from datetime import date
from itertools import pairwise
from pathlib import Path
from random import Random

import table

sys.path.insert(0, "/app")
warnings.filterwarnings("ignore")

from scorepad.book.facts import HandRecorded  # noqa: E402
from scorepad.config import Settings  # noqa: E402
from scorepad.games.kalter_schlag import KALTER_SCHLAG  # noqa: E402
from scorepad.i18n.message import read_out  # noqa: E402
from scorepad.service import Service  # noqa: E402
from scorepad.service.safety import Picked  # noqa: E402
from scorepad.service.views import NewEvening  # noqa: E402
from scorepad.storage import StorageFault, backups  # noqa: E402

NAMES = ("Anne", "Bert", "Cem", "Dora")
BOOK = Path("/book/book.db")
DECISIVE = range(61, 119)
"""Augen with which nobody else can have more; 119 nobody has, because no card counts 1."""
LONG = 60
"""After so many hands on a sheet the next evening begins."""

open_here = []
"""The service of the open book, once it is open."""


def service():
    return open_here[0]


flushed = []
"""How often the disk had been waited for, whenever something was told."""


def tell(*said):
    flushed.append(table.flushes())
    table.tell(json.dumps(said))


def open_book():
    """Open the book as the app does, and say what is in it, in order, and whether it is sound."""
    open_here[:] = [Service.open(Settings.of())]
    return {"hands": hands(), "unsound": unsound(),
            "files": sorted(str(path) for path in BOOK.parent.rglob("*") if path.is_file())}


def hands():
    return [entry.fact.id for entry in service()._store.everything()
            if isinstance(entry.fact, HandRecorded)]


def checks():
    """What the app's own check finds in all of it."""
    return {"findings": [str(each) for each in service().safety.check().findings]}


def unsound():
    """What is named as a book or a backup and is none."""
    found = []
    for path in (BOOK, *(each.path for each in backups.backups_of(BOOK))):
        book = backups.reading(path)
        said = [row for row, in book.execute("PRAGMA integrity_check")]
        book.close()
        if said != ["ok"]:
            found.append([str(path), *said])
    return found


def sheet_to_write():
    latest = service().latest_sheet(KALTER_SCHLAG.id)
    if latest and len(service().sheet(latest.sheet).score.lines) < LONG:
        return latest.sheet
    return service().open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES, stake=50)


def types(seed, count):
    """Type hands, digit by digit; each is told once it is saved."""
    rng, sheet = Random(seed), sheet_to_write()
    for _ in range(count):
        figure = rng.choice(DECISIVE)
        name = rng.choice(NAMES)
        for typed in str(figure)[:1], str(figure):
            service().drafts.keep(sheet, "tab", {"augen": {name: int(typed)}})
        hand = KALTER_SCHLAG.read_hand({"augen": {name: figure}}, NAMES)
        tell("hand", service().record(sheet, hand))
        service().drafts.keep(sheet, "tab", None)


def backs_up():
    """What happens at a start after something was written."""
    if service().safety.back_up_if_changed():
        tell("backup", str(backups.backups_of(BOOK)[0].path))


def imports(name, count):
    """Take in an evening with so many hands; told once it is there."""
    book = json.dumps({"format": "scorepad/1", "evenings": [{
        "id": name, "date": "2025-01-02", "sheets": [{
            "id": f"{name}-sheet", "game": "kalter-schlag", "players": list(NAMES),
            "hands": [{"id": f"{name}-{number}", "augen": {"Anne": 66}}
                      for number in range(count)]}]}]}).encode()
    meetings = service().meetings
    meetings.take(meetings.preview(Picked(name, content=book)))
    tell("import", [f"{name}-{number}" for number in range(count)])


def fills(seed, most):
    """Type hands until one is refused; what was said then."""
    try:
        types(seed, most)
    except StorageFault as fault:
        return {"refused": read_out(fault.message, "de")}
    return {"refused": ""}


def tries(what, given):
    """Do something else, and say what was refused of it."""
    try:
        ACTS[what](**given)
    except StorageFault as fault:
        return {"refused": read_out(fault.message, "de")}
    return {"refused": ""}


def renames(name, to):
    """Give a player another name."""
    people = service().people
    people.rename(next(each.id for each in people.all() if each.name == name), to)
    tell("rename", to)


def counts(what, given):
    """Do something, and say how often the disk was waited for until it was told."""
    flushed[:] = [table.flushes()]
    ACTS[what](**given)
    return {"waited": [later - before for before, later in pairwise(flushed)]}


def looks():
    """What is in the open book."""
    return {"hands": hands(), "unsound": unsound()}


ACTS = {act.__name__: act for act in (
    open_book, looks, checks, types, backs_up, imports, renames, fills,
    counts, tries)}


def act(name, given):
    return json.dumps(ACTS[name](**json.loads(given)) or {})
