"""The choice between the book that was open and the one that lies in its place now."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import flet as ft

from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.rescue import Rescue
from scorepad.service.safety import Counts, Picked, Restore
from scorepad.service.safety_messages import joined, parts_of, what_comes, what_goes
from scorepad.storage import StorageFault
from scorepad.storage.displaced import is_bare
from scorepad.ui.hooks import use_found
from scorepad.ui.opening import Opening
from scorepad.ui.parts.safety_rows import row
from scorepad.ui.session import page
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import heading, panel, remark, stack

Attempt = Callable[[str, Callable[[], Any]], Awaitable[Any]]
"""A function that says a sentence while it runs an act off the event loop; its result is None where
the act failed."""


@ft.component
def Choice(opening: Opening, rescue: Rescue, attempt: Attempt) -> ft.Control:
    t, kept = opening.words, rescue.kept
    whole = None if kept is None or is_bare(kept) else kept
    seen, see = use_found(Both)

    async def put_back(whole: Path) -> None:
        def put_there() -> Message:
            aside = rescue.restore(Picked.at(whole))
            return say("Put back.") if aside is None else \
                say("Put back. What was there is kept as {file}.", file=aside.name)
        go(await attempt(t("The book is being put back …"), put_there))

    async def go_on() -> None:
        def decide() -> Message:
            rescue.go_on()
            return say("What was open is kept with the backups.")
        go(await attempt(t("The book is being opened …"), decide))

    def go(done: Message | None) -> None:
        if done is not None and opening.attempt() and opening.session is not None:
            opening.session.show_anew()
            opening.session.tell(done)

    async def look(whole: Path) -> None:
        see(await attempt(t("Both are being read …"), lambda: Both(rescue, whole)))

    async def merge() -> None:
        def put_together() -> Message:
            aside, refused = rescue.unite()
            done = say("Merged. What was there is kept as {file}.", file=aside.name) if aside \
                else say("Merged.")
            return Message("{first} {more}", {"first": done, "more": say_n(
                "{n} entry of it could not be taken in.", "{n} entries of it could not be taken "
                "in.", len(refused))}) if refused else done
        go(await attempt(t("The books are being merged …"), put_together))

    merging = row(t("Merge both"), t("Continues with all that is in either. Both are kept."),
                  lambda: page().run_task(merge), identifier="merge-both",
                  icon=ft.Icons.MERGE_TYPE)
    are_one = whole is not None and rescue.are_one
    rows: list[ft.Control] = [merging] if are_one else []
    if whole is not None:
        rows.append(row(t("Put it back"), t("Continues with what was open. What is there now is "
                                            "kept."),
                        lambda: page().run_task(put_back, whole), identifier="put-back",
                        icon=ft.Icons.UNDO))
    if rescue.is_there:
        rows.append(row(t("Continue with the other one"),
                        t("What was open is kept with the backups."),
                        lambda: page().run_task(go_on), identifier="go-on",
                        icon=ft.Icons.ARROW_FORWARD))
    elif opening.before is None:
        rows.append(row(t("Start an empty book"), t("What was kept is then with the backups."),
                        lambda: page().run_task(go_on), identifier="go-on",
                        icon=ft.Icons.ADD))
    if whole is not None:
        rows.append(row(t("Look at both"), t("What is in them, and how they differ"),
                        lambda: page().run_task(look, whole), identifier="look-at-both",
                        icon=ft.Icons.COMPARE_ARROWS))
    return stack(panel(*rows, spacing=Space.HAIR), *([] if seen is None else seen.shown(t)))


class Both:
    """The contents of both books, and what putting back the one that was open would change."""

    def __init__(self, rescue: Rescue, kept: Path) -> None:
        self._open = rescue.counts(kept)
        self._there = rescue.counts(rescue.book) if rescue.is_there else None
        self._change: Restore | None = None
        self._together: Counts | None = None
        if self._there is not None:
            with suppress(StorageFault):
                self._together = rescue.together()
            with suppress(StorageFault):  # then there is nothing to compare
                self._change = rescue.preview(Picked.at(kept))

    def shown(self, t: Words) -> list[ft.Control]:
        """Build the comparison as it stands on the screen."""
        found = self._change
        change = filter(None, [what_goes(found), what_comes(found)]) if found else ()
        said = [ft.Text(t(line), size=Type.BODY) for line in change]
        return [heading(t("What was open")), panel(*_counted(self._open, t)),
                heading(t("What is there now")), panel(*_counted(self._there, t)),
                *([heading(t("Both together")), panel(*_counted(self._together, t))]
                  if self._together else []),
                *([panel(remark(t("If it is put back:")), *said)] if said else [])]


def _counted(counts: Counts | None, t: Words) -> list[ft.Control]:
    if counts is None:
        return [ft.Text(t("No book that can be read"), size=Type.BODY)]
    lines: list[ft.Control] = [ft.Text(t(joined(parts_of(counts))), size=Type.BODY)]
    if counts.last:
        lines.append(remark(t("Last entry: {time}", time=t.moment(counts.last))))
    return lines
