"""The club's own notation of a hand, also where a line says something else before it.

Its parts stand between slashes: the outcome, levels announced, levels played by the winner,
doublings, extras from the winner's view. S2 is the house rules, cited by their headings. What they
print can be read; `write` uses the short form of practice, which names the highest level only.

| part | means |
| --- | --- |
| `AG`, `AV`, `A` | Alte gewonnen, verloren, geteilt |
| `BSg`, `BSv` | a solo won, lost: `BS`, `OS`, `TS`, `DS` Buben, Ober, Trumpf, Dullen |
| `HSg`, `SHg`, `FLg` | same for `HS` `GS` `ES` Farb-Soli, `SH` Stille Hochzeit, `FL` Fleischlos |
| `U9` `U6` `U3` `SW` | levels: the first such part was announced, the second played |
| `U9s` | played (gespielt), where nothing was announced; `U9g` announced (gesagt) |
| `RU9KU6` | levels of Re and of Kontra, where R or K alone does not say whose they are |
| `R`, `K` | Re, Kontra |
| `FS` | Falschspiel of the loser |
| `+F`, `-K`, `+D` | Fuchs, Karlchen, Dulle for or against the winner; if nobody wins, Re |
| `E60` | both Ansagen failed, and the table gave it this value |
| `=131` | Augen of Re, where they were counted |
"""

import re
from collections.abc import Sequence

from scorepad.games.altenburg.faults import Extra, knows
from scorepad.games.altenburg.hand import AltenburgRules, Hand, Side, Spiel
from scorepad.games.altenburg.shorthand_read import read as read
from scorepad.games.altenburg.shorthand_write import (
    CODES,
    LEVELS as LEVELS,
    played_level as played_level,
    write as write,
)
from scorepad.games.altenburg.value import levels, worth
from scorepad.games.table import Table
from scorepad.i18n.message import Message, say

MOST_PROPOSALS = 12
PRINTED = re.compile(r"(\s*av\s*/\s*u9\s*/\s*)u6(?=\s*(?:/|$))", re.IGNORECASE | re.ASCII)
"""The line that the club's list prints for a U9 that Kontra announced and kept (S2, Beispiel)."""


def misprinted(text: str, hand: Hand, table: Table[AltenburgRules]) -> Message | None:
    """Return that the club's printed list means something else by a line that was read as this
    hand, and how that is spelled; None where it does not.

    The list prints `AV/U9/U6` for 80 points, where its own arithmetic is that of `AV/U9/U9`.
    """
    found = PRINTED.match(text)
    if found is None or worth(hand, table.rules).winner is not Side.KONTRA \
            or hand.ansage_re is not None or "=" in text:
        return None
    other = f"{found[1]}U9{text[found.end():]}"
    figures = [came.value + sum(came.extras) for came in (
        worth(hand, table.rules), worth(read(other, hand, table), table.rules))]
    return say("read as U9 announced and U6 played: {points}. For {printed}, as the club's list "
               "prints it, write {line}", points=figures[0], printed=figures[1],
               line=other.strip().upper())


# --- completing ---------------------------------------------------------------------------------
_OUTCOMES = ("AG", "AV", "A", *[code + letter for (spiel, _), code in CODES.items()
                                if spiel.is_alone for letter in "gv"])
_DOUBLINGS = ("R", "K")
_EXTRAS = ("+F", "-F", "+K", "-K", "+D", "-D")
_KEYS = {"F": Extra.FUCHS, "K": Extra.KARLCHEN, "D": Extra.DULLE}


def complete(text: str, rules: AltenburgRules = AltenburgRules()) -> tuple[str, ...]:
    """Return the lines that continue `text` by one part, likely ones first."""
    *before, last = text.strip().split("/")
    if not before:
        begun = [code for code in _OUTCOMES if code.lower().startswith(last.lower())]
        if not any(code.lower() == last.lower() for code in begun) or last.lower() == "a":
            return tuple(code for code in begun if code.lower() != last.lower())[:MOST_PROPOSALS]
        before, last = [last], ""
    elif last and last.lower() in map(str.lower, _next(before, rules)):
        before, last = [*before, last], ""
    head = "/".join(before)
    return tuple(f"{head}/{part}" for part in _next(before, rules)
                 if part.lower().startswith(last.lower()))[:MOST_PROPOSALS]


def _next(before: list[str], rules: AltenburgRules) -> list[str]:
    """Return the parts that can follow those."""
    said = [part.strip().upper().replace("\N{MINUS SIGN}", "-") for part in before]
    code = said[0][:2]
    spiel = next((spiel for (spiel, _), known in CODES.items() if known == code), Spiel.NORMAL)
    names = [LEVELS[level] for level in levels(spiel, rules)]
    levelled = [part for part in said[1:] if any(name in part for name in names)]
    closed = any(part in (*_DOUBLINGS, *_EXTRAS, "FS") for part in said)
    following: list[str] = []
    if not closed and not levelled and said[0] != "A":
        following += [*names, *[f"{name}s" for name in names]]
    elif not closed and len(levelled) == 1 and not levelled[0].endswith("S"):
        following += names
    if not spiel.is_solo and not any(part in (*_EXTRAS, "FS") for part in said):
        following += [letter for letter in _DOUBLINGS if letter not in said]
    fuechse = sum(part in ("+F", "-F") for part in said)
    following += [extra for extra in _EXTRAS if knows(spiel, _KEYS[extra[1]]) and (
        fuechse < 2 if extra[1] == "F" else not {f"+{extra[1]}", f"-{extra[1]}"} & set(said))]
    return following + (["FS"] if "FS" not in said and said[0] != "A" else [])


_OUTCOME = re.compile(rf"(?<!\S)({'|'.join(CODES.values())})[gv]?(?=\s*(/|$))",
                      re.IGNORECASE | re.ASCII)


def begins_at(text: str, names: Sequence[str]) -> int | None:
    """Return where the outcome stands with which the notation begins, None for nowhere. Alone it
    may be the beginning of a name."""
    for found in _OUTCOME.finditer(text):
        if found[2] or len(found[0]) > 1 and not any(
                name.casefold().startswith(found[0].casefold()) for name in names):
            return found.start()
    return None
