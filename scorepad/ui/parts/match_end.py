"""The end of a Partie, who still looks at it, what stands beside it, and who sits out next."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import cos, sin
from time import time
from typing import NamedTuple

import flet as ft

from scorepad.book.people import Colour, Look
from scorepad.book.scoresheet import Match
from scorepad.i18n.words import Words
from scorepad.service.slips import Slip
from scorepad.service.telling import AtTheEnd, standing_at_end, told_matches
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui import widgets as ui
from scorepad.ui.entry.keeping import amended_line, go_on
from scorepad.ui.entry.model import EntryModel, Lay
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.forms.seating import next_turn
from scorepad.ui.hooks import keyed, use_value
from scorepad.ui.parts.charts import course_of, lines
from scorepad.ui.parts.fields import headline
from scorepad.ui.parts.for_desk import ForDesk, signing_at
from scorepad.ui.parts.seating import begin, way_to_same_table
from scorepad.ui.session import Session, going_to, of_page
from scorepad.ui.signs import sign
from scorepad.ui.theme import (
    ASIDE_WIDTH,
    ENTRY_WIDTH,
    NOTED,
    Space,
    Type,
    color_of_money,
    color_of_player,
    color_of_points,
    text_width,
)


def takes_hands(sheet: SheetView, entry: EntryModel) -> bool:
    """Return whether the entry is open, for the next hand or to correct an earlier one."""
    if sheet.score.over:
        return amended_line(sheet.score, entry) is not None
    return open_end(sheet, entry) is None


def is_complete(sheet: SheetView, entry: EntryModel, session: Session) -> bool:
    """Return whether all hands of this phone's one list were played, and none is corrected."""
    if sheet.closed or entry.amending:
        return False
    if (own := session.service.own_list) is not None:
        return session.service.tournaments.is_complete(own)
    slip = _slip(sheet, session)
    return slip is not None and session.service.slips.is_complete(slip, sheet.score)


def _slip(sheet: SheetView, session: Session) -> Slip | None:
    """Return the slip of a list that this phone writes in a book of its own."""
    return session.service.slips.at(sheet.id) if session.place.keeps_book else None


def open_end(sheet: SheetView, entry: EntryModel) -> Match | None:
    """Return the Partie that the last hand has ended, None once the user has gone on from it."""
    lines = sheet.score.lines
    if not lines or entry.amending or entry.seen == lines[-1].record.stamp.id:
        return None
    return sheet.score.match_ended_by(len(lines))


def told_below(sheet: SheetView, entry: EntryModel) -> Match | None:
    """Return the Partie whose end stands where the entry was, None where the entry is open."""
    if sheet.closed or takes_hands(sheet, entry):
        return None
    if sheet.score.over:
        return sheet.score.matches[-1] if sheet.score.matches else None
    return open_end(sheet, entry)


def looked_at(sheet: SheetView, entry: EntryModel) -> SheetView:
    """Return the sheet as its head shows it: while the end of a Partie is looked at, and once the
    evening is closed after it, with the points of that Partie and not those of the next."""
    score = sheet.score
    match = score.match_ended_by(len(score.lines)) if sheet.closed else open_end(sheet, entry)
    if match is None or score.over:
        return sheet
    return replace(sheet, score=replace(score, tally=match.tally, over=True))


def _way_to_course(sheet: SheetView, text: str) -> ft.Control:
    """Build the button that leads to the course of the evening; Tab does not stop there."""
    return ft.Row([ft.Semantics(identifier="to-course", button=True, content=ft.Container(
        ft.Row([ft.Icon(ft.Icons.SHOW_CHART, size=Type.TITLE, color=ft.Colors.PRIMARY),
                ui.strong(text, size=Type.BODY, color=ft.Colors.PRIMARY)], spacing=Space.SMALL,
               tight=True),
        on_click=going_to(f"/evening/{sheet.evening}/course"), padding=Space.LARGE))])


