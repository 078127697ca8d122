"""An evening as a picture to send: who has won it, how it went, who gets what and who pays whom.
The page itself draws it, in the light look and at text of the usual size, and hands it over as PNG.
"""

from collections.abc import Mapping, Sequence

import flet as ft
from flet import canvas

from scorepad.book.people import Look
from scorepad.i18n.words import Words
from scorepad.service.telling_evening import Result, told_result, told_winners
from scorepad.service.views import EveningView, SheetView
from scorepad.ui.parts.charts import course_of, plain
from scorepad.ui.session import page
from scorepad.ui.signs import marker
from scorepad.ui.theme import DARK, FONT, LIGHT, PLAYERS, text_width

WIDTH, HEIGHT, DENSITY = 360, 450, 3
"""The size of the picture, and the pixels that each of its points has: 1080 × 1350 in all."""

EDGE, BAND = 24, 116
"""The room at its edges, and the height of the coloured part with the winner."""

LINE, LINES = 21, 124
"""The greatest height of a line below the courses, and of all lines together."""

MOST_COURSES = 3
"""The sheets whose courses have room; of more, those with most hands are drawn."""

TONE = {"gain": LIGHT.accent, "loss": LIGHT.loss}
"""The colours of figures that stand out."""

Shapes = list[canvas.Shape]


def _text(x: float, y: float, text: str, size: float, color: str, *, bold: bool = False,
          right: bool = False, room: float = WIDTH - 2 * EDGE) -> canvas.Text:
    """Return a line whose left end, or with `right` its right end, is at x; y: of its middle."""
    return canvas.Text(
        x, y, text, alignment=ft.Alignment.CENTER_RIGHT if right else ft.Alignment.CENTER_LEFT,
        max_lines=1, ellipsis="…", max_width=room, style=ft.TextStyle(
            font_family=FONT, size=size, color=color, letter_spacing=0,
            weight=ft.FontWeight.W_600 if bold else ft.FontWeight.NORMAL))


def _fill(color: str) -> ft.Paint:
    return ft.Paint(color=color, style=ft.PaintingStyle.FILL)


def shapes_of(view: EveningView, club: str, looks: Mapping[str, Look], t: Words) -> Shapes:
    """Return all that is drawn; club: its name, empty for none; looks: of everybody, by name."""
    results, due = told_result(view, t), _due(view, t)
    top = HEIGHT - 42 - min(LINES, LINE * max(len(results), len(due)))
    return [canvas.Rect(0, 0, WIDTH, HEIGHT, paint=_fill(LIGHT.surface)),
            *_head(view, club, looks, t), *_courses(view, top - 20, looks, t),
            *_results(results, top, looks, t), *_payments(due, top, t),
            _text(WIDTH - EDGE, HEIGHT - 14, "Scorepad", 9, LIGHT.muted, right=True)]


def _head(view: EveningView, club: str, looks: Mapping[str, Look], t: Words) -> Shapes:
    shapes: Shapes = [canvas.Rect(0, 0, WIDTH, BAND, paint=_fill(LIGHT.accent))]
    left, won = float(EDGE), t(told_winners(view))
    for name in view.winners[:3]:
        look = looks[name]
        shapes += [canvas.Circle(left + 17, 76, 17, paint=_fill(LIGHT.surface)),
                   *marker(look.marker, left + 17, 76, PLAYERS[look.colour].light, 8)]
        left += 42
    room = WIDTH - EDGE - left
    size = min(26, room / text_width(won))
    about = " · ".join(filter(None, [club, t.dated(view.date, view.place)]))
    small = max(9, min(12, (WIDTH - 2 * EDGE) / text_width(about)))
    return [*shapes, _text(left, 76, won, max(size, 14), LIGHT.on_accent, bold=True, room=room),
            _text(EDGE, 32, about, small, DARK.on_chosen)]


