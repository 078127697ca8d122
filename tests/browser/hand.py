"""A hand and a pair of eyes at the real page in Chromium.

Flutter draws on a canvas. What it tells a screen reader is the handle: a control is named by
its label, or by the `identifier` of its `ft.Semantics`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from re import Pattern
from time import monotonic
from typing import Literal

from playwright.sync_api import Locator, Page, expect

SHOTS = Path(__file__).parent.parent / "shots"
PATIENCE = 20_000
"""Milliseconds until something that should appear is given up."""
CANVAS_LAG = 700
"""Milliseconds after which the canvas shows what a touch leads to."""
STILL = 3_000
"""Milliseconds until a screen on which something always moves is taken as it is."""
BLANK = 8_000
"""Bytes of a picture of one colour, at most."""
FASTEST = 80
"""Milliseconds between two taps, at least; no finger is quicker."""
FRAMES = 6
"""Frames for which nothing has changed before a key is touched."""
UNSENT = 2_000
"""Milliseconds after which the next letter is typed, though the one before was not told to the
program."""
SLOWER = 60
"""Milliseconds between two letters that are added with each new attempt."""
UNHEARD = 1_000
"""Milliseconds after which a touch has led to nothing."""
QUIET = 400
"""Milliseconds for which a page that has come says nothing any more."""
BAR = 70
"""Pixels that a bar or a button takes above or below what scrolls."""
FOCUS_LAG = 250
"""Milliseconds after a click, or after a screen appears, in which keys are still lost."""

UPRIGHT = {"360x560": (360, 560), "375x553": (375, 553), "390x664": (390, 664),
           "412x732": (412, 732)}
ON_ITS_SIDE = {"667x320": (667, 320), "750x340": (750, 340), "844x390": (844, 390)}
"""The pages of phones whose browsers show their bars, as people hold them."""

Size = Literal["phone", "wide"]
Theme = Literal["light", "dark"]
SIZES: dict[str, tuple[int, int]] = {
    "phone": (390, 844), "wide": (1280, 800), "full": (1920, 1080), **UPRIGHT, **ON_ITS_SIDE}


THIN = "\N{NARROW NO-BREAK SPACE}"
"""What sets off the thousands of a figure."""


@dataclass(frozen=True)
class Look:
    """How the page is looked at."""

    size: Size = "phone"
    theme: Theme = "dark"
    language: Literal["de", "en"] = "de"
    text: int = 100
    """The reader's text size in per cent, as set in the browser."""
    density: float = 1
    """Pixels of the picture per pixel of the page."""
    motion: bool = True
    """Whether screens slide in; otherwise the system asks for as little motion as can be, which is
    quick, but then Flutter forgets identifiers once something is typed."""

    def __str__(self) -> str:
        name = f"{self.size}-{self.theme}-{self.language}"
        return name if self.text == 100 else f"{name}-{self.text}"


WATCH = """
    const seen = window.seen = {events: 0, asked: 0, sent: 0};
    const watch = (owner, name, note = () => true) => {
        const original = owner.prototype[name];
        owner.prototype[name] = function (...given) {
            if (note(this, ...given)) seen.events += 1;
            return original.apply(this, given);
        };
    };
    const isSign = data => (data.byteLength ?? data.size ?? data.length) <= 2;
    watch(ImageBitmapRenderingContext, "transferFromImageBitmap");
    const sockets = new WeakSet();
    watch(WebSocket, "send", (socket, data) => {
        if (!sockets.has(socket))
            socket.addEventListener("message", event => {
                if (isSign(event.data)) return;
                seen.events += 1;
                seen.asked = 0;
            });
        sockets.add(socket);
        if (isSign(data)) return false;
        seen.sent += 1;
        seen.asked = performance.now();
        return true;
    });
    window.same = (look, frames, patience) => new Promise(answer => {
        const start = performance.now();
        let before, kept = 0;
        const next = () => {
            const now = look();
            kept = now === before ? kept + 1 : 0;
            before = now;
            if (kept >= frames || performance.now() - start > patience)
                answer();
            else
                requestAnimationFrame(next);
        };
        next();
    });
"""
"""Every frame that Flutter has drawn comes to the screen as a bitmap. What a touch leads to is
asked of the program, which need not answer; signs of life, of a byte or two, do not count. `same`
answers once what `look` finds has been the same for so many frames of the browser."""

ASK = """
    async patience => {
        const asked = seen.asked;
        await fetch("/favicon.png", {cache: "no-store", signal: AbortSignal.timeout(patience)})
            .catch(() => null);
        return asked;
    }
"""
"""Asks the program something that comes the same way as a touch, and waits for the answer: the
program has heard of the touch by then. Answers which one that was."""

