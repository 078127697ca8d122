"""Whom and what somebody at a device may mean with the next tap."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from tests.proof.meaning import deeds
from tests.proof.meaning.deeds import Sheet
from tests.proof.meaning.players import Device

NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry", "Hanna", "Xaver", "Yann")


def people_on(device: Device, *, all: bool = False) -> list[Any]:
    return [each for each in device.service.people.all()
            if (all or not each.retired) and each.id not in device.world.apart]


def evenings_on(device: Device) -> list[Any]:
    return [card for card in device.service.evenings() if card.id not in device.world.apart]


def pick_sheet(device: Device, rng: Random) -> Sheet | None:
    """Return a sheet that somebody goes on with: mostly one of the latest, on an evening that is
    not closed."""
    own = [sheet.id for card in evenings_on(device) if not card.closed
           for sheet in device.service.evening(card.id).sheets]
    return device.world.sheets[rng.choice(own[:3])] if own else None


def pick_evening(device: Device, rng: Random, closed: bool | None = None) -> str | None:
    own = [card.id for card in evenings_on(device) if closed in (None, card.closed)]
    return rng.choice(own) if own else None


def crowd(device: Device, rng: Random, count: int, newcomers: float = 0.3) -> list[str] | None:
    """Return names of people who play, among them some who are new."""
    names = [each.name for each in people_on(device)]
    rng.shuffle(names)
    names.sort(key=lambda name: rng.random() > 0.8)
    free = [name for name in NAMES
            if name not in {each.name for each in people_on(device, all=True)}]
    while free and (len(names) < count or rng.random() < newcomers):
        names.insert(0, free.pop(rng.randrange(len(free))))
    return names[:count] if len(names) >= count else None


def newly_met(device: Device) -> list[Callable[..., Any]]:
    """Return the deeds that added those of whom the model does not know yet."""
    new = [(own, name) for own, name in device.service.people.names().items()
           if own not in device.world.persons]
    return [partial(deeds.Added, person=device.world.met(own, name)) for own, name in new]
