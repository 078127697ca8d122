"""What may happen next at a tournament, besides what happens on every evening."""

import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Any

from tests.proof.meaning import hostile
from tests.proof.meaning.players import Broken
from tests.proof.sim.devices import know
from tests.proof.sim.server import COOKIE, Power
from tests.proof.sim.steps import back, die, phone_meets, up
from tests.proof.sim.wire import asked

if TYPE_CHECKING:
    from tests.proof.sim.evening import Evening

FOR_THE_DESK = frozenset({
    "TournamentSet", "TournamentEntered", "TournamentLeft", "TournamentReplaced",
    "TournamentDrawn", "TournamentFigures", "TournamentLocked", "TournamentPenalty",
    "TournamentPaid", "TournamentUndone"})
"""The kinds of entries that only hosts bring."""
OFTEN = {"write": 34, "enter": 2, "leave": 2, "pay": 4, "penalize": 3, "replace": 2, "sign": 2,
         "undo": 3, "rub_out": 3, "paper": 5, "draw": 1, "lock": 1, "hand_over": 4}
"""What happens at a tournament, and how often beside the others."""


def at_desk(name: str) -> Callable[["Evening", Random], Awaitable[None]]:
    """Return a step of the tournament."""
    async def step(evening: "Evening", rng: Random) -> None:
        if evening.desk and evening.desk.evening:
            await evening.desk.step(name, rng)
    return step


async def dies_paying(evening: "Evening", rng: Random) -> None:
    """Let the machine of a server lose its power before or after a payment is committed; whoever
    noted it looks afterwards whether it is there, and notes it again if it is not."""
    desk = evening.desk
    if not desk or not desk.evening or (server := up(evening, rng)) is None:
        return
    page = desk.at_pages[0]
    home: Any = server.service._store._home  # type: ignore[union-attr]
    with desk.used_by(server, rng):
        person, amount = rng.choice(desk.entered(page)), 5000 + len(desk.notes)

        def dies(*_: Any) -> None:
            raise Power

        name = rng.choice(("committed", "glance"))
        setattr(home, name, dies)
        try:
            desk.pays(page, person, amount)
        except Power:
            evening.world.told.append(f"{server.name} dies while {page.name} notes a payment")
        finally:
            vars(home).pop(name, None)
    die(evening, power=True)
    server.start()
    with desk.used_by(server, rng):
        here = [each.id for each in desk.view(page).tournament.payments if each.cents == amount]
        if not here:
            here = [desk.pays(page, person, amount)]
        [own] = here
        desk.say("paid", (person, amount), page, own, object())
    server.stop()
    evening.beside(back(evening, server, rng.uniform(1, 20)))


async def meddles(evening: "Evening", rng: Random) -> None:
    """Let somebody who only watches or writes say what is for the desk to say."""
    desk = evening.desk
    if not desk or not desk.evening or (server := up(evening, rng)) is None:
        return
    with evening.pages[0].at(evening.book, server) as device:
        book = hostile.Book.of(device.file(), rng)
    know(evening.book)
    entry, data = book.any(rng.choice([kind for kind in book.facts if kind in FOR_THE_DESK]))
    data |= {"id": entry["id"][::-1]} if "id" in data else {}
    data |= {name: 99 for name in ("paid", "points", "until") if name in data}
    key, _visitor = evening.mallory
    evening.world.told.append(f"Mallory brings {entry['kind']}")
    await asked(server.app, "/api/exchange", {"cookie": f"{COOKIE}={key}"}, hostile.message_of(
        [book.entry(entry["kind"], data, desk.evening)]))
    if server.service is None:
        return
    evening.book.service = server.found()
    know(evening.book)
    if came := [json.loads(line)["kind"] for line in evening.book.lines if '"evil"' in line]:
        if FOR_THE_DESK & {*came}:
            raise Broken(f"Mallory brings {came}, which is for the desk to say")


DESK_STEPS: dict[str, tuple[float, Callable[["Evening", Random], Awaitable[None]]]] = {
    **{f"desk: {name}": (often, at_desk(name)) for name, often in OFTEN.items()},
    "desk: next_round": (0, at_desk("next_round")), "desk: phone comes": (5, phone_meets),
    "desk: dies paying": (1, dies_paying), "desk: meddles": (1, meddles)}
"""What happens on a full evening besides."""
