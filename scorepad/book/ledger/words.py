"""Stars, Kästen and days in words, read from what somebody typed, and worth a second look."""

import re
from collections.abc import Iterator, Sequence
from datetime import date as Date

from scorepad.book.ledger.stars import Star, kaesten
from scorepad.book.ledger.tariffs import AUSWAERTS, KASTEN, KNABBERZEUG, TITLES
from scorepad.book.record import BookRecord, StarNote
from scorepad.games.game import Problem
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


def odd_notes(notes: Sequence[StarNote], place: str) -> Iterator[tuple[int, Message]]:
    """Yield what is odd about the notes of an evening, each with the index of its note.

    place: of the evening. S2, Sterne, 21.05.2008: snacks count that come with a Kasten, and one
    drives to somebody else.
    """
    providers = {note.player for note in notes if note.event == KASTEN}
    driven: set[str] = set()
    for index, note in enumerate(notes):
        if note.event == KNABBERZEUG and note.player not in providers:
            yield index, say("{name} brought snacks but no Kasten: the rules count the snacks that "
                             "come with one.", name=note.player)
        if note.event != AUSWAERTS:
            continue
        if note.player in driven:
            yield index, say("{name} has already driven this evening.", name=note.player)
        if note.player in (note.ziel, place):
            yield index, say("{name} has driven home: the rules count the drive to somebody else.",
                             name=note.player)
        driven.add(note.player)


def odd_in(book: BookRecord) -> list[Problem]:
    """Return what is odd about the notes of a book, each at its place in the document."""
    return [Problem(("evenings", e, "stars", n), message)
            for e, evening in enumerate(book.evenings)
            for n, message in odd_notes(evening.stars, evening.place)]
