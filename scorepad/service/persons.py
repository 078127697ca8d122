"""The use cases of people, which only a host may change; and transfers to them by a code that
banking apps read (EPC069-12, in Germany the GiroCode).

The account of whoever gets the money stays on this device: no book, no file and no exchange has it.
"""

import re
from collections import Counter
from collections.abc import Iterator

from scorepad.book import facts
from scorepad.book.gate import players_of
from scorepad.book.journal import Journal
from scorepad.book.people import Colour, Look, Marker
from scorepad.games.problems import Problem
from scorepad.i18n.message import Message, say
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import Refused, Role, new_id, valid_name
from scorepad.service.views import PersonView
from scorepad.storage import Store


class Persons:
    """The people of the club."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book

    def all(self) -> list[PersonView]:
        """Return everybody, sorted by name."""
        frame = self._book.current()
        looks, evenings = frame.people.look_of_all(), _evenings_of(frame)
        return sorted([
            PersonView(each.id, each.name, looks[each.name], each.retired, evenings[each.id],
                       each.spellings)
            for each in frame.people.records()], key=lambda person: person.name.casefold())

    def names(self) -> dict[str, str]:
        """Return everybody's name by id, including those who have retired."""
        return self._book.current().people.persons

    def looks(self) -> dict[str, Look]:
        """Return how everybody is drawn, by name."""
        return self._book.current().people.look_of_all()

    def add(self, name: str) -> str:
        """Add a player; returns the id. Raises `Refused` if the name is invalid or taken."""
        self._book.require(Role.HOST)
        name = self._free(name)
        own = new_id()
        self._book.write(facts.PlayerAdded(own, name))
        return own

    def rename(self, player: str, name: str) -> None:
        """Rename a player everywhere, or name one whose name has not come from another device;
        raises `Refused` if the name is invalid or taken."""
        self._book.require(Role.HOST)
        frame = self._book.current()
        before, name = frame.names[player], self._free(name, player)
        if name != before:
            self._book.write(facts.PlayerAdded(player, name)
                             if player in frame.people.unnamed else
                             facts.PlayerRenamed(player, name))
            self._book.rescore()

    def draw(self, player: str, colour: Colour, marker: Marker) -> None:
        """Set how a player is drawn from now on."""
        frame = self._frame_with(player)
        if frame.people.look_of_all()[frame.names[player]] != Look(colour, marker):
            self._book.write(facts.PlayerMarked(player, colour, marker))

    def retire(self, player: str) -> None:
        """Retire a player, who is not offered any more; what was played stays."""
        if player not in self._frame_with(player).people.retired:
            self._book.write(facts.PlayerRetired(player))

    def bring_back(self, player: str) -> None:
        """Offer a retired player again."""
        self._book.require(Role.HOST)
        if player in self._frame_with(player).people.retired:
            self._book.write(facts.PlayerReturned(player))

    def delete(self, player: str) -> None:
        """Delete a player written down by mistake; raises `Refused` for one who has played."""
        frame = self._frame_with(player)
        if any(frame.people.person(other) == player for other in _mentioned(frame)):
            raise Refused(Problem((), say(
                "{name} has played or has stars, so the name has to stay; retire {name} instead",
                name=frame.names[player])))
        self._book.write(facts.PlayerDeleted(player))
        self._book.rescore()

    def undelete(self, person: PersonView) -> None:
        """Bring back a deleted player; raises `Refused` if the name is taken by now."""
        self._free(person.name)
        self._book.write(facts.PlayerUndeleted(person.id))
        self._book.rescore()

    def merge(self, player: str, into: str) -> None:
        """Make `player` and `into` two spellings of one person, who has the name of `into`. Raises
        `Refused` if they are the same already, or sat at one table."""
        if fault := self.fault_of_merging(player, into):
            raise Refused(Problem((), fault))
        people = self._book.frame.people
        self._book.write(facts.PlayerMerged(people.person(player), people.person(into)))
        self._book.rescore()

    def part(self, player: str) -> None:
        """Make `player`, once merged, a separate person again; raises `Refused` if somebody else
        has the name by now."""
        people = self._book.current().people
        if player in people.into:
            self._free(people.spelt(player))
            self._book.write(facts.PlayerParted(player))
            self._book.rescore()

    def fault_of_merging(self, player: str, into: str) -> Message | None:
        """Return why two players cannot be one person, or None."""
        frame = self._book.current()
        people = frame.people
        one, other = people.person(player), people.person(into)
        if fault := _fault_of_nameless(frame, one, other):
            return fault
        if one == other:
            return say("{name} cannot be merged with themselves", name=frame.names[one])
        for evening in frame.evenings.values():
            for sheet in evening.sheets.values():
                if {one, other} <= set(map(people.person, sheet.players)):
                    return say("{name} and {other} sat at one table on {day}, so they are two "
                               "people",
                               name=frame.names[one], other=frame.names[other],
                               day=evening.opened.date)
        return None

    def _frame_with(self, *players: str) -> Journal:
        """Return the frame as it stands now; raises KeyError if it lacks one of these ids, and
        `Refused` for somebody whose name has not come: no entry can be about them."""
        frame = self._book.current()
        for player in players:
            frame.names[player]
        if fault := _fault_of_nameless(frame, *players):
            raise Refused(Problem((), fault))
        return frame

    def _free(self, name: str, player: str = "") -> str:
        """Return a name as it is stored; raises `Refused` if it is invalid or taken."""
        name = valid_name(name, "name")
        if self._book.current().people.ids.get(name, player) != player:
            raise Refused(Problem(("name",), say(
                "{name} already belongs to somebody else", name=name)))
        return name


