"""What somebody does at a device: every operation that a screen offers, with random particulars."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any

from scorepad.book.record import Tariff
from scorepad.games import BY_ID
from scorepad.games.protocols import MadeByRules, SeatsChange
from scorepad.service import Refused
from scorepad.service.views import NewEvening
from tests.proof.meaning import deeds
from tests.proof.meaning.deeds import Hand, Sheet
from tests.proof.meaning.hands import MAKERS, canonical
from tests.proof.meaning.players import Broken, Device
from tests.proof.meaning.seen import COUNTS, STRUCK, SeenSheet, content_of

NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry", "Hanna", "Xaver", "Yann")
FIRST_DAY = date(2026, 11, 20)
STAKES = {"kalter-schlag": 50, "schieberamsch": 100, "doppelkopf-altenburg": 100,
          "doppelkopf": 100, "skat": 100, "frei": 100}
SIZES = {"kalter-schlag": (4, 4), "schieberamsch": (3, 3), "doppelkopf-altenburg": (4, 6),
         "doppelkopf": (4, 5), "skat": (3, 5), "frei": (2, 5)}
RULES = {
    "kalter-schlag": [{"rounding": "fives-before"}, {"limit": 1000}, {}],
    "schieberamsch": [{"skat_to": "last-trick"}, {"grand_hand": False}, {"ramsch_kontra": True}],
    "doppelkopf-altenburg": [{"normal_won": 20}, {"bock_effect": "none"}, {}],
    "doppelkopf": [{"solo_faktor": 2}, {}], "skat": [{"liste": "seeger-fabian"}, {}], "frei": []}


def rules_of(game: str, said: dict[str, Any]) -> Any:
    if game == "frei":
        said = {"einsatz_je": "punkt", **said}
    return BY_ID[game].rules.read(said)


# --- whom and what there is ---------------------------------------------------------------------


def people_on(device: Device, *, all: bool = False) -> list[Any]:
    return [each for each in device.service.people.all() if all or not each.retired]


def pick_sheet(device: Device, rng: Random) -> Sheet | None:
    """Return a sheet that somebody goes on with: mostly one of the latest, on an evening that is
    not closed."""
    own = [sheet.id for card in device.service.evenings() if not card.closed
           for sheet in device.service.evening(card.id).sheets]
    return device.world.sheets[rng.choice(own[:3])] if own else None


def pick_evening(device: Device, rng: Random, closed: bool | None = None) -> str | None:
    own = [card.id for card in device.service.evenings() if closed in (None, card.closed)]
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


# --- people ---------------------------------------------------------------------------------------


def add(device: Device, rng: Random) -> None:
    name = rng.choice(NAMES)
    device.service.people.add(name)
    device.did(f"adds {name}", *newly_met(device))


def rename(device: Device, rng: Random) -> None:
    if everybody := people_on(device, all=True):
        person, name = rng.choice(everybody), rng.choice((*NAMES, "Zoe", "Änne"))
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


# --- evenings and sheets --------------------------------------------------------------------------


def begin(device: Device, rng: Random) -> None:
    """Begin a sheet, on a new evening or on one that runs."""
    game = rng.choice([*MAKERS, "doppelkopf-altenburg", "doppelkopf-altenburg"])
    names = crowd(device, rng, rng.randint(*SIZES[game]))
    if names is None:
        return
    world = device.world
    evening = pick_evening(device, rng, closed=False) if rng.random() < 0.6 else None
    day = FIRST_DAY + timedelta(days=len(world.evenings))
    currency = "CHF" if rng.random() < 0.15 else "EUR"
    stake = STAKES[game] if rng.random() < 0.9 else None
    rules = rules_of(game, {})
    own = device.service.open_sheet(evening or NewEvening(day, "Altona"), BY_ID[game], names,
                                    rng.randrange(len(names)), rules, stake, currency)
    made: list[Any] = newly_met(device)
    view = device.service.sheet(own)
    if evening is None:
        world.evenings[view.evening] = deeds.Evening(day, "Altona", view.evening)
        made.append(partial(deeds.Opened, evening=world.evenings[view.evening]))
    sheet = world.sheets[own] = Sheet(
        world.evenings[view.evening], game, stake, currency, rules, own)
    ids = {name: own for own, name in device.service.people.names().items()}
    players = tuple([device.person(ids[name]) for name in names])
    if [person.sign for person in players] != device.canonical(device.sheet(sheet).roster):
        raise Broken(f"{names} sat down, and the sheet shows {view.players}")
    device.did(f"begins {game} for {currency} with {', '.join(names)}",
               *made, partial(deeds.Begun, sheet=sheet, players=players))


def close(device: Device, rng: Random) -> None:
    own = pick_evening(device, rng)
    if own is None:
        return
    closed = device.service.evening(own).closed
    (device.service.reopen_evening if closed else device.service.close_evening)(own)
    device.did("reopens an evening" if closed else "closes an evening", partial(
        deeds.Closed, evening=device.world.evenings[own], back=closed))


# --- hands ----------------------------------------------------------------------------------------


def play(device: Device, rng: Random) -> None:
    """Write down the next hand, as it is dealt by the sheet on this screen."""
    sheet = pick_sheet(device, rng)
    for _ in range(rng.randrange(1, 4)):
        if sheet is None or not play_on(device, sheet, rng):
            return


def play_on(device: Device, sheet: Sheet, rng: Random) -> bool:
    view = device.service.sheet(sheet.id)
    if view.score.over:
        return False
    game, before = view.game, device.sheet(sheet)
    table = view.score.next.table
    typed = MAKERS[sheet.game]([before.roster[seat] for seat in table.active], rng)
    hand = game.read_hand(typed, before.roster)
    last = before.lines[-1].id if before.lines else ""
    own = device.service.record(sheet.id, hand, after=last)
    after = device.sheet(sheet)
    line = after.lines[-1] if after.lines else None
    said = deeds.Content(canonical(game.write_hand(hand, before.roster)))
    names = device.service.people.names()
    told = f"hand {len(after.lines)} of {sheet.game}: {_in_names(said.typed, device, names)}"
    if line is None or line.id != own or line.content != said or line.place != COUNTS:
        raise Broken(f"{device.name} wrote {told}, and the sheet shows {line}")
    if line.active != {before.roster[seat] for seat in table.active}:
        raise Broken(f"{device.name} wrote {told}, and others play it: {line}")
    made = device.world.hands[own] = Hand(
        sheet, device.world.hands[last] if last else None, said, line.active, line.points,
        line.dealer, counting(after)[:-1], own)
    device.did(told, partial(deeds.Played, sheet=sheet, hand=made))
    return True


def _in_names(typed: str, device: Device, names: dict[str, str]) -> str:
    for person in sorted(device.world.persons.values(), key=lambda each: -len(each.sign)):
        typed = typed.replace(f'"{person.sign}"', f"{person.name}~{person.sign}")
    return typed


def counting(sheet: SeenSheet) -> tuple[tuple[str, deeds.Content], ...]:
    """Return what counts on a sheet: hands by id, each with what it says."""
    return tuple([(line.id, line.content) for line in sheet.lines if line.place == COUNTS])


def _a_line(device: Device, rng: Random) -> tuple[Sheet, Any, Any] | None:
    """Return a sheet, its view and a hand on it."""
    sheet = pick_sheet(device, rng)
    if sheet is None:
        return None
    view = device.service.sheet(sheet.id)
    lines = list(view.score.lines)
    return (sheet, view, rng.choice(lines[-4:])) if lines else None


def amend(device: Device, rng: Random) -> None:
    """Correct a hand."""
    if (found := _a_line(device, rng)) is None:
        return
    sheet, view, line = found
    roster = device.sheet(sheet).roster
    own = line.record.stamp.id
    note = rng.choice(("", "", "late"))
    typed = MAKERS[sheet.game]([roster[seat] for seat in line.table.active], rng)
    hand = view.game.read_hand(typed, roster)
    device.service.amend(sheet.id, own, line.record._replace(hand=hand, note=note),
                         seen=device.service.version(sheet.id, own))
    said = deeds.Content(canonical(view.game.write_hand(hand, roster)), note, line.record.voided)
    _has_said(device, sheet, own, f"corrects a hand of {sheet.game}", said)


def void(device: Device, rng: Random) -> None:
    """Let a hand not count, or count after all."""
    if (found := _a_line(device, rng)) is None:
        return
    sheet, view, line = found
    own, voided = line.record.stamp.id, line.record.voided
    said = content_of(line.record, view.game, device.sheet(sheet).roster)
    (device.service.restore if voided else device.service.void)(sheet.id, own)
    _has_said(device, sheet, own, "restores a hand" if voided else "voids a hand",
              deeds.Content(said.typed, said.note, not voided))


def _has_said(device: Device, sheet: Sheet, own: str, told: str, said: deeds.Content) -> None:
    shown = device.sheet(sheet).hand(own)
    if shown is None or shown.content != said:
        raise Broken(f"{device.name} {told}, {said}, and its own sheet shows {shown}")
    device.did(f"{told} {own[-6:]}: {said}", partial(
        deeds.Word, sheet=sheet, hand=device.world.hands[own], said=said))


def undo(device: Device, rng: Random) -> None:
    sheet = pick_sheet(device, rng)
    if sheet is not None and _took_back(device, sheet, redo=False) and rng.random() < 0.3:
        _took_back(device, sheet, redo=True)


def redo(device: Device, rng: Random) -> None:
    sheet = pick_sheet(device, rng)
    if sheet is not None:
        _took_back(device, sheet, redo=True)


def _took_back(device: Device, sheet: Sheet, *, redo: bool) -> bool:
    """Undo or redo, and keep what changed on the screen as what was meant."""
    before = device.sheet(sheet)
    target = before.redo if redo else before.undo
    if not (device.service.redo if redo else device.service.undo)(sheet.id):
        return False
    after = device.sheet(sheet)
    word = "redoes" if redo else "undoes"
    changed = [own for own in {each.id for sheet in (before, after)
                               for each in (*sheet.lines, *sheet.struck)}
               if _content(before, own) != _content(after, own)]
    hands = device.world.hands
    moved = {own for own in hands if (one := before.hand(own)) and (other := after.hand(own))
             and (one.place == STRUCK) is not (other.place == STRUCK)}
    if (moved or before.asked != after.asked) and target not in hands:
        about = moved | {own for question in {*before.asked} ^ {*after.asked} for run in question
                         for own in run}
        is_open = any(own in run for question in after.asked for run in question for own in about)
        held = [own for own in about if (one := after.hand(own)) and one.place != STRUCK]
        device.did(f"{word} an answer", partial(
            deeds.Chosen, sheet=sheet, about=frozenset([hands[own] for own in about]),
            counting=frozenset([] if is_open else [hands[own] for own in held]),
            struck=frozenset([] if is_open else [
                hands[own] for own in about if own not in held])))
        return True
    if len(changed) > 1 or (target in hands and changed not in ([target], [])):
        raise Broken(f"{device.name} {word} one step on {sheet.game}, and {len(changed)} hands "
                     f"change: {[own[-6:] for own in changed]}")
    if changed:
        [own] = changed
        device.did(f"{word} something of hand {own[-6:]}: {_content(after, own)}", partial(
            deeds.Word, sheet=sheet, hand=hands[own], said=_content(after, own), undo=True))
    else:
        device.did(f"{word} a step that changes no hand", partial(deeds.Ruled, sheet=sheet))
    return True


def _content(sheet: SeenSheet, own: str) -> deeds.Content | None:
    shown = sheet.hand(own)
    return shown.content if shown else None


# --- between two hands ----------------------------------------------------------------------------


def name_dealer(device: Device, rng: Random) -> None:
    if sheet := pick_sheet(device, rng):
        table = device.service.sheet(sheet.id).score.next.table
        device.service.name_dealer(sheet.id, rng.choice(table.seats))
        device.did(f"names a dealer at {sheet.game}", partial(deeds.Ruled, sheet=sheet))


def seat(device: Device, rng: Random) -> None:
    """Seat other people, mostly one more or one less."""
    sheet = pick_sheet(device, rng)
    if sheet is None or not isinstance(BY_ID[sheet.game], SeatsChange):
        return
    view = device.service.sheet(sheet.id)
    table = view.score.next.table
    here = [table.names[each] for each in table.seats]
    low, high = SIZES[sheet.game]
    if len(here) < high and (len(here) == low or rng.random() < 0.7):
        others = [name for name in crowd(device, rng, len(people_on(device)), 0.6) or ()
                  if name not in here]
        here = [*here, *others[:1]]
    else:
        here.remove(rng.choice(here))
    if rng.random() < 0.2:
        rng.shuffle(here)
    device.service.seat_players(sheet.id, here)
    made: list[Any] = newly_met(device)
    ids = {name: own for own, name in device.service.people.names().items()}
    players = tuple([device.person(ids[name]) for name in here])
    shown = device.canonical(device.sheet(sheet).next_seats)
    if [each.sign for each in players] != shown:
        raise Broken(f"{device.name} seats {here}, and the sheet shows {shown}")
    device.did(f"seats {', '.join(here)} at {sheet.game}",
               *made, partial(deeds.Seated, sheet=sheet, players=players))


def change_rules(device: Device, rng: Random) -> None:
    sheet = pick_sheet(device, rng)
    if sheet is not None and not isinstance(BY_ID[sheet.game], MadeByRules):
        said = rng.choice(RULES[sheet.game])
        device.service.change_rules(sheet.id, rules_of(sheet.game, said))
        device.did(f"changes the rules of {sheet.game} to {said}",
                   partial(deeds.Ruled, sheet=sheet))


def end(device: Device, rng: Random) -> None:
    if sheet := pick_sheet(device, rng):
        if device.service.sheet(sheet.id).score.over:
            device.service.resume_match(sheet.id)
        else:
            device.service.end_match(sheet.id)
        device.did(f"ends or resumes {sheet.game}", partial(deeds.Ruled, sheet=sheet))


def agree_besides(device: Device, rng: Random) -> None:
    if sheet := pick_sheet(device, rng):
        device.service.agreements.say(sheet.id, rng.choice(("", "no Solo", "Bert pays the beer")))
        device.did("notes what was agreed on", partial(deeds.Ruled, sheet=sheet))


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


# --- questions ------------------------------------------------------------------------------------


def answer(device: Device, rng: Random) -> None:
    """Say which runs of hands count, what holds of a hand, or what happened once."""
    decisions = [*device.service.meetings.club_decisions(), *[
        each for card in device.service.evenings()
        for each in device.service.evening(card.id).decisions]]
    if decisions and rng.random() < 0.5:
        settle(device, rng.choice(decisions), rng)
        return
    for card in device.service.evenings():
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
                   deeds.Chosen, sheet=sheet, about=about, counting=held, struck=about - held))


def agree(device: Device, sheet: Sheet, view: Any, rng: Random) -> None:
    own = rng.choice(list(view.also))
    saying = rng.choice((None, *view.also[own]))
    device.service.meetings.agree(sheet.id, own, saying)
    shown = device.sheet(sheet).hand(own)
    device.did(f"says what holds of hand {own[-6:]}: {shown and shown.content}", partial(
        deeds.Word, sheet=sheet, hand=device.world.hands[own],
        said=shown.content if shown else None, answers=True))


ACTS: dict[Callable[[Device, Random], None], int] = {
    play: 30, begin: 4, amend: 6, void: 3, undo: 7, redo: 3, name_dealer: 2, seat: 6,
    change_rules: 2, end: 2, agree_besides: 1, add: 2, rename: 2, delete: 2, retire: 1, merge: 1,
    part: 1, close: 2, pay: 5, unpay: 1, star: 4, unstar: 1, open_with: 2, tariff: 2, answer: 6}


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
