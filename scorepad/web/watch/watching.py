"""The watched pages: each is drawn once a change, for all who look at it in the same language; and
where those who only look go next: a screen at the wall, and the address alone."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from scorepad.i18n.message import Message, say
from scorepad.service import Service
from scorepad.service.agreements import playing
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced, Unreachable
from scorepad.web import limits
from scorepad.web.watch.parts import (
    File,
    Part,
    Templates,
    evenings_parts,
    ledger_parts,
    sentence_parts,
    settlement_parts,
    sheet_parts,
)
from scorepad.web.watch.streams import BEAT, Streams
from scorepad.web.watch.tournament import tournament_parts

EVERY = 0.25
"""Seconds between two looks at what other programs have written."""

PAUSE = 0.04
"""Seconds between two drawings, at least: faster hands are told together."""

REST = 1.0
"""Seconds until a book that could not be read is asked again: to open it may take long."""

MISSED = 3
"""Failed looks in a row after which the pages say that the book cannot be read."""

UNREADABLE = say("The book cannot be read at the moment. This page tries again by itself.")
"""The reason why a page shows nothing; what it is in particular is no business of a watcher."""

MARK = 16
"""Bits of a state's number that tell which server counted it."""


class Address(NamedTuple):
    """The content of a page. kind: "evenings", "sheet", "settlement" or "stars"; id: of the sheet
    or the evening; before: as for `sheet_parts`."""

    kind: str
    id: str = ""
    before: int = 0

    @property
    def events(self) -> str:
        """The path of the stream of its changes."""
        match self.kind:
            case "sheet":
                earlier = f"/before/{self.before}" if self.before else ""
                return f"/watch/{self.id}{earlier}/events"
            case "settlement":
                return f"/watch/{self.id}/settlement/events"
            case "stars":
                return "/watch/stars/events"
        return "/watch/events"

    @property
    def short(self) -> str:
        """The path of the page below /watch; empty for the lists."""
        return f"{self.id}/settlement" if self.kind == "settlement" else self.id


class Numbers:
    """The numbers of states, which grow: with the clock, so that they also do after a restart."""

    def __init__(self) -> None:
        self._mark = secrets.randbelow(1 << MARK)
        self._last = 0

    def next(self) -> int:
        """Return a number greater than all before it."""
        self._last = max(time.time_ns() // 1_000_000 << MARK | self._mark,
                         self._last + (1 << MARK))
        return self._last

    def is_own(self, number: int) -> bool:
        """Return whether this server may have counted it, and no other that runs now."""
        return number % (1 << MARK) == self._mark


