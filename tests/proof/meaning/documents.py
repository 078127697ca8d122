"""Documents: what they tell, what somebody has heard who took one in, and what must be true of a
book then."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from scorepad import document
from scorepad.book.history.causality import is_of_a_file
from scorepad.games.game import Unreadable
from scorepad.storage.restoring import Picked
from tests.proof.meaning import deeds
from tests.proof.meaning.choosing import pick_evening
from tests.proof.meaning.deeds import Document, Merged, Played, Told, Word
from tests.proof.meaning.players import Broken, Device, World
from tests.proof.meaning.seen import RED, Seen, SeenEvening, SeenHand, SeenSheet, see

SHOWN = ("people", "one", "retired", "looks", "balances", "opening", "tariffs", "rule_sets",
         "evenings", "choices")
"""All that a book shows, by the names in `Seen`."""


def difference(here: Any, there: Any) -> str:
    """Return what is not the same in two things that books show."""
    if isinstance(here, dict) and isinstance(there, dict):
        return str({key: difference(here.get(key), there.get(key)) for key in {*here, *there}
                    if here.get(key) != there.get(key)})
    if hasattr(here, "__dataclass_fields__") and hasattr(there, "__dataclass_fields__"):
        return str({name: difference(getattr(here, name), getattr(there, name))
                    for name in here.__dataclass_fields__
                    if getattr(here, name) != getattr(there, name)})
    return f"{here!r} · {there!r}"


# --- writing one --------------------------------------------------------------------------------


def export(device: Device, rng: Random) -> None:
    """Write the book, or one evening, as a document, which somebody may take in later."""
    own = pick_evening(device, rng) if rng.random() < 0.3 or device.world.apart else None
    if own is None and device.world.apart:
        return
    device.world.documents.append(written(device, own))
    device.world.told.append(f"{device.name} exports {device.world.documents[-1].name}")


def written(device: Device, evening: str | None = None) -> Document:
    """Return a document with all of a book, or with an evening."""
    service, world = device.service, device.world
    seen = see(service, world.sign_of)
    text = document.write(service.export() if evening is None else service.export([evening]))
    made = Document(
        f"document {len(world.documents)}" + (" (an evening)" if evening else ""), text, seen,
        frozenset(seen.evenings if evening is None else [evening]), evening is None, device.lines)
    made.heard = _heard(world, made, device.heard())
    return made


def _heard(world: World, made: Document, knew: int) -> dict[str, dict[str, int]]:
    """Return the deeds after which the hands of a document were as it tells them, by evening and
    hand, and by which its notes were made."""
    told = {line.id: line.content for sheet in made.sheets.values() for line in sheet.lines}
    about: dict[str, list[Any]] = {}
    for deed in world.known(deeds.OnSheet, knew):
        if isinstance(deed, Played | Word) and deed.hand.id in told:
            about.setdefault(deed.hand.id, []).append(deed)
    heard: dict[str, dict[str, int]] = {}
    for own, words in about.items():
        evening = world.hands[own].sheet.evening.id
        for word in words:
            if said_by(word) == told[own]:
                hands = heard.setdefault(evening, {})
                hands[own] = hands.get(own, 0) | word.bit | sum(
                    each.bit for each in words if word.knows(each))
    noted = {own for evening in made.evenings for own in made.seen.evenings[evening].noted}
    for deed in world.known(deeds.Paid | deeds.Starred, knew):  # type: ignore[arg-type]
        if deed.id in noted:
            heard.setdefault(deed.evening.id, {})[deed.id] = deed.bit
    return heard


def said_by(deed: Any) -> Any:
    """Return what a hand was after it was played, or after a word on it."""
    if isinstance(deed, deeds.PlayedByAFile):
        return deed.content
    return deed.hand.first if isinstance(deed, Played) else deed.said


# --- taking one in ------------------------------------------------------------------------------


def take_in(device: Device, rng: Random) -> None:
    """Take in a document that somebody has written at some time."""
    if device.world.documents:
        taken(device, rng.choice(device.world.documents), same=rng.random() < 0.2)


def taken(device: Device, made: Document, same: bool = False) -> None:
    """Take in a document, and say that newcomers are whom they look like; raises `Broken` if the
    book does not say then what the document says, or if it said that already and has changed."""
    world, service = device.world, device.service
    before, lines, knew = see(service, world.sign_of), device.lines, device.knows
    everything = [deed for deed in world.deeds if knew & deed.bit]
    world.told.append(f"{device.name} takes in {made.name}")
    try:
        meeting = service.meetings.preview(Picked("book.json", content=made.text.encode()))
    except Unreadable as fault:
        raise Broken(f"{device.name} cannot read {made.name}: "
                     f"{[*map(str, fault.problems)]}") from fault
    if meeting.refused:
        raise Broken(f"{made.name} is refused: {[str(why) for _, why in meeting.refused]}")
    alike = list(meeting.newcomers) if same else []
    service.meetings.take(meeting)
    newcomers(device)
    if new := frozenset([line for line in device.look() if is_of_a_file(json.loads(line)["id"])]):
        world.deeds.append(Told(len(world.deeds), device.number, 0, new, made))
        device.took(lines, new)
    after = see(service, world.sign_of)
    if made.knew <= lines:
        _is_same(_seated_as_told(made, before, after, everything), after,
                 f"{device.name} knew all of {made.name}")
    _says(made, before, after, device, stand_ins(world, everything), of_parts(world, lines, knew))
    service.meetings.take(service.meetings.preview(
        Picked("book.json", content=made.text.encode())))
    _is_same(after, see(service, world.sign_of), f"{device.name} takes in {made.name} again")
    device.look()
    if lost := lines - device.lines:
        raise Broken(f"{device.name} has lost {len(lost)} entries")
    if alike:
        world.told.append(f"{device.name} says that {', '.join(each.player for each in alike)} are "
                          "known")
        service.meetings.take(meeting, alike)
        device.did("these are the same", *[
            lambda lines, each=each, **deed: Merged(
                **deed, lines=frozenset([line for line in lines if each.player in line]),
                person=device.person(each.player), into=device.person(each.known))
            for each in alike])


def of_parts(world: World, lines: frozenset[str], knew: int) -> Iterator[SeenHand]:
    """Yield the hands that have come of documents of which not all has come."""
    for told in world.deeds:
        if isinstance(told, Told) and not knew & told.bit:
            came = told.lines & lines
            yield from [hand for sheet in told.document.sheets.values() for hand in sheet.lines
                        if any(hand.id in line for line in came)]


def newcomers(device: Device) -> None:
    """Let the world know of those whom only a file has named."""
    for person in device.service.people.all():
        for own, name in ((person.id, person.name), *[(each.id, each.name)
                                                      for each in person.spelt]):
            device.world.met(own, name)


def _is_same(before: Seen, after: Seen, why: str) -> None:
    for name in SHOWN:
        if getattr(before, name) != getattr(after, name):
            raise Broken(f"{why}, and {name} change: "
                         f"{difference(getattr(before, name), getattr(after, name))}")


def _seated_as_told(made: Document, before: Seen, after: Seen, known: list[deeds.Deed]) -> Seen:
    """Return what a book showed, with those seated for the next hand whom a document has there,
    where they play a hand that the document does not tell. It can be the one for which they sat
    down; the document's writer did not know it, for whom they sit down after another. Nobody has
    sat down since of whom he did not know."""
    since = {deed.sheet.id for deed in known
             if isinstance(deed, deeds.Seated) and not deed.lines <= made.knew}
    evenings = dict(before.evenings)
    for own, sheet in made.sheets.items():
        told = {line.id for line in (*sheet.lines, *sheet.struck)}
        for evening in [each for each in evenings.values() if own in each.sheets]:
            was, now = evening.sheets[own], after.sheets[own]
            if own not in since and now.next_seats == sheet.next_seats and any(
                    line.id not in told and line.seats == sheet.next_seats
                    for line in (*was.lines, *was.struck)):
                evenings[evening.id] = replace(evening, sheets={
                    **evening.sheets, own: replace(was, next_seats=now.next_seats)})
    return replace(before, evenings=evenings)


def _says(made: Document, before: Seen, after: Seen, device: Device,
          known: Iterable[deeds.Deed], read: Iterable[SeenHand]) -> None:
    """Raise `Broken` unless a book says or asks whatever a document tells that it had never said,
    and has not said again what it had. known: what was done; read: hands as parts of documents
    tell them."""
    def as_one(content: Any) -> Any:
        return content and content.called(person)

    def person(sign: str) -> str:
        return after.one_of(made.seen.one_of(sign))

    known, ever = list(known), dict[str, set[Any]]()
    for deed in known:
        if isinstance(deed, Played | Word):
            ever.setdefault(deed.hand.id, set()).add(as_one(said_by(deed)))
    for hand in read:
        ever.setdefault(hand.id, set()).add(as_one(hand.content))
    choices = [deed for deed in known if isinstance(deed, deeds.Chosen)]
    struck = {hand.id for deed in choices for hand in deed.struck
              if deed in deeds.latest([each for each in choices if hand in each.about])}
    for own, sheet in made.sheets.items():
        now, was = after.sheets[own], before.sheets.get(own)
        for line in sheet.lines:
            where = f"{device.name}: hand {line.id[-6:]} of {sheet.game}, which {made.name} " \
                    f"tells as {line.content},"
            there = now.hand(line.id)
            told = as_one(line.content)
            if told in ever.get(line.id, ()):
                is_dealt_so = there is None or person(there.dealer) == person(line.dealer) \
                    and sheet.rules == now.rules  # who dealt is a word, too, and by which rules
                # What else was said of a hand that does not count is not asked until it counts.
                if is_dealt_so and was and line.id not in {each.id for each in was.struck} \
                        and told in set(map(as_one, now.also.get(line.id, ()))) \
                        - set(map(as_one, was.also.get(line.id, ()))):
                    raise Broken(f"{where} is said again: {_content(now, line.id)}, also "
                                 f"{now.also.get(line.id)}; was {_content(was, line.id)}")
            elif line.id not in struck and not (  # what was decided away needs no figures
                    there and as_one(there.content) == told or there and there.content.voided
                      and line.content.voided or any(
                          as_one(each) == told or each and each.voided and line.content.voided
                          for each in now.also.get(line.id, ()))
                      or any(line.id in run for question in now.asked for run in question)):
                raise Broken(f"{where} is shown as {there and there.content}, and nobody says so")
        if was is None:
            _is_as_written(made, sheet, now,
                           person, device)


def _content(sheet: SeenSheet, own: str) -> Any:
    shown = sheet.hand(own)
    return shown and shown.content


def _is_as_written(made: Document, sheet: SeenSheet, now: SeenSheet, one: Callable[[str], str],
                   device: Device) -> None:
    """A sheet of which the book knew nothing shows what it showed where it was written."""
    def by_person(figures: Any) -> Any:
        return {one(sign): figure for sign, figure in (figures or {}).items()}

    def told(seen: SeenSheet) -> Any:
        return [(each.id, each.content.called(one), each.place == RED, by_person(each.points),
                 sorted(map(one, each.active)), one(each.dealer)) for each in seen.lines], \
            by_person(seen.payout), seen.over, seen.rules, seen.stake, seen.currency
    if told(sheet) != told(now):
        raise Broken(f"{device.name} has {sheet.game} from {made.name} as {told(now)}; it was "
                     f"written as {told(sheet)}")


# --- what a judge makes of it -------------------------------------------------------------------


def stand_ins(world: World, known: list[deeds.Deed]) -> list[deeds.Deed]:
    """Return what is known, with deeds in the place of those of which only documents tell: each as
    if somebody had done it who knew nothing but the document."""
    tolds = [deed for deed in known if isinstance(deed, Told)]
    return [*known, *_Standing(world, known).all(tolds)] if tolds else known


class _Standing:
    """The deeds in the place of those that are not known. ever: all that was said of each hand."""

    def __init__(self, world: World, known: list[deeds.Deed]) -> None:
        self.world, self.known = world, known
        self.ids = {deed.id for deed in known if isinstance(deed, deeds.Paid | deeds.Starred)}
        self.ids |= {deed.evening.id for deed in known if isinstance(deed, deeds.Opened)}
        self.ids |= {deed.sheet.id for deed in known if isinstance(deed, deeds.Begun)}
        self.ids |= {deed.hand.id for deed in known if isinstance(deed, Played)}
        self.ever: dict[str, set[Any]] = {}
        self.by_a_file = set[str]()
        # Whoever has read of a hand in a part of a document knows it, though not the document.
        self.written = {deed.hand.id: deed.bit for deed in world.deeds if isinstance(deed, Played)}
        self.notes = {deed.id: deed for deed in world.deeds
                      if isinstance(deed, deeds.Paid | deeds.Starred)}
        for deed in known:
            if isinstance(deed, Played | Word):
                self.ever.setdefault(deed.hand.id, set()).add(said_by(deed))

    def _is_new(self, own: str) -> bool:
        is_new = own not in self.ids
        self.ids.add(own)
        return is_new

    def all(self, tolds: list[Told]) -> Iterator[deeds.Deed]:
        self.lines = {line for told in tolds for line in told.lines}
        self.tellings: dict[tuple[str, Any], int] = {}  # of each hand, and of each word on it
        for told in tolds:
            for line in [line for own in told.document.evenings & told.parts
                         for sheet in told.document.seen.evenings[own].sheets.values()
                         for line in sheet.lines]:
                for word in None, line.content:
                    self.tellings[line.id, word] = \
                        self.tellings.get((line.id, word), 0) | told.bit
        for told in tolds:
            for own in sorted(told.document.evenings & told.parts):
                yield from self._evening(told, told.document.seen.evenings[own])

    def _evening(self, told: Told, seen: SeenEvening) -> Iterator[deeds.Deed]:
        evening = self.world.evenings[seen.id]
        like = {"number": told.number, "device": told.device, "knew": 0}
        if self._is_new(seen.id):
            yield deeds.Opened(**like, lines=frozenset(), evening=evening)
        for sheet in seen.sheets.values():
            if self._is_new(sheet.id):
                yield deeds.Begun(**like, lines=frozenset(), sheet=self.world.sheets[sheet.id],
                                  players=())
            yield from self._hands(sheet, like)
        knew = self._knew(told, seen)
        if seen.closed and (self._has_all(evening, knew) or not any(
                isinstance(deed, deeds.Closed) and deed.evening is evening for deed in self.known)):
            yield deeds.Closed(**like | {"knew": knew}, lines=frozenset(), evening=evening,
                               back=False)
        for note in self.notes.values():
            if note.id in seen.noted and self._is_new(note.id):
                # Who knew one note of a document did not know them all: each by its own deed.
                knew = sum({self.notes[own].bit for own in seen.noted if own in self.notes})
                stand_in = replace(note, **like | self._told_of(note, told) | {"knew": knew},
                                   lines=frozenset([line for line in self.lines
                                                    if note.id in line]))
                stand_in.instead_of = note.bit
                yield stand_in

    def _told_of(self, note: deeds.Paid | deeds.Starred, told: Told) -> dict[str, deeds.Person]:
        """Return those whom a document names in a note: who was merged when it was written stands
        there as the other one."""
        one = told.document.seen.one
        named = {name: getattr(note, name) for name in ("debtor", "creditor", "person")
                 if hasattr(note, name)}
        return {name: self.world.named(one.get(person.sign, person.sign))
                for name, person in named.items()}

    def _knew(self, told: Told, seen: SeenEvening) -> int:
        """Return the deeds by which the hands were written that a document tells of an evening; not
        what else another document tells that has some of them."""
        bits = told.bit
        for led in told.document.heard.get(seen.id, {}).values():
            bits |= led
        for sheet in seen.sheets.values():
            for line in sheet.lines:
                bits |= self.written.get(line.id, 0)
        return bits

    def _has_all(self, evening: deeds.Evening, knew: int) -> bool:
        """Return whether whoever wrote a document knew all that was played on an evening."""
        return all(knew & deed.bit for deed in self.known
                   if isinstance(deed, Played) and deed.sheet.evening is evening) \
            and all(knew & self.written[own] for own in self.by_a_file
                    if self.world.hands[own].sheet.evening is evening)

    def _hands(self, sheet: SeenSheet, like: dict[str, int]) -> Iterator[deeds.Deed]:
        known, after = self.world.sheets[sheet.id], None
        yield deeds.Ruled(**like, lines=frozenset(), sheet=known)
        for line in sheet.lines:
            if line.id not in self.written:
                continue  # it is nobody's, and stands in red
            hand, ever = self.world.hands[line.id], self.ever.setdefault(line.id, set())
            if self._is_new(line.id):
                self.by_a_file.add(line.id)
                yield deeds.PlayedByAFile(**like, lines=frozenset(), sheet=known, hand=hand,
                                          content=line.content, after=after,
                                          tellings=self.tellings[line.id, None]
                                          | self.written[line.id])
            elif line.content not in ever and not (line.content.voided and any(
                    each and each.voided for each in ever)):
                yield deeds.WordByAFile(**like, lines=frozenset(), sheet=known, hand=hand,
                                        said=line.content,
                                        tellings=self.tellings[line.id, line.content])
            ever.add(line.content)
            after = hand
