"""The seats of a table in order, who may still sit down, and who sits out in turn."""

from collections.abc import Callable, Sequence
from datetime import date as Date
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlencode, urlparse

import flet as ft

from scorepad.games.game import Seat
from scorepad.games.protocols import Partien, SeatsChange
from scorepad.i18n.message import listed, say
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.views import SheetView
from scorepad.ui import widgets as ui
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.forms.seating import PeopleForm, RoundForm
from scorepad.ui.parts.fields import question
from scorepad.ui.session import Session, go_back, page
from scorepad.ui.theme import Space, Type

LIKE = "like"
"""The parameter of the address that names the sheet whose table plays once more."""

ROW = 56
"""Height of a seat in the list of players."""

MOST_SUGGESTIONS = 12
"""Known names that are offered at once; typing finds the others."""


INSTEAD = "instead"
"""The parameter of the address that names a player whose seat somebody else takes."""


def leaving(route: str) -> str:
    """Return the name that an address gives for `INSTEAD`, empty for none."""
    return parse_qs(urlparse(route).query).get(INSTEAD, [""])[0]


def way_of_taking_over(sheet: SheetView, name: str) -> str:
    """Return where somebody takes a seat: on the same sheet if players change, or a new one."""
    here = f"/evening/{sheet.evening}"
    if isinstance(sheet.game, SeatsChange):
        return f"{here}/sheet/{sheet.id}/seats?{urlencode({INSTEAD: name})}"
    return f"{here}/new?{urlencode({LIKE: sheet.id, INSTEAD: name})}"


def way_to_same_table(evening: str, sheet: str) -> str:
    """Return the address of the form filled in like that sheet."""
    return f"/evening/{evening}/new?{urlencode({LIKE: sheet})}"


def begin(form: NewSheetForm, session: Session, *, split: bool = False) -> None:
    """Begin the game and go to its sheet; split: at several tables, and go to the evening."""
    if session.attempt(partial(form.begin, split=split), session.service, session.words,
                       Date.today()):
        go_back(f"/evening/{form.evening}" if split
                else f"/evening/{form.evening}/sheet/{form.sheet}")


def new_field() -> ft.Ref[ft.TextField]:
    """Return what the field for a name is put in, so that a tap elsewhere can lead there."""
    return ft.Ref()


def seats(form: PeopleForm, session: Session, deals: str, mark: str,
          on_tap: Callable[[str], Any], field: ft.Ref[ft.TextField], *,
          apart: bool = False, writes: bool = True) -> list[ft.Control]:
    """Build the seats in order: the taken ones, which can be dragged, and those still free, the
    first of which has the field for a name, unless that stands `apart`. deals: the name of the
    dealer, marked as `mark` says; on_tap: gets the name that is tapped; field: becomes the one of
    the name; writes: whether that has the keyboard while somebody is missing."""
    t = session.words
    taken = [_seat(form, name, t, mark if name == deals else "", on_tap) for name in form.names]
    rows: list[ft.Control] = [] if not taken else [ft.ReorderableListView(
        taken, height=ROW * len(taken), show_default_drag_handles=False,
        on_reorder=lambda event: form.move(event.old_index, event.new_index))]
    if form.free_seats:
        free = [form.next_seat + 1, *range(len(form.names) + 2,
                                           len(form.names) + 1 + form.free_seats)]
        rows += [*([] if apart else newcomers(form, session, field, writes=writes)),
                 *[_free_seat(number, field, t) for number in free[0 if apart else 1:]]]
    return rows