IS_STILL = """
    ([patience, lag, done]) => same(() => {
        const waits = seen.asked > done && performance.now() - seen.asked < lag;
        return waits ? Symbol() : seen.events;
    }, 8, patience)
"""
"""Answers once nothing was drawn or heard for eight frames; the program has done what a touch led
to up to the one at `done`, whether there was anything to say or not."""

WAS_SENT = """
    ([before, patience]) => new Promise(answer => {
        const end = performance.now() + patience;
        const look = () => seen.sent !== before ? answer(true)
            : performance.now() > end ? answer(false) : setTimeout(look, 5);
        look();
    })
"""
"""Answers whether anything has been sent to the program since."""

READY = """
    async (node, [frames, still, patience, lag]) => {
        await fetch("/favicon.png", {cache: "no-store", signal: AbortSignal.timeout(still)})
            .catch(() => null);
        return new Promise(answer => {
            const begun = performance.now(), tree = node.getRootNode();
            const part = tree.querySelector?.("flt-semantics-host") ?? tree;
            let changes = 0, before, kept = 0;
            const watching = new MutationObserver(() => changes += 1);
            watching.observe(part, {subtree: true, childList: true, attributes: true});
            const done = found => { watching.disconnect(); answer(found); };
            const look = () => {
                if (!node.isConnected) return done(null);
                const now = performance.now(), {x, y, width, height} = node.getBoundingClientRect();
                const dead = node.matches("[aria-disabled=true]")
                    || node.querySelector("[aria-disabled=true]");
                const waits = seen.asked && now - seen.asked < lag;
                const state = [x, y, width, height, changes].join();
                kept = state === before && !waits ? kept + 1 : 0;
                before = state;
                if (now - begun > patience) return done(dead ? "dead" : null);
                if (dead || !width || kept < frames && now - begun < still)
                    return requestAnimationFrame(look);
                let above = 0, below = innerHeight;
                for (let up = node.parentElement; up; up = up.parentElement) {
                    const {overflowY} = getComputedStyle(up);
                    if (!up.closest("flt-semantics") || !["hidden", "scroll"].includes(overflowY))
                        continue;
                    const edges = up.getBoundingClientRect();
                    [above, below] = [Math.max(above, edges.top), Math.min(below, edges.bottom)];
                }
                done([x + width / 2, y + height / 2, above, below]);
            };
            look();
        });
    }
"""
"""Waits until the program has answered, a control can be pressed, and neither its place nor what
a screen reader is told has changed for so many frames: a tap that comes to a key just as it is
drawn anew meets nobody, or another. What the program has sent is there once it has answered a
question of ours, which comes the same way.

Answers its middle, and the upper and the lower edge of where it can be touched: what has scrolled
under a bar still has its place in the tree, where a finger would hit the bar. Null if it is gone by
then, for another may stand in its place."""

GO = """
    ([left, route, patience]) => new Promise(answer => {
        const end = performance.now() + patience;
        history.pushState(null, "", route);
        dispatchEvent(new PopStateEvent("popstate", {state: null}));
        const look = () => !left.isConnected ? answer(true)
            : performance.now() > end ? answer(false) : requestAnimationFrame(look);
        look();
    })
"""
"""What the browser does when its user goes back or forward: the address, and who listens to it.
True once the heading of the screen that is left is gone."""

LOOKS = (Look(), Look("wide", "light", "en"), Look(text=200))
"""Both sizes, themes and languages, and large text, for a parametrized test that takes
screenshots: every screen is seen in each of them once."""


def augen(seat: int, figure: int) -> list[str]:
    """What is to be touched for a player's Augen."""
    return [f"seat-{seat}", *[f"digit-{digit}" for digit in str(figure)]]


