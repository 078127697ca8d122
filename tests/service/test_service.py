"""The use cases of a book: what they write, what they refuse, and what is shown afterwards."""

import json
from datetime import date
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, strategies as st

from scorepad import document
from scorepad.book import facts
from scorepad.book.record import HandRecord
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, KalterSchlagRules, Ramsch
from scorepad.service import Refused, Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests import oracle
from tests.book.pages import NAMES, A, B, C, D, hand, loses
from tests.conftest import DAY

ANNE, BERT, CEM = (hand(loses(name, 70)) for name in NAMES[:3])
WRONG = Ramsch((66, 30, 22, 0))


def points(service, sheet):
    return [line.points for line in service.sheet(sheet).score.lines]


def seen(service, sheet):
    """Everything that follows from the hands of a sheet."""
    score = service.sheet(sheet).score
    return score.lines, score.matches, score.tally, score.next, score.payout


def problems(refused):
    return [(problem.place, str(problem.message)) for problem in refused.value.problems]


# --- hands ------------------------------------------------------------------------------------


def test_a_recorded_hand_is_saved_scored_and_signed(service, store, sheet):
    own = service.record(sheet, ANNE)
    [line] = service.sheet(sheet).score.lines
    assert (line.points, line.tally.totals) == ((70, 0, 0, 0), (70, 0, 0, 0))
    assert (line.record.stamp.id, line.record.stamp.by) == (own, "Anne")
    assert store.everything()[-1].fact == facts.HandRecorded(own, sheet, ANNE)


def test_a_hand_that_cannot_be_is_refused_and_nothing_is_written(service, store, sheet):
    before = store.everything()
    for ask in (lambda: service.record(sheet, WRONG),
                lambda: service.record(sheet, Durchmarsch(A, 5))):
        with pytest.raises(Refused):
            ask()
    with pytest.raises(Refused) as refused:
        service.record(sheet, WRONG)
    assert problems(refused) == [(("augen",), "118 in all – 2 Augen are missing")]
    assert store.everything() == before and points(service, sheet) == []


def test_amending_recomputes_what_comes_after_it(service, sheet):
    """70 + 5 · 70 for Bert would win; the second of his hands turns out to be Anne's."""
    service.record(sheet, ANNE)
    hands = [service.record(sheet, BERT) for _ in range(5)]
    assert len(service.sheet(sheet).score.matches) == 1
    service.amend(sheet, hands[1], HandRecord(ANNE))
    score = service.sheet(sheet).score
    assert score.matches == () and score.tally.totals == (140, 280, 0, 0)


def test_amending_to_what_cannot_be_is_refused_and_nothing_is_written(service, store, sheet):
    own = service.record(sheet, ANNE)
    before = store.everything()
    with pytest.raises(Refused) as refused:
        service.amend(sheet, own, HandRecord(WRONG))
    assert problems(refused)[0][0] == ("augen",)
    assert store.everything() == before


def test_amending_says_everything_about_the_hand(service, sheet):
    own = service.record(sheet, ANNE)
    service.amend(sheet, own, HandRecord(BERT, D, (D, C, B, A), note="Dora gab"))
    line = service.sheet(sheet).score.lines[0]
    assert line.record[:5] == (BERT, D, (D, C, B, A), False, "Dora gab")
    assert line.table.dealer == D


def test_correcting_and_correcting_back_changes_nothing(service, sheet):
    hands = [service.record(sheet, each) for each in (ANNE, BERT, CEM)]
    before = seen(service, sheet)
    service.amend(sheet, hands[1], HandRecord(Durchmarsch(D, 4)))
    assert seen(service, sheet) != before
    service.amend(sheet, hands[1], HandRecord(BERT))
    assert seen(service, sheet) == before
    service.void(sheet, hands[0])
    assert points(service, sheet) == [(0, 0, 0, 0), (0, 70, 0, 0), (0, 0, 70, 0)]
    service.restore(sheet, hands[0])
    assert seen(service, sheet) == before


