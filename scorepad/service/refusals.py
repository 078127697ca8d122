"""Helpers of every use case: refusals, checks of names and texts, ids and the clock."""

import time
from collections.abc import Sequence
from typing import Any

from uuid6 import uuid7

from scorepad.book.gate import MOST_PEOPLE
from scorepad.book.journal import EveningJournal
from scorepad.book.texts import composed, fault_of_name, fault_of_text, has_anything_visible
from scorepad.games.game import Game, Place, Problem
from scorepad.i18n.message import Fault, say


class Refused(Fault):
    """A request that cannot be carried out; `problems` says why, each at the field it belongs
    to."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*[problem.message for problem in problems])
        self.problems = problems


def as_kept(name: str) -> str:
    """Return a name or text as it is stored: without surrounding spaces, its letters composed.

    Otherwise one person could become two whose names look the same.
    """
    return composed(name.strip())


def faults_of_line(text: str, *place: str | int) -> list[Problem]:
    """Return the faults, at `place`, of a text that must be empty or one visible line."""
    text = text.strip()
    fault = fault_of_text(text)
    if not fault and text and not has_anything_visible(text):
        fault = say("has nothing visible in it")
    return [Problem(place, fault)] if fault else []


def faults_of_name(name: str, *place: str | int) -> list[Problem]:
    """Return the faults of a name, at `place`."""
    fault = fault_of_name(name)
    return [Problem(place, fault)] if fault else []


def faults_of_names(game: Game[Any, Any], names: Sequence[str]) -> list[Problem]:
    """Return the faults of the players of a new sheet, each at its position."""
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
    """Return a fault if a sheet would have more than `MOST_PEOPLE` people over all its hands.

    A document with such a sheet could not be read.
    """
    return [] if count <= MOST_PEOPLE else [Problem(("players",), say(
        "this sheet has {count} people: split it", count=count))]


def faults_of_currency(evening: EveningJournal, stake: int | None,
                       currency: str) -> list[Problem]:
    """Return a fault if a new sheet cannot be settled together with the others of its evening.

    All sheets with a stake must have one currency.
    """
    others = {sheet.opened.currency for sheet in evening.sheets.values()
              if sheet.opened.stake is not None} - {currency}
    if stake is None or not others:
        return []
    return [Problem(("currency",), say("{currencies} on one evening cannot be settled together",
                                       currencies=", ".join(sorted({currency, *others}))))]


def new_id() -> str:
    """Return an id that no other device hands out; later ids sort after earlier ones."""
    return str(uuid7())


def now() -> int:
    """Return the time in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
