"""Entering Doppelkopf: the club's own notation in one line, `AV/U9U6/U9/R/-F`."""

from collections.abc import Sequence
from typing import Any

import flet as ft

from scorepad.drafts.altenburg import AltenburgDraft
from scorepad.games.altenburg import shorthand
from scorepad.games.game import Unreadable
from scorepad.i18n.words import Words
from scorepad.ui.entry.model import Desk
from scorepad.ui.entry.pad import word_key
from scorepad.ui.theme import Space
from scorepad.ui.widgets import text_field

PROPOSALS = (6, 6)
"""The number of keys in each row."""


def line(desk: Desk, draft: AltenburgDraft, t: Words) -> ft.Control:
    """Return the field for the notation; what is typed counts as soon as it can be read."""
    return text_field(
        t("Notation"), draft.line,
        lambda text: desk.change(lambda draft: draft.write(text, desk.table)),
        error=_fault(desk, draft, t), dense=True,
        on_focus=lambda: desk.change(lambda draft: draft.writes(True)),
        on_blur=lambda: desk.change(lambda draft: draft.writes(False)),
        content_padding=ft.Padding.symmetric(horizontal=Space.MEDIUM, vertical=Space.MEDIUM))


def proposals(desk: Desk, draft: AltenburgDraft) -> list[list[ft.Control]]:
    """Return rows of keys for what may come next in the line."""
    found = list(shorthand.complete(draft.line, draft.rules))
    rows, start = [], 0
    for columns in PROPOSALS:
        row = found[start:start + columns]
        keys: list[ft.Control] = [_proposal(desk, text, start + index, columns)
                                  for index, text in enumerate(row)]
        rows.append(keys + [ft.Container(expand=True) for _ in range(columns - len(row))])
        start += columns
    return rows


def _proposal(desk: Desk, text: str, number: int, columns: int) -> ft.Control:
    return word_key(text.rpartition("/")[2],
                    lambda: desk.change(lambda draft: draft.write(text, desk.table)),
                    columns=columns, identifier=f"proposal-{number}", label=text)


def _fault(desk: Desk, draft: AltenburgDraft, t: Words) -> str | None:
    """Return what is wrong with the line, and with which letters; None while its last part can
    still become valid."""
    try:
        shorthand.read(draft.line, draft.so_far, desk.table)
    except Unreadable as fault:
        place, message = fault.problems[0]
        last = draft.line.rfind("/") + 1
        if not draft.line or _ends_within(place, last) and shorthand.complete(
                draft.line, draft.rules):
            return None
        match place:
            case (int(start), int(end)) if wrong := draft.line[start:end]:
                return f"{wrong}: {t(message)}"
        return t(message)
    return None


def _ends_within(place: Sequence[Any], last: int) -> bool:
    """Return whether a place is in the part of the line that begins at `last`."""
    return bool(place) and place[0] >= last
