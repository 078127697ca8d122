"""Colours, type sizes, corners and spacing: the one place that defines how the app looks. Screens
name Flet's roles, and `scheme` the colours behind them."""

from dataclasses import dataclass
from fractions import Fraction

import flet as ft

from scorepad.book.people import Colour
from scorepad.service.telling_evening import tone_of, tone_of_points
from scorepad.system.files import FONT as FONT, FONT_FILE

FONTS = {FONT: FONT_FILE}
"""Files by font family, for `page.fonts`; paths are relative to the assets folder."""


@dataclass(frozen=True)
class Palette:
    """The colours of one brightness, each as `#RRGGBB`."""

    surface: str
    """Background of every screen."""
    raised: str
    """A panel on the surface: the entry, a card, a sheet."""
    raised_high: str
    """A key or chip on a panel."""
    text: str
    muted: str
    """Secondary text, still readable (AA): arithmetic, headings, players who sit out."""
    accent: str
    """The one colour that draws attention: the save button, the dealer, a gain."""
    on_accent: str
    chosen: str
    """Fill of whatever is switched on."""
    on_chosen: str
    loss: str
    """Minus points, a debt, a fault."""
    bock: str
    """A running Bock, and nothing else."""
    line: str
    """Hairlines between the hands."""
    focus: str
    """The ring around what the keyboard is at, and the fill of a menu's line there: 3 : 1 to
    whatever it lies on, and pale enough that the line can be read."""


DARK = Palette(
    surface="#101412",
    raised="#181D1A",
    raised_high="#1F2521",
    text="#E2E6E1",
    muted="#9AA39D",
    accent="#83D8B4",
    on_accent="#00382A",
    chosen="#12513C",
    on_chosen="#A9F2D2",
    loss="#FFB4A9",
    bock="#F2C36B",
    line="#2C332F",
    focus="#3A7A62",
)

LIGHT = Palette(
    surface="#FBFDF8",
    raised="#F1F5EF",
    raised_high="#E8EEE8",
    text="#191D1A",
    muted="#5C665F",
    accent="#186B50",
    on_accent="#FFFFFF",
    chosen="#A9F2D2",
    on_chosen="#00382A",
    loss="#BA1A1A",
    bock="#7A5900",
    line="#D9DFD8",
    focus="#3C8F72",
)


@dataclass(frozen=True)
class PlayerColour:
    """A player's colour: in the dark theme, in the light one, and the role that follows both. The
    roles are ones of Material's that nothing else here needs; see `scheme`."""

    dark: str
    light: str
    role: str


PLAYERS: dict[Colour, PlayerColour] = {
    Colour.TEAL: PlayerColour("#5FD0C5", "#0B6E69", "primary_fixed"),
    Colour.BLUE: PlayerColour("#8AB4F8", "#1F5FBF", "primary_fixed_dim"),
    Colour.ORANGE: PlayerColour("#F5A65B", "#A84E00", "on_primary_fixed"),
    Colour.PURPLE: PlayerColour("#CDA5F3", "#7A3DB8", "on_primary_fixed_variant"),
    Colour.RED: PlayerColour("#F28B82", "#B3261E", "secondary_fixed"),
    Colour.LIME: PlayerColour("#C3DB6E", "#55701B", "secondary_fixed_dim"),
    Colour.PINK: PlayerColour("#F59BCB", "#B0277D", "on_secondary_fixed"),
    Colour.BROWN: PlayerColour("#D3B08C", "#6D4C33", "on_secondary_fixed_variant"),
    Colour.CYAN: PlayerColour("#6CCFEA", "#00708A", "tertiary_fixed"),
    Colour.GREY: PlayerColour("#B8BFC9", "#5A6270", "tertiary_fixed_dim"),
}
"""The colours that players are drawn in, readable (AA) on every surface of their brightness."""


def color_of_player(colour: Colour) -> ft.Colors:
    """Return the role that has a player's colour in both themes."""
    return ft.Colors[PLAYERS[colour].role.upper()]


TEXT_SIZE = "text_size"
"""The key under which a Flet session's store has the factor by which its user enlarges text."""


class _Size:
    """A font size as large as the user of the page wants it; to be read while that is drawn."""

    def __init__(self, usual: int) -> None:
        self.usual = usual

    def __get__(self, _instance: object, _owner: type) -> float:
        try:
            return self.usual * (ft.context.page.session.store.get(TEXT_SIZE) or 1)
        except RuntimeError:  # there is no page
            return self.usual


