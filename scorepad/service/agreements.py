"""Agreements of a table: what it said besides the rules, and who deals first the next time."""

from collections.abc import Collection
from typing import Any, NamedTuple

from scorepad.book.facts import AbsprachenChanged
from scorepad.games.game import Game
from scorepad.service.open_book import OpenBook
from scorepad.service.refusals import Refused, as_kept, faults_of_line


class FirstDealer(NamedTuple):
    """The one who deals first by how the last Partie ended; chosen_by: who lost it and may name
    another, None if it was not lost. Both are names."""

    name: str
    chosen_by: str | None


class Agreements:
    """The agreements of the tables of a book."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book

    def say(self, sheet: str, absprachen: str) -> None:
        """Record what a table has agreed on besides the rules; raises `Refused` for what is not one
        line of text."""
        if faults := faults_of_line(absprachen, "absprachen"):
            raise Refused(*faults)
        said = as_kept(absprachen)
        if self._book.sheet(sheet).score().record.absprachen != said:
            self._book.step(AbsprachenChanged(sheet, said))

    def first_dealer(self, game: Game[Any, Any], names: Collection[str]) -> FirstDealer | None:
        """Return who deals first when these people play a game again: as the end of the last Partie
        they played of it says (S0, Geben), on whatever evening; None if they never ended one, or
        have played on since."""
        frame = self._book.current()
        wanted = {frame.people.ids.get(name) for name in names}
        latest = next((own for evening in reversed(frame.evenings.values())
                       for own, sheet in reversed(evening.sheets.items())
                       if sheet.opened.game == game
                       and set(map(frame.people.person, sheet.players)) == wanted), None)
        if latest is None:
            return None
        score = self._book.sheet(latest).score()
        if not score.matches or score.matches[-1].last_hand < len(score.lines) \
                or game.next_match(score.matches[-1].outcome).dealer is None:
            return None
        upcoming = score.next
        chosen_by = upcoming.chosen_by
        return FirstDealer(upcoming.table.names[upcoming.table.dealer],
                           None if chosen_by is None else upcoming.table.names[chosen_by])
