"""The parts that the entry panels of all games share: the players' tiles and the number pad."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.games.game import Seat
from scorepad.i18n.message import Message, say, say_n
from scorepad.ui.entry.model import GAP, TIGHT, Change, Desk, Step
from scorepad.ui.session import Session, of_page
from scorepad.ui.signs import SMALL, small_sign
from scorepad.ui.theme import ENTRY_WIDTH, SMALLEST, Height, Radius, Space, Type, text_width
from scorepad.ui.widgets import Act, felt, key, key_text, stack

SLACK = "e"
"""A letter whose width is added to that of a name: the letters of a short one can be wider than
average."""

INSET = 3
"""The margin around the filled part of a tile."""

WIDE = str.maketrans({"★": "MM", "●": "M.", "○": "M."})
"""Letters about as wide as the signs in a tile's figure."""

FIGURE_LINE = 29
"""The height of a tile's figure, so that tiles are equally high whatever stands there."""

NAME_LINE = 19
"""The height of its name, for the same reason."""

TIGHTER = 0.875
"""The share of these heights on a tile that is drawn close: so it is as high as a finger needs."""

DIGIT_ROWS = ("789", "456", "123", "0")

PAD_COLUMNS = 4

MOST = 6
"""The most columns of a number pad."""

WORD_EDGE = 4
"""The room left and right of a word on a key."""

TWO_LINES = 1.5
"""Length of the text that two lines of a key hold, in widths of a line: words are not split."""

OwnKey = Callable[[int], ft.Control]
"""A function that makes a game's own key on the number pad, given how many columns that has."""


SIGN, SIGN_EDGE, SIGN_GAP, RIGHT = 0.8, 5, 2, 4
"""The share of its size that a player's sign has on a tile, the room left of it, between it and
the name, and right of that."""

LETTERS = 8
"""The letters of a name that are to have room on a tile; the end of a longer one may be cut off."""


NARROW = 0.25
"""The width taken off for a narrow letter here, in type sizes: elsewhere too much is reckoned for
them, to be on the safe side."""


def told_apart(names: Sequence[str], seat: Seat, room: float) -> str:
    """Return a player's name as it is shown where there is so much room, in type sizes: without
    what it shares with another one, if they would be cut off before they differ.

    >>> [told_apart(["Maximilian", "Bo", "Maximiliane"], seat, 5) for seat in (0, 1, 2)]
    ['Ma…ilian', 'Bo', 'Ma…iliane']
    """
    def width(text: str) -> float:
        return text_width(text) - NARROW * len([letter for letter in text if letter in "ijl"])

    def shared(other: str) -> int:
        return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(name, other))))

    name = names[seat]
    same = max([shared(other) for other in names if other != name], default=0)
    if min(width(name), width(f"{name[:same + 1]}…")) <= room:
        return name
    shorter = [f"{name[:2]}…{name[start:].strip()}" for start in range(3, same + 1)] or [name]
    return next((each for each in shorter if width(each) <= room), shorter[-1])


def name_on_key(desk: Desk[Any], seat: Seat, columns: int) -> str:
    """Return a player's name as it is told from the others on one of so many word keys in a row,
    where its letters can be as small as need be."""
    room = _key_room(of_page(), columns) - 2 * WORD_EDGE - 4
    return told_apart(desk.table.names, seat, room / SMALLEST)


def room_of(session: Session) -> float:
    """Return how wide a line of the entry may be."""
    return min(session.width / (2 if session.turned else 1), ENTRY_WIDTH) - 2 * Space.LARGE


def key_size(text: str, columns: float, size: float | None = None,
             padding: int = 6, lines: float = 1) -> float:
    """Return the type size, at most `size` (by default that of body text), at which a key's text
    fits on so many lines where so many keys share a row; for components only. padding: the room
    left and right of the text."""
    session = of_page()
    return session.size_that_fits(text, size or Type.BODY, lines * (
        _key_room(session, columns) - 2 * padding - 4))


def _key_room(session: Session, columns: float) -> float:
    return (room_of(session) - GAP * (columns - 1)) / columns


def key_height() -> float:
    """Return the height of a key: what a finger needs, more for larger text; for components."""
    return Height.KEY * max(1, of_page().text_scale * 0.75)


