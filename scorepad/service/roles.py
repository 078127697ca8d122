"""Roles: who uses the book, and which facts each of them may write."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from scorepad.book import facts
from scorepad.book.facts import Fact
from scorepad.games.game import Problem
from scorepad.i18n.message import N_, Message, say
from scorepad.service.refusals import Refused


class Role(StrEnum):
    """The role of a device, from the one that may do least to the one that may do everything."""

    WATCHER = "watcher"
    WRITER = "writer"
    HOST = "host"

    def reaches(self, other: "Role") -> bool:
        """Return whether this role may do all that another may."""
        return ROLES.index(self) >= ROLES.index(other)


ROLES = tuple(Role)

WRITTEN_BY_WRITERS: frozenset[type[Fact]] = frozenset({
    facts.PlayerAdded, facts.PlayerReturned,  # who is new, or back, is written with the seat
    facts.EveningOpened, facts.EveningClosed, facts.EveningReopened,
    facts.SheetOpened, facts.PlayerJoined, facts.SeatsTaken, facts.DealerNamed,
    facts.HandRecorded, facts.HandAmended, facts.HandVoided, facts.HandRestored,
    facts.MatchEnded, facts.MatchResumed, facts.AbsprachenChanged, facts.RunsChosen,
    facts.WordChosen, facts.Undone, facts.Redone,
    facts.PaymentMade, facts.PaymentTakenBack, facts.StarsNoted, facts.StarsTakenBack,
    facts.NotesChosen})
"""The facts that a writer may write. All others, those of the future too, are for a host."""

ONLY_FOR_HOSTS = say("is for the host to bring")

REFUSALS = {
    Role.WATCHER: N_("This device can only watch. The host can let it write."),
    Role.WRITER: N_("Only the host can change this."),
}
"""The sentence for each role that is not enough."""


class NotAllowed(Refused):
    """A refusal because of the role of whoever asks."""

    def __init__(self, role: Role) -> None:
        super().__init__(Problem((), Message(REFUSALS[role])))


class User(Protocol):
    """Somebody who uses the book; all of it may change while it is open. name: the one under which
    entries are recorded; is_in: False once somebody has shut the device out."""

    @property
    def name(self) -> str: ...

    @property
    def role(self) -> Role: ...

    @property
    def is_in(self) -> bool: ...


@dataclass(frozen=True)
class Owner:
    """The user of the machine that has the book."""

    name: str = ""
    role: Role = Role.HOST
    is_in: bool = True


def needed_for(fact: Fact) -> Role:
    """Return the least role that may write a fact, by its kind alone: see `OpenBook.role_for`."""
    return Role.WRITER if type(fact) in WRITTEN_BY_WRITERS else Role.HOST


def require(user: User, role: Role) -> None:
    """Raise `NotAllowed` unless a user has at least this role; who was shut out has none, though
    its page may still be open for a moment."""
    if not user.is_in:
        raise NotAllowed(Role.WATCHER)
    if not user.role.reaches(role):
        raise NotAllowed(user.role)

