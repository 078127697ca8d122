"""The hands of a sheet as its steps say them, each completed by the choices made for it."""

from collections.abc import Mapping, Sequence

from scorepad.book import facts
from scorepad.book.branches import START, Branches
from scorepad.book.facts import Entry
from scorepad.book.holding import told_again
from scorepad.book.pending import NOTHING_SAID, Choices, Pending
from scorepad.book.record import UNSTAMPED, HandRecord, Stamp, frozen
from scorepad.book.tellings import by_telling, is_at_home, is_from_a_file, last_said


def hand_by(steps: Sequence[Entry], hand: str) -> HandRecord | None:
    """Return a hand as these steps say it, None if they do not have it."""
    return next((each for each in played(steps, None)[0] if each.stamp.id == hand), None)


def content_of(hand: HandRecord | None) -> object:
    """Return what tells two records of one hand apart: of those that do not count, nothing."""
    return hand and (hand.voided or hand._replace(stamp=UNSTAMPED))


def played(steps: Sequence[Entry], branches: Branches | None) \
        -> tuple[list[HandRecord], Pending, facts.MatchEnded | None]:
    """Return the hands as they count now, the choices made for the next one, and the fact by which
    the table itself has ended the match, None if it has not."""
    hands: dict[str, HandRecord] = {}
    changed: set[str] = set()
    pending, ended = NOTHING_SAID, None
    again = told_again(steps)
    choices = Choices(steps, again) if branches or again else None
    for entry in steps:
        fact = entry.fact
        if type(fact) is facts.HandRecorded:
            if told := hands.get(fact.id):
                if is_at_home(entry, fact.id) and fact.id not in changed:
                    hands[fact.id] = record_of(entry, fact, Pending(told.dealer, told.seats,
                                                                    told.rules))
                pending = NOTHING_SAID
                continue
            if choices:
                pending = choices.of(fact.id, branches.follows(fact.id) if branches else
                                     next(reversed(hands), START))
            hands[fact.id] = record_of(entry, fact, pending)
            pending = NOTHING_SAID
            continue
        match fact:
            case facts.HandAmended(id=hand) if hand in hands:
                changed.add(hand)
                hands[hand] = hands[hand]._replace(hand=fact.hand, dealer=fact.dealer,
                                                   seats=fact.seats, note=fact.note,
                                                   rules=fact.rules)
            case facts.HandVoided(id=hand) | facts.HandRestored(id=hand) if hand in hands:
                changed.add(hand)
                hands[hand] = hands[hand]._replace(voided=isinstance(fact, facts.HandVoided))
            case facts.MatchEnded() | facts.MatchResumed():
                ended = fact if isinstance(fact, facts.MatchEnded) else None
            case _:
                pending = pending.after(fact)
    if again:
        ended = _ended(steps, again)
    counting = [hands[hand] for hand in branches.counting] if branches else list(hands.values())
    return counting, choices.left() if choices else pending, ended


def _ended(steps: Sequence[Entry], again: Mapping[str, str]) -> facts.MatchEnded | None:
    """Return the fact by which the table has ended the match, None if it has not, where some of
    what was said is told again."""
    said = by_telling(steps, (facts.MatchEnded, facts.MatchResumed), again)
    last = last_said(said, {entry.id: place for place, entry in enumerate(steps)})
    return last if isinstance(last, facts.MatchEnded) else None


def record_of(entry: Entry, fact: facts.HandRecorded, pending: Pending) -> HandRecord:
    """Return the record of a hand just written, completed by the choices made for it before; one
    that comes from a file is complete."""
    own, _, hand, dealer, seats, note, rules = fact
    if pending != NOTHING_SAID and is_from_a_file(entry):
        pending = NOTHING_SAID
    dealer = pending.dealer if dealer is None else dealer
    seats = pending.seats if seats is None else seats
    rules = pending.rules if rules is None else rules
    stamp = frozen(Stamp, (own, entry.at, entry.by))
    return frozen(HandRecord, (hand, dealer, seats, False, note, stamp, rules))