def _fault_of_nameless(frame: Journal, *players: str) -> Message | None:
    """Return why nothing can be said of somebody whose name has not come."""
    return next((say("Give {name} a name first.", name=frame.names[player])
                 for player in players if player in frame.people.unnamed), None)


def _evenings_of(frame: Journal) -> Counter[str]:
    """Return how many evenings each person has played on, by player id."""
    return Counter([person for evening in frame.evenings.values() for person in {
        frame.people.person(player) for sheet in evening.sheets.values()
        for player in sheet.players}])


def _mentioned(frame: Journal) -> Iterator[str]:
    """Yield the ids of all players to whom something in the book refers."""
    yield from frame.people.into.values()
    yield from frame.with_opening_stars()
    for sheet in frame.sheets.values():
        yield from sheet.players
    for evening in frame.evenings.values():
        for entry in (*evening.stars, *evening.payments):
            yield from players_of(entry.fact)


ACCOUNT = "iban/"
"""The beginning of the keys under which accounts are kept."""

IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
CURRENCY = "EUR"
LONGEST_PAYEE, LONGEST_PURPOSE = 70, 140
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
        kept = self._store.kept_under(ACCOUNT)
        for own in next((ids for ids in self._ids() if player in ids), ()):
            if f"{ACCOUNT}{own}" in kept:  # that of another spelling must not come back
                self._store.keep(f"{ACCOUNT}{own}", None)
        if iban:
            self._store.keep(f"{ACCOUNT}{player}", iban)
        return iban

    def by_name(self) -> dict[str, str]:
        """Return every IBAN that is kept here, by its player's name."""
        kept, names = self._store.kept_under(ACCOUNT), self._people.names()
        return {names[ids[-1]]: str(iban) for ids in (self._ids() if kept else ())
                for own in ids if (iban := kept.get(f"{ACCOUNT}{own}"))}

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
    return "\n".join(["BCD", "002", "1", "SCT", "", name[:LONGEST_PAYEE], iban,
                      f"{CURRENCY}{cents // 100}.{cents % 100:02}", "", "", text[:LONGEST_PURPOSE]])
