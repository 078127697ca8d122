"""Three pages at one sheet, tapped in any order: no hand is written twice without a question that
was answered, and what is half typed is on one page, and on no other without a tap."""

import asyncio
from collections.abc import Iterator
from random import Random
from time import monotonic

import pytest

from scorepad.config import Settings
from scorepad.ui.app import main_for
from tests.proof.conftest import Note
from tests.screens.conftest import Table, service as service, settings as settings, table as table
from tests.screens.driver import Driver, _walk, tap, texts_of

TABS = "abc"


def typed_on(ui: Driver) -> str:
    """Anne's Augen as they stand on a page."""
    tile = ui.find(identifier="seat-0")
    return "".join(text for each in _walk(tile, set()) for text in texts_of(each)
                   if text.isdigit())


class People:
    """What was done on each page, and what must follow.

    typed: Anne's Augen as somebody has typed them; after: the hand that this follows; again: what
    a page had typed when it was taken over.
    """

    def __init__(self, table: Table, pages: dict[str, Driver], rng: Random) -> None:
        self.table, self.pages, self.rng = table, pages, rng
        self.typed = dict.fromkeys(pages, "")
        self.after = dict.fromkeys(pages, "")
        self.counts = dict.fromkeys(("saved", "asked", "answered", "dropped", "taken over",
                                     "had again", "undone"), 0)
        self.figure = 0
        self.done: list[tuple[str, str, str, int]] = []

    def ids(self) -> list[str]:
        return [line.record.stamp.id for line in self.table.score.lines]

    def end(self) -> str:
        return ([""] + self.ids())[-1]

    def shown_end(self, ui: Driver) -> str:
        """The last hand that stands on a page: it may be behind, never ahead."""
        number = 0
        while ui.find_all(identifier=f"hand-{number + 1}"):
            number += 1
        return ["", *self.ids()][number]

    async def step(self) -> None:
        """Something, on one of the pages."""
        name = self.rng.choice(TABS)
        ui = self.pages[name]
        ways = [way for way in ("all-the-same", "drop-mine", "take-over", "mine-again")
                if ui.find_all(identifier=way)]
        way = self.rng.choice(["type"] * 6 + ["Enter"] * 3 + ["undo"] + 2 * ways)
        before, shown = self.ids(), self.shown_end(ui)
        match way:
            case "type" if not self.typed[name]:
                await self.type(name, ui)
            case "Enter":
                await self.enter(name, ui)
            case "undo":
                await self.undo(name, ui)
            case "all-the-same":
                await tap(ui, way)
                self.counts["answered"] += 1
                if len(self.ids()) > len(before):
                    self.typed[name] = ""
                else:  # another hand was written that it had not seen: it is asked again
                    self.after[name] = shown
            case "drop-mine":
                await tap(ui, way)
                self.typed[name] = ""
                self.counts["dropped"] += 1
            case "take-over":
                await self.take_over(name, ui)
            case "mine-again":
                await self.mine_again(name, ui)
        self.done.append((name, way, self.typed[name], len(self.ids())))
        if way not in ("Enter", "undo", "all-the-same"):
            assert self.ids() == before, way

    async def type(self, name: str, ui: Driver) -> None:
        self.after[name] = self.shown_end(ui)
        self.figure += 1
        self.typed[name] = str(61 + self.figure % 30)
        await tap(ui, "seat-0", *[f"digit-{digit}" for digit in self.typed[name]])

    async def enter(self, name: str, ui: Driver) -> None:
        """It is saved where it follows, and never where it does not."""
        before, follows = self.ids(), self.after[name] == self.end()
        await ui.press("Enter")
        if self.typed[name] and follows:
            assert len(self.ids()) == len(before) + 1, (name, self.typed, self.done[-12:])
            self.typed[name] = ""
            self.counts["saved"] += 1
        else:
            assert self.ids() == before
            self.counts["asked"] += bool(self.typed[name])

    async def undo(self, name: str, ui: Driver) -> None:
        await self.in_step()
        if self.ids():
            before = self.end()
            await tap(ui, "undo")
            if self.after[name] == before:
                self.after[name] = self.end()
            self.counts["undone"] += 1
        await self.in_step()

    async def take_over(self, name: str, ui: Driver) -> None:
        await tap(ui, "take-over")
        figure = typed_on(ui)
        if not figure:
            return  # it was not there any more
        [other] = [tab for tab in TABS if tab != name and self.typed[tab] == figure]
        self.typed[name], self.after[name], self.typed[other] = figure, self.after[other], ""
        self.counts["taken over"] += 1
        await self.in_step()  # a key for what has just gone is not typed

    async def mine_again(self, name: str, ui: Driver) -> None:
        await tap(ui, "mine-again")
        if figure := typed_on(ui):
            for tab in TABS:
                if tab != name and self.typed[tab] == figure:
                    self.typed[tab] = ""
            self.typed[name] = figure
            self.after[name] = self.end()
            self.counts["had again"] += 1
        await self.in_step()

    async def in_step(self) -> None:
        """Wait until every page shows what was done, and look: each has what was typed on it, or
        what it took, and nothing else."""
        until = monotonic() + 30
        while True:
            await asyncio.sleep(0.02)
            for ui in self.pages.values():
                await ui.settle()
            if all(typed_on(ui) == self.typed[name] and self.shown_end(ui) == self.end()
                   for name, ui in self.pages.items()):
                break
            assert monotonic() < until, (
                self.typed, {name: typed_on(ui) for name, ui in self.pages.items()})
        for name, ui in self.pages.items():
            asked = bool(self.typed[name]) and self.after[name] != self.end()
            assert bool(ui.find_all(identifier="question")) == asked, name


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is on the screen has been seen, no second Enter means anything, and nobody waits to
    look at the others."""
    monkeypatch.setattr("scorepad.ui.entry.model.UNSEEN", 0)
    monkeypatch.setattr("scorepad.ui.entry.entry.DOUBLE_TAP", 3600)
    monkeypatch.setattr("scorepad.ui.watching.EVERY", 0.05)
    yield


@pytest.mark.rounds(short=12, full=600)
@pytest.mark.usefixtures("quick")
async def test_nothing_is_doubled_lost_or_shown_elsewhere(
        table: Table, settings: Settings, rounds: int, note: Note) -> None:
    main, pages, hub = main_for(settings), {}, None
    for name in TABS:
        def named(page, name=name):
            page.session.store.set("tab", name)
            return main(page)
        pages[name] = await Driver.start(named, route=table.route, language="en-GB", hub=hub)
        hub = pages[name].client.pubsubhub
    people = People(table, pages, Random(13))
    try:
        for number in range(rounds):
            await people.step()
            if number % 3 == 0:
                await people.in_step()
            while len(people.ids()) > 3:  # a fifth loss would end the Partie
                await people.undo("a", pages["a"])
        await people.in_step()
    finally:
        for ui in pages.values():
            await ui.stop()
    for what, count in people.counts.items():
        note(f"two people at one hand: {what}", count)
