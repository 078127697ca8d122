"""A book that knows all of an older export shows the same once it has taken it in."""

import json
from datetime import date

import pytest

from scorepad.book.facts import HandRecorded, Undone
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG, AltenburgRules
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.taking import file_of, take

EVENING = NewEvening(date(2026, 11, 20), "Altona")


@pytest.fixture
def two():
    """Anne's book and Bert's, which both have an empty sheet of four."""
    anne, bert = [Service(Store.open("sqlite://", device=lambda name=name: name), name)
                  for name in ("Anne", "Bert")]
    anne.open_sheet(EVENING, DOPPELKOPF_ALTENBURG, NAMES)
    meet(anne, bert)
    yield anne, bert
    anne.close()
    bert.close()


def meet(anne, bert):
    anne.meetings.meet(bert.meetings.exchange)


def sheet_of(service):
    return service.evening(service.evenings()[0].id).sheets[0]


def play(service, *augen):
    for each in augen:
        service.record(sheet_of(service).id, DOPPELKOPF_ALTENBURG.read_hand(
            {"spiel": "normal", "re": [*NAMES[:2]], "augen": each}, NAMES))


def take_back_first(service):
    """Take back the first hand, whatever was written since."""
    sheet = sheet_of(service).id
    service._book.step(Undone(sheet, next(
        step.id for step in service._book.sheet(sheet).journal.steps
        if isinstance(step.fact, HandRecorded))))


def shown(service):
    """All that a book shows of its evening."""
    sheet, evening = sheet_of(service), service.evenings()[0].id
    stars = service.club.evening(evening)
    return (sheet.players, sheet.score, sheet.also, sheet.questions, sheet.undo, sheet.redo,
            stars and stars.noted, service.evening(evening).decisions)


def changes_nothing(service, *files):
    before = shown(service)
    for file in files:
        take(service, file)
        assert shown(service) == before


def test_who_dealt_a_hand_that_was_played_after_one_taken_back_elsewhere(two):
    anne, bert = two
    play(anne, 131)
    meet(anne, bert)
    take_back_first(bert)
    play(anne, 150)
    meet(anne, bert)
    [line] = sheet_of(anne).score.lines
    assert line.table.dealer == 1  # as Anne saw it: the second hand
    changes_nothing(anne, file_of(anne))


def test_rules_from_a_hand_on_that_was_taken_back_elsewhere(two):
    anne, bert = two
    anne.change_rules(sheet_of(anne).id, AltenburgRules(normal_won=20))
    play(anne, 131, 150)
    meet(anne, bert)
    older = file_of(anne)
    take_back_first(bert)
    meet(anne, bert)
    changes_nothing(anne, older)


def test_a_choice_that_was_made_after_hands_which_do_not_count(two):
    anne, bert = two
    play(anne, 131, 150, 140)
    play(bert, 160)
    bert.name_dealer(sheet_of(bert).id, 3)
    meet(anne, bert)
    assert sheet_of(anne).score.next.table.dealer == 3
    file = json.loads(file_of(anne))
    file["evenings"][0]["sheets"].append({"game": "kalter-schlag", "players": [*NAMES]})  # is new
    changes_nothing(anne, file)


def test_the_order_in_which_two_have_joined(two):
    anne, bert = two
    for service, name in ((anne, "Emil"), (bert, "Frida")):
        service.seat_players(sheet_of(service).id, [*NAMES, name])
    older = [*map(file_of, two)]
    meet(anne, bert)
    changes_nothing(anne, *older)


def test_stars_that_both_have_noted_and_that_count_once(two):
    anne, bert = two
    for service in two:
        service.club.note(service.evenings()[0].id, "Bert", "kasten")
    older = [*map(file_of, two)]
    meet(anne, bert)
    changes_nothing(anne, *older)


def kasten(service, evening):
    return service.club.note(evening, "Bert", "kasten")


def pays(service, evening):
    return service.pay(evening, "Anne", "Bert", 100, "EUR")


def noted(service):
    evening = service.export().evenings[0]
    return [note.stamp.id for note in (*evening.stars, *evening.payments)], \
        service.evening(evening.id).decisions


@pytest.mark.parametrize("note", [kasten, pays])
def test_a_note_stands_behind_the_one_that_its_writer_knew(two, note):
    """Seed 644113: Bert has read of the first and notes the second; Cem reads of both, and then
    meets Anne, whose own entry of the first is a later one than that of the file."""
    anne, bert = two
    cem = Service(Store.open("sqlite://"), "Cem")
    evening = anne.evenings()[0].id
    for _ in range(8):
        anne.club.take_back(evening, anne.club.note(evening, "Dora", "kasten"))
    first = note(anne, evening)
    take(bert, file_of(anne))
    both = [first, note(bert, evening)]
    take(cem, file_of(bert))
    meet(cem, anne)
    assert noted(cem) == (both, ())
    file = json.loads(file_of(cem))
    file["evenings"][0]["sheets"].append({"game": "kalter-schlag", "players": [*NAMES]})  # is new
    take(cem, file)
    assert noted(cem) == (both, ())
    for kind in "stars", "payments":  # as it was written once, whoever knew of which
        file["evenings"][0].get(kind, []).reverse()
    take(cem, file)
    assert noted(cem) == (both, ())
    cem.close()
