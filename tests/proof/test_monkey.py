"""A monkey at the page leaves no traceback, a page that answers, and a book that is sound."""

import os
from pathlib import Path
from random import Random

import pytest

from scorepad.config import Settings
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.app import ROUTES
from tests import command
from tests.browser.hand import LOOKS, Hand
from tests.browser.looking import looking, running
from tests.browser.program import Program
from tests.proof.conftest import Note
from tests.proof.monkey import NOWHERE, Monkey, Where, paths
from tests.taking import take

GOLDEN = Path(__file__).parent.parent / "golden"
ASKED = 40
"""After so many acts a monkey is asked whether its page still answers."""


def every_game(data: Path) -> Where:
    """Take an evening of every game into the program's book; where one can go in it."""
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(data)}))
    try:
        for file in sorted(GOLDEN.glob("*.json")):
            if not file.stem.endswith(".result"):
                take(service, file.read_bytes())
        return Where.of(service)
    finally:
        service.close()


def in_red(data: Path) -> tuple[str, ...]:
    """What stands in red at hands that a later correction has made impossible, such as another
    dealer before them, and how many things `check` has looked at."""
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(data)}))
    t = Words("en")
    try:
        said = {f": {t(problem.message)}" for card in service.evenings()
                for sheet in service.evening(card.id).sheets for line in sheet.score.lines
                for problem in line.problems}
    finally:
        service.close()
    return (*said, " hands") if said else ()


ADDRESSES = [*NOWHERE, *paths(ROUTES)]


@pytest.mark.browser
@pytest.mark.rounds(short=5, full=len(ADDRESSES))
def test_whatever_address_is_entered_a_page_says_something(
        tmp_path: Path, rounds: int, note: Note):
    """Those that there are, and those that there are not; typed where a browser has addresses."""
    program, rng = Program(tmp_path / "data"), Random(1)
    where = every_game(program.data)
    program.start()
    try:
        with running() as chromium:
            page = program.let_in(looking(chromium, LOOKS[0])).new_page()
            hand = Hand(page, program.address, LOOKS[0])
            for address in rng.sample(ADDRESSES, rounds):
                hand.open(where.fill(address, rng), anew=True)
                assert hand.page.get_by_role("heading").count(), address
                assert program.said() == ""
    finally:
        program.stop()
    note("addresses entered, and a page that says something", rounds)


@pytest.mark.browser
@pytest.mark.rounds(short=45, full=3000)
def test_a_monkey_breaks_nothing(tmp_path: Path, rounds: int, note: Note):
    """Three monkeys, one a look, take turns at one program with an evening of every game: they tap
    what can be tapped, type nonsense, go back and forth, reload, and go to addresses that there
    are and that there are not. Then nothing was complained of on stderr or told to a page as a
    crash, every page still goes where it is told to, a new one can be read, the program ends as
    it should, and `scorepad check` finds the book sound: it names hands that a monkey's correction
    of an earlier one has made impossible, and those are red on their sheet.

    SCOREPAD_MONKEY is the seed; what was done stands in the message of a failure.
    """
    seed = int(os.environ.get("SCOREPAD_MONKEY", "20261120"))
    program = Program(tmp_path / "data")
    where = every_game(program.data)
    program.start()
    acts: list[str] = []
    try:
        with running() as chromium:
            monkeys = [Monkey(program.let_in(looking(chromium, look)), program.address, look,
                              where, Random(seed + number), acts)
                       for number, look in enumerate(LOOKS)]
            for turn in range(rounds):
                monkey = monkeys[turn % len(monkeys)]
                monkey.act()
                assert program.said() == "" and not monkey.crashes, monkey.crashes
                if turn // len(monkeys) % ASKED == ASKED - 1:
                    assert monkey.answers(), "the page answers no longer"
            assert all(monkey.answers() for monkey in monkeys), "a page answers no longer"
            last = Monkey(program.let_in(looking(chromium, LOOKS[0])), program.address, LOOKS[0],
                          where, Random(seed))
            assert "Scorepad" in last.hand.words()
        assert program.stop() == 0
        assert program.said() == ""
    except BaseException as fault:
        fault.add_note("\n".join([
            f"SCOREPAD_MONKEY={seed}", *acts[-60:], program.said()]))
        raise
    finally:
        program.stop()
        (tmp_path / "acts.txt").write_text("\n".join([f"SCOREPAD_MONKEY={seed}", *acts]))
    checked = command.start("check", FLET_APP_STORAGE_DATA=str(program.data))
    red = in_red(program.data)
    assert [line for line in checked.err.splitlines() if not line.endswith(red)] == []
    assert (checked.code == 2) == bool(red), checked
    note("taps, texts and ways of a monkey in the browser without a fault", rounds)
