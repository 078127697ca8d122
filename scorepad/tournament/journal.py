"""The entries of a tournament, and those of them that were taken back.

Whoever takes a step back on a device that does not know what was built on it takes back nothing.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scorepad.book.facts import EveningOpened
from scorepad.book.gate import players_of, unknown
from scorepad.book.history.telling import is_from_a_file
from scorepad.book.record import SheetRecord
from scorepad.i18n.message import Message, say
from scorepad.tournament import facts, reading
from scorepad.tournament.limits import MOST_ENTRANTS, MOST_ROUNDS
from scorepad.tournament.reading import Read, Sheets, content, lists_of

if TYPE_CHECKING:
    from scorepad.book.facts import Entry, Names
    from scorepad.book.people import People


@dataclass
class TournamentJournal:
    """All that was written of one tournament, in its order. entered: the ids of all who ever have
    entered; lists: those of the sheets of all lists ever drawn; began: the fact that says which
    game is played."""

    entries: list["Entry"] = field(default_factory=list)
    entered: dict[str, None] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)
    began: facts.TournamentSet | None = None

    @property
    def name(self) -> str:
        """The name of the tournament as last said, empty for none."""
        said = [entry.fact for entry in self.holding({})
                if isinstance(entry.fact, facts.TournamentSet)]
        return said[-1].settings.name if said else ""

    def add(self, entry: "Entry", people: "People") -> None:
        """Take in one more entry; people: of whom those in one draw are different people."""
        self.entries.append(entry)
        match entry.fact:
            case facts.TournamentEntered(player=player):
                self.entered.setdefault(player)
            case facts.TournamentSet() as began:
                self.began = self.began or began
            case facts.TournamentDrawn(tables=tables) as drawn:
                people.seat([player for table in tables for player in table])
                self.lists.update(lists_of(drawn))

    def fault_of(self, fact: facts.OfTournament) -> Message | None:
        """Return why a fact makes no sense in this tournament, or None."""
        if not 1 <= getattr(fact, "round", 1) <= MOST_ROUNDS:
            return say("a tournament has rounds 1 to {most}", most=MOST_ROUNDS)
        if isinstance(fact, facts.TournamentSet):
            return say("the game and the rules of a tournament stay the same") if self.began and (
                self.began.game, self.began.rules) != (fact.game, fact.rules) else None
        if isinstance(fact, facts.TournamentSigned):
            return None  # on a phone that has only the slip: its writer knows nothing of all this
        if self.began is None:
            return unknown(fact.evening)
        if isinstance(fact, facts.TournamentUndone):
            return None if fact.entry in {entry.id for entry in self.entries} \
                else unknown(fact.entry)
        if isinstance(fact, facts.TournamentEntered) and fact.player not in self.entered \
                and len(self.entered) >= MOST_ENTRANTS:
            return say("at most {count} people can enter", count=MOST_ENTRANTS)
        return next((unknown(player) for player in named_in(fact)
                     if player not in self.entered), None)

    def read(self, names: "Names", opened: "EveningOpened", sheets: Sheets,
             records: Mapping[str, SheetRecord], answers: Sequence["Entry"]) -> Read | None:
        """Return the tournament as it counts now; None if nobody has said that it is one.

        names: of everybody, by id; opened: its evening; sheets, records: what was written on the
        sheets of the evening, and as they count; answers: what was decided about it.
        """
        holding = self.holding(sheets)
        return reading.read(holding, names, opened, sheets, records, answers)

    def holding(self, sheets: Sheets) -> list["Entry"]:
        """Return the entries that are not taken back; sheets: of the evening."""
        gone = self._undone(sheets)
        return [entry for entry in self.entries if entry.id not in gone]

    def _undone(self, sheets: Sheets) -> Collection[str]:
        """Return the ids of the entries that are taken back, by entries that are not. What a file
        tells again goes with what it tells, and that with the telling, if whoever took it back
        knew nothing else."""
        undoing: dict[str, list[Entry]] = {}
        for entry in self.entries:
            if isinstance(entry.fact, facts.TournamentUndone):
                undoing.setdefault(entry.fact.entry, []).append(entry)
        if not undoing:
            return ()
        gone: dict[str, Entry] = {}
        told: dict[Hashable, list[Entry]] = {}
        following: list[Entry] = []  # the entries that hold, the last first
        for entry in reversed(self.entries):
            told.setdefault(content(entry, with_id=True), []).append(entry)
            undone = [undo for undo in undoing.get(entry.id, ()) if undo.id not in gone
                      and not _goes_on(entry, undo, following, sheets)]
            if undone:
                gone[entry.id] = undone[-1]
            else:
                following.append(entry)
        return {*gone, *[other.id for same in told.values() for entry in same if entry.id in gone
                         for other in same if is_from_a_file(other) or is_from_a_file(entry)
                         and other.id in gone[entry.id].apart]}


def _goes_on(step: "Entry", undo: "Entry", following: Iterable["Entry"], sheets: Sheets) -> bool:
    """Return whether an entry stays though it was taken back: somebody is named by what holds, or
    of a draw more is there than whoever took it back knew. following: the later entries that hold.
    """
    fact: Any = step.fact
    if isinstance(fact, facts.TournamentEntered):
        return any(fact.player in named_in(entry.fact) for entry in following)
    if not isinstance(fact, facts.TournamentDrawn):
        return False
    unknown = [opener for own in lists_of(fact) if own in sheets for opener in sheets[own].openers]
    unknown += [entry.id for entry in following
                if _needs(entry.fact, fact) and step.id not in entry.apart]
    return any(own in undo.apart for own in unknown)


def _needs(fact: Any, drawn: facts.TournamentDrawn) -> bool:
    """Return whether a fact says something of the tables of a round that was drawn, or draws a
    later one; a penalty and a lock belong to the round, whichever draw of it holds."""
    round = getattr(fact, "round", 0)
    if isinstance(fact, facts.TournamentDrawn):
        return round > drawn.round
    return round >= drawn.round and not isinstance(
        fact, facts.TournamentPenalty | facts.TournamentLocked)


def named_in(fact: Any) -> tuple[str, ...]:
    """Return the ids of the entrants in a fact about a tournament that has them already."""
    return () if isinstance(fact, facts.TournamentEntered) else players_of(fact, "substitute")
