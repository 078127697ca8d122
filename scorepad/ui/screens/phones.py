"""The screen of the phones: how others join, and who is there in which role."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import time
from typing import Any

import flet as ft

from scorepad.i18n.message import N_, Message, say
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.service.roles import GIVEN, Role
from scorepad.storage import StorageFault
from scorepad.storage.register import Pin
from scorepad.ui import hooks, widgets as ui
from scorepad.ui.hooks import keyed, use_found, use_params, use_task, use_value
from scorepad.ui.parts.address import came_from, missing, use_form
from scorepad.ui.parts.codes import address_with_code
from scorepad.ui.parts.fields import NameForm, name_field, use_some
from scorepad.ui.parts.saving_files import copy_button
from scorepad.ui.session import Session, go_back, going_to, of_page, page
from scorepad.ui.theme import Space, Type
from scorepad.web import limits
from scorepad.web.access.phones import Link, OneForAll, Phones, is_locked
from scorepad.web.access.visitors import Visitor

EVERY = 1.0
"""Seconds between two looks at who is there, while the screen is shown."""

IS = {Role.WATCHER: N_("Watches"), Role.LIST: N_("Writes one list"), Role.WRITER: N_("Writes"),
      Role.HOST: N_("Host")}
"""The word for what a device does, by its role."""

ABOUT = {
    Role.WATCHER: N_("Sees everything and enters nothing."),
    Role.LIST: N_("Writes the list of one table until its round is over."),
    Role.WRITER: N_("Enters hands, seats, stars and payments."),
    Role.HOST: N_("May do everything: people, rules, backups, phones.")}
"""The sentence about each role."""

@dataclass(frozen=True)
class Shown:
    """The state of the door as it is shown; table: None once the code of the table has ended."""

    table: OneForAll | None
    link: Link
    pin: Pin
    tries: tuple[tuple[str, int], ...]
    devices: tuple[tuple[str, str, Role, int], ...]

    @classmethod
    def now(cls, session: Session, phones: Phones) -> "Shown":
        """Return it as it is now; raises `StorageFault` and `Refused`, and may wait."""
        user = session.service.user
        return cls(phones.table(user), phones.link(user), phones.pin(user),
                   tuple(phones.wrong_tries(user)), tuple([
                       (each.id, each.name, each.role, each.used // 60)
                       for each in phones.all(user)]))


@ft.component
def ThePhones() -> ft.View:
    session = of_page()
    t, phones = session.words, session.phones
    found, show = use_found(Shown, Message)
    alone, turn = use_value(False)
    devices, more = use_some(found.devices if isinstance(found, Shown) else ())

    async def look() -> None:
        # A page whose browser is away looks again when it comes back.
        while phones is not None and page().session.connection is not None:
            try:
                show(await hooks.done(Shown.now, session, phones))
            except (StorageFault, Refused) as fault:
                show(fault.message)
            await asyncio.sleep(EVERY)

    use_task(look, [session.visits])
    if phones is None:
        return _not_served(session)

    async def acted(change: Callable[..., Any], *values: Any) -> None:
        if session.attempt(await hooks.outcome(change, session.service.user, *values)):
            with suppress(StorageFault, Refused):  # the next look shows it
                show(await hooks.done(Shown.now, session, phones))

    def act(change: Callable[..., Any], *values: Any) -> None:
        page().run_task(acted, change, *values)

    body: list[ft.Control] = []
    if isinstance(found, Message):
        body = [ui.panel(ft.Text(t(found), size=Type.BODY))]
    elif found is not None:
        def choose(role: Role | None) -> None:
            turn(role is not None)
            if role is not None and (role is not found.link.role or alone):
                act(phones.new_link, role)

        joining: list[ft.Control] = [
            _code(found, alone, choose, partial(_of_table, found.table, phones, act), session),
            *([] if not phones.app else [ui.panel(
                ui.remark(t("The app on the phone, which works without a network, too, is "
                            "offered behind the code and here:")),
                ui.copyable(phones.app))])]
        body = ui.beside(joining, [
            keyed("pin", PinOf, found.pin, found.tries, phones.address,
                  partial(act, phones.new_pin), partial(act, phones.more_by_pin)),
            ui.heading(t("Devices")),
            ui.remark(t("A device that has not come for {days} days needs a new link, a host's "
                        "after {host} days.", days=limits.DAYS, host=limits.DAYS_OF_HOST)),
            ui.panel(*[_device(each, session) for each in devices], spacing=0), *more],
                         session.has_room())
    back, back_label = came_from(session)
    return ui.screen(t("Phones"), *body, ft.Container(height=Space.LARGE),
                     width=session.widest, back=back, back_label=back_label)


def _not_served(session: Session) -> ft.View:
    """Build the screen that says how phones join, where nothing is served to them yet."""
    t, (back, back_label) = session.words, came_from(session)
    return ui.screen(
        t("Phones"), ft.Container(height=Space.SMALL),
        ui.panel(
            ui.strong(t("Others look on and write with their own phones.")),
            ft.Text(t("1. On the computer that has the book, close Scorepad."), size=Type.BODY),
            ft.Text(t("2. Open a terminal there, the window for commands, and type:"),
                    size=Type.BODY),
            ui.copyable("scorepad serve", size=Type.FIGURE),
            ft.Text(t("3. Scorepad opens again. Phones now shows a code."), size=Type.BODY),
            ft.Text(t("4. Scan the code with each phone, in the same Wi-Fi."), size=Type.BODY),
            spacing=Space.MEDIUM),
        back=back, back_label=back_label)


def _code(found: Shown, alone: bool, choose: Callable[[Role | None], None],
          of_table: Callable[[Session], tuple[list[ft.Control], list[ft.Control]]],
          session: Session) -> ft.Control:
    """Build a QR code, that of the table or the link for one device, and the choice of what it
    makes of whoever scans it."""
    t, link, table = session.words, found.link, found.table
    address = link.address if alone else table.address if table is not None else ""
    told, keys = of_table(session) if not alone else (
        [ui.remark(t("Good for one device, for ten minutes. {what}", what=t(ABOUT[link.role])))],
        [ui.text_button(t("New link"), partial(choose, link.role), identifier="new-link",
                        icon=ft.Icons.REFRESH)])
    return ui.panel(
        ui.remark(t("Whoever scans this code:")),
        ui.chips([
            ui.chip(t("Sits at the table"), partial(choose, None), chosen=not alone,
                    identifier="link-table"),
            *[ui.chip(t(IS[role]), partial(choose, role), chosen=alone and role is link.role,
                      identifier=f"link-{role}") for role in GIVEN]]),
        *(address_with_code(address, t) if address else []),
        *told,
        ft.Row([*keys, *([copy_button(session, t("Copy"), address, "copy-link")]
                         if address else [])], wrap=True),
        spacing=Space.MEDIUM)


def _of_table(table: OneForAll | None, phones: Phones, act: Callable[..., None], session: Session
              ) -> tuple[list[ft.Control], list[ft.Control]]:
    """Build what is said of the code of the table, and its keys."""
    t = session.words
    new = ui.text_button(t("New code"), partial(act, phones.new_table), identifier="new-code",
                         icon=ft.Icons.REFRESH)
    if table is None:
        return [ui.remark(t("The code of the table has ended."))], [new]
    _, until, came, most = table.code
    told = [
        ui.switch(t("Everybody at this table writes"),
                  t("Whoever came by this code, but for those who only want to watch."),
                  "table-writes", table.writes, partial(act, phones.let_table, not table.writes)),
        ui.remark(t("One for all, until {time}. {came} of {most} devices came in with it.",
                    time=t.clock(until * 1000), came=came, most=most))]
    return told, [
        new,
        *([ui.text_button(t("Let in {n} more", n=limits.TABLE_DEVICES),
                          partial(act, phones.more_at_table), identifier="more-at-table",
                          icon=ft.Icons.ADD)] if table.code.is_full else [])]


@ft.component
def PinOf(pin: Pin, tries: Sequence[tuple[str, int]], address: str, renew: Callable[[], None],
          allow: Callable[[], None]) -> ft.Control:
    """Draw the PIN, where it is typed, how long it is good for, and for how many; tries: the
    addresses that have tried a wrong one, and how often."""
    session = of_page()
    t = session.words
    _, redraw = use_value(0)

    async def tick() -> None:
        while page().session.connection is not None:
            await asyncio.sleep(EVERY)
            redraw(lambda times: times + 1)

    use_task(tick, [session.visits])
    left = max(0, pin.until - int(time()))
    minutes = f"{left // 60}:{left % 60:02}"
    digits = f"{pin.digits[:3]} {pin.digits[3:]}"
    said = t("Too many wrong tries. There is a new one in {time}.", time=minutes) \
        if is_locked(pin) else t("Good for {time}. It lets in watchers.", time=minutes)
    told = [t("{came} of {most} devices came in with it.", came=pin.came, most=pin.most)]
    if tries:
        told.append(t("Wrong PINs came from {who}.", who=", ".join(
            [f"{peer} ({times})" for peer, times in tries])))
    if limits.PIN_TRIES <= pin.tries < limits.PIN_TRIES_AT_ALL:
        told.append(t("So many were wrong that only new addresses are heard."))
    return ui.panel(
        ui.remark(t("Or type at {address}:", address=address)),
        ft.Semantics(identifier="pin", container=True, label=t("PIN {digits}", digits=digits),
                     content=ui.strong("– – –" if is_locked(pin) else digits, size=Type.TOTAL,
                                       semantics_label="")),
        ui.remark(said),
        *map(ui.remark, told),
        ft.Row([ui.text_button(t("New PIN"), renew, identifier="new-pin", icon=ft.Icons.REFRESH),
                *([ui.text_button(t("Let in {n} more", n=limits.PIN_DEVICES), allow,
                                  identifier="more-by-pin", icon=ft.Icons.ADD)]
                  if pin.came >= pin.most else [])], wrap=True))


def _device(device: tuple[str, str, Role, int], session: Session) -> ft.Control:
    """Build the row of a device, which leads to what can be changed."""
    t, (id, name, role, minute) = session.words, device
    title = name or t("Without a name")
    told = [t(IS[role]), t("this device") if _is_own(session, id) else _last_here(minute * 60, t)]
    return ui.titled_row(title, " · ".join(told), going_to(f"/phones/{id}"),
                         identifier=f"device-{title}", said=f"{title}, {told[0]}")


def _is_own(session: Session, id: str) -> bool:
    return getattr(session.service.user, "id", None) == id


def _last_here(used: int, t: Words) -> str:
    now = time()
    return t("here now") if now - used < 120 else \
        t("last here {when}", when=t.lately(used * 1000, round(now * 1000)))


@ft.component
def TheDevice() -> ft.View:
    session = of_page()
    t, phones, id = session.words, session.phones, use_params()["device"]
    user = session.service.user
    device = None if phones is None else next(
        (each for each in phones.all(user) if each.id == id), None)
    if phones is None or device is None:
        return missing(t("This device was shut out."), "/phones")

    async def acted(change: Callable[..., Any], *values: Any) -> None:
        session.attempt(await hooks.outcome(change, user, *values))

    def set_role(role: Role) -> None:
        page().run_task(acted, phones.set_role, id, role)

    async def shut_out() -> None:
        if session.attempt(await hooks.outcome(phones.shut_out, user, id)):
            go_back("/phones")
            session.tell(say("{name} was shut out.", name=device.name or "…"), action=t("Undo"),
                         on_action=lambda: page().run_task(acted, phones.let_in_again, device))

    rest: list[ft.Control] = [ui.remark(t("This is the device that you are using."))]
    if not _is_own(session, id):
        rest = [
            ui.panel(ui.remark(t("May do")), ui.chips([
                ui.chip(t(IS[role]), partial(set_role, role), chosen=role is device.role,
                        identifier=f"role-{role}") for role in GIVEN]),
                ui.remark(t(ABOUT[device.role]))),
            ui.panel(ft.Row([ui.text_button(t("Shut out"), lambda: page().run_task(shut_out),
                                            identifier="shut-out", icon=ft.Icons.BLOCK)]),
                     ui.remark(t("Its page closes at once, and the code of the table ends. "
                                 "It needs a new link to come back.")))]
    return ui.screen(
        device.name or t("Without a name"), keyed(f"name-{id}", Name, device, phones), *rest,
        ft.Container(height=Space.LARGE), subtitle=_last_here(device.used, t),
        back="/phones", back_label=t("Back to the phones"))


@ft.component
def Name(device: Visitor, phones: Phones) -> ft.Control:
    """Draw the field of a device's name."""
    session = of_page()
    t = session.words
    form = use_form(f"name-{device.id}", lambda: NameForm(device.name))

    async def save() -> None:
        told = await hooks.outcome(phones.rename, session.service.user, device.id, form.typed)
        form.save(session, lambda _typed: told())

    return ui.panel(name_field(
        form, lambda: page().run_task(save), session, label=t("Name"), icon=ft.Icons.CHECK,
        does=t("Save the name"), identifier="save-name", live=form.typed.strip() != device.name))
