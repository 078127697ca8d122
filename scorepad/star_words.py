"""How stars, Kästen and days are said and typed."""

import re
from datetime import date as Date

from scorepad.book.stars import Star, kaesten
from scorepad.book.tariffs import AUSWAERTS, TITLES
from scorepad.text import Message, say
from scorepad.words import MINUS, Words

DAY = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")


def signed(stars: int, t: Words) -> str:
    """Stars that came or went: +2, −4."""
    return f"+{t.points(stars)}" if stars > 0 else t.points(stars)


def in_kaesten(stars: int, t: Words) -> str:
    """Stars in Kästen with one decimal, as the language writes it."""
    written = kaesten(stars).replace("-", MINUS)
    return written.replace(".", ",") if t.language == "de" else written


def title_of(event: str, ziel: str = "") -> Message:
    """What an event is called, a drive with where it goes."""
    title = Message(TITLES[event])
    if event == AUSWAERTS and ziel:
        return say("{event} to {ziel}", event=title, ziel=ziel)
    return title


def what_for(star: Star, t: Words) -> str:
    """What stars were for, with everything that was said about it."""
    parts = [t(title_of(star.event, star.ziel)) if star.event else t("Opening balance")]
    if star.reason:
        parts.append(t(star.reason))
    if star.note:
        parts.append(star.note)
    return " · ".join(parts)


def read_stars(typed: str) -> int | None:
    """A number of stars from what somebody typed, with either minus; None if it is none."""
    text = typed.strip().replace(MINUS, "-")
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else None


def read_day(typed: str) -> Date | None:
    """A day from what somebody typed: 20.5.2021, 20/05/2021 or 2021-05-20; None if it is none."""
    typed = typed.strip()
    try:
        if match := DAY.fullmatch(typed):
            day, month, year = map(int, match.groups())
            return Date(year, month, day)
        return Date.fromisoformat(typed) if re.fullmatch(r"\d{4}-\d\d-\d\d", typed) else None
    except ValueError:
        return None


def typed_day(day: Date, t: Words) -> str:
    """A day as `read_day` reads it."""
    return f"{day.day}.{day.month}.{day.year}" if t.language == "de" else \
        f"{day.day}/{day.month}/{day.year}"
