"""What is written about people who are not in the book any more, because another was put in its
place, is refused."""

from datetime import date as Date

import pytest

from scorepad.book.facts import (
    Entry,
    EveningOpened,
    Fact,
    PaymentMade,
    PlayerAdded,
    PlayerMerged,
    PlayerRetired,
    StarsNoted,
    StarsOpened,
)
from scorepad.book.journal import Journal
from scorepad.service import Refused
from scorepad.service.appending import refuse_orphans

EVENING = "e"


@pytest.fixture
def book() -> Journal:
    """Anne and an evening."""
    return Journal.of([Entry("1", PlayerAdded("anne", "Anne")),
                       Entry("2", EveningOpened(EVENING, Date(2026, 11, 20)))])


def about(one: str, other: str) -> list[tuple[Fact, str | None]]:
    """Every kind of fact that names two people, or one, with the evening it is filed under."""
    return [(PlayerRetired(other), None), (PlayerMerged(one, other), None),
            (PlayerMerged(other, one), None), (StarsOpened(Date(2026, 1, 1), {one: 1, other: 2}),
                                               None),
            (PaymentMade("p", EVENING, one, other, 50, "EUR"), EVENING),
            (PaymentMade("p", EVENING, other, one, 50, "EUR"), EVENING),
            (StarsNoted("s", EVENING, other, "kasten"), EVENING)]


@pytest.mark.parametrize(("fact", "filed"), about("anne", "gone"), ids=str)
def test_who_is_not_there_is_missed_wherever_named(book: Journal, fact: Fact, filed: str | None):
    with pytest.raises(Refused, match="Another book was put in the place of this one"):
        refuse_orphans([(Entry("3", fact), filed)], book)


@pytest.mark.parametrize(("fact", "filed"), about("anne", "bert"), ids=str)
def test_who_comes_with_it_is_there(book: Journal, fact: Fact, filed: str | None):
    refuse_orphans([(Entry("3", PlayerAdded("bert", "Bert")), None), (Entry("4", fact), filed)],
                   book)
