"""A document that is written piece by piece is the one that is written at once."""

from datetime import date

import pytest

from scorepad import document
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store


@pytest.mark.parametrize("evenings", range(3))
def test_the_whole_book_evening_by_evening(evenings):
    service = Service(Store.open("sqlite://"), "Anne")
    for number in range(evenings):
        sheet = service.open_sheet(NewEvening(date(2026, 11, 20 + number), "Altona"), KALTER_SCHLAG,
                                   ("Anne", "Bert", "Cem", "Dora"), stake=50)
        service.record(sheet, Ramsch((66, 30, 24, 0)))
    text = "".join(service.pieces())
    assert text == document.write(service.export())
    assert len(document.read(text.encode()).evenings) == evenings
    service.close()
