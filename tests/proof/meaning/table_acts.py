"""What people do at a table: they begin a sheet, write down hands, correct them and take them
back, sit down and get up."""

from collections.abc import Callable, Set
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any

from scorepad.games import BY_ID
from scorepad.games.protocols import MadeByRules, Partien, SeatsChange
from scorepad.service.views import NewEvening
from tests.proof.meaning import deeds
from tests.proof.meaning.choosing import crowd, newly_met, people_on, pick_evening, pick_sheet
from tests.proof.meaning.deeds import Hand, Sheet
from tests.proof.meaning.hands import MAKERS, canonical
from tests.proof.meaning.players import Broken, Device
from tests.proof.meaning.rules import RULES, rules_of
from tests.proof.meaning.seen import COUNTS, STRUCK, SeenSheet, content_of

FIRST_DAY = date(2026, 11, 20)
STAKES = {"kalter-schlag": 50, "schieberamsch": 100, "doppelkopf-altenburg": 100,
          "doppelkopf": 100, "skat": 100, "frei": 100}
SIZES = {"kalter-schlag": (4, 4), "schieberamsch": (3, 3), "doppelkopf-altenburg": (4, 6),
         "doppelkopf": (4, 5), "skat": (3, 5), "frei": (2, 5)}


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
    kept = device.service.rule_sets.of(BY_ID[game])
    rules = rng.choice(kept).rules if kept else rules_of(game, {})
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
    """Write down the next hand at once, unless the sheet is over."""
    typed = look(device, sheet, rng)
    return typed is not None and bool(write(device, typed))


@dataclass(frozen=True)
class Typed:
    """A hand that somebody has typed. before, table, seen: the sheet, the table and the next hand
    that he saw."""

    sheet: Sheet
    hand: Any
    before: SeenSheet
    table: Any
    seen: Any

    @property
    def last(self) -> str:
        """The id of the hand that it follows."""
        return self.before.lines[-1].id if self.before.lines else ""

    @property
    def said(self) -> deeds.Content:
        """The words of the hand."""
        return deeds.Content(canonical(
            BY_ID[self.sheet.game].write_hand(self.hand, self.before.roster)))


def look(device: Device, sheet: Sheet, rng: Random) -> Typed | None:
    """Return what somebody types who looks at a sheet, None if it is over."""
    view = device.service.sheet(sheet.id)
    if view.score.over:
        return None
    before, table = device.sheet(sheet), view.score.next.table
    hand = MAKERS[sheet.game]([before.roster[seat] for seat in table.active], rng)
    return Typed(sheet, view.game.read_hand(hand, before.roster), before, table,
                 view.next_hand)


def write(device: Device, typed: Typed) -> Hand:
    """Save a hand, and keep what its writer sees then."""
    return written(device, typed, device.service.record(
        typed.sheet.id, typed.hand, after=typed.last, seen=typed.seen))


def written(device: Device, typed: Typed, own: str) -> Hand:
    """Keep a hand that was saved; raises `Broken` if the sheet does not show what was typed."""
    sheet, before, table, said = typed.sheet, typed.before, typed.table, typed.said
    after = device.sheet(sheet)
    line = after.lines[-1] if after.lines else None
    names = device.service.people.names()
    told = f"hand {len(after.lines)} of {sheet.game}: {_in_names(said.typed, device, names)}"
    if line is None or line.id != own or line.content != said or line.place != COUNTS:
        raise Broken(f"{device.name} wrote {told}, and the sheet shows {line}")
    if line.active != {before.roster[seat] for seat in table.active}:
        raise Broken(f"{device.name} wrote {told}, and others play it: {line}")
    if not _first_hands(before) <= _first_hands(after) or not {*before.also} <= {*after.also}:
        raise Broken(f"{device.name} wrote {told}, and something is asked no more: "
                     f"{before.asked, before.also}")
    made = device.world.hands[own] = Hand(
        sheet, device.world.hands[typed.last] if typed.last else None, said, line.active,
        line.points, line.dealer, counting(after)[:-1], own)
    device.did(told, partial(deeds.Played, sheet=sheet, hand=made))
    return made


def _first_hands(sheet: SeenSheet) -> set[frozenset[str]]:
    """Return the first hands of the runs of each open question."""
    return {frozenset([run[0] for run in question]) for question in sheet.asked}


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
    if sheet is not None and undo_on(device, sheet) and rng.random() < 0.3:
        _took_back(device, sheet, redo=True)


def undo_on(device: Device, sheet: Sheet) -> bool:
    """Take back the last step on a sheet; return whether there was one."""
    return _took_back(device, sheet, redo=False)


def redo(device: Device, rng: Random) -> None:
    sheet = pick_sheet(device, rng)
    if sheet is not None:
        _took_back(device, sheet, redo=True)


