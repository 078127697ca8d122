"""House rules, and the agreement on a Partie broken off, while somebody sets them. No Flet here;
every change assigns a whole new value, which an observable form notices."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorepad.drafts.draft import toggled
from scorepad.games.game import Game, Option, Rules, Unreadable
from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words

LONGEST_NUMBER = 9
"""The most digits that a number field reads; no option of any game has more."""


@dataclass
class RulesForm:
    """The options of a game as they are set. options: for each option a choice, or the text in its
    field; those that are not named are the standard."""

    game: Game[Any, Any]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def is_made_here(self) -> bool:
        """True if the rules make the game, so that they are shown unfolded."""
        return False

    def option(self, name: str) -> Any:
        """Return what an option is set to: a choice, or the text in its field."""
        value = self.options.get(name, getattr(self.game.rules(), name))
        return "" if value is None else value

    def choose(self, name: str, value: Any) -> None:
        """Set an option to a choice, or to the text in its field."""
        self.options = {**self.options, name: value}

    def turn(self, name: str, value: Any) -> None:
        """Add one of several choices to those of an option, or take it away."""
        self.choose(name, toggled(tuple(self.option(name)), value))

    def set_to(self, rules: Rules) -> None:
        """Set all options at once."""
        self.options = rules.written()

    def back_to_standard(self) -> None:
        """Set all options back to the standard."""
        self.set_to(self.game.standard)

    @property
    def house_rules(self) -> int:
        """The number of options that are not the standard."""
        return self.house_rules_among(self.shown())

    def house_rules_among(self, names: Iterable[str]) -> int:
        """Return how many of these options are not the standard."""
        return sum(map(self.differs, names))

    def differs(self, name: str) -> bool:
        """Return whether an option is not the standard."""
        standard: object = getattr(self.game.standard, name)
        return bool(self._value(name) != standard)

    def fault_of_option(self, name: str) -> Message | None:
        """Return why an option cannot be what it is set to, or None."""
        try:
            self.game.rules.read({name: self._value(name)})
        except Unreadable as unreadable:
            return unreadable.problems[0].message
        return None

    def fault_of_rules(self) -> Message | None:
        """Return the first reason why nobody can play by these rules, or None."""
        for name, option in self.game.rules.options().items():
            if fault := self.fault_of_option(name):
                return say("{option} {fault}.", option=Message(option.title), fault=fault)
        try:
            self.rules()
        except Unreadable as unreadable:
            place, fault = unreadable.problems[0]
            option = self.game.rules.options()[str(place[0])]
            return say("{option} {fault}.", option=Message(option.title), fault=fault)
        return None

    def shown(self) -> dict[str, Option]:
        """Return the options that matter beside the others, by name; all while one has a fault."""
        options: dict[str, Option] = self.game.rules.options()
        if self.fault_of_rules():
            return options
        rules = self.rules()
        return {name: option for name, option in options.items()
                if option.matters(rules) or self.differs(name)}

    def rules(self) -> Rules:
        """Return the rules as they are set; raise `Unreadable` if `fault_of_rules` finds any."""
        options = self.game.rules.options()
        rules: Rules = self.game.rules.read({name: self._value(name) for name in options})
        return rules

    def _value(self, name: str) -> Any:
        value, option = self.option(name), self.game.rules.options()[name]
        if option.choices is not None or option.letters:
            return option.settled(value)
        typed = str(value).strip().replace("\N{MINUS SIGN}", "-")
        if not typed and option.optional:
            return None
        digits = typed.removeprefix("-")
        return int(typed) if digits.isdecimal() and len(digits) <= LONGEST_NUMBER else typed


FURTHEST = 1_000_000
"""A range beyond it is as good as none to whoever types."""


def range_of(option: Option) -> Message | None:
    """Return the range of an option's number; None for a text, and where it is none in practice."""
    low, high = option.bounds
    return None if option.letters or high > FURTHEST else say("{low} to {high}", low=low, high=high)


def told_value(option: Option, value: Any) -> Message:
    """Return the value of an option in words: the name of the choice, the number or the text."""
    if option.several and not value:
        return say("nothing")
    if option.several:
        named = {f"choice{at}": Message((option.choices or {})[each])
                 for at, each in enumerate(value)}
        return Message(", ".join([f"{{{name}}}" for name in named]), named)
    if option.choices is not None:
        return Message(option.choices[value])
    return Message("–") if value in (None, "") else Message("{number}", {"number": value})


def told_differing(count: int, standard: str = Game.standard_title) -> Message:
    """Return how many options are not the standard, in words; standard: what that is called."""
    return say_n("{n} changed", "{n} changed", count) if count else Message(standard)


def told_difference(rules: Rules, other: Rules) -> list[Message]:
    """Return what the first rules say differently from the second, one sentence per option."""
    return [say("{option}: {value}", option=Message(option.title),
                value=told_value(option, getattr(rules, name)))
            for name, option in rules.options().items()
            if getattr(rules, name) != getattr(other, name)]


@dataclass
class AgreementForm:
    """The amounts that everybody receives, as typed: with a minus sign for those who pay, nothing
    where nothing was agreed. names: of the players; typed: the text in each field, by name."""

    names: Sequence[str]
    typed: dict[str, str] = field(default_factory=dict)

    def type(self, name: str, text: str) -> None:
        """Take the text in the field of a player."""
        self.typed = {**self.typed, name: text}

    def fault_of(self, name: str, words: Words) -> Message | None:
        """Return why what is typed for a player is no amount, or None."""
        if self._cents(name, words) is None:
            return say("Type an amount such as {example}, with a minus sign if {name} pays.",
                       example=words.amount(150), name=name)
        return None

    def fault(self, words: Words) -> Message | None:
        """Return the first reason against the amounts, or None if they can be agreed on."""
        for name in self.names:
            if fault := self.fault_of(name, words):
                return fault
        if total := sum(self.agreement(words)):
            over = f"{'-' if total < 0 else '+'}{words.amount(abs(total))}"
            return say("The amounts add up to {sum}: what some receive the others pay.", sum=over)
        return None

    def agreement(self, words: Words) -> tuple[int, ...]:
        """Return the cents that each seat receives; empty where nothing is agreed on."""
        cents = tuple([self._cents(name, words) or 0 for name in self.names])
        return cents if any(cents) else ()

    def _cents(self, name: str, words: Words) -> int | None:
        """Return the cents typed for a player, 0 where nothing is, None where it is no amount."""
        text = self.typed.get(name, "").strip().replace("−", "-")
        if not text:
            return 0
        cents = words.read_amount(text.lstrip("+-")) if text.count("-") + text.count("+") <= 1 \
            else None
        return cents if cents is None or not text.startswith("-") else -cents
