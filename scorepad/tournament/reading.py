"""A tournament as it counts now, put together from the entries that hold.

Whatever is written apart gives a tournament that could have been held: the first draw of a round
holds until somebody has chosen, whoever is in no draw comes later, and a list that was typed twice
is asked about.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid5

from scorepad.book.facts import Entry, EveningOpened, HandRecorded, NotesChosen, SheetOpened
from scorepad.book.history.knowing import follows
from scorepad.book.history.noted import Asked, last_said, noted_once
from scorepad.book.record import SheetRecord
from scorepad.book.replay import replay
from scorepad.games.protocols import KeepsList
from scorepad.tournament import facts
from scorepad.tournament.limits import MOST_NUMBER
from scorepad.tournament.standing import Standing, as_agreed, with_hands

if TYPE_CHECKING:
    from scorepad.book.facts import Entry, Names
    from scorepad.book.sheet_journal import SheetJournal

LISTS = UUID("b3b1a8de-3c0a-5f8e-8d0f-0d7d6a1b7c55")

Sheets = Mapping[str, "SheetJournal"]
"""The entries on the sheets of an evening, by the id of each sheet."""


def list_id(evening: str, round: int, table: int, players: Iterable[str]) -> str:
    """Return the id of the sheet that is the list of a table in a round: the same one on every
    device, so that two who write one list write one sheet. round, table: counted from 1; players:
    the ids of those who sit there, by seat."""
    return str(uuid5(LISTS, "/".join([evening, str(round), str(table), *players])))


def free_number(taken: Collection[facts.Number]) -> facts.Number:
    """Return the start number after the highest one, or beyond all of them the first free one."""
    return next(each for number in count(max(taken, default=0))
                if (each := number % MOST_NUMBER + 1) not in taken)


def lists_of(drawn: facts.TournamentDrawn) -> list[str]:
    """Return the ids of the sheets that are the lists of a draw, by table."""
    return [list_id(drawn.evening, drawn.round, table, players)
            for table, players in enumerate(drawn.tables, 1)]


class Read(NamedTuple):
    """A tournament as it counts now, and what has to be decided of it. players: the id of each
    entrant by start number; lists: the id of the sheet of each list by round and table, begun or
    not; locked: the rounds and tables of which no more is written now; last: the id of the entry
    that can be taken back next, empty if there is none."""

    tournament: facts.Tournament
    asked: tuple[Asked, ...]
    players: Mapping[facts.Number, str]
    lists: Mapping[tuple[int, int], str]
    locked: Collection[tuple[int, int]]
    last: str


def read(holding: Sequence["Entry"], names: "Names", opened: "EveningOpened", sheets: Sheets,
         records: Mapping[str, SheetRecord], answers: Sequence["Entry"]) -> Read | None:
    """Return the tournament as it counts now; None if nobody has said that it is one.

    holding: the entries that are not taken back; names: of everybody, by id; opened: its evening;
    sheets, records: what was written on the sheets of the evening, and as they count; answers: what
    was decided about it.
    """
    reading = _Reading(holding, answers, names)
    settings = reading.last(facts.TournamentSet)
    if settings is None:
        return None
    reading.settings, reading.rules = settings.settings, settings.rules
    reading.plain = Standing(facts.Tournament(**vars(settings.settings), date=opened.date,
                                              game=settings.game, rules=settings.rules))
    reading.enter()
    reading.draw()
    reading.list(sheets, records)
    reading.note()
    steps = [entry for entry in holding if type(entry.fact) not in (
        facts.TournamentUndone, facts.TournamentSet)]
    made = replace(
        reading.plain.tournament, lots=reading.lots(), entrants=reading.entrants,
        replaced=reading.replaced, draws=tuple(reading.draws), lists=tuple(reading.lists),
        penalties=reading.penalties, payments=reading.payments, id=opened.evening)
    made = replace(made, lists=tuple([
        as_agreed(made, made.draws[kept.round - 1], kept) for kept in made.lists]))
    locked = reading.all_last(facts.TournamentLocked, lambda fact: (fact.round, fact.table))
    return Read(made, tuple(reading.asked), reading.players, reading.sheet_of,
                [where for where, fact in locked.items() if fact.locked],
                steps[-1].id if steps else "")


class _Reading:
    """A tournament that is being put together from the entries that hold."""

    def __init__(self, entries: Sequence["Entry"], answers: Sequence["Entry"],
                 names: "Names") -> None:
        self.entries, self.answers, self.names = entries, answers, names
        self.asked: list[Asked] = []
        self.settings: Any = None
        self.rules: Any = None
        self.plain: Any = None  # a standing of nobody yet, which knows the game and its rules
        self.players: dict[facts.Number, str] = {}
        self.number: dict[str, facts.Number] = {}
        self.sheet_of: dict[tuple[int, int], str] = {}
        self.draws: list[facts.Draw] = []
        self.lists: list[facts.TableList] = []

    # --- words ------------------------------------------------------------------------------------

    def last(self, kind: type[Any], key: Callable[[Any], Hashable] = lambda fact: None,
             *of: Hashable) -> Any:
        """Return the fact that holds of a kind about one thing, None if nothing was said of it; of
        what was said apart the last one holds until somebody has decided."""
        said = [entry for entry in self.entries
                if isinstance(entry.fact, kind) and (not of or key(entry.fact) == of[0])]
        entry = self.holding(said)
        return entry and entry.fact

    def holding(self, said: Sequence["Entry"], *, first: bool = False) -> "Entry | None":
        """Return the entry that holds of those about one thing, None if there are none; first:
        whether it is the first of what was said apart until somebody has decided, or the last."""
        if not said:
            return None
        settled = last_said(said, self.answers, content, first=first)
        self.asked += settled.asked
        return settled.holding[0]

    def all_last(self, kind: type[Any], key: Callable[[Any], Hashable]) -> dict[Any, Any]:
        """Return the facts of a kind that hold, by what each is about."""
        said: dict[Any, list[Entry]] = {}
        for entry in self.entries:
            if isinstance(entry.fact, kind):
                said.setdefault(key(entry.fact), []).append(entry)
        return {each: holds.fact for each, some in said.items() if (holds := self.holding(some))}

    # --- who, and where ---------------------------------------------------------------------------

    def enter(self) -> None:
        """Give everybody who has entered a start number: the one that was said, or, where two
        devices have given one number to two, the next that nobody has. Whoever has entered under
        two ids has the number of the first."""
        self.entered = self.all_last(facts.TournamentEntered, lambda fact: fact.player)
        first_id: dict[str, str] = {}
        self.one = {player: first_id.setdefault(self.names[player], player)
                    for player in self.entered}
        self.entered = {player: fact for player, fact in self.entered.items()
                        if self.one[player] == player}
        self.left = self.all_last(facts.TournamentLeft, lambda fact: self.one.get(fact.player))
        wanted = {fact.number for fact in self.entered.values()}
        for player, fact in self.entered.items():
            number = fact.number
            if number in self.players:
                number = free_number({*wanted, *self.players})
            self.players[number] = player
        numbers = {player: number for number, player in self.players.items()}
        self.number = {player: numbers[one] for player, one in self.one.items()}
        self.first = {player: fact.first for player, fact in self.entered.items()}
        self.until = {player: left.until if (left := self.left.get(player)) else None
                      for player in self.entered}

    def draw(self) -> None:
        """Take the draws round by round, of each the first that can follow; whoever it leaves out
        comes later, or has left."""
        drawn = set[str]()
        for round in range(1, self.settings.rounds + 1):
            entry = self.holding([entry for entry in self.entries if self._can_follow(
                entry.fact, round, drawn)], first=True)
            if entry is None:
                break
            fact: Any = entry.fact
            seated = self._seated(fact)
            new = {*seated} - drawn
            for player in new:
                self.first[player] = round
            for player in seated:
                until = self.until[player]
                self.until[player] = None if until is None else max(until, round)
            for player in drawn - {*seated}:
                self.until[player] = min(round - 1, self.until[player] or round)
            drawn |= new
            self.draws.append(facts.Draw(round, fact.way, tuple([
                tuple([self.number[player] for player in table]) for table in fact.tables]),
                fact.seed, entry.at))
            self.sheet_of |= {(round, table): own
                              for table, own in enumerate(lists_of(fact), 1)}
        self.is_drawn = drawn

    def _seated(self, fact: Any) -> list[str]:
        return [self.one.get(player, player) for table in fact.tables for player in table]

    def _can_follow(self, fact: Any, round: int, drawn: Collection[str]) -> bool:
        """Return whether a fact draws a round of people who can play in it; drawn: those of the
        rounds before, of whom none comes back who has left one out."""
        if not isinstance(fact, facts.TournamentDrawn) or fact.round != round:
            return False
        seated = self._seated(fact)
        return len({*seated}) == len(seated) and {*seated} <= self.entered.keys() \
            and all(len(table) in self.settings.hands_at for table in fact.tables) \
            and not any((until := self.until[player]) is not None and until < round - 1
                        for player in seated if player in drawn)

    @property
    def entrants(self) -> tuple[facts.Entrant, ...]:
        """Everybody who has entered, by start number."""
        found = []
        for number, player in sorted(self.players.items()):
            fact, first, until = self.entered[player], self.first[player], self.until[player]
            if player not in self.is_drawn and first <= len(self.draws):
                if until is None or until > len(self.draws):
                    first = len(self.draws) + 1
                else:
                    until = first - 1
            if first > self.settings.rounds:  # nothing is drawn any more
                first, until = self.settings.rounds, self.settings.rounds - 1
            found.append(facts.Entrant(number, self.names[player], fact.team, fact.rank, fact.table,
                                       first, until if until is None else max(until, first - 1)))
        return tuple(found)

    @property
    def replaced(self) -> tuple[facts.Replaced, ...]:
        """Everybody who plays on for somebody else."""
        kept = self.all_last(facts.TournamentReplaced,
                             lambda fact: (fact.player, fact.round, fact.from_hand))
        return tuple([facts.Replaced(self.number[fact.player], fact.round, fact.from_hand,
                                     self.names[fact.substitute])
                      for fact in kept.values()
                      if fact.player in self.number and fact.round <= self.settings.rounds
                      and fact.from_hand <= max(self.settings.hands_at.values())])

    # --- lists ------------------------------------------------------------------------------------

    def list(self, sheets: Sheets, records: Mapping[str, SheetRecord]) -> None:
        """Take the list of every table: its hands, or the figures of a paper. Figures whose writer
        did not know all hands are asked about, and the hands hold until then; and without a
        question where both say the same."""
        for (round, table), own in self.sheet_of.items():
            where = (round, table)
            numbers = self.draws[round - 1].tables[table - 1]
            figures = self._figures(numbers, self.settings.hands_at[len(numbers)], round)
            sheet = sheets.get(own)
            if figures and sheet and not self._is_paper(*figures, sheet):
                figures = None
            signed = self.last(facts.TournamentSigned, lambda fact: (fact.round, fact.table), where)
            writer, witness = [self.number.get(player or "") for player in (
                (signed.writer, signed.witness) if signed else (None, None))]
            if witness not in numbers or witness == writer:
                witness = None
            if figures:
                self.lists.append(facts.TableList(*where, None, figures[1], False, writer, witness))
            elif own in records and self._is_list(sheets[own].opened, numbers):
                record = records[own]
                self.lists.append(facts.TableList(*where, record.hands, None, record.ended, writer,
                                                  witness))

    def _figures(self, numbers: Collection[facts.Number], hands: int, round: int
                 ) -> tuple[Any, tuple[facts.Figures, ...]] | None:
        """Return the fact with the figures of those at a table, and these; None if there are none:
        figures of a table that another draw has made are of other people."""
        fact = self.last(facts.TournamentFigures, lambda fact: (fact.round, frozenset(
            [self.number.get(player, 0) for player in fact.figures])), (round, {*numbers}))
        if fact is None:
            return None
        figures = {self.number[player]: each for player, each in fact.figures.items()}
        game = self.plain.tournament.game
        played = [won + lost for _, won, lost in figures.values()]
        if max([*played, sum(played) if isinstance(game, KeepsList) else 0]) > hands:
            return None
        return fact, tuple([facts.Figures(number, *figures[number]) for number in numbers])

    def _is_list(self, opened: "SheetOpened", numbers: Sequence[facts.Number]) -> bool:
        """Return whether a sheet began as the list of a table does: whoever has written it may have
        begun another."""
        return opened.first_dealer == 0 and with_hands(opened.rules, None) == self.rules \
            and [self.number.get(player) for player in opened.players] == [*numbers]

    def _is_paper(self, fact: Any, figures: Sequence[facts.Figures], sheet: "SheetJournal") -> bool:
        """Return whether the figures of a list hold though there are hands of it."""
        entry = next(each for each in self.entries if each.fact is fact)
        hands = [step for step in sheet.steps if isinstance(step.fact, HandRecorded)]
        if not any(hand.id in entry.apart or follows(hand.id, entry) for hand in hands):
            return True  # its writer saw all of them
        if [*self.plain.of_paper(figures).values()] == self.plain.of_hands(
                replay(sheet.record(self.names))):
            return False  # the list has come by itself
        opened = Entry(sheet.openers[0], sheet.opened)
        told = (opened, entry)
        ids = {each.id for each in told}
        given = [answer.fact.counting for answer in self.answers
                 if isinstance(answer.fact, NotesChosen) and ids <= {*answer.fact.said}]
        if not given or not given[-1]:
            self.asked.append(Asked(told, (opened.id,)))
            return False
        return entry.id in given[-1]

    # --- notes ------------------------------------------------------------------------------------

    def note(self) -> None:
        """Take the penalties and payments; one that two have noted apart is asked about."""
        self.penalties = tuple([
            facts.Penalty(fact.round, self.number[fact.player], fact.points, fact.id)
            for fact, _ in self._noted(facts.TournamentPenalty)
            if fact.round <= len(self.draws) and any(
                self.number[fact.player] in table
                for table in self.draws[fact.round - 1].tables)])
        self.payments = tuple([facts.Paid(self.number[fact.player], fact.paid, fact.id, at)
                               for fact, at in self._noted(facts.TournamentPaid)])

    def _noted(self, kind: type[Any]) -> Iterator[tuple[Any, int]]:
        """Yield the facts of a kind that count, each id once, and when they were noted."""
        notes: dict[str, Any] = {}
        for entry in self.entries:
            if isinstance(entry.fact, kind) and entry.fact.player in self.number:
                notes.setdefault(entry.fact.id, entry)
        settled = noted_once([*notes.values()], self.answers, content)
        self.asked += settled.asked
        yield from [(entry.fact, entry.at) for entry in settled.holding]

    def lots(self) -> tuple[facts.Number, ...]:
        """Return the start numbers in the order in which lots were drawn."""
        fact = self.last(facts.TournamentLots)
        return tuple(dict.fromkeys([self.number[player] for player in fact.players
                                    if player in self.number])) if fact else ()


def content(entry: "Entry", *, with_id: bool = False) -> Hashable:
    """Return what tells two words about one thing apart; with_id: two notes as well."""
    fact: Any = entry.fact
    said = {name: sorted(value.items()) if name == "figures" else value
            for name, value in vars(fact).items() if with_id or name != "id"}
    if isinstance(fact, facts.TournamentSet):
        said["game"], said["rules"] = fact.game.key, fact.rules
    return type(fact).__name__, repr(said)
