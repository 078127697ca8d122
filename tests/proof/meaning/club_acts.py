"""What people do to the club: to its people, to money and stars."""

from datetime import date
from functools import partial
from random import Random

from scorepad.book.people import Colour, Look, Marker
from scorepad.book.record import Tariff
from scorepad.games import BY_ID
from tests.proof.meaning import deeds
from tests.proof.meaning.choosing import NAMES, newly_met, people_on, pick_evening
from tests.proof.meaning.players import Device
from tests.proof.meaning.rules import RULES, rules_of

# --- people ---------------------------------------------------------------------------------------


def add(device: Device, rng: Random) -> None:
    name = rng.choice(NAMES)
    device.service.people.add(name)
    device.did(f"adds {name}", *newly_met(device))


def rename(device: Device, rng: Random) -> None:
    if everybody := people_on(device, all=True):
        person = rng.choice(everybody[:rng.choice((1, len(everybody)))])
        name = rng.choice((*NAMES, "Zoe", "Änne"))
        device.service.people.rename(person.id, name)
        device.did(f"renames {person.name} to {name}", partial(
            deeds.Renamed, person=device.person(person.id), name=name))


def delete(device: Device, rng: Random) -> None:
    """Delete somebody, and perhaps bring him back at once, as the message offers."""
    unused = [each for each in people_on(device, all=True) if not each.evenings]
    if unused:
        person = rng.choice(unused)
        device.service.people.delete(person.id)
        device.did(f"deletes {person.name}", partial(
            deeds.Deleted, person=device.person(person.id), back=False))
        if rng.random() < 0.5:
            device.service.people.undelete(person)
            device.did(f"brings {person.name} back", partial(
                deeds.Deleted, person=device.person(person.id), back=True))


def retire(device: Device, rng: Random) -> None:
    if everybody := people_on(device, all=True):
        person = rng.choice(everybody)
        act = device.service.people.bring_back if person.retired else device.service.people.retire
        act(person.id)
        device.did(f"{'brings back' if person.retired else 'retires'} {person.name}", partial(
            deeds.Retired, person=device.person(person.id), back=person.retired))


def mark(device: Device, rng: Random) -> None:
    """Choose with which colour and marker somebody is drawn."""
    if everybody := people_on(device, all=True):
        person = rng.choice(everybody[:2])
        look = Look(rng.choice(list(Colour)[:3]), rng.choice(list(Marker)[:3]))
        device.service.people.draw(person.id, *look)
        device.did(f"draws {person.name} as {look}", partial(
            deeds.Marked, person=device.person(person.id), look=look))


def merge(device: Device, rng: Random) -> None:
    everybody = people_on(device, all=True)
    if len(everybody) > 4:
        one, other = rng.sample(everybody, 2)
        device.service.people.merge(one.id, other.id)
        device.did(f"merges {one.name} into {other.name}", partial(
            deeds.Merged, person=device.person(one.id), into=device.person(other.id)))


def part(device: Device, rng: Random) -> None:
    spelt = [each for person in people_on(device, all=True) for each in person.spelt]
    if spelt:
        one = rng.choice(spelt)
        device.service.people.part(one.id)
        device.did(f"parts {one.name}", partial(deeds.Parted, person=device.person(one.id)))


# --- the club's rules ---------------------------------------------------------------------------


def keep_rules(device: Device, rng: Random) -> None:
    """Keep rules under a name, or others in the place of some that are kept."""
    game = rng.choice([own for own, said in RULES.items() if said])
    rules = rules_of(game, rng.choice(RULES[game]))
    known = device.service.rule_sets.of(BY_ID[game])
    kept = rng.choice(known) if known and rng.random() < 0.5 else None
    name = kept.name if kept else rng.choice(("As at home", "Altona"))
    own = device.service.rule_sets.keep(BY_ID[game], name, rules, kept.id if kept else "")
    device.did(f"keeps rules of {game} as {name}", partial(
        deeds.RulesKept, id=own, game=game, name=name, rules=rules,
        instead=_shown_as_one(device, own) if kept else frozenset()))


