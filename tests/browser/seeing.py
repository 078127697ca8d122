"""What an eye can tell of a picture: how well words stand out, and whether they are cut off."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

Rgb = tuple[int, ...]

FAINT = 1.35
"""The contrast from which something is there at all."""

LINE = 0.85
"""The share of the width from which something is a line, and no word."""


class Words(NamedTuple):
    """A line of words in a picture: its first and last row and column, and its contrast."""

    top: int
    bottom: int
    left: int
    right: int
    contrast: float


def luminance(color: Rgb) -> float:
    """The relative luminance of WCAG, 0 to 1."""
    red, green, blue = [
        each / 255 / 12.92 if each <= 10 else ((each / 255 + 0.055) / 1.055) ** 2.4
        for each in color]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast of two colours, 1 to 21, as WCAG counts it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def words_of(picture: Image.Image, radius: int = 0) -> Iterator[Words]:
    """The lines of words on a ground of one colour, from top to bottom.

    The ground is the most frequent colour; what stands beyond corners of `radius` is no part of it.
    """
    width, height = picture.size
    data = picture.convert("RGB").tobytes()
    pixels = list(zip(data[::3], data[1::3], data[2::3]))
    ground = Counter(pixels).most_common(1)[0][0]
    known = {color: contrast(color, ground) for color in set(pixels)}
    begun: list[tuple[int, list[int], float]] = []
    for row in range(height + 1):
        corner = _corner(row, height, radius)
        line = pixels[row * width + corner:(row + 1) * width - corner] if row < height else []
        found = [corner + column for column, color in enumerate(line) if known[color] > FAINT]
        if found and len(found) < LINE * (width - 2 * corner):
            begun.append((row, found, max(known[line[column - corner]] for column in found)))
        elif begun:
            columns = [column for _, own, _ in begun for column in own]
            yield Words(begun[0][0], begun[-1][0], min(columns), max(columns),
                        max(best for _, _, best in begun))
            begun = []


def _corner(row: int, height: int, radius: int) -> int:
    """How many pixels of a row lie beyond a rounded corner."""
    depth = radius - max(0, min(row, height - 1 - row))
    return round(radius - (radius ** 2 - depth ** 2) ** 0.5) if depth > 0 else 0
