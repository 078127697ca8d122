"""Stars, Kästen and days in words, and read from what somebody typed."""

import re
from datetime import date as Date

from scorepad.book.ledger.stars import Star, kaesten
from scorepad.book.ledger.tariffs import AUSWAERTS, TITLES
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import MINUS, Words

DAY = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")


def signed(stars: int, t: Words) -> str:
    """Return stars that came or went, with a sign: +2, −4."""
    return f"+{t.points(stars)}" if stars > 0 else t.points(stars)


def in_kaesten(stars: int, t: Words) -> str:
    """Return stars in Kästen with one decimal, as the language writes it."""
    written = kaesten(stars).replace("-", MINUS)
    return written.replace(".", ",") if t.language == "de" else written


def title_of(event: str, ziel: str = "") -> Message:
    """Return what an event is called; the name of a drive says where it went."""
    title = Message(TITLES[event])
    if event == AUSWAERTS and ziel:
        return say("{event} to {ziel}", event=title, ziel=ziel)
    return title


def what_for(star: Star, t: Words) -> str:
    """Return what stars were for, with the reason and the note if there are any."""
    parts = [t(title_of(star.event, star.ziel)) if star.event else t("Opening balance")]
    if star.reason:
        parts.append(t(star.reason))
    if star.note:
        parts.append(star.note)
    return " · ".join(parts)


def read_stars(typed: str) -> int | None:
    """Return the number of stars that somebody typed, with either minus; None if it is none."""
    text = typed.strip().replace(MINUS, "-")
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else None


def read_day(typed: str) -> Date | None:
    """Return the day that was typed: 20.5.2021, 20/05/2021 or 2021-05-20; None if it is none."""
    typed = typed.strip()
    try:
        if match := DAY.fullmatch(typed):
            day, month, year = map(int, match.groups())
            return Date(year, month, day)
        return Date.fromisoformat(typed) if re.fullmatch(r"\d{4}-\d\d-\d\d", typed) else None
    except ValueError:
        return None


def typed_day(day: Date, t: Words) -> str:
    """Return a day as somebody would type it for `read_day`."""
    return f"{day.day}.{day.month}.{day.year}" if t.language == "de" else \
        f"{day.day}/{day.month}/{day.year}"