class Type:
    """Font sizes in logical pixels, as the user wants them, before the device's text scale."""

    TOTAL = _Size(28)
    TITLE = _Size(20)
    KEY = _Size(20)
    SCREEN = _Size(18)
    """The title of a screen, and the text of the save button."""
    FIGURE = _Size(16)
    BODY = _Size(14)
    NAME = _Size(13)
    """A name on a tile."""
    SMALL = _Size(12)
    """The arithmetic under a hand."""
    LETTER = _Size(11)
    """The letter of a keyboard's key, in the corner of ours."""


class Radius:
    """Radii of corners, in logical pixels."""

    SMALL = 12
    MEDIUM = 16
    LARGE = 24


class Space:
    """Gaps and paddings, in logical pixels."""

    HAIR = 4
    SMALL = 8
    MEDIUM = 12
    LARGE = 16
    HUGE = 24


class Height:
    """Heights of what fingers must hit, in logical pixels."""

    KEY = 48
    SAVE = 60
    SAVE_CLOSE = 52


WIDE = 840
"""The page width from which the entry stands beside the sheet instead of under it."""

PANES = 1000
"""The page width from which two columns of panels have room beside each other."""

COLUMN = 560
"""The greatest width of text and forms, however wide the window."""

WIDEST = 1200
"""The greatest width of two columns together."""

NARROW = 290
"""The width of a page, at text of the usual size, on which hardly two chips have room in a row."""

ENTRY_WIDTH = 420

SPACIOUS = 1160
"""The page width from which the standing has room beside the entry, too."""

ASIDE_WIDTH = 280

SHEET_WIDTH = 1440
"""The greatest width of a sheet with its entry, however wide the window: figures that stand far
apart are hard to follow along their row."""

ROOMY = 780
"""The page height from which a sheet has room for everything at its usual size. On a lower phone it
is drawn close, with at least the last two hands in sight."""

UPRIGHT = 700
"""The page height from which such a sheet fits on a phone, with nothing else on it."""

LOW = 480
"""The page height below which a page that is wider than high is a phone on its side. Its keys stand
beside each other, in two columns."""

CLOSE, CLOSE_ON_ITS_SIDE = 550, 316
"""The page heights from which a sheet that is drawn close fits whole, upright and on its side."""

CLOSE_TEXT = 1.5
"""The text scale up to which a sheet is drawn close; with larger text it scrolls."""

NOTED = 640
"""The page height from which the arithmetic stands under the hands of a sheet drawn close."""

MESSAGE = 640
"""The greatest width of a message in a wide window; a longer one breaks into lines."""

PROBE = 10
"""Type size of the text by which the device's text scale is measured."""

LINE = 1.43
"""The height of a line of text in type sizes, on the generous side."""

SMALLEST = 11
"""The smallest size to which type is shrunk to fit, as the device shows it; what is still too long
is cut off, with an ellipsis."""

TEXT_SIZES = (1, 1.15, 1.3, 1.5, 2)
"""Factors by which text can be enlarged here, on top of what the device does."""


WIDE_LETTERS = {"m": 0.88, "w": 0.82, "M": 0.91, "W": 0.99, "●": 0.92, "★": 1.05}
"""The widths, in type sizes, of letters that are wider than others of their case."""


def text_width(text: str) -> float:
    """Return about how wide `text` is in our font, in type sizes, on the generous side."""
    return sum(WIDE_LETTERS[letter] if letter in WIDE_LETTERS else
               0.68 if letter.isdigit() or letter in "+−" else
               0.30 if letter in " .,·\N{NARROW NO-BREAK SPACE}" else
               0.76 if letter.isupper() else 0.57 for letter in text)


def message_width(said: str, action: str, scale: float, most: float) -> float:
    """Return how wide a message is on a device with this text scale, in a window of `most`."""
    words = text_width(said) * Type.BODY * scale
    button = text_width(action) * Type.BODY * scale + Height.KEY if action else 0
    return min(words + button + 2 * Space.HUGE, MESSAGE, most)


TONES = {"gain": ft.Colors.PRIMARY, "loss": ft.Colors.ERROR}
"""The colours of figures that stand out; others have the colour of text."""


def color_of_money(cents: int | Fraction) -> ft.Colors | None:
    """Return the colour of cents that somebody receives or pays; None for the colour of text."""
    return TONES.get(tone_of(cents))


def color_of_points(points: int, low_is_good: bool) -> ft.Colors | None:
    """Return the colour of a figure on a sheet; None for the colour of text."""
    return TONES.get(tone_of_points(points, low_is_good))


