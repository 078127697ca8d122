"""Stars as people write them: with a sign, in Kästen, with what they were for; and a club's printed
list of them, pasted as text: names, stars, and Kästen where it has them."""

import re
from datetime import date as Date
from typing import TYPE_CHECKING, NamedTuple

from scorepad.book.ledger.tariffs import A_KASTEN, AUSWAERTS, TITLES, kaesten, read_stars
from scorepad.i18n.message import MINUS, Message, say
from scorepad.i18n.words import Words, read_day

if TYPE_CHECKING:
    from scorepad.book.ledger import Star


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


def what_for(star: "Star", t: Words) -> str:
    """Return what stars were for, with the reason and the note if there are any."""
    parts = [t(title_of(star.event, star.ziel)) if star.event else t("Opening balance")]
    if star.reason:
        parts.append(t(star.reason))
    if star.note:
        parts.append(star.note)
    return " · ".join(parts)


DAY = re.compile(r"\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{4}-\d\d-\d\d\b")
NUMBER = rf"[-+{MINUS}\N{{EN DASH}}]?\d+"
LINE = re.compile(
    r"(?P<name>[^\W\d_](?:[^\d\t\r\n;|:,]{0,80}[^\W\d_]\.?)?(?: \(\d{1,2}\))?)[\s;|:,]+"
    rf"(?P<stars>{NUMBER})(?!\d|\.\d)(?:[\s;|]+|,)?(?P<kaesten>(?<!\d){NUMBER}[.,]\d)?(?!\d)")
SUM = re.compile(r"summe|sum\b|zusammen|together", re.IGNORECASE)


class Pasted(NamedTuple):
    """A list as it was read: the day in it, None for none; everybody's stars; and what in it does
    not fit together, by name, that of the sum empty."""

    day: Date | None
    balances: dict[str, int]
    faults: dict[str, Message]


def read_list(text: str) -> Pasted:
    """Return what a list says. Where it has Kästen, lines without them are none of it; nothing
    below its sum is."""
    day = DAY.search(text)
    lines = list(LINE.finditer(DAY.sub("", text)))
    if any(line["kaesten"] for line in lines):
        lines = [line for line in lines if line["kaesten"]]
    balances: dict[str, int] = {}
    faults: dict[str, Message] = {}
    for line in lines:
        name, stars = line["name"], read_stars(line["stars"].replace("\N{EN DASH}", "-")) or 0
        is_sum = SUM.match(name) is not None
        tenths = re.sub("[.,]", "", line["kaesten"] or "").translate(
            {ord(MINUS): "-", 0x2013: "-"})
        if tenths and int(tenths) * A_KASTEN != stars * 10:
            faults["" if is_sum else name] = say(
                "{stars} stars are not {kaesten} Kästen", stars=stars, kaesten=line["kaesten"])
        if is_sum:
            if stars != (made := sum(balances.values())):
                faults[""] = say("The list says {said} stars together, its lines make {made}.",
                                 said=stars, made=made)
            break
        balances[name] = stars
    return Pasted(day and read_day(day[0]), balances, faults)
