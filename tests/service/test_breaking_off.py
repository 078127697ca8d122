"""Partien that the table breaks off: nobody has won, and what the table agrees on is paid."""

from dataclasses import replace

import pytest

from scorepad import document
from scorepad.book import facts
from scorepad.book.record import BookRecord
from scorepad.games.cinq_cents import CINQ_CENTS
from scorepad.games.game import Outcome, Reason
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.ramsch import Durchmarsch
from scorepad.service import Refused, Service
from scorepad.service.views import NewEvening
from tests.book.pages import NAMES
from tests.conftest import DAY
from tests.taking import take

ANNE = Ramsch((66, 30, 24, 0))
"""Anne writes 70."""
AGREED = (-150, 100, 50, 0)


@pytest.fixture
def sheet(service):
    """Kalter Schlag for 50 cents, one hand played."""
    own = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
    service.record(own, ANNE)
    return own


def score(service, sheet):
    """As it stands, the same as whoever reads the book afresh sees it."""
    seen = service.sheet(sheet)
    assert seen == Service(service._store).sheet(sheet)
    return seen.score


def test_a_partie_ends_without_a_winner_and_pays_nothing(service, sheet):
    service.end_match(sheet)
    seen = score(service, sheet)
    [match] = seen.matches
    assert (match.outcome, match.payout, seen.over) == (Outcome(Reason.ENDED), None, True)
    assert seen.payout == (0, 0, 0, 0)
    assert str(seen.tell(match)) == "The match was broken off: nobody has won"


def test_it_pays_what_the_table_agrees_on(service, sheet):
    service.end_match(sheet, AGREED)
    seen = score(service, sheet)
    assert (seen.matches[0].payout, seen.payout) == (AGREED, AGREED)
    assert "the money was agreed on" in str(seen.tell(seen.matches[0]))
    [settlement] = service.evening(service.sheet(sheet).evening).settlements
    assert settlement.balances == dict(zip(NAMES, AGREED))
    assert [source.cents for source in settlement.sources[NAMES[0]]] == [-150]


def test_it_is_taken_back_and_brought_back(service, sheet):
    service.end_match(sheet, AGREED)
    service.undo(sheet)
    assert (score(service, sheet).matches, score(service, sheet).over) == ((), False)
    service.redo(sheet)
    assert score(service, sheet).payout == AGREED
    service.resume_match(sheet)
    assert score(service, sheet).payout == (0, 0, 0, 0)
    service.record(sheet, ANNE)
    service.end_match(sheet)
    assert score(service, sheet).matches[0].payout is None


def test_the_export_says_so_and_gives_it_back(service, sheet, store):
    service.end_match(sheet, AGREED)
    text = document.write(service.export())
    assert '"vereinbarung": {' in text and '"-1.50"' in text
    assert document.read(text.encode()).evenings == service.export().evenings
    [fact] = [entry.fact for entry in store.everything()
              if isinstance(entry.fact, facts.MatchEnded)]
    assert fact.agreement == AGREED


def test_another_agreement_in_a_file_changes_nothing_here(service, sheet):
    service.end_match(sheet, AGREED)
    record: BookRecord = service.export()
    [evening] = record.evenings
    other = replace(evening, sheets=(replace(evening.sheets[0], agreement=(-50, 50, 0, 0)),))
    take(service, replace(record, evenings=(other,)))
    assert service.export().evenings == record.evenings


def test_all_of_nothing_is_no_agreement(service, sheet):
    service.end_match(sheet, (0, 0, 0, 0))
    assert score(service, sheet).matches[0].payout is None


@pytest.mark.parametrize(("agreement", "sentence"), [
    ((-150, 100, 0, 0), "what some receive the others pay"),
    ((-100, 100), "what some receive the others pay"),
])
def test_what_cannot_be_agreed_on(service, sheet, agreement, sentence):
    with pytest.raises(Refused) as refused:
        service.end_match(sheet, agreement)
    assert [(problem.place, str(problem.message)) for problem in refused.value.problems] \
        == [(("agreement",), sentence)]
    assert not score(service, sheet).over


def test_where_nothing_is_at_stake_there_is_nothing_to_agree_on(service):
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    service.record(sheet, ANNE)
    with pytest.raises(Refused, match="nothing is at stake on this sheet"):
        service.end_match(sheet, AGREED)


def test_points_are_not_agreed_on(service, ramsch):
    service.record(ramsch, Durchmarsch(2))
    with pytest.raises(Refused, match="the points say what everybody receives"):
        service.end_match(ramsch, (1, -1, 0))


@pytest.mark.parametrize("game", [KALTER_SCHLAG, PFAELZER_RAMSCH, CINQ_CENTS],
                         ids=lambda game: game.id)
def test_it_is_so_in_every_game_of_partien(game):
    assert game.fault_of_ending() is None


def test_a_winner_goes_before_an_agreement(service, sheet):
    """A correction has ended the Partie by its rules: then there is none that was broken off."""
    service.end_match(sheet, AGREED)
    hand = service.sheet(sheet).score.lines[0].record
    service.amend(sheet, hand.stamp.id, hand._replace(hand=Ramsch((63, 57, 0, 0), (2, 3), 3)))
    seen = score(service, sheet)
    assert [match.outcome.loser for match in seen.matches] == [0]
    assert seen.payout == (-300, 100, 100, 100)
