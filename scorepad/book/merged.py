"""The consequences of importing a file: what is new, what is known, and what differs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.book.facts import Fact
from scorepad.book.merge_people import Namesake
from scorepad.book.record import Stamp
from scorepad.games.game import Place
from scorepad.i18n.message import Message, say

OTHERWISE = say("is different in the book")
NEWER = say("is newer here")
UNDONE = say("was undone here")
REOPENED = say("was opened again here")
GOES_ON = say("goes on here")
IN_ANOTHER_ORDER = say("has its hands in another order here, which stays")
OTHER_HANDS = say("has other hands here, which stay; new ones in the file are left out")


class Addition(NamedTuple):
    """A fact to write, and the evening it belongs to (None for one about the club).

    stamp: when and by whom it was written, None where the file does not say; moment: of its
    evening, in milliseconds since 1970.
    """

    fact: Fact
    evening: str | None
    stamp: Stamp | None = None
    moment: int = 0


@dataclass(frozen=True)
class Difference:
    """Something that the file says otherwise than the book.

    place: where the file says it; message: how it differs; fix: what makes the book say what the
    file says, empty where nothing does; is_older: whether the book has said the same before, so
    that it is newer here; theirs, ours: what the file and the book say, empty where that is not
    told.
    """

    place: Place
    message: Message
    fix: tuple[Addition, ...] = ()
    is_older: bool = False
    theirs: Message | str = ""
    ours: Message | str = ""

    @property
    def name(self) -> str:
        """The name by which it is taken: the numbers of evening, sheet and hand in the file, such
        as `1/1/7`, or `1/2/ended`, `club/tariffs/1`."""
        steps = [step for step in self.place if step not in ("evenings", "sheets", "hands")]
        return "/".join([str(step + 1) if isinstance(step, int) else step for step in steps])

    def tells_the_same(self, other: "Difference") -> bool:
        """Return whether another look at the same file tells it just so: then whoever chose one of
        the two has chosen the other."""
        return (self.place, self.message, self.is_older, self.theirs, self.ours) \
            == (other.place, other.message, other.is_older, other.theirs, other.ours)


@dataclass(frozen=True)
class Merge:
    """The consequences of importing a file.

    new, known: how many players, evenings, sheets, hands and notes of stars; differing: where the
    file contradicts the book, the newest first; additions: what to write for the new; namesakes:
    who is new and has the name of somebody else; correctable: False where something differs that
    no correction can change, such as who sat at a table, so that nothing can be imported.
    """

    new: Mapping[str, int]
    known: Mapping[str, int]
    differing: tuple[Difference, ...]
    additions: tuple[Addition, ...]
    namesakes: tuple[Namesake, ...] = ()
    correctable: bool = True

    @property
    def takeable(self) -> dict[str, Difference]:
        """The differences in which the file's word can be taken, by name."""
        return {each.name: each for each in self.differing if each.fix}

    def still(self, chosen: Collection[Difference]) -> frozenset[str]:
        """Return the names of those among some differences of an earlier look that stand here, too,
        and can be taken."""
        takeable = self.takeable
        return frozenset([each.name for each in chosen if each.name in takeable
                          and takeable[each.name].tells_the_same(each)])

    def taking(self, names: Collection[str]) -> tuple[Addition, ...]:
        """Return what to write so that the file's word is taken in these differences; raises
        KeyError for a name that is none of them."""
        takeable = self.takeable
        for name in names:
            takeable[name]
        return tuple([addition for name, each in reversed(takeable.items()) if name in names
                      for addition in each.fix])
