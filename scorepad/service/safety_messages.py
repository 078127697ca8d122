"""Sentences about backups, restores and checks, shared by the command line and the screens.

The parts of a list are messages, too; whoever shows them joins them.
"""

from scorepad.i18n.message import Message, say, say_n
from scorepad.service.check import Checked
from scorepad.service.rescue import Rescued
from scorepad.service.safety import Counts, Restore

MOST_NAMED = 10
"""The number of entries of which all are named."""


def parts_of(counts: Counts) -> list[Message]:
    """Return what is in a book, such as `3 evenings` and `120 hands`; counts of 0 are left out."""
    return [message for number, message in (
        (counts.evenings, say_n("{n} evening", "{n} evenings", counts.evenings)),
        (counts.sheets, say_n("{n} sheet", "{n} sheets", counts.sheets)),
        (counts.hands, say_n("{n} hand", "{n} hands", counts.hands)),
        (counts.players, say_n("{n} player", "{n} players", counts.players)),
        (counts.others, say_n("{n} other entry", "{n} other entries", counts.others)),
    ) if number]


def joined(messages: list[Message]) -> Message:
    """Join parts with commas."""
    if not messages:
        return say("nothing")
    first, *rest = messages
    for each in rest:
        first = Message("{first}, {more}", {"first": first, "more": each})
    return first


def what_goes(restore: Restore) -> Message:
    """Return what a restore takes out of the present book, and where that is kept."""
    if restore.going is None:
        return say("The book that is there now cannot be read. It is kept under another name.")
    if restore.going.nothing:
        return say("Nothing will be removed: all of the present book is in this file.")
    return say("Will be removed: {parts}. It stays in a backup that is made first.",
               parts=joined(parts_of(restore.going)))


def what_comes(restore: Restore) -> Message | None:
    """Return what a restore brings that is not in the present book; None if that is unknown."""
    if restore.coming is None:
        return None
    if restore.coming.nothing:
        return say("Will be added: nothing new.")
    return say("Will be added: {parts}.", parts=joined(parts_of(restore.coming)))


def what_was_altered(restore: Restore) -> Message | None:
    """Return which entries in the file are not as they were written; None if all are."""
    if not restore.altered:
        return None
    numbers = ", ".join(map(str, restore.altered[:MOST_NAMED]))
    if len(restore.altered) > MOST_NAMED:
        numbers += " …"
    return say_n("Something has changed {n} entry since it was written, and it is restored as it "
                 "is now: entry {numbers}.",
                 "Something has changed {n} entries since they were written, and they are restored "
                 "as they are now: entries {numbers}.", len(restore.altered), numbers=numbers)


def what_was_read(found: Rescued) -> Message:
    """Return what was taken out of a damaged book, and what is lost."""
    return say("Read: {parts}. {lost}", parts=joined([
        say_n("{n} evening", "{n} evenings", found.evenings),
        say_n("{n} hand", "{n} hands", found.hands)]), lost=say_n(
        "{n} entry is lost.", "{n} entries are lost.", found.lost))


def looked_at(checked: Checked) -> Message:
    """Return how much a check has looked at."""
    return say("Checked: {parts}", parts=joined([
        say_n("{n} entry", "{n} entries", checked.entries),
        say_n("{n} player", "{n} players", checked.players),
        say_n("{n} evening", "{n} evenings", checked.evenings),
        say_n("{n} sheet", "{n} sheets", checked.sheets),
        say_n("{n} hand", "{n} hands", checked.hands)]))
