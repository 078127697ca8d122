"""The use cases of the club: its ledger of stars, and its own rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date as Date
from typing import Any

from scorepad.book import facts
from scorepad.book.evening_journal import EveningJournal
from scorepad.book.journal import Journal
from scorepad.book.ledger import EveningPage, EveningStars, Ledger, SheetStars, ledger, stars_of
from scorepad.book.ledger.tariffs import (
    Tariffs,
    fault_of_destination,
    fault_of_stars,
    fault_of_tariff,
)
from scorepad.book.record import OpeningStars, RuleSet, StarNote, Tariff
from scorepad.book.rule_sets import KeptRules
from scorepad.games import BY_ID
from scorepad.games.game import Game, Problem, Rules
from scorepad.games.protocols import GivesStars
from scorepad.i18n.message import say, say_n
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import Refused, as_kept, faults_of_line, faults_of_name, new_id
from scorepad.system.steps import Steps, collector_paused, stepwise


@dataclass
class _Given:
    """The stars that sheets give to the ledger, as long as the book is not read again: by sheet,
    and with how many steps on it they cover."""

    frame: Journal | None = None
    sheets: dict[str, tuple[int, SheetStars | None]] = field(default_factory=dict)


class Club:
    """The use cases of the ledger; what each sheet gives to it is kept until the next reading."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book
        self._given = book.found(_Given)

    def _frame(self) -> Journal:
        """Return the players, evenings and sheets as they stand in the book now."""
        frame = self._book.current()
        if frame is not self._given.frame:  # then everything was read again
            self._given.frame, self._given.sheets = frame, {}
        return frame

    @property
    def has_stars(self) -> bool:
        """True if the club keeps a ledger: some stars are written down, or a game gives some."""
        frame = self._frame()
        return frame.stars_opened is not None or bool(frame.tariff_lines()) \
            or any(evening.stars for evening in frame.evenings.values()) \
            or any(isinstance(sheet.opened.game, GivesStars) for sheet in frame.sheets.values())

    @property
    def name(self) -> str:
        """The club's name, empty if it has none."""
        return self._frame().club

    def call(self, name: str) -> None:
        """Give the club a name, an empty one for none. Raises `Refused` for what is not a line."""
        name = as_kept(name)
        if faults := faults_of_line(name, "name"):
            raise Refused(*faults)
        if name != self.name:
            self._book.write(facts.ClubNamed(name))

    def tariffs(self) -> Tariffs:
        """Return what every event counts, and from which day on."""
        return Tariffs(self._frame().tariff_lines())

    def stars_on(self, evening: str, event: str) -> int | None:
        """Return the stars of an event by the tariff of an evening's day, None for none."""
        return self.tariffs().stars(event, self._book.frame.evenings[evening].opened.date)

    def opening(self) -> OpeningStars | None:
        """Return what everybody had when the ledger began, None if nobody said so."""
        return self._frame().opening()

    @stepwise
    def ledger(self) -> Steps[Ledger]:
        """Return everybody's stars, and where they come from."""
        frame, pages = self._frame(), []
        with collector_paused():
            for evening in list(frame.evenings.values()):
                pages.append(self._page(evening, frame))
                yield
        people = frame.people
        return (yield from ledger.steps(
            frame.opening(), Tariffs(frame.tariff_lines()), pages,
            frozenset([each.name for each in people.records() if each.retired])))

    @stepwise
    def evening(self, evening: str) -> Steps[EveningStars | None]:
        """Return the stars of an evening; None if the club keeps no ledger, or if the evening goes
        away meanwhile. Raises KeyError."""
        self._frame().evenings[evening]
        if not self.has_stars:
            return None
        found = yield from self.ledger.steps()
        return next((each for each in found.evenings if each.page.id == evening), None)

    def _page(self, evening: EveningJournal, frame: Journal) -> EveningPage:
        opened = evening.opened
        sheets = [self._stars_of(sheet, index, frame)
                  for index, (sheet, journal) in enumerate(evening.sheets.items())
                  if isinstance(journal.opened.game, GivesStars)]
        return EveningPage(
            opened.evening, opened.date, opened.place, evening.closed,
            evening.star_notes(frame.names), tuple([each for each in sheets if each]))

    def know(self, sheet: str, steps: int, stars: SheetStars) -> None:
        """Remember what a sheet gives to the ledger, as of so many steps written on it."""
        self._frame()
        self._given.sheets.setdefault(sheet, (steps, stars))

    def _stars_of(self, sheet: str, index: int, frame: Journal) -> SheetStars | None:
        """Return what a sheet gives to the ledger, None if it gives nothing."""
        seen, stars = self._given.sheets.get(sheet, (0, None))
        if stars is not None and stars.names != tuple([
                frame.names[player] for player in frame.sheets[sheet].players]):
            stars = None
        if stars is not None and sheet not in self._book.sheets:
            return stars  # nothing was written: that would have opened the sheet
        opened = self._book.sheet(sheet)
        steps = opened.journal.steps
        if stars is None or seen != len(steps):
            stars = stars_of(opened.score(), index)
            self._given.sheets[sheet] = len(steps), stars
        return stars

    def note(self, evening: str, player: str, event: str, *, ziel: str = "",
             stars: int | None = None, note: str = "", id: str = "") -> str:
        """Note on an evening that `player` (a name) did what gives or takes stars; returns the
        note's id.

        event: a name from `tariffs.NOTED`; ziel: the destination of a drive; stars: how many, None
        where the tariff sets it; note: in a line, what it was for.
        id: for the note, a new one if empty; what was noted under it already stays as it is, so
        that a form sent twice counts once. Raises `Refused` for an invalid event, destination,
        number or text, or a day on which no tariff covers it; KeyError for an unknown evening.
        """
        journal = self._frame().evenings[evening]
        if id in journal.star_ids:
            return id
        day = journal.opened.date
        player, ziel, note = map(as_kept, (player, ziel, note))
        faults = [*faults_of_name(player, "player"), *faults_of_line(note, "note")]
        if fault := self.tariffs().fault_of(StarNote(player, event, ziel, stars, note), day):
            faults.append(fault)
        if faults:
            raise Refused(*faults)
        own = id or new_id()
        ids, added = self._book.ids_with([player])
        self._book.write(*added, facts.StarsNoted(
            own, evening, ids[player], event, ziel, stars, note))
        return own

    def take_back(self, evening: str, note: str) -> None:
        """Take back a note; raises KeyError for one that was never made."""
        journal = self._frame().evenings[evening]
        if note not in journal.star_ids:
            raise KeyError(note)
        if any(each.stamp.id == note for each in journal.star_notes(self._frame().names)):
            self._book.write(facts.StarsTakenBack(note, evening))

    def open_with(self, date: Date, balances: Mapping[str, int]) -> None:
        """Begin the ledger with what everybody had on `date`, by name; new names become players.
        Raises `Refused` with each name or number that is invalid."""
        faults = []
        for name, stars in balances.items():
            faults += faults_of_name(name, "balances", name)
            if fault := fault_of_stars(stars):
                faults.append(Problem(("balances", name), fault))
        if faults:
            raise Refused(*faults)
        if self.opening() == OpeningStars(date, dict(balances)):
            return
        ids, added = self._book.ids_with(balances)
        self._book.write(*added, facts.StarsOpened(
            date, {ids[name]: stars for name, stars in balances.items()}))

    def set_tariff(self, line: Tariff) -> None:
        """Set how many stars an event, or a drive to a place, counts from a day on; no number
        removes that day's line. Raises `Refused`, also if something noted needs the line."""
        line = line._replace(ziel=as_kept(line.ziel))
        found = {"event": fault_of_tariff(line), "ziel": fault_of_destination(line),
                 "stars": None if line.stars is None else fault_of_stars(line.stars)}
        faults = [Problem((key,), fault) for key, fault in found.items() if fault]
        if not faults and line.stars is None:
            faults = self._needing(line)
        if faults:
            raise Refused(*faults)
        if line.stars is None or line not in self.tariffs().lines:
            self._book.write(facts.TariffSet(line.event, line.valid_from, line.stars, line.ziel))

    def _needing(self, line: Tariff) -> list[Problem]:
        """Return a problem if notes would be left without a tariff once a line is removed."""
        frame = self._frame()
        without = Tariffs((*frame.tariff_lines(), line))
        count = sum(without.fault_of(note, evening.opened.date) is not None
                    for evening in frame.evenings.values()
                    for note in evening.star_notes(frame.names))
        return [Problem(("stars",), say_n(
            "{n} note of stars uses this line", "{n} notes of stars use this line",
            count))] if count else []


