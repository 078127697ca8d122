"""Roles: who uses the book and may write which facts; and refusals, which every use case makes."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from uuid6 import uuid7

from scorepad.book import facts
from scorepad.book.evening_journal import EveningJournal
from scorepad.book.facts import Fact
from scorepad.book.gate import MOST_PEOPLE
from scorepad.book.names import composed, fault_of_name, fault_of_text, has_anything_visible
from scorepad.games.game import Game, Place, Problem
from scorepad.i18n.message import N_, Fault, Message, say
from scorepad.tournament.facts import TournamentSigned


class Refused(Fault):
    """A request that cannot be carried out; `problems` says why, each at its field."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*[problem.message for problem in problems])
        self.problems = problems


def as_kept(name: str) -> str:
    """Return a name or text as it is stored: without surrounding spaces, its letters composed.
    Otherwise one person could become two whose names look the same."""
    return composed(name.strip())


def faults_of_line(text: str, *place: str | int) -> list[Problem]:
    """Return the faults, at `place`, of a text that must be empty or one visible line."""
    text = text.strip()
    fault = fault_of_text(text)
    if not fault and text and not has_anything_visible(text):
        fault = say("has nothing visible in it")
    return [Problem(place, fault)] if fault else []


def faults_of_name(name: str, *place: str | int) -> list[Problem]:
    """Return the faults of a name, at `place`."""
    fault = fault_of_name(name)
    return [Problem(place, fault)] if fault else []


def valid_name(name: str, *place: str | int) -> str:
    """Return a name as it is stored; raises `Refused`, at `place`, for what is none."""
    name = as_kept(name)
    if faults := faults_of_name(name, *place):
        raise Refused(*faults)
    return name


def faults_of_names(game: Game[Any, Any], names: Sequence[str]) -> list[Problem]:
    """Return the faults of the players of a new sheet, each at its position."""
    faults = []
    for index, name in enumerate(names):
        place: Place = ("players", index)
        if fault := fault_of_name(name):
            faults.append(Problem(place, fault))
        elif name in names[:index]:
            faults.append(Problem(place, say("names {name} a second time", name=name)))
    if fault := game.verify_players(len(names)):
        faults.append(Problem(("players",), fault))
    return faults


def faults_of_crowd(count: int) -> list[Problem]:
    """Return a fault if a sheet would have more than `MOST_PEOPLE` people over all its hands. A
    document with such a sheet could not be read."""
    return [] if count <= MOST_PEOPLE else [Problem(("players",), say(
        "this sheet has {count} people: split it", count=count))]


def faults_of_currency(evening: EveningJournal, stake: int | None,
                       currency: str) -> list[Problem]:
    """Return a fault if a new sheet cannot be settled together with the others of its evening. All
    sheets with a stake must have one currency. stake, currency: of the new sheet, the stake None if
    it is for nothing, the currency as an ISO 4217 code."""
    others = {sheet.opened.currency for sheet in evening.sheets.values()
              if sheet.opened.stake is not None} - {currency}
    if stake is None or not others:
        return []
    return [Problem(("currency",), say("{currencies} on one evening cannot be settled together",
                                       currencies=", ".join(sorted({currency, *others}))))]


def new_id() -> str:
    """Return an id that no other device hands out; later ids sort after earlier ones."""
    return str(uuid7())


def may_be_list(sheet: str) -> bool:
    """Return whether a sheet may be the list of a table: no new id is like theirs."""
    return sheet[14:15] == "5"  # the version of a UUID


def now() -> int:
    """Return the time in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


WEEK = 7 * 24 * 60 * 60 * 1000
"""Milliseconds after which a copy is due again, and what is half typed on a page is forgotten."""


class Role(StrEnum):
    """The role of a device, from the one that may do least to the one that may do everything."""

    WATCHER = "watcher"
    LIST = "list"
    WRITER = "writer"
    HOST = "host"

    def reaches(self, other: "Role") -> bool:
        """Return whether this role may do all that another may."""
        return ROLES.index(self) >= ROLES.index(other)


ROLES = tuple(Role)

GIVEN = (Role.WATCHER, Role.WRITER, Role.HOST)
"""The roles that a host gives to devices; that of one list comes with the slip of its table."""

WRITTEN_BY_WRITERS: frozenset[type[Fact]] = frozenset({
    facts.PlayerAdded, facts.PlayerReturned,  # whoever is new, or back, is written with the seat
    facts.EveningOpened, facts.EveningClosed, facts.EveningReopened,
    facts.SheetOpened, facts.PlayerJoined, facts.SeatsTaken, facts.DealerNamed,
    facts.HandRecorded, facts.HandAmended, facts.HandVoided, facts.HandRestored,
    facts.MatchEnded, facts.MatchResumed, facts.AbsprachenChanged, facts.RunsChosen,
    facts.WordChosen, facts.Undone, facts.Redone,
    facts.PaymentMade, facts.PaymentTakenBack, facts.StarsNoted, facts.StarsTakenBack,
    facts.NotesChosen, TournamentSigned})
"""The facts that a writer may write. All others, those of the future too, are for a host."""

WRITTEN_IN_A_LIST: frozenset[type[Fact]] = frozenset({
    facts.EveningOpened, facts.PlayerAdded, facts.SheetOpened, facts.DealerNamed,
    facts.HandRecorded, facts.HandAmended, facts.HandVoided, facts.HandRestored, facts.RunsChosen,
    facts.WordChosen, TournamentSigned})
"""The facts that the writer of one list may write, of that list."""

ONLY_FOR_HOSTS = say("is for the host to bring")

REFUSALS = {
    Role.WATCHER: N_("This device can only watch. The host can let it write."),
    Role.LIST: N_("This device only writes the list of one table, until its round is over. The "
                  "host can let it do more."),
    Role.WRITER: N_("Only the host can change this."),
}
"""The sentence for each role that is not enough."""


class NotAllowed(Refused):
    """A refusal because of the role of whoever asks."""

    def __init__(self, role: Role) -> None:
        super().__init__(Problem((), Message(REFUSALS[role])))


class OneList(NamedTuple):
    """The list of one table in one round. sheet: the id of its sheet, which may not have begun; a
    draw in place of this one has others."""

    evening: str
    round: int
    table: int
    sheet: str


class User(Protocol):
    """Somebody who uses the book; all of it may change while it is open. name: the one under which
    entries are recorded; is_in: False once somebody has shut the device out; own_list: the one that
    they write, if their role is that."""

    @property
    def name(self) -> str: ...

    @property
    def role(self) -> Role: ...

    @property
    def is_in(self) -> bool: ...

    @property
    def own_list(self) -> OneList | None: ...


@dataclass(frozen=True)
class Owner:
    """The user of the machine that has the book."""

    name: str = ""
    role: Role = Role.HOST
    is_in: bool = True
    own_list: OneList | None = None


def needed_for(fact: Fact) -> Role:
    """Return the least role that may write a fact, by its kind alone: see `OpenBook.role_for`."""
    return Role.WRITER if type(fact) in WRITTEN_BY_WRITERS else Role.HOST


def require(user: User, role: Role) -> None:
    """Raise `NotAllowed` unless a user has at least this role; one who was shut out has none,
    though their page may still be open for a moment."""
    if not user.is_in:
        raise NotAllowed(Role.WATCHER)
    if not user.role.reaches(role):
        raise NotAllowed(user.role)
