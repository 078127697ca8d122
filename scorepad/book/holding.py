"""The steps of a sheet that hold, of all that was written on it, and which of its hands count."""

from collections.abc import Mapping, Sequence

from scorepad.book.also_said import Contested
from scorepad.book.branches import START, Branches, is_forked
from scorepad.book.facts import AbsprachenChanged, Entry, HandRecorded, Redone, Undone
from scorepad.book.tellings import SAID_OF_THE_SHEET, keys_of


def effective(steps: Sequence[Entry]) -> Sequence[Entry]:
    """Return the steps of a sheet that hold: those that were not undone, nor overruled by something
    that was said apart from them."""
    kinds, contested = {type(entry.fact) for entry in steps}, Contested(steps)
    if kinds.isdisjoint((Undone, Redone)) and not contested.words:
        return steps
    return _held(steps, contested, {**keys_of(steps), **told_again(steps)})


def branches_of(steps: Sequence[Entry]) -> Branches | None:
    """Return which of the hands count, None where all do, as on every sheet that one device
    writes; steps: all that was written."""
    if any(entry.apart for entry in steps) and is_forked(held := effective(steps)):
        return Branches(held, Contested(steps).gone_for)
    return None


def told_again(steps: Sequence[Entry]) -> Mapping[str, str]:
    """Return, for each entry that says of the sheet what another says that was written apart from
    it, after the same hand, the id of that one: as where a file has brought it, or two have said
    the same."""
    found: dict[str, str] = {}
    said: list[list[Entry]] = []
    last: _LastHands | None = None
    for entry in steps:
        if not (entry.apart and isinstance(entry.fact, SAID_OF_THE_SHEET)):
            continue
        for tellings in said:
            first = tellings[0]
            if first.fact == entry.fact and all(each.id in entry.apart for each in tellings):
                last = last or _LastHands(steps)
                if last.before(first) == last.before(entry):
                    tellings.append(entry)
                    found[entry.id] = first.id
                    break
        else:
            said.append([entry])
    return found


def _held(steps: Sequence[Entry], contested: Contested, key: Mapping[str, str]) -> list[Entry]:
    """Return the steps that hold; key: by which the tellings of one thing are known."""
    undone = set[str]()
    for entry in steps:
        match entry.fact:
            case Undone(entry=step):
                undone.add(key.get(step, step))
            case Redone(entry=step):
                undone.discard(key.get(step, step))
    return [entry for entry in steps if (
        key.get(entry.id, entry.id) not in undone
        if (holds := contested.holds(entry)) is None else holds)
        and not isinstance(entry.fact, Undone | Redone)]


class _LastHands:
    """The last hands of a sheet as the writers of its entries knew it."""

    def __init__(self, steps: Sequence[Entry]) -> None:
        self._contested = Contested(steps)
        self._held = _held(steps, self._contested, keys_of(steps))
        self._place = {entry.id: place for place, entry in enumerate(steps)}

    def before(self, entry: Entry) -> str:
        """Return the id of the last hand that counted for the writer of an entry, of those that
        hold by now; the same one for all that is said of the whole sheet."""
        if isinstance(entry.fact, AbsprachenChanged):
            return START
        known = [each for each in self._held if each.id not in entry.apart
                 and self._place[each.id] < self._place[entry.id]]
        if is_forked(known):
            return next(reversed(Branches(known, self._contested.gone_for).counting), START)
        hands = dict.fromkeys([each.fact.id for each in known
                               if isinstance(each.fact, HandRecorded)])
        return next(reversed(hands), START)
