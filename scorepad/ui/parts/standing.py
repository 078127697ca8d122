"""The standing on a sheet beyond the running Partie, beside the hands of a wide window."""

import flet as ft

from scorepad.service.telling import told_matches
from scorepad.service.views import SheetView
from scorepad.ui.session import Session, going_to
from scorepad.ui.theme import ASIDE_WIDTH, Space, Type, color_of_money, color_of_points
from scorepad.ui.widgets import heading, muted, panel, stack, strong


def _way_to_course(sheet: SheetView, text: str) -> ft.Control:
    """Build the button that leads to the course of the evening. Tab does not stop there: on a sheet
    it means something else."""
    return ft.Row([ft.Semantics(identifier="to-course", button=True, content=ft.Container(
        ft.Row([ft.Icon(ft.Icons.SHOW_CHART, size=Type.TITLE, color=ft.Colors.PRIMARY),
                strong(text, size=Type.BODY, color=ft.Colors.PRIMARY)], spacing=Space.SMALL,
               tight=True),
        on_click=going_to(f"/evening/{sheet.evening}/course"), padding=Space.LARGE))])


def standing_beside(sheet: SheetView, session: Session) -> ft.Control:
    """Build the standing of a sheet, the best first, with the money so far."""
    t, score = session.words, sheet.score
    money = {} if score.decimals else sheet.money
    rows: list[ft.Control] = []
    for rank in sheet.ranking:
        told = told_matches(rank)
        cents = money.get(rank.name)
        figures: list[ft.Control] = [strong(t.points(rank.points, score.decimals),
                          color=color_of_points(rank.points, sheet.game.low_is_good))]
        if cents is not None:
            figures.append(ft.Text(
                t.balance(cents, score.record.currency), size=Type.BODY, no_wrap=True,
                color=color_of_money(cents) or ft.Colors.ON_SURFACE_VARIANT))
        rows.append(ft.Row(spacing=Space.SMALL, controls=[
            ft.Column([
                ft.Text(rank.name, size=Type.FIGURE, no_wrap=True,
                        overflow=ft.TextOverflow.ELLIPSIS),
                *([muted(t(told))] if told else [])], spacing=0, tight=True, expand=True),
            ft.Column(figures, spacing=0, tight=True,
                      horizontal_alignment=ft.CrossAxisAlignment.END)]))
    return ft.Semantics(identifier="standing", container=True, content=ft.Container(
        width=ASIDE_WIDTH, padding=ft.Padding.only(right=Space.LARGE), content=ft.Column([
            heading(t("Ranking")), panel(stack(*rows)),
            _way_to_course(sheet, t("Progress"))],
            scroll=ft.ScrollMode.AUTO)))
