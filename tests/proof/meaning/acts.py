"""What somebody does next at a device: every operation that a screen offers, and answers to what is
asked there."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from scorepad.service import Refused
from scorepad.service.telling import players_in
from tests.proof.meaning import deeds
from tests.proof.meaning.choosing import evenings_on, newly_met
from tests.proof.meaning.club_acts import (
    add,
    delete,
    drop_rules,
    keep_rules,
    mark,
    merge,
    open_with,
    part,
    pay,
    rename,
    retire,
    star,
    tariff,
    unpay,
    unstar,
)
from tests.proof.meaning.deeds import Sheet
from tests.proof.meaning.documents import export, take_in
from tests.proof.meaning.players import Device
from tests.proof.meaning.table_acts import (
    agree_besides,
    amend,
    begin,
    change_rules,
    close,
    end,
    name_dealer,
    play,
    redo,
    seat,
    undo,
    void,
)

# --- questions ------------------------------------------------------------------------------------


def answer(device: Device, rng: Random) -> None:
    """Say which runs of hands count, what holds of a hand, or what happened once."""
    decisions = [*[each for each in device.service.meetings.club_decisions()
                   if device.world.apart.isdisjoint(players_in(each))], *[
        each for card in evenings_on(device)
        for each in device.service.evening(card.id).decisions]]
    if decisions and rng.random() < 0.5:
        settle(device, rng.choice(decisions), rng)
        return
    for card in evenings_on(device):
        for view in device.service.evening(card.id).sheets:
            if view.questions and rng.random() < 0.7:
                decide(device, device.world.sheets[view.id], rng.choice(view.questions), rng)
                return
            if view.also and rng.random() < 0.7:
                agree(device, device.world.sheets[view.id], view, rng)
                return


def settle(device: Device, decision: Any, rng: Random) -> None:
    said = [each.id for each in decision.asked.said]
    counting = rng.choice((said[:1], said[-1:], said, said, []))
    if not decision.asked.is_twice:
        counting = counting[:1]
    device.service.meetings.choose(decision, counting)
    device.did(f"lets {len(counting)} of {len(said)} notes count: "
               f"{type(decision.asked.said[0].fact).__name__}", partial(
                   deeds.Settled, about=frozenset(said), counting=frozenset(counting)))


def decide(device: Device, sheet: Sheet, question: Any, rng: Random) -> None:
    runs = list(question.runs)
    rng.shuffle(runs)
    counting = runs[:1] if rng.random() < 0.7 else runs
    device.service.meetings.decide(sheet.id, question, [run.first for run in counting])
    hands = device.world.hands
    about = frozenset([hands[own] for run in runs for own in run.hands])
    held = frozenset([hands[own] for run in counting for own in run.hands])
    device.did(f"lets {len(counting)} of {len(runs)} runs of {sheet.game} count: "
               f"{[own[-6:] for run in counting for own in run.hands]}", partial(
                   deeds.Chosen, sheet=sheet, about=about, counting=held, struck=about - held,
                first=frozenset([hands[run.first] for run in counting])))


def agree(device: Device, sheet: Sheet, view: Any, rng: Random) -> None:
    own = rng.choice(list(view.also))
    saying = rng.choice((None, *view.also[own]))
    device.service.meetings.agree(sheet.id, own, saying)
    shown = device.sheet(sheet).hand(own)
    device.did(f"says what holds of hand {own[-6:]}: {shown and shown.content}", partial(
        deeds.Word, sheet=sheet, hand=device.world.hands[own],
        said=shown.content if shown else None, answers=True))


# --- what comes next ------------------------------------------------------------------------------

ACTS: dict[Callable[[Device, Random], None], int] = {
    play: 30, begin: 4, amend: 6, void: 3, undo: 7, redo: 3, name_dealer: 2, seat: 6,
    change_rules: 2, end: 2, agree_besides: 1, add: 2, rename: 6, delete: 2, retire: 1, merge: 1,
    part: 1, close: 2, pay: 5, unpay: 1, star: 4, unstar: 1, open_with: 2, tariff: 2, answer: 6,
    mark: 1, keep_rules: 2, drop_rules: 1, export: 4, take_in: 6}


def do_something(device: Device, rng: Random) -> None:
    """Let somebody do something; what the program refuses is not done."""
    [act] = rng.choices(list(ACTS), list(ACTS.values()))
    with device.at_hand():
        try:
            act(device, rng)
        except (Refused, KeyError) as refused:
            if isinstance(refused, KeyError) and act not in (name_dealer, unpay, unstar, part):
                raise
            device.did(f"{act.__name__} is half refused", *newly_met(device))
