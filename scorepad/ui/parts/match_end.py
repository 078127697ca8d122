"""The end of a Partie: who won or lost and why, what it costs, and what comes next."""

from functools import partial

import flet as ft

from scorepad.book.scoresheet import Match
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.entry.keeping import go_on
from scorepad.ui.entry.model import EntryModel
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.parts.turns import turn_key
from scorepad.ui.screens.new_sheet import begin, way_to_same_table
from scorepad.ui.session import Session, going_to, use_session
from scorepad.ui.theme import Space, Type, color_of_money
from scorepad.ui.widgets import (
    chip,
    chips,
    is_narrow,
    main_button,
    remark,
    stack,
    strong,
    text_button,
)

LINES = 7
"""The most players who each have a line at the end of a Partie."""


@ft.component
def MatchEnd(sheet: SheetView, entry: EntryModel, match: Match) -> ft.Control:
    """Draw what stands between two Partien: the result, who deals next, and the way on."""
    session = use_session()
    t = session.words

    return stack(
        *_result(match, sheet, session), *_next_dealer(sheet, session),
        main_button(t("Next match"), lambda: go_on(session, sheet, entry),
                    identifier="next-match"),
        ft.Row([*turn_key(sheet, session), _to_settlement(sheet, t)], wrap=True,
               alignment=ft.MainAxisAlignment.CENTER))


@ft.component
def Over(sheet: SheetView) -> ft.Control:
    """Draw the end of a sheet that takes no more hands: the result, and where to go from here."""
    session = use_session()
    t, score = session.words, sheet.score
    result = _result(score.matches[-1], sheet, session) if score.matches else \
        [_sentence(t("The match is over."))]
    by_hand = score.record.ended and not sheet.game.outcome(score.tally, score.rules)
    play_on = [text_button(t("Play on"), lambda: session.attempt(
        session.service.resume_match, sheet.id), identifier="play-on")] if by_hand else []

    set_up = going_to(way_to_same_table(sheet.evening, sheet.id))
    if sheet.game.ends_by_hand:
        main, other = main_button(t("New sheet, same players"), set_up, identifier="same-table"), []
    else:  # it ended by itself, and soon: the same table plays on
        main = main_button(t("Once more"), lambda: begin(
            NewSheetForm.again(session.service, sheet.id), session), identifier="next-round")
        other = [text_button(t("New sheet, same players"), set_up, identifier="same-table")]
    return stack(*result, main, ft.Row(
        [*turn_key(sheet, session), *other, *play_on, _to_settlement(sheet, t)], wrap=True,
        alignment=ft.MainAxisAlignment.CENTER))


def _result(match: Match, sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build how the Partie ended and why, and what everybody had then and receives or pays."""
    t = session.words
    won, why = sheet.score.result(match)
    return [_sentence(t(won), t(why)), ft.Column(spacing=Space.SMALL, tight=True, controls=[
        _line(who, points, cents, sheet, session)
        for who, points, cents in _standing(match, sheet)])]


def _standing(match: Match, sheet: SheetView) -> list[tuple[str, int | None, int | None]]:
    """Return who had how many points at the end and receives or pays how many cents, the best
    first: one line per player, or per amount where those would be too many. The points are None
    where they are the cents, the cents where nothing was at stake."""
    names, score, totals = sheet.score.record.names, sheet.score, match.tally.totals
    best = sorted(range(len(names)), reverse=not sheet.game.low_is_good, key=totals.__getitem__)
    if match.payout is None:
        return [(names[seat], totals[seat], None) for seat in best]
    payout = match.payout
    if len(names) <= LINES:
        return [(names[seat], None if score.decimals else totals[seat], payout[seat])
                for seat in sorted(best, key=lambda seat: -payout[seat])]
    alike: dict[int, list[str]] = {}
    for name, cents in sorted(zip(names, payout), key=lambda line: -line[1]):
        alike.setdefault(cents, []).append(name)
    return [(", ".join(who), None, cents) for cents, who in alike.items()]


def _line(who: str, points: int | None, cents: int | None, sheet: SheetView,
          session: Session) -> ft.Control:
    """Build the line of a player; at large text the figures stand below the name."""
    t = session.words
    figures: list[ft.Control] = []
    if points is not None:
        figures.append(ft.Text(t.points(points, sheet.score.decimals), size=Type.FIGURE,
                               text_align=ft.TextAlign.RIGHT, expand=2, no_wrap=True))
    if cents is not None:
        figures.append(strong(t.balance(cents, sheet.score.record.currency), no_wrap=True,
                              color=color_of_money(cents), text_align=ft.TextAlign.RIGHT,
                              expand=3))
    name = ft.Text(who, size=Type.FIGURE, expand=4)
    if points is not None and is_narrow(session):
        name.expand = None
        return stack(name, ft.Row(figures, spacing=Space.SMALL), spacing=0)
    return ft.Row([name, *figures], spacing=Space.SMALL)


def _sentence(text: str, why: str = "") -> ft.Control:
    lines = [strong(text, size=Type.TITLE), *([remark(why)] if why else [])]
    return ft.Semantics(identifier="match-end", container=True, content=stack(*lines, spacing=2))


def _to_settlement(sheet: SheetView, t: Words) -> ft.Control:
    return text_button(t("Settlement"), going_to(f"/evening/{sheet.evening}"),
                       identifier="to-settlement")


def _next_dealer(sheet: SheetView, session: Session) -> list[ft.Control]:
    t = session.words
    upcoming, names = sheet.score.next, sheet.score.record.names
    if upcoming.chosen_by is None:
        return [remark(t("{name} deals first in the next match.",
                         name=names[upcoming.table.dealer]))]
    return [
        remark(t("{name} decides who deals first:", name=names[upcoming.chosen_by])),
        chips([
            chip(names[seat], partial(session.attempt, session.service.name_dealer, sheet.id, seat),
                 identifier=f"deal-{seat}", chosen=upcoming.table.dealer == seat)
            for seat in upcoming.table.seats])]
