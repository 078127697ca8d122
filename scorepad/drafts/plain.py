"""A hand of a game without a draft of its own while it is being typed, by its fields. A field of a
kind that is not offered keeps its default."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field as field_of, replace
from enum import Enum
from functools import cache
from typing import Annotated, Any, ClassVar, Self

from pydantic import BeforeValidator

from scorepad.drafts.draft import DIGITS, NOT_KEPT, Draft, following, others_from
from scorepad.games.describing import word_of
from scorepad.games.fields import BySeat, Choice, Flag, Number, OneSeat, Seats
from scorepad.games.game import Game, Problem, Seat, Table
from scorepad.games.shape import MISSING, Field, Shape, shape_of
from scorepad.i18n.message import Message, Quantity, say

MOST_STEPS = 10
"""The most values of a number that is stepped through by tapping; a larger one is typed."""

Value = Annotated[Any, BeforeValidator(lambda raw: tuple(raw) if isinstance(raw, list) else raw)]
"""The value typed in one field: digits, a word, a seat, True, or a tuple of those."""


class Way(Enum):
    """The way in which a field is entered: FIGURES is one for each player."""

    FIGURES = "figures"
    NUMBER = "number"
    STEPS = "steps"
    CHOICE = "choice"
    FLAG = "flag"
    SEAT = "seat"
    SEATS = "seats"


def way_of(field: Field) -> Way | None:
    """Return the way in which a field is entered, None if this draft has none for it."""
    match field.plain:
        case BySeat(of=Number()):
            return Way.FIGURES
        case Number(low=low, high=high):
            return Way.STEPS if low == 0 and high < MOST_STEPS else Way.NUMBER
        case Choice():
            return Way.CHOICE
        case Flag():
            return Way.FLAG
        case OneSeat():
            return Way.SEAT
        case Seats():
            return Way.SEATS
    return None


@dataclass(frozen=True)
class PlainDraft(Draft):
    """A hand as far as it is typed; `draft_of` makes the class for a game.

    kind: which of the game's kinds of hands it is; typed: by the name of each field, digits for
    numbers (a tuple of them, one for each seat, for figures), a word, a flag, a seat or a tuple of
    seats; focus: the field that the digits go to, and the seat where it has a figure for each;
    fresh: the next digit replaces what stands there; seats: who plays; amount: a figure typed
    before it was said whose it is: whoever is tapped then gets it.
    """

    game: ClassVar[Game[Any, Any]]
    offered: ClassVar[tuple[int, ...]] = ()
    """The kinds of hands to choose from, in their order; empty for all of them."""

    size: int = field_of(metadata=NOT_KEPT)
    seats: tuple[Seat, ...] = field_of(metadata=NOT_KEPT)
    kind: int = 0
    typed: Mapping[str, Value] = field_of(default_factory=dict)
    focus: tuple[str, Seat | None] | None = None
    fresh: bool = False
    amount: str = ""

    @classmethod
    def empty(cls, table: Table[Any]) -> Self:
        return cls(len(table.names), table.active)

    @classmethod
    def of_hand(cls, hand: Any, table: Table[Any]) -> Self:
        kind: Any = type(hand)
        draft = replace(cls.empty(table), kind=cls.game.hands.index(kind))
        return replace(draft, typed={
            field.name: _as_typed(way_of(field), getattr(hand, field.name))
            for field in draft.shape.fields
            if way_of(field) and getattr(hand, field.name) not in (field.default, None)})

    def at(self, table: Table[Any]) -> Self:
        size = len(table.names)
        figures = {field.name for field in self.shape.fields if way_of(field) is Way.FIGURES}
        return replace(self, size=size, seats=table.active, typed={
            name: (*value, *[""] * (size - len(value))) if name in figures else value
            for name, value in self.typed.items()})

    @property
    def shape(self) -> Shape:
        """The declaration of the kind of hand that is typed."""
        kind: Any = self.game.hands[self.kind]
        return shape_of(kind)

    def fields(self, *ways: Way) -> list[Field]:
        """Return the fields that are entered in one of these ways."""
        return [field for field in self.shape.fields if way_of(field) in ways]

    @property
    def figures(self) -> Field | None:
        """The field whose figures stand on the tiles: the one being typed, or the first."""
        fields = self.fields(Way.FIGURES)
        chosen = [field for field in fields if self.focus and self.focus[0] == field.name]
        return next(iter([*chosen, *fields]), None)

    def of(self, field: Field, seat: Seat) -> str:
        """Return the digits typed for a player."""
        typed = self.typed.get(field.name)
        return str(typed[seat]) if typed else ""

    def turn_to(self, kind: int) -> Self:
        """Switch to another kind of hand; what both have stays."""
        return replace(self, kind=kind, focus=None)

    def tap(self, seat: Seat) -> Self:
        """Direct the digits to a player, or give them the amount typed before; in a hand without
        figures, choose them or take it back."""
        if field := self.figures:
            if _is_figure(self.amount):
                has = self.of(field, seat) == self.amount
                return replace(self, focus=(field.name, seat))._type(
                    "" if has else self.amount)._put_down()
            return replace(self, focus=(field.name, seat), fresh=True)
        whose = self.fields(Way.SEAT, Way.SEATS)
        return self.choose_seat(whose[0], seat) if whose else self

    def choose_seat(self, field: Field, seat: Seat) -> Self:
        """Choose a player for a field, or take it back."""
        chosen = self.typed.get(field.name)
        if way_of(field) is Way.SEAT:
            return self._put(field.name, None if chosen == seat else seat)
        return self._put(field.name, tuple(sorted({*(chosen or ())} ^ {seat})))

    def choose(self, field: Field, word: Any) -> Self:
        """Choose a word or set a flag; a second tap takes it back."""
        return self._put(field.name, None if self.typed.get(field.name) == word else word)

    def put(self, **typed: Any) -> Self:
        """Set some fields to what taps would say."""
        return replace(self, typed={**self.typed, **typed})

    def step(self, field: Field) -> Self:
        """Raise a small number by one, and after the highest begin again."""
        kind: Number = field.plain
        after = int(self.typed.get(field.name) or kind.low) + 1
        return self._put(field.name, str(after if after <= kind.high else kind.low))

    def direct(self, field: Field) -> Self:
        """Direct the digits to a number, or to the first player's figure."""
        seat = self.seats[0] if way_of(field) is Way.FIGURES else None
        return replace(self, focus=(field.name, seat), fresh=True)

    def digit(self, digit: str) -> Self:
        """Add a digit; a full figure moves on to the next player who has none."""
        number = self._number
        if number is None:
            return self._amount(digit)
        before = "" if self.fresh else self._here
        if len(before.lstrip("-0")) >= len(str(max(abs(number.low), number.high))):
            return self
        after = replace(self, fresh=False)._type(str(int(before + digit)))
        figure = abs(int(after._here))
        return after._moved_on() if figure >= 10 and figure * 10 > number.high else after

    def backspace(self) -> Self:
        """Remove the last digit, going back to the player before where there is none."""
        if self._number is None:
            return replace(self, amount=_shorter(self.amount), fresh=False)
        draft = self if self._here else self._gone_back()
        return replace(draft, fresh=False)._type(_shorter(draft._here))

    def sign(self) -> Self:
        """Turn the figure that is typed, or about to be typed, into its negative."""
        if self.focus is None:
            typed = "" if self.fresh else self.amount
            return replace(self, amount=_negative(typed), fresh=False) if self.figures else self
        return replace(self, fresh=self.fresh and self._here != "")._type(_negative(self._here))

    def any_of(self) -> Self:
        """Direct the digits to an amount for whoever is tapped next."""
        return self._put_down(fresh=False) if self.figures else self

    def following(self) -> Self:
        """Go on to the next player."""
        if self.figures is None:
            return self
        here = self.focus[1] if self.focus else None
        return replace(self, amount="").tap(following(self.seats, here))

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: digits, the minus sign, Backspace, and Tab."""
        if key in DIGITS:
            return self.digit(key)
        match key:
            case "Backspace":
                return self.backspace()
            case "-":
                return self.sign()
            case "Tab":
                return self.following()
        return self

    @property
    def here(self) -> Seat | None:
        return None if self.focus is None else self.focus[1]

    def hand(self) -> Any | None:
        values: dict[str, Any] = {}
        for field in self.shape.fields:
            value = _as_meant(field, self.typed.get(field.name))
            if value is not None:
                values[field.name] = value
            elif field.default is MISSING:
                return None
        is_begun = any([value or type(value) is int for value in self.typed.values()])
        return self.shape.declared(**values) if is_begun else None  # the first seat is 0

    def begun(self, names: Sequence[str]) -> str:
        said = []
        for field in self.shape.fields:
            typed, way = self.typed.get(field.name), way_of(field)
            if typed in (None, "", ()):
                continue
            if way is Way.FIGURES:
                said += [f"{name} {figure}" for name, figure in zip(names, typed) if figure]
            elif way in (Way.SEAT, Way.SEATS):
                seats = typed if isinstance(typed, tuple) else (typed,)
                said.append(f"{field.label} {', '.join([names[seat] for seat in seats])}")
            else:
                said.append(field.label if typed is True else f"{field.label} {word_of(typed)}")
        return ", ".join(said)

    def remark(self) -> Message | None:
        return say("Tap who writes {points}", points=Quantity(int(self.amount))) \
            if self.focus is None and _is_figure(self.amount) and self.figures else None

    def unfinished(self, problem: Problem, table: Table[Any]) -> bool:
        field = self.figures
        if field is None or problem.place[:1] != (field.key.key,):
            return False
        at_focus = self.focus is not None and self.focus[1] is not None \
            and problem.place[1:] == (table.names[self.focus[1]],)
        return at_focus or len(problem.place) == 1 \
            and not all([self.of(field, seat) for seat in self.seats])

    @property
    def _number(self) -> Number | None:
        """The bounds of the figure that is typed; None if the hand has no such field."""
        return next((_number_of(field) for field in self.fields(Way.FIGURES, Way.NUMBER)
                     if self.focus and self.focus[0] == field.name), None)

    @property
    def _here(self) -> str:
        """The digits of the figure that is typed."""
        if self.focus is None:
            return ""
        name, seat = self.focus
        typed = self.typed.get(name) or ""
        return typed if seat is None or not typed else typed[seat]

    def _amount(self, digit: str) -> Self:
        """Return the draft with one more digit of a figure that is nobody's yet."""
        number = self.figures and _number_of(self.figures)
        if number is None:
            return self
        before = "" if self.fresh else self.amount
        longest = len(str(max(abs(number.low), number.high)))
        return self if len(before.lstrip("-0")) >= longest else \
            replace(self, amount=str(int(before + digit)), fresh=False)

    def _put_down(self, *, fresh: bool = True) -> Self:
        """Return the draft with the digits going to an amount; fresh: the next one begins it."""
        return replace(self, focus=None, fresh=fresh, amount=self.amount if fresh else "")

    def _type(self, figure: str) -> Self:
        assert self.focus is not None
        name, seat = self.focus
        if seat is None:
            return self._put(name, figure)
        typed = self.typed.get(name) or ("",) * self.size
        return self._put(name, (*typed[:seat], figure, *typed[seat + 1:]))

    def _put(self, name: str, value: Any) -> Self:
        return self.put(**{name: value})

    def _moved_on(self) -> Self:
        """Return the draft with the digits going to the next player who has no figure."""
        after = next((seat for seat in self._others if not self._of_tile(seat)), None)
        return self if after is None else self.tap(after)

    def _gone_back(self) -> Self:
        """Return the draft with the digits going to the player before who has a figure."""
        before = next((seat for seat in reversed(self._others) if self._of_tile(seat)), None)
        return self if before is None else self.tap(before)

    def _of_tile(self, seat: Seat) -> str:
        return self.of(self.figures, seat) if self.figures else ""

    @property
    def _others(self) -> list[Seat]:
        """The other players, from the one after the player whose figure is typed."""
        here = self.focus[1] if self.focus else None
        return others_from(self.seats, here) if here in self.seats else []