class RuleSets:
    """The club's own rules of its games."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book

    @property
    def _known(self) -> KeptRules:
        return self._book.current().rule_sets

    def of(self, game: Game[Any, Any]) -> list[RuleSet]:
        """Return the club's own rules of a game, sorted by name."""
        return sorted([each for each in self._known.records() if each.game.id == game.id],
                      key=lambda each: each.name.casefold())

    def keep(self, game: Game[Any, Any], name: str, rules: Rules, own: str = "") -> str:
        """Keep rules under a name, or replace those with the id `own`; returns the id. Raises
        `Refused` if the name is invalid, or if another set of the game has it."""
        name, game = as_kept(name), BY_ID[game.id]
        faults = faults_of_name(name, "name")
        if any(kept.name == name and kept.id != own for kept in self.of(game)):
            faults.append(Problem(("name",), say(
                "{name} already belongs to other rules", name=name)))
        if faults:
            raise Refused(*faults)
        fact, known = facts.RuleSetKept(own or new_id(), game, name, rules), self._known
        if known.fact(own) != fact:
            others = known.alike(own) if known.fact(own) else []
            self._book.write(fact, *[facts.RuleSetDropped(each) for each in others if each != own])
        return fact.id

    def drop(self, own: str) -> None:
        """Stop offering a rule set; raises KeyError for one that is not there."""
        self._book.write(*map(facts.RuleSetDropped, self._known.alike(own)))

    def bring_back(self, kept: RuleSet) -> None:
        """Offer a dropped rule set again."""
        self._book.write(facts.RuleSetKept(kept.id, kept.game, kept.name, kept.rules))