def _courses(view: EveningView, end: float, looks: Mapping[str, Look], t: Words) -> Shapes:
    """Draw the courses of the sheets beside each other; end: their lower edge."""
    sheets = [sheet for sheet in view.sheets if sheet.score.lines]
    if len(sheets) > MOST_COURSES:
        least = sorted([len(sheet.score.lines) for sheet in sheets])[-MOST_COURSES]
        sheets = [each for each in sheets if len(each.score.lines) >= least][:MOST_COURSES]
    shapes: Shapes = []
    width = (WIDTH - 2 * 16 + 8) / max(1, len(sheets)) - 8
    for index, sheet in enumerate(sheets):
        box = 16 + index * (width + 8), BAND + 14, width, end - BAND - 14
        shapes += _course(sheet, box, looks, t)
    return shapes


def _course(sheet: SheetView, box: tuple[float, float, float, float], looks: Mapping[str, Look],
            t: Words) -> Shapes:
    (left, top, width, height), course = box, course_of(sheet, looks, t)
    if course is None:
        return []
    return [canvas.Rect(left, top, width, height, border_radius=14, paint=_fill(LIGHT.raised)),
            _text(left + 10, top + 15, t.game(sheet.game.title), 11, LIGHT.muted,
                  room=width - 20),
            *plain(course.lines, course.breaks, (left + 4, top + 26, width - 8, height - 32),
                   lambda look: PLAYERS[look.colour].light, LIGHT.line)]


MIDDLE = WIDTH / 2
"""The place where the results end and the payments begin."""


def _results(results: Sequence[Result], top: float, looks: Mapping[str, Look],
             t: Words) -> Shapes:
    """Draw what everybody has, with the sign that leads through the courses."""
    high, size = _line_of(len(results))
    shapes: Shapes = [_text(EDGE, top, t("Result"), 11, LIGHT.muted)]
    for number, (name, figure, tone) in enumerate(results, 1):
        y, wide = top + 4 + number * high, text_width(figure) * size
        shapes += [*marker(looks[name].marker, EDGE + 4, y, PLAYERS[looks[name].colour].light,
                           min(4, high / 4)),
                   _text(EDGE + 14, y, name, size, LIGHT.text, room=MIDDLE - EDGE - 26 - wide),
                   _text(MIDDLE - 10, y, figure, size, TONE.get(tone, LIGHT.text),
                         bold=True, right=True)]
    return shapes


def _due(view: EveningView, t: Words) -> list[tuple[str, str]]:
    return [(f"{each.debtor} → {each.creditor}", t.money(each.cents, settled.currency))
            for settled in view.settlements for each in settled.payments]


def _payments(due: Sequence[tuple[str, str]], top: float, t: Words) -> Shapes:
    if not due:
        return []
    high, size = _line_of(len(due))
    shapes: Shapes = [_text(MIDDLE + 10, top, t("Payments"), 11, LIGHT.muted)]
    for number, (who, amount) in enumerate(due, 1):
        y, wide = top + 4 + number * high, text_width(amount) * size
        shapes += [_text(MIDDLE + 10, y, who, size, LIGHT.text,
                         room=WIDTH - EDGE - MIDDLE - 16 - wide),
                   _text(WIDTH - EDGE, y, amount, size, LIGHT.text, bold=True, right=True)]
    return shapes


def _line_of(lines: int) -> tuple[float, float]:
    """Return the height of a line and the size of its type, where there are so many."""
    high = min(LINE, LINES / max(1, lines))
    return high, min(13, high * 0.75)


async def png_of(shapes: Sequence[canvas.Shape]) -> bytes:
    """Have the page draw the shapes, where nobody sees them, and return the picture."""
    drawn = canvas.Canvas(list(shapes), width=WIDTH, height=HEIGHT, left=-2 * WIDTH, top=0)
    shown = page()
    shown.overlay.append(drawn)
    shown.update()
    try:
        await drawn.capture(DENSITY)
        return await drawn.get_capture()
    finally:
        shown.overlay.remove(drawn)
        shown.update()
