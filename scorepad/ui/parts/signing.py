"""Who has written a table's list, and who confirms it."""

from functools import partial

import flet as ft

from scorepad.i18n.message import say
from scorepad.service.tournament_view import TournamentView
from scorepad.tournament.facts import Number
from scorepad.ui import widgets as ui
from scorepad.ui.parts.fields import title
from scorepad.ui.session import Session


def signing(view: TournamentView, round: int, table: int, session: Session) -> list[ft.Control]:
    """Build the keys with which those at a table say who has written its list, and another of them
    confirms it."""
    t, people = session.words, view.tournament.by_number
    numbers = view.tournament.draws[round - 1].tables[table - 1]
    kept = view.kept(round, table)
    writer, witness = (kept.written_by, kept.confirmed_by) if kept else (None, None)

    def key(number: Number, of: str, chosen: bool, *signed: Number | None) -> ft.Control:
        return ui.chip(people[number].name, partial(
            session.attempt, session.service.tournaments.sign, view.id, round, table, *signed),
            chosen=chosen, identifier=f"{of}-{number}")

    told = say("Confirmed by {name}.", name=people[witness].name) if witness else \
        say("Who confirms the list?")
    return [
        title(t("Who has written the list?")),
        ui.chips([key(each, "wrote", each == writer, None if each == writer else each,
                      None if each == witness else witness) for each in numbers]),
        title(t(told)),
        ui.chips([key(each, "confirm", each == witness, writer,
                      None if each == witness else each)
                  for each in numbers if each != writer])]