def standing_beside(sheet: SheetView, session: Session) -> ft.Control:
    """Build the standing of a sheet, the best first, with the money so far."""
    t, score, looks = session.words, sheet.score, session.service.people.looks()
    money = {} if score.decimals else sheet.money
    rows: list[ft.Control] = []
    for rank in sheet.ranking:
        told = told_matches(rank)
        cents = money.get(rank.name)
        figures: list[ft.Control] = [ui.strong(t.points(rank.points, score.decimals),
                          color=color_of_points(rank.points, sheet.game.low_is_good))]
        if cents is not None:
            figures.append(ft.Text(
                t.balance(cents, score.record.currency), size=Type.BODY, no_wrap=True,
                color=color_of_money(cents) or ft.Colors.ON_SURFACE_VARIANT))
        rows.append(ft.Row(spacing=Space.SMALL, controls=[
            sign(looks[rank.name], session, Type.FIGURE), ft.Column([
                ft.Text(rank.name, size=Type.FIGURE, no_wrap=True,
                        overflow=ft.TextOverflow.ELLIPSIS),
                *([ui.muted(t(told))] if told else [])], spacing=0, tight=True, expand=True),
            ft.Column(figures, spacing=0, tight=True,
                      horizontal_alignment=ft.CrossAxisAlignment.END)]))
    return ft.Semantics(identifier="standing", container=True, content=ft.Container(
        width=ASIDE_WIDTH, padding=ft.Padding.only(right=Space.LARGE), content=ft.Column([
            ui.heading(t("Ranking")), ui.panel(ui.stack(*rows)),
            *([_way_to_course(sheet, t("Progress"))]
              if session.service.own_list is None else [])],
            scroll=ft.ScrollMode.AUTO)))