def test_a_hands_history(service, store, sheet):
    own = service.record(sheet, ANNE)
    other = Service(store, "Bert")
    other.amend(sheet, own, HandRecord(CEM))
    service.refresh()
    service.void(sheet, own)
    service.undo(sheet)
    told = Service(store).history(sheet, own)
    assert [(type(each.fact).__name__, each.by, each.holds) for each in told] == [
        ("HandRecorded", "Anne", True), ("HandAmended", "Bert", True),
        ("HandVoided", "Anne", False)]
    assert [each.at for each in told] == sorted(each.at for each in told)


def test_naming_the_dealer(service, sheet):
    service.name_dealer(sheet, C)
    assert service.sheet(sheet).score.next.table.dealer == C
    service.record(sheet, ANNE)
    score = service.sheet(sheet).score
    assert (score.lines[0].table.dealer, score.next.table.dealer) == (C, D)


# --- undo and redo ----------------------------------------------------------------------------


def test_every_step_can_be_undone_and_redone(service, sheet):
    """Backwards through all kinds of steps, and forwards again."""
    states = [seen(service, sheet)]
    assert service.undo(sheet) is False
    own = service.record(sheet, ANNE)
    for step in (lambda: None,
                 lambda: service.amend(sheet, own, HandRecord(BERT, note="so war's")),
                 lambda: service.void(sheet, own), lambda: service.restore(sheet, own),
                 lambda: service.name_dealer(sheet, D), lambda: service.record(sheet, CEM)):
        step()
        states.append(seen(service, sheet))
    assert all(one != next_ for one, next_ in pairwise(states))
    for state in reversed(states[:-1]):
        assert service.undo(sheet) is True
        assert seen(service, sheet) == state
    assert service.undo(sheet) is False and service.sheet(sheet).undo is None
    for state in states[1:]:
        assert service.redo(sheet) is True
        assert seen(service, sheet) == state
    assert service.redo(sheet) is False and service.sheet(sheet).redo is None


def test_a_new_step_ends_what_can_be_redone(service, sheet):
    service.record(sheet, ANNE)
    service.undo(sheet)
    service.record(sheet, BERT)
    assert service.redo(sheet) is False
    assert points(service, sheet) == [(0, 70, 0, 0)]


def test_undoing_takes_nothing_from_another_sheet(service, sheet):
    other = service.open_sheet(service.sheet(sheet).evening, KALTER_SCHLAG, NAMES)
    service.record(sheet, ANNE)
    assert service.undo(other) is False
    assert points(service, sheet) == [(70, 0, 0, 0)]


# --- any steps, in any order ------------------------------------------------------------------


class Player:
    """Does something at random on one sheet, and remembers how it stood before."""

    def __init__(self, rng):
        self.rng = rng
        self.store = Store.open("sqlite://")
        self.service = Service(self.store, "Anne")
        rules = KalterSchlagRules(limit=rng.choice([300, 2000]), anschriften=rng.choice([2, 5]))
        self.sheet = self.service.open_sheet(
            NewEvening(DAY), KALTER_SCHLAG, NAMES, B, rules, 50)
        self.done, self.undone = [self.written()], []

    def written(self):
        """The sheet as a document has it."""
        return json.loads(document.write(self.service.export()))["evenings"][0]["sheets"][0]

    def step(self):
        """One step, or one taken back or brought back; True where it went as remembered."""
        ask = self.rng.random()
        if ask < 0.2:
            moved = self.service.undo(self.sheet)
            assert moved == (len(self.done) > 1)
            if moved:
                self.undone.append(self.done.pop())
        elif ask < 0.35:
            moved = self.service.redo(self.sheet)
            assert moved == bool(self.undone)
            if moved:
                self.done.append(self.undone.pop())
        else:
            before = len(self.store.everything())
            self.something_new(ask)
            if len(self.store.everything()) > before:  # what changes nothing is no step
                self.done.append(self.written())
                self.undone.clear()
        assert self.written() == self.done[-1]

    def something_new(self, ask):
        rng, service, sheet = self.rng, self.service, self.sheet
        written = self.done[-1]["hands"]
        if not written or ask < 0.7:
            service.record(sheet, hand(oracle.random_hand(rng, list(NAMES))))
        elif ask < 0.75:
            service.name_dealer(sheet, rng.randrange(4))
        elif ask < 0.9:
            service.amend(sheet, rng.choice(written)["id"], HandRecord(
                hand(oracle.random_hand(rng, list(NAMES))), rng.choice([None, A, D]),
                rng.choice([None, None, (A, C, B, D)]), note=rng.choice(["", "neu"])))
        elif ask < 0.95:
            service.void(sheet, rng.choice(written)["id"])
        else:
            service.restore(sheet, rng.choice(written)["id"])


