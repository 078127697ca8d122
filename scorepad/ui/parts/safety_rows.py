"""Rows that the screens about the safety of the book share."""

from collections.abc import Callable
from typing import Any

import flet as ft

from scorepad.i18n.words import Words
from scorepad.service.safety import BackupView
from scorepad.service.safety_messages import joined, parts_of
from scorepad.ui.theme import Space
from scorepad.ui.widgets import remark, tappable, two_lines


def row(title: str, sentence: str, on_tap: Callable[[], Any] | None, *, identifier: str,
        icon: ft.IconData, action: ft.ClientAction | None = None) -> ft.Control:
    """Build a row for something to do, with a sentence that says what it does."""
    return tappable(
        ft.Row([ft.Icon(icon, color=ft.Colors.PRIMARY), two_lines(title, sentence)],
               spacing=Space.MEDIUM),
        on_tap, identifier=identifier, action=action,
        padding=ft.Padding.symmetric(vertical=Space.SMALL))


def backup_row(backup: BackupView, t: Words, on_tap: Callable[[], Any]) -> ft.Control:
    """Build the row of a backup: when it was made, and what is in it."""
    counts = t("cannot be read") if backup.counts is None else \
        t(joined(parts_of(backup.counts)))
    before = f"{t('Before a restore or an import')} · " if backup.before_restore else ""
    return row(t.moment(backup.at), before + counts, on_tap,
               identifier=f"backup-{backup.path.stem}", icon=ft.Icons.HISTORY)


def busy(sentence: str) -> ft.Control:
    """Build a progress ring beside a sentence."""
    return ft.Row([ft.ProgressRing(width=20, height=20, stroke_width=2),
                   remark(sentence, expand=True)], spacing=Space.MEDIUM)