def _took_back(device: Device, sheet: Sheet, *, redo: bool) -> bool:
    """Undo or redo, and keep what changed on the screen as what was meant."""
    before = device.sheet(sheet)
    target = device.hand_of(before.redo if redo else before.undo)
    if not (device.service.redo if redo else device.service.undo)(sheet.id):
        return False
    after = device.sheet(sheet)
    if not redo and (own := device.spoken_of(before.undo)) \
            and before.hand(own) is after.hand(own) is None:
        raise Broken(f"{device.name} undoes something of hand {own[-6:]} of {sheet.game}, which is "
                     "not shown before nor after")
    word = "redoes" if redo else "undoes"
    changed = [own for own in {each.id for sheet in (before, after)
                               for each in (*sheet.lines, *sheet.struck)}
               if _content(before, own) != _content(after, own)]
    hands = device.world.hands
    moved = {own for own in hands if (one := before.hand(own)) and (other := after.hand(own))
             and (one.place == STRUCK) is not (other.place == STRUCK)}
    if before.asked != after.asked:
        changed = [own for own in changed if own == target or not _is_struck(before, after, own)]
    step = before.redo if redo else before.undo
    # Where a hand was chosen, the others go with its coming, and come with its going.
    about = device.spoken_of(step)
    beside = {hand.id for each in device.world.known(deeds.Chosen, device.knows)
              if about in {hand.id for hand in each.counting} for hand in each.struck}
    changed = [own for own in changed if own not in beside]
    if again := [deed for deed in device.world.known(deeds.Chosen, device.knows)
                 if redo and step in deed.entries and (moved or before.asked != after.asked)]:
        device.did(f"{word} an answer", partial(
            deeds.Chosen, sheet=sheet, about=again[0].about, counting=again[0].counting,
            struck=again[0].struck, first=again[0].first))
        return True
    answered = device.answered(step)
    if answered and (moved or before.asked != after.asked):
        device.did(f"{word} an answer", _left(device, sheet, answered, moved, before, after))
        return True
    if len(changed) > 1 or (target in hands and changed not in ([target], [])):
        raise Broken(f"{device.name} {word} one step on {sheet.game}, and {len(changed)} hands "
                     f"change: {[own[-6:] for own in changed]}")
    chosen = [deed for deed in device.world.known(deeds.Word, device.knows)
              if deed.answers and step in deed.entries]
    if chosen:
        device.did(f"{word} what holds of hand {chosen[0].hand.id[-6:]}", partial(
            deeds.Unsaid, sheet=sheet, word=chosen[0], back=redo))
    elif changed:
        [own] = changed
        device.did(f"{word} something of hand {own[-6:]}: {_content(after, own)}", partial(
            deeds.Word, sheet=sheet, hand=hands[own], said=_content(after, own), undo=True))
    else:
        device.did(f"{word} a step that changes no hand", partial(deeds.Ruled, sheet=sheet))
    return True


def _left(device: Device, sheet: Sheet, answered: Set[str], moved: Set[str], before: SeenSheet,
          after: SeenSheet) -> Callable[..., deeds.Deed]:
    """Return what a sheet says of its runs once an answer was taken back: nothing if its question
    is open now, as it may have been all along, where a run had grown. answered: the first hands of
    its runs; moved: the hands that count now and did not, and the other way about."""
    was, now, hands = _questions(before), _questions(after), device.world.hands
    about = moved | {own for firsts in was.keys() ^ now.keys()
                     for own in was.get(firsts) or now[firsts]}
    is_open = bool(now.keys() - was.keys()) or any(len(answered & firsts) > 1 for firsts in now)
    held = {own for own in about if (one := after.hand(own)) and one.place != STRUCK}
    first = {own for firsts in was.keys() - now.keys() for own in firsts} & held
    counting, struck, first = (frozenset([] if is_open else [hands[own] for own in each])
                               for each in (held, about - held, first))
    return partial(deeds.Chosen, sheet=sheet, about=frozenset([hands[own] for own in about]),
                   counting=counting, struck=struck, first=first)


def _is_struck(before: SeenSheet, after: SeenSheet, own: str) -> bool:
    """Return whether a hand is shown struck as long as something is asked, and otherwise not."""
    one, other = before.hand(own), after.hand(own)
    return (one or other).place == STRUCK if (one is None) is not (other is None) else False


def _questions(sheet: SeenSheet) -> dict[frozenset[str], set[str]]:
    """Return the hands of each open question by the first hands of its runs: which others belong to
    a run may itself be asked."""
    return {frozenset([run[0] for run in question]): {own for run in question for own in run}
            for question in sheet.asked}


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
            score = device.service.sheet(sheet.id).score
            agreed = isinstance(score.record.game, Partien) and score.record.stake is not None \
                and rng.random() < 0.5
            device.service.end_match(sheet.id, [100, *[0] * (len(score.record.names) - 2), -100]
                                     if agreed else ())
        device.did(f"ends or resumes {sheet.game}", partial(deeds.Ruled, sheet=sheet))


def agree_besides(device: Device, rng: Random) -> None:
    if sheet := pick_sheet(device, rng):
        device.service.agreements.say(sheet.id, rng.choice(("", "no Solo", "Bert pays the beer")))
        device.did("notes what was agreed on", partial(deeds.Ruled, sheet=sheet))
