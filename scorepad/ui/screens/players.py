"""The screen of everybody who plays here, and of those who have retired."""

import flet as ft

from scorepad.i18n.message import say_n
from scorepad.service.views import PersonView
from scorepad.ui.half_filled import use_form
from scorepad.ui.hooks import use_value
from scorepad.ui.parts.look_alike import asked_of
from scorepad.ui.parts.looks import sign
from scorepad.ui.parts.name_form import NameForm, name_field
from scorepad.ui.parts.some_of_many import AT_ONCE, use_some
from scorepad.ui.session import Session, go, going_to, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import (
    chevron,
    heading,
    is_narrow,
    muted,
    panel,
    remark,
    screen,
    tappable,
    text_field,
)


@ft.component
def Persons() -> ft.View:
    session = use_session()
    t = session.words
    form = use_form("name", NameForm)
    people = session.service.people.all()
    sought, seek = use_value("")
    found = [person for person in people if sought.strip().casefold() in " ".join(
        [person.name, *[each.name for each in person.spelt]]).casefold()]
    drawn, more = use_some(sorted(found, key=lambda person: person.retired))
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

    return screen(
        t("Players"),
        panel(name_field(form, add, session, label=t("Somebody new"), icon=ft.Icons.ADD,
                         does=t("Add"), identifier="add-player"),
              *asked_of(form, show, add_new, t),
              *([] if people else [
                  remark(t("Anyone who plays for the first time is added automatically."))])),
        *([text_field(t("Search: name"), sought, seek, prefix_icon=ft.Icons.SEARCH, key="search")]
          if len(people) > AT_ONCE else []),
        *([panel(*[_row(person, session) for person in here], spacing=0)] if here else []),
        *([heading(t("Retired")), panel(*[_row(person, session) for person in retired], spacing=0)]
          if retired else []), *more,
        ft.Container(height=Space.LARGE),
        back="/preferences", back_label=t("Back to the settings"))


def _row(person: PersonView, session: Session) -> ft.Control:
    """Build a player's row; a tap opens all that can be changed."""
    t, narrow = session.words, is_narrow(session)
    played = t(say_n("{n} evening", "{n} evenings", person.evenings)) if person.evenings else ""
    return tappable(
        ft.Row([
            sign(person.look, session),
            ft.Column([
                ft.Text(person.name, size=Type.FIGURE, semantics_label=", ".join(
                    filter(None, [person.name, played]))),
                *([muted(", ".join(each.name for each in person.spelt), semantics_label="")]
                  if person.spelt else []),
                *([muted(played, semantics_label="")] if narrow and played else [])],
                spacing=0, tight=True, expand=True),
            *([] if narrow else [remark(played, semantics_label="")]), chevron()],
            spacing=Space.MEDIUM),
        going_to(f"/people/{person.id}"), identifier=f"player-{person.name}", key=person.id,
        opacity=0.6 if person.retired else 1, padding=ft.Padding.symmetric(vertical=Space.MEDIUM))
