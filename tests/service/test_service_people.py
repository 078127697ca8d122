"""What may be asked of people: names, merging, retiring, deleting; and that all figures add up."""

from datetime import date

import pytest

from scorepad.book.people import Colour, Look, Marker
from scorepad.games import BY_ID
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Refused, Service
from scorepad.service.roles import Owner, Role
from scorepad.service.statistics import Chosen
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES, hand, loses
from tests.conftest import DAY

EARLIER = date(2026, 10, 30)


def id_of(service, name):
    return next(id for id, known in service.people.names().items() if known == name)


def person(service, name):
    return next(each for each in service.people.all() if each.name == name)


def refusal(act, *values):
    """Why something is refused."""
    with pytest.raises(Refused) as refused:
        act(*values)
    return str(refused.value.problems[0].message)


def written(service):
    """How many facts the book holds."""
    return len(list(service._store.everything()))


@pytest.fixture
def twice(service, sheet):
    """Anne has played another evening as Annna, on which she lost 70; tonight she lost 66."""
    service.record(sheet, hand(loses("Anne", 66)))
    other = service.open_sheet(NewEvening(EARLIER), KALTER_SCHLAG, ("Annna", *NAMES[1:]), stake=50)
    service.record(other, KALTER_SCHLAG.read_hand(loses("Annna", 70), ("Annna", *NAMES[1:])))
    return service


# --- one person ---------------------------------------------------------------------------------


def test_everybody_stands_by_name_with_the_evenings_played(service, sheet):
    service.people.add("ärmel")
    service.people.add("Zora")
    service.open_sheet(service.sheet(sheet).evening, KALTER_SCHLAG, NAMES)  # the same evening
    assert [(each.name, each.evenings) for each in service.people.all()] == [
        ("Anne", 1), ("Bert", 1), ("Cem", 1), ("Dora", 1), ("Zora", 0), ("ärmel", 0)]


@pytest.mark.parametrize("name, fault", [
    ("Anne", "Anne already belongs to somebody else"), ("", "is not a name"),
    ("  ", "is not a name"), ("x" * 61, "is longer than 60 letters"),
    ("A\nB", "has spaces around it or characters that cannot be shown")])
def test_a_name_that_is_none_or_taken_is_refused(service, sheet, name, fault):
    before = written(service)
    assert refusal(service.people.add, name) == fault
    assert refusal(service.people.rename, id_of(service, "Bert"), name) == fault
    assert written(service) == before


def test_a_new_name_is_everywhere_at_once(twice, sheet):
    bert = id_of(twice, "Bert")
    twice.people.rename(bert, " Berta ")
    twice.people.rename(bert, "Berta")  # so he is called: nothing is written
    for card in twice.evenings():
        assert "Berta" in card.players and "Bert" not in card.players
        assert twice.sheet(card.latest_sheet).score.record.names[1] == "Berta"
    assert "Berta" in twice.players() and twice.evening(
        twice.sheet(sheet).evening).settlements[0].balances.keys() == {"Anne", "Berta", "Cem",
                                                                       "Dora"}


def test_what_is_said_twice_is_written_once(service, sheet):
    anne = id_of(service, "Anne")
    service.people.draw(anne, Colour.RED, Marker.STAR)
    service.people.retire(anne)
    before = written(service)
    service.people.draw(anne, Colour.RED, Marker.STAR)
    service.people.retire(anne)
    service.people.bring_back(id_of(service, "Bert"))
    assert written(service) == before
    assert person(service, "Anne").look == service.people.looks()["Anne"] \
        == Look(Colour.RED, Marker.STAR)


def test_who_is_not_in_the_book_is_no_player(service):
    for act in (lambda: service.people.rename("nobody", "Emil"),
                lambda: service.people.retire("nobody"),
                lambda: service.people.draw("nobody", Colour.RED, Marker.STAR),
                lambda: service.people.delete("nobody"),
                lambda: service.people.merge("nobody", "nobody")):
        with pytest.raises(KeyError):
            act()


# --- stopping, and never having been ------------------------------------------------------------


def test_who_has_stopped_is_not_offered_and_comes_back(service, sheet):
    service.people.retire(id_of(service, "Cem"))
    assert set(service.players()) == {"Anne", "Bert", "Dora"}
    assert person(service, "Cem").retired
    assert service.sheet(sheet).score.record.names == NAMES
    service.people.bring_back(id_of(service, "Cem"))
    assert set(service.players()) == set(NAMES)


