"""Words about a hand, the rules agreed on and the span counted. Screens ask for them too, so
nothing here draws: what does is slow to import."""

from typing import TYPE_CHECKING, Any

from scorepad.games.game import Option, Rules
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words

if TYPE_CHECKING:
    from scorepad.book.scoresheet import Line, Scoresheet
    from scorepad.service.statistics import Chosen


def note_of(score: "Scoresheet", line: "Line", t: Words) -> str:
    """Return how a hand came about, and what was noted with it."""
    if line.problems:
        told = t(line.problems[0].message)
    elif line.record.voided:
        told = t("voided")
    else:
        told = t.arithmetic(arithmetic_of(score, line))
    rules = t("House rules: {rules}", rules=told_rules(line.record.rules, t) or t("standard")) \
        if line.record.rules else ""
    return " · ".join(filter(None, [told, line.record.note, rules]))


def told_rules(rules: Rules, t: Words) -> str:
    """Return the house rules that differ from the standard, each with what was agreed on."""
    options = rules.options()
    return " · ".join([f"{t(options[name].title)}: {_agreed(options[name], value, t)}"
                       for name, value in rules.written().items()])


def _agreed(option: Option, value: Any, t: Words) -> str:
    if option.several:
        return ", ".join([t((option.choices or {})[each]) for each in value]) or "–"
    if option.choices:
        return t(option.choices[value])
    if option.letters:
        return str(value)
    return "–" if value is None else t.points(value)


def arithmetic_of(score: "Scoresheet", line: "Line") -> str:
    """Return a hand in the club's notation with its arithmetic; empty if there is none to show."""
    if line.problems or line.record.voided:
        return ""
    told = score.explain(line)
    notation = score.notation(line)
    if not notation and told == str(max(line.points)):  # nothing was multiplied or rounded
        return ""
    return ": ".join(filter(None, [notation, told]))


def period_of(chosen: "Chosen") -> Message:
    """Return which evenings are counted: those of a year, of a span of days, or all."""
    first, last = [day and day.isoformat() for day in (chosen.first, chosen.last)]
    if first and last:
        return say("{first} to {last}", first=first, last=last)
    if first or last:
        return say("from {day} on", day=first) if first else say("up to {day}", day=last)
    return say("All years") if chosen.year is None else Message(str(chosen.year))
