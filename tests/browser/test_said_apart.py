"""What two devices have said apart is asked on the page: a tap decides, and another undoes it."""

from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.service import Service
from scorepad.storage import Store
from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import Look
from tests.browser.program import Program

SAID = {"de": {"once": "War das einmal?", "provisional": "vorläufig", "decided": "Entschieden",
               "person": "Ist das eine Person?", "twice": "Zweimal",
               "undo": "Rückgängig", "one": "Eine Person", "balances": "verschiedene Anfangsstände",
               "bert": "20.11.2026: Anne 10 · Bert"},
        "en": {"once": "Did it happen once?", "provisional": "provisional", "decided": "Decided",
               "person": "Is this one person?", "twice": "Twice", "undo": "Undo",
               "one": "One person",
               "balances": "different opening balances",
               "bert": "20/11/2026: Anne 10 · Bert"}}


@pytest.mark.whole
@pytest.mark.parametrize("look", (Look(), Look("wide", "light", "en")), ids=str)
def test_what_was_said_apart_is_decided_with_a_tap(
        program: Program, hands: Hands, tmp_path: Path, look: Look):
    take_in(program, evening(*IN_THE_MIDDLE))
    place = Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}).database
    here = Service(Store.open(place, device=lambda: "here"), "Anne")
    other = f"sqlite:///{tmp_path / 'there.db'}"
    there = Service(Store.open(other, device=lambda: "there"), "Bert")
    there.meetings.meet(here.meetings.exchange)
    [card] = here.evenings()
    for each, stars in ((here, 108), (there, 10)):
        each.pay(card.id, "Bert", "Anne", 150, "EUR")
        each.club.note(card.id, "Cem", "kasten")
        each.club.open_with(card.date, {"Anne": stars})
        each.people.add("Xaver")
    here.close_evening(card.id)
    there.record("s", Durchmarsch(2))
    there.meetings.meet(here.meetings.exchange)
    there.close()
    here.close()

    user, said = hands(look), SAID[look.language]
    user.sees(said["person"])
    user.sees(said["balances"])
    user.shot("apart-home")
    user.open(f"/evening/{card.id}")
    user.sees(said["provisional"])
    user.shot("apart-settlement")
    for _ in range(2):  # the Kasten, then the payment
        user.tap(name=said["twice"])
        user.sees(said["decided"])
    user.tap(identifier="goes-on")
    user.sees_no(said["provisional"])
    user.tap(name=said["undo"])
    user.sees(said["provisional"])
    user.open("/")
    user.tap(name=said["bert"])
    user.sees_no(said["balances"])
    user.tap(name=said["one"])
    user.sees_no(said["person"])
    user.shot("apart-decided")
