"""From the finger to the digit on a line that is slow: 100 ms to the server, and 100 ms back.

Delayed is what goes over the WebSocket, between the page and the server, for no browser slows that
down. Measured inside the page, from the finger's leaving the glass to the change of what a screen
reader would read, or, in the line for a whole hand, to the letter in the field.

A key of the sheet goes to the server and back: the figure is the line's, and what the program adds
stands behind it. The line is a field of the page's own, which shows each letter at once. What is
typed ahead of the answers is neither lost nor mixed up.
"""

import tempfile
from pathlib import Path
from statistics import median

from tests.bench.tap import tapped
from tests.bench.timing import report
from tests.browser.evenings import evening, take_in
from tests.browser.hand import PATIENCE, Hand, Look
from tests.browser.looking import looking, running
from tests.browser.program import Program
from tests.gate import Gate

DELAY, AT_ONCE, ROUNDS = 0.1, 100, 12
"""Seconds, each way; milliseconds."""

ON_THE_LINE = """
    letter => new Promise((answer, fail) => {
        const field = document.activeElement;
        let pressed;
        addEventListener("keydown", () => pressed = performance.now(), {capture: true, once: true});
        const look = () => (field.value || "").endsWith(letter) && pressed
            ? requestAnimationFrame(() => answer(performance.now() - pressed))
            : requestAnimationFrame(look);
        look();
        setTimeout(() => fail("no letter"), 20000);
    })
"""
"""Milliseconds from a key until the frame after the one with its letter in the field."""


def through(gate: Gate) -> str:
    """The flag of a Chromium that comes to what lies behind a gate only through it."""
    return f"--host-resolver-rules=MAP 127.0.0.1:{gate.to} 127.0.0.1:{gate.port}"


def digits(sheet: Hand) -> float:
    """Milliseconds until a digit of Anne's stands on her tile, in the median."""
    times = []
    for _ in range(ROUNDS):
        sheet.touch("seat-0")
        times += tapped(sheet, "digit-6", "Anne, 6")
        sheet.touch("backspace")
    return median(times)


def letters(sheet: Hand) -> float:
    """Milliseconds until a letter stands in the line for a whole hand, of the slowest."""
    sheet.press("F2")
    sheet.page.get_by_label("The hand in a line").wait_for(timeout=PATIENCE)
    sheet.settle()
    times, page = [], sheet.page
    for letter in "Anne 66 Jungfer Dora":
        page.evaluate(f"letter => {{ window.took = ({ON_THE_LINE})(letter); }}", letter)
        page.keyboard.press("Space" if letter == " " else letter)
        times.append(float(page.evaluate("took")))
        page.wait_for_timeout(150)
    return max(times)


def ahead(sheet: Hand) -> bool:
    """Whether a hand that is typed as fast as a finger goes arrives in its order."""
    sheet.hurry("seat-1", "digit-6", "digit-9", "jungfer-2")
    sheet.sees("Bert +140")
    return True


def measure() -> bool:
    """Every measurement of this file; False if one is over its limit."""
    with tempfile.TemporaryDirectory() as folder:
        program, gate = Program(Path(folder) / "data"), Gate()
        program.start()
        take_in(program, evening())
        gate.to, gate.delay = int(program.address.rpartition(":")[2]), DELAY
        try:
            with running(through(gate)) as chromium:
                look = Look(language="en")
                context = program.let_in(looking(chromium, look))
                sheet = Hand(context.new_page(), program.address, look)
                sheet.open("/evening/e/sheet/s")
                keys, in_order, line = digits(sheet), ahead(sheet), letters(sheet)
        finally:
            program.stop()
            gate.close()
    label = f"on a line of {2000 * DELAY:.0f} ms there and back: "
    report(f"{label}a key of the sheet until its digit / {AT_ONCE} ms", keys / AT_ONCE, None,
           f"{keys:.0f} ms, of which the line takes {2000 * DELAY:.0f}")
    return in_order & report(f"{label}a letter in the line for a whole hand / {AT_ONCE} ms",
                             line / AT_ONCE, 1, f"the slowest {line:.0f} ms")
