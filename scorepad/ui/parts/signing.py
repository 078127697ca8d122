"""Who has written a table's list, and who confirms it."""

from collections.abc import Callable, Mapping
from functools import partial

import flet as ft

from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service.slips import Signed
from scorepad.service.tournament_view import TournamentView
from scorepad.tournament.facts import Number
from scorepad.ui import widgets as ui
from scorepad.ui.parts.fields import title
from scorepad.ui.session import Session


def signing_at(view: TournamentView, round: int, table: int, session: Session) -> list[ft.Control]:
    """Build the keys to sign the list of a table of a tournament."""
    made, kept = view.tournament, view.kept(round, table)
    numbers = made.draws[round - 1].tables[table - 1]
    return signing(
        {number: made.player(number, round, made.hands_at[len(numbers)]) for number in numbers},
        Signed(kept.written_by, kept.confirmed_by) if kept else Signed(),
        partial(session.attempt, session.service.tournaments.sign, view.id, round, table),
        session.words)


def signing(names: Mapping[Number, str], signed: Signed, sign: Callable[..., object],
            t: Words) -> list[ft.Control]:
    """Build the keys with which those at a table say who has written its list, and another of them
    confirms it. sign: takes the numbers of both."""
    writer, witness = signed

    def key(number: Number, of: str, chosen: bool, *signed: Number | None) -> ft.Control:
        return ui.chip(names[number], partial(sign, *signed), chosen=chosen,
                       identifier=f"{of}-{number}")

    told = say("Confirmed by {name}.", name=names[witness]) if witness else \
        say("Who confirms the list?")
    return [
        title(t("Who has written the list?")),
        ui.chips([key(each, "wrote", each == writer, None if each == writer else each,
                      None if each == witness else witness) for each in names]),
        title(t(told)),
        ui.chips([key(each, "confirm", each == witness, writer,
                      None if each == witness else each)
                  for each in names if each != writer])]
