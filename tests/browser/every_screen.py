"""Every screen of an evening on phones as people hold them: what is wrong with the places of its
controls. Each is whole within the screen, or can be brought there, is large enough for a finger,
and lies under no other.

A server at a name over plain HTTP, so that the phones' screen and the joining page are among them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser

from scorepad.config import Settings
from scorepad.service import Service
from tests.browser.evenings import IN_THE_MIDDLE, LOST, evening, take_in
from tests.browser.hand import CANVAS_LAG, Hand, Look
from tests.browser.held import evening as of_every_game, games, hold
from tests.browser.looking import looking
from tests.browser.table_server import TableServer

NAME = "scorepad.home"
AT_THE_NAME = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"

FINGER, TURNS = 47.9, 30
"""What a finger needs, in pixels, less what rounding takes; how often the wheel is turned."""

SLOWEST = 3_000
"""Milliseconds after which what is wrong with a screen is looked at once more."""

INLINE = ("link", "textbox", "input", "textarea")
"""The roles of what stands in a line of words, or in a field with a frame of its own."""

ROW = "hand-"
"""How the rows of the hands begin, which are as high as their figures."""


class Control(NamedTuple):
    """A control as it is to be seen: its place in pixels, and whether it is seen whole."""

    name: str
    role: str
    x: float
    y: float
    width: float
    height: float
    seen: bool

    @property
    def is_inline(self) -> bool:
        """Whether it need not be as high as a finger."""
        return self.role in INLINE or self.name.startswith(ROW)

    @property
    def area(self) -> float:
        return self.width * self.height


FIND = """
    () => {
        const roles = "button link switch checkbox radio tab textbox".split(" ");
        const wanted = [...roles.map(role => `[role=${role}]`), "input", "textarea", "button",
                        "a[href]"].join();
        return [...document.querySelectorAll(wanted)].filter(node =>
            node.checkVisibility() && !node.matches(".flt-text-editing, flt-semantics-placeholder"
            )).map(node => {
            const {x, y, width, height} = node.getBoundingClientRect();
            const slack = node.matches("input, textarea") ? 4 : 0.5;
            const holds = box => box.left <= x + slack && box.top <= y + slack
                && x + width <= box.right + slack && y + height <= box.bottom + slack;
            let seen = holds({left: 0, top: 0, right: innerWidth, bottom: innerHeight});
            for (let up = node.parentElement; up && seen; up = up.parentElement)
                if (getComputedStyle(up).overflowY !== "visible" && up.closest("flt-semantics"))
                    seen = holds(up.getBoundingClientRect());
            const named = node.closest("[flt-semantics-identifier]");
            return [named?.getAttribute("flt-semantics-identifier") || node.ariaLabel
                    || node.textContent.trim().slice(0, 40) || node.id,
                    node.getAttribute("role") || node.localName, x, y, width, height, seen];
        }).filter(([, , , , width, height]) => width > 1 && height > 1);
    }
"""
"""What can be touched, as `Control` has it. A field lies in the page a little larger than it is
drawn."""


class Screen(NamedTuple):
    """A screen of the app: its route, what is touched there, and whether what that opens covers the
    screen."""

    route: str
    touched: Sequence[str] = ()
    covers: bool = False


SCREENS = {
    "home": Screen("/"),
    "new": Screen("/new"),
    "new-game": Screen("/new", ("game-kalter-schlag",)),
    "seats": Screen("/evening/held/sheet/of-doppelkopf/seats"),
    "rules": Screen("/evening/e/sheet/s/rules"),
    "head": Screen("/evening/e/sheet/s", ("player-0",), covers=True),
    "menu": Screen("/evening/e/sheet/s", ("menu",), covers=True),
    **{f"sheet-{game}": Screen(f"/evening/held/sheet/of-{game}") for game in games()},
    "hand": Screen("/evening/e/sheet/s/hand/h2"),
    "correction": Screen("/evening/e/sheet/s/hand/h2", ("correct",)),
    "end": Screen("/evening/over/sheet/lost"),
    "next-match": Screen("/evening/on/sheet/lost-too"),
    "settlement": Screen("/evening/e"),
    "card": Screen("/evening/over"),
    "phones": Screen("/phones"),
}


@contextmanager
def table(folder: Path, *options: str) -> Iterator[TableServer]:
    """A server at a name, with an evening that goes on, one of every game, one on which a Partie
    has just ended, and one that is over."""
    server = TableServer(folder / "data", "--host", "0.0.0.0", "--name", NAME, *options).start()
    hands = [{**each, "id": f"h{number}"} for number, each in enumerate(IN_THE_MIDDLE, 1)]
    take_in(server, evening(*hands), of_every_game(),  # type: ignore[arg-type]
            evening(*LOST, id="on", sheet="lost-too"),
            evening(*LOST, id="over", sheet="lost", date="2026-11-13"))
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(server.data)}))
    service.close_evening("over")
    service.close()
    try:
        yield server
    finally:
        server.stop()


def host_of(server: TableServer, chromium: Browser, look: Look) -> Hand:
    """The host's phone, at the name."""
    address = f"http://{NAME}:{server.address.rpartition(':')[2]}"
    page = looking(chromium, look).new_page()
    page.goto(f"{address}/#{server.key('host')}")
    page.locator("#name").fill("Gerry")
    page.locator("#join").click()
    hand = Hand(page, address, look)
    hand.make_readable()
    return hand


