"""The options of a game, the club's own rules, and the effect of a change on a worked example."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from scorepad.book.rule_sets import ChangedHand, Preview, dealers, faults_of, preview
from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.games.game import Game, Option, Rules
from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui import widgets as ui
from scorepad.ui.entry.model import told_points
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.forms.rules import RulesForm, range_of, told_differing, told_value
from scorepad.ui.hooks import use_found, use_own, use_value
from scorepad.ui.parts.fields import NameForm, name_field
from scorepad.ui.session import Session, of_page
from scorepad.ui.theme import Height, Radius, Space, Type, text_width


def named_rules(game: Game[Any, Any], service: Service) -> dict[str, Rules]:
    """Return the club's own rules of a game by name."""
    return {kept.name: kept.rules for kept in service.rule_sets.of(game)}


def rule_set_chips(form: RulesForm, session: Session) -> list[ft.Control]:
    """Build a chip for the standard and for each of the club's own rules; none if it has none."""
    own = named_rules(form.game, session.service)
    if not own:
        return []
    now = None if form.fault_of_rules() else form.rules()
    standard = form.game.standard
    return [ui.chips([
        ui.chip(session.words.sentence(form.game.standard_title), form.back_to_standard,
                chosen=now == standard, identifier="set-standard"),
        *[ui.chip(name, partial(form.set_to, rules), chosen=now == rules,
                  identifier=f"set-{name}") for name, rules in own.items()]])]


@ft.component
def KeepRules(form: RulesForm) -> ft.Control:
    """Draw the way to keep rules under a name, unless they are the standard or have one."""
    session = of_page()
    t, service = session.words, session.service
    is_open, turn = use_value(False)
    name = use_own(NameForm)
    if not session.is_host or form.fault_of_rules() or not form.house_rules \
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
        return ft.Row([ui.text_button(
            t("Save these rules under a name"), lambda: turn(True), identifier="keep-rules",
            icon=ft.Icons.BOOKMARK_ADD_OUTLINED)], wrap=True)
    return name_field(name, keep, session, label=t("Name of these rules"), icon=ft.Icons.CHECK,
                      does=t("Save the rules"), identifier="keep-name")


@ft.observable
class RulesOnScreen(RulesForm):
    """A form of rules that Flet observes."""


@ft.component
def HouseRules(form: RulesForm) -> ft.Control:
    """Draw the club's own rules, one tap each, and all options, folded away."""
    session = of_page()
    turned, turn = use_found(bool)
    t = session.words
    is_open = form.is_made_here if turned is None else turned
    state = t(told_differing(form.house_rules, form.game.standard_title))
    head = fold(t("House rules"), state, is_open, lambda: turn(not is_open), "house-rules", session)
    return ui.panel(*rule_set_chips(form, session), head,
                    *([Options(form), KeepRules(form)] if is_open else []), spacing=Space.LARGE)


@ft.component
def Options(form: RulesForm) -> ft.Control:
    """Draw all options with their sentences; those of a group are folded away."""
    session = of_page()
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
        controls.append(ui.text_button(t("Back to standard"), form.back_to_standard,
                                       identifier="standard"))
    return ui.stack(*controls, spacing=Space.LARGE)


def fold(title: str, state: str, is_open: bool, turn: Callable[[], None], identifier: str,
         session: Session) -> ft.Control:
    """Build a heading that unfolds what it stands for when tapped; state: that in few words."""
    said: list[ft.Control] = [
        ft.Text(title, size=Type.FIGURE, weight=ft.FontWeight.W_500),
        ui.remark(state)]
    wide = text_width(f"{title} {state}") * Type.FIGURE * session.device_scale \
        < min(session.width, ui.COLUMN) - 4 * Space.LARGE - Height.KEY
    arrange = ft.Row if wide else ft.Column
    return ft.Semantics(identifier=identifier, button=True, expanded=is_open, content=ft.Container(
        on_click=lambda: turn(), border_radius=Radius.SMALL,
        content=ft.Row([
            arrange(said, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, expand=True),
            ft.Container(ft.Icon(ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE,
                                 color=ft.Colors.ON_SURFACE_VARIANT),
                         height=Height.KEY, alignment=ft.Alignment.CENTER)])))