@dataclass(eq=False)
class Page:
    """A page in one language, as it was drawn last. at: the number of the state; began: of the
    first one that is known; parts: in their order; since: the number of the state in which each
    part became what it is; revision: of the book."""

    address: Address
    templates: Templates
    numbers: Numbers
    at: int = 0
    began: int = 0
    revision: int = -1
    parts: dict[str, Part] = field(default_factory=dict)
    since: dict[str, int] = field(default_factory=dict)
    _evening: str = ""

    def draw(self, service: Service, trouble: Message | None) -> None:
        """Draw it anew; raises KeyError for what is not in the book, and StorageFault."""
        parts = self._parts(service)
        if (club := service.club.name) and self.address.kind != "evenings":
            parts.insert(0, Part("club", "head", self.templates.draw("shared", "club", club)))
        if not self.address.before:
            parts.append(next_part(service, self.address.short, self.templates))
        if trouble is not None:
            said = self.templates.words.sentence(trouble)
            parts.insert(1, Part("trouble", "main", self.templates.draw(
                "others", "trouble", said)))
        self._take({part.id: part for part in parts})

    def _parts(self, service: Service) -> list[Part]:
        id, templates = self.address.id, self.templates
        match self.address.kind:
            case "sheet":
                self._evening = self._evening or service.sheet(id).evening
                evening = service.evening(self._evening)
                found = [sheet for sheet in evening.sheets if sheet.id == id]
                if not found:  # it is not in the book any more
                    self._evening = ""
                    raise KeyError(id)
                return list(sheet_parts(found[0], evening, self.address.before, templates))
            case "settlement":
                if (held := service.tournaments.find(id)) is not None:
                    return list(tournament_parts(held, templates))
                return list(settlement_parts(
                    service.evening(id), service.club.evening(id), templates))
            case "stars":
                return list(ledger_parts(service.club.ledger(), templates))
        return list(evenings_parts(service, templates))

    def say(self, sentence: Message) -> None:
        """Show nothing but a sentence."""
        self._take({part.id: part for part in sentence_parts(sentence, self.templates)})

    def _take(self, parts: dict[str, Part]) -> None:
        changed = [name for name, part in parts.items() if self.parts.get(name) != part]
        if not changed and list(parts) == list(self.parts):
            return
        self.at = self.numbers.next()
        self.began = self.began or self.at
        self.since = {name: self.at if name in changed else self.since[name] for name in parts}
        self.parts = parts

    @property
    def _in_app(self) -> str:
        """The address at which the app shows the same."""
        id = self.address.id
        match self.address.kind:
            case "sheet" if self._evening:
                return f"/evening/{self._evening}/sheet/{id}"
            case "settlement":
                return f"/evening/{id}"
            case "stars":
                return "/stars"
        return "/"

    def whole(self) -> str:
        """Return the HTML of the whole page."""
        return self.templates.page("Scorepad", self.parts.values(), self.address.events,
                                   str(self.at), self._in_app)

    def news(self, seen: int) -> bytes:
        """Return the event that leads from a state, 0 for none, to this one; empty for none."""
        if not (self.numbers.is_own(seen) and self.began <= seen <= self.at):
            seen = 0
        if seen == self.at:
            return b""
        drawn = "".join(part.html for name, part in self.parts.items() if self.since[name] > seen)
        data = f'<div data-order="{" ".join(self.parts)}">{drawn}</div>'
        lines = "".join(f"data: {line}\n" for line in data.splitlines() if line)
        return f"event: sheet\nid: {self.at}\n{lines}\n".encode()


