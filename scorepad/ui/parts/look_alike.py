"""The question whether a name that looks like somebody's means that person; one tap answers it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.ui.parts.name_form import NameForm
from scorepad.ui.session import Session
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import chip, chips, strong


def question(asked: Message, known: str, answer: Callable[[bool], Any], t: Words, *,
             chosen: bool | None = None, number: int = 0) -> ft.Control:
    """Build a card with the question.

    known: the name of whoever is there; answer: gets whether it is that person; chosen: what was
    answered; number: of the question among several.
    """
    return ft.Container(
        ft.Column([
            strong(t(asked), size=Type.BODY),
            chips([chip(t("Yes, {name}", name=known), partial(answer, True),
                        chosen=chosen is True, identifier=f"same-person-{number}"),
                   chip(t("No, somebody else"), partial(answer, False),
                        chosen=chosen is False, identifier=f"somebody-else-{number}")])],
            spacing=Space.SMALL, tight=True),
        border=ft.Border.all(1, ft.Colors.PRIMARY), border_radius=Radius.MEDIUM,
        padding=Space.MEDIUM)


def asked_of(form: NameForm, same: Callable[[str], Any], other: Callable[[], Any],
             t: Words) -> list[ft.Control]:
    """Build the question below a field for a name, if there is one; same: gets the id of whoever is
    known; other: saves the name for somebody else."""
    found = form.asked
    if found is None:
        return []
    return [question(found.question, found.known,
                     lambda yes: same(form.ids[found.known]) if yes else other(), t)]


def is_same(session: Session, form: NameForm, player: str, known: str) -> bool:
    """Make a player and somebody known one person, or say at the field why they are two; return
    whether it was done."""
    people = session.service.people
    name = people.names()[player]
    if fault := people.fault_of_merging(player, known):
        form.refuse(say("{fault}.", fault=fault))
        return False
    if not session.attempt(people.merge, player, known):
        return False
    session.offer_undo(say("{name} is now {other}.", name=name, other=people.names()[known]),
                       people.part, player)
    return True
