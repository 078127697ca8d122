"""The parts of a form that say what becomes of the sheet before, and who sits out in turn."""

from functools import partial

import flet as ft

from scorepad.games.protocols import Partien
from scorepad.i18n.words import Words
from scorepad.ui.forms.round import RoundForm
from scorepad.ui.theme import Space
from scorepad.ui.widgets import chip, chips, panel, remark, text_button


def old_sheet(form: RoundForm, t: Words) -> ft.Control:
    """Build the panel that says why a new sheet begins where somebody takes over a seat, and asks
    what becomes of what still runs on the old one."""
    told: list[ft.Control] = [
        remark(t("On one sheet the same people play from first to last.")),
        remark(t("What was played so far stays with {name}.", name=form.leaves))]
    if form.old and not form.game.ends_by_hand:
        told.append(remark(t("The game that runs there stays open.")))
    elif form.old:
        partie = isinstance(form.game, Partien)
        ends = t("is broken off") if partie else t("ends and is settled")
        told += [ft.Container(height=Space.SMALL), remark(t("The match that runs there")), chips([
            chip(t("stays open"), partial(form.end_old, False), chosen=not form.ends_old,
                 identifier="old-stays"),
            chip(ends, partial(form.end_old, True), chosen=form.ends_old,
                 identifier="old-ends")])]
    return panel(*told)


def sitting_out(form: RoundForm, t: Words) -> list[ft.Control]:
    """Build who sits out in turn, where the number of players is fixed, with a way to have one more
    do so. A tap on a name lets somebody go home, or stay."""
    if not form.takes_turns:
        return []
    controls: list[ft.Control] = []
    if form.may_sit_out and not form.too_many:
        controls += [ft.Container(remark(t("Sitting out in turn")),
                                  padding=ft.Padding.symmetric(vertical=Space.SMALL)), chips([
            chip(name, partial(form.sits_out_or_goes, name), chosen=name in form.beside,
                 identifier=f"waits-{name}") for name in form.may_sit_out])]
    if not form.free_seats and not form.one_more and not form.too_many:
        controls.append(ft.Row([text_button(
            t("One more, sitting out in turn"), form.ask_for_one_more, identifier="one-more",
            icon=ft.Icons.PERSON_ADD_OUTLINED)], wrap=True))
    return controls