class Watching:
    """The pages that are watched, and the one look at the book for all of them. find: returns the
    service of the book as it is now, or raises StorageFault; files: what pages load."""

    def __init__(self, find: Callable[[], Service], files: dict[str, File]) -> None:
        self._find = find
        self.files = files
        self.streams = Streams()
        self._pages: dict[tuple[Address, str], Page] = {}
        self._templates: dict[str, Templates] = {}
        self._numbers = Numbers()
        self._service: Service | None = None
        self._revision = self._missed = 0
        self._trouble: Message | None = None
        self._looking: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._hinted = asyncio.Event()

    # --- pages --------------------------------------------------------------------------------

    def service(self) -> Service:
        """Return the service, or the one read last if the book is away. Raises StorageFault."""
        try:
            service, trouble = self._found(), None
        except (Unreachable, Displaced):
            if self._service is None:
                raise
            service, trouble = self._service, UNREADABLE
        if not self.streams:  # otherwise the look decides, which does not say it at once
            self._note(trouble)
        return service

    async def ask(self) -> None:
        """See, on a thread, whether a server that has the book answers: it may take long."""
        if self._service is not None and self._service.may_hang:
            with suppress(StorageFault):
                await asyncio.to_thread(self._service.has_news)

    def _note(self, trouble: Message | None) -> None:
        """Note what the pages say about the book, besides what it holds."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._revision += 1

    def _found(self) -> Service:
        """Return the service, which has read what others have written. Raises StorageFault."""
        found = self._find()
        if found is not self._service:
            self._service = found
            found.when_changed(self._changed)
            self._revision += 1
        return found

    def page(self, address: Address, language: str) -> Page:
        """Return a page as the book is now; raises KeyError and StorageFault."""
        service = self.service()
        page = self._pages.get((address, language)) or Page(
            address, self.templates(language), self._numbers)
        if page.revision != self._revision:
            self._draw(page, service)
        self._pages.pop((address, language), None)
        self._pages[address, language] = page  # as the latest one
        watched = self.streams.pages()
        idle = [key for key, each in self._pages.items() if each not in watched]
        for key in idle[:-limits.PAGES]:
            del self._pages[key]
        return page

    def templates(self, language: str) -> Templates:
        """Return the templates in a language."""
        if language not in self._templates:
            self._templates[language] = Templates.of(language, self.files)
        return self._templates[language]

    def _draw(self, page: Page, service: Service) -> None:
        revision = self._revision  # it grows if the drawing finds something new
        page.draw(service, self._trouble)
        page.revision = revision

    # --- looking ------------------------------------------------------------------------------

    def _changed(self) -> None:
        """Note that the book has changed; on any thread."""
        self._revision += 1
        self.hint()

    def hint(self) -> None:
        """Look soon; on any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the server has ended
                self._loop.call_soon_threadsafe(self._hinted.set)

    def look_who_watches(self) -> None:
        """End the streams of devices that may no longer watch; on any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.streams.beat)

    def begin(self) -> None:
        """Look as long as there are streams."""
        if self._looking is None or self._looking.done():
            self._loop = asyncio.get_running_loop()
            self._looking = self._loop.create_task(self._look_on())

    async def _look_on(self) -> None:
        beaten, drawn = time.monotonic(), -1
        self._hinted.set()  # a page may have been drawn a moment too early
        while self.streams:
            due = asyncio.get_running_loop().call_later(EVERY, self._hinted.set)
            await self._hinted.wait()
            due.cancel()
            self._hinted.clear()
            if drawn == self._revision:  # otherwise the change comes first
                await self._look()
            if drawn != self._revision:
                drawn = self._revision
                await self._redraw()
                await asyncio.sleep(PAUSE)
            if time.monotonic() - beaten >= BEAT:
                beaten = time.monotonic()
                self.streams.beat()

    async def _look(self) -> None:
        """Read again if another program has written."""
        trouble = None
        try:
            if self._service is None or not self._service.may_hang \
                    or await asyncio.to_thread(self._service.has_news):
                self._found()
        except (Unreachable, Displaced):
            trouble = UNREADABLE
        except StorageFault:  # it is told to whoever saves
            await asyncio.sleep(REST)
            return
        self._missed = self._missed + 1 if trouble else 0
        self._note(trouble if self._missed >= MISSED else self._trouble if trouble else None)

    async def _redraw(self) -> None:
        """Draw all that is watched, and wake its streams."""
        for page in self.streams.pages():
            try:
                if self._service is not None and page.revision != self._revision:
                    self._draw(page, self._service)
            except (KeyError, StorageFault) as fault:
                page.say(UNREADABLE if isinstance(fault, StorageFault) else missing(page.address))
                page.revision = self._revision
            self.streams.wake(page)
            await asyncio.sleep(0)


def missing(address: Address) -> Message:
    """Return the sentence about what is not in the book."""
    return say("This sheet is not in the book.") if address.kind == "sheet" else \
        say("This evening is not in the book.")


def the_one_sheet(service: Service) -> str | None:
    """Return the sheet that is played now, if there is no other to choose, or the page of the
    tournament that is held, below /watch; None otherwise."""
    latest = next(iter(service.evenings()), None)
    if latest is None or latest.closed:
        return None
    if latest.tournament:
        return f"{latest.id}/settlement"
    sheets = playing(service.evening(latest.id))
    if len(sheets) > 1:
        return None
    return sheets[0].id if sheets else latest.latest_sheet


def next_part(service: Service, address: str, templates: Templates) -> Part:
    """Return the part that says where somebody who only looks goes next. address: of the page,
    below /watch. The part is empty where there is nowhere to go."""
    there, in_turn = _next(service, address)
    return Part("next", "head", templates.draw(
        "shared", "next", f"/watch/{there}" if there not in ("", address) else "", in_turn))


def _next(service: Service, address: str) -> tuple[str, bool]:
    """Return the next page: the sheet that is played, or of several each in turn, after a while;
    from a sheet of an evening that has ended its settlement. Also whether it is in turn."""
    if there := the_one_sheet(service):
        return there, False
    latest = next(iter(service.evenings()), None)
    if latest is None:
        return "", False
    view = service.evening(latest.id)
    if latest.closed:
        ended = address in [sheet.id for sheet in view.sheets]
        return f"{latest.id}/settlement" if ended else "", False
    sheets = [sheet.id for sheet in playing(view)]
    here = sheets.index(address) if address in sheets else -1
    return sheets[(here + 1) % len(sheets)], here >= 0 or not address
