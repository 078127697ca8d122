"""Correcting a hand that somebody else may be correcting too."""

from dataclasses import replace

from scorepad.book.facts import Entry, HandAmended
from scorepad.book.journal import SheetJournal
from scorepad.book.open_sheet import OpenSheet
from scorepad.book.record import HandRecord
from scorepad.games.game import Problem
from scorepad.i18n.message import say
from scorepad.service.refusals import Refused, as_kept, faults_of_line
from scorepad.service.views import HandVersion


class ChangedMeanwhile(Refused):
    """A refusal because somebody else was quicker: what was to be changed is not as it was seen."""


def latest(sheet: OpenSheet, hand: str) -> Entry:
    """Return the entry that made a hand what it is now; raises KeyError for a hand that is not
    there."""
    holding = [entry for entry, holds in sheet.journal.history.about(hand) if holds]
    if not holding:
        raise KeyError(hand)
    return holding[-1]


def versions(sheet: SheetJournal, hand: str) -> list[HandVersion]:
    """Return everything that was written about a hand, oldest first."""
    history = sheet.history
    return [HandVersion(entry.fact, entry.at, entry.by, holds, entry.id in history.overruled,
                        entry.id) for entry, holds in history.about(hand)]


def correction(sheet: OpenSheet, hand: str, changed: HandRecord,
               seen: str | None) -> HandAmended | None:
    """Return the fact that makes a hand as in `changed`, None if it is that already.

    seen: the id of the entry that made the hand as it was when corrected, None if that does not
    matter. Raises `ChangedMeanwhile` if another entry holds now, `Refused` if the hand cannot have
    been so, and KeyError if there is none.
    """
    if seen is not None:
        _refuse_if_changed(sheet, hand, seen)
    score = sheet.score()
    line = {line.record.stamp.id: line for line in score.lines}[hand]
    old, game, table = line.record, score.record.game, line.table
    changed = changed._replace(note=as_kept(changed.note))
    if faults := faults_of_line(changed.note, "note"):
        raise Refused(*faults)
    if changed.dealer in table.seats:
        table = replace(table, dealer=changed.dealer)
    table = game.seated(changed.hand, table)
    stays = changed.hand == old.hand and game.can_score(old.hand, table)
    if problems := () if stays else game.verify(changed.hand, table):
        raise Refused(*problems)
    if changed._replace(voided=old.voided, stamp=old.stamp) == old:
        return None
    if changed.seats is not None and sorted(changed.seats) != sorted(table.seats):
        raise Refused(Problem(("players",), say(
            "a new seating names everybody at the table once")))
    return HandAmended(hand, sheet.journal.opened.sheet, changed.hand, changed.dealer,
                       changed.seats, changed.note, changed.rules)


def _refuse_if_changed(sheet: OpenSheet, hand: str, seen: str) -> None:
    try:
        entry = latest(sheet, hand)
    except KeyError:
        raise ChangedMeanwhile(Problem((), say(
            "This hand is no longer on the sheet."))) from None
    sentence = say("{author} has changed this hand in the meantime. This is how it is now.",
                   author=entry.by) if entry.by else \
        say("This hand was changed in the meantime. This is how it is now.")
    if entry.id != seen:
        raise ChangedMeanwhile(Problem((), sentence))
