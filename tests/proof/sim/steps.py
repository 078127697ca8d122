"""What may happen next on an evening: what people do, and what befalls them."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from html import unescape
from random import Random
from typing import TYPE_CHECKING, Any

from scorepad.service import Refused
from scorepad.service.roles import Role
from scorepad.storage import StorageFault
from scorepad.storage.restoring import Picked
from tests.proof.meaning import deeds, hostile
from tests.proof.meaning.acts import do_something
from tests.proof.meaning.choosing import pick_sheet
from tests.proof.meaning.deeds import Sheet
from tests.proof.meaning.players import YEAR, Broken, Device, cut
from tests.proof.meaning.table_acts import Typed, look, write, written
from tests.proof.sim.devices import Page, know
from tests.proof.sim.server import COOKIE, Power, Server
from tests.proof.sim.wire import asked

if TYPE_CHECKING:
    from tests.proof.sim.evening import Evening

FOR_HOSTS = frozenset({
    "PlayerRenamed", "PlayerDeleted", "PlayerUndeleted", "PlayerMerged", "PlayerParted",
    "PlayerRetired", "PlayerMarked", "StarsOpened", "TariffSet", "RuleSetKept", "RuleSetDropped",
    "ClubChosen", "RulesChanged"})
"""The kinds of entries that a writer's device does not bring: people, rules, the club's ledger."""
NONSENSE = [attack for attack in hostile.NONSENSE if attack is not hostile.bad_star]
"""What changes nothing for anybody; a writer may well note a star for a place that nobody knows."""
BOUND = 0.5
"""Seconds within which whoever watches sees what was saved."""


def up(evening: "Evening", rng: Random) -> Server | None:
    """Return a server that is there."""
    there = [each for each in evening.servers if each.service is not None]
    return rng.choice(there) if there else None


# --- what people do -------------------------------------------------------------------------------


async def page_acts(evening: "Evening", rng: Random) -> None:
    """Let somebody do something on a page of a server."""
    page = rng.choice(evening.pages)
    if (server := up(evening, rng)) is None:
        return
    evening.world.rng = rng
    try:
        with page.at(evening.book, server):
            pass
        know(evening.book)
        do_something(_Used(evening.book, page, server), rng)  # type: ignore[arg-type]
    except StorageFault as fault:
        evening.world.told.append(f"{page.name} cannot save: {fault}")


class _Used:
    """The servers' book as a page uses it."""

    def __init__(self, book: Device, page: Page, server: Server) -> None:
        self.__dict__.update(_book=book, _page=page, _server=server)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._book, name, value)

    def at_hand(self) -> Any:
        return self._page.at(self._book, self._server)


async def page_writes(evening: "Evening", rng: Random) -> None:
    """Let somebody look, type, and save a little later what was typed: meanwhile others may have
    written, or the server may die in the middle."""
    page = rng.choice(evening.pages)
    if (server := up(evening, rng)) is None:
        return
    with page.at(evening.book, server) as device:
        sheet = pick_sheet(device, rng)
        typed = sheet and look(device, sheet, rng)
    if not typed:
        return
    await asyncio.sleep(rng.choice((0.1, 0.5, 2, 5)))
    if not await page.wire.way() or server.service is None:
        return
    evening.world.rng = rng
    if rng.random() < 0.06:
        _dies_saving(evening, page, server, typed, rng)
        return
    try:
        with page.at(evening.book, server) as device:
            know(device)
            hand = write(device, typed)
            number = len(device.sheet(typed.sheet).lines)
    except (Refused, KeyError, StorageFault) as fault:
        evening.world.told.append(f"{page.name} is told: {fault}")
        return
    evening.beside(_is_seen(evening, typed.sheet, number, hand.points))