@cache
def draft_of(game: Game[Any, Any]) -> type[PlainDraft]:
    """Return the class of a game's drafts."""
    return type(f"{type(game).__name__}Draft", (PlainDraft,), {"game": game})


def words_of(field: Field) -> list[tuple[Any, str]]:
    """Return the choices of a field: as they are typed, and as they are shown."""
    kind: Choice = field.plain
    return [(getattr(each, "value", each), word_of(each)) for each in kind.allowed]


def _is_figure(typed: str) -> bool:
    """Return whether something was typed, and not only a sign."""
    return typed not in ("", "-")


def _shorter(typed: str) -> str:
    """Return a figure without its last digit."""
    return "" if typed[:-1] == "-" else typed[:-1]


def _negative(typed: str) -> str:
    """Return the negative of a figure, or of one that is about to be typed."""
    return typed if typed == "0" else typed[1:] if typed.startswith("-") else f"-{typed}"


def may_be_negative(field: Field) -> bool:
    """Return whether the figures of a field can be below zero."""
    number = _number_of(field)
    return number is not None and number.low < 0


def _number_of(field: Field) -> Number | None:
    """Return the bounds of a field's figure or figures; None if it has none."""
    kind: Any = field.plain
    number = kind.of if isinstance(kind, BySeat) else kind
    return number if isinstance(number, Number) else None


def _as_typed(way: Way | None, value: Any) -> Any:
    """Return a value of a hand as taps and digits say it."""
    if way is Way.FIGURES:
        return tuple("" if figure is None else str(figure) for figure in value)
    if way in (Way.NUMBER, Way.STEPS):
        return str(value)
    return getattr(value, "value", value)


def _as_meant(field: Field, typed: Any) -> Any:
    """Return what taps and digits say as a value of a hand, None where they say nothing."""
    if typed in (None, "", "-"):
        return None
    match way_of(field):
        case Way.FIGURES:
            figures = tuple(int(figure) if _is_figure(figure) else None for figure in typed)
            return None if figures == (None,) * len(figures) else figures
        case Way.NUMBER | Way.STEPS:
            return int(typed)
        case Way.CHOICE:
            return field.plain.words[typed]
    return typed
