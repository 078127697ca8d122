"""The table: who plays a hand, by which house rules, and how the match stands or has ended."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field as field_of, fields, replace
from enum import Enum
from functools import cached_property
from operator import add
from typing import Any, Generic, NamedTuple, Self, TypeVar
from unicodedata import normalize

from scorepad.games.problems import Problem, Unreadable, fault_of_number, none_of
from scorepad.i18n.message import N_, Message, say


@dataclass(frozen=True)
class Option:
    """A house rule that a table can choose: its title, what it does, and the allowed values.

    `choices` maps every allowed value to its name; with `several` the value is a tuple of any of
    them, a list in a document. Without choices the value is a whole number within `bounds`, or None
    where nothing need be agreed on (`optional`). `group` is the heading above it and the
    neighbouring options of the same group. `matters` says of rules whether the option means
    anything by them; where it does not, nobody is asked. One that is `noted` changes no points.
    With `letters` the value is a line of text, of at most so many. Numbers that tables often take
    are the `usual` ones.
    """

    title: str
    sentence: str
    choices: Mapping[Any, str] | None = None
    bounds: tuple[int, int] = (0, 0)
    optional: bool = False
    group: str = ""
    matters: Callable[[Any], bool] = lambda rules: True
    several: bool = False
    noted: bool = False
    letters: int = 0
    usual: tuple[int, ...] = ()

    def settled(self, value: Any) -> Any:
        """Return an allowed value as rules hold it: of several, in the order of the choices; text
        without spaces around it, its letters composed."""
        if self.letters:
            return normalize("NFC", value.strip())
        if not self.several:
            return value
        return tuple([choice for choice in self.choices or () if choice in value])


def option(default: Any, title: str, sentence: str, choices: Mapping[Any, str] | None = None,
           **more: Any) -> Any:
    """Return the field of a class of rules for an option.

    default, choices: members of an enum stand for their words; title, sentence: English templates,
    its name and what it does; more: other values of `Option`.
    """
    named = choices and {getattr(each, "value", each): name for each, name in choices.items()}
    return field_of(default=getattr(default, "value", default),
                    metadata={"option": Option(title, sentence, named, **more)})


def yes_or_no(default: bool, title: str, sentence: str) -> Any:
    """Return the field of an option that is on or off."""
    names = {True: N_("Yes"), False: N_("No")}
    return option(default, title, sentence,
                  {choice: names[choice] for choice in (default, not default)})


@dataclass(frozen=True)
class Rules:
    """The options of a game with their values; each field's metadata carries its `Option`."""

    @classmethod
    def options(cls) -> dict[str, Option]:
        """Return every option of the game by its name, in the order in which they are shown."""
        return {field.name: field.metadata["option"] for field in fields(cls)}

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Return rules from the values that differ from the defaults; raises `Unreadable`."""
        options = cls.options()
        problems = []
        for name, value in raw.items():
            if name not in options:
                problems.append(Problem((name,), say("is not an option of this game")))
            elif fault := _fault_of_option(options[name], value):
                problems.append(Problem((name,), fault))
        if problems:
            raise Unreadable(*problems)
        rules = cls(**{name: options[name].settled(value) for name, value in raw.items()})
        if conflict := rules.conflict():
            raise Unreadable(conflict)
        return rules

    def conflict(self) -> Problem | None:
        """Return why two options cannot go together, at the place of one; None if they can."""
        return None

    def written(self) -> dict[str, Any]:
        """Return the values that differ from the defaults."""
        return {field.name: list(value) if isinstance(value, tuple) else value
                for field in fields(self)
                if (value := getattr(self, field.name)) != field.default}


def _fault_of_option(option: Option, value: Any) -> Message | None:
    if option.several:
        return _fault_of_several(option, value)
    if option.choices is not None:
        # `True == 1`, and lists are no dictionary keys: compare type and value one by one.
        if any(type(value) is type(choice) and value == choice for choice in option.choices):
            return None
        return none_of(value, option.choices)
    if option.letters:
        is_line = type(value) is str and len(value) <= option.letters and value.isprintable()
        return None if is_line else \
            say("is not a line of text of at most {limit} letters", limit=option.letters)
    return None if value is None and option.optional else fault_of_number(value, *option.bounds)


def _fault_of_several(option: Option, value: Any) -> Message | None:
    if not isinstance(value, list | tuple):
        return say("is not a list in brackets")
    choices = option.choices or {}
    for each in value:
        if not isinstance(each, str) or each not in choices:
            return none_of(each, choices)
    twice = [each for each in choices if value.count(each) > 1]
    return say("names {name} a second time", name=twice[0]) if twice else None


Points = tuple[int, ...]
"""One figure for each seat, in roster order."""


class Tally(NamedTuple):
    """The standing of a match: each seat's points and marks (what the game counts besides), and
    the number of hands scored."""

    totals: Points
    marks: Points
    hands: int = 0

    def plus(self, points: Points, marks: Points, hands: int) -> "Tally":
        """Return the standing after so many more hands with these points and marks."""
        totals, so_far, played = self
        return Tally(tuple(map(add, totals, points)),
                     tuple(map(add, so_far, marks)) if any(marks) else so_far, played + hands)


Seat = int
"""A player's position in the sheet's roster."""


class Reason(Enum):
    """The reason why a match ended."""

    WON = "won"
    LOST = "lost"
    ENDED = "ended"
    """The hands agreed on were played, or the table stopped: the points decide who pays."""


class Outcome(NamedTuple):
    """The end of a match: why, and the seat that won or lost it; None where it just ended, or
    where several lost it together (`seats`)."""

    reason: Reason
    seat: Seat | None = None
    seats: tuple[Seat, ...] = ()

    @property
    def winner(self) -> Seat | None:
        """The seat that won, if the match ended by winning."""
        return self.seat if self.reason is Reason.WON else None

    @property
    def loser(self) -> Seat | None:
        """The seat that lost, if the match ended by losing."""
        return self.seat if self.reason is Reason.LOST else None

    @property
    def losers(self) -> tuple[Seat, ...]:
        """All seats that lost, if the match ended by losing."""
        return self.seats if self.loser is None else (self.loser,)

    @property
    def whose(self) -> Seat:
        """The seat that won or lost; raises ValueError if the match just ended."""
        if self.seat is None:
            raise ValueError("nobody has won or lost a match that just ended")
        return self.seat


RulesT_co = TypeVar("RulesT_co", bound=Rules, covariant=True)


@dataclass(frozen=True)
class Table(Generic[RulesT_co]):
    """The players and the rules of a hand: all that its score may depend on besides the hand.

    names: the roster; seats: who sits at the table, clockwise; active: those of them who play;
    stake: what they play for, in units of the game's wager, None if for nothing; tally: how the
    match stands before the hand, given only where the game needs it (`FollowsTally`).
    """

    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    dealer: Seat
    active: tuple[Seat, ...]
    rules: RulesT_co
    stake: int | None = None
    tally: Tally | None = None

    def as_it_stands(self, dealer: Seat, active: tuple[Seat, ...],
                     tally: Tally) -> "Table[RulesT_co]":
        """Return the table with this dealer, active seats and tally. A long sheet needs one for
        each hand, so it is cheap if dealer and players stay the same."""
        if dealer != self.dealer or active != self.active:
            return replace(self, dealer=dealer, active=active, tally=tally)
        made = object.__new__(Table)  # keeps the cached properties
        made.__dict__.update(self.__dict__, tally=tally, left_of_dealer=self.left_of_dealer,
                             nothing=self.nothing)
        return made

    @cached_property
    def left_of_dealer(self) -> Seat:
        """The seat that deals next if nobody names another."""
        return next_clockwise(self.seats, self.dealer)

    @cached_property
    def playing(self) -> frozenset[Seat]:
        """The seats that play."""
        return frozenset(self.active)

    @cached_property
    def nothing(self) -> Points:
        """No points for anybody."""
        return (0,) * len(self.names)


def next_clockwise(seats: Sequence[Seat], seat: Seat) -> Seat:
    """Return who sits to the left of `seat`, or the first of `seats` if it is not among them."""
    return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else seats[0]


frozen = tuple.__new__
"""Makes a named tuple from its class and all its fields, at half the price of calling the class."""
