"""A small book to write into: two sheets' worth of names, and facts without their ceremony."""

from datetime import date

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.journal import Journal
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules

NAMES = ("Anne", "Bert", "Cem", "Dora")
IDS = ("p1", "p2", "p3", "p4")
A, B, C, D = range(4)
SHEET = "sheet"


class Book:
    """Facts written one after the other; every entry's id is `e1`, `e2`, … in that order."""

    def __init__(self, stake=50, **rules):
        self.entries = []
        for player, name in zip(IDS, NAMES):
            self.write(facts.PlayerAdded(player, name))
        self.write(facts.EveningOpened("evening", date(2026, 11, 20), "Altona"))
        self.write(facts.SheetOpened(SHEET, "evening", KALTER_SCHLAG, IDS, A,
                                     KalterSchlagRules(**rules), stake))

    def write(self, fact, by="Anne"):
        """Put a fact down; its entry's id."""
        number = len(self.entries) + 1
        self.entries.append(Entry(f"e{number}", fact, 1000 * number, by))
        return f"e{number}"

    def hand(self, id, raw, **extras):
        """A hand played, as a document's dictionary."""
        return self.write(facts.HandRecorded(id, SHEET, hand(raw), **extras))

    def amend(self, id, raw, **extras):
        return self.write(facts.HandAmended(id, SHEET, hand(raw), **extras), by="Bert")

    def void(self, id):
        return self.write(facts.HandVoided(id, SHEET))

    def restore(self, id):
        return self.write(facts.HandRestored(id, SHEET))

    def name_dealer(self, seat):
        return self.write(facts.DealerNamed(SHEET, seat))

    def undo(self):
        """Take back what there is to take back; the id of that entry."""
        entry = self.pages.history.undo
        self.write(facts.Undone(SHEET, entry))
        return entry

    def redo(self):
        """Bring back what was taken back last; the id of that entry."""
        entry = self.pages.history.redo
        self.write(facts.Redone(SHEET, entry))
        return entry

    @property
    def journal(self):
        return Journal.of(self.entries)

    @property
    def pages(self):
        return self.journal.sheets[SHEET]

    @property
    def record(self):
        """The sheet as it counts now."""
        return self.journal.record().evenings[0].sheets[0]

    @property
    def score(self) -> Scoresheet:
        return replay(self.record)

    @property
    def points(self):
        """What was written hand by hand."""
        return [line.points for line in self.score.lines]


def hand(raw):
    return KALTER_SCHLAG.read_hand(raw, NAMES)


def loses(name, augen, d=0):
    """A hand that `name` loses alone with so many Augen, 61 or more."""
    return {"augen": {name: augen}, "verdopplungen": d}
