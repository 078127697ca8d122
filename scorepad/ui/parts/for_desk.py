"""The ways between the desk of a tournament and a phone without a network: the codes of slips, the
result of a list, and files; and who has written a list, and who confirms it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

import flet as ft

from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service.slips import RESULT, SLIP, Signed, Slip, digits_in
from scorepad.service.tournament_view import TournamentView
from scorepad.storage import StorageFault
from scorepad.tournament.facts import Number
from scorepad.ui import hooks, widgets as ui
from scorepad.ui.hooks import use_task, use_value
from scorepad.ui.meeting import is_at_desk, join_for_list
from scorepad.ui.parts.codes import address_with_code, scanned
from scorepad.ui.parts.copies import share_entries
from scorepad.ui.parts.fields import title
from scorepad.ui.parts.saving_files import copy_button
from scorepad.ui.session import Session, go, of_page, page
from scorepad.ui.theme import Space, Type


async def links_of(slips: Sequence[Slip], session: Session) -> list[str]:
    """Return the addresses on slips, none where no phone can reach this program. Raises
    `StorageFault` and `Refused`."""
    if (phones := session.phones) is not None:
        return await hooks.done(phones.slips, session.service.user, slips)
    return [f"{session.place.address}#/{SLIP}/{each.digits}" for each in slips] \
        if session.place.address else []


def file_button(evening: str, session: Session) -> ft.Control:
    """Build the button that hands on a tournament as a file of entries."""
    return ui.text_button(session.words("As a file"), lambda: page().run_task(
        share_entries, session, evening), identifier="hand-on", icon=ft.Icons.IOS_SHARE)


@ft.component
def ForDesk(slip: Slip) -> ft.Control:
    """Draw the result of a list that is complete, for the desk to take over. Where a server is in
    reach the list itself goes there."""
    session = of_page()
    t = session.words
    slips = session.service.slips
    link = f"{session.place.address}#/{RESULT}/{slips.result(slip).digits}"

    async def bring() -> None:
        await join_for_list(session, slip)

    def sign(*signed: Number | None) -> None:
        if session.attempt(slips.sign, slip, *signed):
            page().run_task(bring)

    use_task(bring, [])
    return ui.panel(
        title(" · ".join([slip.tournament, t("Round {round}", round=slip.round),
                          t("Table {table}", table=slip.table)])),
        *signing({seat.number: seat.name for seat in slip.seats}, slips.signed(slip), sign, t),
        *_way(slip, link, session),
        ft.Row([copy_button(session, t("Copy"), link, "copy-result"),
                file_button(slip.evening, session)], wrap=True),
        spacing=Space.MEDIUM)


def _way(slip: Slip, link: str, session: Session) -> list[ft.Control]:
    """Build the code that takes a result to the desk, or say that the desk has the list."""
    t = session.words
    with suppress(StorageFault):  # the code does it as well
        if is_at_desk(session, slip):
            return [ui.remark(t("The desk has this list."))]
    return [ft.Text(t("Take this to the desk. It scans the code:"), size=Type.BODY),
            *address_with_code(link, t, told=False)]


@ft.component
def TakeResult() -> ft.Control:
    """Draw the field that takes what a phone shows at the end of its list, and the key that reads
    it with the camera; that reads a slip as well."""
    session = of_page()
    t = session.words
    typed, type_text = use_value("")
    fault, tell = use_value(False)

    def read(text: str) -> None:
        if digits := digits_in(text):
            go(f"/{SLIP if f'/{SLIP}/' in text else RESULT}/{digits}")
        tell(not digits)

    async def scan() -> None:
        if (text := await scanned(session)) is not None:
            read(text)

    field = ui.text_field(t("Result of a list: its code"), typed, type_text,
                          on_submit=lambda: read(typed),
                          error=t(say("This is no result of a list.")) if fault else None)
    return ft.Row([ft.Container(field, expand=True), ui.icon_button(
        ft.Icons.QR_CODE_SCANNER, t("Scan the code"), lambda: page().run_task(scan),
        identifier="scan")]) if session.place.scans else field


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
