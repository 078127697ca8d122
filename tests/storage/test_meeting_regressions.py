"""What went wrong once when books met, each as one small case."""

import sqlite3
import time
from contextlib import closing
from datetime import date
from random import Random

import pytest

from scorepad import document
from scorepad.games import BY_ID
from scorepad.games.made import Frei, FreiRules
from scorepad.service import Service
from scorepad.service.rescue import rescue
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.storage.restoring import Picked
from tests.proof.meaning.hostile import Book, file_of, many_after_one
from tests.taking import take as take_file

DAY = date(2026, 11, 20)
FOUR = "Anne", "Bert", "Cem", "Dora"
ALTENBURG = BY_ID["doppelkopf-altenburg"]
FREI = Frei()
A_POINT = FreiRules(einsatz_je="punkt")


@pytest.fixture
def opened():
    """Opens a book for somebody, a new one in memory; all are closed at the end."""
    services = []

    def open_(name, url="sqlite://"):
        service = Service(Store.open(url, None, lambda: name), name)
        services.append(service)
        return service

    yield open_
    for service in services:
        service.close()


@pytest.fixture
def anne(opened):
    return opened("Anne")


@pytest.fixture
def bert(opened):
    return opened("Bert")


@pytest.fixture
def sheet(anne, bert):
    """A free sheet at a cent a point, in both books."""
    sheet = begin(anne)
    meet(anne, bert)
    return sheet


def begin(service, evening=None, game=FREI, rules=A_POINT, currency="EUR", names=FOUR, stake=100):
    return service.open_sheet(evening or NewEvening(DAY, "Altona"), game, names, 0, rules, stake,
                              currency)


def play(service, sheet, **points):
    return service.record(sheet, service.sheet(sheet).game.read_hand(
        {"punkte": points}, service.sheet(sheet).score.record.names))


def meet(one, other):
    met = one.meetings.meet(other.meetings.exchange)
    assert not met.refused
    assert not met.refused_there


def take(service, *entries):
    """Take in entries; return why some were refused."""
    meeting = service.meetings.preview(Picked("file", content=file_of(entries)))
    service.meetings.take(meeting)
    return [str(why) for _, why in meeting.refused]


def evening_of(service):
    return service.evenings()[0].id


def names_in(service):
    return {each.name for each in service.people.all()}


def totals(service, sheet):
    """The points of a sheet by name."""
    score = service.sheet(sheet).score
    return {name: sum(line.points[seat] for line in score.lines)
            for seat, name in enumerate(score.record.names)}


def paid(service):
    """The payments that were made, by names."""
    return [(each.debtor, each.creditor, each.cents)
            for settlement in service.evening(evening_of(service)).settlements
            for each in settlement.payments if each.id]


def readable(service):
    """See that views open, and that the book's own exports are taken in by empty ones."""
    service.club.ledger()
    service.statistics.overview()
    again = Service(Store.open("sqlite://"), "Zoe")
    text = document.write(service.export(), indent=None).encode()
    take_file(again, text)
    again.close()
    whole = Service(Store.open("sqlite://"), "Zoe")
    content = service.meetings.entries()
    whole.meetings.take(whole.meetings.preview(Picked("all", content=content.encode())))
    assert sorted(whole.meetings.entries().splitlines()) == sorted(content.splitlines())
    whole.close()


# --- who is meant ---------------------------------------------------------------------------------


def test_each_has_seated_another_fifth_and_the_money_is_his_who_played(anne, bert):
    """A seats Xaver, B seats Yann and plays: what Yann won stays Yann's."""
    sheet = begin(anne, game=ALTENBURG, rules=None)
    meet(anne, bert)
    anne.seat_players(sheet, [*FOUR, "Xaver"])
    bert.seat_players(sheet, [*FOUR, "Yann"])
    bert.record(sheet, ALTENBURG.read_hand(
        {"spiel": "normal", "re": ["Bert", "Yann"], "augen": 131}, (*FOUR, "Yann")))
    won = {"Anne": 0, "Bert": 10, "Cem": -10, "Dora": -10, "Yann": 10}
    assert totals(bert, sheet) == won
    meet(anne, bert)
    for service in (anne, bert):
        assert totals(service, sheet) == won | {"Xaver": 0}
        assert service.evening(evening_of(service)).settlements[0].balances["Yann"] == 10