def _dies_saving(evening: "Evening", page: Page, server: Server, typed: Typed,
                 rng: Random) -> None:
    """Let the machine of a server lose its power before or after a hand is committed; whoever
    typed it looks afterwards whether it is there."""
    home: Any = server.service._store._home  # type: ignore[union-attr]
    saved = rng.random() < 0.5
    own = ""

    def dies(*_: Any) -> None:
        raise Power

    try:
        with page.at(evening.book, server) as device:
            know(device)
            setattr(home, "committed" if saved else "glance", dies)
            own = device.service.record(typed.sheet.id, typed.hand, after=typed.last,
                                        seen=typed.seen)
    except Power:
        evening.world.told.append(f"{server.name} dies while {page.name} saves")
    except (Refused, KeyError, StorageFault) as fault:
        evening.world.told.append(f"{page.name} is told: {fault}")
    finally:
        vars(home).pop("committed", None)
        vars(home).pop("glance", None)
    die(evening, power=True)
    if own:
        raise Broken(f"{page.name} is told that a hand is saved, and the server has died")
    server.start()
    with page.at(evening.book, server) as device:
        shown = device.sheet(typed.sheet)
        last = shown.lines[-1] if shown.lines else None
        if last and last.id not in evening.world.hands:
            written(device, typed, last.id)
    server.stop()
    evening.beside(back(evening, server, rng.uniform(1, 20)))


async def _is_seen(evening: "Evening", sheet: Sheet, number: int,
                   points: Mapping[str, int]) -> None:
    """Raise `Broken` unless those who watch a sheet see within the bound that a hand was saved."""
    lines = evening.book.lines
    watching = [(each, each.feed) for each in evening.watchers
                if each.sheet == sheet.id and each.feed and each.feed.is_open
                and each.feed.parts and not each.wire.is_cut and each.wire.slow < BOUND / 4]
    await asyncio.sleep(BOUND)
    if not up(evening, Random(0)):
        return
    names = _names(evening)
    know(evening.book)
    if evening.book.lines != lines:
        return  # more has happened since, which is seen instead
    for watcher, feed in watching:
        if watcher.feed is not feed or not feed.is_open or watcher.wire.is_cut:
            continue
        shown = "".join(part for name, part in feed.parts.items() if name.startswith("hands"))
        row = re.search(rf'scope="row"[^>]*>{number}(?!\d).*?data-told="(.*?)"', shown, re.S)
        said = unescape(row[1]) if row else ""
        if not said:
            raise Broken(f"{watcher.name} does not see hand {number} of {sheet.game}")
        for sign, figure in points.items():
            told = f"{names[sign]} {'−' if figure < 0 else ''}{abs(figure)}"
            if sheet.game != "frei" and abs(figure) < 1000 and told not in said:
                raise Broken(f"{watcher.name} sees “{said}” of hand {number}, not {told}")


def _names(evening: "Evening") -> dict[str, str]:
    """Return everybody's name by sign, other spellings too."""
    return {evening.world.sign_of(own): person.name
            for person in evening.judged_service().people.all()
            for own in (person.id, *[spelt.id for spelt in person.spelt])}


async def phone_acts(evening: "Evening", rng: Random) -> None:
    """Let somebody do something on a phone that has a book of its own."""
    phone = rng.choice(evening.phones)
    evening.world.rng = rng
    know(phone)
    do_something(phone, rng)


async def phone_meets(evening: "Evening", rng: Random) -> None:
    """Let a phone meet the servers' book."""
    if server := up(evening, rng):
        await rng.choice(evening.phones).meet(evening, server)


async def phones_meet(evening: "Evening", rng: Random) -> None:
    """Let a phone take in a file of entries of another, or a part of it."""
    if len(evening.phones) < 2:
        return
    one, other = rng.sample(evening.phones, 2)
    if one.busy:
        return
    evening.world.rng = rng
    with other.at_hand():
        text = other.file()
    know(one)
    one.take(cut(text, rng) if rng.random() < 0.3 else text, f"{other.name}'s file")


async def watcher_follows(evening: "Evening", rng: Random) -> None:
    """Let somebody begin to watch, or come back."""
    rng.choice(evening.watchers).follow(evening, rng)


