"""The house rules of the club: for every game the standard, and the club's own under their
names."""

from functools import partial
from typing import Any

import flet as ft

from scorepad.book.record import RuleSet
from scorepad.games import BY_ID, GAMES
from scorepad.games.game import Game
from scorepad.i18n.message import say, say_n
from scorepad.ui.forms.rules import told_difference
from scorepad.ui.half_filled import use_form
from scorepad.ui.hooks import use_params
from scorepad.ui.parts.form_frame import form_button
from scorepad.ui.parts.house_rules import Options, RulesOnScreen
from scorepad.ui.parts.name_form import NameForm
from scorepad.ui.parts.rules_preview import rules_preview
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import Session, go_back, going_to, use_session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import (
    icon_button,
    main_button,
    panel,
    remark,
    screen,
    text_button,
    text_field,
    titled_row,
)


@ft.component
def RulesOfClub() -> ft.View:
    """Draw the list of all games."""
    session = use_session()
    t = session.words

    def said(game: Game[Any, Any]) -> str:
        own = len(session.service.rule_sets.of(game))
        return t(say_n("standard and {n} of your own", "standard and {n} of your own", own)) \
            if own else t("standard")

    return screen(
        t("House rules"),
        panel(*[_row(game.title, said(game), f"/rules/{game.id}", f"rules-of-{game.id}")
                for game in GAMES], spacing=0),
        back="/preferences", back_label=t("Back to the settings"))


@ft.component
def RulesOfGame() -> ft.View:
    """Draw the rules that a game can be played by here."""
    session = use_session()
    t = session.words
    game = BY_ID.get(use_params()["game"])
    if game is None:
        return missing(t("This game is not in Scorepad."), "/rules")
    here = f"/rules/{game.id}"
    rows = [_row(t("Standard"), t("As the rules of the game say"), f"{here}/new",
                 "set-standard", _copy(t("Standard"), f"{here}/new", session))]
    for kept in session.service.rule_sets.of(game):
        said = " · ".join(map(t, told_difference(kept.rules, game.rules()))) or t("standard")
        rows.append(_row(kept.name, said, f"{here}/set/{kept.id}", f"set-{kept.name}",
                         _copy(kept.name, f"{here}/new/{kept.id}", session)))
    return screen(
        game.title, panel(*rows, spacing=0),
        remark(t("A sheet keeps the rules it began with. A running sheet's rules are changed in "
                 "its menu.")),
        subtitle=t("House rules"), back="/rules", back_label=t("Back to the games"),
        bottom=main_button(t("New house rules"), going_to(f"{here}/new"),
                           identifier="new-rules", icon=ft.Icons.ADD))


def _row(title: str, said: str, route: str, identifier: str, *more: ft.Control) -> ft.Control:
    """Build a row that opens a screen; `more` stands beside it."""
    return ft.Row(key=identifier, spacing=0, controls=[
        titled_row(title, said, going_to(route), identifier=identifier, said=f"{title}, {said}",
                   spacing=0, expand=True, max_lines=3, overflow=ft.TextOverflow.ELLIPSIS),
        *more])


def _copy(name: str, route: str, session: Session) -> ft.Control:
    return icon_button(ft.Icons.COPY_OUTLINED, session.words("Copy {name}", name=name),
                       going_to(route), identifier=f"copy-{name}")


# --- one set of rules ---------------------------------------------------------------------------


@ft.component
def RulesUnderAName() -> ft.View:
    """Draw the form of new rules, from the standard or from others of the club's own, or of those
    to change."""
    session = use_session()
    t, params = session.words, use_params()
    game = BY_ID.get(params["game"])
    if game is None:
        return missing(t("This game is not in Scorepad."), "/rules")
    sets = {kept.id: kept for kept in session.service.rule_sets.of(game)}
    wanted = params.get("own") or params.get("of")
    if wanted and wanted not in sets:
        return missing(t("These rules are no longer in the book."), f"/rules/{game.id}")
    return _edited(game, sets.get(wanted or ""), sets.get(params.get("own", "")), session)


def _edited(game: Game[Any, Any], like: RuleSet | None, kept: RuleSet | None,
            session: Session) -> ft.View:
    """Build the form. like: the rules it shows at first, None for the standard; kept: those to
    change, None for new ones."""
    t, service = session.words, session.service
    back = f"/rules/{game.id}"
    form = use_form("rules", lambda: RulesOnScreen(
        game, like.rules.written() if like else {}))
    name = use_form("name", lambda: NameForm(kept.name if kept else ""))

    def keep() -> None:
        own: list[str] = []
        if name.save(session, lambda typed: own.append(service.rule_sets.keep(
                game, typed, form.rules(), kept.id if kept else ""))):
            undo = (service.rule_sets.bring_back, kept) if kept else \
                (service.rule_sets.drop, own[0])
            session.offer_undo(
                say("{name} can be chosen from now on.", name=name.typed.strip()), *undo)
            go_back(back)

    def drop(kept: RuleSet) -> None:
        if session.attempt(service.rule_sets.drop, kept.id):
            session.offer_undo(say("{name} is no longer offered.", name=kept.name),
                               service.rule_sets.bring_back, kept)
            go_back(back)

    return screen(
        kept.name if kept else t("New house rules"),
        panel(text_field(t("Name of these rules"), name.typed, name.type,
                         error=t(name.fault) if name.fault else None,
                         capitalization=ft.TextCapitalization.SENTENCES)),
        panel(Options(form)),
        *rules_preview(form, game.rules(), (t("Standard"), t("These rules")), session),
        *([ft.Row([text_button(
            t("Delete these rules"), partial(drop, kept), identifier="drop-rules",
            icon=ft.Icons.DELETE_OUTLINE)], wrap=True)] if kept else []),
        ft.Container(height=Space.SMALL),
        subtitle=game.title, back=back, back_label=t("Back"),
        bottom=form_button(t("Save the rules"), keep, form.fault_of_rules(), t,
                           identifier="keep-rules"))
