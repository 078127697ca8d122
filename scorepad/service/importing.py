"""The entries that an import writes.

What is new in a file makes its entries by a fixed rule: the same file, the same entries, on every
device. So they say only what the file says, not who imported it and when, and have their ids from
what they say. Where somebody takes the file's word, he writes.
"""

from collections.abc import Collection

from scorepad.book.facts import Entry
from scorepad.book.merged import Merge
from scorepad.book.record import UNSTAMPED
from scorepad.service.refusals import new_id, now
from scorepad.storage.links import unnamed
from scorepad.system.steps import Steps


def entries_to_take(preview: Merge, chosen: Collection[str],
                    author: str) -> Steps[list[tuple[Entry, str | None]]]:
    """Return the entries that import a preview, each with its evening.

    chosen: the names of the differences in which the file's word is taken; raises KeyError for one
    that is not offered.
    """
    taken = preview.taking(chosen)
    entries = []
    for addition in preview.additions:
        _, at, by = addition.stamp or UNSTAMPED
        entries.append((Entry(unnamed(addition.moment), addition.fact, at, by), addition.evening))
        yield
    return [*entries, *[(Entry(new_id(), addition.fact, now(), author), addition.evening)
                        for addition in taken]]
