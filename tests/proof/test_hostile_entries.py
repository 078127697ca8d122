"""Hostile entries with digests that fit, brought by a host in a file and by a writer on the wire,
into sound books and into those that have had some already."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from random import Random

import pytest

from scorepad import document
from scorepad.book.people import Colour, Marker
from scorepad.book.record import Tariff
from scorepad.games import BY_ID
from scorepad.i18n.message import Fault
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.roles import Owner, Role
from scorepad.service.telling import choices, told_decision
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.storage.exchange import NotExchange
from scorepad.storage.restoring import Picked
from tests.proof.conftest import Note
from tests.proof.meaning import hostile
from tests.proof.meaning.hostile import Book, Entry, digest_of, file_of, message_of
from tests.proof.meaning.seen import open_all, see
from tests.taking import take

NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil")
ONES = 12
"""How often a book is attacked before another takes its place."""
PARTS = 8


def sound(name: str = "Anne") -> Service:
    """A book in which there is an entry of nearly every kind."""
    service = Service(Store.open("sqlite://", None, lambda: name), name)
    evening: str | NewEvening = NewEvening(date(2026, 11, 20), "Altona")
    for game, hands in (
            ("doppelkopf-altenburg", [{"spiel": "normal", "re": ["Anne", "Bert"], "augen": 131},
                                      {"spiel": "normal", "re": ["Cem", "Dora"], "augen": 115}]),
            ("kalter-schlag", [{"augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}}]),
            ("frei", [{"punkte": {"Anne": 10, "Bert": -5}}, {"punkte": {"Cem": 7}},
                      {"punkte": {"Dora": 3}}])):
        rules = BY_ID[game].rules.read({"einsatz_je": "punkt"} if game == "frei" else {})
        sheet = service.open_sheet(evening, BY_ID[game], NAMES[:4], 0, rules, 100)
        evening = service.sheet(sheet).evening
        for hand in hands:
            view = service.sheet(sheet)
            service.record(sheet, view.game.read_hand(hand, NAMES[:4]))
        if game == "doppelkopf-altenburg":
            service.seat_players(sheet, NAMES)
            service.name_dealer(sheet, 1)
            service.change_rules(sheet, BY_ID[game].rules.read({"normal_won": 20}))
            own = service.sheet(sheet).score.lines[0].record
            service.amend(sheet, own.stamp.id, own._replace(note="late"))
            service.void(sheet, own.stamp.id)
            service.undo(sheet)
            service.agreements.say(sheet, "no Solo")
    assert not isinstance(evening, NewEvening)
    service.close_evening(evening)
    service.reopen_evening(evening)
    service.rule_sets.keep(BY_ID["skat"], "Ours", BY_ID["skat"].rules())
    service.people.add("Frida")
    frida, = [each.id for each in service.people.all() if each.name == "Frida"]
    service.people.draw(frida, Colour.RED, Marker.STAR)
    service.people.retire(frida)
    service.people.merge(frida, service.people.all()[4].id)
    service.pay(evening, "Anne", "Bert", 100, "EUR")
    service.club.note(evening, "Anne", "kasten")
    service.club.open_with(date(2021, 5, 20), {"Anne": 3, "Bert": 5})
    service.club.set_tariff(Tariff("kasten", date(2026, 1, 1), -3))
    service.people.rename(service.people.all()[3].id, "Doris")
    return service


def bring(service: Service, entries: list[Entry], role: Role) -> None:
    """Bring entries into a book; what it refuses it says in words."""
    try:
        if role is Role.HOST:
            meeting = service.meetings.preview(Picked("evil", content=file_of(entries)))
            for place, why in meeting.refused:
                assert place > 0 and str(why)
            service.meetings.take(meeting)
        else:
            service.used_by(Owner("Mallory", role)).meetings.exchange(message_of(entries))
    except (Fault, NotExchange) as refused:
        assert str(refused)


Hands = dict[str, tuple[str, object, object]]


def hands_in(service: Service) -> Hands:
    """Everything that was said and scored of all hands, by their ids."""
    seen = see(service, str)
    return {hand.id: (hand.place, hand.content, dict(hand.points))
            for sheet in seen.sheets.values() for hand in (*sheet.lines, *sheet.struck)}


@contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """See that something takes no longer than so many seconds of this processor."""
    start = time.process_time()
    yield
    took = time.process_time() - start
    assert took < seconds, f"{what} took {took:.1f} s"


def readable(service: Service) -> None:
    """Open every view, and let an empty book take in both exports."""
    open_all(service)
    service.meetings.club_decisions()
    service.safety.check()
    text = document.write(service.export(), indent=None).encode()
    empty = Service(Store.open("sqlite://"), "Zoe")
    take(empty, text)
    empty.close()
    other = Service(Store.open("sqlite://"), "Zoe")
    content = service.meetings.entries()
    other.meetings.take(other.meetings.preview(Picked("all", content=content.encode())))
    assert sorted(other.meetings.entries().split("\n")) == sorted(content.split("\n"))
    assert hands_in(other) == hands_in(service)
    other.close()


def test_digests_are_as_the_readme_says() -> None:
    entries = Book.of(sound().meetings.entries(), Random(0)).entries
    assert [digest_of(entry) for entry in entries] == [entry["digest"] for entry in entries]


def attacked(seed: int, attacks: int) -> list[str]:
    """Attack a book from a seed; return what it does not stand, in words."""
    rng, faults = Random(seed), []
    service = sound()
    before, own = hands_in(service), service.meetings.entries().splitlines()[1:]
    for _ in range(attacks):
        role = rng.choice((Role.HOST, Role.WRITER))
        book = Book.of(service.meetings.entries(), rng, own)
        plain = [*hostile.NONSENSE, *(hostile.FOR_HOSTS if role is Role.WRITER else ())]
        chosen = [rng.choice(plain) for _ in range(rng.choice((1, 1, 1, 2, 5, 20)))] \
            if rng.random() < 0.7 else [rng.choice((hostile.spoilt, hostile.spoilt,
                                                    hostile.spoilt_word))] * rng.choice((1, 3, 10))
        entries = [entry for attack in chosen for entry in attack(book)]
        told = f"seed {seed}, as {role}: {', '.join(attack.__name__ for attack in chosen)}"
        try:
            with within(1 + len(entries) / 100, told):
                bring(service, entries, role)
            after = hands_in(service)
            if chosen[0] in plain:
                if changed := {own: (before[own], after.get(own)) for own in before
                               if before[own] != after.get(own)}:
                    faults.append(f"{told}: hands have changed: {changed}")
            elif chosen[0] is hostile.spoilt and (lost := before.keys() - after.keys()):
                faults.append(f"{told}: hands are lost: {lost}\n{_lines(entries)}")
            if rng.random() < 0.25:
                readable(service)
        except Exception as fault:
            faults.append(f"{told}: {type(fault).__name__}: {str(fault)[:500]}\n{_lines(entries)}")
        if faults:
            break
        before = hands_in(service)
    service.close()
    return faults


def _lines(entries: list[Entry]) -> str:
    return "\n".join([json.dumps(entry)[:600] for entry in entries])


@pytest.mark.rounds(short=400, full=5_000)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_book_stands_hostile_entries(part: int, rounds: int, note: Note) -> None:
    faults = []
    for seed in range(part, max(PARTS, rounds // ONES), PARTS):
        faults += attacked(seed, ONES)
    note(f"books that were attacked {ONES} times with hostile entries, part {part}",
         len(range(part, rounds // ONES, PARTS)))
    assert not faults, "\n\n".join(faults)


@pytest.mark.parametrize("role", [Role.HOST, Role.WRITER])
def test_two_thousand_hands_after_one_head(role: Role) -> None:
    service = sound()
    before = hands_in(service)
    entries = hostile.many_after_one(Book.of(service.meetings.entries(), Random(1)), 2_000)
    with within(20, "taking in 2,000 hands after one head"):
        bring(service, entries, role)
    with within(20, "looking at them"):
        readable(service)
    after = hands_in(service)
    assert {own: after[own] for own in before} == before


@pytest.mark.rounds(short=200, full=2_000)
@pytest.mark.parametrize("devices", [2, 16, 2_000])
def test_hands_and_dealers_that_nobody_else_knew(devices: int, rounds: int) -> None:
    service = sound()
    before = hands_in(service)
    entries = hostile.many_apart(Book.of(service.meetings.entries(), Random(1)), rounds, devices)
    with within(1 + rounds / 100, "taking in hands and dealers"):
        bring(service, entries, Role.WRITER)
    with within(1 + rounds / 100, "seeing them"):
        after = hands_in(service)
    assert {own: after[own] for own in before} == before
    readable(service)


@pytest.mark.parametrize("name", ["Person {}", "Anne"], ids=["of many names", "of one name"])
@pytest.mark.parametrize("is_chain", [True, False], ids=["one after the other", "after one head"])
def test_ten_thousand_people_that_a_writer_brings(is_chain: bool, name: str) -> None:
    """Nobody waits for them on a sheet, nor where they are listed."""
    service = sound()
    before, book = hands_in(service), Book.of(service.meetings.entries(), Random(3))
    (clock, heads), entries = book.heads(None), list[Entry]()
    for number in range(10_000):
        entries.append(book.entry(
            "PlayerAdded", {"player": f"{number:x}-p", "name": name.format(number)},
            after=heads, clock=clock + 1 + number * is_chain))
        if is_chain:
            heads = [entries[-1]["digest"]]
    with within(10, "taking in 10,000 people"):
        bring(service, entries, Role.WRITER)
    with within(1, "looking at a sheet"):
        assert len(service.people.names()) == 10_000 + len(NAMES)
        for card in service.evenings():
            service.evening(card.id)
    with within(1, "looking at everybody"):
        assert len(service.people.all()) == 10_000 + len(NAMES)
        service.players()
        decisions = service.meetings.club_decisions()
        for decision in decisions:
            told_decision(decision, Words("en"))
            choices(decision, Words("en"))
    with within(2, "a portrait of one of them"):
        service.statistics.portrait("0-p")
    assert hands_in(service) == before


def test_a_watcher_brings_nothing() -> None:
    service = sound()
    before = service.meetings.entries()
    book = Book.of(before, Random(2))
    for attack in (*hostile.NONSENSE, *hostile.FOR_HOSTS):
        bring(service, attack(book), Role.WATCHER)
    assert service.meetings.entries() == before
