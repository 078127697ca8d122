"""The keyboard on a sheet: what it reaches, in which order, and what a screen reader says. Enter
saves the hand, so keys take no focus of Flutter's: the sheet draws a ring of its own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

import flet as ft

from scorepad.games.protocols import factor_of
from scorepad.i18n.message import N_, say_n
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.entry.keeping import growth
from scorepad.ui.entry.model import EntryModel, told_line
from scorepad.ui.hooks import memo
from scorepad.ui.place import on_phone
from scorepad.ui.session import Session, of_page
from scorepad.ui.theme import Radius, Type
from scorepad.ui.widgets import Act


class Group(IntEnum):
    """A group of stops, in the order in which the keyboard comes to them."""

    KEYS = 0
    FOOT = 1
    NOTES = 2
    STANDINGS = 3
    HANDS = 4
    BAR = 5

    @property
    def part(self) -> int:
        """The part of the screen: the entry, the sheet, or the bar."""
        return (0, 0, 0, 1, 1, 2)[self]


class Stop(NamedTuple):
    """Something that the keyboard can reach. act: what pressing it does; row: within its group;
    told: what a screen reader says of it."""

    identifier: str
    act: Act
    row: int = 0
    word: str = ""
    letter: str = ""
    told: str = ""


class Stops:
    """The stops of a sheet as it was drawn last."""

    def __init__(self) -> None:
        self._of: dict[Group, Callable[[], Sequence[Stop]]] = {}

    def know(self, group: Group, find: Callable[[], Sequence[Stop]]) -> None:
        """Note how to find the stops of a group: they are looked for when a key is pressed, and
        most phones have none."""
        self._of[group] = cache(find)

    def of(self, group: Group) -> Sequence[Stop]:
        """Return the stops of a group, in order."""
        return self._of.get(group, tuple)()

    def all(self) -> list[tuple[Group, Stop]]:
        """Return the stops of all groups, in order."""
        return [(group, stop) for group in Group for stop in self.of(group)]


@ft.observable
@dataclass
class Focus:
    """The place of the keyboard on a sheet. at: the identifier of the stop that has the ring, None
    while the keyboard only types; pressed: whether a key was ever pressed, so that there is a
    keyboard; stops: what can be reached."""

    at: str | None = None
    pressed: bool = False
    stops: Stops = field(default_factory=Stops)

    def here(self) -> tuple[Group, Stop] | None:
        """Return the stop that has the ring; None for none, or where it is gone."""
        return next((each for each in self.stops.all() if each[1].identifier == self.at), None)

    def along(self, by: int, start: str | None) -> None:
        """Move the ring to the next stop or the one before, from `start` if it is nowhere."""
        every, own = [stop.identifier for _, stop in self.stops.all()], self.at or start
        if every:
            first = 0 if by > 0 else -1
            self.at = every[(every.index(own) + by) % len(every) if own in every else first]

    def across(self, by: int, start: str | None) -> None:
        """Move the ring to the next row or the one before, to about the same place in it."""
        rows: dict[tuple[Group, int], list[str]] = {}
        for group, stop in self.stops.all():
            rows.setdefault((group, stop.row), []).append(stop.identifier)
        own, lines = self.at or start, list(rows.values())
        at = next((number for number, line in enumerate(lines) if own in line), None)
        if at is None or own is None:
            self.along(by, start)
            return
        line, before = lines[(at + by) % len(lines)], lines[at]
        self.at = line[before.index(own) * len(line) // len(before)]

    def to_part(self, by: int) -> None:
        """Move to the next part of the screen, or the one before; in the entry it only types."""
        firsts: dict[int, str] = {}
        for group, stop in reversed(self.stops.all()):
            firsts[group.part] = stop.identifier
        here = self.here()
        parts = sorted(firsts.keys() | {0})
        part = parts[(parts.index(here[0].part if here else 0) + by) % len(parts)]
        self.at = None if part == 0 else firsts[part]

    def to_stop(self, by: int) -> None:
        """Move on as Tab does: to the keys of the entry, what saves, the standings, the hands, each
        of the bar; after them to where it only types."""
        order: list[str | None] = [None]
        for group in Group:
            stops = [stop.identifier for stop in self.stops.of(group)
                     if not stop.identifier.startswith("seat-")]
            order += stops if group in (Group.FOOT, Group.BAR) else stops[:1]
        here = self.here()
        own = None if here is None else here[1].identifier
        if own not in order and here is not None:  # it is within a group
            own = next(stop.identifier for stop in self.stops.of(here[0])
                       if stop.identifier in order)
        self.at = order[(order.index(own) + by) % len(order)]


def collect(drawn: ft.Control, focus: Focus, group: Group, letters: Mapping[str, str],
            *, shown: bool = False) -> None:
    """Note everything of `drawn` that can be pressed as the stops of a group, put the ring around
    the one that has it, and, if `shown`, its letter on each that has one. letters: by identifier,
    or by its beginning up to a hyphen."""
    focus.stops.know(group, lambda: _stops_in(drawn, letters))
    if not shown and focus.at is None:
        return
    for semantics, box, _ in _pressed(drawn, None):
        if shown and (letter := _letter(semantics, letters)):
            _put(letter, box)
        if focus.at == semantics.identifier:
            encircle(semantics, box)


def _stops_in(drawn: ft.Control, letters: Mapping[str, str]) -> list[Stop]:
    rows: dict[int, int] = {}
    return [Stop(str(semantics.identifier), box.on_click, rows.setdefault(row, len(rows)),  # type: ignore[arg-type]  # ours take no event
                 _word(box), _letter(semantics, letters), told_key(semantics))
            for semantics, box, row in _pressed(drawn, None)]


def _letter(semantics: ft.Semantics, letters: Mapping[str, str]) -> str:
    identifier = str(semantics.identifier)
    return letters.get(identifier) or letters.get(identifier.partition("-")[0] + "-", "")


def encircle(semantics: ft.Semantics, box: ft.Container) -> None:
    """Draw the ring around a box, and tell whoever listens that the keyboard is there."""
    semantics.focusable = semantics.focus = True
    box.foreground_decoration = ft.BoxDecoration(
        border=ft.Border.all(3, ft.Colors.PRIMARY),
        border_radius=box.border_radius or Radius.SMALL)


def _pressed(control: Any, row: int | None) -> Iterator[tuple[ft.Semantics, ft.Container, int]]:
    """Yield what can be pressed within a control, with the outermost row that it stands in."""
    if isinstance(control, ft.Semantics) and control.button and not control.disabled \
            and isinstance(control.content, ft.Container) and control.content.on_click:
        yield control, control.content, id(control) if row is None else row
        return
    if isinstance(control, ft.Row) and row is None \
            and not any(isinstance(child, ft.Column) for child in control.controls):
        row = id(control)
    for child in children(control):
        yield from _pressed(child, row)


def children(control: Any) -> list[Any]:
    """Return the controls within one that lays others out."""
    if isinstance(control, ft.Row | ft.Column | ft.ListView | ft.Stack):
        return list(control.controls)
    if isinstance(control, ft.Semantics | ft.Container):
        return [control.content]
    return []


def told_key(control: Any) -> str:
    """Return what a screen reader says of a key: its label, or all the words on it."""
    if isinstance(control, ft.Text | ft.Icon):
        own = control.value if isinstance(control, ft.Text) else ""
        return (own if control.semantics_label is None else control.semantics_label) or ""
    if isinstance(control, ft.Semantics) and control.label:
        return control.label
    return ", ".join(filter(None, map(told_key, children(control))))


def _word(control: Any) -> str:
    """Return the first word written on a key."""
    if isinstance(control, ft.Text):
        return control.value or ""
    return next((word for child in children(control) if (word := _word(child))), "")


def _color(control: Any) -> Any:
    """Return the colour of the first word written on a key."""
    if isinstance(control, ft.Text):
        return control.color
    return next((color for child in children(control) if (color := _color(child))), None)


def _put(letter: str, box: ft.Container) -> None:
    """Put the letter of a key in its lower right corner, where words end sooner than above. It
    grows less than they do, so that it stays beside them."""
    chosen = ft.Colors.ON_PRIMARY_CONTAINER
    session = of_page()
    corner = ft.Text(letter, semantics_label="",
                     size=Type.LETTER * min(1, growth(session) / session.text_scale),
                     color=chosen if _color(box) == chosen else ft.Colors.ON_SURFACE_VARIANT)
    box.content = ft.Stack([
        ft.Container(box.content, alignment=box.alignment or ft.Alignment.CENTER_LEFT, expand=True),
        ft.Container(corner, alignment=ft.Alignment.BOTTOM_RIGHT,
                     padding=ft.Padding.only(right=6, bottom=2))], fit=ft.StackFit.EXPAND)


def told_hand(sheet: SheetView, hand: str, session: Session) -> str:
    """Return what the hand with this id wrote, how much those who wrote something have together,
    how it ended a Partie if it did, and who deals next: `Anne +70, together 140; Bert deals`."""
    t, score, names = session.words, sheet.score, sheet.score.record.names
    number, line = next(((number, line) for number, line in enumerate(score.lines, 1)
                         if line.record.stamp.id == hand), (0, None))
    if line is None:
        return told_next(sheet, t)
    totals = [t("{name} together {points}", name=names[seat],
                points=t.points(line.tally.totals[seat], score.decimals))
              for seat, points in enumerate(line.points) if points]
    match = score.match_ended_by(number)
    ended = [] if match is None else [t(score.tell(match))]
    return "; ".join([told_line(line, sheet, session), *totals, *ended, told_next(sheet, t)])


def told_back(sheet: SheetView, session: Session, done: str) -> str:
    """Return that a step was undone or done again, as `done` says it, and what stands now."""
    t, score = session.words, sheet.score
    said = t(say_n("{n} hand on the sheet", "{n} hands on the sheet", len(score.lines)))
    return "; ".join([done, said, told_next(sheet, t)])


def told_next(sheet: SheetView, t: Words) -> str:
    """Return who deals the next hand, and the Bock that it is played in; or that there is none."""
    if sheet.score.over:
        return t("The match is over.")
    table, factor = sheet.score.next.table, factor_of(sheet.score.multipliers)
    return t("{name} deals", name=table.names[table.dealer]) \
        + (f"; Bock ×{factor}" if factor > 1 else "")


def has_keyboard(session: Session, focus: Focus) -> bool:
    """Return whether there is a keyboard: one was used, or the window is wide and no tablet's."""
    return focus.pressed or session.wide and not on_phone()


KEYS = N_("Tab leads to the first player, F2 to a line for a whole hand.")
"""The first that is said of a sheet, where there is a keyboard."""


@memo
@ft.component
def Spoken(entry: EntryModel, shape: object, focus: Focus, is_open: bool) -> ft.Control:
    """Draw what nobody sees: the place whose words are said whenever they change. shape: of the
    session, with which they change; is_open: whether hands can be typed."""
    session = of_page()
    said = entry.said or (session.words(KEYS) if is_open and has_keyboard(session, focus) else "")
    return ft.Semantics(
        identifier="spoken", key=f"spoken-{bool(said)}", container=True, live_region=True,
        label=said, content=ft.Container(width=1, height=1))


def hidden_heading(text: str) -> ft.Control:
    """Build a heading that only a screen reader finds, to get from part to part."""
    return ft.Semantics(header=True, container=True, label=text, content=ft.Container(height=1))