USES = {
    "plays": lambda service, sheet: begin(service, evening_of(service),
                                          names=("Anne", "Bert", "Xaver")),
    "is seated": lambda service, sheet: service.seat_players(sheet, [*FOUR, "Xaver"]),
    "brings a Kasten": lambda service, sheet: service.club.note(
        evening_of(service), "Xaver", "kasten"),
    "pays": lambda service, sheet: service.pay(evening_of(service), "Xaver", "Anne", 100, "EUR"),
    "has stars": lambda service, sheet: service.club.open_with(DAY, {"Xaver": 3}),
    "is somebody's other name": lambda service, sheet: service.people.merge(
        *[own for own, name in service.people.names().items() if name in ("Dora", "Xaver")]),
}


@pytest.mark.parametrize("use", USES)
def test_a_person_who_is_deleted_here_and_used_there_is_there(anne, bert, use):
    sheet = begin(anne, game=ALTENBURG, rules=None)
    xaver = anne.people.add("Xaver")
    meet(anne, bert)
    anne.people.delete(xaver)
    USES[use](bert, sheet)
    meet(anne, bert)
    for service in (anne, bert):
        people = {own: each.name for each in service.people.all()
                  for own in (each.id, *[spelt.id for spelt in each.spelt])}
        assert xaver in people
        readable(service)
    assert anne.people.all() == bert.people.all()


@pytest.mark.parametrize("then", ["another person", "another evening"])
def test_a_person_deleted_and_brought_back_stays_when_more_comes(anne, bert, then):
    """Delete, undo, and then something else reaches the other book: nobody is added twice."""
    sheet = begin(anne)
    anne.people.add("Xaver")
    meet(anne, bert)
    [xaver] = [each for each in anne.people.all() if each.name == "Xaver"]
    anne.people.delete(xaver.id)
    anne.people.undelete(xaver)
    if then == "another person":
        anne.people.add("Yann")
    else:
        begin(anne, NewEvening(date(2026, 11, 21), "Altona"), names=("Anne", "Bert"))
    meet(anne, bert)
    for service in (anne, bert):
        assert [each.id for each in service.people.all() if each.name == "Xaver"] == [xaver.id]
        assert names_in(service) >= {*FOUR, "Xaver"}
        service.sheet(sheet)
        readable(service)


# --- entries that make no sense -------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["HandRecorded", "HandVoided", "DealerNamed", "PlayerJoined",
                                  "PaymentMade", "SheetOpened", "PlayerRenamed"])
def test_one_entry_that_follows_nothing_harms_nobody(anne, sheet, kind):
    """`after: []` for what is known: what it names is not in its own history."""
    play(anne, sheet, Anne=10)
    before = totals(anne, sheet)
    book = Book.of(anne.meetings.entries(), Random(1))
    opened, own = book.sheet(), "01a20e28-0000-7000-8000-00000000abcd"
    person, other = opened["players"][:2]
    hand = anne.sheet(sheet).score.lines[0].record.stamp.id
    data = {
        "HandRecorded": {"id": own, "sheet": sheet, "hand": {"punkte": {person: 1000}}},
        "HandVoided": {"id": hand, "sheet": sheet},
        "DealerNamed": {"sheet": sheet, "dealer": other},
        "PlayerJoined": {"sheet": sheet, "player": person},
        "PaymentMade": {"id": own, "evening": opened["evening"], "debtor": person,
                        "creditor": other, "cents": 100, "currency": "EUR"},
        "SheetOpened": opened | {"sheet": own}, "PlayerRenamed": {"player": person, "name": "Eve"},
    }[kind]
    part = None if kind == "PlayerRenamed" else opened["evening"]
    take(anne, book.entry(kind, data, part, id=own, after=[], clock=1))
    assert totals(anne, sheet) == before
    assert not paid(anne)
    readable(anne)


def test_a_rule_set_without_rules_harms_nobody(anne, sheet):
    book = Book.of(anne.meetings.entries(), Random(2))
    own = "01a20e28-0000-7000-8000-00000000abcd"
    take(anne, book.entry("RuleSetKept", {"id": own, "game": "frei", "name": "X", "rules": None}))
    assert not anne.rule_sets.of(FREI)
    readable(anne)


