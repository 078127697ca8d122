"""The service of one book: answers to screens and commands as frozen views, never as rows.

Everything shown is computed from the facts by `scorepad.book`. `OpenBook` holds those that are in
memory, and takes in what others have written meanwhile.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from scorepad import document
from scorepad.book import facts
from scorepad.book.facts import Fact, HandAmended, HandRecorded, SheetOpened
from scorepad.book.record import BookRecord, HandRecord
from scorepad.book.settle import settlements
from scorepad.config import Settings
from scorepad.games import BY_ID
from scorepad.games.game import Game, Problem, Rules, Seat
from scorepad.games.protocols import MadeByRules, SeatsChange, made_by
from scorepad.i18n.message import say
from scorepad.service import roles, views
from scorepad.service.agreements import ending
from scorepad.service.appending import correction, latest, refuse_unless_as_seen, refuse_unless_last
from scorepad.service.book_in_use import BookInUse, keys_of
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import may_be_list
from scorepad.storage import StorageFault, Store
from scorepad.storage.faults import holding_together
from scorepad.system.steps import Steps, collector_paused, stepwise


class Service(BookInUse):
    """The use cases of one book, for the owner of the machine unless it says otherwise."""

    def __init__(self, store: Store, author: str = "", place: str = "") -> None:
        super().__init__(store, OpenBook(store, roles.Owner(author)))
        self.place = place
        self.when_changed = self._book.as_read.listeners.append

    @classmethod
    def open(cls, settings: Settings, patience: float | None = None) -> "Service":
        """Open the book that the settings name; raises `StorageFault`. patience: seconds to wait
        for another program that holds the book, None for the usual time."""
        store = Store.open(settings.database, patience, settings.device_id)
        try:
            return cls(store, settings.author, settings.place)
        except StorageFault:
            store.close()  # or this file would stay open after another is put in its place
            raise

    def evenings(self) -> list[views.EveningCard]:
        """Return all evenings, the latest first."""
        self.refresh()
        names = self._book.frame.names
        cards = [views.EveningCard(
            evening.opened.evening, evening.opened.date, evening.opened.place, evening.closed,
            tuple(dict.fromkeys(sheet.opened.game.title for sheet in evening.sheets.values())),
            tuple(dict.fromkeys(names[player] for player in [
                *evening.tournament.entered,
                *[each for sheet in evening.sheets.values() for each in sheet.players]])),
            next(reversed(evening.sheets), None), self._book.asks(evening.opened.evening),
            evening.tournament.name)
            for evening in self._book.frame.evenings.values()]
        return sorted(cards, key=lambda card: card.date)[::-1]

    def players(self) -> list[str]:
        """Return the names of all who play here, those who played last first."""
        people = self._book.frame.people
        latest = [people.person(player)
                  for evening in reversed(self._book.frame.evenings.values())
                  for sheet in reversed(evening.sheets.values()) for player in sheet.players]
        persons = dict.fromkeys(latest) | people.persons
        return [people.names[player] for player in persons if player not in people.retired]

    def latest_sheet(self, game: str) -> SheetOpened | None:
        """Return how the latest sheet of a game (its id or key) was set up, to propose it again."""
        return next((opened for opened in self._opened()
                     if game in (opened.game.key, opened.game.id)), None)

    def made_games(self) -> list[Game[Any, Any]]:
        """Return the games that tables have made by their rules and named, the latest first."""
        made = dict.fromkeys([opened.game for opened in self._opened()])
        return [game for game in made if game.title != BY_ID[game.id].title]

    def _opened(self) -> Iterator[SheetOpened]:
        """Yield how every sheet was set up, the latest first."""
        for evening in reversed(self._book.frame.evenings.values()):
            for sheet in reversed(evening.sheets.values()):
                yield sheet.opened

    def evening(self, evening: str) -> views.EveningView:
        """Return an evening with everything that follows from it; raises KeyError."""
        self.refresh()
        frame, names = self._book.frame, self._book.frame.names
        journal = frame.evenings[evening]
        sheets = tuple(self._view(sheet) for sheet in journal.sheets)
        return views.EveningView(
            evening, journal.opened.date, journal.opened.place, journal.closed, sheets,
            settlements([sheet.score for sheet in sheets], journal.payment_notes(names)),
            tuple([views.Decision(asked, names, evening) for asked in journal.asked(names)]),
            journal.closed_elsewhere, self._book.aside(evening), journal.tournament.name)

    def sheet(self, sheet: str) -> views.SheetView:
        """Return a sheet as it stands; raises KeyError."""
        self.refresh()
        return self._view(sheet)

    def _view(self, sheet: str) -> views.SheetView:
        opened = self._book.sheet(sheet)
        journal, evening = opened.journal, opened.journal.opened.evening
        standing, looks = opened.standing(), self._book.frame.people.look_of_all()
        held = self._book.frame.evenings[evening]
        return views.SheetView(**{
            **vars(standing), "aside": (*standing.aside, *self._book.aside(evening))},
            id=sheet, evening=evening, players=journal.players,
            looks=tuple([looks[name] for name in standing.score.record.names]),
            is_list=sheet in held.tournament.lists,
            closed=held.closed or self.own_list is not None and not self._book.writes(sheet))

    def history(self, sheet: str, hand: str) -> list[views.HandVersion]:
        """Return everything that was written about a hand, oldest first."""
        self.refresh()
        history = self._book.sheet(sheet).journal.history
        brought = self._store.brought([entry.id for entry, _ in history.about(hand)])
        return [views.HandVersion(entry.fact, entry.at, entry.by, holds,
                                  entry.id in history.overruled, entry.id,
                                  brought.get(entry.id, ""))
                for entry, holds in history.about(hand)]

    def version(self, sheet: str, hand: str) -> str:
        """Return the id of the entry that made a hand what it is now; raises KeyError."""
        self.refresh()
        return latest(self._book.sheet(sheet), hand).id

    def open_sheet(self, evening: str | views.NewEvening, game: Game[Any, Any],
                   names: Sequence[str], first_dealer: Seat = 0, rules: Rules | None = None,
                   stake: int | None = None, currency: str = "EUR", absprachen: str = "") -> str:
        """Begin a game on an evening, which may be new itself; new names become players.

        evening: an id, or a new one; names: of the players, clockwise; first_dealer: the index of
        one of them; rules: None for the standard; stake: in units of the game's wager, None for
        nothing; currency: an ISO 4217 code; absprachen: what the table agreed on besides. Returns
        the sheet's id. Raises `Refused` for people who cannot play, another currency than the
        evening's, and a text that is no line.
        """
        self.refresh()  # or a player whom somebody else has just added would be added again
        names = list(map(roles.as_kept, names))
        faults = roles.faults_of_names(game, names) + roles.faults_of_line(absprachen, "absprachen")
        if isinstance(evening, views.NewEvening):
            faults += roles.faults_of_line(evening.place, "place")
        else:
            faults += roles.faults_of_currency(self._book.frame.evenings[evening], stake, currency)
        if faults:
            raise roles.Refused(*faults)
        ids, written = self._sitting_down(names)
        sheet = roles.new_id()
        if isinstance(evening, views.NewEvening):
            opened = facts.EveningOpened(roles.new_id(), evening.date, roles.as_kept(evening.place))
            written.append(opened)
            evening = opened.evening
        rules = rules or game.rules()
        self._book.write(*written, SheetOpened(
            sheet, evening, made_by(game, rules), tuple(ids[name] for name in names), first_dealer,
            rules, stake, currency, absprachen=roles.as_kept(absprachen)))
        return sheet

    def _sitting_down(self, names: Sequence[str]) -> tuple[dict[str, str], list[Fact]]:
        """Return everybody's id by name, and the facts to write when these people play: new ones
        are added, retired ones return."""
        ids, added = self._book.ids_with(names)
        retired = self._book.frame.people.retired
        return ids, [*added, *[facts.PlayerReturned(ids[name]) for name in names
                               if ids[name] in retired]]

    def close_evening(self, *evenings: str) -> None:
        """Record that evenings are over, all or none; raises KeyError."""
        self._book.write(*[facts.EveningClosed(self._known(each)) for each in evenings])

    def reopen_evening(self, *evenings: str) -> None:
        """Record that evenings go on after all, all or none; raises KeyError."""
        self._book.write(*[facts.EveningReopened(self._known(each)) for each in evenings])

    def _known(self, evening: str) -> str:
        """Return an evening's id; raises KeyError for none, before anything is written."""
        return self._book.frame.evenings[evening].opened.evening

    def pay(self, evening: str, debtor: str, creditor: str, cents: int, currency: str) -> str:
        """Record that `debtor` has paid `creditor`, both by name; returns the payment's id.
        evening: its id; cents: how many, of the currency with this ISO 4217 code."""
        ids, own = self._book.current().people.ids, roles.new_id()
        self._book.write(facts.PaymentMade(
            own, self._known(evening), ids[debtor], ids[creditor], cents, currency))
        return own

    def take_back_payment(self, evening: str, payment: str) -> None:
        """Record that a payment was not made after all; raises KeyError if it does not hold."""
        frame = self._book.current()
        held = frame.evenings[evening].payment_notes(frame.names)
        if payment not in [note.stamp.id for note in held]:
            raise KeyError(payment)
        self._book.write(facts.PaymentTakenBack(payment, evening))

    def record(self, sheet: str, hand: Any, after: str | None = None, page: str = "",
               seen: views.NextHand | None = None) -> str:
        """Write down the next hand; it is saved when this returns. Returns the hand's id.

        after: the id of the hand that it follows, `FIRST` for none, None if that does not matter;
        page: the one on which it was typed, whose draft is saved as this hand or stays as it is;
        seen: what that page showed, None if it does not matter. Raises `WrittenMeanwhile` if
        another hand is the last one by now, `ChangedMeanwhile` if others would play or the evening
        has ended, and `Refused` if the hand cannot have been played, or if no hand can follow.
        """
        def verify() -> None:
            if may_be_list(sheet):
                self.slips.refuse_more(sheet)
            own = self._book.sheet(sheet)
            refuse_unless_last(own, after)
            if seen is not None:
                evening = self._book.frame.evenings[own.journal.opened.evening]
                refuse_unless_as_seen(own, seen, closed=evening.closed)
            if problems := own.faults_of_next(hand):
                raise roles.Refused(*problems)
            if may_be_list(sheet):
                self.slips.refuse_to_leave_duty(sheet, hand)

        verify()
        own = roles.new_id()
        self._book.step(HandRecorded(own, sheet, hand), own, still=verify,
                        forget=keys_of(sheet, page))
        return own

    def amend(self, sheet: str, hand: str, changed: HandRecord, seen: str | None = None,
              page: str = "") -> None:
        """Correct the hand with this id to `changed`; raises `Refused` if it cannot have been so.

        seen: the `version` of the hand that was corrected; raises `ChangedMeanwhile` if somebody
        else has changed it since; page: as for `record`.
        """
        def fact() -> HandAmended | None:
            return correction(self._book.sheet(sheet), hand, changed, seen)

        self.refresh()
        if (amended := fact()) is not None:
            self._book.step(amended, still=fact, forget=keys_of(sheet, page))

    def void(self, sheet: str, hand: str) -> None:
        """Record that the hand does not count."""
        if not self._book.sheet(sheet).hand(hand).voided:
            self._book.step(facts.HandVoided(hand, sheet))

    def restore(self, sheet: str, hand: str) -> None:
        """Record that the voided hand counts after all."""
        if self._book.sheet(sheet).hand(hand).voided:
            self._book.step(facts.HandRestored(hand, sheet))

    def name_dealer(self, sheet: str, dealer: Seat) -> None:
        """Let `dealer` deal the next hand; raises KeyError for a seat that cannot."""
        score = self._book.sheet(sheet).score()
        if dealer not in score.record.game.dealers(score.next.table):
            raise KeyError(dealer)
        self._book.step(facts.DealerNamed(sheet, dealer))

    def seat_players(self, sheet: str, names: Sequence[str]) -> None:
        """Seat these players, clockwise, from the next hand on; names new to the sheet or to the
        book are added.

        Raises `Refused` if the players of the game cannot change, for a wrong number of them, and
        for a name that is invalid or stands twice; nothing is written then.
        """
        self.refresh()
        journal = self._book.sheet(sheet).journal
        game, names = journal.opened.game, list(map(roles.as_kept, names))
        faults = roles.faults_of_names(game, names)
        people = self._book.frame.people
        roster = set(map(people.person, journal.players))
        ids, written = self._sitting_down(names)
        coming = [name for name in names if ids[name] not in roster]
        if not isinstance(game, SeatsChange) and (coming or len(names) != len(journal.players)):
            faults.append(Problem(("players",), say(
                "in {game} the players stay the same from the first hand on", game=game.title)))
        if faults := faults or roles.faults_of_crowd(len(roster) + len(coming)):
            raise roles.Refused(*faults)
        self._book.write(*written, *[facts.PlayerJoined(sheet, ids[name]) for name in coming])
        seats = list(map(people.person, self._book.sheet(sheet).journal.players))
        self._book.step(facts.SeatsTaken(
            sheet, tuple([seats.index(ids[name]) for name in names])))

    def end_match(self, sheet: str, agreement: Sequence[int] = ()) -> None:
        """End the running match because the table stops; no hand follows. agreement: as for
        `ending`, which says what is `Refused`."""
        if fact := ending(self._book.sheet(sheet).score(), agreement):
            self._book.step(fact)

    def resume_match(self, sheet: str) -> None:
        """Go on with the match that the table had ended."""
        if self._book.sheet(sheet).ended:
            self._book.step(facts.MatchResumed(sheet))

    def change_rules(self, sheet: str, rules: Rules) -> None:
        """Play by these rules from the next hand on; raises `Refused` where they make the game."""
        held = self._book.sheet(sheet).score()
        if isinstance(held.record.game, MadeByRules):
            raise roles.Refused(Problem(("rules",), say(
                "the rules of {game} stay as the sheet began", game=held.record.game.title)))
        if held.rules != rules:
            self._book.step(facts.RulesChanged(sheet, rules))

    def undo(self, sheet: str) -> bool:
        """Take back the last step on the sheet; False if there is none."""
        if entry := self._book.sheet(sheet).journal.history.undo:
            self._book.step(facts.Undone(sheet, entry))
        return entry is not None

    def redo(self, sheet: str) -> bool:
        """Bring back the step that was undone last; False if there is none."""
        if entry := self._book.sheet(sheet).journal.history.redo:
            self._book.step(facts.Redone(sheet, entry))
        return entry is not None

    def pieces(self) -> Iterator[str]:
        """Yield the whole book as a document, for which no more than one evening is in memory."""
        frame = self._book.current()
        with holding_together():
            yield from document.pieces(frame.record(), (
                self._book.all_of([own]).evenings[own].record(frame.names)
                for own in [*frame.evenings]))

    @stepwise
    def export(self, evenings: Sequence[str] | None = None) -> Steps[BookRecord]:
        """Return the whole book, or some of its evenings, for `document.write`."""
        with collector_paused():
            if evenings is None:
                with holding_together():
                    journal = yield from self._book.everything.steps()
                    return (yield from journal.record.steps())
            journal = yield from self._book.all_of.steps(evenings)
            book = yield from journal.record.steps()
        playing = book.playing
        return BookRecord(book.evenings, tuple(n for n in book.players if n in playing), book.club,
                          tariffs=self._book.frame.tariff_lines(),
                          people=tuple(each for each in book.people if each.name in playing))
