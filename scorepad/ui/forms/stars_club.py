"""The forms of opening balances and tariffs, until they are saved."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date as Date

import flet as ft

from scorepad.book.ledger.tariffs import ALWAYS, AUSWAERTS, read_stars
from scorepad.book.ledger.written import read_list, title_of
from scorepad.book.names import LookAlike, fault_of_name, look_alike
from scorepad.book.record import OpeningStars, Tariff
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words, read_day, typed_day
from scorepad.service.club import Club
from scorepad.service.roles import Refused
from scorepad.ui.session import Session

NO_DAY = say("Type a date such as 20.5.2021.")
NO_STARS = say("Type how many stars, such as −1.")


@ft.observable
@dataclass
class OpeningForm:
    """Opening balances that are being typed. begun: their date in the book, until a `day` is typed;
    typed: each player's stars; newcomer: a name to be added; asked: somebody here whose name looks
    the same; pasted: the club's list as text; faults: by name, `date`, `pasted`, or empty for the
    newcomer."""

    begun: Date | None = None
    day: str | None = None
    typed: dict[str, str] = field(default_factory=dict)
    newcomer: str = ""
    asked: LookAlike | None = None
    pasted: str = ""
    faults: dict[str, Message] = field(default_factory=dict)

    @classmethod
    def of(cls, opening: OpeningStars | None, players: Sequence[str]) -> "OpeningForm":
        """Return the form as the book has it, with a line for everybody."""
        balances = opening.balances if opening else {}
        return cls(opening and opening.date, None, {
            name: str(balances.get(name, "")) for name in (*balances, *players)})

    def written_day(self, t: Words) -> str:
        """Return the text in the field of the day."""
        return (typed_day(self.begun, t) if self.begun else "") if self.day is None else self.day

    def type_day(self, typed: str) -> None:
        """Take the text in the field of the day."""
        self.day, self.faults = typed, {}

    def type(self, name: str, typed: str) -> None:
        """Take the text in the field of somebody's stars."""
        self.typed, self.faults = {**self.typed, name: typed}, {}

    def type_newcomer(self, typed: str) -> None:
        """Take the text in the field of somebody else's name."""
        self.newcomer, self.asked, self.faults = typed, None, {}

    def paste(self, text: str) -> None:
        """Take the text in the field of the club's list."""
        self.pasted, self.faults = text, {}

    def take_list(self, t: Words) -> None:
        """Fill in the fields from the club's list, and say at each what in it does not fit."""
        read = read_list(self.pasted)
        here = {name.casefold(): name for name in self.typed}
        self.typed = {**self.typed, **{
            here.get(name.casefold(), name): str(stars) for name, stars in read.balances.items()}}
        self.faults = {here.get(name.casefold(), name) or "pasted": fault
                       for name, fault in read.faults.items()}
        if not read.balances:
            self.faults = {"pasted": say("No line in it has a name and stars.")}
        if read.day is not None:
            self.day = typed_day(read.day, t)

    def add(self) -> None:
        """Add a line for the newcomer, or ask or say at the field why not yet."""
        name = self.newcomer.strip()
        if fault := fault_of_name(name):
            self.faults = {"": say("The name {fault}.", fault=fault)}
        elif found := look_alike(name, self.typed):
            self.asked = found
        else:
            self._add(name)

    def answer(self, same: bool) -> None:
        """Take the answer: whoever is here has a line already, somebody else gets one."""
        if self.asked and not same:
            self._add(self.asked.name)
        self.newcomer, self.asked = "", None

    def _add(self, name: str) -> None:
        self.typed, self.newcomer = {**self.typed, name: self.typed.get(name, "")}, ""

    @property
    def total(self) -> int:
        """The sum of the stars that can be read."""
        return sum(read_stars(typed) or 0 for typed in self.typed.values())

    def save(self, session: Session, club: Club) -> None:
        """Write the balances into the book, or say at each field what is wrong."""
        day = self.begun if self.day is None else read_day(self.day)
        stars = {name: read_stars(text) for name, text in self.typed.items() if text.strip()}
        faults = {name: NO_STARS for name, count in stars.items() if count is None}
        if day is None:
            faults["date"] = NO_DAY
        self.faults = faults
        if faults or day is None:
            return
        try:
            club.open_with(day, {name: count or 0 for name, count in stars.items()})
        except Refused as refused:
            self.faults = {str(problem.place[-1]): say("The number {fault}.",
                                                       fault=problem.message)
                           for problem in refused.problems}
        else:
            session.tell(say("The opening balances are saved."))


@ft.observable
@dataclass
class TariffForm:
    """A line of the tariffs being set; changed: the line as it was before, None for a new one."""

    changed: Tariff | None = None
    event: str = ""
    ziel: str = ""
    day: str = ""
    stars: str = ""
    faults: dict[str, Message] = field(default_factory=dict)

    def choose(self, event: str) -> None:
        """Begin a new line for an event."""
        self.leave()
        self.event = event

    def take(self, line: Tariff, t: Words) -> None:
        """Open an existing line for change."""
        self.changed = line
        self.event, self.ziel, self.stars = line.event, line.ziel, str(line.stars)
        self.day = "" if line.valid_from == ALWAYS else typed_day(line.valid_from, t)
        self.faults = {}

    def leave(self) -> None:
        """Close the form and leave everything as it is."""
        self.changed, self.faults = None, {}
        self.event = self.ziel = self.day = self.stars = ""

    def type(self, name: str, typed: str) -> None:
        """Take the text in the field of the destination, the day or the stars."""
        setattr(self, name, typed)
        self.faults = {}

    def save(self, session: Session, club: Club) -> None:
        """Set the line, or say at each field what is wrong."""
        stars = read_stars(self.stars)
        day = read_day(self.day) if self.day.strip() else ALWAYS
        if stars is None:
            self.faults = {"stars": NO_STARS}
        elif day is None:
            self.faults = {"valid_from": NO_DAY}
        else:
            line = Tariff(self.event, day, stars, self.ziel if self.event == AUSWAERTS else "")
            old = self.changed and self.changed._replace(stars=None)
            moved = old and old != line._replace(stars=None)  # to another day or destination
            self._set(session, club, line, *([old] if old and moved else []))

    def remove(self, session: Session, club: Club) -> None:
        """Remove the line that was opened for change."""
        if self.changed:
            self._set(session, club, self.changed._replace(stars=None))

    def _set(self, session: Session, club: Club, line: Tariff, *gone: Tariff) -> None:
        try:
            for each in (line, *gone):
                club.set_tariff(each)
        except Refused as refused:
            self.faults = {str(problem.place[0]): _sentence(problem.place[0], problem.message)
                           for problem in refused.problems}
            return
        session.tell(say("Set: {event}" if line.stars is not None else "Removed: {event}",
                         event=title_of(line.event, line.ziel)))
        self.leave()


def _sentence(place: object, fault: Message) -> Message:
    if place == "ziel":
        return say("The destination {fault}.", fault=fault)
    return fault if fault.plural else say("The number {fault}.", fault=fault)
