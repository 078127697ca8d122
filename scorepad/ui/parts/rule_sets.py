"""The rules that can be chosen with one tap: the standard, and the club's own under their names."""

from functools import partial
from typing import Any

import flet as ft

from scorepad.games.game import Game, Rules
from scorepad.i18n.message import say
from scorepad.service import Service
from scorepad.ui.forms.rules import RulesForm
from scorepad.ui.hooks import use_own, use_value
from scorepad.ui.parts.name_form import NameForm, name_field
from scorepad.ui.rights import is_host
from scorepad.ui.session import Session, use_session
from scorepad.ui.widgets import chip, chips, text_button


def named_rules(game: Game[Any, Any], service: Service) -> dict[str, Rules]:
    """Return the club's own rules of a game by name."""
    return {kept.name: kept.rules for kept in service.rule_sets.of(game)}


def rule_set_chips(form: RulesForm, session: Session) -> list[ft.Control]:
    """Build a chip for the standard and for each of the club's own rules; none if it has none."""
    own = named_rules(form.game, session.service)
    if not own:
        return []
    now = None if form.fault_of_rules() else form.rules()
    standard = form.game.rules()
    return [chips([
        chip(session.words("Standard"), form.back_to_standard, chosen=now == standard,
             identifier="set-standard"),
        *[chip(name, partial(form.set_to, rules), chosen=now == rules,
               identifier=f"set-{name}") for name, rules in own.items()]])]


@ft.component
def KeepRules(form: RulesForm) -> ft.Control:
    """Draw the way to keep rules under a name, unless they are the standard or have one."""
    session = use_session()
    t, service = session.words, session.service
    is_open, turn = use_value(False)
    name = use_own(NameForm)
    if not is_host(session) or form.fault_of_rules() or not form.house_rules \
            or form.rules() in named_rules(form.game, service).values():
        return ft.Container()

    def keep() -> None:
        own: list[str] = []
        if name.save(session, lambda typed: own.append(
                service.rule_sets.keep(form.game, typed, form.rules()))):
            session.offer_undo(say("{name} can be chosen from now on.", name=name.typed.strip()),
                               service.rule_sets.drop, own[0])
            name.type("")
            turn(False)

    if not is_open:
        return ft.Row([text_button(t("Save these rules under a name"), lambda: turn(True),
                                   identifier="keep-rules", icon=ft.Icons.BOOKMARK_ADD_OUTLINED)],
                      wrap=True)
    return name_field(name, keep, session, label=t("Name of these rules"), icon=ft.Icons.CHECK,
                      does=t("Save the rules"), identifier="keep-name")
