"""The seats of a table in order, and who may still sit down: for a new sheet, and between two
hands."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft

from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.forms.seating import PeopleForm
from scorepad.ui.session import Session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import (
    chip,
    chips,
    icon_button,
    muted,
    remark,
    stack,
    tappable,
    text_button,
    text_field,
)

ROW = 56
"""Height of a seat in the list of players."""

SEAT_NUMBER = 24
"""Width of the column of seat numbers."""

MOST_SUGGESTIONS = 12
"""Known names that are offered at once; typing finds the others."""


def seats(form: PeopleForm, t: Words, deals: str, mark: str,
          on_tap: Callable[[str], Any]) -> list[ft.Control]:
    """Build the seats in order: the taken ones, which can be dragged, and those still free.

    deals: the name of the dealer, marked as `mark` says; on_tap: gets the name that is tapped.
    """
    taken = [_seat(form, name, t, mark if name == deals else "", on_tap) for name in form.names]
    free = [_free_seat(len(form.names) + more, t) for more in range(1, form.free_seats + 1)]
    if not taken:
        return free
    return [ft.ReorderableListView(
        taken, height=ROW * len(taken), show_default_drag_handles=False,
        on_reorder=lambda event: form.move(event.old_index, event.new_index)), *free]


def _seat(form: PeopleForm, name: str, t: Words, mark: str,
          on_tap: Callable[[str], Any]) -> ft.Control:
    """Build a player's seat. A tap calls `on_tap`; the cross removes the player; the handle
    drags."""
    seat = form.names.index(name)
    called = ft.Text(name, size=Type.FIGURE, weight=ft.FontWeight.W_600 if mark else None,
                     no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS,
                     expand=True, expand_loose=True)
    dot = ft.Text("●", size=Type.BODY, color=ft.Colors.PRIMARY, visible=bool(mark),
                  semantics_label=mark)
    handle = ft.Container(
        ft.Icon(ft.Icons.DRAG_HANDLE, color=ft.Colors.ON_SURFACE_VARIANT,
                semantics_label=t("Drag {name}", name=name)), padding=Space.MEDIUM)
    return ft.Row(key=name, height=ROW, spacing=0, controls=[
        tappable(ft.Row([_number(seat + 1), called, dot], spacing=Space.SMALL),
                 partial(on_tap, name), identifier=f"seat-{seat + 1}", expand=True, height=ROW,
                 selected=bool(mark) or None, alignment=ft.Alignment.CENTER_LEFT),
        icon_button(ft.Icons.CLOSE, t("Remove {name}", name=name), lambda: form.remove(name),
                    identifier=f"remove-{seat + 1}"),
        ft.ReorderableDragHandle(handle, mouse_cursor=ft.MouseCursor.GRAB)])


def _free_seat(number: int, t: Words) -> ft.Control:
    free = muted(t("free"), size=Type.FIGURE, italic=True)
    return ft.Semantics(container=True, content=ft.Row(
        [_number(number), free], spacing=Space.SMALL, height=ROW))


def _number(number: int) -> ft.Control:
    return ft.Container(remark(str(number)), width=SEAT_NUMBER)


def newcomers(form: PeopleForm, session: Session) -> list[ft.Control]:
    """Build a field for a name, and a chip for each known player; nothing at a full table."""
    if form.full:
        return []
    t, service = session.words, session.service
    # Typing finds retired players, too, who sit down like anybody else.
    known = service.players() if not form.typed_name.strip() else everybody(service)

    def add() -> None:
        form.add_typed(everybody(service))

    async def add_and_go_on(event: ft.Event[ft.TextField]) -> None:
        add()
        if not form.full:
            await event.control.focus()  # Enter has taken it away, and more names may follow

    field = text_field(t("Name"), form.typed_name, form.type_name, on_submit=add_and_go_on,
                       expand=True, capitalization=ft.TextCapitalization.SENTENCES,
                       error=t(form.name_fault) if form.name_fault else None)
    suggested = [chip(name, partial(form.add, name), identifier=f"add-{name}")
                 for name in form.suggestions(known)[:MOST_SUGGESTIONS]]
    offered = [ft.Container(height=Space.MEDIUM), chips(suggested)] if suggested else []
    plus = icon_button(ft.Icons.ADD, t("Add"), add, identifier="add-name")
    # By its key the field stays the same, with the focus, while rows above it come and go.
    return [
        ft.Container(height=Space.MEDIUM),
        ft.Row([field, plus], key="new-name", vertical_alignment=ft.CrossAxisAlignment.START),
        *offered]


def split_offer(tables: Sequence[Sequence[str]], split: Callable[[], Any], t: Words,
                about: str = "") -> ft.Control:
    """Build the offer to play at two tables, which is taken with one tap; about: what becomes of
    them."""
    return stack(
        ft.Container(height=Space.SMALL),
        *[remark(t("Table {n}: {names}", n=n, names=", ".join(names)))
          for n, names in enumerate(tables, 1)],
        *([muted(about)] if about else []),
        ft.Row([text_button(
            t("Play at two tables: {first} and {second}", first=len(tables[0]),
              second=len(tables[1])), split, identifier="split", icon=ft.Icons.CALL_SPLIT)]),
        spacing=Space.SMALL)


def everybody(service: Service) -> list[str]:
    """Return the names in the book, those of retired players last."""
    return list(dict.fromkeys((*service.players(), *service.people.names().values())))
