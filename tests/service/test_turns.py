"""Who sits out next at a game of a fixed number: in turn, between two Partien."""

from collections.abc import Sequence
from datetime import date as Date

import pytest

from scorepad.games import ramsch
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.cinq_cents import CINQ_CENTS
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, Ramsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from scorepad.service.agreements import Turn, is_left, sitting_out, turn_of
from scorepad.service.views import NewEvening

FOUR = ("Anne", "Bert", "Cem", "Dora")
DAY = Date(2026, 11, 20)


def begun(service: Service, names: Sequence[str], evening: str | None = None,
          game: object = KALTER_SCHLAG) -> tuple[str, str]:
    """The ids of an evening and of a sheet on it."""
    sheet = service.open_sheet(evening or NewEvening(DAY), game, names)
    return service.sheet(sheet).evening, sheet


def lost_by_bert(service: Service, sheet: str) -> None:
    """A Partie: 63 Augen with three doublings and two Jungfern are 2020 for the second (S0)."""
    service.record(sheet, Ramsch((0, 63, 57, 0), (0, 3), 3))


def turn(service: Service, sheet: str, said: Sequence[str] | None) -> Turn | None:
    view = service.sheet(sheet)
    return turn_of(service.evening(view.evening), view, said)


def test_five_at_a_game_of_four_each_sit_out_once(service: Service):
    """Emil waits first, then Anne, Bert, Cem, Dora, and Emil again; nobody twice in a row."""
    evening, sheet = begun(service, FOUR)
    beside: Sequence[str] = ("Emil",)
    went = []
    for _ in range(6):
        lost_by_bert(service, sheet)
        change = turn(service, sheet, beside)
        assert change is not None and set(change.names) | set(change.beside) == {*FOUR, "Emil"}
        went.append(change.goes)
        beside = change.beside
        _, sheet = begun(service, change.names, evening)
    assert went == ["Anne", "Bert", "Cem", "Dora", "Emil", "Anne"]


def test_whoever_comes_takes_the_seat_of_whoever_goes(service: Service):
    _, sheet = begun(service, FOUR)
    lost_by_bert(service, sheet)
    assert turn(service, sheet, ["Emil", "Fritz"]) == Turn(
        "Emil", "Anne", ("Emil", "Bert", "Cem", "Dora"), ("Fritz", "Anne"), "Bert")


def test_the_next_one_deals_for_a_dealer_who_goes(service: Service):
    """Anne writes 70 four times and 60 once: she wins, would deal, and goes; Bert deals."""
    _, sheet = begun(service, FOUR)
    for _ in range(5):
        service.record(sheet, Ramsch((66, 54, 0, 0)))
    view = service.sheet(sheet)
    assert view.score.next.table.names[view.score.next.table.dealer] == "Anne"
    change = turn(service, sheet, ["Emil"])
    assert change is not None and (change.goes, change.deals) == ("Anne", "Bert")


def test_nobody_changes_while_a_partie_runs_or_before_one_has_begun(service: Service):
    _, sheet = begun(service, FOUR)
    assert turn(service, sheet, ["Emil"]) is None
    service.record(sheet, Durchmarsch(0))
    assert turn(service, sheet, ["Emil"]) is None
    lost_by_bert(service, sheet)
    assert turn(service, sheet, ["Emil"]) is not None
    assert turn(service, sheet, []) is None and turn(service, sheet, ["Anne"]) is None


def test_nobody_changes_where_the_next_partie_is_on_another_sheet(service: Service):
    evening, sheet = begun(service, FOUR)
    lost_by_bert(service, sheet)
    begun(service, ("Emil", *FOUR[1:]), evening)
    assert turn(service, sheet, ["Emil"]) is None
    view = service.sheet(sheet)
    assert is_left(service.evening(evening), view)


def test_a_sheet_between_two_games_is_not_left(service: Service):
    evening, sheet = begun(service, FOUR)
    lost_by_bert(service, sheet)
    begun(service, FOUR[:2], evening, CINQ_CENTS)
    assert not is_left(service.evening(evening), service.sheet(sheet))


def test_players_change_between_two_hands_where_their_number_is_not_fixed(service: Service):
    _, sheet = begun(service, (*FOUR, "Emil"), game=DOPPELKOPF_ALTENBURG)
    assert turn(service, sheet, ["Fritz"]) is None


@pytest.mark.parametrize(("before", "after", "waiting"), [
    ((*FOUR, "Emil"), FOUR, ("Emil",)),
    ((*FOUR, "Emil", "Fritz"), FOUR, ("Emil", "Fritz")),
    (FOUR, FOUR, ()),
    (("Emil", "Fritz", "Gerda", "Hans"), FOUR, ()),  # another table
])
def test_who_played_another_game_with_them_sits_out(service: Service, before: Sequence[str],
                                                    after: Sequence[str],
                                                    waiting: Sequence[str]):
    evening, _ = begun(service, before, game=DOPPELKOPF_ALTENBURG)
    _, sheet = begun(service, after, evening)
    view = service.sheet(sheet)
    assert sitting_out(service.evening(evening), view, None) == waiting
    assert sitting_out(service.evening(evening), view, []) == ()


def test_who_has_left_does_not_sit_out(service: Service):
    evening, before = begun(service, (*FOUR, "Emil"), game=DOPPELKOPF_ALTENBURG)
    service.seat_players(before, FOUR)
    _, sheet = begun(service, FOUR, evening)
    assert sitting_out(service.evening(evening), service.sheet(sheet), None) == ()


def test_the_fourth_at_a_game_of_three(service: Service):
    """Dora sits out Schieberamsch, and takes Anne's seat when the match is ended."""
    evening, _ = begun(service, FOUR)
    _, sheet = begun(service, FOUR[:3], evening, SCHIEBERAMSCH)
    service.record(sheet, ramsch.Durchmarsch(0))
    assert turn(service, sheet, None) is None
    service.end_match(sheet)
    change = turn(service, sheet, None)
    assert change is not None and change.names == ("Dora", "Bert", "Cem")
