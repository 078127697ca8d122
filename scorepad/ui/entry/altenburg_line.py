"""Entering Doppelkopf: the club's own notation in one line, `AV/U9U6/U9/R/-F`."""

import flet as ft

from scorepad.drafts.altenburg import AltenburgDraft
from scorepad.games.altenburg import shorthand
from scorepad.games.game import Unreadable
from scorepad.ui.entry.model import Desk
from scorepad.ui.entry.pad import grid, word_key
from scorepad.ui.theme import Space
from scorepad.ui.widgets import text_field

COLUMNS = 6
"""Proposals in each of two rows."""


def line(desk: Desk[AltenburgDraft]) -> ft.Control:
    """Return the field for the notation; what is typed counts as soon as it can be read."""
    return text_field(
        desk.t("Notation"), desk.draft.line,
        lambda text: desk.change(lambda draft: draft.write(text, desk.table)),
        error=_fault(desk), dense=True,
        on_focus=lambda: desk.change(lambda draft: draft.writes(True)),
        on_blur=lambda: desk.change(lambda draft: draft.writes(False)),
        content_padding=ft.Padding.symmetric(horizontal=Space.MEDIUM, vertical=Space.MEDIUM))


def proposals(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return rows of keys for what may come next in the line."""
    found = shorthand.complete(desk.draft.line, desk.draft.rules)
    blank = [ft.Container(expand=True) for _ in range(2 * COLUMNS - len(found))]
    return grid([*[_proposal(desk, text, number) for number, text in enumerate(found)], *blank],
                COLUMNS)


def _proposal(desk: Desk[AltenburgDraft], text: str, number: int) -> ft.Control:
    return word_key(text.rpartition("/")[2], desk.change,
                    lambda draft: draft.write(text, desk.table), columns=COLUMNS,
                    identifier=f"proposal-{number}", label=text)


def _fault(desk: Desk[AltenburgDraft]) -> str | None:
    """Return what is wrong with the line, and with which letters; None while its last part can
    still become valid."""
    draft = desk.draft
    try:
        shorthand.read(draft.line, draft.so_far, desk.table)
    except Unreadable as fault:
        place, message = fault.problems[0]
        last = draft.line.rfind("/") + 1
        if not draft.line:
            return None
        match place:
            case (int(start), *_) if start >= last and shorthand.complete(draft.line, draft.rules):
                return None
            case (int(start), int(end)) if wrong := draft.line[start:end]:
                return f"{wrong}: {desk.t(message)}"
        return desk.t(message)
    return None