# --- what befalls them ----------------------------------------------------------------------------


async def network(evening: "Evening", rng: Random) -> None:
    """Cut somebody's network for a while."""
    one = rng.choice([*evening.phones, *evening.watchers, *evening.pages])
    one.wire.is_cut = True
    evening.world.told.append(f"{one.name} has no network")
    await asyncio.sleep(rng.uniform(1, 30))
    one.wire.is_cut = False
    evening.world.told.append(f"{one.name} has a network again")
    if one in evening.watchers:
        one.follow(evening, rng)


async def server_dies(evening: "Evening", rng: Random) -> None:
    """Kill a server, or let all of the machine's power go."""
    if (server := up(evening, rng)) is None:
        return
    power = rng.random() < 0.5
    evening.world.told.append(f"{server.name} dies{' without power' if power else ''}")
    if power:
        die(evening, power=True)
        for each in evening.servers:
            await back(evening, each, rng.uniform(1, 20))
    else:
        server.stop()
        await back(evening, server, rng.uniform(1, 20))


def die(evening: "Evening", *, power: bool) -> None:
    """Let all servers die at once."""
    first, *others = [each for each in evening.servers if each.service is not None]
    first.stop(power=power)
    for each in others:
        each.stop()


async def back(evening: "Evening", server: Server, seconds: float) -> None:
    """Let a server come back, with all that was saved."""
    await asyncio.sleep(seconds)
    if server.service is None:
        evening.book.last_id = None
        server.start()
        evening.world.told.append(f"{server.name} is back")
        before = evening.book.lines
        evening.book.service = server.found()
        know(evening.book)
        if (lost := before - evening.book.lines) and not evening.epoch:
            raise Broken(f"{server.name} has lost {len(lost)} entries that were saved")
        evening.judged_book()


async def disk_full(evening: "Evening", rng: Random) -> None:
    """Let the disk of a server have no more room for a while."""
    if (server := up(evening, rng)) is None or not evening.book.path:
        return
    driver: Any = server.service._store._connection.connection.driver_connection  # type: ignore
    pages = driver.execute("PRAGMA page_count").fetchone()[0]
    driver.execute(f"PRAGMA max_page_count = {pages}")
    evening.world.told.append(f"the disk of {server.name} is full")
    await asyncio.sleep(rng.uniform(1, 10))
    with suppress(sqlite3.ProgrammingError):  # the server has died, and had another one since
        driver.execute("PRAGMA max_page_count = 1073741823")
        evening.world.told.append(f"the disk of {server.name} has room again")


async def clock_jumps(evening: "Evening", rng: Random) -> None:
    """Put somebody's clock forward or back."""
    phone = rng.choice(evening.phones)
    phone.jumps += round(rng.choice((-1, 1)) * rng.choice((60 * 10 ** 9, 3600 * 10 ** 9, YEAR)))
    evening.world.told.append(f"the clock of {phone.name} jumps")


async def goes_back(evening: "Evening", rng: Random) -> None:
    """Let a phone keep a backup, and restore it later."""
    phone = rng.choice(evening.phones)
    if phone.busy:
        return
    saved = phone.saved()
    await asyncio.sleep(rng.uniform(2, 20))
    if not phone.busy:
        evening.world.rng = rng
        evening.epoch += 1
        phone.restore(saved)


async def server_goes_back(evening: "Evening", rng: Random) -> None:
    """Let the host keep a backup of the servers' book, and restore it later."""
    if (server := up(evening, rng)) is None or len(evening.servers) > 1:
        return
    with evening.pages[0].at(evening.book, server) as device:
        saved = device.service.safety.back_up()
    await asyncio.sleep(rng.uniform(2, 20))
    if server.service is not None:
        evening.world.told.append("the host restores a backup of the servers' book")
        evening.epoch += 1
        evening.world.rng = rng
        with evening.pages[0].at(evening.book, server) as device:
            device.service.safety.restore(Picked("backup", content=saved))
            device.service.refresh()
        know(evening.book)