def abreast(count: int, most: int = 5) -> int:
    """Return how many of `count` go side by side, so that all rows are about equally long."""
    rows = -(-count // most)
    return -(-count // rows)


def rows_of(*rows: Sequence[ft.Control]) -> list[ft.Control]:
    """Return rows of equally wide keys, whose labels are of one size in a row."""
    for row in rows:
        even(row)
    return [ft.Row(list(row), spacing=GAP) for row in rows]


def even(row: Sequence[ft.Control]) -> None:
    """Give all texts of the same kind in a row of keys the size of the smallest of them."""
    texts: dict[str, list[ft.Text]] = {}
    for text in _labels(row):
        texts.setdefault(text.data, []).append(text)
    for alike in texts.values():
        least = min(text.size or Type.BODY for text in alike)
        for text in alike:
            text.size = least


def _labels(controls: Sequence[Any]) -> list[ft.Text]:
    """Return the texts of keys that say of which kind they are."""
    texts, left = list[ft.Text](), [*controls]
    while left:
        match left.pop():
            case ft.Text(data=str()) as text:
                texts.append(text)
            case ft.Row(controls=parts) | ft.Column(controls=parts):
                left += parts
            case ft.Semantics(content=part) | ft.Container(content=part):
                left.append(part)
    return texts


def grid(cells: Sequence[ft.Control], columns: int) -> list[ft.Control]:
    """Return rows of so many cells each; the last one is filled up with blanks."""
    blank = [ft.Container(expand=True) for _ in range(-len(cells) % columns)]
    whole = [*cells, *blank]
    return rows_of(*[whole[start:start + columns] for start in range(0, len(whole), columns)])


def notes_row(keys: Sequence[ft.Control], *, top: float = 0, bottom: float = 0) -> ft.Control:
    """Return the row of keys that is not always there. It comes and goes where it moves no other
    key: above them on a phone, where they stand at the lower end of the screen, and below them
    where all of it scrolls. Without keys its place is there all the same, without height, so that
    the others keep theirs."""
    return ft.Container(ft.Row(list(keys), spacing=GAP), padding=ft.Padding.only(
        top=top, bottom=bottom)) if keys else ft.Container()


def shared(desk: Desk[Any], keys: list[ft.Control]) -> tuple[list[list[ft.Control]], list[OwnKey]]:
    """Return a row of these keys to stand above the number pad, or where a sheet is drawn close,
    each as a key beside its digits."""
    if not desk.close:
        return [keys], []
    even(keys)
    return [], [partial(lambda drawn, _columns: drawn, each) for each in keys]


def number_pad(change: Change, keys: Sequence[OwnKey], *, idle: bool = False,
               of_players: bool = False) -> list[ft.Control]:
    """Return ten digits as on a calculator, and beside them Backspace and own keys: up to three, or
    where a sheet is drawn close, and 0 stands beside 6, as many as there are. idle: nothing can be
    typed with the digits now; of_players: each is of the player tapped before, and says so where
    nobody was."""
    close, height = of_page().close, key_height()
    tell = telling(say("Tap a player first")) if of_players and not idle else None
    digits = {digit: short_key(digit, change, partial(_with_digit, digit, tell), height=height,
                               identifier=f"digit-{digit}", idle=idle) for digit in "7894561230"}
    if close:
        beside, columns = _beside([_erase(change, idle)], [digits["0"]], keys)
    else:
        beside, columns = [[_erase(change, idle)], *[[own(PAD_COLUMNS)] for own in keys]], 1
        beside += [[ft.Container(expand=True)] for _ in range(len(DIGIT_ROWS) - len(beside))]
    return [ft.Column([ft.Row([
        ft.Row([digits[digit] for digit in row], spacing=GAP, expand=PAD_COLUMNS - 1),
        ft.Row(own, spacing=GAP, expand=columns)], spacing=GAP)
        for row, own in zip(DIGIT_ROWS[:len(beside)], beside)],
        spacing=TIGHT if close else GAP, tight=True)]


def _with_digit(digit: str, tell: Act | None, draft: Any) -> Any:
    """Return a draft with one more digit; tell: says that it is of nobody."""
    if tell is not None and draft.here is None:
        tell()
    return draft.digit(digit)


def _beside(first: list[ft.Control], second: list[ft.Control], keys: Sequence[OwnKey]
            ) -> tuple[list[list[ft.Control]], int]:
    """Return what stands beside the three rows of digits, and in how many columns: `first` and
    `second` in their rows, and the own keys, the first of them in the last row, where it has most
    room."""
    columns = max(1, -(-(len(keys) + 2) // 3))
    last = max(min(1, len(keys)), len(keys) - 2 * (columns - 1))
    middle = last + (len(keys) - last) // 2

    def drawn(row: list[ft.Control], own: Sequence[OwnKey]) -> list[ft.Control]:
        abreast = -(-(PAD_COLUMNS - 1 + columns) * (len(row) + len(own)) // columns)
        return [*row, *[each(abreast) for each in own]] or [ft.Container(expand=True)]

    return [drawn(first, keys[last:middle]), drawn(second, keys[middle:]),
            drawn([], keys[:last])], columns


def _erase(change: Change, idle: bool) -> ft.Control:
    return key(ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=Type.KEY, color=ft.Colors.ON_SURFACE,
                       semantics_label=of_page().words("Delete")),
               lambda: change(methodcaller("backspace")), identifier="backspace", expand=True,
               height=key_height(), idle=idle)


def short_key(text: str, change: Change, step: Step, *, identifier: str, chosen: bool = False,
              size: float | None = None, label: str | None = None,
              color: ft.Colors | None = None, height: float | None = None,
              idle: bool = False) -> ft.Control:
    """Return a key with only a digit, a sign or a short word on it; a tap applies `step`."""
    return key(key_text(text, chosen=chosen, size=size or Type.KEY, label=label, kind="short",
                        color=color, weight=ft.FontWeight.W_600 if color else None),
               lambda: change(step), identifier=identifier, chosen=chosen, expand=True,
               padding=2, height=height or key_height(), idle=idle)


def next_key(desk: Desk[Any]) -> ft.Control:
    """Return the key that leads to the figure of the next player."""
    return short_key("→", desk.change, methodcaller("following"), identifier="next",
                     label=desk.t("Next player"))


def word_key(word: str, change: Change, step: Step, *, identifier: str, columns: int,
             chosen: bool = False, below: str = "", label: str | None = None,
             share: int | bool = True, wrap: bool = False) -> ft.Control:
    """Return a key with a word on it and, if given, something `below` it; a tap applies `step`.
    With `wrap` the word is a few, in two lines.

    columns: how many keys share the row; label: what a screen reader says, by default both words;
    share: the key's share of the row beside other keys.
    """
    word, below, label = map(of_page().words.hand, (
        word, below, label or f"{word} {below}".strip()))
    size = Type.BODY if columns < 4 and not below else Type.SMALL
    wrap = wrap or not below and " " in word and key_size(word, columns, size, WORD_EDGE) < size
    lines: list[ft.Control] = [key_text(
        word, chosen=chosen, label=label, wrap=wrap,
        kind="words" if wrap else "word",
        size=key_size(word, columns, Type.SMALL if wrap else size, WORD_EDGE,
                      lines=TWO_LINES if wrap else 1))]
    if below:
        lines.append(key_text(below, chosen=chosen, label="", weight=ft.FontWeight.W_600,
                              kind="below", size=key_size(below, columns, Type.SMALL, WORD_EDGE)))
    return key(ft.Column(lines, spacing=0, tight=True,
                         horizontal_alignment=ft.CrossAxisAlignment.CENTER),
               lambda: change(step), identifier=identifier, chosen=chosen, expand=share,
               padding=0 if of_page().close else 2, height=key_height())


def tile(desk: Desk[Any], seat: Seat, figure: str, columns: int, *, said: str,
         on_tap: Act | None = None, idle: bool = False, chosen: bool = False, ring: bool = False,
         fault: bool = False, quiet: bool = False,
         told: bool = False, feet: Sequence[ft.Control] = ()) -> ft.Control:
    """Return a player's tile: name and figure, tapped to type for them; `feet` are further keys
    below.

    columns: how many tiles share the row; said: what a screen reader says of it, such as "Anne, 66
    Augen"; on_tap: what a tap does instead; idle: nothing can be typed for them: a tap on the tile
    of somebody who sits out says so, another one takes none; chosen: it is filled; ring: it
    has an edge, as where something is typed for this player; fault: the edge says that something is
    wrong; quiet: the figure was not typed; told: it is a few words, smaller than a figure.
    """
    color = ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE
    muted = ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE_VARIANT
    edge = ft.Colors.ERROR if fault else ft.Colors.PRIMARY if ring else ft.Colors.TRANSPARENT
    session, name = of_page(), desk.table.names[seat]
    tight = TIGHTER / session.text_scale if desk.close else 1
    grown = tight * session.text_scale
    size = key_size(f"{name[:LETTERS]}{SLACK}", columns, tight * Type.NAME)
    room = _key_room(session, columns) - SIGN_EDGE - RIGHT - SIGN * SMALL * grown - SIGN_GAP
    name = told_apart(desk.table.names, seat, room / session.device_scale / size)
    fill = ft.Colors.PRIMARY_CONTAINER if chosen else \
        ft.Colors.SURFACE_CONTAINER if idle else ft.Colors.SURFACE_CONTAINER_HIGH
    if idle and on_tap is None:
        on_tap = telling(_why_out(desk, seat))
    takes_none = idle and seat in desk.table.active
    # A button also where it takes no tap: if it changed its role, a browser would make it anew and
    # forget its label.
    face = ft.Semantics(identifier=f"seat-{seat}", selected=chosen or ring or None, button=True,
                        disabled=takes_none, content=ft.Container(
        on_click=None if takes_none else felt(
            on_tap or (lambda: desk.change(methodcaller("tap", seat)))),
        padding=ft.Padding.only(left=SIGN_EDGE, right=RIGHT, top=3 if desk.close else 8,
                                bottom=3 if desk.close else 6),
        content=stack(
            ft.Row([small_sign(desk.looks[seat], SIGN * grown), ft.Text(
                name, size=size, color=muted,
                no_wrap=True, semantics_label=said, overflow=ft.TextOverflow.ELLIPSIS,
                data="name", expand=True)],
                height=grown * NAME_LINE, spacing=SIGN_GAP),
            ft.Container(ft.Text(
                figure, size=key_size(figure.translate(WIDE), columns,
                                      Type.SMALL if told else tight * Type.KEY),
                weight=None if quiet else ft.FontWeight.W_600,
                color=muted if quiet else color, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS,
                semantics_label="", data=None if told else "quiet" if quiet else "figure"),
                height=grown * FIGURE_LINE,
                padding=ft.Padding.only(left=0 if told else SIGN * grown * SMALL + SIGN_GAP),
                alignment=ft.Alignment.CENTER_LEFT), spacing=0)))
    return ft.Container(
        stack(face, *feet, spacing=0),
        expand=True, border_radius=Radius.SMALL, foreground_decoration=ft.BoxDecoration(
            border=ft.Border.all(2, edge), border_radius=Radius.SMALL),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS, bgcolor=fill)


def telling(why: Message) -> Act:
    """Return what a tap does where nothing can be typed: it says why, and covers no key."""
    return partial(of_page().tell, say("{fault}.", fault=why), above=True)


def _why_out(desk: Desk[Any], seat: Seat) -> Message:
    name = desk.table.names[seat]
    return say("{name} deals and sits out", name=name) if seat == desk.table.dealer else \
        say_n("{names} sits out", "{names} sit out", 1, names=name)


def tile_foot(text: str, columns: int, change: Change, step: Step, *, identifier: str, said: str,
              chosen: bool, filled: bool = False, on_chosen: bool = False,
              height: float | None = None) -> ft.Control:
    """Return a further key of a tile, such as Jungfer; filled: by itself, without the tile;
    on_chosen: whether the tile is chosen."""
    color = ft.Colors.ON_PRIMARY_CONTAINER if chosen or on_chosen else ft.Colors.ON_SURFACE_VARIANT
    text, said = map(of_page().words.hand, (text, said))
    return ft.Semantics(identifier=identifier, button=True, selected=chosen or None,
                        content=ft.Container(
        ft.Container(
            ft.Text(text, size=key_size(text, columns, Type.SMALL), color=color,
                    semantics_label=said, no_wrap=True,
                    overflow=ft.TextOverflow.ELLIPSIS, data="foot",
                    weight=ft.FontWeight.W_600 if chosen else None),
            alignment=ft.Alignment.CENTER_LEFT, margin=INSET, border_radius=Radius.SMALL - INSET,
            padding=ft.Padding.only(left=(8 if of_page().close else 14) - INSET),
            bgcolor=ft.Colors.PRIMARY_CONTAINER if filled else None),
        on_click=felt(lambda: change(step)), height=height or key_height(),
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT))))


def row_label(text: str, columns: int, *, strong: bool = False, fault: bool = False) -> ft.Control:
    """Return a label for the keys on its right, as wide as one of them."""
    color = ft.Colors.ERROR if fault else ft.Colors.PRIMARY if strong \
        else ft.Colors.ON_SURFACE_VARIANT
    return ft.Container(
        ft.Text(text, size=key_size(text, columns, Type.NAME, 2), color=color, no_wrap=True,
                overflow=ft.TextOverflow.ELLIPSIS,
                weight=ft.FontWeight.W_600 if strong else None),
        expand=True, alignment=ft.Alignment.CENTER_LEFT, padding=ft.Padding.only(left=4))
