"""Everything that people write besides new hands, drawn by lot.

What is drawn may be impossible just now: then the service refuses it.
"""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import permutations
from random import Random

from scorepad.book.ledger.tariffs import AUSWAERTS, KASTEN, KNABBERZEUG, MANUAL
from scorepad.book.people import Colour, Marker
from scorepad.book.record import HandRecord, Tariff
from scorepad.games import BY_ID
from scorepad.games.game import Rules
from scorepad.service import Service
from scorepad.service.views import SheetView
from tests import oracle

DAY = date(2026, 11, 20)


def answers(rng: Random, service: Service) -> None:
    """Say of all hands that were written apart which count."""
    for card in service.evenings():
        for view in service.evening(card.id).sheets:
            rng.choice([decides, agrees_on_hands])(rng, service, view)


def on_a_sheet(rng: Random, service: Service, sheet: str) -> None:
    """Correct, undo, sit down, decide: something that happens on a sheet."""
    rng.choice(ON_A_SHEET)(rng, service, service.sheet(sheet))


def of_the_club(rng: Random, service: Service, evening: str) -> None:
    """Settle, note stars, rename, close: something about the evening, the people or the club."""
    rng.choice(OF_THE_CLUB)(rng, service, evening)


# --- on a sheet -----------------------------------------------------------------------------------


def hand_of(rng: Random, view: SheetView) -> HandRecord:
    """A hand of the sheet; IndexError where there is none."""
    return rng.choice(view.score.lines).record


def amends(rng: Random, service: Service, view: SheetView) -> None:
    service.amend(view.id, hand_of(rng, view).stamp.id, hand_of(rng, view))


def voids(rng: Random, service: Service, view: SheetView) -> None:
    service.void(view.id, hand_of(rng, view).stamp.id)


def restores(rng: Random, service: Service, view: SheetView) -> None:
    service.restore(view.id, rng.choice([line.record.stamp.id for line in view.score.lines
                                         if line.record.voided]))


def undoes(rng: Random, service: Service, view: SheetView) -> None:
    """Take back the last step, or the last two, and now and then think again."""
    for _ in range(rng.randint(1, 2)):
        service.undo(view.id)
    if rng.random() < 0.3:
        service.redo(view.id)


def redoes(rng: Random, service: Service, view: SheetView) -> None:
    service.redo(view.id)


def names_the_dealer(rng: Random, service: Service, view: SheetView) -> None:
    service.name_dealer(view.id, rng.choice(view.score.next.table.seats))


def seats(rng: Random, service: Service, view: SheetView) -> None:
    """Seat the same people otherwise, or somebody else as well."""
    names = list(view.score.next.table.names)
    others = rng.sample(oracle.PEOPLE, len(view.score.next.table.seats))
    service.seat_players(view.id, rng.choice([rng.sample(names, len(names)), others]))


def rules_for(rng: Random, game: str) -> Rules:
    rules: Rules = BY_ID[game].rules.read(oracle.GAMES[game].random_rules(rng))
    return rules


def changes_rules(rng: Random, service: Service, view: SheetView) -> None:
    service.change_rules(view.id, rules_for(rng, view.game.id))


def agrees(rng: Random, service: Service, view: SheetView) -> None:
    service.agreements.say(view.id, rng.choice(["", "ohne Neunen", "Uhr"]))


def ends(rng: Random, service: Service, view: SheetView) -> None:
    (service.end_match if rng.random() < 0.5 else service.resume_match)(view.id)


def decides(rng: Random, service: Service, view: SheetView) -> None:
    for question in view.questions:
        firsts = [run.first for run in question.runs]
        rng.shuffle(firsts)
        service.meetings.decide(view.id, question, firsts[:rng.randint(1, len(firsts))])


def agrees_on_hands(rng: Random, service: Service, view: SheetView) -> None:
    for contested, sayings in view.also.items():
        service.meetings.agree(view.id, contested, rng.choice([None, *sayings]))