async def newer(evening: "Evening", rng: Random) -> None:
    """Let a phone get entries of a newer version, from a file."""
    phone = rng.choice(evening.phones)
    if phone.busy:
        return
    know(phone)
    with phone.at_hand():
        text = phone.file()
    if len(text.splitlines()) < 2:
        return
    book = hostile.Book.of(text, rng)
    if not book.facts.get("SheetOpened"):
        return
    told = book.sheet()
    entry = book.entry("SheetPhotographed", {"sheet": told["sheet"]}, told["evening"],
                       by="a newer version", device="newer")
    line = json.dumps(entry)
    phone._take(Picked("newer", content="\n".join([hostile.HEAD, line, ""]).encode()),
                frozenset(), "a file of a newer version", False)
    if not any(entry["id"] in each for each in phone.lines):
        raise Broken(f"{phone.name} has not kept an entry of a newer version")


async def mallory(evening: "Evening", rng: Random) -> None:
    """Let somebody bring nonsense to a server, or what is not for his role."""
    if (server := up(evening, rng)) is None:
        return
    with evening.pages[0].at(evening.book, server) as device:
        text = device.file()
    text = "\n".join([line for line in text.split("\n") if not any(
        own in line for own in evening.world.apart)])
    know(evening.book)
    sound = evening.book.lines
    book = hostile.Book.of(text, rng)
    attack = rng.choice([*NONSENSE, *hostile.FOR_HOSTS * 4])
    try:
        entries = attack(book)
    except (KeyError, IndexError):  # there is nothing of that kind yet
        return
    key, visitor = evening.mallory
    evening.world.told.append(f"Mallory, a {visitor.role}, brings {attack.__name__}")
    status, _said = await asked(server.app, "/api/exchange", {
        "cookie": f"{COOKIE}={key}"}, hostile.message_of(entries))
    if server.service is None:
        return
    evening.book.service = server.found()
    know(evening.book)
    came = [json.loads(line) for line in evening.book.lines - sound
            if '"device": "evil"' in line or '"device":"evil"' in line]
    if came and visitor.role is Role.WATCHER:
        raise Broken(f"a watcher brings {came[0]['kind']}")
    if wrong := [each["kind"] for each in came if each["kind"] in FOR_HOSTS]:
        raise Broken(f"a writer brings {wrong[0]}")
    _is_there_too(evening)
    if status >= 500 and status != 503:
        raise Broken(f"Mallory is answered with {status}")
    evening.judged_book()


def _is_there_too(evening: "Evening") -> None:
    """Let the world know of what Mallory may add by right: an evening, a sheet, a hand in red."""
    world, service = evening.world, evening.judged_service()
    for card in service.evenings():
        held = world.evenings.setdefault(card.id, deeds.Evening(card.date, card.place, card.id))
        for view in service.evening(card.id).sheets:
            record = view.score.record
            sheet = world.sheets.setdefault(view.id, deeds.Sheet(
                held, view.game.id, record.stake, record.currency, view.score.rules, view.id))
            for line in view.score.lines:
                world.hands.setdefault(line.record.stamp.id, deeds.Hand(
                    sheet, None, deeds.Content("")))


STEPS: dict[str, tuple[float, Callable[["Evening", Random], Awaitable[None]]]] = {
    "page acts": (20, page_acts), "page writes": (24, page_writes), "phone acts": (18, phone_acts),
    "phone meets": (10, phone_meets), "phones meet": (3, phones_meet),
    "watcher follows": (6, watcher_follows), "network": (3, network),
    "server dies": (1.5, server_dies), "disk full": (0.7, disk_full),
    "clock jumps": (1, clock_jumps), "goes back": (0.7, goes_back),
    "server goes back": (0.4, server_goes_back), "newer": (1, newer), "mallory": (2, mallory)}
"""What happens, and how often beside the others."""
