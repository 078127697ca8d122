"""The use cases of tournaments: who enters, who sits where, what the lists say, who pays what."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date as Date
from secrets import randbelow
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from scorepad.book.facts import EveningOpened, Fact, PlayerAdded
from scorepad.document.tournament_settings import CHAMPIONSHIP
from scorepad.document.tournaments import verify, verify_figures
from scorepad.games.game import Game, Problem, Rules, Unreadable
from scorepad.games.protocols import made_by
from scorepad.i18n.message import Message, say
from scorepad.service import roles
from scorepad.service.open_book import OpenBook
from scorepad.service.tournament_view import TournamentView, Transfer, beginning
from scorepad.service.views import Decision
from scorepad.tournament import drawing, facts, limits
from scorepad.tournament.cash import Cash
from scorepad.tournament.standing import Champion, Standing, championship, is_complete

OVER = say("This round is over. The next slip opens the next list.")
LOCKED = say("The desk has locked this table.")


class Tournaments:
    """The use cases of tournaments; a tournament is called by the id of its evening."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book

    def names(self) -> dict[str, str]:
        """Return the names of all tournaments by the ids of their evenings, the latest first."""
        frame = self._book.current()
        held = {own: evening.held(frame.names, ())
                for own, evening in reversed(frame.evenings.items())
                if evening.tournament.began is not None}
        return {own: read.tournament.name for own, read in held.items() if read}

    def written_now(self) -> list[roles.OneList]:
        """Return all lists that are written now."""
        return [each for own in self._book.current().evenings for each in self._book.lists(own)]

    def with_slips(self, *, late: bool) -> list[roles.OneList]:
        """Return all lists whose slips let somebody in, to write them or to hear that the table is
        locked; late: those as well that are brought after their round."""
        return [each for own, evening in self._book.current().evenings.items()
                for each, begins in self._book.drawn(own).items()
                if late or begins.is_last and not evening.closed]

    def find(self, evening: str) -> TournamentView | None:
        """Return the tournament that an evening is, None if it is none; raises KeyError for no
        evening, and `StorageFault`."""
        frame = self._book.current()
        journal = frame.evenings[evening]
        if journal.tournament.began is None:
            return None
        opened = {own: self._book.sheet(own) for own in journal.sheets}
        scored = {own: sheet.standing().score for own, sheet in opened.items()}
        journal = replace(journal, sheets={own: sheet.journal for own, sheet in opened.items()})
        read = journal.held(frame.names, [score.record for score in scored.values()])
        if read is None:
            return None
        standing = Standing(read.tournament, {
            (kept.round, kept.table): scored[own] for kept in read.tournament.lists
            if (own := read.lists[kept.round, kept.table]) in scored
            and kept.hands is scored[own].record.hands})
        return TournamentView(
            evening, journal.closed, read, standing, Cash(standing),
            tuple([Decision(asked, frame.names, evening) for asked in read.asked]))

    def is_complete(self, which: roles.OneList) -> bool:
        """Return whether all hands of a list that is written now were played."""
        return is_complete(self._book.sheet(which.sheet).score(),
                           self._book.lists(which.evening)[which].hands)

    def view(self, evening: str) -> TournamentView:
        """Return a tournament; raises KeyError where there is none, and `StorageFault`."""
        found = self.find(evening)
        if found is None:
            raise KeyError(evening)
        return found

    def championships(self, evening: str) -> dict[str, list[Champion]]:
        """Return the rankings of a tournament's championships, by name; raises `StorageFault`."""
        found = {}
        for asked in self._book.current().championships():
            if evening in asked.tournaments:
                held = {own: self.view(own).standing for own in asked.tournaments}
                found[asked.name] = championship(asked, held)
        return found

    def count_for(self, evening: str, name: str) -> None:
        """Let a tournament count for the championship of a name, which begins with it if there is
        none: every round counts. Raises `Refused`."""
        name = roles.valid_name(name, "name")
        known = {each.name: each for each in self._book.current().championships()}
        asked = known.get(name, facts.Championship(name, ()))
        if evening not in asked.tournaments:
            self._book.write(facts.ChampionshipSet(
                asked._replace(tournaments=(*asked.tournaments, evening))))

    def counting(self, name: str) -> facts.Championship:
        """Return how results count for the championship of a name."""
        return next(each for each in self._book.current().championships() if each.name == name)

    def count(self, name: str, **changed: Any) -> None:
        """Change how results count for the championship of a name; raises `Refused`."""
        after = self.counting(name)._replace(**changed)
        with _refused():
            CHAMPIONSHIP.read(CHAMPIONSHIP.write(after))
        self._book.write(facts.ChampionshipSet(after))

    # --- before it begins -------------------------------------------------------------------------

    def hold(self, date: Date, game: Game[Any, Any], rules: Rules, settings: facts.Settings) -> str:
        """Begin a tournament; returns the id of its evening. rules: by which all lists are played;
        settings: what else is agreed on. Raises `Refused`."""
        with _refused():
            verify(facts.Tournament(
                **vars(settings), date=date, game=made_by(game, rules), rules=rules))
        own = roles.new_id()
        self._book.write(EveningOpened(own, date),
                         facts.TournamentSet(own, made_by(game, rules), rules, settings))
        return own

    def change(self, evening: str, **changed: Any) -> None:
        """Change the settings of a tournament; raises `Refused`."""
        view = self.view(evening)
        after = self._verify(view, **changed)
        with _refused():
            for kept in after.lists:
                if kept.figures:
                    verify_figures(kept.figures, after,
                                   after.draws[kept.round - 1].tables[kept.table - 1])
        if after != view.tournament:
            self._book.write(facts.TournamentSet(evening, after.game, after.rules, after.settings))

    # --- people -----------------------------------------------------------------------------------

    def enter(self, evening: str, name: str, **more: Any) -> facts.Number:
        """Enter somebody, with what else is known of them (`team`, `rank`, `table`); returns the
        start number. Raises `Refused`."""
        view, name = self.view(evening), roles.valid_name(name, "name")
        first = view.next_round
        if first is None:
            raise roles.Refused(Problem(("name",), say("the last round has been drawn")))
        entrant = facts.Entrant(view.free_number, name, first=first, **more)
        self._verify(view, entrants=(*view.tournament.entrants, entrant))
        ids, added = self._book.ids_with([name])
        self._book.write(*added, _entered(evening, ids[name], entrant))
        return entrant.number

    def correct(self, evening: str, number: facts.Number, **changed: Any) -> None:
        """Change an entrant's `team`, `rank`, `table`, or `until`; raises `Refused`."""
        view = self.view(evening)
        before = view.tournament.by_number[number]
        after = before._replace(**changed)
        self._verify(view, entrants=tuple([
            after if each == before else each for each in view.tournament.entrants]))
        player = view.read.players[number]
        written: list[Fact] = []
        if after.until != before.until:
            written.append(facts.TournamentLeft(evening, player, after.until))
        if after._replace(until=None) != before._replace(until=None):
            written.append(_entered(evening, player, after))
        self._book.write(*written)

    def leave(self, evening: str, number: facts.Number, *, back: bool = False) -> None:
        """Let somebody, by start number, stop after the rounds so far; back: or be there after all.
        Raises `Refused`."""
        view = self.view(evening)
        drawn = len(view.tournament.draws)
        first = view.tournament.by_number[number].first
        self.correct(evening, number, until=None if back else max(drawn, first - 1))

    def replace(self, evening: str, number: facts.Number, round: int, hand: int, name: str) -> None:
        """Let somebody play on for an entrant from a hand of a round on; raises `Refused`. number:
        the entrant's start number; round, hand: counted from 1; name: of whoever plays on."""
        view, name = self.view(evening), roles.valid_name(name, "name")
        if name in [each.name for each in view.tournament.entrants if view.is_there(each)]:
            raise roles.Refused(Problem(("name",), say("{name} plays already", name=name)))
        self._verify(view, replaced=(*view.tournament.replaced,
                                     facts.Replaced(number, round, hand, name)))
        ids, added = self._book.ids_with([name])
        self._book.write(*added, facts.TournamentReplaced(
            evening, view.read.players[number], round, hand, ids[name]))

    # --- rounds -----------------------------------------------------------------------------------

    def draw(self, evening: str, way: facts.Way, seed: int | None = None, *,
             round: int | None = None) -> None:
        """Draw the next round, which is `round` unless somebody was quicker; raises `Refused`.
        way: any but by hand; seed: makes the same draw again, None for one by new chance."""
        view = self.view(evening)
        made = view.tournament
        if view.next_round is None:
            raise roles.Refused(Problem((), say("the last round has been drawn")))
        if round not in (None, view.next_round):
            raise roles.Refused(Problem((), say("round {round} has been drawn", round=round)))
        round = view.next_round
        self._refuse_namesakes(view)
        drawn = drawing.draw(made, round, way, randbelow(limits.SEEDS) if seed is None else seed)
        if drawn is None:
            count = len([each for each in made.entrants if each.is_there(round)])
            raise roles.Refused(Problem((), say(
                "{count} people do not fill tables of {sizes}", count=count,
                sizes=", ".join(map(str, sorted(made.hands_at))))))
        self._draw(view, drawn.draw)

    def seat_by_hand(self, evening: str, tables: Sequence[Sequence[facts.Number]]) -> None:
        """Take the tables of the next round as they are told; raises `Refused`."""
        view = self.view(evening)
        self._refuse_namesakes(view)
        draw = facts.Draw(len(view.tournament.draws) + 1, facts.Way.HAND, tuple(map(tuple, tables)))
        self._verify(view, draws=(*view.tournament.draws, draw))
        self._draw(view, draw)

    def _draw(self, view: TournamentView, draw: facts.Draw) -> None:
        players = view.read.players
        self._book.write(facts.TournamentDrawn(view.id, draw.round, draw.by, draw.seed, tuple([
            tuple([players[number] for number in table]) for table in draw.tables])))

    def _refuse_namesakes(self, view: TournamentView) -> None:
        """Refuse a draw while it is asked whether two entrants are one person."""
        entered = {*view.read.players.values()}
        for asked in self._book.current().asked():
            players = [each.fact.player for each in asked.said
                       if isinstance(each.fact, PlayerAdded)]
            if len(entered & {*players}) > 1:
                raise roles.Refused(Problem((), say(
                    "{name} was added on two devices: say first whether this is one person",
                    name=self._book.frame.people.spelt(players[0]))))

    def take_back_draw(self, evening: str) -> None:
        """Take back the last draw; raises `Refused` once a hand of its round was written."""
        view = self.view(evening)
        round = len(view.tournament.draws)
        if any(kept.round == round and (kept.figures or kept.hands)
               for kept in view.tournament.lists):
            raise roles.Refused(Problem((), say("the round has begun")))
        if any(isinstance(each.asked.said[0].fact, facts.TournamentDrawn)
               for each in view.decisions):
            raise roles.Refused(Problem((), say("choose first which draw counts")))
        journal = self._book.frame.evenings[evening]
        self._book.write(*[facts.TournamentUndone(evening, entry.id)
                           for entry in journal.tournament.holding(journal.sheets)
                           if isinstance(entry.fact, facts.TournamentDrawn)
                           and entry.fact.round == round])

    def begin_list(self, evening: str, round: int, table: int) -> str:
        """Return the id of the sheet that is a table's list, begun if need be; raises `Refused`.
        round, table: counted from 1, as in the methods below."""
        read = self.view(evening).read
        own = read.lists[round, table]
        if own not in self._book.frame.sheets:
            self._book.write(beginning(
                read, roles.OneList(evening, round, table, own)).opened)
        return own

    def note_figures(self, evening: str, round: int, table: int,
                     figures: Sequence[facts.Figures]) -> None:
        """Write down the figures of a table's paper list; raises `Refused`."""
        view = self.view(evening)
        with _refused():
            verify_figures(figures, view.tournament,
                           view.tournament.draws[round - 1].tables[table - 1])
        players = view.read.players
        self._book.write(facts.TournamentFigures(evening, round, table, {
            players[each.number]: (each.points, each.won, each.lost) for each in figures}))

    def why_not(self, which: roles.OneList) -> Message | None:
        """Return why a list is not written now, or None."""
        if which in self.written_now():
            return None
        found = self.find(which.evening)
        return LOCKED if found and which in found.lists else OVER

    def playing_on(self, evening: str, sheet: str) -> list[tuple[str, str]]:
        """Return who plays on for whom on a sheet, if that is a list."""
        return next((begins.replaced for own, begins in self._book.drawn(evening).items()
                     if own.sheet == sheet), [])

    def lock(self, evening: str, round: int, table: int, *, locked: bool) -> None:
        """Let the list of a table take no more hands, or take them again."""
        self._book.write(facts.TournamentLocked(evening, round, table, locked))

    def sign(self, evening: str, round: int, table: int, writer: facts.Number | None,
             witness: facts.Number | None) -> None:
        """Record who wrote a list and who confirms it, by start number, None for nobody; raises
        `Refused`."""
        view = self.view(evening)
        if (round, table) not in view.read.lists:
            raise roles.Refused(Problem((), say("this table is not drawn in this round")))
        if witness is not None and witness == writer:
            raise roles.Refused(Problem((), say("somebody else confirms a list than writes it")))
        players = view.read.players
        self._book.write(facts.TournamentSigned(evening, round, table, players.get(writer or 0),
                                                players.get(witness or 0)))

    def penalize(self, evening: str, round: int, number: facts.Number, points: int) -> None:
        """Give somebody, by start number, points in a round, below zero to take some; raises
        `Refused`."""
        view = self.view(evening)
        self._verify(view, penalties=(*view.tournament.penalties,
                                      facts.Penalty(round, number, points)))
        self._book.write(facts.TournamentPenalty(
            evening, roles.new_id(), view.read.players[number], round, points))

    def draw_lots(self, evening: str, numbers: Sequence[facts.Number]) -> None:
        """Record the start numbers as lots were drawn to part a tie; raises `Refused`."""
        view = self.view(evening)
        self._verify(view, lots=tuple(numbers))
        if view.tournament.lots != tuple(numbers):
            self._book.write(facts.TournamentLots(evening, tuple([
                view.read.players[each] for each in numbers])))

    # --- money ------------------------------------------------------------------------------------

    def hand_over(self, evening: str, paid: Transfer) -> None:
        """Record that one has paid another, or the box; raises `Refused`."""
        view = self.view(evening)
        own = roles.new_id()
        parts = [facts.Paid(number, cents, id) for number, cents, id in (
            (paid.debtor, paid.cents, own),
            (paid.creditor, -paid.cents, _of_creditor(own))) if number is not None]
        self._verify(view, payments=(*view.tournament.payments, *parts))
        self._book.write(*[facts.TournamentPaid(
            evening, each.id, view.read.players[each.number], each.cents) for each in parts])

    # --- all of it --------------------------------------------------------------------------------

    def undo(self, evening: str) -> bool:
        """Take back the last thing that was written of a tournament besides hands; False if there
        is none. A draw whose round has begun stays, and what one has paid another goes as one."""
        view = self.view(evening)
        if not view.read.last:
            return False
        journal = self._book.frame.evenings[evening]
        holding = journal.tournament.holding(journal.sheets)
        last = next(entry for entry in holding if entry.id == view.read.last)
        if isinstance(last.fact, facts.TournamentDrawn):
            self.take_back_draw(evening)
            return True
        gone = [last]
        if isinstance(last.fact, facts.TournamentPaid):
            gone += [entry for entry in holding if isinstance(entry.fact, facts.TournamentPaid)
                     and _of_creditor(entry.fact.id) == last.fact.id]
        self._book.write(*[facts.TournamentUndone(evening, entry.id) for entry in gone])
        return True

    def _verify(self, view: TournamentView, **changed: Any) -> facts.Tournament:
        """Return the tournament as it is with a change; raises `Refused`."""
        after = replace(view.tournament, **changed)
        with _refused():
            verify(after)
        return after


def _entered(evening: str, player: str, entrant: facts.Entrant) -> Fact:
    return facts.TournamentEntered(evening, player, entrant.number, entrant.team, entrant.rank,
                                   entrant.table, entrant.first)


def _of_creditor(paid: str) -> str:
    """Return the id of a payment as its creditor has it, so that both are taken back as one."""
    return str(uuid5(NAMESPACE_OID, paid))


@contextmanager
def _refused() -> Iterator[None]:
    """Turn what a document could not have into a refusal."""
    try:
        yield
    except Unreadable as fault:
        raise roles.Refused(*fault.problems) from None
