"""Entering a hand of any game by the fields that it declares."""

from collections.abc import Sequence
from functools import cache, partial
from operator import methodcaller
from typing import Any

import flet as ft

from scorepad.drafts.draft import following
from scorepad.drafts.plain import PlainDraft, Way, draft_of, may_be_negative, way_of, words_of
from scorepad.games.game import Game, Seat
from scorepad.games.shape import Field
from scorepad.i18n.message import MINUS
from scorepad.ui.entry import pad
from scorepad.ui.entry.model import Desk, Panel
from scorepad.ui.session import of_page
from scorepad.ui.theme import NOTED

MOST_WORDS = 4
"""The most keys with words in a row."""

MOST_FEET = 2
"""The most further keys of a tile that leave room for the last hands on the lowest phones."""


@cache
def plain_panel(game: Game[Any, Any]) -> Panel:
    """Return the panel of a game that has none of its own."""
    return Panel(draft_of(game), controls)


def controls(desk: Desk[PlainDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom. On the lowest phones, where tiles would have
    too many feet, a field for one player only is a key beside the digits, as other kinds of hands
    are."""
    draft = desk.draft
    columns = pad.abreast(len(draft.seats))
    beside = draft.fields(Way.SEAT) if draft.figures and desk.close \
        and of_page().height < NOTED \
        and len(draft.fields(Way.SEAT, Way.SEATS)) > MOST_FEET else []
    tiles = [_player(desk, seat, columns, beside) for seat in draft.seats]
    return [
        *([] if beside else _rows_of_words(_kinds(desk))),
        ft.Column(pad.grid(tiles, columns), spacing=desk.gap, tight=True),
        *_rows_of_words(_keys(desk)),
        *[row for field in draft.fields(Way.CHOICE)
          for row in _rows_of_words(_choices(desk, field))],
        *_pad(desk, beside)]


def _rows_of_words(keys: Sequence[ft.Control]) -> list[ft.Control]:
    return pad.grid(keys, pad.abreast(len(keys), MOST_WORDS)) if keys else []


def _player(desk: Desk[PlainDraft], seat: Seat, columns: int,
            without: Sequence[Field]) -> ft.Control:
    """Build a player's tile: the figure, or whether they are chosen, and feet for all else, apart
    from some fields."""
    draft, name = desk.draft, desk.table.names[seat]
    figures = draft.figures
    whose = [field for field in draft.fields(Way.SEAT, Way.SEATS) if field not in without]
    own = None if figures or not whose else whose[0]
    figure = draft.of(figures, seat).replace("-", MINUS) if figures else ""
    chosen = own is not None and _is_chosen(draft, own, seat)
    feet = [_foot(desk, field, seat, columns) for field in whose if field is not own]
    told = figure or (own.label if chosen and own else "")
    faulty = any(name in problem.place for problem in desk.problems)
    return pad.tile(desk, seat, figure or ("●" if chosen else "–"), columns,
                    said=f"{name}, {told}" if told else name, chosen=chosen,
                    ring=draft.focus is not None and draft.focus[1] == seat, quiet=not told,
                    fault=faulty, feet=feet)


def _foot(desk: Desk[PlainDraft], field: Field, seat: Seat, columns: int) -> ft.Control:
    chosen, label = _is_chosen(desk.draft, field, seat), field.label
    return pad.tile_foot(label, columns, desk.change, methodcaller("choose_seat", field, seat),
                         identifier=f"{field.name}-{seat}", chosen=chosen, filled=chosen,
                         said=f"{desk.table.names[seat]}: {label}")


def _is_chosen(draft: PlainDraft, field: Field, seat: Seat) -> bool:
    typed = draft.typed.get(field.name)
    return seat in typed if isinstance(typed, tuple) else typed == seat


def _kinds(desk: Desk[PlainDraft]) -> list[ft.Control]:
    """Build the keys that switch between the kinds of hands; none if there is one only."""
    hands = desk.draft.game.hands
    offered = desk.draft.offered or range(len(hands) if len(hands) > 1 else 0)
    return [_kind(desk, at, len(offered)) for at in offered]


def _kind(desk: Desk[PlainDraft], at: int, columns: int) -> ft.Control:
    return pad.word_key(desk.draft.game.hands[at].__name__, desk.change,
                        methodcaller("turn_to", at), identifier=f"kind-{at}", columns=columns,
                        chosen=desk.draft.kind == at)


def _keys(desk: Desk[PlainDraft]) -> list[ft.Control]:
    """Build a key for each field that is no player's: what is stepped through, set, or typed."""
    draft = desk.draft
    several = len(draft.fields(Way.FIGURES)) > 1
    fields = draft.fields(*([Way.FIGURES] if several else []), Way.NUMBER, Way.STEPS, Way.FLAG)
    return [_key(desk, field, len(fields)) for field in fields]


def _key(desk: Desk[PlainDraft], field: Field, columns: int) -> ft.Control:
    way, typed, focus = way_of(field), desk.draft.typed.get(field.name), desk.draft.focus
    at_digits = focus is not None and focus[0] == field.name
    step = methodcaller("step", field) if way is Way.STEPS \
        else methodcaller("choose", field, True) if way is Way.FLAG \
        else methodcaller("direct", field)
    return pad.word_key(field.label, desk.change, step, identifier=field.name,
                        columns=min(columns, MOST_WORDS),
                        chosen=at_digits or typed not in (None, "", "0", False),
                        below="" if way in (Way.FLAG, Way.FIGURES) else str(typed or "–"))


def _choices(desk: Desk[PlainDraft], field: Field) -> list[ft.Control]:
    words = words_of(field)
    return [pad.word_key(word, desk.change, methodcaller("choose", field, value),
                         identifier=f"{field.name}-{value}", columns=min(len(words), MOST_WORDS),
                         chosen=desk.draft.typed.get(field.name) == value,
                         label=f"{field.label}: {word}")
            for value, word in words]


def _pad(desk: Desk[PlainDraft], beside: Sequence[Field]) -> list[ft.Control]:
    """Build the number pad; empty if the hand has nothing to type. beside: the fields that have a
    key there, and with them the other kinds of hands."""
    typed = desk.draft.fields(Way.FIGURES, Way.NUMBER)
    if not typed:
        return []
    own: list[pad.OwnKey] = [lambda columns: pad.next_key(desk)]
    if any(map(may_be_negative, typed)):
        own.insert(0, lambda columns: pad.short_key(
            "±", desk.change, PlainDraft.sign, identifier="sign", label=desk.t("Minus")))
    if desk.draft.figures:
        own.append(partial(_amount, desk))
    own += [partial(_whose, desk, field) for field in beside]
    if beside:  # the longest word first, where most room is
        own[:0] = [partial(_kind, desk, at) for at in reversed(desk.draft.offered)
                   if at != desk.draft.kind]
    return pad.number_pad(desk.change, own)


def _whose(desk: Desk[PlainDraft], field: Field, columns: int) -> ft.Control:
    """Build the key that steps through the players, and shows whose a field is."""
    name = field.name
    seat = desk.draft.typed.get(name)
    whose = "–" if seat is None else desk.table.names[seat]
    return pad.word_key(
        field.label, desk.change, lambda draft: draft.put(
            **{name: following((None, *draft.seats), draft.typed.get(name))}), identifier=name,
        columns=columns, chosen=seat is not None, label=f"{field.label} {whose}",
        below=whose if seat is None else pad.name_on_key(desk, seat, columns))


def _amount(desk: Desk[PlainDraft], columns: int) -> ft.Control:
    """Build the key of the figure that is typed before it is said whose it is."""
    draft = desk.draft
    return pad.word_key(desk.t("Several"), desk.change, PlainDraft.any_of, identifier="amount",
                        columns=columns, below=draft.amount.replace("-", MINUS) or "–",
                        chosen=draft.focus is None)
