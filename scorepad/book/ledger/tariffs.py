"""The tariffs of the club's ledger of stars: what an event counts, and from which day on.

The lines of S2, Sterne, are the default; a club can add to them, replace them or remove them. The
date of an evening picks the line.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date as Date

from scorepad.book.names import fault_of_name
from scorepad.book.record import StarNote, Tariff
from scorepad.games.problems import Problem, none_of, shown
from scorepad.i18n.message import MINUS, N_, Message, say

KASTEN, KNABBERZEUG, AUSWAERTS, MANUAL = "kasten", "knabberzeug", "auswaerts", "manual"
VERGEBEN = "vergeben"
NOTED = (KASTEN, KNABBERZEUG, AUSWAERTS, VERGEBEN, MANUAL)
"""The events that people note on an evening; misdeals only where no hand has followed them."""

WINNER, NO_HAND_WON = "abendsieger", "kein-spiel-gewonnen"

TITLES: Mapping[str, str] = {
    "rot-rum": N_("Rot goes round"), "alle-farben": N_("All side suits go round"),
    "stich-41": N_("Trick over 41"), "dulle": N_("Dulle caught"),
    "fuenf-karten": N_("Five cards laid open by another"),
    "fuenf-karten-verloren": N_("Five cards laid open, a trick lost"),
    "falschspiel": N_("Falschspiel"), VERGEBEN: N_("Three misdeals"),
    KASTEN: N_("Kasten"), KNABBERZEUG: N_("Snacks"), AUSWAERTS: N_("Away drive"),
    MANUAL: N_("Correction"),
    WINNER: N_("Winner of the evening"), NO_HAND_WON: N_("No hand won")}
"""The title of every event."""

A_KASTEN = 5
"""The stars that are a Kasten (S2, Sterne)."""

MOST_STARS = 10_000
"""The most stars at once, given or taken; more must be a typing error."""

ALWAYS = Date.min
INFLATION = Date(2008, 5, 21)
"""S2, Sterne: the day of the rules made because beer had become more expensive."""

DEFAULTS = (
    *[Tariff(event, ALWAYS, 1) for event in ("rot-rum", "alle-farben", "stich-41")],
    Tariff("dulle", ALWAYS, 2),
    *[Tariff(event, ALWAYS, 1)
      for event in ("fuenf-karten", "fuenf-karten-verloren", "falschspiel", VERGEBEN)],
    Tariff(KASTEN, ALWAYS, -5), Tariff(KASTEN, INFLATION, -4),
    Tariff(KNABBERZEUG, INFLATION, -1),
    Tariff(AUSWAERTS, INFLATION, -3, "Gerry"), Tariff(AUSWAERTS, INFLATION, -6, "Guido"),
    Tariff(WINNER, ALWAYS, -1), Tariff(NO_HAND_WON, ALWAYS, -2))
"""S2, Sterne 1 to 12 and the rules of 21 May 2008."""


class Tariffs:
    """All lines of a club's tariffs: the default ones and those that it has set."""

    def __init__(self, own: Iterable[Tariff] = ()) -> None:
        lines = {(line.event, line.ziel, line.valid_from): line for line in (*DEFAULTS, *own)}
        order = [*TITLES]
        self.lines = tuple(sorted(
            [line for line in lines.values() if line.stars is not None],
            key=lambda line: (order.index(line.event), line.ziel, line.valid_from)))
        """The lines in force, sorted by event, destination and date."""

    def stars(self, event: str, day: Date, ziel: str = "") -> int | None:
        """Return the stars of an event on a day; None where there is no tariff for it yet.
        event: a key of `TITLES`; ziel: the destination of a drive, empty for all else."""
        return next((line.stars for line in reversed(self.lines)
                     if (line.event, line.ziel) == (event, ziel) and line.valid_from <= day), None)

    @property
    def destinations(self) -> tuple[str, ...]:
        """The destinations of away drives, whatever the day."""
        return tuple(dict.fromkeys(line.ziel for line in self.lines if line.event == AUSWAERTS))

    def destinations_on(self, day: Date) -> tuple[str, ...]:
        """Return the destinations of away drives that have a tariff on a day."""
        return tuple([ziel for ziel in self.destinations
                      if self.stars(AUSWAERTS, day, ziel) is not None])

    def counted(self, note: StarNote, day: Date) -> int:
        """Return the stars of a note on an evening of this day; 0 where `fault_of` objects."""
        if self.fault_of(note, day):
            return 0
        if note.event == MANUAL:
            return note.stars or 0
        return self.stars(note.event, day, note.ziel) or 0

    def fault_of(self, note: StarNote, day: Date) -> Problem | None:
        """Return what is wrong with a note on an evening of this day, or None."""
        if note.event not in NOTED:
            return Problem(("event",), none_of(note.event, NOTED))
        if note.event == MANUAL:
            fault = say("is missing") if note.stars is None else fault_of_stars(note.stars)
            if fault:
                return Problem(("stars",), fault)
        elif note.stars is not None:
            return Problem(("stars",), say("come from the tariff, and are given for {event} only",
                                           event=MANUAL))
        return self._fault_of_ziel(note, day) or self._fault_of_day(note, day)

    def _fault_of_ziel(self, note: StarNote, day: Date) -> Problem | None:
        if note.event != AUSWAERTS:
            return Problem(("ziel",), say("is given for {event} only", event=AUSWAERTS)) \
                if note.ziel else None
        if not note.ziel:
            return Problem(("ziel",), say("is missing"))
        if note.ziel not in self.destinations:
            return Problem(("ziel",), say(
                "{ziel} is not one of the club's destinations: {known}", ziel=shown(note.ziel),
                known=", ".join(self.destinations) or "–"))
        return None

    def _fault_of_day(self, note: StarNote, day: Date) -> Problem | None:
        if note.event == MANUAL or self.stars(note.event, day, note.ziel) is not None:
            return None
        place = "ziel" if note.ziel else "event"
        first = min([line.valid_from for line in self.lines
                     if (line.event, line.ziel) == (note.event, note.ziel)], default=None)
        if first is None:
            return Problem((place,), say("has no tariff"))
        return Problem((place,), say("has no tariff before {date}", date=first.isoformat()))


def kaesten(stars: int) -> str:
    """Return stars in Kästen with one decimal; `21.6`, `-0.6`."""
    return f"{stars / A_KASTEN:.1f}"


def fault_of_tariff(line: Tariff) -> Message | None:
    """Return what is wrong with the event of a line, or None; nothing else is checked."""
    if line.event not in TITLES or line.event == MANUAL:
        return none_of(line.event, [event for event in TITLES if event != MANUAL])
    return None


def fault_of_destination(line: Tariff) -> Message | None:
    """Return what is wrong with where a drive leads that a line is about, or None."""
    if line.event == AUSWAERTS:
        return fault_of_name(line.ziel)
    return say("is given for {event} only", event=AUSWAERTS) if line.ziel else None


def fault_of_stars(stars: object) -> Message | None:
    """Return what is wrong with a number of stars, or None."""
    if type(stars) is int and -MOST_STARS <= stars <= MOST_STARS:
        return None
    return say("is not a whole number from {low} to {high}", low=-MOST_STARS, high=MOST_STARS)


def read_stars(typed: str) -> int | None:
    """Return the number of stars that somebody typed, with either minus; None if it is none."""
    text = typed.strip().replace(MINUS, "-")
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else None