def drop_rules(device: Device, rng: Random) -> None:
    """Stop offering rules, and perhaps bring them back at once, as the message offers."""
    if kept := [each for game in RULES for each in device.service.rule_sets.of(BY_ID[game])]:
        own = rng.choice(kept)
        ids = _shown_as_one(device, own.id)
        device.service.rule_sets.drop(own.id)
        device.did(f"drops the rules {own.name} of {own.game.id}", partial(
            deeds.RulesDropped, ids=ids))
        if rng.random() < 0.5:
            device.service.rule_sets.bring_back(own)
            device.did(f"brings the rules {own.name} back", partial(
                deeds.RulesKept, id=own.id, game=own.game.id, name=own.name, rules=own.rules))


def _shown_as_one(device: Device, own: str) -> frozenset[str]:
    return deeds.rules_shown_as_one(
        [deed for deed in device.world.deeds if device.knows & deed.bit], own)


# --- money and stars ------------------------------------------------------------------------------


def pay(device: Device, rng: Random) -> None:
    own = pick_evening(device, rng)
    if own is None:
        return
    owed = [(each.debtor, each.creditor, each.cents, settlement.currency)
            for settlement in device.service.evening(own).settlements
            for each in settlement.payments if not each.id]
    if not owed:
        return
    ids = {name: own for own, name in device.service.people.names().items()}
    debtor, creditor, cents, currency = owed[0] if rng.random() < 0.6 else rng.choice(owed)
    cents = rng.choice((cents, 100, 100))
    done = device.service.pay(own, debtor, creditor, cents, currency)
    device.did(f"{debtor} has paid {creditor} {cents} {currency}", partial(
        deeds.Paid, evening=device.world.evenings[own], debtor=device.person(ids[debtor]),
        creditor=device.person(ids[creditor]), cents=cents, currency=currency, id=done))


def unpay(device: Device, rng: Random) -> None:
    made = [deed for deed in device.world.known(deeds.Paid, device.knows) if any(
        deed is each.paid for each in device.world.known(deeds.Unpaid, device.knows)) is False]
    if made:
        deed = rng.choice(made)
        device.service.take_back_payment(deed.evening.id, deed.id)
        device.did(f"takes back a payment of {deed.debtor.name}", partial(deeds.Unpaid, paid=deed))


def star(device: Device, rng: Random) -> None:
    own = pick_evening(device, rng)
    if own is None:
        return
    names = [each.name for each in people_on(device)] or ["Anne"]
    name = names[0] if rng.random() < 0.6 else rng.choice(names[:4])
    event, ziel, stars, note = rng.choice((
        ("kasten", "", None, ""), ("kasten", "", None, ""), ("knabberzeug", "", None, ""),
        ("auswaerts", "Gerry", None, ""),
        ("manual", "", -1, "won a bet")))
    done = device.service.club.note(own, name, event, ziel=ziel, stars=stars, note=note)
    made = newly_met(device)
    ids = {name: own for own, name in device.service.people.names().items()}
    device.did(f"notes {event} of {name}", *made, partial(
        deeds.Starred, evening=device.world.evenings[own], person=device.person(ids[name]),
        event=event, ziel=ziel, stars=stars, note=note, id=done))


def unstar(device: Device, rng: Random) -> None:
    back = {deed.starred for deed in device.world.known(deeds.Unstarred, device.knows)}
    made = [deed for deed in device.world.known(deeds.Starred, device.knows) if deed not in back]
    if made:
        deed = rng.choice(made)
        device.service.club.take_back(deed.evening.id, deed.id)
        device.did(f"takes back {deed.event} of {deed.person.name}",
                   partial(deeds.Unstarred, starred=deed))


def open_with(device: Device, rng: Random) -> None:
    if everybody := people_on(device):
        some = rng.sample(everybody, min(3, len(everybody)))
        day = date(2021, 5, rng.choice((20, 21)))
        balances = {each.name: rng.randrange(-3, 109) for each in some}
        device.service.club.open_with(day, balances)
        device.did(f"begins the ledger with {balances}", partial(
            deeds.OpenedWith, date=day, balances={
                device.world.sign_of(each.id): balances[each.name] for each in some}))


def tariff(device: Device, rng: Random) -> None:
    day, stars = date(2026, 1, 1), rng.choice((-2, -3, -5))
    device.service.club.set_tariff(Tariff("kasten", day, stars))
    device.did(f"lets a Kasten count {stars}", partial(
        deeds.TariffSet, event="kasten", valid_from=day, ziel="", stars=stars))
