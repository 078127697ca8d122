"""The steps of a sheet that hold, and those that say again what another says."""

from collections.abc import Mapping, Sequence

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.history.knowing import SAID_OF_THE_SHEET
from scorepad.book.history.runs import START, Runs, is_forked
from scorepad.book.history.said import Contested
from scorepad.book.history.telling import is_from_a_file


def told_again(steps: Sequence[Entry], contested: Contested | None = None) -> Mapping[str, str]:
    """Return, for each entry that repeats what another one, written apart from it, says of the
    sheet for the same hand, the id of that other one: as where a file has brought it, or two people
    have said the same."""
    found: dict[str, str] = {}
    said: list[list[Entry]] = []
    last: _LastHands | None = None
    for entry in steps:
        if not (isinstance(entry.fact, SAID_OF_THE_SHEET) and entry.apart):
            continue
        for tellings in said:
            first = tellings[0]
            if first.fact == entry.fact and all(each.id in entry.apart for each in tellings):
                last = last or _LastHands(steps, contested or Contested(steps, {}))
                if last.are_for_one(tellings, entry):
                    tellings.append(entry)
                    found[entry.id] = first.id
                    break
        else:
            said.append([entry])
    return found


def held(steps: Sequence[Entry], contested: Contested, again: Mapping[str, str]) -> list[Entry]:
    """Return the steps that hold; again: those that tell what another tells, with that one."""
    undone = contested.undone(steps, again)
    return [entry for entry in steps if (
        again.get(entry.id, entry.id) not in undone
        if (holds := contested.holds(entry)) is None else holds)
        and not isinstance(entry.fact, facts.Undone | facts.Redone)]


class _LastHands:
    """The last hands of a sheet as the writers of its entries knew it."""

    def __init__(self, steps: Sequence[Entry], contested: Contested) -> None:
        self._held = held(steps, contested, {})
        self._place = {entry.id: place for place, entry in enumerate(steps)}
        self._runs = Runs(self._held, contested.gone_for) if is_forked(self._held) else None
        self._before: dict[str, str] = {}

    def before(self, entry: Entry) -> str:
        """Return the id of the last hand that counted for the writer of an entry, of those that
        hold by now; the same one for all that is said of the whole sheet."""
        if isinstance(entry.fact, facts.AbsprachenChanged):
            return START
        if entry.id not in self._before:
            self._before[entry.id] = self._runs.last_for(entry, self._place) if self._runs \
                else self._last_known(entry)
        return self._before[entry.id]

    def _last_known(self, entry: Entry) -> str:
        return next((each.fact.id for each in reversed(self._held)
                     if isinstance(each.fact, facts.HandRecorded) and each.id not in entry.apart
                     and self._place[each.id] < self._place[entry.id]), START)

    def are_for_one(self, tellings: Sequence[Entry], entry: Entry) -> bool:
        """Return whether an entry was said for the same hand as others that tell the same; what a
        file tells may leave open for which."""
        people = [each for each in tellings if not is_from_a_file(each)]
        if people and not is_from_a_file(entry):
            return self.before(people[0]) == self.before(entry)
        return self.before(tellings[0]) == self.before(entry) \
            or any(self._leave_open(each, entry) for each in tellings)

    def _leave_open(self, first: Entry, second: Entry) -> bool:
        """Return whether one of two entries is a file's, and no hand before it took notice of the
        other one, nor any that the file does not tell: runs may have been chosen since."""
        told, own = (first, second) if is_from_a_file(first) else (second, first)
        return is_from_a_file(told) and not is_from_a_file(own) and not any(
            isinstance(hand.fact, facts.HandRecorded) and own.id not in hand.apart
            and self._place[own.id] < self._place[hand.id]
            and (hand.id in told.apart or self._place[hand.id] < self._place[told.id])
            for hand in self._held)
