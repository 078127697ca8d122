"""The options of a game, each with what it does. They are folded away before a game begins, because
most evenings leave them alone."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby

import flet as ft

from scorepad.games import BY_ID
from scorepad.games.game import Option
from scorepad.games.protocols import MadeByRules
from scorepad.i18n.words import Words
from scorepad.ui.forms.rules import RulesForm, range_of, told_differing, told_value
from scorepad.ui.hooks import use_found, use_value
from scorepad.ui.parts.rule_sets import KeepRules, rule_set_chips
from scorepad.ui.session import Session, use_session
from scorepad.ui.theme import Height, Radius, Space, Type, text_width
from scorepad.ui.widgets import COLUMN, chip, chips, panel, remark, stack, text_button, text_field

TWO_FIELDS = 480
"""The page width, times the text scale, from which two fields stand side by side."""


@ft.observable
class RulesOnScreen(RulesForm):
    """A form of rules that Flet observes."""


@ft.component
def HouseRules(form: RulesForm) -> ft.Control:
    """Draw the club's own rules, one tap each, and all options, folded away."""
    session = use_session()
    turned, turn = use_found(bool)
    t = session.words
    made_anew = isinstance(form.game, MadeByRules) and form.game is BY_ID[form.game.id]
    is_open = made_anew if turned is None else turned
    head = fold(t("House rules"), t(told_differing(form.house_rules)), is_open,
                lambda: turn(not is_open), "house-rules", session)
    return panel(*rule_set_chips(form, session), head,
                 *([Options(form), KeepRules(form)] if is_open else []), spacing=Space.LARGE)


@ft.component
def Options(form: RulesForm) -> ft.Control:
    """Draw all options with their sentences; those of a group are folded away."""
    session = use_session()
    t = session.words
    unfolded, unfold = use_value(frozenset[str]())
    controls: list[ft.Control] = []
    for group, members in groupby(form.shown().items(), lambda named: named[1].group):
        options = list(members)
        if not group:
            controls += [_option(form, name, option, t) for name, option in options]
            continue
        identifier = f"rules-{options[0][0]}"
        controls.append(fold(
            t(group), t(told_differing(form.house_rules_among([name for name, _ in options]))),
            identifier in unfolded, partial(unfold, unfolded ^ {identifier}),
            identifier, session))
        if identifier in unfolded:
            controls += _group(form, options, session)
    if form.house_rules:
        controls.append(text_button(t("Back to standard"), form.back_to_standard,
                                    identifier="standard"))
    return stack(*controls, spacing=Space.LARGE)


def fold(title: str, state: str, is_open: bool, turn: Callable[[], None], identifier: str,
         session: Session) -> ft.Control:
    """Build a heading that unfolds what it stands for when tapped; state: that in few words."""
    said: list[ft.Control] = [
        ft.Text(title, size=Type.FIGURE, weight=ft.FontWeight.W_500),
        remark(state)]
    wide = text_width(f"{title} {state}") * Type.FIGURE * session.device_scale \
        < min(session.width, COLUMN) - 4 * Space.LARGE - Height.KEY
    arrange = ft.Row if wide else ft.Column
    return ft.Semantics(identifier=identifier, button=True, expanded=is_open, content=ft.Container(
        on_click=lambda: turn(), border_radius=Radius.SMALL,
        content=ft.Row([
            arrange(said, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, expand=True),
            ft.Icon(ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE,
                    color=ft.Colors.ON_SURFACE_VARIANT)])))


def _group(form: RulesForm, options: Sequence[tuple[str, Option]],
           session: Session) -> list[ft.Control]:
    """Build the number fields of a group: first the sentence they share, then two in a row where
    there is room."""
    columns = 2 if session.width >= TWO_FIELDS * session.text_scale else 1
    fields = [_figure(form, name, option, session.words) for name, option in options]
    rows = [fields[at:at + columns] for at in range(0, len(fields), columns)]
    return [remark(session.words(options[0][1].sentence)),
            *[ft.Row(row, vertical_alignment=ft.CrossAxisAlignment.START) for row in rows]]


def _option(form: RulesForm, name: str, option: Option, t: Words) -> ft.Control:
    """Build one option with its sentence, and the control that follows from its kind."""
    if option.choices is None:
        return stack(_figure(form, name, option, t, expand=False),
                     remark(t(option.sentence)), spacing=Space.HAIR)
    return ft.Column([
        ft.Text(t(option.title), size=Type.FIGURE),
        remark(t(option.sentence)),
        chips([chip(t(title), partial(form.turn if option.several else form.choose, name, value),
                    chosen=value in form.option(name) if option.several else
                    value == form.option(name), identifier=f"{name}-{value}")
               for value, title in option.choices.items()]),
        *_mark(form, name, option, t)], spacing=Space.SMALL)


def _figure(form: RulesForm, name: str, option: Option, t: Words, *,
            expand: bool = True) -> ft.Control:
    fault, span = form.fault_of_option(name), range_of(option)
    # A phone's keys for numbers have no minus sign.
    figures = not option.letters and option.bounds[0] >= 0
    field = text_field(t(option.title), str(form.option(name)),
                       lambda typed: form.choose(name, typed), error=t(fault) if fault else None,
                       hint_text=t(span) if span else None,
                       keyboard_type=ft.KeyboardType.NUMBER if figures else ft.KeyboardType.TEXT)
    return stack(field, *_mark(form, name, option, t), spacing=Space.HAIR, expand=expand)


def _mark(form: RulesForm, name: str, option: Option, t: Words) -> list[ft.Control]:
    """Build a note that an option is not the standard, and what that would be; empty if it is."""
    if not form.differs(name):
        return []
    usual = told_value(option, getattr(form.game.rules(), name))
    return [ft.Semantics(identifier=f"differs-{name}", container=True, content=ft.Text(
        size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT, spans=[
            ft.TextSpan("● ", ft.TextStyle(color=ft.Colors.PRIMARY)),
            ft.TextSpan(t("standard: {value}", value=t(usual)))]))]