class Hand:
    """What a person does with the page, and what is to be seen there.

    A control is named by `name` (its label, whole) or by `identifier`. rests: whether the program
    has nothing to do, where that can be known.
    """

    def __init__(self, page: Page, address: str, look: Look,
                 rests: Callable[[], bool] | None = None) -> None:
        self.page = page
        self.look = look
        self._rests = rests
        self.taps = 0
        """Counted by `tap`; set it to 0 where a tap budget starts."""
        self._address = address
        self._tapped = 0.0

    def open(self, route: str = "/", anew: bool = False) -> None:
        """Go to a route of the app, and be able to read it.

        An open page goes there by itself, unless it is there already or is to be loaded anew.
        """
        here = self.page.url.removeprefix(self._address)
        if anew or here in (self.page.url, route) or not self._go(route):
            self.page.goto(self._address + route)
            self.make_readable()
        self.settle()

    def _go(self, route: str) -> bool:
        headings = self.page.get_by_role("heading")
        left = headings.element_handles()
        if not left:  # under an open menu there is nothing to read
            return False
        here = f"#{route}" if self._address.endswith("#") else route
        gone = self.page.evaluate(GO, [left[0], here, PATIENCE])
        assert gone, f"The page did not go to {route}: {self.words()}"
        headings.first.wait_for(state="attached", timeout=PATIENCE)
        return True

    def reload(self) -> None:
        """Press F5."""
        self.page.reload()
        self.make_readable()

    def find(self, name: str | None = None, *, identifier: str | None = None) -> Locator:
        """The control's node; without waiting for it."""
        if identifier is not None:
            return self.page.locator(f'[flt-semantics-identifier="{identifier}"]')
        assert name is not None, "name or identifier"
        labelled = self.page.get_by_label(name, exact=True)
        return self.page.get_by_role("button", name=name, exact=True).or_(labelled).first

    def tap(self, name: str | None = None, *, identifier: str | None = None) -> None:
        """Touch the middle of a control, once it is there and can be touched."""
        before = self.page.evaluate("seen.sent")
        self._touch(self.find(name, identifier=identifier))
        self.taps += 1
        # Where a screen reader may be listening, Flutter drops a click in a thousand on a machine
        # with too much to do. Whoever sees that nothing happens touches the key again.
        if identifier and not self.page.evaluate(WAS_SENT, [before, UNHEARD]):
            again = self.find(identifier=identifier)
            if again.count():
                self._touch(again)

    def touch(self, *identifiers: str) -> None:
        """Tap controls one after the other."""
        for identifier in identifiers:
            self.tap(identifier=identifier)

    def hurry(self, *identifiers: str) -> None:
        """Touch keys that stay where they are as fast as a finger goes, whatever is drawn."""
        places = [self._reach(self.find(identifier=identifier)) for identifier in identifiers]
        for place in places:
            self.page.mouse.click(*place)
            self.page.wait_for_timeout(FASTEST)

    def _reach(self, node: Locator) -> tuple[float, float]:
        """Bring a control where it can be touched; the place, once everything stands still."""
        within = SIZES[self.look.size][0]
        before = None
        for _ in range(30):
            node.wait_for(state="attached", timeout=PATIENCE)
            self._let_it_finish()
            ready = node.evaluate(READY, [FRAMES, STILL, PATIENCE, CANVAS_LAG])
            assert ready != "dead", f"{node} cannot be pressed: {self.words()}"
            if ready is None:
                continue
            x, y, above, below = ready
            if (x, y) == before:  # it goes no further
                return x, y
            before = x, y
            if not above <= y <= below:
                step = min(300, max(50, round((below - above) / 2)))
                self.scroll(step if y > above else -step)
            elif self._rests and not self._rests():
                before = None
            elif not 0 <= x <= within:  # a row of chips
                self.page.mouse.move(within / 2, y)
                self.page.mouse.wheel(200 if x > 0 else -200, 0)
                self.settle()
            else:
                return x, y
        raise AssertionError(f"{node} cannot be reached: {self.words()}")

    def _let_it_finish(self) -> None:
        """Wait until the program has nothing to do: it answers in several parts, and a machine with
        too much to do takes its time between them."""
        end = monotonic() + STILL / 1000
        while self._rests and not self._rests() and monotonic() < end:
            self.page.wait_for_timeout(5)

    def _touch(self, node: Locator) -> None:
        place = self._reach(node)
        # Where a screen reader may be listening, Flutter takes a click that comes at once after
        # another for an echo of it, and drops it.
        if (early := self._tapped + FASTEST / 1000 - monotonic()) > 0:
            self.page.wait_for_timeout(early * 1000)
        self.page.mouse.click(*place)
        self._tapped = monotonic()

    def _scroll_to(self, field: Locator) -> None:
        """Turn the wheel until a field lies under no bar: Flutter scrolls, not the page."""
        above, below = BAR, SIZES[self.look.size][1] - 2 * BAR
        before = None
        for _ in range(10):
            box = field.bounding_box()
            if box is None or box == before or above <= box["y"] + box["height"] / 2 <= below:
                return
            before = box
            self.scroll(300 if box["y"] > above else -300)

    def scroll(self, by: int) -> None:
        """Turn the wheel so many pixels; what is off the screen is in no accessibility tree."""
        width, height = SIZES[self.look.size]
        self.page.mouse.move(width / 2, height / 2)
        self.page.mouse.wheel(0, by)
        self.settle()

    def type(self, text: str, *, into: str | Pattern[str]) -> None:
        """Put `text` into the field labelled `into`, in place of what was there. A pattern stands
        for a field whose label goes on with a hint as long as it has the keyboard and is empty."""
        self.fill(self.page.get_by_label(into, exact=True), text)

    def fill(self, field: Locator, text: str) -> None:
        """Put `text` into a field, in place of what was there."""
        self.settle()  # what was tapped last may still move the field
        self._scroll_to(field)
        for attempt in range(3):
            field.click()
            expect(field).to_be_focused()
            self.page.wait_for_timeout(FOCUS_LAG)
            self.page.keyboard.press("ControlOrMeta+A")
            for letter in text:  # Flutter loses those that come while it is busy with one
                before = self.page.evaluate("seen.sent")
                self.page.keyboard.type(letter)
                self.page.evaluate(WAS_SENT, [before, UNSENT])
                self.page.wait_for_timeout(attempt * SLOWER)
            end = monotonic() + 1 + attempt
            while not self._has_text(field, text) and monotonic() < end:
                self.page.wait_for_timeout(20)
            if not self._has_text(field, text):
                continue
            # The field shows a letter before the program has heard of it. From Bert to Berta the
            # button is live, dead at "Bert", and live: a tap in between would be lost.
            self.settle()
            if field.count() == 0 or self._has_text(field, text):
                return
        raise AssertionError(f"{text!r} did not get into {field}")

    def _has_text(self, field: Locator, text: str) -> bool:
        """Whether a field has this text: while it is written to, Flutter may have another for it
        in the page, and tell of the first one later."""
        return any(each.count() and each.first.input_value() == text
                   for each in (field, self.page.locator(".flt-text-editing")))

    def press(self, *keys: str) -> None:
        """Press keys one after the other, named as Playwright does."""
        self.page.wait_for_timeout(FOCUS_LAG)
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(30)

    def sees(self, text: str) -> None:
        """Wait until `text` is part of what the screen says."""
        expect(self._saying(text).first).to_be_attached(timeout=PATIENCE)

    def sees_one_of(self, *texts: str) -> str:
        """Wait until one of them is part of what the screen says, and say which."""
        end = monotonic() + PATIENCE / 1000
        while not (seen := [text for text in texts if self._saying(text).count()]):
            assert monotonic() < end, f"None of {texts} is said: {self.words()}"
            self.page.wait_for_timeout(50)
        return seen[0]

    def sees_no(self, text: str) -> None:
        """Wait until nothing on the screen says `text`."""
        expect(self._saying(text)).to_have_count(0, timeout=PATIENCE)

    def words(self) -> str:
        """All that the screen says now, a line each: for a message, or a rough look."""
        return self.page.locator("flt-semantics-host").aria_snapshot()

    def settle(self) -> None:
        """Wait until nothing moves any more: a screen that slides in takes no taps."""
        done = self.page.evaluate(ASK, STILL) if self._rests else 0
        self._let_it_finish()
        if done:  # what it had to say has come, too
            self.page.evaluate(ASK, STILL)
        self.page.evaluate(IS_STILL, [STILL, CANVAS_LAG, done])

    def shot(self, name: str) -> Path:
        """Save what is to be seen as ``tests/shots/NAME-SIZE-THEME-LANG.png``."""
        path = SHOTS / f"{name}-{self.look}.png"
        self.settle()
        assert len(self.page.screenshot(path=path)) > BLANK, f"{name} is blank"
        return path

    def _saying(self, text: str) -> Locator:
        return self.page.get_by_text(text).or_(self.page.get_by_label(text))

    def make_readable(self) -> None:
        """Have the screen read to whoever listens."""
        # Until the page's own first screen has gone, it takes every tap, and the language is not
        # yet the app's.
        self.page.locator("#start").wait_for(state="detached", timeout=60_000)
        switch_on_semantics(self.page, 60_000)
        # A dialog or a menu that is still open hides the heading from whoever listens.
        there = self.page.get_by_role("heading").or_(self.page.get_by_role("button"))
        there.first.wait_for(state="attached", timeout=PATIENCE)
        # A page says its language and its size, and is drawn anew for them: nobody is so quick.
        # Until the program has heard it, Flutter calls the language en-US.
        self.page.locator("html:not([lang='en-US'])").wait_for(state="attached", timeout=PATIENCE)
        before = None
        while before != (sent := self.page.evaluate("globalThis.seen?.sent ?? 0")):
            before = sent
            self.page.wait_for_timeout(QUIET)


def switch_on_semantics(page: Page, patience: int) -> None:
    """Press the button that Flutter has for it, unless somebody has: off-screen, where no mouse
    can hit it. patience: milliseconds until it is given up that there is one."""
    page.locator("flt-semantics-placeholder, flt-semantics-host *").first.wait_for(
        state="attached", timeout=patience)
    page.evaluate("document.querySelector('flt-semantics-placeholder')?.click()")
