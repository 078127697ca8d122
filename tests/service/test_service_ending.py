"""The end of a match by the table or by a number of hands, and how it goes on after all.

Points: a Ramsch of 60 Augen writes 6, a Durchmarsch −12 (S3, Die Anschrift). Money: at one cent
a point everybody receives a cent for each point that each of the others has more.
"""

import pytest

from scorepad.book import facts
from scorepad.book.record import HandRecord
from scorepad.games import kalter_schlag
from scorepad.games.chase_the_ace import CHASE_THE_ACE
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH
from scorepad.games.ramsch import Durchmarsch, Ramsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from scorepad.games.skat import SKAT, SkatRules
from scorepad.service import Refused, Service
from scorepad.service.telling import standing_at_end
from scorepad.service.views import NewEvening
from tests.book.pages import NAMES, A, B, C
from tests.conftest import DAY

ANNE, BERT = Ramsch((60, 40, 20)), Ramsch((40, 60, 20))
LOST = kalter_schlag.Ramsch((63, 57, 0, 0), (2, 3), 3)
"""Anne writes 2020 at one blow and has lost."""


@pytest.fixture
def three_hands(service):
    """A sheet of Schieberamsch with three hands agreed on."""
    return service.open_sheet(NewEvening(DAY), SCHIEBERAMSCH, NAMES[:3],
                              rules=SchieberamschRules(hands=3), stake=100)


def score(service, sheet):
    """As it stands, the same as whoever reads the book afresh sees it."""
    seen = service.sheet(sheet)
    assert seen == Service(service._store).sheet(sheet)
    return seen.score


def kinds(service, count):
    """What was written last."""
    return [type(entry.fact) for entry in service._store.everything()[-count:]]


# --- by the table -----------------------------------------------------------------------------


def test_the_table_ends_a_match_and_it_is_settled(service, ramsch):
    service.record(ramsch, ANNE)
    service.record(ramsch, Durchmarsch(C))
    running = score(service, ramsch)
    assert (running.over, running.matches, running.payout) == (False, (), (-24, -6, 30))
    service.end_match(ramsch)
    ended = score(service, ramsch)
    assert (ended.over, ended.record.ended, ended.payout) == (True, True, (-24, -6, 30))
    [match] = ended.matches
    assert (match.last_hand, match.outcome.seat, match.tally.totals) == (2, None, (6, 0, -12))
    assert ended.match_ended_by(2) == match and ended.next.table.dealer == C
    assert kinds(service, 1) == [facts.MatchEnded]


def test_no_hand_follows_until_the_table_plays_on(service, store, ramsch):
    service.record(ramsch, ANNE)
    service.end_match(ramsch)
    before = store.everything()
    with pytest.raises(Refused) as refused:
        service.record(ramsch, BERT)
    assert str(refused.value.problems[0].message) == \
        "comes after the end: the match was over after 1 hand"
    service.end_match(ramsch)  # it has ended already
    assert store.everything() == before
    service.resume_match(ramsch)
    service.resume_match(ramsch)
    assert kinds(service, 2) == [facts.MatchEnded, facts.MatchResumed]
    service.record(ramsch, BERT)
    assert score(service, ramsch).tally.totals == (6, 6, 0)
    assert not score(service, ramsch).over


def test_ending_and_playing_on_are_undone_and_redone(service, ramsch):
    service.record(ramsch, ANNE)
    service.end_match(ramsch)
    service.resume_match(ramsch)
    over = []
    for step in (service.undo, service.undo, service.redo, service.redo):
        assert step(ramsch)
        over.append(score(service, ramsch).over)
    assert over == [True, False, True, False]


def test_a_hand_of_an_ended_match_is_corrected(service, ramsch):
    own = service.record(ramsch, ANNE)
    service.end_match(ramsch)
    service.amend(ramsch, own, HandRecord(BERT))
    seen = score(service, ramsch)
    assert (seen.over, seen.matches[0].tally.totals, seen.payout) == (True, (0, 6, 0), (6, -12, 6))


def test_a_match_ended_by_the_table_stays_so_while_a_hand_is_voided(service, ramsch):
    own = service.record(ramsch, ANNE)
    service.end_match(ramsch)
    service.void(ramsch, own)
    seen = score(service, ramsch)
    assert (seen.over, seen.matches) == (True, ())
    service.restore(ramsch, own)
    assert score(service, ramsch).matches[0].tally.totals == (6, 0, 0)


@pytest.mark.parametrize(("game", "sentence"), [
    (CHASE_THE_ACE, "a match of Chase-the-Ace ends only by its rules"),
    (PFAELZER_RAMSCH, "nothing has been played yet"),
    (SCHIEBERAMSCH, "nothing has been played yet"),
])
def test_what_cannot_be_ended_by_the_table(service, store, game, sentence):
    sheet = service.open_sheet(NewEvening(DAY), game, NAMES[:game.players.start])
    before = store.everything()
    with pytest.raises(Refused) as refused:
        service.end_match(sheet)
    assert str(refused.value.problems[0].message) == sentence
    service.resume_match(sheet)
    assert store.everything() == before


