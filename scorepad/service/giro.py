"""Transfers by a code that banking apps read (EPC069-12, in Germany the GiroCode). The account of
whoever gets the money stays on this device: no book, no file and no exchange has it."""

import re

from scorepad.games.problems import Problem
from scorepad.i18n.message import say
from scorepad.service.open_book import OpenBook
from scorepad.service.persons import Persons
from scorepad.service.roles import Refused, Role
from scorepad.storage import Store

KEPT = "iban/"
IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
CURRENCY = "EUR"
NAME, TEXT = 70, 140
"""The most letters of a name, and of what a transfer is for."""


class Accounts:
    """The accounts of those who play here."""

    def __init__(self, store: Store, book: OpenBook, people: Persons) -> None:
        self._store, self._book, self._people = store, book, people

    def leave(self, player: str, typed: str) -> str:
        """Keep a player's IBAN, or none if nothing is typed, and return it. Raises `Refused` for
        what is none, and `NotAllowed` for all but a host: money goes where it says."""
        self._book.require(Role.HOST)
        iban = read_iban(typed)
        kept = self._store.kept_under(KEPT)
        for own in next((ids for ids in self._ids() if player in ids), ()):
            if f"{KEPT}{own}" in kept:  # that of another spelling must not come back
                self._store.keep(f"{KEPT}{own}", None)
        if iban:
            self._store.keep(f"{KEPT}{player}", iban)
        return iban

    def by_name(self) -> dict[str, str]:
        """Return every IBAN that is kept here, by its player's name."""
        kept, names = self._store.kept_under(KEPT), self._people.names()
        return {names[ids[-1]]: str(iban) for ids in (self._ids() if kept else ())
                for own in ids if (iban := kept.get(f"{KEPT}{own}"))}

    def _ids(self) -> list[tuple[str, ...]]:
        """Return everybody's ids: those of other spellings, and last, as it counts, the own one."""
        return [(*[spelt.id for spelt in person.spelt], person.id)
                for person in self._people.all()]


def read_iban(typed: str) -> str:
    """Return an IBAN without its blanks, empty for nothing. Raises `Refused` if a letter or a digit
    of it is wrong (ISO 13616: moved to its end, its head makes the number 1 modulo 97)."""
    iban = "".join(typed.split()).upper()
    if iban and not (IBAN.fullmatch(iban) and int("".join(
            [str(int(each, 36)) for each in iban[4:] + iban[:4]])) % 97 == 1):
        raise Refused(Problem(("iban",), say(
            "This is no IBAN. A letter or a digit is wrong or missing.")))
    return iban


def grouped(iban: str) -> str:
    """Return an IBAN as it is printed, in groups of four."""
    return " ".join([iban[start:start + 4] for start in range(0, len(iban), 4)])


def giro_code(name: str, iban: str, cents: int, text: str) -> str:
    """Return what stands in the code of a transfer of so many cents to somebody. name, iban: of
    whoever gets them; text: what they are for."""
    return "\n".join(["BCD", "002", "1", "SCT", "", name[:NAME], iban,
                      f"{CURRENCY}{cents // 100}.{cents % 100:02}", "", "", text[:TEXT]])