ON_A_SHEET: tuple[Callable[[Random, Service, SheetView], None], ...] = (
    amends, amends, amends, voids, restores, undoes, undoes, redoes, names_the_dealer, seats, seats,
    changes_rules, agrees, ends, restores, decides, agrees_on_hands)


# --- about the evening, the people and the club ---------------------------------------------------


def person_of(rng: Random, service: Service) -> str:
    """The id of somebody in the book."""
    return rng.choice(list(service.people.names()))


def renames(rng: Random, service: Service, evening: str) -> None:
    service.people.rename(person_of(rng, service),
                          f"{rng.choice(oracle.PEOPLE)} {rng.randint(1, 9)}")


def merges_people(rng: Random, service: Service, evening: str) -> None:
    people = service.people
    people.merge(*rng.choice([pair for pair in permutations(people.names(), 2)
                              if people.fault_of_merging(*pair) is None]))


def parts_people(rng: Random, service: Service, evening: str) -> None:
    service.people.part(rng.choice([spelling.id for person in service.people.all()
                                    for spelling in person.spelt]))


def retires(rng: Random, service: Service, evening: str) -> None:
    (service.people.retire if rng.random() < 0.5 else service.people.bring_back)(
        person_of(rng, service))


def draws(rng: Random, service: Service, evening: str) -> None:
    service.people.draw(person_of(rng, service), rng.choice([*Colour]), rng.choice([*Marker]))


def pays(rng: Random, service: Service, evening: str) -> None:
    one, other = rng.sample(service.players(), 2)
    service.pay(evening, one, other, rng.randint(1, 500), "EUR")


def takes_back_a_payment(rng: Random, service: Service, evening: str) -> None:
    frame = service._book.current()
    service.take_back_payment(*rng.choice([
        (own, note.stamp.id) for own, journal in frame.evenings.items()
        for note in journal.payment_notes(frame.names)]))


def closes(rng: Random, service: Service, evening: str) -> None:
    (service.close_evening if rng.random() < 0.5 else service.reopen_evening)(evening)


def notes_stars(rng: Random, service: Service, evening: str) -> None:
    event = rng.choice([KASTEN, KNABBERZEUG, AUSWAERTS, MANUAL])
    service.club.note(evening, rng.choice(service.players()), event,
                      ziel="Gerry" if event == AUSWAERTS else "",
                      stars=rng.choice([-2, 3]) if event == MANUAL else None,
                      note="Strafe" if event == MANUAL else "")


def takes_back_stars(rng: Random, service: Service, evening: str) -> None:
    frame = service._book.current()
    service.club.take_back(*rng.choice([
        (own, note) for own, journal in frame.evenings.items()
        for note in sorted(journal.star_ids)]))


def opens_the_ledger(rng: Random, service: Service, evening: str) -> None:
    service.club.open_with(DAY - timedelta(days=rng.randint(1, 3)), {
        name: rng.randint(-9, 9) for name in rng.sample(service.players(), 2)})


def sets_a_tariff(rng: Random, service: Service, evening: str) -> None:
    service.club.set_tariff(Tariff(KASTEN, DAY - timedelta(days=rng.randint(0, 1)),
                                   rng.choice([None, -3, -7]), ""))


def keeps_rules(rng: Random, service: Service, evening: str) -> None:
    game = rng.choice(sorted(oracle.GAMES))
    kept = service.rule_sets.of(BY_ID[game])
    if kept and rng.random() < 0.5:
        service.rule_sets.drop(rng.choice(kept).id)
    else:
        service.rule_sets.keep(BY_ID[game], rng.choice(["Altona", "Kurz"]), rules_for(rng, game),
                               rng.choice(["", *[each.id for each in kept]]))


OF_THE_CLUB: tuple[Callable[[Random, Service, str], None], ...] = (
    renames, renames, merges_people, parts_people, retires, draws, pays, pays, takes_back_a_payment,
    closes, closes, notes_stars, notes_stars, takes_back_stars, opens_the_ledger, sets_a_tariff,
    keeps_rules)
