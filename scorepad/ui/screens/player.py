"""The screens of everybody who plays here, and of one player: name, look, other spellings."""

from collections.abc import Callable
from difflib import SequenceMatcher
from functools import partial

import flet as ft

from scorepad.book.people import Look, OtherName
from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.service.persons import grouped
from scorepad.service.views import PersonView
from scorepad.ui import signs, widgets as ui
from scorepad.ui.hooks import keyed, use_found, use_params, use_value
from scorepad.ui.parts import fields
from scorepad.ui.parts.address import missing, use_form
from scorepad.ui.parts.codes import CAN_DRAW
from scorepad.ui.session import Session, go, go_back, going_to, of_page
from scorepad.ui.theme import Space, Type

LIKELY = 8
"""Players who are offered at once as another spelling: those whose names are most alike."""


@ft.component
def Person() -> ft.View:
    session = of_page()
    t = session.words
    player = use_params()["player"]
    person = next((each for each in session.service.people.all() if each.id == player), None)
    if person is None:
        return missing(t("This player is not in the book."), "/people")
    return ui.screen(
        person.name, *ui.beside(
            [keyed(f"name-{player}", Name, person), _drawn(person, session)],
            [*([keyed(f"account-{player}", Account, person)] if CAN_DRAW else []),
             *([_spellings(person, session)] if person.spelt else []),
             keyed(f"merging-{player}", Merging, person), _rest(person, session)],
            session.has_room()),
        ft.Container(height=Space.LARGE), width=session.widest, subtitle=_played(person, t),
        back="/people", back_label=t("Back to the players"),
        actions=[ui.icon_button(ft.Icons.LEADERBOARD_OUTLINED, t("Statistics"), going_to(
            f"/statistics/of/{player}/all/all"), identifier="statistics")]
        if person.evenings else [])


def _played(person: PersonView, t: Words) -> str:
    played = t(say_n("{n} evening", "{n} evenings", person.evenings)) if person.evenings \
        else t("has not played yet")
    return f"{played} · {t('retired')}" if person.retired else played


@ft.component
def Name(person: PersonView) -> ft.Control:
    """Draw the field of a player's name."""
    session = of_page()
    t, people = session.words, session.service.people
    form = use_form("name", lambda: fields.NameForm(person.name))
    old = person.name

    def back() -> None:
        people.rename(person.id, old)
        form.type(old)

    def rename() -> None:
        if form.save(session, lambda typed: people.rename(person.id, typed)) \
                and (name := people.names()[person.id]) != old:
            form.type(name)
            session.offer_undo(
                say("{old} is now {name}, on every evening.", old=old, name=name), back)

    def save() -> None:
        if not form.asks(session, person.id):
            rename()

    def same(known: str) -> None:
        if fields.is_same(session, form, person.id, known):
            go_back(f"/people/{known}")

    return ui.panel(fields.name_field(
        form, save, session, label=t("Name"), icon=ft.Icons.CHECK, does=t("Save the name"),
        identifier="save-name", live=form.typed.strip() != person.name),
        *fields.asked_of(form, same, rename, t))


def _drawn(person: PersonView, session: Session) -> ft.Control:
    """Build the choice of colour and marker, each with its name."""
    t, look = session.words, person.look

    def choice(wanted: Look, name: str, identifier: str) -> ft.Control:
        chosen = wanted == look
        return ui.tappable(
            ft.Row([signs.sign(wanted, session, signs.SIGN - 4),
                    ui.key_text(name, chosen=chosen)], spacing=Space.SMALL, tight=True),
            partial(session.attempt, session.service.people.draw, person.id, *wanted),
            identifier=identifier, selected=chosen or None, padding=Space.MEDIUM,
            bgcolor=ft.Colors.SURFACE if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
            border=ft.Border.all(2, ft.Colors.PRIMARY if chosen else ft.Colors.TRANSPARENT))

    return ui.panel(
        fields.title(t("Colour")),
        ui.chips([choice(look._replace(colour=colour), t(name), f"colour-{colour.value}")
                  for colour, name in signs.COLOURS.items()]),
        fields.title(t("Marker")),
        ui.chips([choice(look._replace(marker=marker), t(name), f"marker-{marker.value}")
                  for marker, name in signs.MARKERS.items()]))