# --- by the number of hands -------------------------------------------------------------------


def test_after_the_hands_agreed_on_it_is_over(service, three_hands):
    for hand in (ANNE, BERT, ANNE):
        assert not score(service, three_hands).over
        service.record(three_hands, hand)
    seen = score(service, three_hands)
    assert (seen.over, seen.record.ended, seen.matches[0].last_hand) == (True, False, 3)
    assert seen.payout == (-18, 0, 18)
    with pytest.raises(Refused) as refused:
        service.record(three_hands, ANNE)
    assert str(refused.value.problems[0].message) == \
        "comes after the end: the match was over after 3 hands"
    service.end_match(three_hands)
    service.resume_match(three_hands)
    assert kinds(service, 1) == [facts.HandRecorded]
    service.undo(three_hands)
    assert not score(service, three_hands).over


def test_a_voided_hand_makes_room_and_one_restored_is_too_many(service, three_hands):
    first = service.record(three_hands, ANNE)
    for hand in (BERT, ANNE):
        service.record(three_hands, hand)
    service.void(three_hands, first)
    assert not score(service, three_hands).over
    service.record(three_hands, Durchmarsch(B))
    seen = score(service, three_hands)
    assert (seen.over, seen.matches[0].last_hand, seen.tally.totals) == (True, 4, (6, -6, 0))
    service.restore(three_hands, first)
    seen = score(service, three_hands)
    assert (seen.matches[0].last_hand, seen.tally.totals) == (3, (12, 6, 0))
    assert [bool(line.problems) for line in seen.lines] == [False, False, False, True]
    assert seen.lines[3].points == (0, 0, 0)
    assert str(seen.lines[3].problems[0].message) == \
        "comes after the end: the match was over after 3 hands"


# --- on an evening ----------------------------------------------------------------------------


def test_different_games_of_an_evening_settle_together(service, sheet):
    """Kalter Schlag at 50 cents is lost by Anne to three who wrote nothing; Schieberamsch at two
    cents still runs, and Cem has 12 points less than Anne and Bert."""
    evening = service.sheet(sheet).evening
    service.record(sheet, LOST)
    other = service.open_sheet(evening, SCHIEBERAMSCH, NAMES[:3], A, stake=200)
    assert not service.sheet(other).provisional
    service.record(other, Durchmarsch(C))
    view = service.evening(evening)
    assert [each.provisional for each in view.sheets] == [False, True]
    settlement, = view.settlements
    assert settlement.balances == {
        "Anne": -300 - 24, "Bert": 100 - 24, "Cem": 100 + 48, "Dora": 100}
    assert sum(payment.cents for payment in settlement.payments) == 324
    service.end_match(other)
    assert service.evening(evening).settlements[0].payments == settlement.payments
    assert not service.sheet(other).provisional


def test_a_running_match_for_nothing_has_no_balance(service):
    sheet = service.open_sheet(NewEvening(DAY), SCHIEBERAMSCH, NAMES[:3])
    service.record(sheet, ANNE)
    assert not service.sheet(sheet).provisional
    assert service.evening(service.sheet(sheet).evening).settlements == ()


def test_whoever_has_won_is_told_first_though_another_receives_more(service):
    """Dora came for Cem after three hands (ISkO 3.1.2) and has the most points, 123 to his 113;
    but each is settled with those who played beside them, and he receives 10 cents more."""
    names = NAMES[:3]
    sheet = service.open_sheet(NewEvening(DAY), SKAT, names, stake=100,
                               rules=SkatRules(liste="seeger-fabian", hands=5))

    def play(player, game, table=names, **more):
        service.record(sheet, SKAT.read_hand({"spieler": player, "spiel": game, **more}, table))

    play("Anne", "kreuz", spitzen=1, augen=66)  # 24 + 50
    play("Bert", "grand", spitzen=2, augen=50)  # 72, twice, and 50 more; 40 for the others
    play("Cem", "null", gewonnen=True)  # 23 + 50
    service.seat_players(sheet, ["Anne", "Bert", "Dora"])
    table = (*names, "Dora")
    play("Dora", "pik", table, spitzen=1, augen=90)  # 33 + 50
    play("Anne", "herz", table, spitzen=1, augen=50)  # 20, twice, and 50 more; 40 for the others
    view = service.sheet(sheet)
    told = standing_at_end(view.score.matches[-1], view)
    assert [(each.who, each.points, each.cents) for each in told] == [
        ("Dora", 123, 296), ("Cem", 113, 306), ("Anne", 24, -34), ("Bert", -154, -568)]
