"""A file makes the same entries wherever it is imported, so that books that have imported it meet
without a question, and nothing in them stands twice."""

import json
from datetime import date, timedelta
from random import Random

import pytest

from scorepad import document
from scorepad.book.facts import HandAmended, HandRecorded, SheetOpened
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, KalterSchlagRules
from scorepad.service import Service
from scorepad.service.safety import Counts, Picked
from scorepad.service.views import NewEvening
from scorepad.storage import Store, codec
from tests.book.pages import NAMES, A, B, hand, loses
from tests.oracle import random_document
from tests.proof.histories import Histories
from tests.taking import file_of, take

FIRST, SECOND, THIRD = (hand(loses(name, 70)) for name in ("Anne", "Bert", "Cem"))


@pytest.fixture
def others():
    """Two more books."""
    made = [Service(Store.open("sqlite://"), name) for name in ("Bert", "Cem")]
    yield made
    for service in made:
        service.close()


def meets(service, other):
    """Take in all of another book; what the preview said."""
    found = service.meetings.preview(
        Picked("other", content=service_entries(other)))
    assert not found.refused, [str(fault) for _, fault in found.refused]
    service.meetings.take(found)
    return found


def service_entries(service):
    return service.meetings.entries().encode()


def entries(service):
    return {row[0]: row[-1] for row in service._book.rows()}


def says(service):
    """What follows from a book, whoever it is."""
    return (json.loads(document.write(service.export())),
            [each.sheets[0].score.tally for card in service.evenings()
             if (each := service.evening(card.id)).sheets],
            service.statistics.overview())


def met(one, other):
    """Let two books meet both ways; the previews."""
    previews = meets(one, other), meets(other, one)
    assert entries(one) == entries(other) and says(one) == says(other)
    return previews


def hands(service, sheet):
    return [line.record.hand for line in service.sheet(sheet).score.lines]


FILE = {"format": "scorepad/1", "club": {"name": "Altenburg"}, "evenings": [
    {"date": "2026-11-20", "place": "Altona", "closed": True,
     "stars": [{"event": "kasten", "player": "Cem"}],
     "payments": [{"from": "Anne", "to": "Bert", "amount": "1.00"}],
     "sheets": [{"game": "kalter-schlag", "players": list(NAMES), "einsatz": "0.50",
                 "hands": [loses("Anne", 70), {**loses("Bert", 70), "voided": True}]}]}]}


def test_one_file_in_two_books_is_the_same_entries(service, others):
    for each in (service, others[0]):
        take(each, FILE)
    assert entries(service) == entries(others[0])
    [found] = {preview.known for preview in met(service, others[0])}
    assert found == len(entries(service))


@pytest.mark.parametrize("edition", [1, 2])
def test_an_earlier_version_wrote_the_edition_of_the_rules(
        service, others, monkeypatch, edition):
    """So its entries are others than those that the same file makes now; they say the same."""
    encode = codec.encode
    with monkeypatch.context() as before:
        before.setattr(codec, "encode", lambda fact, *more: encode(fact, *more) if not isinstance(
            fact, SheetOpened) else f'{encode(fact, *more)[:-1]},"edition":{edition}}}')
        take(others[0], FILE)
    assert any('"edition"' in row[5] for row in others[0]._book.rows())
    lying = entries(others[0])
    assert not take(others[0], FILE).coming and entries(others[0]) == lying
    take(service, FILE)
    for found in met(service, others[0]):
        assert not found.apart and found.new[:4] == Counts()[:4]
    [evening] = service.export().evenings
    assert [len(sheet.hands) for sheet in evening.sheets] == [2]