@ft.component
def Account(person: PersonView) -> ft.Control:
    """Draw the field of the account to which others pay what they owe this player."""
    session = of_page()
    t, accounts = session.words, session.service.accounts
    typed, type_text = use_value(grouped(accounts.by_name().get(person.name, "")))
    nothing: Message | None = None
    fault, tell = use_value(nothing)

    def keep() -> None:
        session.attempt(leave)

    def leave() -> None:
        try:
            type_text(grouped(accounts.leave(person.id, typed)))
            session.tell(say("Kept on this device."))
            tell(None)
        except Refused as refused:
            tell(refused.message)

    return ui.panel(
        ui.remark(t("Whoever owes {name} gets a code for the banking app. The IBAN stays on this "
                    "device.", name=person.name)),
        ft.Row(spacing=0, vertical_alignment=ft.CrossAxisAlignment.START, controls=[
            ui.text_field("IBAN", typed, type_text, error=t(fault) if fault else None, expand=True,
                          on_submit=lambda: keep()),
            ui.icon_button(ft.Icons.CHECK, t("Keep the IBAN"), keep, identifier="keep-iban")]),
        spacing=Space.MEDIUM)


def _spellings(person: PersonView, session: Session) -> ft.Control:
    """Build the list of a player's other spellings; each can be split off again."""
    t, people = session.words, session.service.people

    def part(spelling: OtherName) -> None:
        if session.attempt(people.part, spelling.id):
            session.offer_undo(say("{name} is a separate person again.", name=spelling.name),
                               people.merge, spelling.id, person.id)

    return ui.panel(fields.title(t("Also written")), *[ft.Row(key=spelling.id, controls=[
        ft.Text(spelling.name, size=Type.FIGURE, expand=True),
        ui.text_button(t("Separate"), partial(part, spelling),
                       identifier=f"part-{spelling.name}")]) for spelling in person.spelt])


@ft.component
def Merging(person: PersonView) -> ft.Control:
    """Draw the way to merge another name of the same person: which one, and which name stays."""
    session = of_page()
    t, people = session.words, session.service.people
    is_open, turn = use_value(False)
    other_id, choose = use_found(str)
    own_stays, keep_own = use_value(True)
    every, show_every = use_value(False)
    others = sorted([each for each in people.all() if each.id != person.id],
                    key=lambda each: -SequenceMatcher(
                        None, person.name.casefold(), each.name.casefold()).ratio())
    other = next((each for each in others if each.id == other_id), None)
    if not others:
        return ft.Container()
    if not is_open:
        return ui.panel(ui.remark(t("Is somebody in the book twice, under two spellings?")),
                        ft.Row([ui.text_button(t("Merge with…"), lambda: turn(True),
                                               identifier="merge", icon=ft.Icons.MERGE)],
                               wrap=True))

    def take(each: PersonView) -> None:
        choose(each.id)
        keep_own(person.evenings >= each.evenings)

    shown = others if every else others[:LIKELY]
    rows = [fields.title(t("Who is the same person?")),
            ui.chips([ui.chip(each.name, partial(take, each), chosen=each is other,
                              identifier=f"same-{each.name}") for each in shown])]
    if len(others) > len(shown):
        rows.append(ft.Row([ui.text_button(t("Show everybody"), lambda: show_every(True),
                                           identifier="show-everybody")], wrap=True))
    if other is not None:
        rows += _same(person, other, own_stays, keep_own, session)
    rows.append(ft.Row([ui.text_button(t("Cancel"), lambda: turn(False),
                                       identifier="cancel-merge")], wrap=True))
    return ui.panel(*rows)


def _same(person: PersonView, other: PersonView, own_stays: bool, keep_own: Callable[[bool], None],
          session: Session) -> list[ft.Control]:
    """Build the choice of the name that stays, or why they cannot be merged."""
    t, people = session.words, session.service.people
    stays, goes = (person, other) if own_stays else (other, person)

    def merge() -> None:
        if session.attempt(people.merge, goes.id, stays.id):
            session.offer_undo(say("{name} is now {other}.", name=goes.name, other=stays.name),
                               people.part, goes.id)
            go_back(f"/people/{stays.id}")

    if fault := people.fault_of_merging(person.id, other.id):
        return [ft.Text(t("{fault}.", fault=t(fault)), size=Type.BODY, color=ft.Colors.ERROR)]
    return [
        fields.title(t("Which name stays?")),
        ui.chips([ui.chip(each.name, partial(keep_own, each is person), chosen=each is stays,
                          identifier=f"stays-{each.name}") for each in (person, other)]),
        ft.Text(t("Everything that {other} has played, paid and won in stars becomes {name}'s, on "
                  "every evening. They can be separated again.", other=goes.name, name=stays.name),
                size=Type.BODY),
        ui.main_button(t("Merge"), merge, identifier="do-merge")]