def _seat(form: PeopleForm, name: str, t: Words, mark: str,
          on_tap: Callable[[str], Any]) -> ft.Control:
    """Build a player's seat, with an arrow that moves it, a cross that removes and a handle that
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
        ui.tappable(ft.Row([_number(_shown(form, seat)), called, dot], spacing=Space.SMALL),
                    partial(on_tap, name), identifier=f"seat-{seat + 1}", expand=True, height=ROW,
                    selected=bool(mark) or None, alignment=ft.Alignment.CENTER_LEFT),
        *_moving(form, seat, t),
        ui.icon_button(ft.Icons.CLOSE, t("Remove {name}", name=name), lambda: form.remove(name),
                       identifier=f"remove-{seat + 1}"),
        ft.ReorderableDragHandle(handle, mouse_cursor=ft.MouseCursor.GRAB)])


def _moving(form: PeopleForm, seat: Seat, t: Words) -> list[ft.Control]:
    """Build the arrow that moves a player up a seat, or the first one down, for those who
    cannot drag."""
    if len(form.names) < 2:
        return []
    to = seat - 1 if seat else 1
    name, number = form.names[seat], _shown(form, to)
    label = t("{name} up to seat {number}", name=name, number=number) if seat else \
        t("{name} down to seat {number}", name=name, number=number)
    return [ui.icon_button(ft.Icons.ARROW_UPWARD if seat else ft.Icons.ARROW_DOWNWARD, label,
                           lambda: form.move(seat, to), identifier=f"move-{seat + 1}")]


def _shown(form: PeopleForm, seat: Seat) -> int:
    """Return the number of a seat as it is shown, where one may be kept free before it."""
    return seat + 1 + (form.vacant is not None and seat >= form.vacant)


def _free_seat(number: int, field: ft.Ref[ft.TextField], t: Words) -> ft.Control:
    """Build a free seat; a tap leads to the field for a name."""
    async def open_field() -> None:
        if field.current is not None:
            await field.current.focus()

    free = ui.muted(t("free"), size=Type.FIGURE, italic=True)
    return ui.tappable(
        ft.Row([_number(number), free], spacing=Space.SMALL), lambda: page().run_task(open_field),
        identifier=f"free-{number}", height=ROW, alignment=ft.Alignment.CENTER_LEFT)


def _number(number: int) -> ft.Control:
    return ft.Container(ui.remark(str(number)), width=24)


def newcomers(form: PeopleForm, session: Session,
              line: ft.Ref[ft.TextField], *, writes: bool = True) -> list[ft.Control]:
    """Build a field for a name, and a chip for each known player; nothing at a full table. As long
    as somebody is missing, the field has the keyboard if it `writes`. line: becomes the field."""
    if form.full:
        return []
    t, service = session.words, session.service
    # Typing finds retired players, too, who sit down like anybody else.
    known = service.players() if not form.typed_name.strip() else everybody(service)

    async def add_and_go_on() -> None:
        missing = form.free_seats
        form.add_typed(everybody(service))
        moves = missing and not form.free_seats  # then there is another field, with the keyboard
        if not moves and not form.full and not form.name_asked and line.current is not None:
            await line.current.focus()  # a tap or Enter has taken it away; more names may follow

    field = ui.text_field(t("Name"), form.typed_name, form.type_name, on_submit=add_and_go_on,
                          expand=True, ref=line, autofocus=writes and form.wants_name,
                          error=t(form.name_fault) if form.name_fault else None)
    suggested = [ui.chip(name, partial(form.add, name), identifier=f"add-{name}")
                 for name in form.suggestions(known)[:MOST_SUGGESTIONS]]
    found = form.name_asked
    asked = [question(found.question, found.known, lambda same: form.answer(same=same), t),
             ft.Container(height=Space.LARGE)] if found else []
    offered = [ft.Container(height=Space.MEDIUM), ui.chips(suggested)] if suggested else []
    number = [_number(form.next_seat + 1)] if form.free_seats else []
    plus = ui.icon_button(ft.Icons.ADD, t("Add"), lambda: page().run_task(add_and_go_on),
                          identifier="add-name")
    # By its key the field stays the same, with the focus, while rows above it come and go.
    return [
        ft.Container(height=Space.SMALL), *asked,
        ft.Row([*number, field, plus], key="new-name", spacing=Space.SMALL,
               vertical_alignment=ft.CrossAxisAlignment.CENTER),
        *offered, ft.Container(height=Space.SMALL)]


def split_offer(tables: Sequence[Sequence[str]], split: Callable[[], Any], t: Words,
                about: str = "") -> ft.Control:
    """Build the offer to play at several tables; about: what becomes of them."""
    return ui.stack(
        ft.Container(height=Space.SMALL),
        *[ui.remark(t("Table {n}: {names}", n=n, names=", ".join(names)))
          for n, names in enumerate(tables, 1)],
        *([ui.muted(about)] if about else []),
        ft.Row([ui.text_button(
            t(say("Play at {n} tables: {sizes}", n=len(tables),
                  sizes=listed([str(len(names)) for names in tables]))), split,
            identifier="split", icon=ft.Icons.CALL_SPLIT)],
            wrap=True),
        spacing=Space.SMALL)


def everybody(service: Service) -> list[str]:
    """Return the names in the book, those of retired players last."""
    return list(dict.fromkeys((*service.players(), *service.people.names().values())))


def old_sheet(form: RoundForm, t: Words) -> ft.Control:
    """Build the panel about the old sheet of a seat that is taken over, and what runs there."""
    told: list[ft.Control] = [
        ui.remark(t("On one sheet the same people play from first to last.")),
        ui.remark(t("What was played so far stays with {name}.", name=form.leaves))]
    if form.old and not form.game.ends_by_hand:
        told.append(ui.remark(t("The game that runs there stays open.")))
    elif form.old:
        partie = isinstance(form.game, Partien)
        ends = t("is broken off") if partie else t("ends and is settled")
        told += [ft.Container(height=Space.SMALL), ui.remark(t("The match that runs there")),
                 ui.chips([
            ui.chip(t("stays open"), partial(form.end_old, False), chosen=not form.ends_old,
                    identifier="old-stays"),
            ui.chip(ends, partial(form.end_old, True), chosen=form.ends_old,
                    identifier="old-ends")])]
    return ui.panel(*told)


def sitting_out(form: RoundForm, t: Words) -> list[ft.Control]:
    """Build who sits out in turn, where the number of players is fixed, with a way to have one more
    do so. A tap on a name lets somebody go home, or stay."""
    if not form.takes_turns:
        return []
    controls: list[ft.Control] = []
    if form.may_sit_out and not form.too_many:
        told = ui.remark(t("Sits out this sheet, then it is another one's turn"))
        controls += [ft.Container(told, padding=ft.Padding.symmetric(vertical=Space.SMALL)),
                     ui.chips([
            ui.chip(name, partial(form.sits_out_or_goes, name), chosen=name in form.beside,
                    identifier=f"waits-{name}") for name in form.may_sit_out])]
    if not form.free_seats and not form.one_more and not form.too_many:
        controls.append(ft.Row([ui.text_button(
            t("One more, sitting out in turn"), form.ask_for_one_more, identifier="one-more",
            icon=ft.Icons.PERSON_ADD_OUTLINED)], wrap=True))
    return controls
