"""A history of several devices from a seed, judged after every meeting."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from scorepad import document
from tests.proof.meaning.acts import do_something
from tests.proof.meaning.documents import export, taken, written
from tests.proof.meaning.model import agree, judge
from tests.proof.meaning.players import Broken, Device, World, cut
from tests.proof.meaning.seen import Seen, open_all, see
from tests.proof.meaning.table_acts import begin


def run(seed: int, folder: Path | None = None) -> World:
    """Play the history of a seed; raises `Broken` with what was done for a statement that does not
    hold."""
    rng = Random(seed)
    world = World(rng, folder)
    try:
        _play(world, rng)
        return world
    except Exception as fault:
        told = "\n".join(f"  {line}" for line in world.told)
        raise Broken(f"seed {seed}: {type(fault).__name__}: {fault}\n{told}") from fault
    finally:
        for device in world.devices:
            device.close()


def replay(seed: int, folder: Path) -> World:
    """Play the history of a seed, every tenth with books that are files in a folder."""
    if seed % 10:
        return run(seed)
    folder.mkdir(parents=True, exist_ok=True)
    return run(seed, folder)


def _play(world: World, rng: Random) -> None:
    first = Device(world)
    with first.at_hand():
        begin(first, rng)
    for _ in range(rng.randrange(3)):
        do_something(first, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        Device(world)
    if rng.random() < 0.8:
        for device in world.devices[1:]:
            device.exchange(first)
    saved = []
    for _ in range(rng.randrange(2, 6)):
        for device in rng.sample(world.devices, min(len(world.devices), 3)):
            for _ in range(rng.randrange(1, 6)):
                do_something(device, rng)
            if rng.random() < 0.1:
                saved.append((device, device.saved()))
        for device in world.devices:
            judged(world, device)
        _something_odd(world, rng, saved)
        _meeting(world, rng)
    _all_meet(world, rng)


def _something_odd(world: World, rng: Random, saved: list) -> None:
    if saved and rng.random() < 0.4:
        device, book = saved.pop(rng.randrange(len(saved)))
        device.restore(book)
        judged(world, device)
    elif rng.random() < 0.05 and len(world.devices) < 6:
        world.devices[0].clone()


def _meeting(world: World, rng: Random) -> None:
    """Let two meet in one of the ways that there are."""
    one, other = rng.sample(world.devices, 2)
    ways: list[Callable[[], None]] = [
        lambda: one.exchange(other),
        lambda: one.take(_file(other), f"{other.name}'s file", same=rng.random() < 0.2),
        lambda: one.take(cut(_file(other), rng), f"a part of {other.name}'s file"),
        lambda: _by_documents(one, other, rng)]
    if other.path:
        ways.append(lambda: one.take_book(other))
    way = rng.choice(ways)
    way()
    seen = judged(world, one)
    if way is ways[0]:
        agree(one, other, seen, judged(world, other))


def _file(device: Device) -> str:
    with device.at_hand():
        return device.file()


def _by_documents(one: Device, other: Device, rng: Random) -> None:
    """Let one take in what the other exports, and perhaps an older document."""
    with other.at_hand():
        export(other, rng)
    for made in rng.sample(one.world.documents, rng.randrange(2)) + one.world.documents[-1:]:
        with one.at_hand():
            taken(one, made, same=rng.random() < 0.2)


def _all_meet(world: World, rng: Random) -> None:
    """Let everybody have everything, in some order, and agree."""
    order = rng.sample(world.devices, len(world.devices))
    for device in order[1:]:
        device.exchange(order[0])
    for device in order[1:]:
        order[0].exchange(device)
    shown = [judged(world, device) for device in order]
    for device, seen in zip(order[1:], shown[1:]):
        agree(order[0], device, shown[0], seen)
    readable(world, rng.choice(order))


def judged(world: World, device: Device) -> Seen:
    """Return what a book shows, once the model has judged it."""
    with device.at_hand():
        seen = see(device.service, world.sign_of)
    judge(world, device, seen)
    return seen


def readable(world: World, device: Device) -> None:
    """Open everything that there is to look at, export it, read that, and check the book; another
    book that takes in all of it shows the same."""
    with device.at_hand():
        open_all(device.service)
        document.read(document.write(device.service.export(), indent=None).encode())
        checked = device.service.safety.check()
        seen = see(device.service, world.sign_of)
        made = written(device)
        by_document, again = Device(world), Device(world)
    with by_document.at_hand():
        taken(by_document, made)
    judged(world, by_document)
    again.take(_file(device), f"all of {device.name}")
    agree(device, again, seen, judged(world, again))
    in_red = {why for sheet in seen.sheets.values() for line in sheet.lines
              for why in line.why.split("; ")}
    found = [finding for finding in checked.findings if str(finding.fault) not in in_red]
    if found:
        raise Broken(f"check of {device.name}: " + "; ".join(
            f"{finding.place}: {finding.fault}" for finding in found))
