"""Facts in, records out, with corrections and undone steps applied.

An undone step is skipped, not deleted, so it can be redone, and the history of a hand still
shows it.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from scorepad.book import facts
from scorepad.book.evening_journal import EveningJournal
from scorepad.book.facts import Entry
from scorepad.book.gate import fault_in, fault_of_id, players_of
from scorepad.book.history.knowing import last_known, read_by, right_before
from scorepad.book.history.noted import Asked, Settled, Unread, last_said, naming, noted_once
from scorepad.book.history.telling import is_from_a_file
from scorepad.book.names import legible
from scorepad.book.people import Look, People, Rank, Roster, sum_by_name
from scorepad.book.record import (
    BookRecord,
    OpeningStars,
    SetAside,
    Tariff,
)
from scorepad.book.rule_sets import KeptRules
from scorepad.book.sheet_journal import SheetJournal
from scorepad.system.steps import Steps, stepwise
from scorepad.tournament.facts import Championship, ChampionshipSet, OfTournament


@dataclass
class Journal:
    """All entries of a book, or of the part of it that was read. words: what was said of each thing
    of the club of which the last word counts; added: who was added apart from others, by player;
    adds: whom each entry adds; answers: what was decided about the club; aside: what does not
    count, as it makes no sense; own: the things of the club of which somebody has said something
    besides a file; told: which file counts, by its rank, of several that say the same; unread:
    see `Unread`."""

    people: People = field(default_factory=People)
    evenings: dict[str, EveningJournal] = field(default_factory=dict)
    words: dict[tuple[Hashable, ...], list[Entry]] = field(default_factory=dict)
    added: dict[str, Entry] = field(default_factory=dict)
    adds: dict[str, str] = field(default_factory=dict)
    answers: list[Entry] = field(default_factory=list)
    rule_sets: KeptRules = field(default_factory=KeptRules)
    sheets: dict[str, SheetJournal] = field(default_factory=dict)
    aside: list[SetAside] = field(default_factory=list)
    own: set[tuple[str, str]] = field(default_factory=set)
    told: dict[tuple[tuple[str, str], ...], Rank] = field(default_factory=dict)
    unread: Unread = field(default_factory=Unread)

    @property
    def names(self) -> dict[str, str]:
        """The name of every player, by player id."""
        return self.people.names

    @property
    def rosters(self) -> dict[str, Roster]:
        """Everybody at each sheet, by its id."""
        return {own: sheet.roster for own, sheet in self.sheets.items()}

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Journal":
        """Return the journal of entries, given in the order they were written."""
        journal = cls()
        for entry in entries:
            journal.add(entry)
        return journal

    def add(self, entry: Entry) -> None:
        """Take in one more entry; one that makes no sense is set aside."""
        fact = entry.fact
        if fault := fault_in(entry, self):
            sheet = self.sheets.get(getattr(fact, "sheet", ""))
            aside = SetAside(
                entry.id, entry.by, entry.at, fault, sheet.opened.sheet if sheet else "",
                sheet.opened.evening if sheet else getattr(fact, "evening", ""))
            (sheet.aside if sheet else self.aside).append(aside)
            if aside.evening in self.evenings:
                self.evenings[aside.evening].aside.add(entry.id)
            if type(fact) is facts.PlayerAdded and not fault_of_id(fact.player):
                self.people.add(fact.player, legible(fact.name))
            return
        if not isinstance(fact, facts.ClubFact):
            for player in players_of(fact):
                self.people.mention(player)
        self._add(entry, fact)

    def _add(self, entry: Entry, fact: facts.Fact) -> None:
        if isinstance(fact, facts.ClubFact):
            self._note_order(entry, fact)
            self._add_of_club(entry, fact)
            return
        if isinstance(fact, OfTournament):
            self.evenings[fact.evening].tournament.add(entry, self.people)
            return
        match fact:
            case facts.StarsNoted(evening=evening) | facts.StarsTakenBack(evening=evening):
                self.evenings[evening].stars.append(entry)
            case facts.PaymentMade(evening=evening) | facts.PaymentTakenBack(evening=evening):
                self.evenings[evening].payments.append(entry)
            case facts.NotesChosen(evening):
                self.evenings[evening].answers.append(entry)
            case facts.EveningOpened() as opened:
                self.evenings.setdefault(opened.evening, EveningJournal(opened)) \
                    .openers.append(entry.id)
            case facts.EveningClosed(evening) | facts.EveningReopened(evening):
                self.evenings[evening].endings.append(entry)
            case facts.SheetOpened() as opened:
                self._open_sheet(entry, opened)
            case facts.PlayerJoined(sheet, player):
                self.sheets[sheet].roster.join(
                    player, entry.id, told=is_from_a_file(entry), apart=entry.apart)
                self.people.seat(self.sheets[sheet].players)
            case facts.Unread():
                pass
            case step:
                self.sheets[step.sheet].steps.append(entry)

    def _open_sheet(self, entry: Entry, opened: facts.SheetOpened) -> None:
        own = self.sheets.setdefault(opened.sheet, SheetJournal(opened))
        sheets = self.evenings[opened.evening].sheets
        if own.is_only_told and not is_from_a_file(entry):
            sheets.pop(opened.sheet, None)  # a file changes nothing in the order of what was begun
        own.open(entry, opened)
        sheets[opened.sheet] = own
        self.people.seat(own.players)

    def _add_of_club(self, entry: Entry, fact: facts.ClubFact) -> None:
        if self._is_overruled(entry, fact):
            return
        match fact:
            case facts.ClubNamed() | ChampionshipSet():
                self.words.setdefault(_key(fact), []).append(entry)
            case facts.StarsOpened(balances=balances):
                self.words.setdefault((facts.StarsOpened,), []).append(entry)
                for player in balances:
                    self.people.need(player)
            case facts.TariffSet(event, valid_from, _, ziel):
                self.words.setdefault((facts.TariffSet, event, ziel, valid_from), []).append(entry)
            case facts.PlayerRenamed(player=player):
                self.words.setdefault((facts.PlayerRenamed, player), []).append(entry)
                self._rename(player)
            case facts.ClubChosen(said):
                self.answers.append(entry)
                for renamed in [key[1] for key, words in self.words.items()
                                if key[0] is facts.PlayerRenamed and words[-1].id in said]:
                    self._rename(renamed)
            case facts.RuleSetKept():
                self.rule_sets.keep(fact, entry.by)
            case facts.RuleSetDropped(id=own):
                self.rule_sets.drop(own)
            case of_a_player:
                if isinstance(fact, facts.PlayerAdded):
                    self._note_addition(entry, fact.player)
                self._add_of_player(entry, of_a_player)

    def _is_overruled(self, entry: Entry, fact: facts.ClubFact) -> bool:
        """Return whether somebody has said something of what a file tells of people or rules, or
        another file that comes first, so that this does not count; otherwise note who has said
        something."""
        about = _about(fact)
        if is_from_a_file(entry):
            if not about or isinstance(fact, facts.PlayerAdded):  # `People` ranks their names
                return not self.own.isdisjoint(about)
            rank = _rank(entry)
            first = self.told[about] = min(rank, self.told.get(about, rank))
            return not self.own.isdisjoint(about) or first < rank
        if isinstance(fact, facts.PlayerAdded) and ("plays", fact.player) not in self.own:
            self.people.retired.discard(fact.player)  # whatever a file has told before
        self.own.update(about)
        return False

    def _note_addition(self, entry: Entry, player: str) -> None:
        """Note who was added apart from others: by whoever has added them, or else by a file."""
        known = self.added.get(player)
        if known is None or is_from_a_file(known) and (
                not is_from_a_file(entry) or _rank(entry) < _rank(known)):
            self.added.pop(player, None)
            if entry.apart:
                self.added[player] = entry

    def _note_order(self, entry: Entry, fact: facts.ClubFact) -> None:
        """Note whom an entry adds, and after whom a file lists them; spellings, which stand behind
        all people there, are listed after nobody."""
        before = right_before(entry, next(reversed(self.adds), ""))
        if isinstance(fact, facts.PlayerAdded):
            self.adds[entry.id] = fact.player
            if is_from_a_file(entry):
                self.people.list_after(entry.id, fact.player, before)
                self.unread.add(entry)
        elif isinstance(fact, facts.PlayerMerged) and is_from_a_file(entry) \
                and self.adds.get(before) == fact.player:
            self.people.list_after(before, fact.player, "")

    def _rename(self, player: Hashable) -> None:
        """Give a player the name that holds, by the last word on it."""
        renamed = self._word(facts.PlayerRenamed, player).holding[0].fact
        assert isinstance(renamed, facts.PlayerRenamed)
        self.people.rename(renamed.player, renamed.name)

    def _add_of_player(self, entry: Entry, fact: facts.PlayerFact) -> None:
        people = self.people
        match fact:
            case facts.PlayerAdded(player, name):
                if is_from_a_file(entry):
                    people.add(player, name, _rank(entry))
                else:
                    people.add(player, name, read=[
                        self.adds[own] for own in self.unread.read_by(entry)])
            case facts.PlayerMerged(player, into):
                people.merge(player, into)
            case facts.PlayerParted(player):
                people.part(player)
            case facts.PlayerRetired(player):
                people.retired.add(player)
            case facts.PlayerReturned(player):
                people.retired.discard(player)
            case facts.PlayerMarked(player, colour, marker):
                people.looks[player] = Look(colour, marker)
            case facts.PlayerDeleted(player):
                if player not in self.with_opening_stars():
                    people.delete(player)
            case facts.PlayerUndeleted(player):
                people.undelete(player)

    @stepwise
    def record(self) -> Steps[BookRecord]:
        """Return the whole book as it counts now."""
        names, evenings = self.names, []
        for evening in self.evenings.values():
            evenings.append(evening.record(names))
            yield
        return BookRecord(
            tuple(evenings), tuple(self.people.ids), self.club, self.opening(),
            self.tariff_lines(), self.people.records(), self.rule_sets.records(),
            championships=self.championships())

    def set_aside(self) -> list[SetAside]:
        """Return all that does not count because it makes no sense."""
        return [*self.aside, *[each for sheet in self.sheets.values()
                               for each in sheet.set_aside()]]

    def _word(self, *key: Hashable) -> Settled:
        return last_said(self.words.get(key, ()), self.answers, self._content)

    def _content(self, entry: Entry) -> Hashable:
        """Return what tells two words about one thing of the club apart."""
        fact = entry.fact
        if not isinstance(fact, facts.StarsOpened):
            return fact
        return fact.date, tuple(sorted(sum_by_name(
            (self.people.person(player), stars)
            for player, stars in fact.balances.items()).items()))

    @property
    def club(self) -> str:
        """The name of the club, empty if it has none."""
        holding = self._word(facts.ClubNamed, "").holding
        return holding[0].fact.name if holding else ""  # type: ignore[union-attr]

    @property
    def stars_opened(self) -> facts.StarsOpened | None:
        """The opening balances of the ledger as they hold, None if nobody has said any."""
        holding = self._word(facts.StarsOpened).holding
        return holding[0].fact if holding else None  # type: ignore[return-value]

    def with_opening_stars(self) -> frozenset[str]:
        """Return whom the opening balances name, also those that may still be chosen."""
        return frozenset([player for entry in last_known(self.words.get((facts.StarsOpened,), ()))
                          for player in players_of(entry.fact)])

    def opening(self) -> OpeningStars | None:
        """Return the stars everybody had when the ledger began, None if never entered."""
        opened = self.stars_opened
        return None if opened is None else OpeningStars(opened.date, sum_by_name(
            (self.names[player], stars) for player, stars in opened.balances.items()))

    def tariff_lines(self) -> tuple[Tariff, ...]:
        """Return the tariffs that the club has set."""
        held = [self._word(*key).holding[0].fact for key in self.words
                if key[0] is facts.TariffSet]
        return tuple([Tariff(fact.event, fact.valid_from, fact.stars, fact.ziel)
                      for fact in held if isinstance(fact, facts.TariffSet)])

    def championships(self) -> tuple[Championship, ...]:
        """Return the championships as last said, of the tournaments that there are, named by the
        ids of their evenings."""
        held = [self._word(*key).holding[0].fact.championship  # type: ignore[union-attr]
                for key in self.words if key[0] is ChampionshipSet]
        return tuple([each._replace(tournaments=tuple([
            own for own in each.tournaments if own in self.evenings])) for each in held])

    def asked(self) -> tuple[Asked, ...]:
        """Return what was said of the club on two devices apart, and has to be decided; also people
        who were given two names, or were added on both devices under one name."""
        people, persons = self.people, self.people.persons
        new = [entry for player, entry in self.added.items() if player in persons]
        called = {own: self.added[player].id for own, player in self.adds.items()
                  if player in self.added}  # an answer may name what a file told
        twice = noted_once(new, [naming(answer, called) for answer in self.answers],
                           lambda entry: people.spelt(_player(entry))).asked
        return (*[asked for key in self.words
                  if key[0] is not facts.PlayerRenamed or key[1] in persons
                  for asked in self._word(*key).asked],
                *[asked for asked in twice
                  if not people.sat_together(tuple(map(_player, asked.said)))])


def _about(fact: facts.ClubFact) -> tuple[tuple[str, str], ...]:
    """Return the things of the club that a fact is about. Once somebody has said something of such
    a thing, what a file says of it does not count."""
    match fact:
        case facts.PlayerAdded(player=own):
            return ("name", own), ("plays", own)
        case facts.PlayerRenamed(player=own) | facts.PlayerDeleted(player=own) \
                | facts.PlayerUndeleted(player=own):
            return (("name", own),)
        case facts.PlayerMerged(player=own) | facts.PlayerParted(player=own):
            return (("spelling", own),)
        case facts.PlayerRetired(player=own) | facts.PlayerReturned(player=own):
            return (("plays", own),)
        case facts.PlayerMarked(player=own):
            return (("look", own),)
        case facts.RuleSetKept(id=own) | facts.RuleSetDropped(id=own):
            return (("rules", own),)
    return ()


def _key(fact: facts.ClubNamed | ChampionshipSet) -> tuple[Hashable, ...]:
    """Return what the words about the same thing of the club have in common."""
    return (facts.ClubNamed, "") if isinstance(fact, facts.ClubNamed) else \
        (ChampionshipSet, fact.championship.name)


def _rank(entry: Entry) -> Rank:
    """Return the place of a file's entry among others that tell of the same: first the one that was
    read first. A file that tells again what another has told changes nothing by that."""
    fact = entry.fact
    return read_by(entry), repr(
        (fact.name, fact.rules) if isinstance(fact, facts.RuleSetKept) else fact)


def _player(entry: Entry) -> str:
    assert isinstance(entry.fact, facts.PlayerAdded)
    return entry.fact.player
