"""House rules: the options of a game, and what a table has set them to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field as field_of, fields
from typing import Any, Self
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
    With `letters` the value is a line of text, of at most so many.
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

    default, choices: members of an enum stand for their words; more: other values of `Option`.
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
