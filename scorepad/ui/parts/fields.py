"""Fields and rows of forms: names, days, and lists that may be long."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date as Date, datetime
from functools import partial
from typing import Any, TypeVar

import flet as ft

from scorepad.book.names import LookAlike, look_alike
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words, read_day, typed_day
from scorepad.service import Refused
from scorepad.service.rescue import joined, parts_of
from scorepad.service.roles import as_kept
from scorepad.service.safety import BackupView
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import use_value
from scorepad.ui.session import Session, of_page
from scorepad.ui.signs import sign
from scorepad.ui.theme import Radius, Space, Type


def title(text: str) -> ft.Control:
    """Build the heading of a part of a panel."""
    return ft.Semantics(header=True, content=ui.remark(text))


def folding(text: str, told: str, is_open: bool, turn: Callable[[bool], Any],
            identifier: str) -> ft.Control:
    """Build the row that shows what follows when tapped, or folds it away; told: what that is, in a
    few words; turn: gets whether it is to be shown."""
    return ui.titled_row(
        text, told, lambda: turn(not is_open),
        ft.Icon(ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE,
                color=ft.Colors.ON_SURFACE_VARIANT),
        identifier=identifier, said=f"{text}: {told}", padding=0)


def form_button(text: str, on_tap: ui.Act, against: Message | None, t: Words, *,
                identifier: str) -> ft.Control:
    """Build the button of a form; a reason `against` it disables it, and stands above it."""
    button = ui.main_button(text, None if against else on_tap, identifier=identifier)
    told = [ui.remark(t(against), text_align=ft.TextAlign.CENTER)] if against else []
    return ui.stack(*told, button)


@ft.observable
@dataclass
class NameForm:
    """A name that is being typed; typed: the text in the field; fault: why it was refused; asked:
    whose name it looks like; ids: everybody whom it may be meant for, by name."""

    typed: str = ""
    fault: Message | None = None
    asked: LookAlike | None = None
    ids: Mapping[str, str] = field(default_factory=dict)

    def type(self, typed: str) -> None:
        """Take the text of the field."""
        self.typed, self.fault, self.asked = typed, None, None

    def refuse(self, fault: Message) -> None:
        """Say at the field why something cannot be."""
        self.fault, self.asked = fault, None

    def asks(self, session: Session, player: str | None = None) -> bool:
        """Ask whether the name is meant for somebody whose name looks the same, if there is one;
        return whether that is to be answered first. player: the id of whoever gets the name, None
        for somebody new."""
        self.ids = {name: own for own, name in session.service.people.names().items()
                    if own != player}
        self.asked = look_alike(as_kept(self.typed), self.ids)
        return self.asked is not None

    def save(self, session: Session, act: Callable[[str], Any]) -> bool:
        """Do something with the name, or say at the field why not; return whether it was done."""
        if not self.typed.strip():
            self.fault = say("Type a name first.")
            return False

        def attempted() -> None:
            try:
                act(self.typed)
            except Refused as refused:
                self.fault = say("The name {fault}.", fault=refused.message)

        return session.attempt(attempted) and self.fault is None


def name_field(form: NameForm, save: Callable[[], Any], session: Session, *, label: str,
               icon: ft.IconData, does: str, identifier: str, live: bool = True) -> ft.Control:
    """Build the field and the symbol that saves it; does: its name; live: if it can be tapped."""
    t = session.words
    field = ui.text_field(label, form.typed, form.type, expand=True,
                          on_submit=lambda: save(), error=t(form.fault) if form.fault else None)
    return ft.Row(
        [field, ui.icon_button(icon, does, save if live else None, identifier=identifier)],
        key=f"{identifier}-field", spacing=0, vertical_alignment=ft.CrossAxisAlignment.START)


FIRST, LAST = datetime(1950, 1, 1), datetime(2099, 12, 31)
"""The days that the calendar offers."""


@ft.component
def DayField(label: str, typed: str, take: Callable[[str], Any], error: str | None,
             identifier: str, hint: str | None = None) -> ft.Control:
    """Draw the field with the symbol of a calendar at its end, if one has room; `take` gets what
    was typed, or the day that was picked as somebody would type it. typed: the text in the field;
    error: what is wrong with it; hint: what stands in an empty one."""
    session = of_page()
    t = session.words
    is_open, open_calendar = use_value(False)

    def pick(day: Date) -> None:
        open_calendar(False)
        take(typed_day(day, t))

    ft.use_dialog(_calendar(label, typed, pick, lambda: open_calendar(False), session)
                  if is_open else None)
    # Flutter's calendar cuts figures off that are so large that a screen has hardly room for them.
    calendar: list[ft.Control] = [] if session.is_narrow else [ui.icon_button(
        ft.Icons.CALENDAR_MONTH_OUTLINED, t("Calendar: {field}", field=label),
        lambda: open_calendar(True), identifier=f"calendar-{identifier}")]
    return ft.Row(vertical_alignment=ft.CrossAxisAlignment.START, spacing=0, controls=[
        ui.text_field(label, typed, take, error=error, hint_text=hint, expand=True), *calendar])


def _calendar(label: str, typed: str, pick: Callable[[Date], Any], close: Callable[[], Any],
              session: Session) -> ft.DatePicker:
    t, day = session.words, read_day(typed) or Date.today()
    if not FIRST.date() <= day <= LAST.date():
        day = Date.today()
    language, country = t.locale.language, t.locale.territory

    def changed(event: ft.Event[ft.DatePicker]) -> None:
        picked = event.control.value
        if isinstance(picked, datetime):
            pick(day_of(picked))

    return ft.DatePicker(
        value=datetime(day.year, day.month, day.day),
        first_date=FIRST, last_date=LAST, locale=ft.Locale(language, country),
        help_text=label, cancel_text=t("Cancel"), confirm_text=t("OK"),
        on_change=changed, on_dismiss=lambda: close())


def day_of(picked: datetime) -> Date:
    """Return the day that a calendar means: its midnight may be that of another zone."""
    if picked.tzinfo is None:
        return picked.date()
    return picked.astimezone(UTC).date() if picked.astimezone(UTC).hour == 0 \
        else picked.astimezone().date()


def question(asked: Message, known: str, answer: Callable[[bool], Any], t: Words, *,
             chosen: bool | None = None, number: int = 0) -> ft.Control:
    """Build a card with the question. known: the name of whoever is there; answer: gets whether it
    is that person; chosen: what was answered; number: of the question among several."""
    return ft.Container(
        ft.Column([
            ui.strong(t(asked), size=Type.BODY),
            ui.chips([ui.chip(t("Yes, {name}", name=known), partial(answer, True),
                              chosen=chosen is True, identifier=f"same-person-{number}"),
                      ui.chip(t("No, somebody else"), partial(answer, False),
                              chosen=chosen is False, identifier=f"somebody-else-{number}")])],
            spacing=Space.SMALL, tight=True),
        border=ft.Border.all(1, ft.Colors.PRIMARY), border_radius=Radius.MEDIUM,
        padding=Space.MEDIUM)


def asked_of(form: NameForm, same: Callable[[str], Any], other: Callable[[], Any],
             t: Words) -> list[ft.Control]:
    """Build the question below a field for a name, if there is one; same: gets the id of whoever is
    known; other: saves the name for somebody else."""
    found = form.asked
    if found is None:
        return []
    return [question(found.question, found.known,
                     lambda yes: same(form.ids[found.known]) if yes else other(), t)]


def is_same(session: Session, form: NameForm, player: str, known: str) -> bool:
    """Make two players one person, or say at the field why not; return whether it was done."""
    people = session.service.people
    name = people.names()[player]
    if fault := people.fault_of_merging(player, known):
        form.refuse(say("{fault}.", fault=fault))
        return False
    if not session.attempt(people.merge, player, known):
        return False
    session.offer_undo(say("{name} is now {other}.", name=name, other=people.names()[known]),
                       people.part, player)
    return True


def headline(said: str, names: Iterable[str], room: float, session: Session) -> ft.Control:
    """Build a result that is as large as there is room, after the signs of these people."""
    looks = session.service.people.looks()
    signs = [sign(looks[name], session, Type.TOTAL) for name in names]
    room -= len(signs) * (Type.TOTAL * session.text_scale + Space.SMALL)
    size = max(Type.TITLE, session.size_that_fits(said, Type.TOTAL, room))
    return ft.Row([*signs, ui.strong(said, size=size, expand=True)], spacing=Space.SMALL)


T = TypeVar("T")

AT_ONCE = 48
"""Rows that are drawn before somebody asks for more."""


def use_some(of_many: Sequence[T], first: int = AT_ONCE) -> tuple[Sequence[T], list[ft.Control]]:
    """Return those of a list that are drawn now, and the button for more, where there are more.
    first: how many are at the beginning."""
    shown, show = use_value(first)
    more = ui.text_button(of_page().words("Show more"), lambda: show(shown + AT_ONCE),
                          identifier="show-more", icon=ft.Icons.EXPAND_MORE)
    return of_many[:shown], [more] if len(of_many) > shown else []


def row(title: str, sentence: str, on_tap: Callable[[], Any] | None, *, identifier: str,
        icon: ft.IconData, action: ft.ClientAction | None = None) -> ft.Control:
    """Build a row for something to do, with a sentence that says what it does."""
    return ui.tappable(
        ft.Row([ft.Icon(icon, color=ft.Colors.PRIMARY), ui.two_lines(title, sentence)],
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
                   ui.remark(sentence, expand=True)], spacing=Space.MEDIUM)