@pytest.mark.parametrize("kind", ["PlayerAdded", "EveningOpened"])
def test_half_a_letter_in_a_name_harms_nobody(anne, sheet, kind):
    play(anne, sheet, Anne=10)
    book = Book.of(anne.meetings.entries(), Random(2))
    own = "01a20e28-0000-7000-8000-00000000abcd"
    take(anne, book.entry(kind, {"player": own, "name": "\ud800"}) if kind == "PlayerAdded" else
         book.entry(kind, {"evening": own, "date": "2026-11-20", "place": "\ud800"}, own))
    assert totals(anne, sheet)["Anne"] == 10
    anne.evenings()
    anne.people.all()
    readable(anne)


def test_two_thousand_hands_after_one_head_take_bounded_time(anne, sheet):
    play(anne, sheet, Anne=10)
    entries = many_after_one(Book.of(anne.meetings.entries(), Random(3)), 2_000)
    start = time.process_time()
    take(anne, *entries)
    view = anne.sheet(sheet)
    assert len(view.score.lines) < 100
    assert view.score.lines[0].points[0] == 10
    readable(anne)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("kind", ["HandRecorded", "PaymentMade", "PlayerAdded"])
def test_of_a_book_in_which_one_entry_makes_no_sense_the_rest_is_rescued(opened, tmp_path, kind):
    place = tmp_path / "book.db"
    service = opened("Anne", f"sqlite:///{place}")
    sheet = begin(service)
    for points in (10, 20, 30):
        play(service, sheet, Anne=points)
    service.pay(evening_of(service), "Bert", "Anne", 100, "EUR")
    service.close()
    with closing(sqlite3.connect(place)) as book, book:
        for trigger, in book.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            book.execute(f"DROP TRIGGER {trigger}")
        book.execute("UPDATE fact SET data = '{\"sheet\": 5}' WHERE seq = "
                     "(SELECT min(seq) FROM fact WHERE kind = ?)", (kind,))
    found = rescue(place)
    assert (found.evenings, found.hands) == (1, 2 if kind == "HandRecorded" else 3)
    assert found.lost == 1


# --- said apart -----------------------------------------------------------------------------------


def test_two_answers_to_one_question_are_asked_about(anne, bert, opened):
    sheet = begin(anne)
    meet(anne, bert)
    play(anne, sheet, Anne=10)
    play(bert, sheet, Bert=20)
    meet(anne, bert)
    for service, points in ((anne, 10), (bert, 20)):
        [question] = service.sheet(sheet).questions
        mine = next(run for run in question.runs if {
            line.record.stamp.id: max(line.points) for line in (
                *service.sheet(sheet).score.lines,
                *[line for run in service.sheet(sheet).struck for line in run.lines])
        }[run.first] == points)
        service.meetings.decide(sheet, question, [mine.first])
        assert not service.sheet(sheet).questions
    meet(anne, bert)
    for service in (anne, bert):
        [question] = service.sheet(sheet).questions
        assert len(question.runs) == 2
        assert sum(totals(service, sheet).values()) in (10, 20)
        assert service.evenings()[0].asks


def test_two_opening_balances_are_asked_about(anne, bert, sheet):
    anne.club.open_with(DAY, {"Anne": 3})
    bert.club.open_with(DAY, {"Anne": 5})
    meet(anne, bert)
    assert anne.club.opening() == bert.club.opening()
    for service in (anne, bert):
        assert service.club.opening().balances in ({"Anne": 3}, {"Anne": 5})
        assert len(service.meetings.club_decisions()) == 1


def test_two_currencies_on_one_evening_are_each_settled_by_itself(anne, bert):
    begin(anne, stake=None)
    meet(anne, bert)
    for service, currency, points in ((anne, "EUR", 10), (bert, "CHF", 20)):
        play(service, begin(service, evening_of(service), currency=currency), Anne=points)
    meet(anne, bert)
    for service in (anne, bert):
        settled = {each.currency: each.balances["Anne"]
                   for each in service.evening(evening_of(service)).settlements}
        assert settled == {"EUR": 30, "CHF": 60}  # a cent a point from each of the three others
        readable(service)


# --- two at once ----------------------------------------------------------------------------------
