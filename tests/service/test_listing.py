"""Who has won what on an evening, and which evenings nobody goes on with."""

from datetime import date as Date
from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.games import ramsch
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service, listing, roles
from scorepad.service.listing import Won
from scorepad.service.views import NewEvening

FOUR = ("Anne", "Bert", "Cem", "Dora")


def settings_of(folder: Path) -> Settings:
    return Settings(folder, f"sqlite:///{folder / 'book.db'}", "en", "Anne")


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service.open(settings_of(tmp_path))


def _look_up(service: Service, evening: str) -> tuple[Won, ...] | None:
    for _ in service.listing.look_up.steps([evening]):
        pass
    return service.listing.won().get(evening)


def test_money_says_who_has_won(service: Service) -> None:
    """Schieberamsch at a cent a point: 70 Augen write 7 points against Anne, then against Bert.
    Cem, who has 0, gets 7 cents from each of them."""
    sheet = service.open_sheet(NewEvening(Date(2026, 11, 20)), SCHIEBERAMSCH, FOUR[:3], stake=100)
    service.record(sheet, ramsch.Ramsch((70, 40, 10)))
    service.record(sheet, ramsch.Ramsch((20, 70, 30)))
    service.end_match(sheet)
    evening = service.sheet(sheet).evening
    assert _look_up(service, evening) is None  # it still runs
    service.close_evening(evening)
    assert evening not in service.listing.won()
    assert _look_up(service, evening) == (Won("Cem", "", 14, "EUR"),)


def test_points_say_it_where_nothing_is_at_stake(service: Service) -> None:
    """Kalter Schlag: 70 for Anne and then 60 for Bert are bad; Cem and Dora have the same."""
    sheet = service.open_sheet(NewEvening(Date(2026, 11, 20)), KALTER_SCHLAG, FOUR)
    service.record(sheet, Ramsch((70, 30, 10, 10)))
    evening = service.sheet(sheet).evening
    service.close_evening(evening)
    assert _look_up(service, evening) == ()  # three have 0
    service.reopen_evening(evening)
    assert evening not in service.listing.won()
    service.record(sheet, Ramsch((10, 60, 40, 10)))
    service.record(sheet, Ramsch((10, 30, 70, 10)))
    service.close_evening(evening)
    assert _look_up(service, evening) == (Won("Dora", "Kalter Schlag", 0),)
    [dora] = [person for person in service.people.all() if person.name == "Dora"]
    service.people.rename(dora.id, "Theodora")
    assert evening not in service.listing.won()
    assert _look_up(service, evening) == (Won("Theodora", "Kalter Schlag", 0),)


def test_an_evening_without_a_hand_has_nobody(service: Service) -> None:
    sheet = service.open_sheet(NewEvening(Date(2026, 11, 20)), KALTER_SCHLAG, FOUR)
    evening = service.sheet(sheet).evening
    service.close_evening(evening)
    assert _look_up(service, evening) == ()


def test_an_evening_is_untouched_a_day_after_its_last_hand(
        service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = [service.open_sheet(NewEvening(Date(2026, 11, day)), KALTER_SCHLAG, FOUR)
              for day in (1, 2, 3)]
    first, second, third = (service.sheet(sheet).evening for sheet in sheets)
    written = listing.now()
    monkeypatch.setattr(listing, "now", lambda: written + listing.DAY - 60_000)
    assert service.listing.untouched() == []
    monkeypatch.setattr(listing, "now", lambda: written + listing.DAY + 60_000)
    assert service.listing.untouched() == [first, second, third]
    with monkeypatch.context() as later:
        later.setattr(roles, "now", lambda: written + 120_000)
        service.record(sheets[1], Ramsch((70, 30, 10, 10)))
    assert service.listing.untouched() == [first, third]
    service.close_evening(first, third)
    assert service.listing.untouched() == []
    assert [card.closed for card in service.evenings()] == [True, False, True]
    service.reopen_evening(first)
    assert service.listing.untouched() == [first]
