"""New versions of the pocket page, on hosts that have some of their files, and killed phones.

At every moment a phone has one version, whole: the old one, or one of which every file came. A
browser takes such a one by itself when no window was open any more; that a window which is open
keeps the old one until its user taps is tried in `test_pocket`.
"""

import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Timer

import pytest
from playwright.sync_api import Error, Page, Playwright

from tests.pocket.conftest import elsewhere, playwright, root
from tests.pocket.phone import FOLDER, Elsewhere, Phone, switched_on
from tests.pocket.versions import (
    ASK,
    TAKE,
    Dated,
    Uploaded,
    Version,
    first,
    kept_by,
    next_version,
)
from tests.proof.conftest import Note

__all__ = ["elsewhere", "playwright", "root"]  # fixtures

pytestmark = pytest.mark.timeout(7200)

ROUNDS_OF_A_PHONE = 8
"""Then comes one that has nothing yet."""

BLANK = "blank.html"
"""A page of the host outside the folder of the app, which may ask for its versions all the same."""


class Tried:
    """A phone, a host, and the versions that there were until now.

    has: the number of the one that the phone has, None for nothing; came: those that were whole on
    the host when the phone asked; must_have: the one that it had taken before it was killed.
    """

    def __init__(self, host: Uploaded, base: Version, rng: Random, counted: Counter[str]) -> None:
        self.host, self.versions = host, [base]
        self.rng, self.counted = rng, counted
        self.has: int | None = None
        self.came: set[int] = set()
        self.must_have: int | None = None
        host.put(base, host.lacks(base))

    def look(self, page: Page) -> None:
        """What the phone has, while its host is away."""
        self.host.stop()
        whole = kept_by(page, self.host.address, self.versions)
        self.host.start()
        assert len(whole) <= 1
        has = whole[0] if whole else None
        assert has == self.has or has in self.came, f"{has} and not {self.has} or {self.came}"
        if self.must_have is not None:
            assert has is not None and has >= self.must_have
        self.has = self.must_have = has

    def upload(self) -> None:
        """Some files, maybe all, of the latest version, which may be a new one."""
        if self.rng.random() < 0.6:
            self.versions.append(next_version(self.versions[-1], len(self.versions), self.rng))
        lacks = self.host.lacks(self.versions[-1])
        some = self.rng.choice([len(lacks), self.rng.randint(0, len(lacks))])
        self.host.put(self.versions[-1], self.rng.sample(lacks, some))
        self.counted["half-way through an upload"] += bool(self.host.lacks(self.versions[-1]))

    def ask(self, phone: Phone, page: Page) -> None:
        """Ask for a newer version and maybe take it, and be killed within that or afterwards."""
        if (offered := self.host.offers(self.versions)) is not None:
            self.came.add(offered)
        kill = _Kill(phone, self.rng)
        moment = self.rng.choice(["fetching", "fetching", "asking", "taking"])
        try:
            page.goto(f"{self.host.address.split('/club')[0]}/{BLANK}")
            if moment == "fetching":
                kill.at_request(self.host, self.rng.randint(1, 7))
            elif moment == "asking":
                kill.after(0.4)
            waits = page.evaluate(ASK)
            if self.has is None:
                self.must_have = offered
            if waits and (moment == "taking" or self.rng.random() < 0.5):
                if moment == "taking":
                    kill.after(0.1)
                page.evaluate(TAKE)
                self.must_have = min(came for came in self.came if came > (self.must_have or 0))
            moment = "afterwards"
        except Error:
            pass
        kill.now()
        self.counted[moment] += 1


class _Kill:
    """Ends all processes of a phone, once."""

    def __init__(self, phone: Phone, rng: Random) -> None:
        self._phone, self._rng = phone, rng
        self._timers: list[Timer] = []

    def after(self, longest: float) -> None:
        """At any time until then, in seconds."""
        timer = Timer(self._rng.uniform(0, longest), self._end)
        self._timers.append(timer)
        timer.start()

    def at_request(self, host: Uploaded, count: int) -> None:
        """Once so many files were asked for, or right after it."""
        def asked(_name: str) -> None:
            nonlocal count
            count -= 1
            if count == 0:
                self.after(0.05)

        host.asked = asked

    def now(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._phone.kill()

    def _end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._phone.pid, signal.SIGKILL)


@pytest.mark.rounds(short=1, full=150)
def test_a_phone_has_one_version_whole(rounds: int, note: Note, root: Path, elsewhere: Elsewhere,
                                       playwright: Playwright, tmp_path: Path):
    """A host has any of the new files, in any order. Phones ask, and are killed while they fetch,
    while they keep and while they take it; then their host is away, and every file they answer
    with is of one version: the one that they had, or the new one, if it was taken."""
    rng, counted, host = Random(77), Counter[str](), Uploaded(root)
    (root / BLANK).write_text("<!DOCTYPE html>", "utf-8")
    base = first(host.page)
    for number in range(0, rounds, ROUNDS_OF_A_PHONE):
        tried = Tried(host, base, rng, counted)
        for each in range(number, min(number + ROUNDS_OF_A_PHONE, rounds) + 1):
            with switched_on(playwright, tmp_path / f"profile-{number}", elsewhere) as phone:
                page = phone.context.new_page()
                tried.look(page)
                host.asked = lambda _name: None
                if each < min(number + ROUNDS_OF_A_PHONE, rounds):
                    tried.upload()
                    tried.ask(phone, page)
    host.stop()
    note("pocket page: kills in updates", f"{rounds}: {counted['fetching']} while files came, "
         f"{counted['asking']} at any time, {counted['taking']} while one was taken, "
         f"{counted['afterwards']} afterwards")
    note("pocket page: kills in updates: with a host half-way through an upload",
         counted["half-way through an upload"])
    note("pocket page: kills in updates: phones without one whole version", 0)


@pytest.mark.parametrize("by_size", [False, True], ids=["dates", "dates and sizes"])
@pytest.mark.rounds(short=2, full=10)
def test_a_version_arrives_however_its_files_are_dated(
        rounds: int, by_size: bool, note: Note, root: Path, elsewhere: Elsewhere,
        playwright: Playwright, tmp_path: Path):
    """Ten versions, newer and older ones, by zip and by copying: a phone has each at its second
    start."""
    rng, host = Random(79), Dated(root, by_size)
    (root / BLANK).write_text("<!DOCTYPE html>", "utf-8")
    versions: list[Version] = [first(root / FOLDER)]
    for number in range(1, rounds):
        versions.append(next_version(versions[-1], number, rng))
    order = [rng.randrange(rounds) for _ in range(2 * rounds)]
    for number, has in enumerate(order):
        host.unpack(versions[has], dated=rng.random() < 0.7)
        with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
            page = phone.context.new_page()
            page.goto(f"{host.address.split('/club')[0]}/{BLANK}")
            page.evaluate(ASK)
            page.evaluate(TAKE)
            host.stop()
            assert has in kept_by(page, host.address, versions), f"{number}: {order[:number + 1]}"
            host.start()
    host.stop()
    note(f"pocket page: updates by {'dates and sizes' if by_size else 'dates'}",
         f"{len(order)} versions put over each other, each there at the second start")
