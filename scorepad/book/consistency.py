"""Consistency checks of entries: what an entry names exists and was written before it."""

from typing import Any

from scorepad.book.facts import (
    Entry,
    EveningOpened,
    HandAmended,
    HandRecorded,
    HandRestored,
    HandVoided,
    PlayerAdded,
    PlayerJoined,
    Redone,
    SheetOpened,
    TariffSet,
    Undone,
    WordChosen,
)
from scorepad.book.ledger.tariffs import TITLES
from scorepad.book.tellings import begun, may_be_told_again
from scorepad.i18n.message import Message, say

LAST_MOMENT = 253_402_300_800_000
"""The beginning of the year 10000, in milliseconds since 1970: no calendar here can write it."""

LONGEST_ID = 200

PERSONS = ("player", "into", "debtor", "creditor")
"""The fields of facts that hold a player's id."""


def fault_of_time(entry: Entry) -> Message | None:
    """Return what is wrong with the time of an entry, or None."""
    return say("has no valid time") if type(entry.at) is not int or time_of(entry.at) != entry.at \
        else None


def time_of(at: object) -> int:
    """Return a stored time in milliseconds since 1970, or 0, the unknown time, where it is not a
    whole number from 0 to below `LAST_MOMENT`."""
    return at if type(at) is int and 0 <= at < LAST_MOMENT else 0


class Known:
    """The ids of what was written so far, against which the next entry is checked."""

    def __init__(self) -> None:
        self.entries: set[str] = set()
        self.begun: dict[tuple[type[Any], str], Entry] = {}
        self.joined: dict[str, set[str]] = {}
        self.players: set[str] = set()
        self.evenings: set[str] = set()
        self.evening_of: dict[str, str] = {}
        self.seats: dict[str, int] = {}
        self.hands: dict[str, set[str]] = {}
        self.steps: dict[str, set[str]] = {}

    def take(self, entry: Entry, evening: str | None) -> Message | None:
        """Take in one more entry, or leave it out and return what is wrong with it."""
        try:
            fault = self._fault_of_entry(entry) or self.fault_of_frame(entry) \
                or self._fault_of_fact(entry.fact) or self._fault_of_evening(entry.fact, evening)
        except TypeError:  # a list where there should be an id
            fault = say("names something that is not an id")
        if fault is None:
            self.add(entry)
        return fault

    def _fault_of_entry(self, entry: Entry) -> Message | None:
        if not isinstance(entry.id, str) or not 0 < len(entry.id) <= LONGEST_ID:
            return say("has no valid id")
        if entry.id in self.entries:
            return say("has the id of an earlier entry")
        if fault := fault_of_time(entry):
            return fault
        if not isinstance(entry.by, str):
            return say("does not say who wrote it")
        return None

    def _fault_of_fact(self, fact: Any) -> Message | None:
        """Return what is wrong with a fact beyond `fault_of_frame`. A hand may be told again."""
        sheet: Any = getattr(fact, "sheet", None)
        match fact:
            case HandAmended(id=own) | HandVoided(id=own) | HandRestored(id=own) \
                    | WordChosen(id=own) if own not in self.hands[sheet]:
                return _unknown(own)
            case Undone(entry=own) | Redone(entry=own) | WordChosen(word=own) \
                    if own not in self.steps[sheet]:
                return _unknown(own)
        return None

    def fault_of_frame(self, entry: Entry) -> Message | None:
        """Return what is wrong with an entry as far as players, evenings and sheets tell: one that
        begins otherwise a second time, that is unknown, or has fewer seats, and as far as its kind
        does: a newer Scorepad may know more of them; None if nothing is."""
        fact: Any = entry.fact
        sheet: Any = getattr(fact, "sheet", None)
        known = self.begun.get(begins) if (begins := begun(fact)) else None
        if begins and known and not may_be_told_again(entry, known):
            return _twice(begins[1])
        if sheet is not None and sheet not in self.seats and not isinstance(fact, SheetOpened):
            return _unknown(sheet)
        if sheet is not None and (fault := self._fault_of_seats(fact, sheet)):
            return fault
        for player in () if isinstance(fact, PlayerAdded) else players_of(fact):
            if player not in self.players:
                return _unknown(player)
        if isinstance(fact, TariffSet) and fact.event not in TITLES:
            return say("is of a kind that this Scorepad does not know")
        return None

    def _fault_of_seats(self, fact: Any, sheet: str) -> Message | None:
        """Return what is wrong with the seats that a fact names, or None."""
        size = len(fact.players) if isinstance(fact, SheetOpened) else self.seats[sheet]
        named = [getattr(fact, field, None) for field in ("first_dealer", "dealer")]
        for seat in (*(getattr(fact, "seats", None) or ()), *named):
            if seat is not None and (type(seat) is not int or not 0 <= seat < size):
                return say("names seat {seat}, and there are {size}", seat=seat, size=size)
        return None

    def _fault_of_evening(self, fact: Any, evening: str | None) -> Message | None:
        """Return what is wrong with the evening under which an entry is filed, or None."""
        own = self.evening_of_fact(fact)
        if own is not None and not isinstance(fact, EveningOpened) and own not in self.evenings:
            return _unknown(own)
        if own != evening:
            return say("is filed under another evening")
        return None

    def evening_of_fact(self, fact: Any) -> str | None:
        """Return the id of the evening that a fact belongs to, None for one about the club."""
        own = getattr(fact, "evening", None)
        return own if own is not None else self.evening_of.get(getattr(fact, "sheet", ""))

    def add(self, entry: Entry) -> None:
        """Take in an entry that is known to fit."""
        self.entries.add(entry.id)
        if begins := begun(entry.fact):
            self.begun.setdefault(begins, entry)
        match fact := entry.fact:
            case PlayerAdded(player=player):
                self.players.add(player)
            case EveningOpened(evening=evening):
                self.evenings.add(evening)
            case SheetOpened(sheet=sheet, evening=evening):
                if sheet not in self.seats:
                    self.evening_of[sheet], self.seats[sheet] = evening, len(fact.players)
                    self.hands[sheet], self.steps[sheet] = set(), set()
                    self.joined[sheet] = set(fact.players)
            case PlayerJoined(sheet=sheet, player=player):
                self.seats[sheet] += player not in self.joined[sheet]
                self.joined[sheet].add(player)
            case _ if (written_on := getattr(fact, "sheet", None)) is not None:
                self.steps[written_on].add(entry.id)
                if isinstance(fact, HandRecorded):
                    self.hands[written_on].add(fact.id)


def players_of(fact: Any) -> tuple[str, ...]:
    """Return the ids of the players that a fact names."""
    named = (getattr(fact, field, None) for field in PERSONS)
    return (*[player for player in named if player is not None],
            *getattr(fact, "players", ()), *getattr(fact, "balances", ()))


def _twice(name: str) -> Message:
    return say("begins {name} a second time", name=f'"{name}"')


def _unknown(name: str) -> Message:
    return say("names {name}, which is not in the book", name=f'"{name}"')