def faults_of(user: Hand) -> list[str]:
    """What is wrong with the controls of the screen, a line each."""
    seen: dict[tuple[str, str], Control] = {}
    apart: dict[tuple[str, str], bool] = {}
    before: list[Control] | None = None
    width, height = user.page.viewport_size["width"], user.page.viewport_size["height"]
    # On its side, what scrolls stands on the right; but a dialog stands in the middle.
    in_dialog = user.page.locator("[role=dialog], [role=alertdialog]").count() > 0
    user.page.mouse.move(width * (0.5 if in_dialog else 0.75), height / 2)
    for _turn in range(TURNS):
        controls = [Control(*each) for each in user.page.evaluate(FIND)]
        if controls == before:
            break
        for each in controls:
            key = each.name, each.role
            if key not in seen or (each.seen, each.area) > (seen[key].seen, seen[key].area):
                seen[key] = each
        for one, other in combinations([each for each in controls if each.seen], 2):
            pair = one.name, other.name
            if not _within(one, other):
                apart[pair] = apart.get(pair, False) or not _lap(one, other)
        before = controls
        user.page.mouse.wheel(0, height / 4)
        user.settle()
    user.page.mouse.wheel(0, -10_000)
    user.settle()
    faults = [f"{each} is cut or outside" for each in seen.values()
              if not each.seen and not each.name.startswith(ROW)]
    faults += [f"{each} is too small" for each in seen.values() if each.seen
               and not each.is_inline and min(each.width, each.height) < FINGER]
    return faults + [f"{one} and {other} lie over each other"
                     for (one, other), free in apart.items() if not free]


def _lap(one: Control, other: Control) -> bool:
    """Whether two controls share more than an edge."""
    return min(one.x + one.width, other.x + other.width) - max(one.x, other.x) > 1 \
        and min(one.y + one.height, other.y + other.height) - max(one.y, other.y) > 1


def _within(one: Control, other: Control) -> bool:
    """Whether one is a part of the other, as the foot of a tile is, and takes its own taps."""
    small, large = sorted((one, other), key=lambda each: each.area)
    return large.x - 1 <= small.x and small.x + small.width <= large.x + large.width + 1 \
        and large.y - 1 <= small.y and small.y + small.height <= large.y + large.height + 1


def faults_on(user: Hand, name: str, sizes: Sequence[str], pictures: Path) -> Iterator[str]:
    """What is wrong with a screen on phones of these sizes, a line each. A contact sheet of it,
    with a picture for each size, is written into a folder."""
    hold(user, "phone")
    user.open(SCREENS[name].route)
    user.touch(*SCREENS[name].touched)
    yield from _in_sizes(user, name, sizes, pictures)
    if SCREENS[name].touched:
        user.press("Escape")
        if SCREENS[name].covers:  # until it has gone
            user.find(identifier=SCREENS[name].touched[0]).wait_for(state="attached")
        user.settle()  # or it would be open again where the page is loaded anew


def faults_of_joining(server: TableServer, chromium: Browser, look: Look, sizes: Sequence[str],
                      pictures: Path) -> Iterator[str]:
    """The same of the joining page, before anybody came in."""
    page = looking(chromium, look).new_page()
    page.goto(f"http://{NAME}:{server.address.rpartition(':')[2]}/")
    page.locator("#join").wait_for()
    user = Hand(page, page.url, look)
    user.settle = lambda: page.wait_for_timeout(100)  # type: ignore[method-assign]
    yield from _in_sizes(user, "joining", sizes, pictures)
    page.context.close()


def _in_sizes(user: Hand, name: str, sizes: Sequence[str], pictures: Path) -> Iterator[str]:
    taken = []
    for size in sizes:
        hold(user, size)
        user.page.wait_for_timeout(CANVAS_LAG)
        taken.append(pictures / f"screen-{name}-{size}-{user.look}.png")
        user.page.screenshot(path=taken[-1])
        if faults := faults_of(user):  # a machine with too much to do may not have drawn it yet
            user.page.wait_for_timeout(SLOWEST)
            user.page.screenshot(path=taken[-1])
            faults = faults_of(user)
        yield from [f"{size}, {name}: {fault}" for fault in faults]
    contact_sheet(taken, pictures / f"contact-{name}-{user.look}.png")


def contact_sheet(pictures: Sequence[Path], into: Path, gap: int = 12) -> None:
    """Put pictures side by side into one, which takes their place."""
    images = [Image.open(each).convert("RGB") for each in pictures]
    sheet = Image.new("RGB", (sum(each.width + gap for each in images) + gap,
                              max(each.height for each in images) + 2 * gap), (110, 119, 113))
    left = gap
    for image in images:
        sheet.paste(image, (left, gap))
        left += image.width + gap
    sheet.save(into)
    for each in pictures:
        each.unlink()
