"""Entering Doppelkopf: the club's own notation in one line, `AV/U9U6/U9/R/-F`."""

from collections.abc import Iterator

import flet as ft

from scorepad.drafts.altenburg import AltenburgDraft
from scorepad.games.altenburg import FARBEN, KINDS, shorthand
from scorepad.games.altenburg.hand import Hand, Side, Spiel
from scorepad.games.altenburg.value import worth
from scorepad.games.game import Unreadable
from scorepad.ui.entry.doppelkopf import hand_if, side_name
from scorepad.ui.entry.model import Desk
from scorepad.ui.entry.pad import grid, word_key
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import muted, text_field

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


def told(desk: Desk[AltenburgDraft]) -> ft.Control:
    """Return what the line was read as, and what that is worth; and how to spell what the club's
    printed list means by it, if it means something else."""
    draft, hand, said = desk.draft, hand_if(desk, None), list[str]()
    if draft.line and hand is not None:
        arithmetic = desk.slot.explain(hand).rpartition(": ")[2]
        said.append(f"{' · '.join(_parts(desk, hand))}: {arithmetic}")
        if other := shorthand.misprinted(draft.line, hand, desk.table):
            said.append(desk.t(other))
    return ft.Semantics(identifier="read-as", key=f"read-as-{len(said)}", container=True,
                        content=ft.Column([muted(each, size=Type.SMALL) for each in said],
                                          spacing=0, tight=True))


def _parts(desk: Desk[AltenburgDraft], hand: Hand) -> Iterator[str]:
    came = worth(hand, desk.table.rules)
    if hand.spiel is not Spiel.NORMAL:
        yield KINDS[hand.spiel].format(farbe=FARBEN[hand.farbe] if hand.farbe else "")
    yield desk.t("Nobody wins") if came.winner is None else \
        desk.t("{side} wins", side=side_name(came.winner))
    for side in Side:
        if ansage := hand.ansage(side):
            level = f"{side_name(side)} {shorthand.LEVELS[ansage.depth]}".strip()
            yield desk.t("announced: {what}", what=level)
    if played := shorthand.played_level(hand, came.winner, desk.table.rules):
        yield desk.t("played: {what}", what=shorthand.LEVELS[played])


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