def _group(form: RulesForm, options: Sequence[tuple[str, Option]],
           session: Session) -> list[ft.Control]:
    """Build the fields of a group below their sentence, two in a row where there is room."""
    columns = 2 if session.width >= SIDE_BY_SIDE * session.text_scale else 1
    fields = [_figure(form, name, option, session.words) for name, option in options]
    rows = [fields[at:at + columns] for at in range(0, len(fields), columns)]
    return [ui.remark(session.words(options[0][1].sentence)),
            *[ft.Row(row, vertical_alignment=ft.CrossAxisAlignment.START) for row in rows]]


def text_options(form: RulesForm, t: Words) -> list[ft.Control]:
    """Build the options that are text, such as the name of a game that its rules make."""
    return [_option(form, name, option, t) for name, option in form.game.rules.options().items()
            if option.letters]


def _option(form: RulesForm, name: str, option: Option, t: Words) -> ft.Control:
    """Build one option with its sentence, and the control that follows from its kind."""
    if option.choices is None:
        set_to = str(form.option(name))
        usual = [ui.chip(str(figure), partial(
            form.choose, name, "" if str(figure) == set_to else figure),
            chosen=str(figure) == set_to, identifier=f"{name}-{figure}")
            for figure in option.usual]
        return ui.stack(_figure(form, name, option, t, expand=False),
                        *([ui.chips(usual)] if usual else []),
                        ui.remark(t(option.sentence)), spacing=Space.HAIR)
    return ft.Column([
        ft.Text(t(option.title), size=Type.FIGURE),
        ui.remark(t(option.sentence)),
        ui.chips([ui.chip(
            t(title), partial(form.turn if option.several else form.choose, name, value),
            chosen=value in form.option(name) if option.several else value == form.option(name),
            identifier=f"{name}-{value}") for value, title in option.choices.items()]),
        *_mark(form, name, option, t)], spacing=Space.SMALL)


def _figure(form: RulesForm, name: str, option: Option, t: Words, *,
            expand: bool = True) -> ft.Control:
    fault, span = form.fault_of_option(name), range_of(option)
    # A phone's keys for numbers have no minus sign.
    figures = not option.letters and option.bounds[0] >= 0
    field = ui.text_field(t(option.title), str(form.option(name)),
                          lambda typed: form.choose(name, typed), error=t(fault) if fault else None,
                          hint_text=t(span) if span else None,
                          keyboard_type=ft.KeyboardType.NUMBER if figures else ft.KeyboardType.TEXT)
    return ui.stack(field, *_mark(form, name, option, t), spacing=Space.HAIR, expand=expand)


def _mark(form: RulesForm, name: str, option: Option, t: Words) -> list[ft.Control]:
    """Build a note that an option is not the standard, and what that would be; empty if it is."""
    if not form.differs(name):
        return []
    usual = told_value(option, getattr(form.game.standard, name))
    return [ft.Semantics(identifier=f"differs-{name}", container=True, content=ft.Text(
        size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT, spans=[
            ft.TextSpan("● ", ft.TextStyle(color=ft.Colors.PRIMARY)),
            ft.TextSpan(t("standard: {value}", value=t(usual)))]))]


MOST_HANDS = 6
"""Hands that are shown; a change that concerns more is understood by then."""

SIDE_BY_SIDE = 480
"""The page width, times the text scale, from which two fields, or both sides of a hand, stand in
one row."""


def rules_preview(form: RulesForm, before: Rules, called: tuple[str, str],
                  session: Session) -> list[ft.Control]:
    """Build the example by both rules; called: the headings of the rules before and after."""
    t = session.words
    if form.fault_of_rules():
        return []
    seen = preview(form.game, before, form.rules())
    if seen.is_empty:
        said = t("These rules change nothing in the example.") if form.rules() != before \
            else t("Change something, and an example shows the effect here.")
        return [ui.heading(t("Example")), ui.panel(ui.remark(said))]
    rows = [_hand(changed, seen, called, session) for changed in seen.hands[:MOST_HANDS]]
    if left := len(seen.hands) - len(rows):
        rows.append(ui.remark(t(say_n("{n} other hand changes as well.",
                                      "{n} other hands change as well.", left))))
    for before_, after in seen.ends:
        rows.append(_both(t("The end"), called, [_end(before_, t)], [_end(after, t)], session))
    if seen.progress[0] != seen.progress[1]:
        until_now, now = [t(told) if told else t("no number of hands agreed on")
                          for told in seen.progress]
        rows.append(_both(t("How far the match is"), called, [until_now], [now], session))
    if seen.deals_otherwise:
        until_now, now = [", ".join(dealers(score)) for score in (seen.before, seen.after)]
        rows.append(_both(t("Who deals"), called, [until_now], [now], session))
    if seen.pays_otherwise:
        rows.append(_both(t("Payout"), called, _paid(seen.before, t), _paid(seen.after, t),
                          session))
    return [ui.heading(t("What that changes, in an example")),
            ft.Semantics(identifier="rules-preview", content=ui.panel(*rows, spacing=Space.LARGE))]


