"""Entering Kalter Schlag: four players, their Jungfern, the doublings, and figures.

Four taps for a decisive figure: player, two digits, save; one more for each doubling or Jungfer.
"""


import flet as ft

from scorepad.drafts.kalter_schlag import KalterSchlagDraft
from scorepad.games.game import Rules, Seat, Table
from scorepad.games.kalter_schlag import DOUBLINGS
from scorepad.i18n.words import Words
from scorepad.ui.entry.model import AUGEN_HINT, Change, Desk, Panel
from scorepad.ui.entry.pad import (
    key_height,
    key_size,
    number_pad,
    rows_of,
    tile,
    tile_foot,
    word_key,
)
from scorepad.ui.session import use_session
from scorepad.ui.widgets import key, key_text


def controls(desk: Desk) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    table, change = desk.table, desk.change
    draft: KalterSchlagDraft = desk.draft
    t = use_session().words
    faulty = {problem.place[1] for problem in desk.problems if len(problem.place) > 1}
    return [
        *rows_of([_player(table, seat, draft, table.names[seat] in faulty, change, t)
                  for seat in table.seats],
                 [_doubling(name, count, draft, change)
                  for count, name in enumerate(DOUBLINGS, 1)]),
        *number_pad(
            lambda digit: change(lambda draft: draft.digit(digit)),
            lambda: change(KalterSchlagDraft.backspace),
            backspace_label=t("Delete"),
            keys=[lambda columns: word_key(
                "Durchmarsch", lambda: change(KalterSchlagDraft.march), columns=columns,
                identifier="durchmarsch", chosen=draft.marching)])]


PANEL = Panel(KalterSchlagDraft, controls, AUGEN_HINT)


def _player(table: Table[Rules], seat: Seat, draft: KalterSchlagDraft, faulty: bool,
            change: Change, t: Words) -> ft.Control:
    name, figure = table.names[seat], draft.figures.typed[seat]
    jungfer = seat in draft.jungfern

    def tap() -> None:
        change(lambda draft: draft.tap(seat))

    if draft.marching:
        made = draft.maker == seat
        return tile(name, "alle" if made else "–", len(table.seats), tap,
                    identifier=f"seat-{seat}", chosen=made, ring=made,
                    said=t("{name} made the Durchmarsch", name=name) if made else name)
    rest = draft.rest()
    inferred = str(rest[1]) if rest and rest[0] == seat else ""
    return tile(
        name, "0" if jungfer else figure or inferred or "–", len(table.seats), tap,
        identifier=f"seat-{seat}", chosen=jungfer, ring=draft.figures.focus == seat, fault=faulty,
        said=f"{name}, {figure or inferred} Augen" if figure or inferred else name,
        quiet=not figure and not jungfer,
        feet=[tile_foot("Jungfer", len(table.seats),
                        lambda: change(lambda draft: draft.jungfer(seat)),
                        identifier=f"jungfer-{seat}", chosen=jungfer,
                        said=t("{name} is Jungfer", name=name))])


def _doubling(name: str, count: int, draft: KalterSchlagDraft, change: Change) -> ft.Control:
    said = draft.verdopplungen >= count
    return key(key_text(name, chosen=said, size=key_size(name, len(DOUBLINGS))),
               lambda: change(lambda draft: draft.double(count)), identifier=f"doubling-{count}",
               chosen=said, expand=True, height=key_height())