def test_what_the_importer_wrote_before_makes_no_difference_to_the_evening(service, others):
    """The people follow what else is in the club's part; they are told twice, and are there once.
    """
    service.people.add("Emil")
    for each in (service, others[0]):
        take(each, FILE)
    part = [{row[0] for row in each._book.rows() if row[1]} for each in (service, others[0])]
    assert part[0] == part[1]
    first, second = met(service, others[0])
    assert (first.new.players, first.new.hands, first.newcomers) == (0, 0, [])
    assert (second.new.players, second.newcomers) == (1, [])
    assert sorted(service.people.names().values()) == ["Anne", "Bert", "Cem", "Dora", "Emil"]


def test_an_evening_that_was_exported_and_imported_meets_itself(service, sheet, others):
    for each in (FIRST, SECOND):
        service.record(sheet, each)
    take(others[0], file_of(service))
    before = says(service)
    first, second = met(service, others[0])
    assert says(service) == before and not first.apart + second.apart
    assert first.new[:4] == second.new[:4] == Counts()[:4]
    assert [str(each.fact.hand) for each in service.history(
        sheet, service.sheet(sheet).score.lines[0].record.stamp.id)] == [str(FIRST)]


def test_each_corrects_undoes_and_goes_on_before_they_meet(service, sheet, others):
    """Of the three hands here the first was corrected, there the third undone and played anew."""
    other = others[0]
    own = [service.record(sheet, each) for each in (FIRST, SECOND, THIRD)]
    take(other, file_of(service))
    line = service.sheet(sheet).score.lines[0].record
    service.amend(sheet, own[0], line._replace(hand=Durchmarsch(B)))
    other.undo(sheet)
    fourth = other.record(sheet, Durchmarsch(A))
    previews = met(service, other)
    assert not previews[0].apart and not service.sheet(sheet).questions
    assert hands(service, sheet) == [Durchmarsch(B), SECOND, Durchmarsch(A)]
    assert service.sheet(sheet).score.lines[-1].record.stamp.id == fourth
    service.undo(sheet)
    assert hands(service, sheet) == [Durchmarsch(B), SECOND]


def test_both_went_on_from_the_hand_that_one_of_them_imported(service, sheet, others):
    other = others[0]
    service.record(sheet, FIRST)
    take(other, file_of(service))
    service.record(sheet, SECOND)
    other.record(sheet, THIRD)
    found, _ = met(service, other)
    assert len(found.apart) == 1 and found.new.hands == 1
    [question] = service.sheet(sheet).questions
    assert question.after == service.sheet(sheet).score.lines[0].record.stamp.id
    assert len(hands(service, sheet)) == 2


def test_the_last_word_of_who_wrote_a_hand_holds(service, sheet, others):
    """Corrected, exported, and the correction undone: what was imported is not the last word."""
    own = service.record(sheet, FIRST)
    line = service.sheet(sheet).score.lines[0].record
    service.amend(sheet, own, line._replace(hand=SECOND))
    take(others[0], file_of(service))
    service.undo(sheet)
    met(service, others[0])
    assert hands(service, sheet) == [FIRST]


@pytest.mark.parametrize("again", ["restored", "undone"])
def test_a_hand_that_counts_again_is_asked_about_where_it_was_read_otherwise(
        service, sheet, others, again):
    """Bert has read the correction, which its own writer has lost: it does not go in silence."""
    own = service.record(sheet, FIRST)
    before, reader = others
    meets(before, service)
    service.amend(sheet, own, service.sheet(sheet).score.lines[0].record._replace(hand=SECOND))
    take(reader, file_of(service))
    reader.void(sheet, own)
    if again == "restored":
        reader.restore(sheet, own)
    else:
        reader.undo(sheet)
    assert hands(reader, sheet) == [SECOND]
    met(before, reader)
    assert hands(before, sheet) == [FIRST]
    assert [each.record.hand for each in before.sheet(sheet).also[own]] == [SECOND]