def scheme(palette: Palette) -> ft.ColorScheme:
    """Return the Material roles of `palette`, so that controls pick up its tokens by themselves. A
    snack bar is inverted (INVERSE_SURFACE), and its action is INVERSE_PRIMARY. The fixed roles
    (PRIMARY_FIXED and so on) are the players' colours."""
    opposite = LIGHT if palette is DARK else DARK
    return ft.ColorScheme(
        surface=palette.surface,
        on_surface=palette.text,
        on_surface_variant=palette.muted,
        surface_container_lowest=palette.surface,
        surface_container_low=palette.raised,
        surface_container=palette.raised,
        surface_container_high=palette.raised_high,
        surface_container_highest=palette.raised_high,
        surface_tint=palette.surface,
        primary=palette.accent,
        on_primary=palette.on_accent,
        primary_container=palette.chosen,
        on_primary_container=palette.on_chosen,
        secondary=palette.accent,
        on_secondary=palette.on_accent,
        secondary_container=palette.chosen,
        on_secondary_container=palette.on_chosen,
        tertiary=palette.bock,
        on_tertiary=palette.surface,
        error=palette.loss,
        on_error=palette.surface,
        outline=palette.muted,
        outline_variant=palette.line,
        inverse_surface=opposite.raised_high,
        on_inverse_surface=opposite.text,
        inverse_primary=opposite.accent,
        **{each.role: each.dark if palette is DARK else each.light for each in PLAYERS.values()},
    )


def themes() -> tuple[ft.Theme, ft.Theme]:
    """Return the light and the dark theme, to be set again when the user changes the text size."""
    return _theme(LIGHT), _theme(DARK)


RING = 2
"""The width of the ring around what the keyboard is at."""


def _theme(palette: Palette) -> ft.Theme:
    still = ft.PageTransitionTheme.NONE
    ring, around = [ft.ButtonStyle(side={ft.ControlState.FOCUSED: ft.BorderSide(
        width, color, stroke_align=align)}) for width, color, align in (
            (RING, palette.accent, ft.BorderSideStrokeAlign.INSIDE),
            (RING + 1, palette.text, ft.BorderSideStrokeAlign.OUTSIDE))]
    return ft.Theme(
        font_family=FONT,
        color_scheme_seed=palette.accent,
        color_scheme=scheme(palette),
        text_theme=_text_theme(palette),
        # Flutter fixes these from the seed before it looks at the scheme.
        scaffold_bgcolor=palette.surface,
        canvas_color=palette.surface,
        card_bgcolor=palette.raised,
        divider_color=palette.line,
        focus_color=palette.focus,
        hover_color=palette.line,
        # A line of a menu is filled where the keyboard is: muted text could not be read there.
        list_tile_theme=ft.ListTileTheme(icon_color=palette.text, subtitle_text_style=ft.TextStyle(
            font_family=FONT, size=Type.BODY, color=palette.text)),
        text_button_theme=ft.TextButtonTheme(ring),
        icon_button_theme=ft.IconButtonTheme(ring),
        filled_button_theme=ft.FilledButtonTheme(around),
        # Beside a calendar that lies on its side there is little room for the day.
        date_picker_theme=ft.DatePickerTheme(header_headline_text_style=ft.TextStyle(
            font_family=FONT, size=Type.TITLE, weight=ft.FontWeight.W_500)),
        # On a desktop Material shrinks its controls; at the table a finger needs their full size.
        visual_density=ft.VisualDensity.STANDARD,
        page_transitions=ft.PageTransitionsTheme(linux=still, macos=still, windows=still),
    )


def _text_theme(palette: Palette) -> ft.TextTheme:
    """Return text styles without Material's letter spacing, each of them set whole."""

    def style(size: float, color: str = palette.text, *, bold: bool = False) -> ft.TextStyle:
        weight = ft.FontWeight.W_500 if bold else ft.FontWeight.NORMAL
        return ft.TextStyle(
            font_family=FONT, size=size, weight=weight, color=color, letter_spacing=0, height=1.35
        )

    return ft.TextTheme(
        headline_small=style(Type.TITLE, bold=True),
        title_large=style(Type.TITLE, bold=True),
        title_medium=style(Type.FIGURE, bold=True),
        title_small=style(Type.BODY, bold=True),
        body_large=style(Type.FIGURE),
        body_medium=style(Type.BODY),
        body_small=style(Type.SMALL, palette.muted),
        label_large=style(Type.BODY, bold=True),
        label_medium=style(Type.SMALL),
        label_small=style(Type.SMALL, palette.muted),
    )