def turn_key(sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build the key that begins the next Partie with whoever has sat out, if somebody has."""
    t, service = session.words, session.service

    def change() -> None:
        if now := next_turn(service, sheet.id):  # a second tap finds that it is done
            begin(NewSheetForm.in_turn(service, sheet.id, now), session)

    with suppress(KeyError, StorageFault):  # the screen, which is drawn later, says so
        if turn := next_turn(service, sheet.id):
            return [ui.text_button(
                t("{comes} plays, {goes} sits out", comes=turn.comes, goes=turn.goes),
                change, identifier="in-turn", icon=ft.Icons.SWAP_HORIZ)]
    return []


@ft.component
def MatchEnd(sheet: SheetView, entry: EntryModel, match: Match, lay: Lay) -> ft.Control:
    """Draw what stands between two Partien: the result, who deals next, and the way on. lay: puts
    what is told and what can be tapped in their place."""
    session = of_page()
    t = session.words

    main = Way(t("Next match"), lambda: go_on(session, sheet, entry), "next-match")
    others = [*turn_key(sheet, session), _to_settlement(sheet, t)] \
        if session.service.own_list is None else []
    return lay(_result(match, sheet, session, *_next_dealer(sheet, session)),
               _ways(session, main, *others))


@ft.component
def Over(sheet: SheetView, lay: Lay) -> ft.Control:
    """Draw the end of a sheet that takes no more hands: the result, and where to go from here. lay:
    puts what is told and what can be tapped in their place."""
    session = of_page()
    t, score = session.words, sheet.score
    result = _result(score.matches[-1], sheet, session) if score.over and score.matches else \
        [_sentence(t("The match is over.") if score.over else t("The list is complete."))]
    if (own := session.service.own_list) is not None:
        view = session.service.tournaments.view(own.evening)
        keys = signing_at(view, own.round, own.table, session)
        return lay([*keys, *result], []) if session.turned else lay(result, [ui.stack(*keys)])
    if (slip := _slip(sheet, session)) is not None:
        for_desk: list[ft.Control] = [ForDesk(slip)]
        return lay([*for_desk, *result], []) if session.turned else lay(result, for_desk)
    by_hand = score.record.ended and not sheet.game.outcome(score.tally, score.rules)
    play_on = [ui.text_button(t("Play on"), lambda: session.attempt(
        session.service.resume_match, sheet.id), identifier="play-on")] if by_hand else []

    set_up = going_to(way_to_same_table(sheet.evening, sheet.id))
    if sheet.game.ends_by_hand:
        main = Way(t("New sheet, same players"), set_up, "same-table")
        other = []
    else:  # it ended by itself, and soon: the same table plays on
        main = Way(t("Once more"), lambda: begin(
            NewSheetForm.again(session.service, sheet.id), session), "next-round")
        other = [ui.text_button(t("New sheet, same players"), set_up, identifier="same-table")]
    return lay(result, _ways(session, main, *turn_key(sheet, session), *other, *play_on,
                             _to_settlement(sheet, t)))


class Way(NamedTuple):
    """The main way on from an end: what stands on its key, what that does, and its identifier."""

    text: str
    act: Callable[[], object]
    identifier: str


def _ways(session: Session, main: Way, *others: ft.Control) -> list[ft.Control]:
    """Lay out the ways on from an end, a single other one beside the main one in little room."""
    key = ui.main_button(main.text, main.act, identifier=main.identifier)
    if session.close and len(others) == 1 and text_width(main.text) * Type.FIGURE \
            * session.device_scale < _room(session) - BESIDE:
        return [ft.Row([*others, ft.Container(key, expand=True)], spacing=Space.SMALL)]
    return [key, ft.Row(list(others), wrap=True, alignment=ft.MainAxisAlignment.CENTER,
                        spacing=0, run_spacing=0)]


BESIDE = 150
"""Room for the other way beside the main one, and around the words of that."""


def _result(match: Match, sheet: SheetView, session: Session,
            *more: ft.Control) -> list[ft.Control]:
    """Build how the Partie ended and why, what everybody had then and receives or pays, its course,
    and `more`, which comes before the course where there is little room."""
    looks = session.service.people.looks()
    gap = Space.HAIR if session.close else Space.SMALL
    course = _course(match, sheet, looks, session)
    below = [*more, *course] if session.height < NOTED else [*course, *more]
    return [_headline(match, sheet, looks, session),
            ft.Column(spacing=gap, tight=True, controls=[
                _line(each, looks.get(each.who), sheet, session)
                for each in standing_at_end(match, sheet)]),
            *below]


def _line(result: AtTheEnd, look: Look | None, sheet: SheetView, session: Session) -> ft.Control:
    """Build the line of a player; at large text the figures stand below the name."""
    t, (who, points, cents) = session.words, result
    figures: list[ft.Control] = []
    if points is not None:
        figures.append(ft.Text(t.points(points, sheet.score.decimals), size=Type.FIGURE,
                               text_align=ft.TextAlign.RIGHT, expand=2, no_wrap=True))
    if cents is not None:
        figures.append(ui.strong(t.balance(cents, sheet.score.record.currency), no_wrap=True,
                                 color=color_of_money(cents), text_align=ft.TextAlign.RIGHT,
                                 expand=3))
    name = ft.Row([*([] if look is None else [sign(look, session, Type.FIGURE)]),
                   ft.Text(who, size=Type.FIGURE, expand=True)], spacing=Space.SMALL, expand=4)
    if points is not None and session.is_narrow:
        name.expand = None
        return ui.stack(name, ft.Row(figures, spacing=Space.SMALL), spacing=0)
    return ft.Row([name, *figures], spacing=Space.SMALL)


def _sentence(text: str, why: str = "") -> ft.Control:
    lines = [ui.strong(text, size=Type.TITLE), *([ui.remark(why)] if why else [])]
    return ft.Semantics(identifier="match-end", container=True, content=ui.stack(*lines, spacing=2))


def _headline(match: Match, sheet: SheetView, looks: Mapping[str, Look],
              session: Session) -> ft.Control:
    """Build who has won or lost, as large as there is room, with the sign of whoever it was alone;
    just after the last hand there is something to celebrate."""
    t, names, (result, why) = session.words, sheet.score.record.names, sheet.score.result(match)
    alone = [name for name in result.values.values() if isinstance(name, str) and name in looks]
    line = headline(t(result), alone, _room(session), session)
    told = ft.Semantics(identifier="match-end", container=True,
                        content=ui.stack(line, ui.remark(t(why)), spacing=2))
    last = sheet.score.lines[match.last_hand - 1].record.stamp
    if time() * 1000 - last.at > FRESH:
        return told
    colours = [looks[name].colour for seat, name in enumerate(names)
               if seat not in match.outcome.losers]
    return ft.Stack([told, keyed(last.id, Celebration, colours, _room(session))],
                    clip_behavior=ft.ClipBehavior.NONE)


FRESH = 5_000
"""Milliseconds after the last hand in which its end is celebrated."""

CONFETTI, FALLING = 24, 1_000
"""The pieces that fly, and for how many milliseconds."""


@ft.component
def Celebration(colours: Sequence[Colour], width: float) -> ft.Control:
    """Draw confetti that fly for a second; where the system asks for little motion, Flutter lets
    them be gone at once."""
    are_gone, let_go = use_value(False)

    async def fly() -> None:  # once they are seen in one place
        let_go(True)

    ft.use_effect(fly, [])

    def piece(number: int) -> ft.Control:
        angle, far = number * GOLDEN_ANGLE, 0.35 + number % 5 / 6
        flight = ft.Animation(FALLING, ft.AnimationCurve.EASE_OUT_CUBIC)
        return ft.Container(
            width=6 + number % 3 * 2, height=10, border_radius=2, opacity=0 if are_gone else 1,
            bgcolor=color_of_player(colours[number % len(colours)]) if colours else None,
            left=width / 2 + (cos(angle) * far * width / 2 if are_gone else 0),
            top=Space.HUGE + (sin(angle) * far * 110 + 40 if are_gone else 0),
            rotate=angle if are_gone else 0, animate_position=flight, animate_rotation=flight,
            animate_opacity=ft.Animation(FALLING, ft.AnimationCurve.EASE_IN))

    return ft.TransparentPointer(ft.Semantics(exclude_semantics=True, content=ft.Stack(
        [piece(number) for number in range(CONFETTI)], width=width, height=2 * Space.HUGE,
        clip_behavior=ft.ClipBehavior.NONE)))


GOLDEN_ANGLE = 2.4
"""The angle between a piece and the next, in radians: they spread evenly."""


def _room(session: Session) -> float:
    """Return how wide what is told at an end may be."""
    return (ENTRY_WIDTH if session.wide else session.width / 2 if session.turned
            else session.width) - 2 * Space.LARGE


def _course(match: Match, sheet: SheetView, looks: Mapping[str, Look],
            session: Session) -> list[ft.Control]:
    """Build the course of the Partie, where that is more than one hand."""
    course = course_of(sheet, looks, session.words, match)
    if course is None or match.first_hand == match.last_hand:
        return []
    chart = lines(course.lines, (), _room(session),
                  lambda points: session.words.points(points, sheet.score.decimals),
                  course.said, session, CHART if session.wide else CHART_OF_PHONE, tells=False)
    chart.identifier = "match-course"
    return [chart]


CHART, CHART_OF_PHONE = 128, 96
"""The height of the course, unless its names need more."""


def _to_settlement(sheet: SheetView, t: Words) -> ft.Control:
    return ui.text_button(t("Settlement"), going_to(f"/evening/{sheet.evening}"),
                          identifier="to-settlement")


def _next_dealer(sheet: SheetView, session: Session) -> list[ft.Control]:
    t = session.words
    upcoming, names = sheet.score.next, sheet.score.record.names
    if upcoming.chosen_by is None:
        return [ui.remark(t("{name} deals first in the next match.",
                            name=names[upcoming.table.dealer]))]
    return [
        ui.remark(t("{name} decides who deals first:", name=names[upcoming.chosen_by])),
        ui.chips([
            ui.chip(names[seat],
                    partial(session.attempt, session.service.name_dealer, sheet.id, seat),
                    identifier=f"deal-{seat}", chosen=upcoming.table.dealer == seat)
            for seat in upcoming.table.seats])]
