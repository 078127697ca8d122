"""The games with most keys on the lowest phones, upright and on its side; all games, all sizes and
what can be folded out are in `tests.proof`."""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, LOST, evening as of_hands, take_in
from tests.browser.hand import Look
from tests.browser.held import (
    FULLEST,
    LOWEST,
    evening,
    faults_held,
    faults_of_hands,
    faults_of_keys,
    hold,
)
from tests.browser.program import Program


@pytest.mark.whole
def test_a_sheet_fits_as_phones_are_held(served: Program, guests: Hands):
    take_in(served, evening())
    user = guests(Look())
    faults = [fault for game in FULLEST for fault in faults_held(user, game, LOWEST, states=1)]
    assert not faults, "\n".join(faults)


@pytest.mark.whole
def test_the_last_two_hands_stand_beside_a_result_with_its_keys(served: Program, guests: Hands):
    """Two Partien that end with hands 3 and 4: the band of the first lies between these two. Who
    deals next is chosen where it scrolls."""
    take_in(served, of_hands(*IN_THE_MIDDLE[:2], *LOST, *LOST, id="ends", sheet="ends"))
    user = guests(Look())
    user.open("/evening/ends/sheet/ends")
    user.find(identifier="match-end").wait_for(state="attached")
    faults = []
    for size in ("360x560", "390x664", "667x320"):
        hold(user, size)
        faults += [f"{size}: {fault}" for fault in (
            *faults_of_keys(user, without="deal-"), *faults_of_hands(user))]
    assert not faults, "\n".join(faults)


@pytest.mark.whole
def test_schafkopf_of_five_and_of_seven_has_room_for_a_ramsch(served: Program, guests: Hands):
    wenz = [{"spiel": "wenz", "spieler": "Emil", "stufe": "gewonnen"}] * 2
    take_in(served, {"id": "ramsch", "date": "2026-11-20", "place": "", "sheets": [{
        "id": f"of-{count}", "game": "schafkopf", "hands": [*wenz], "first_dealer": "Bert",
        "players": ["Anne", "Bert", "Cem", "Dora", "Emil", "Frieda", "Gustav"][:count],
        "rules": {"keiner": "ramsch", "klopfen": True}} for count in (5, 7)]})
    user, faults = guests(Look()), []
    for count, touched in ((7, []), (5, ["ramsch"])):
        hold(user, "phone")
        user.open(f"/evening/ramsch/sheet/of-{count}")
        user.find(identifier="seat-0").wait_for(state="attached")
        user.touch(*touched)
        for size in ("360x560", *LOWEST):
            hold(user, size)
            faults += [f"{size}, {count}: {fault}" for fault in
                       (*faults_of_keys(user, without="player-"), *faults_of_hands(user))]
    assert not faults, "\n".join(faults)


@pytest.mark.whole
def test_a_players_dialog_stays_open_when_the_phone_is_turned(served: Program, guests: Hands):
    take_in(served, of_hands(*IN_THE_MIDDLE, id="turned", sheet="turned"))
    user = guests(Look())
    for held, turned in (("390x664", "667x320"), ("844x390", "412x732")):
        hold(user, held)
        user.open("/evening/turned/sheet/turned")
        user.tap(identifier="player-0")
        user.find(identifier="rename-everywhere").wait_for(state="attached")
        hold(user, turned)
        user.tap(identifier="close")
