"""The differences between a file and the book, each with a tap that takes the file's word."""

from collections.abc import Callable, Container, Sequence
from functools import partial

import flet as ft

from scorepad.book.merged import Difference, Merge
from scorepad.book.record import BookRecord
from scorepad.document.differing import by_evening
from scorepad.i18n.words import Words
from scorepad.service.import_messages import in_groups
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import remark, strong, tappable

MOST_LINES = 20


def differences(book: BookRecord, found: Merge, chosen: Container[str],
                choose: Callable[[str], None], t: Words) -> list[ft.Control]:
    """Build what differs, below the evening and the table it is about, the newest first.

    chosen: the names of those in which the file's word is taken; choose: called with one of them to
    take it, or not to take it after all.
    """
    lines: list[ft.Control] = []
    for heading, group in in_groups(found):
        lines.append(ft.Text(t(heading), size=Type.BODY))
        for whose, each in by_evening(book, group[:MOST_LINES], t):
            if whose:
                lines.append(strong(whose, size=Type.BODY))
            lines += [_difference(where, one, one.name in chosen,
                                  partial(choose, one.name) if found.correctable else None, t)
                      for where, one in each]
        if (more := len(group) - MOST_LINES) > 0:
            lines.append(remark(t("… and {count} more", count=more)))
    return lines


def _difference(where: str, found: Difference, taken: bool, choose: Callable[[], None] | None,
                t: Words) -> ft.Control:
    """Build one difference, with a mark to tap if the file's word can be taken."""
    told = [text for text in (
        found.ours and t("the book: {hand}", hand=found.ours),
        found.theirs and t("the file: {hand}", hand=found.theirs)) if text]
    said = f"{where}: {t(found.message)}"
    lines: Sequence[ft.Control] = [
        ft.Text(said, size=Type.BODY), *[remark(each) for each in told]]
    if not found.fix or choose is None:
        return ft.Column(list(lines), spacing=2, tight=True)
    mark = ft.Icon(ft.Icons.CHECK_CIRCLE, size=22, color=ft.Colors.PRIMARY) if taken else \
        ft.Icon(ft.Icons.RADIO_BUTTON_UNCHECKED, size=22, color=ft.Colors.ON_SURFACE_VARIANT)
    asked = ft.Text(t("Take the file's word"), size=Type.BODY, color=ft.Colors.PRIMARY)
    return tappable(
        ft.Row([mark, ft.Column([*lines, asked], spacing=2, tight=True, expand=True)],
               spacing=Space.MEDIUM, vertical_alignment=ft.CrossAxisAlignment.START),
        choose, identifier=f"take-{found.name}", checked=taken,
        padding=ft.Padding.symmetric(vertical=Space.SMALL))