def _hand(changed: ChangedHand, seen: Preview, called: tuple[str, str],
          session: Session) -> ft.Control:
    """Build a hand with its result by both rules."""
    t = session.words
    record = seen.before.record
    said = t.hand(record.game.describe(changed.before.record.hand, record.names))
    return _both(f"{t('Hand {number}', number=changed.number)}: {said}", called,
                 _came(seen.before, changed.before, t), _came(seen.after, changed.after, t),
                 session)


def _came(score: Scoresheet, line: Line, t: Words) -> list[str]:
    """Return a hand's arithmetic and who writes what, or why it scores nothing."""
    if faults := faults_of(score.record.game, line):
        return [t(faults[0].message)]
    return [t.arithmetic(score.explain(line)), told_points(line.points, score, t)]


def _end(end: tuple[int, Message] | None, t: Words) -> str:
    if end is None:
        return t("not in this example")
    number, told = end
    return f"{t('Hand {number}', number=number)}: {t(told)}"


def _paid(score: Scoresheet, t: Words) -> list[str]:
    """Return what is played for, and what everybody receives or pays for all of it."""
    record, wager = score.record, score.record.wager
    if record.stake is None or score.payout is None:
        return ["–"]
    return [f"{t(wager.title)} {t.stake(record.stake, wager.decimals, record.currency)}",
            " · ".join([f"{name} {t.balance(cents, record.currency)}"
                        for name, cents in zip(record.names, score.payout)])]


def _both(title: str, called: tuple[str, str], before: Sequence[str], after: Sequence[str],
          session: Session) -> ft.Control:
    """Build one result by both rules, side by side where there is room."""
    beside = session.width >= SIDE_BY_SIDE * session.text_scale
    sides: list[ft.Control] = [ft.Column([
        ui.strong(name, size=Type.SMALL, color=color),
        *[ft.Text(line, size=Type.BODY) for line in lines]],
        spacing=0, tight=True, expand=beside)
        for name, lines, color in ((called[0], before, ft.Colors.ON_SURFACE_VARIANT),
                                   (called[1], after, ft.Colors.PRIMARY))]
    return ft.Column([
        ui.strong(title, size=Type.BODY),
        ft.Row(sides, spacing=Space.LARGE, vertical_alignment=ft.CrossAxisAlignment.START)
        if beside else ft.Column(sides, spacing=Space.SMALL, tight=True)],
        spacing=Space.HAIR, tight=True)


SHOWN = 24
"""The most letters of the text that stand in its heading while it is folded away."""


@ft.component
def Absprachen(form: NewSheetForm) -> ft.Control:
    """Draw the field of a new sheet, folded away."""
    session = of_page()
    t = session.words
    is_open, turn = use_value(False)
    text = form.absprachen.strip()
    state = f"{text[:SHOWN]}…" if len(text) > SHOWN else text or t("nothing")
    fault = form.fault_of_absprachen()
    head = fold(t("Agreed besides"), state, is_open, lambda: turn(not is_open), "absprachen",
                session)
    field = absprachen_field(form.absprachen, lambda typed: setattr(form, "absprachen", typed),
                             fault, t)
    return ui.panel(head, *([field] if is_open or fault else []), spacing=Space.LARGE)


def absprachen_field(text: str, on_change: Callable[[str], Any], fault: Message | None,
                     t: Words) -> ft.Control:
    """Build the field itself."""
    return ui.text_field(t("Agreed besides"), text, on_change, error=t(fault) if fault else None,
                         hint_text=t("such as: laying Buben is allowed"),
                         capitalization=ft.TextCapitalization.SENTENCES)
