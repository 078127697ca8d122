"""A monkey at the page: it taps, types and goes wherever it likes, and keeps a list of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import flet as ft
from flet.messaging.protocol import MessageAction
from playwright.sync_api import BrowserContext, Error, FileChooser

from scorepad.games import GAMES
from scorepad.service import Service
from scorepad.ui.app import ROUTES
from tests.browser.hand import GO, PATIENCE, SIZES, Hand, Look

CONTROLS = """
    ([width, height]) => [...document.querySelectorAll(
        "[flt-semantics-identifier], [flt-tappable], [role=button], [role=switch], input, textarea"
    )].map(node => {
        const box = node.getBoundingClientRect();
        const field = node.matches("input, textarea");
        const name = node.getAttribute("flt-semantics-identifier") || node.ariaLabel
            || node.textContent.slice(0, 30);
        return {name, field, x: box.x + box.width / 2, y: box.y + box.height / 2};
    }).filter(node => 0 < node.x && node.x < width && 0 < node.y && node.y < height)
"""
"""What can be tapped or typed into, as far as it is on the screen."""

GO_THERE = """
    route => {
        history.pushState(null, "", location.origin + route);
        dispatchEvent(new PopStateEvent("popstate", {state: null}));
    }
"""

TEXTS = (
    "0", "7", "63", "120", "0,5", "-1", "1e9", "9" * 400, "٣٤", "½", "３", "20.5.2021",
    "AV/U9/K/-F", "Anne", "Bert", " ", "", "anne ", "{name}", "{0} %s %(n)d",
    "'; DROP TABLE fact; --", "<b>&amp;",
    "♠ 🂡 🃏 👩‍👩‍👧", "שלום عليكم", "\u202eAnne", "z̸̢̛a̵l̷g̶o", "\u200b", "a\nb\tc",
    "x" * 5000, "ß" * 70)

KEYS = ("Enter", "Tab", "Shift+Tab", "Escape", "Backspace", "Delete", "ArrowUp", "ArrowDown",
        "Space", "Control+Z", "Control+Y", "Control+A", "F2", "End", "PageDown",
        *"0123456789kjsdgKJSDG,/-")

NOWHERE = (
    "/nowhere", "/evening", "/evening/", "/evening//sheet/", "/people/%00", "/people/../../etc",
    "/%E2%99%A0", "/rules/skat", "/rules/kalter-schlag/set/9", "/safety/restore/..%2F..%2Fbook.db",
    "/statistics/of/x/never/skat", "/new?like=nothing", "/new?like=", "/new?", "/#/new", "//", "/?",
    "/stars/of/%F0%9F%83%8F", "/statistics/of/x/%C2%B2/all", "/" + "a" * 2000,
    f"/statistics/of/x/{'9' * 5000}/all", "/people/'%20OR%201=1", "/New", "/new/new")

FILES = (b"", b"{", b"SQLite format 3\0" + bytes(200), b'{"format": "scorepad/1"}',
         bytes(range(256)))


def paths(routes: list[ft.Route], before: str = "") -> Iterator[str]:
    """Every address that the app knows, with its parameters still unnamed."""
    for route in routes:
        here = f"{before}/{route.path}" if route.path else before
        yield here or "/"
        yield from paths(route.children or [], here)


class Where(NamedTuple):
    """What an address may name: sheets with their hands, and single values by parameter."""

    sheets: list[dict[str, str]]
    values: dict[str, list[str]]

    @classmethod
    def of(cls, service: Service) -> "Where":
        """All that is in a book."""
        sheets = [{"evening": card.id, "sheet": sheet.id, "hand": line.record.stamp.id}
                  for card in service.evenings() for sheet in service.evening(card.id).sheets
                  for line in sheet.score.lines]
        players = [person.id for person in service.people.all()]
        return cls(sheets, {
            "player": players, "game": [game.id for game in GAMES],
            "year": ["2026", "all", "1"], "own": ["1"], "of": ["standard"], "name": ["book.db"]})

    def fill(self, path: str, rng: Random) -> str:
        """An address with something in the place of every parameter, mostly what belongs there."""
        sheet = rng.choice(self.sheets)
        parts = []
        for written in path.split("/"):
            part = written
            if written.startswith(":"):
                name = written[1:].partition("(")[0]
                fitting = [sheet[name]] if name in sheet else self.values.get(name, ["x/y"])
                part = rng.choice(fitting if rng.random() < 0.9 else ["nobody", sheet["hand"]])
            parts.append(part)
        return "/".join(parts)


@dataclass
class Monkey:
    """where: what an address may name; acts: what it has done, a line each; crashes: what the
    program told the page of crashes of its own."""

    context: BrowserContext
    address: str
    look: Look
    where: Where
    rng: Random
    acts: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        page = self.context.new_page()
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.on("filechooser", self._choose)
        self.hand = Hand(page, self.address, self.look)
        self.hand.open()

    def _hear(self, frame: bytes | str) -> None:
        # A zero, a list of two in MessagePack, and first in it what the message is about.
        if isinstance(frame, bytes) and frame[2] == MessageAction.SESSION_CRASHED.value:
            self.crashes.append(frame.decode(errors="replace"))

    def _choose(self, chooser: FileChooser) -> None:
        content = self.rng.choice(FILES)
        self.acts.append(f"chooses a file of {len(content)} bytes")
        chooser.set_files([{"name": "some.json", "mimeType": "", "buffer": content}])

    def act(self) -> None:
        """Do one thing, any."""
        [choice] = self.rng.choices(list(ACTS), list(ACTS.values()))
        chosen: Callable[[], str] = choice.__get__(self)
        if not self.hand.page.url.startswith(self.address):  # before the first page, or elsewhere
            self.hand.open(anew=True)
        self.acts.append("…")
        at = len(self.acts) - 1
        try:
            self._read()
            self.acts[at] = f"{self.look}: {chosen()}"
        except Exception as fault:
            self.acts[at] = f"{self.look}: {chosen.__name__}: {fault}"
            if not isinstance(fault, Error) or "Execution context" not in str(fault):
                raise  # otherwise an earlier step in the history has just loaded the page anew
        self.hand.page.wait_for_timeout(self.rng.choice((0, 20, 100, 300)))

    def answers(self) -> bool:
        """Whether the page still goes where it is told to go.

        Asked twice, because a step in the history may be about to load the page anew.
        """
        self.acts.append(f"{self.look}: asked whether it still answers")
        for _attempt in range(2):
            self._read()
            self.hand.page.keyboard.press("Escape")
            self.hand.settle()
            left = self.hand.page.get_by_role("heading").element_handles()
            target = "/preferences" if self.hand.page.url.endswith("/people") else "/people"
            if left and self.hand.page.evaluate(GO, [left[0], target, PATIENCE]):
                return True
            self.acts.append(f"{self.look}: {self.hand.page.url} did not go to {target}: "
                             f"{self.hand.words()}")
        return False

    def _read(self) -> None:
        """Have the page read out, if a step in the history has loaded it anew."""
        if self.hand.page.locator("flt-semantics-placeholder").count():
            self.hand.make_readable()

    # --- what it can do ----------------------------------------------------------------------

    def _tap(self) -> str:
        controls = self._controls()
        if not controls:
            return "found nothing to tap"
        chosen = self.rng.choice(controls)
        self.hand.page.mouse.click(chosen["x"], chosen["y"])
        return f"tapped {chosen['name']!r}"

    def _type(self) -> str:
        text, fields = self.rng.choice(TEXTS), [each for each in self._controls() if each["field"]]
        name = "nowhere"
        if fields:
            chosen = self.rng.choice(fields)
            name = chosen["name"]
            self.hand.page.mouse.click(chosen["x"], chosen["y"])
            self.hand.page.wait_for_timeout(self.rng.choice((0, 250)))
        if self.rng.random() < 0.5:
            self.hand.page.keyboard.press("ControlOrMeta+A")
        if self.rng.random() < 0.5 and len(text) < 50:
            self.hand.page.keyboard.type(text)
        else:
            self.hand.page.keyboard.insert_text(text)
        return f"typed {text[:50]!r} ({len(text)}) into {name!r}"

    def _press(self) -> str:
        keys = self.rng.choices(KEYS, k=self.rng.choice((1, 1, 3)))
        for key in keys:
            self.hand.page.keyboard.press(key)
        return f"pressed {', '.join(keys)}"

    def _scroll(self) -> str:
        by = self.rng.choice((-2000, -300, 300, 300, 2000))
        self.hand.page.mouse.move(*self._somewhere())
        self.hand.page.mouse.wheel(0, by)
        return f"scrolled by {by}"

    def _drag(self) -> str:
        start, end, mouse = self._somewhere(), self._somewhere(), self.hand.page.mouse
        mouse.move(*start)
        mouse.down()
        self.hand.page.wait_for_timeout(self.rng.choice((0, 600)))
        mouse.move(*end, steps=4)
        mouse.up()
        return f"dragged from {start} to {end}"

    def _back(self) -> str:
        by = self.rng.choice((-1, -1, -2, 1, 1))
        self.hand.page.evaluate("by => history.go(by)", by)
        return f"went {by} in the history"

    def _reload(self) -> str:
        self.hand.reload()
        return "pressed F5"

    def _go(self) -> str:
        route = self._route()
        self.hand.page.evaluate(GO_THERE, route)
        return f"went to {route[:100]}"

    def _enter_address(self) -> str:
        route = self._route()
        self.hand.open(route, anew=True)
        return f"entered the address {route[:100]}"

    def _route(self) -> str:
        if self.rng.random() < 0.25:
            return self.rng.choice(NOWHERE)
        return self.where.fill(self.rng.choice(list(paths(ROUTES))), self.rng)

    def _controls(self) -> list[dict]:
        return self.hand.page.evaluate(CONTROLS, SIZES[self.look.size])

    def _somewhere(self) -> tuple[int, int]:
        width, height = SIZES[self.look.size]
        return self.rng.randrange(width), self.rng.randrange(height)


ACTS = {Monkey._tap: 50, Monkey._type: 14, Monkey._press: 8, Monkey._scroll: 8, Monkey._drag: 3,
        Monkey._back: 7, Monkey._reload: 2, Monkey._go: 6, Monkey._enter_address: 2}
"""What it does, and how often among a hundred times."""
