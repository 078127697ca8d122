"""What files tell of the club and its people once more, whoever has read what before."""

import pytest

from scorepad.service import Service
from scorepad.storage import Store
from tests.conftest import DAY
from tests.taking import file_of, take

ANNE = {"name": "Anne", "id": "01a22460-d707-7ab2-ad61-b544936571dd"}
ALTONA = {"id": "01a22460-d709-76f6-987a-e32fc82f914f", "game": "kalter-schlag", "name": "Altona"}
TOLD_OTHERWISE = {
    "looks": [{"people": [ANNE | {"colour": "red", "marker": marker}]}
              for marker in ("star", "cross")],
    "names": [{"people": [ANNE | {"name": name}]} for name in ("Anne", "Annna")],
    "rules": [{"people": [ANNE], "rule_sets": [ALTONA | {"rules": rules}]}
              for rules in ({}, {"limit": 3000})],
    "tariffs": [{"people": [ANNE], "tariffs": [{"event": "kasten", "stars": stars}]}
                for stars in (-3, -5)],
    "the club": [{"people": [ANNE], "name": name} for name in ("Herz", "Karo")],
}


@pytest.mark.parametrize("is_read", [False, True])
@pytest.mark.parametrize("of", TOLD_OTHERWISE)
def test_a_file_that_tells_once_more_what_another_has_told_changes_nothing(of, is_read):
    """Seed 315128: two files have told it otherwise, perhaps the reader of the first has gone on,
    and a third tells what one of them told. Whatever stands before it there, nothing is said
    again, and no more choices are asked about."""
    def file(club, newcomer=""):
        people = [{"name": newcomer, "id": f"{ANNE['id'][:-1]}{len(newcomer)}"}] * bool(newcomer)
        return {"format": "scorepad/1", "evenings": [], "club": club | {
            "people": [*people, *club["people"]]}}

    for first, then in (0, 1), (1, 0):
        for newcomer in ("Al", "Ida", "Otto", "Xaver", "Yvonne", "Zacharias"):
            book = Service(Store.open("sqlite://"), "Bert")
            take(book, file(TOLD_OTHERWISE[of][first]))
            if is_read:
                book.people.add("Cem")
            take(book, file(TOLD_OTHERWISE[of][then]))
            before = _of_the_club(book)
            for again in TOLD_OTHERWISE[of]:
                take(book, file(again, newcomer))
                assert _of_the_club(book) == before
            for asked in book.meetings.club_decisions():  # what is decided is not asked once more
                book.meetings.choose(asked, [asked.asked.said[0].id])
            for again in TOLD_OTHERWISE[of]:
                take(book, file(again, f"{newcomer} Zoe"))
                assert not book.meetings.club_decisions()
            book.close()


def _of_the_club(book):
    """Everybody who was there before with name and look, the rest of the club, and the choices."""
    club = book.export()
    return [(each.name, each.look) for each in club.people if each.id == ANNE["id"]], \
        club.rule_sets, club.tariffs, club.club, \
        [len(each.asked.said) for each in book.meetings.club_decisions()]


def test_opening_stars_are_the_same_once_their_owner_is_merged_into_another():
    """Seed 321698: the file names whom Cem is by now, the book has what was said of Cem."""
    book = Service(Store.open("sqlite://"), "Bert")
    cem, frida = book.people.add("Cem"), book.people.add("Frida")
    book.club.open_with(DAY, {"Cem": 95})
    book.people.merge(cem, frida)
    take(book, file_of(book))
    assert not book.meetings.club_decisions()
    assert book.club.opening().balances == {"Frida": 95}
    take(book, file_of(book).replace(": 95", ": 94"))
    assert len(book.meetings.club_decisions()) == 1
    book.close()
