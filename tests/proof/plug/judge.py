"""The judge of an evening in which the plug was pulled: nobody and nothing is lost, doubled or
another person's, and nothing that two have said is settled silently."""

import json
from collections import Counter, defaultdict
from itertools import chain
from random import Random
from typing import Any

from scorepad import document
from scorepad.book.facts import Fact, PlayerAdded, SheetOpened
from scorepad.document import result
from scorepad.games.game import Unreadable
from scorepad.i18n.words import Words
from scorepad.service.telling import choices, players_in
from scorepad.service.tournament_view import TournamentView
from scorepad.service.views import Decision
from scorepad.tournament import facts
from scorepad.tournament.facts import TableList
from tests.oracle.tournament import reckon
from tests.proof.plug.evening import Plug
from tests.proof.plug.record import Device, Note, Table, device_called, told
from tests.taking import take

ENGLISH = Words("en")
STEPS_LOGGED = 200


class Judge:
    """The judge of an evening, who knows from the record what has to be there. asked: what there
    was a question about; chosen: what was chosen of it; struck: hands that were not."""

    def __init__(self, plug: Plug) -> None:
        self.plug, self.rng = plug, Random(plug.seed)
        self.asked: set[Any] = set()
        self.chosen: dict[Any, Any] = {}
        self.counting: dict[str, bool] = {}
        self.struck: set[str] = set()

    def require(self, holds: object, what: str) -> None:
        """Raise unless something holds."""
        if not holds:
            log = "\n".join(self.plug.log[-STEPS_LOGGED:])
            raise AssertionError(f"seed {self.plug.seed}: {what}\n{log}")

    def judge(self) -> None:
        """Let all meet, decide what is asked, meet again, and look at every device."""
        self.plug.meet_all()
        decider = self.rng.choice(self.plug.alive())
        self.decide(decider)
        self.plug.hear_from(decider)
        self.same_everywhere()
        self.compare(self.plug.view(decider), decider.knows)
        self.files()

    # --- questions --------------------------------------------------------------------------------

    def decide(self, device: Device) -> None:
        """Answer every question on a device, until there is none."""
        for _time in range(100):
            view = self.plug.view(device)
            decisions = [*self.plug.of_people(device), *view.decisions]
            if decisions:
                self.answer(device, decisions[0], view)
            elif not self.runs(device, view):
                return
        self.require(False, f"questions that stay open on {device.name}: "
                            f"{[each.asked for each in decisions]}")

    def answer(self, device: Device, decision: Decision, view: TournamentView) -> None:
        """Answer a question, by what really happened where that is known."""
        said, given = decision.asked.said, choices(decision, ENGLISH)
        choice = self.rng.choice(given)
        match said[0].fact:
            case PlayerAdded():
                people = {self.plug.who[own] for own in players_in(decision)}
                self.asked.update(people)
                if len(people) == 1:
                    first, *others = players_in(decision)
                    for other in others:
                        device.service.people.merge(other, first)
                    return
                choice = given[-1]
            case facts.TournamentPaid() | facts.TournamentPenalty():
                notes = [self.plug.by_own[each.fact.id] for each in said]
                events = {note.event for note in notes}
                choice = given[0] if len(events) == 1 else given[1]
                self.asked.update(notes)
                for each in said:
                    self.counting[each.fact.id] = each.id in choice.counting
            case facts.TournamentDrawn(round=round):
                chosen = next(each.fact for each in said if each.id in choice.counting)
                self.asked.add(round)
                self.chosen[round] = tuple([
                    tuple([self.plug.who[each] for each in table]) for table in chosen.tables])
            case SheetOpened() | facts.TournamentFigures():
                here = [each for each in said if self.fits(each.fact, view)] or said
                chosen = self.rng.choice(here)
                choice = next(each for each in given if each.counting == (chosen.id,))
                figures = next(each.fact for each in (*here, *said)
                               if isinstance(each.fact, facts.TournamentFigures))
                where = figures.round, frozenset(
                    [self.plug.who[own] for own in figures.figures])
                self.asked.add(where)
                self.chosen[where] = frozenset(
                    [(self.plug.who[own], *some) for own, some in chosen.fact.figures.items()]
                ) if isinstance(chosen.fact, facts.TournamentFigures) else None
        self.plug.log.append(f"asked: {[type(each.fact).__name__ for each in said]} about "
                             f"{sorted({each.by for each in said})}, chosen: {choice.label}")
        device.service.meetings.choose(decision, choice.counting)

    def fits(self, fact: Fact, view: TournamentView) -> bool:
        """Return whether figures are of a table as it is drawn, and not of another draw's; hands
        always are."""
        if not isinstance(fact, facts.TournamentFigures):
            return True
        tables = self.plug.people(view, fact.round)
        return fact.table <= len(tables) and {*tables[fact.table - 1]} == {
            self.plug.who[own] for own in fact.figures}

    def runs(self, device: Device, view: TournamentView) -> bool:
        """Answer a question which hands count that were written apart; return whether there was
        one."""
        for where, own in view.read.lists.items():
            if own not in device.service._book.frame.sheets:
                continue
            for question in device.service.sheet(own).questions:
                firsts = [run.first for run in question.runs]
                chosen = self.rng.choice(firsts)
                self.asked.update(firsts)
                self.struck.update(each for each in firsts if each != chosen)
                self.plug.log.append(f"asked: {len(firsts)} runs of {where}")
                device.service.meetings.decide(own, question, [chosen])
                return True
        return False

    # --- what has to be there ---------------------------------------------------------------------

    def compare(self, view: TournamentView, knows: int) -> None:
        """Compare a tournament with the record."""
        known: dict[str, list[Note]] = defaultdict(list)
        for kind in ("entered", "drawn", "hand", "figures", "penalty", "paid", "replaced"):
            known[kind] = [*self.plug.known(kind, knows)]
        self.people(view, known["entered"])
        drawn = self.draws(view, known)
        for table in drawn:
            self.list_of(table, view, known)
        number = self.plug.numbers(view)
        self.twice(known["paid"])
        self.same(Counter((number.get(note.what[0]), note.what[1], note.own)
                          for note in known["paid"] if self.counting.get(note.own, True)),
                  Counter([paid[:3] for paid in view.tournament.payments]), "payments")
        penalties = [note for note in known["penalty"] if note.what[2].draw in {
            table.draw for table in drawn}]
        self.twice(penalties)
        own = {note.own for note in known["penalty"]} - {note.own for note in penalties}
        self.same(Counter((note.what[2].round, number.get(note.what[0]), note.what[1], note.own)
                          for note in penalties if self.counting.get(note.own, True)),
                  Counter(each for each in view.tournament.penalties if each.id not in own),
                  "penalties")
        replaced = {each[:3] for each in view.tournament.replaced}
        for note in known["replaced"]:
            table, person, hand, name = note.what
            self.require(table not in drawn or (number[person], table.round, hand) in replaced,
                         f"{name} for {person} in {told(table)} is missing")

    def same(self, said: Counter[Any], shown: Counter[Any], what: str) -> None:
        """Require that the same things were said as are shown."""
        self.require(said == shown, f"{what}: missing {said - shown}, "
                                    f"invented or doubled {shown - said}")

    def people(self, view: TournamentView, entered: list[Note]) -> None:
        """Compare who has entered."""
        shown = [self.plug.who[own] for own in view.read.players.values()]
        numbers = [each.number for each in view.tournament.entrants]
        self.require(len(numbers) == len(set(numbers)), f"a start number stands twice: {numbers}")
        self.require(len(shown) == len(set(shown)), f"somebody has two numbers: {shown}")
        by_person = {person: note for note in entered for person in [note.what[0]]}
        missing = by_person.keys() - set(shown)
        self.require(not missing, f"missing: {missing}")
        ids = defaultdict(list)
        for own, person in self.plug.who.items():
            ids[person.name].append(own)
        for entrant in view.tournament.entrants:
            person = self.plug.who[view.read.players[entrant.number]]
            alone = len({self.plug.who[own] for own in ids[person.name]}) == 1
            self.require(entrant.name == person.name if alone
                         else entrant.name.startswith(person.name),
                         f"{person} has another name: {entrant.name}")
            own = [note.what[1] for note in entered if note.what[0] is person]
            others = [note.what[1] for note in self.plug.notes
                      if note.kind == "entered" and note.what[0] is not person]
            if own and not set(own) & set(others):
                self.require(entrant.number in own,
                             f"{person} has number {entrant.number}, entered as {own}")

    def draws(self, view: TournamentView, known: dict[str, list[Note]]) -> list[Table]:
        """Compare the draws; return the tables of those that hold."""
        holding: list[Table] = []
        begun = {note.what[0].draw for kind in ("hand", "figures", "replaced")
                 for note in known[kind]}
        begun |= {draw for later in known["drawn"]
                  for draw in self.plug.known("drawn", later.knew)
                  if draw.what[0] < later.what[0]}
        for round in range(1, self.plug.rounds + 1):
            drawn = {note for note in known["drawn"] if note.what[0] == round} | {
                draw for draw in begun if draw.what[0] == round}
            drawn = {note for note in drawn if self.can_follow(note, round, view)}
            if len({note.what[1] for note in drawn}) > 1:
                self.require(round in self.asked, f"round {round} was drawn apart, not asked")
            if not drawn:
                continue
            self.require(len(view.tournament.draws) >= round, f"round {round} is not drawn")
            people = self.plug.people(view, round)
            made = [note for note in drawn if note.what[1] == people]
            self.require(made and self.chosen.get(round, people) == people,
                         f"round {round} is {people}, chosen was {self.chosen.get(round)}")
            holding += [table for table in self.plug.tables if table.draw in made]
        return holding

    def can_follow(self, drawn: Note, round: int, view: TournamentView) -> bool:
        """Return whether nobody comes back in a draw who has played, and by the draw that was
        chosen of the round before has not: no tournament goes on so."""
        before = [{*sum(self.plug.people(view, number), ())}
                  for number in range(1, min(round, len(view.tournament.draws) + 1))]
        gone = {*chain(*before)} - before[-1] if before else {*()}
        return len(before) == round - 1 and not gone & {*sum(drawn.what[1], ())}

    def list_of(self, table: Table, view: TournamentView, known: dict[str, list[Note]]) -> None:
        """Compare a list."""
        where = table.round, frozenset(table.people)
        hands = self.hands_of(table, known["hand"])
        figures = [note for note in known["figures"] if note.what[0].seats_those(table)]
        heads = defaultdict(list)
        for note in figures:
            if not any(note.bit & other.knew for other in figures):
                heads[note.what[1]].append(note)
        kept = view.kept(table.round, table.number) or TableList(table.round, table.number)
        shown = self.plug.content(view, kept.figures) if kept.figures else None
        bits = sum(note.bit for note in hands)
        if len(heads) > 1 or hands and any(
                all(bits & ~note.knew for note in same) for same in heads.values()):
            self.require(where in self.asked, f"{told(table)}: hands and figures, or two figures, "
                                              "were written apart, not asked")
        allowed = {self.chosen[where]} if where in self.chosen else set(heads) or {None}
        self.require(shown in allowed, f"{told(table)}: figures {shown}, not {allowed}")
        if shown is None:
            seats = view.tournament.draws[table.round - 1].tables[table.number - 1]
            players = [self.plug.who[view.read.players[each]] for each in seats]
            self.same(Counter((note.own, note.what[1]) for note in hands), Counter(
                (hand.stamp.id, None if (seat := getattr(hand.hand, "spieler", None)) is None
                 else players[seat]) for hand in kept.hands or ()), f"hands of {told(table)}")

    def hands_of(self, table: Table, all_of_them: list[Note]) -> list[Note]:
        """Return the hands of a list but for runs that were not chosen; those that follow the same
        hand must have been asked about."""
        hands = {note.own: note for note in all_of_them if note.what[0].is_like(table)}
        follow = defaultdict(list)
        for own in hands:
            follow[self.plug.before[own]].append(own)
        for firsts in follow.values():
            self.require(len(firsts) == 1 or self.asked.issuperset(firsts),
                         f"hands of {told(table)} were written apart, not asked")
        gone = {*self.struck}
        for own in hands:
            if self.plug.before[own] in gone:
                gone.add(own)
        return [note for own, note in hands.items() if own not in gone]

    def twice(self, notes: list[Note]) -> None:
        """Require that what was noted twice apart was asked about."""
        for number, note in enumerate(notes):
            for other in notes[:number]:
                if note.what == other.what and not note.knew & other.bit:
                    self.require({note, other} <= self.asked,
                                 f"{note.kind} {told(note.what)} was noted twice, not asked")

    # --- on every device --------------------------------------------------------------------------

    def same_everywhere(self) -> None:
        """Require that every device tells the same, and finds no fault."""
        first, *others = self.plug.alive()
        view, text = self.plug.view(first), self.exported(first)
        for device in others:
            other = self.plug.view(device)
            self.require(other.tournament == view.tournament
                         and other.standing.ranking == view.standing.ranking
                         and other.decisions == view.decisions,
                         f"{device.name} and {first.name} differ")
        for device in self.rng.sample(self.plug.alive(), 2):
            self.require(self.exported(device) == text,
                         f"{device.name} and {first.name} export differently")
            self.finds_nothing(device)
        self.require(not view.decisions, f"questions are open again: {view.decisions}")

    def finds_nothing(self, device: Device) -> None:
        """Require that a device finds no fault in its book."""
        found = device.service.safety.check().findings
        self.require(found == (), f"{device.name} finds {found}")

    def exported(self, device: Device) -> str:
        """Return what a device exports."""
        return document.write(device.service.export())

    def files(self) -> None:
        """Require that a document says all of it, with the answer reckoned apart from it."""
        device = self.plug.alive()[0]
        text = self.exported(device)
        told = self.answered(text)
        self.require(told == reckon(json.loads(text))["tournaments"], "is reckoned otherwise")
        view, [told_of_it] = self.plug.view(device), told
        self.require([(row["place"], row["number"], row["points"], row["fees"], row["prize"],
                       row["paid"]) for row in told_of_it["ranking"] if row["place"]] == [
            (place, number, view.standing.totals[number].points, sum(view.cash.fees[number]),
             view.cash.prize_of(number), view.cash.paid(number))
            for place, number in view.standing.ranking], "the view shows another ranking")
        self.require((view.cash.pot, view.cash.rest, view.cash.box) == tuple(
            [told_of_it["cash"][key] for key in ("pot", "rest", "box")]), "another cash")
        empty = device_called("empty")
        take(empty.service, text)
        again = document.write(empty.service.export())
        self.require(self.answered(again) == told, "an empty book answers otherwise")
        empty.service.close()

    def answered(self, text: str) -> Any:
        """Return the answer about the tournaments of a document."""
        try:
            book, sheets = document.replayed(text.encode())
        except Unreadable as fault:
            self.require(False, f"the export is at fault: {[*map(str, fault.problems)]}")
        return json.loads(b"".join(result.json_pieces(book, sheets)))["tournaments"]
