"""The club's own rules, and what becomes of a sheet whose table goes on by others."""

import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG, AltenburgRules
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from scorepad.service import Refused
from scorepad.service.statistics import Chosen
from scorepad.service.views import NewEvening
from tests.book.pages import NAMES, hand, loses
from tests.conftest import DAY

TENS, FIVES = KalterSchlagRules(), KalterSchlagRules(rounding="fives-before")


def kept(service, game=KALTER_SCHLAG):
    return {each.name: each.rules for each in service.rule_sets.of(game)}


def points(service, sheet):
    """What Anne wrote, hand by hand."""
    return [line.points[0] for line in service.sheet(sheet).score.lines]


# --- the club's own ------------------------------------------------------------------------------


def test_rules_are_kept_changed_renamed_dropped_and_brought_back(service):
    own = service.rule_sets.keep(KALTER_SCHLAG, " Altona ", FIVES)
    service.rule_sets.keep(SCHIEBERAMSCH, "Altona", SchieberamschRules(hands=9))
    assert kept(service) == {"Altona": FIVES}
    assert kept(service, SCHIEBERAMSCH) == {"Altona": SchieberamschRules(hands=9)}
    short = KalterSchlagRules(limit=1000)
    assert service.rule_sets.keep(KALTER_SCHLAG, "Kurz", short, own) == own
    assert kept(service) == {"Kurz": short}
    [record] = service.rule_sets.of(KALTER_SCHLAG)
    service.rule_sets.drop(own)
    assert kept(service) == {}
    with pytest.raises(KeyError):
        service.rule_sets.drop(own)
    service.rule_sets.bring_back(record)
    assert kept(service) == {"Kurz": short}


def test_they_stand_by_name(service):
    for name in ("b", "A", "c"):
        service.rule_sets.keep(KALTER_SCHLAG, name, FIVES)
    assert list(kept(service)) == ["A", "b", "c"]


@pytest.mark.parametrize("name, fault", [
    ("Altona", "Altona already belongs to other rules"), ("", "is not a name"),
    ("x" * 61, "is longer than 60 letters")])
def test_a_name_that_is_none_or_taken_is_refused(service, name, fault):
    service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    other = service.rule_sets.keep(KALTER_SCHLAG, "Ottensen", TENS)
    for own in ("", other):
        with pytest.raises(Refused) as refused:
            service.rule_sets.keep(KALTER_SCHLAG, name, TENS, own)
        assert [str(each.message) for each in refused.value.problems] == [fault]
    assert kept(service) == {"Altona": FIVES, "Ottensen": TENS}


def test_what_was_kept_like_this_already_is_not_written_again(service, store):
    own = service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    before = len(list(store.everything()))
    service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES, own)
    assert len(list(store.everything())) == before


def test_a_sheet_keeps_the_rules_it_began_with(service):
    """66 is 65 in fives and 70 in tens."""
    own = service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, rules=FIVES)
    service.rule_sets.keep(KALTER_SCHLAG, "Altona", TENS, own)
    service.record(sheet, hand(loses("Anne", 66)))
    service.rule_sets.drop(own)
    assert points(service, sheet) == [65] and service.sheet(sheet).score.rules == FIVES


# --- a sheet that runs ---------------------------------------------------------------------------


def test_other_rules_hold_from_the_next_hand_on(service, sheet):
    service.record(sheet, hand(loses("Anne", 66)))
    service.change_rules(sheet, FIVES)
    assert service.sheet(sheet).score.rules == FIVES and points(service, sheet) == [70]
    service.record(sheet, hand(loses("Anne", 66)))
    service.record(sheet, hand(loses("Anne", 66)))
    service.change_rules(sheet, TENS)
    service.record(sheet, hand(loses("Anne", 66)))
    assert points(service, sheet) == [70, 65, 65, 70]
    record = service.sheet(sheet).score.record
    assert [each.rules for each in record.hands] == [None, FIVES, None, TENS]
    assert record.rules == TENS and record.next_rules is None


