"""Sentences about importing a file, shared by the command line and the screen."""

from collections.abc import Sequence

from scorepad.book.merge_people import Namesake
from scorepad.book.merged import Difference, Merge
from scorepad.i18n.message import Message, say

ANOTHER_EVENING = say("Nothing was imported: this is another evening with the same id.")


def told_namesake(namesake: Namesake) -> Message:
    """Return what becomes of somebody whose name belongs to another person in the book."""
    return say("{name} in the file is not the {name} of this book, and is called {other} here. If "
               "they are one person, put them together under Players.",
               name=namesake.name, other=namesake.here)


def in_groups(preview: Merge) -> list[tuple[Message, Sequence[Difference]]]:
    """Return the differences in two groups with a heading each, those that are not older in the
    file first; an empty group is left out."""
    groups = ((say("Different:"), [each for each in preview.differing if not each.is_older]),
              (say("Newer here:"), [each for each in preview.differing if each.is_older]))
    return [(heading, found) for heading, found in groups if found]


def done(preview: Merge, taken: int) -> Message:
    """Return what an import has come to; taken: in how many differences the file's word was."""
    if preview.additions or taken:
        return say("Imported.")
    if preview.differing:
        return say("Nothing to import: where the file differs, the book stands.")
    return say("Nothing to import: all of it is in the book.")