def test_who_sits_down_again_has_not_stopped(service, sheet):
    cem = id_of(service, "Cem")
    service.people.retire(cem)
    service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    assert "Cem" in service.players() and id_of(service, "Cem") == cem
    service.people.retire(cem)
    table = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG,
                               ("Anne", "Bert", "Dora", "Emil"))
    service.seat_players(table, ("Anne", "Bert", "Cem", "Dora", "Emil"))
    assert "Cem" in service.players() and id_of(service, "Cem") == cem


def test_who_has_played_or_has_stars_stays(service, sheet):
    fault = "{0} has played or has stars, so the name has to stay; retire {0} instead"
    assert refusal(service.people.delete, id_of(service, "Anne")) == fault.format("Anne")
    service.people.add("Gerry")
    service.club.open_with(date(2021, 5, 20), {"Gerry": 5})
    assert refusal(service.people.delete, id_of(service, "Gerry")) == fault.format("Gerry")
    own, emil = service.people.add("Emil"), service.people.add("Emill")
    service.people.merge(emil, own)
    assert refusal(service.people.delete, own) == fault.format("Emil")


def test_who_paid_stays(service, sheet):
    evening = service.sheet(sheet).evening
    service.people.add("Emil")
    service.pay(evening, "Emil", "Anne", 100, "EUR")
    assert "Emil has played" in refusal(service.people.delete, id_of(service, "Emil"))


def test_a_name_written_by_mistake_is_deleted_and_comes_back(service):
    own = service.people.add("Emil")
    service.people.draw(own, Colour.RED, Marker.STAR)
    service.people.retire(own)
    gone = person(service, "Emil")
    service.people.delete(own)
    assert service.people.all() == [] and service.players() == []
    service.people.undelete(gone)
    assert service.people.all() == [gone]
    service.people.delete(own)
    service.people.add("Emil")
    assert refusal(service.people.undelete, gone) == "Emil already belongs to somebody else"


# --- two spellings of one person ----------------------------------------------------------------


def test_two_spellings_become_one_person_everywhere(twice):
    twice.people.merge(id_of(twice, "Annna"), id_of(twice, "Anne"))
    anne = person(twice, "Anne")
    assert anne.evenings == 2 and [each.name for each in anne.spelt] == ["Annna"]
    assert len(twice.people.all()) == 4 and "Annna" not in twice.players()
    for card in twice.evenings():
        assert card.players == NAMES
        assert twice.sheet(card.latest_sheet).score.record.names == NAMES


def test_the_figures_of_both_add_up(twice):
    """Anne wrote 70 for 66 tonight and 70 for 70 before: two hands, 140 points."""
    before = twice.statistics.overview(Chosen()).records
    each = [before[id_of(twice, name)] for name in ("Anne", "Annna")]
    twice.people.merge(id_of(twice, "Annna"), id_of(twice, "Anne"))
    records = twice.statistics.overview(Chosen()).records
    anne = records[id_of(twice, "Anne")]
    assert len(records) == 4
    assert (anne.hands, anne.points.sum) == (2, 140)
    assert anne.hands == sum(record.hands for record in each)
    assert anne.points.sum == sum(record.points.sum for record in each)
    twice.people.part(person(twice, "Anne").spelt[0].id)
    assert twice.statistics.overview(Chosen()).records == before


def test_stars_and_payments_of_both_add_up(service):
    names = ("Anne", "Annna", "Bert", "Cem", "Dora")
    for name in names:
        service.people.add(name)
    service.club.open_with(date(2021, 5, 20), {"Anne": 3, "Annna": 4, "Bert": -1})
    one = service.open_sheet(NewEvening(DAY), SCHIEBERAMSCH, ("Anne", "Bert", "Cem"), stake=100)
    two = service.open_sheet(service.sheet(one).evening, SCHIEBERAMSCH, ("Annna", "Bert", "Cem"),
                             stake=100)
    for sheet in (one, two):  # 6 points to the first: he pays 6 cents to each of the others
        service.record(sheet, SCHIEBERAMSCH.read_hand(
            {"augen": {service.sheet(sheet).score.record.names[0]: 66}},
            service.sheet(sheet).score.record.names))
    evening = service.sheet(one).evening
    service.pay(evening, "Annna", "Bert", 5, "EUR")
    service.people.merge(id_of(service, "Annna"), id_of(service, "Anne"))
    assert service.club.ledger().balances == {"Anne": 7, "Bert": -1}
    [settled] = service.evening(evening).settlements
    assert settled.balances == {"Anne": -24, "Bert": 12, "Cem": 12}
    assert [tuple(each)[:3] for each in settled.payments if each.paid] == [("Anne", "Bert", 5)]
    assert sum(each.cents for each in settled.payments) == 24
    service.people.part(person(service, "Anne").spelt[0].id)
    assert service.club.ledger().balances == {"Anne": 3, "Annna": 4, "Bert": -1}