def test_the_same_rules_change_nothing(service, sheet, store):
    before = len(list(store.everything()))
    service.change_rules(sheet, TENS)
    assert len(list(store.everything())) == before
    service.change_rules(sheet, FIVES)
    service.change_rules(sheet, TENS)
    assert service.sheet(sheet).score.rules == TENS


def test_a_change_of_rules_is_a_step_that_can_be_undone(service, sheet):
    service.record(sheet, hand(loses("Anne", 66)))
    service.change_rules(sheet, FIVES)
    service.undo(sheet)
    assert service.sheet(sheet).score.rules == TENS
    service.redo(sheet)
    service.record(sheet, hand(loses("Anne", 66)))
    service.undo(sheet)  # the hand; the change still waits for the next one
    assert service.sheet(sheet).score.rules == FIVES and points(service, sheet) == [70]


def test_a_correction_leaves_the_rules_of_its_hand(service, sheet):
    service.record(sheet, hand(loses("Anne", 66)))
    service.change_rules(sheet, FIVES)
    own = service.record(sheet, hand(loses("Anne", 66)))
    line = service.sheet(sheet).score.lines[1]
    service.amend(sheet, own, line.record._replace(hand=hand(loses("Anne", 71))))
    assert points(service, sheet) == [70, 70]  # 71 is 70 in fives, and would be 70 in tens
    service.amend(sheet, own, line.record._replace(hand=hand(loses("Anne", 67))))
    assert points(service, sheet) == [70, 65]
    service.void(sheet, own)
    service.record(sheet, hand(loses("Anne", 66)))
    assert points(service, sheet) == [70, 0, 65]  # what is voided was still the change


def test_a_lower_limit_ends_the_partie_with_the_hand_that_reaches_it(service, sheet):
    service.record(sheet, hand(loses("Anne", 70, 3)))  # 560
    service.change_rules(sheet, KalterSchlagRules(limit=500))
    assert not service.sheet(sheet).score.matches  # a hand ends a Partie, not a word
    service.record(sheet, hand(loses("Bert", 62)))
    [match] = service.sheet(sheet).score.matches
    assert (match.last_hand, match.outcome.loser) == (2, 0)
    assert str(service.sheet(sheet).score.tell(match)) == \
        "Anne loses the match: 560 points, and 500 is the limit"


def test_hands_are_judged_by_the_rules_that_hold(service, ramsch):
    names = NAMES[:3]
    kontra = SCHIEBERAMSCH.read_hand({"augen": {"Anne": 66}, "kontra": 1}, names)
    with pytest.raises(Refused):
        service.record(ramsch, kontra)
    service.change_rules(ramsch, SchieberamschRules(ramsch_kontra=True))
    service.record(ramsch, kontra)
    service.change_rules(ramsch, SchieberamschRules())
    with pytest.raises(Refused):
        service.record(ramsch, kontra)
    assert points(service, ramsch) == [13]


def test_who_is_opposite_changes_with_the_next_hand(service):
    """Of seven Bert deals the second hand: Emil or Fritz sits out with those beside him."""
    seven = (*NAMES, "Emil", "Fritz", "Gerda")
    sheet = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, seven)
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand({"re": ["Anne", "Cem"], "augen": 131},
                                                         seven))
    assert service.sheet(sheet).score.next.table.active == (1, 3, 5, 6)
    service.change_rules(sheet, AltenburgRules(opposite="fourth"))
    assert service.sheet(sheet).score.next.table.active == (1, 3, 4, 6)
    assert service.sheet(sheet).score.lines[0].table.active == (0, 2, 4, 5)


def test_statistics_follow_a_change_of_rules(service, sheet):
    service.record(sheet, hand(loses("Anne", 66)))
    assert service.statistics.overview(Chosen()).records
    service.change_rules(sheet, FIVES)
    service.record(sheet, hand(loses("Anne", 66)))
    anne = service.statistics.overview(Chosen()).records[service.sheet(sheet).players[0]]
    assert anne.points.sum == 70 + 65
