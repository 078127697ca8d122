"""Entering Kalter Schlag: four players, their Jungfern, the doublings, and figures."""

import flet as ft

from scorepad.drafts.kalter_schlag import KalterSchlagDraft
from scorepad.games.game import Seat
from scorepad.games.kalter_schlag import DOUBLINGS
from scorepad.ui.entry import pad
from scorepad.ui.entry.model import AUGEN_HINT, Desk, Panel
from scorepad.ui.entry.ramsch import durchmarsch, marching_player


def controls(desk: Desk[KalterSchlagDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    doublings = [_doubling(desk, name, count) for count, name in enumerate(DOUBLINGS, 1)]
    above, beside = pad.shared(desk, doublings)
    return [*pad.rows_of([_player(desk, seat) for seat in desk.table.seats], *above),
            *pad.number_pad(desk.change, [durchmarsch(desk), *beside],
                            idle=desk.draft.marching)]


def _who_said(desk: Desk[KalterSchlagDraft]) -> list[ft.Control]:
    """Return a key for each player to say that he doubled, once anybody has."""
    return [_said(desk, seat) for seat in desk.table.seats] if desk.draft.verdopplungen else []


def _said(desk: Desk[KalterSchlagDraft], seat: Seat) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    own = [doubling for doubling, whose in zip(DOUBLINGS, draft.said_by) if whose == seat]
    missing = f"{draft.unnoted}?" if draft.unnoted else ""
    return pad.word_key(name, desk.change, lambda draft: draft.say_who(seat),
                        columns=len(DOUBLINGS), identifier=f"said-{seat}", chosen=bool(own),
                        below=" ".join([*own, missing] if missing else own) or "–",
                        label=desk.t("{name} said {what}", name=name,
                                     what=", ".join(own) or missing or "–"))


PANEL = Panel(KalterSchlagDraft, controls, AUGEN_HINT, {
    "durchmarsch": "D", "jungfer-": "J", "doubling-1": "K"}, notes=_who_said)


def _player(desk: Desk[KalterSchlagDraft], seat: Seat) -> ft.Control:
    draft, name, columns = desk.draft, desk.table.names[seat], len(desk.table.seats)
    figure, jungfer = draft.figures.typed[seat], seat in draft.jungfern

    if draft.marching:
        return marching_player(desk, seat, filled=True)
    rest = draft.rest()
    inferred = str(rest[1]) if rest and rest[0] == seat else ""
    return pad.tile(
        desk, seat, "0" if jungfer else figure or inferred or "–", columns, chosen=jungfer,
        ring=draft.figures.focus == seat, fault=name in desk.faulty,
        said=f"{name}, Jungfer, 0 Augen" if jungfer else
        f"{name}, {figure or inferred} Augen" if figure or inferred else name,
        quiet=not figure and not jungfer,
        feet=[pad.tile_foot("Jungfer", columns, desk.change, lambda draft: draft.jungfer(seat),
                            identifier=f"jungfer-{seat}", chosen=jungfer,
                            said=desk.t("{name} is Jungfer", name=name))])


def _doubling(desk: Desk[KalterSchlagDraft], name: str, count: int) -> ft.Control:
    return pad.short_key(name, desk.change, lambda draft: draft.double(count),
                         identifier=f"doubling-{count}", chosen=desk.draft.verdopplungen >= count,
                         size=pad.key_size(name, pad.MOST if desk.close else len(DOUBLINGS)))