def test_a_hand_that_is_back_was_not_taken_back(service, sheet, others):
    """So the answer that it counts says nothing of how it is, and it was voided last."""
    other, third = others
    meets(third, service)
    own = service.record(sheet, FIRST)
    meets(other, service)
    third.record(sheet, SECOND)
    meets(service, third)
    [question] = service.sheet(sheet).questions
    service.meetings.decide(sheet, question, [own])
    other.undo(sheet)
    other.redo(sheet)
    other.void(sheet, own)
    met(service, other)
    assert service.sheet(sheet).score.lines[0].record.voided
    assert not service.sheet(sheet).also


def test_whoever_reads_his_own_file_is_asked_the_same_of_people(service, others):
    """It tells one of two of a name with the number that stood behind it."""
    for name in ("Gerry", "Chris", "Wolle", "Guido"):
        for each in (service, others[0]):
            each.people.add(name)

    def asked():
        return {frozenset(each.id for each in decision.asked.said)
                for decision in service.meetings.club_decisions()}

    take(service, file_of(others[0]))
    before = asked()
    take(service, file_of(service))
    assert asked() == before and len(before) == 4


def test_rules_of_one_name_are_called_alike_before_and_after_a_file(service, others):
    for each, limit in ((service, 1500), (others[0], 1800)):
        each.rule_sets.keep(KALTER_SCHLAG, "Home", KalterSchlagRules(limit=limit))
    meets(service, others[0])

    def called():
        return {kept.name: kept.rules for kept in service.rule_sets.of(KALTER_SCHLAG)}

    before = called()
    for each in (others[0], service):
        take(service, file_of(each))
        assert called() == before and len(before) == 2


def test_two_versions_of_one_evening_in_any_order(service, sheet, others):
    """The second has more hands, is closed, and one has paid."""
    service.record(sheet, FIRST)
    service.name_dealer(sheet, B)
    early = file_of(service)
    for each in (SECOND, THIRD):
        service.record(sheet, each)
    evening = service.sheet(sheet).evening
    paid = service.pay(evening, "Anne", "Bert", 100, "EUR")
    service.close_evening(evening)
    late = file_of(service)
    one, other = others
    take(one, early)
    take(one, late)
    take(other, late)
    take(other, early)
    one.take_back_payment(evening, paid)
    found, _ = met(one, other)
    assert not found.apart and found.new.hands == 0
    assert hands(one, sheet) == [FIRST, SECOND, THIRD] and one.sheet(sheet).closed
    assert not one.export().evenings[0].payments
    first, second = met(service, one)
    assert not first.apart + second.apart and hands(service, sheet) == [FIRST, SECOND, THIRD]


def test_two_evenings_of_one_day_are_the_same_two_whichever_comes_first(service, others):
    evenings = [{"date": "2026-11-20", "sheets": [{
        "game": "kalter-schlag", "players": names, "hands": [loses(names[0], 70)]}]}
        for names in (list(NAMES), ["Emil", "Fritz", "Gerd", "Hans"])]
    one, other = ({"format": "scorepad/1", "evenings": [each]} for each in evenings)
    for each in (one, other):
        take(service, each)
    for each in (other, one):
        take(others[0], each)
    met(service, others[0])
    assert len(service.evenings()) == 2


@pytest.mark.seeds(short=3, full=30)
def test_two_books_that_import_the_same_files_in_any_order_meet(seed, others):
    """Three files, one of them longer later on, amid other work."""
    rng = Random(seed)
    files = [random_document(rng, games=("kalter-schlag", "cinq-cents", "doppelkopf-altenburg"),
                             most_hands=6) for _ in range(3)]
    files = [each | {"evenings": each["evenings"] + [
        {"date": str(date(2027, 1, 1) + timedelta(number)), "place": "Altona"}]}
        for number, each in enumerate(files)]
    counts = []
    for each in others:
        todo = [(take, file) for file in files] + [(work, number) for number in range(3)]
        rng.shuffle(todo)
        for do, what in todo:
            do(each, what)
        take(each, rng.choice(files))
        counts.append(sum(len(sheet.hands) for evening in each.export().evenings
                          for sheet in evening.sheets))
    before = [{sheet.id: sheet.hands for evening in each.export().evenings
               for sheet in evening.sheets} for each in others]
    previews = met(*others)
    assert not any([*preview.apart, *preview.newcomers] for preview in previews)
    assert all(not sheet.questions for card in others[0].evenings()
               for sheet in others[0].evening(card.id).sheets)
    after = {sheet.id: sheet.hands for evening in others[0].export().evenings
             for sheet in evening.sheets}
    assert after == before[0] | before[1]
    third = Service(Store.open("sqlite://"), "Dora")
    for file in files:
        take(third, file)
    preview = meets(third, others[0])
    assert preview.new.evenings == 6 and not preview.apart
    third.close()