@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_whatever_is_done_the_sheet_is_what_its_facts_say(rng: Random, steps: int):
    """What was added to step by step equals what is read afresh, and what the oracle counts."""
    player = Player(rng)
    for _ in range(steps):
        player.step()
        assert seen(Service(player.store), player.sheet) == seen(player.service, player.sheet)
    view, afresh = (service.sheet(player.sheet)
                    for service in (player.service, Service(player.store)))
    assert (view.undo, view.redo) == (afresh.undo, afresh.redo)
    wanted = oracle.sheet_result(player.done[-1])
    assert [dict(zip(NAMES, line.points)) for line in view.score.lines] \
        == [each["points"] for each in wanted["hands"]]
    assert NAMES[view.score.next.table.dealer] == wanted["next"]["dealer"]
    assert dict(zip(NAMES, view.score.payout)) == wanted["payout"]
    player.store.close()


# --- evenings and sheets ----------------------------------------------------------------------


def test_an_evening_is_closed_and_goes_on_after_all(service, store, sheet):
    [card] = service.evenings()
    assert (card.date, card.place, card.closed, card.latest_sheet) == (DAY, "Altona", False, sheet)
    assert (card.games, card.players) == (("Kalter Schlag",), NAMES)
    service.close_evening(card.id)
    assert service.evenings()[0].closed and service.evening(card.id).closed
    assert Service(store).evenings()[0].closed
    service.reopen_evening(card.id)
    assert not service.evenings()[0].closed and not Service(store).evenings()[0].closed


def test_the_evening_settles_all_its_sheets(service, sheet):
    """Anne loses with 2020: 50 to Bert, who wrote, and 100 each to Cem and Dora, who did not."""
    service.record(sheet, BERT)
    service.record(sheet, Ramsch((63, 57, 0, 0), (C, D), 3))
    evening = service.evening(service.sheet(sheet).evening)
    settlement, = evening.settlements
    assert settlement.balances == {"Anne": -250, "Bert": 50, "Cem": 100, "Dora": 100}
    assert [tuple(payment)[:3] for payment in settlement.payments] == [
        ("Anne", "Cem", 100), ("Anne", "Dora", 100), ("Anne", "Bert", 50)]
    other = service.open_sheet(evening.id, KALTER_SCHLAG, ["Dora", "Emil", "Anne", "Bert"],
                               stake=100)
    service.record(other, Ramsch((63, 57, 0, 0), (2, 3), 3))
    # Dora loses: Emil, Anne and Bert wrote nothing, so each gets 2 €.
    assert service.evening(evening.id).settlements[0].balances == {
        "Anne": -50, "Bert": 250, "Cem": 100, "Dora": -500, "Emil": 200}


REFUSED = [
    # names, what else, the places of what is wrong
    (["Anne", "Bert", "Cem"], {}, [("players",)]),
    ([*NAMES, "Emil"], {}, [("players",)]),
    (["Anne", "Bert", "Cem", " Anne "], {}, [("players", 3)]),
    (["Anne", "", "Cem", "D\na"], {}, [("players", 1), ("players", 3)]),
    (["Anne", "x" * 61, "Cem", "Dora"], {}, [("players", 1)]),
    (NAMES, {"stake": 50, "currency": "CHF"}, [("currency",)]),
]