def _rest(person: PersonView, session: Session) -> ft.Control:
    """Build the buttons that retire a player, bring them back, or delete them."""
    t, people = session.words, session.service.people
    name = person.name

    def retire() -> None:
        if session.attempt(people.retire, person.id):
            session.offer_undo(say("{name} is no longer offered.", name=name),
                               people.bring_back, person.id)

    def bring_back() -> None:
        if session.attempt(people.bring_back, person.id):
            session.offer_undo(say("{name} plays again.", name=name), people.retire, person.id)

    def delete() -> None:
        if session.attempt(_delete, person, retire, session) and person.id not in people.names():
            session.offer_undo(say("{name} is deleted.", name=name), people.undelete, person)
            go_back("/people")

    stop = ui.text_button(t("Bring back"), bring_back, identifier="bring-back",
                          icon=ft.Icons.PERSON_ADD_OUTLINED) if person.retired else ui.text_button(
        t("Retire"), retire, identifier="retire", icon=ft.Icons.PERSON_OFF_OUTLINED)
    return ui.panel(
        ui.remark(t("Retired players are not offered for new games. Everything they played "
                    "stays.")),
        ft.Row([stop, ui.text_button(t("Delete"), delete, identifier="delete",
                                     icon=ft.Icons.DELETE_OUTLINE)], wrap=True))


def _delete(person: PersonView, retire: Callable[[], None], session: Session) -> None:
    """Delete a player; if that is refused, offer to retire them instead."""
    t = session.words
    try:
        session.service.people.delete(person.id)
    except Refused as refused:
        session.tell(say("{fault}.", fault=refused.message),
                     action=None if person.retired else t("Retire"), on_action=retire)


@ft.component
def Persons() -> ft.View:
    session = of_page()
    t = session.words
    form = use_form("name", fields.NameForm)
    people = session.service.people.all()
    sought, seek = use_value("")
    found = [person for person in people if sought.strip().casefold() in " ".join(
        [person.name, *[each.name for each in person.spelt]]).casefold()]
    drawn, more = fields.use_some(sorted(found, key=lambda person: person.retired))
    here = [person for person in drawn if not person.retired]
    retired = [person for person in drawn if person.retired]

    def add_new() -> None:
        if form.save(session, session.service.people.add):
            form.type("")

    def add() -> None:
        if not form.asks(session):
            add_new()

    def show(known: str) -> None:
        form.type("")
        go(f"/people/{known}")

    return ui.screen(
        t("Players"),
        ui.panel(fields.name_field(form, add, session, label=t("Somebody new"), icon=ft.Icons.ADD,
                                   does=t("Add"), identifier="add-player"),
                 *fields.asked_of(form, show, add_new, t),
                 *([] if people else [
                  ui.remark(t("Anyone who plays for the first time is added automatically."))])),
        *([ui.text_field(t("Search: name"), sought, seek, prefix_icon=ft.Icons.SEARCH,
                         key="search")] if len(people) > fields.AT_ONCE else []),
        *ui.in_columns([_row(person, session) for person in here], session),
        *([ui.heading(t("Retired"))] if retired else []),
        *ui.in_columns([_row(person, session) for person in retired], session), *more,
        ft.Container(height=Space.LARGE),
        width=session.widest, back="/preferences", back_label=t("Back to the settings"))


def _row(person: PersonView, session: Session) -> ft.Control:
    """Build a player's row; a tap opens all that can be changed."""
    t, narrow = session.words, session.is_narrow
    played = t(say_n("{n} evening", "{n} evenings", person.evenings)) if person.evenings else ""
    return ui.tappable(
        ft.Row([
            signs.sign(person.look, session),
            ft.Column([
                ft.Text(person.name, size=Type.FIGURE, semantics_label=", ".join(
                    filter(None, [person.name, played]))),
                *([ui.muted(", ".join(each.name for each in person.spelt), semantics_label="")]
                  if person.spelt else []),
                *([ui.muted(played, semantics_label="")] if narrow and played else [])],
                spacing=0, tight=True, expand=True),
            *([] if narrow else [ui.remark(played, semantics_label="")]), ui.chevron()],
            spacing=Space.MEDIUM),
        going_to(f"/people/{person.id}"), identifier=f"player-{person.name}", key=person.id,
        opacity=0.6 if person.retired else 1, padding=ft.Padding.symmetric(vertical=Space.MEDIUM))
