"""The entrants of a tournament: team, strength, fixed table and start number, to be corrected."""

from dataclasses import dataclass, field
from functools import partial

import flet as ft

from scorepad.i18n.message import N_, Message, say
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.tournament.facts import Entrant
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import keyed, use_own, use_params, use_value
from scorepad.ui.parts.address import missing
from scorepad.ui.session import of_page
from scorepad.ui.theme import Space, Type

FIELDS = (("team", N_("Team")), ("rank", N_("Strength, 1 is the strongest")),
          ("table", N_("Always at table")))


@ft.observable
@dataclass
class Form:
    """The fields of an entrant, as they are typed."""

    typed: dict[str, str] = field(default_factory=dict)
    fault: Message | None = None

    @classmethod
    def of(cls, entrant: Entrant) -> "Form":
        """Return the form with what is known."""
        return cls({name: str(getattr(entrant, name) or "") for name, _ in FIELDS})

    def type(self, name: str, text: str) -> None:
        """Take the text of a field."""
        self.typed, self.fault = {**self.typed, name: text}, None

    def known(self) -> dict[str, str | int | None] | None:
        """Return what was typed, None where a field holds no number."""
        texts = {name: text.strip() for name, text in self.typed.items()}
        numbers = [texts["rank"], texts["table"]]
        if any(each and not each.isdecimal() for each in numbers):
            return None
        return {"team": texts["team"],
                **{name: int(texts[name]) if texts[name] else None for name in ("rank", "table")}}


@ft.component
def Entrants() -> ft.View:
    """Draw all who have entered; a tap on one unfolds their fields."""
    session, evening = of_page(), use_params()["evening"]
    t = session.words
    open_one, unfold = use_value(0)
    try:
        view = session.service.tournaments.view(evening)
    except KeyError:
        return missing(t("There is nothing at this address."), "/")

    def row(each: Entrant) -> ft.Control:
        head = ui.titled_row(
            f"{each.number} {each.name}", _told(each, t) or t("No team"),
            partial(unfold, 0 if each.number == open_one else each.number),
            ft.Icon(ft.Icons.EXPAND_LESS if each.number == open_one else ft.Icons.EXPAND_MORE,
                    color=ft.Colors.ON_SURFACE_VARIANT),
            identifier=f"entrant-{each.number}", padding=0)
        return ui.panel(head, *([keyed(f"correct-{each.number}", Correcting, evening, each.number,
                                       partial(unfold, 0))] if each.number == open_one else []))

    rows = [row(each) for each in view.tournament.entrants]
    half = (len(rows) + 1) // 2
    return ui.screen(
        t("Who has entered"), *rows[:half], right=rows[half:], subtitle=view.tournament.name,
        back=f"/evening/{evening}", back_label=t("Back to the desk"))


def _told(entrant: Entrant, t: Words) -> str:
    return " · ".join([
        *([t("Team {team}", team=entrant.team)] if entrant.team else []),
        *([t("strength {rank}", rank=entrant.rank)] if entrant.rank else []),
        *([t("always at table {table}", table=entrant.table)] if entrant.table else []),
        *([] if entrant.until is None else [t("does not play")] if entrant.until < entrant.first
          else [t("until round {round}", round=entrant.until)])])


@ft.component
def Correcting(evening: str, number: int, done: ui.Act) -> ft.Control:
    """Draw the fields of an entrant."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    form = use_own(lambda: Form.of(tournaments.view(evening).tournament.by_number[number]))

    def save() -> None:
        known = form.known()
        if known is None:
            form.fault = say("Strength and table are numbers.")
            return
        try:
            tournaments.correct(evening, number, **known)
        except Refused as refused:
            form.fault = refused.message
            return
        session.show_everywhere()
        done()

    return ui.stack(
        *[ui.text_field(t(label), form.typed[name], partial(form.type, name),
                        hint_text=t("may stay empty")) for name, label in FIELDS],
        *([ft.Text(t(form.fault), size=Type.BODY, color=ft.Colors.ERROR)] if form.fault else []),
        ui.main_button(t("Save"), save, identifier="save-entrant"), spacing=Space.MEDIUM)