@pytest.mark.parametrize("names, more, places", REFUSED)
def test_a_sheet_that_cannot_be_opened_is_not(service, store, sheet, names, more, places):
    before = store.everything()
    with pytest.raises(Refused) as refused:
        service.open_sheet(service.evenings()[0].id, KALTER_SCHLAG, names, **more)
    assert [place for place, _ in problems(refused)] == places
    assert store.everything() == before


def test_a_known_name_is_the_same_player_and_a_new_one_is_added(service, store, sheet):
    other = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, ["Dora ", "Emil", "Anne", "Bert"])
    first, second = service.sheet(sheet).players, service.sheet(other).players
    assert (second[0], second[2], second[3]) == (first[3], first[0], first[1])
    assert second[1] not in first
    assert service.latest_sheet("kalter-schlag").sheet == other
    assert service.latest_sheet("mau-mau") is None


def test_names_come_with_who_played_last_first(service):
    assert service.players() == []
    for number, names in enumerate((NAMES, ["Emil", "Bert", "Fritz", "Anne"])):
        service.open_sheet(NewEvening(date(2026, 11, 20 + number)), KALTER_SCHLAG, names)
    assert service.players() == ["Emil", "Bert", "Fritz", "Anne", "Cem", "Dora"]


def test_evenings_come_with_the_latest_first(service):
    days = [date(2026, 11, 20), date(2026, 11, 22), date(2026, 11, 21), date(2026, 11, 22)]
    for number, day in enumerate(days):
        service.open_sheet(NewEvening(day, str(number)), KALTER_SCHLAG, NAMES)
    assert [card.place for card in service.evenings()] == ["3", "1", "2", "0"]


# --- names ------------------------------------------------------------------------------------


def test_a_player_is_renamed_everywhere(service, store, sheet):
    service.record(sheet, Durchmarsch(A))
    view = service.sheet(sheet)
    service.people.rename(view.players[0], " Änne ")
    names = ("Änne", *NAMES[1:])
    for each in (service, Service(store)):
        score = each.sheet(sheet).score
        assert score.record.names == names and score.explain(score.lines[0]) \
            == "Durchmarsch Änne: 120"
        assert each.evenings()[0].players == names
        assert each.players() == list(names)
        assert each.export().evenings[0].sheets[0].names == names
    assert points(service, sheet) == [line.points for line in view.score.lines]


@pytest.mark.parametrize("name", ["Bert", "", "  ", "A\nnne", "x" * 61])
def test_a_name_that_is_none_or_taken_is_refused(service, store, sheet, name):
    before = store.everything()
    with pytest.raises(Refused) as refused:
        service.people.rename(service.sheet(sheet).players[0], name)
    assert [place for place, _ in problems(refused)] == [("name",)]
    assert store.everything() == before


def test_a_player_may_be_called_as_he_is(service, sheet):
    service.people.rename(service.sheet(sheet).players[0], "Anne")
    assert service.players() == list(NAMES)


# --- two at one book --------------------------------------------------------------------------


def test_what_another_has_written_is_seen(tmp_path):
    url = f"sqlite:///{tmp_path / 'book.db'}"
    one, other = Service(Store.open(url), "Anne"), Service(Store.open(url), "Bert")
    sheet = one.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    one.record(sheet, ANNE)
    assert points(other, sheet) == [(70, 0, 0, 0)]
    other.record(sheet, BERT)
    assert points(one, sheet) == [(70, 0, 0, 0), (0, 70, 0, 0)]
    assert [card.latest_sheet for card in other.evenings()] == [sheet]
    assert seen(one, sheet) == seen(other, sheet)
    one.close()
    other.close()