def work(service, number):
    """An evening of one's own, with people whom no file names."""
    names = [f"{service.user.name} {number} {place}" for place in range(4)]
    own = service.open_sheet(NewEvening(date(2026, 12, number + 1)), KALTER_SCHLAG, names)
    service.record(own, FIRST)
    service.people.rename(service.people._book.current().people.ids[names[0]], names[0] + "!")


class OneWrites(Histories):
    """One who writes at random, and whose files others import. Of these games no hand becomes
    impossible because an earlier one was corrected."""

    GAMES = ("kalter-schlag", "schieberamsch", "cinq-cents", "doppelkopf-altenburg",
             "doppelkopf-kasse")

    def __init__(self, seed, service):
        self.rng, self.devices, self.service = Random(seed), [self], service


@pytest.mark.seeds(short=3, full=25)
def test_who_wrote_all_of_it_finds_it_as_it_was(seed, service, others):
    """Two import what a third writes, corrects, undoes, closes and opens again, at any time."""
    anne = OneWrites(seed, service)
    for _ in range(4):
        for _ in range(8):
            anne.write(anne)
        take(anne.rng.choice(others), file_of(service))
    before = hands_and_ends(service)
    for other in others:
        meets(service, other)
    assert hands_and_ends(service) == before
    for other in others:
        meets(other, service)
        assert entries(other) == entries(service) and says(other) == says(service)
    assert not service.safety.check().findings


@pytest.mark.seeds(short=3, full=20)
def test_a_file_of_another_and_then_the_other_himself(seed, service, others):
    """Anne writes, Bert takes in a file of hers, both correct what was only written and corrected
    before, and one goes on; then they meet."""
    anne, other = OneWrites(seed, service), others[0]
    for _ in range(25):
        anne.write(anne)
    take(other, file_of(service))
    wanted = {}
    for sheet in [sheet for each in service.export().evenings for sheet in each.sheets]:
        plain = [hand.stamp.id for hand in sheet.hands if all(
            isinstance(version.fact, HandRecorded | HandAmended)
            for version in service.history(sheet.id, hand.stamp.id))]
        if len(plain) < 2:
            continue
        first, second = plain[:2]
        for who, own in ((service, first), (other, second)):
            line = next(line for line in who.sheet(sheet.id).score.lines
                        if line.record.stamp.id == own)
            who.amend(sheet.id, own, line.record._replace(note=f"{who.user.name} sagt"))
        wanted[sheet.id] = [
            hand._replace(note="Anne sagt" if hand.stamp.id == first else "Bert sagt")
            if hand.stamp.id in (first, second) else hand for hand in sheet.hands]
    assert wanted
    met(service, other)
    after = {sheet.id: sheet for each in other.export().evenings for sheet in each.sheets}
    for own, hands in wanted.items():
        assert list(after[own].hands) == hands
        assert not other.sheet(own).questions and not other.sheet(own).also


def hands_and_ends(service):
    """All of every sheet, its points, and whether its evening is closed."""
    return {sheet.id: (each.closed, sheet, service.sheet(sheet.id).score.tally)
            for each in service.export().evenings for sheet in each.sheets}
