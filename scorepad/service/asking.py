"""What every use case needs: a way to say no, what is wrong with names, ids and the clock."""

import time
from collections.abc import Sequence
from typing import Any

from uuid6 import uuid7

from scorepad.book.journal import EveningJournal
from scorepad.document import composed, fault_of_name, fault_of_text, has_anything_visible
from scorepad.document.reading import MOST_PEOPLE
from scorepad.games.base import Game, Place, Problem
from scorepad.text import say


class Refused(Exception):
    """What was asked for cannot be done; `problems` says why, at the field it belongs to."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems


def as_kept(name: str) -> str:
    """A name as it is kept: nothing around it, and in one way of writing, or one person would be
    two whose names look the same."""
    return composed(name.strip())


def faults_of_line(text: str, *place: str | int) -> list[Problem]:
    """What keeps a text at `place` from being one line."""
    text = text.strip()
    fault = fault_of_text(text)
    if not fault and text and not has_anything_visible(text):
        fault = say("has nothing in it that can be seen")
    return [Problem(place, fault)] if fault else []


def faults_of_name(name: str, *place: str | int) -> list[Problem]:
    """What is wrong with a name at `place`."""
    fault = fault_of_name(name)
    return [Problem(place, fault)] if fault else []


def faults_of_names(game: Game[Any, Any], names: Sequence[str]) -> list[Problem]:
    """What is wrong with the players of a new sheet, each at its position."""
    faults = []
    for index, name in enumerate(names):
        place: Place = ("players", index)
        if fault := fault_of_name(name):
            faults.append(Problem(place, fault))
        elif name in names[:index]:
            faults.append(Problem(place, say("names {name} a second time", name=name)))
    if fault := game.verify_players(len(names)):
        faults.append(Problem(("players",), fault))
    return faults


def faults_of_crowd(count: int) -> list[Problem]:
    """Why so many people are too many for one sheet, from its first hand to its last: no file of
    them could be read."""
    return [] if count <= MOST_PEOPLE else [Problem(("players",), say(
        "{count} people come to this sheet: split it", count=count))]


def faults_of_currency(evening: EveningJournal, stake: int | None,
                       currency: str) -> list[Problem]:
    """Why a new sheet in this currency cannot be settled together with those of its evening."""
    others = {sheet.opened.currency for sheet in evening.sheets.values()
              if sheet.opened.stake is not None} - {currency}
    if stake is None or not others:
        return []
    return [Problem(("currency",), say("{currencies} on one evening cannot be settled together",
                                       currencies=", ".join(sorted({currency, *others}))))]


def new_id() -> str:
    """An id that no other device hands out, later ones sorting after earlier ones."""
    return str(uuid7())


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