def test_nobody_is_merged_with_himself(twice):
    anne = id_of(twice, "Anne")
    before = written(twice)
    assert refusal(twice.people.merge, anne, anne) == "Anne cannot be merged with themselves"
    assert written(twice) == before
    twice.people.merge(id_of(twice, "Annna"), anne)
    spelling = person(twice, "Anne").spelt[0].id
    for pair in ((spelling, anne), (anne, spelling), (spelling, spelling)):
        assert refusal(twice.people.merge, *pair) == "Anne cannot be merged with themselves"


def test_who_sat_at_one_table_is_two(twice):
    assert refusal(twice.people.merge, id_of(twice, "Annna"), id_of(twice, "Bert")) == \
        "Annna and Bert sat at one table on 2026-10-30, so they are two people"
    # also where only another spelling of the same person did
    twice.people.merge(id_of(twice, "Annna"), id_of(twice, "Anne"))
    emil = twice.people.add("Emil")
    twice.open_sheet(NewEvening(DAY), SCHIEBERAMSCH, ("Emil", "Anne", "Bert"))
    spelling = person(twice, "Anne").spelt[0].id
    assert "so they are two" in refusal(twice.people.merge, emil, spelling)


def test_who_came_late_to_a_sheet_sat_at_its_table(service):
    sheet = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, NAMES)
    service.seat_players(sheet, (*NAMES, "Emil"))
    assert "so they are two" in refusal(
        service.people.merge, id_of(service, "Emil"), id_of(service, "Anne"))


def test_parting_needs_the_name_back(twice):
    annna = id_of(twice, "Annna")
    twice.people.merge(annna, id_of(twice, "Anne"))
    other = twice.people.add("Annna")
    assert refusal(twice.people.part, annna) == "Annna already belongs to somebody else"
    twice.people.rename(other, "Annika")
    twice.people.part(annna)
    assert {"Anne", "Annna", "Annika"} <= set(twice.people.names().values())
    before = written(twice)
    twice.people.part(annna)  # a person of his own already
    assert written(twice) == before


def test_a_merged_player_takes_part_under_the_name_that_stays(twice):
    twice.people.merge(id_of(twice, "Annna"), id_of(twice, "Anne"))
    sheet = twice.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    assert twice.sheet(sheet).players[0] == id_of(twice, "Anne")
    assert person(twice, "Anne").evenings == 3


def test_another_device_sees_it_all(tmp_path):
    one, other = (Service(Store.open(f"sqlite:///{tmp_path / 'book.db'}"), name)
                  for name in ("Anne", "Bert"))
    sheet = one.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    annna = other.people.add("Annna")
    other.people.merge(annna, id_of(other, "Anne"))
    other.people.rename(id_of(other, "Anne"), "Änne")
    assert one.sheet(sheet).score.record.names[0] == "Änne"
    assert [each.name for each in person(one, "Änne").spelt] == ["Annna"]
    one.close()
    other.close()


def test_whoever_came_without_a_name_is_given_one_before_anything_else():
    """A writer's phone has kept rules, which are for a host, before it added people: they wait for
    those rules, and the evening does not."""
    server, phone = [Service(Store.open("sqlite://", device=lambda name=name: name), name)
                     for name in ("server", "phone")]
    phone.rule_sets.keep(BY_ID["skat"], "Altona", BY_ID["skat"].rules())
    phone.open_sheet(NewEvening(DAY, ""), BY_ID["frei"], ["Anne", "Bert"])
    writer = server.used_by(Owner("writer", Role.WRITER))
    assert phone.meetings.meet(writer.meetings.exchange).refused_there == 3
    first, other = [each.id for each in server.people.all()]
    dora = server.people.add("Dora")
    for act in (lambda: server.people.merge(first, dora), lambda: server.people.retire(first),
                lambda: server.people.merge(dora, first)):
        with pytest.raises(Refused, match=r"Give \? a name first"):
            act()
    server.people.rename(first, "Hans")
    server.people.merge(dora, first)
    assert server.safety.check().findings == ()
    assert {*server.people.names().values()} == {"Hans", "?"}
    phone.meetings.meet(server.meetings.exchange)
    server.refresh()
    assert server.people.names()[other] == phone.people.names()[other] == "Bert"
    assert server.safety.check().findings == ()
