"""The effect of a change of rules on a worked example, hand by hand."""

from collections.abc import Sequence

import flet as ft

from scorepad.book.rules_preview import ChangedHand, Preview, dealers, preview
from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.games.game import Rules
from scorepad.i18n.message import Message, say_n
from scorepad.i18n.words import Words
from scorepad.ui.entry.telling import told_points
from scorepad.ui.forms.rules import RulesForm
from scorepad.ui.session import Session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import heading, panel, remark, strong

MOST_HANDS = 6
"""Hands that are shown; a change that concerns more is understood by then."""

SIDE_BY_SIDE = 480
"""The page width, times the text scale, from which both sides of a hand stand in one row."""


def rules_preview(form: RulesForm, before: Rules, called: tuple[str, str],
                  session: Session) -> list[ft.Control]:
    """Build the example by the rules before and by those in the form; called: the headings of the
    two."""
    t = session.words
    if form.fault_of_rules():
        return []
    seen = preview(form.game, before, form.rules())
    if seen.is_empty:
        said = t("These rules change nothing in the example.") if form.rules() != before \
            else t("Change something, and an example shows the effect here.")
        return [heading(t("Example")), panel(remark(said))]
    rows = [_hand(changed, seen, called, session) for changed in seen.hands[:MOST_HANDS]]
    if left := len(seen.hands) - len(rows):
        rows.append(remark(t(say_n("{n} other hand changes as well.", "{n} other hands change as "
                                                                   "well.",
                                   left))))
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
    return [heading(t("What that changes, in an example")),
            ft.Semantics(identifier="rules-preview", content=panel(*rows, spacing=Space.LARGE))]


def _hand(changed: ChangedHand, seen: Preview, called: tuple[str, str],
          session: Session) -> ft.Control:
    """Build a hand with its result by both rules."""
    t = session.words
    record = seen.before.record
    said = record.game.describe(changed.before.record.hand, record.names)
    return _both(f"{t('Hand {number}', number=changed.number)}: {said}", called,
                 _came(seen.before, changed.before, t), _came(seen.after, changed.after, t),
                 session)


def _came(score: Scoresheet, line: Line, t: Words) -> list[str]:
    """Return a hand's arithmetic and who writes what, or why it scores nothing."""
    if line.problems:
        return [t(line.problems[0].message)]
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
        strong(name, size=Type.SMALL, color=color),
        *[ft.Text(line, size=Type.BODY) for line in lines]],
        spacing=0, tight=True, expand=beside)
        for name, lines, color in ((called[0], before, ft.Colors.ON_SURFACE_VARIANT),
                                   (called[1], after, ft.Colors.PRIMARY))]
    return ft.Column([
        strong(title, size=Type.BODY),
        ft.Row(sides, spacing=Space.LARGE, vertical_alignment=ft.CrossAxisAlignment.START)
        if beside else ft.Column(sides, spacing=Space.SMALL, tight=True)],
        spacing=Space.HAIR, tight=True)
