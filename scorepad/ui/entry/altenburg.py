"""Entering Doppelkopf by the Altenburg house rules: Re's two players, then the result, which saves.
One more tap for each step of an Ansage; the rarer keys fold out."""

import flet as ft

from scorepad.drafts.altenburg import AltenburgDraft, Target
from scorepad.games.altenburg.hand import Side
from scorepad.games.game import Seat
from scorepad.ui.entry import altenburg_folds as folds, doppelkopf
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.entry.pad import abreast, grid, tile, word_key
from scorepad.ui.session import of_page


def controls(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    columns, pad = abreast(len(desk.table.seats)), folds.pad(desk)
    players = [_player(desk, seat, columns) for seat in desk.table.seats]
    return doppelkopf.laid_out(
        desk, grid(players, columns), doppelkopf.ansagen(desk, folds.openers(desk)),
        [folds.summary(desk), *folds.keys(desk)],
        pad or doppelkopf.results(desk, folds.augen_key(desk)), counts=bool(pad))


PANEL = Panel(AltenburgDraft, controls, doppelkopf.HINT, doppelkopf.LETTERS, results_save=True,
              notes=lambda desk: _who_said(desk))


def _player(desk: Desk[AltenburgDraft], seat: Seat, columns: int) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    plays, is_re = seat in draft.active, seat in draft.re
    stars = [stern.seat for stern in draft.sterne].count(seat)
    shown = " ".join(filter(None, [
        "Re" if is_re else "", f"★{stars if stars > 1 else ''}" if stars else ""]))
    out = "" if plays else desk.t("sits out")
    said = ", ".join(filter(None, [name, "Re" if is_re else "", out,
                                   desk.t("Stars: {count}", count=stars) if stars else ""]))
    by_hand = draft.target is Target.AKTIVE
    seen = shown or (out if of_page().text_scale < doppelkopf.LARGE_TEXT else "") or "–"
    wrong = is_re and not plays and ("re",) in {problem.place for problem in desk.problems}
    return tile(desk, seat, seen, columns, said=said, told=not plays and not shown,
                idle=not (plays or by_hand or is_re), chosen=plays if by_hand else is_re,
                ring=draft.focus == seat or draft.has(seat), fault=wrong, quiet=not shown)


def _who_said(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return a key for each player who may have made his side's Ansage, once there is one."""
    if folds.pad(desk):
        return []
    could = [(seat, side) for seat in desk.table.seats
             if (side := desk.draft.can_have_said(seat)) is not None]
    return [_said(desk, seat, side, len(could)) for seat, side in could]


def _said(desk: Desk[AltenburgDraft], seat: Seat, side: Side, columns: int) -> ft.Control:
    name, word = desk.table.names[seat], doppelkopf.side_name(side)
    did = desk.draft.von(side) == seat
    return word_key(name, desk.change, lambda draft: draft.say_who(seat), columns=columns,
                    identifier=f"said-{seat}", chosen=did, below=word if did else f"{word}?",
                    label=desk.t("{name} said {what}", name=name, what=word))
