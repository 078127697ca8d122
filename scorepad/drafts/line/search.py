"""The covering of a line by phrases: every word belongs to one, and none contradict others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from scorepad.drafts.line.phrases import (
    EVERYBODY,
    EXCEPT,
    Above,
    How,
    Path,
    Phrase,
    Sayable,
    Slot,
    bare,
)
from scorepad.drafts.line.tokens import LITTLE, Token, joined, plain
from scorepad.games.describing import ONE_EACH
from scorepad.games.fields import Choice, Either, Number, OneSeat, OwnWord, Several
from scorepad.games.shape import MISSING

MOST_JOINED = 4
"""The most words of a line that together are one word or name."""

MOST_STEPS = 20_000
"""The steps after which a search gives up: no line that people say needs as many."""

MOST_WAYS = 6
"""The most ways to understand a line that are looked at."""

MOST_SKIPPED = 3
"""The most words left out that belong nowhere although something can be said with them."""

_EVERYBODY = frozenset(map(joined, EVERYBODY))
_EXCEPT = frozenset(map(joined, EXCEPT))

Said = tuple[tuple[Path, How, Any], ...]
"""The things that a phrase says: for each path how it is meant, and the value."""


class Clause(NamedTuple):
    """A phrase as it stands in the line: its words, and what it says."""

    start: int
    end: int
    said: Said


class Cover(NamedTuple):
    """The things that a line says: values by path; clauses: the phrases in their order; skipped:
    words in none of them; open_from: the word from which on more is to come, None if complete."""

    said: Mapping[Path, tuple[How, Any]]
    clauses: tuple[Clause, ...]
    skipped: tuple[int, ...]
    open_from: int | None

    @property
    def cost(self) -> float:
        """The part of the line that it does not cover, in words."""
        return len(self.skipped) + (0 if self.open_from is None else 0.5)


class Roster(NamedTuple):
    """The players of a table: all names, the seats that play, and the words of the table's own."""

    names: tuple[str, ...]
    active: tuple[int, ...]
    own: tuple[str, ...] = ()

    def meant(self, text: str) -> list[str]:
        """Return the players whose name this is, or begins like this."""
        full = [name for name in self.names if name_of(name) == text]
        return full or [name for name in self.names if name_of(name).startswith(text)]


def name_of(name: str) -> str:
    """Return a name as it is compared."""
    return "".join([letter for letter in plain(name) if letter.isalnum()])


class Search:
    """The search for the covers of a line by the phrases of one kind of hand."""

    def __init__(self, tokens: Sequence[Token], sayable: Sayable, roster: Roster) -> None:
        self.tokens, self.sayable, self.roster = tokens, sayable, roster
        self.end, self.steps = len(tokens), 0
        self._joined = [["".join([token.text for token in tokens[at:at + count]])
                         for count in range(1, min(MOST_JOINED, self.end - at) + 1)]
                        for at in range(self.end)]
        self.everybody = tuple([roster.names[seat] for seat in roster.active])
        self.opens: set[int] = set()
        self._known: dict[tuple[int, int], list[tuple[int, Any]]] = {}
        self.at = [_different(self._clauses(index)) for index in range(self.end)]
        self.opens -= {index for index, row in enumerate(self.at)  # all is said, but contradicts
                       if any(clause.end == self.end for clause in row)}

    def covers(self) -> list[Cover]:
        """Return what a line says if as few words as possible are left out: a few things where it
        can be understood in several ways, with nothing left out. A figure that may be another one
        says nothing."""
        found = self._ways()
        while (unclear := self._of_two_numbers(found[0])) and all(
                map(self._of_two_numbers, found[1:])):
            self.at[unclear.start].remove(unclear)
            found = self._ways()
        return found

    def _of_two_numbers(self, cover: Cover) -> Clause | None:
        """Return a figure that stands alone and may as well be a number that a hand needs and that
        nothing else says: the 2 in `Anne Kreuz 2`, Augen or Spitzen."""
        missing = [field.plain for field in self.sayable.shape.fields if field.default is MISSING
                   and isinstance(field.plain, Number) and (field.key.key,) not in cover.said]
        return next((clause for clause in cover.clauses if clause.end == clause.start + 1 and any(
            kind.low <= number <= kind.high for kind in missing
            if (number := self.tokens[clause.start].number) is not None)), None)

    def _ways(self) -> list[Cover]:
        covered = {index for row in self.at for clause in row
                   for index in range(clause.start, clause.end)}
        never = frozenset(range(self.end)) - covered
        ways = [(0, False, frozenset[int]()), (0, True, frozenset[int]()),
                *[(budget, True, never) for budget in range(MOST_SKIPPED + 1)]]
        for budget, may_be_open, without in ways:
            found: list[Cover] = []
            self.steps = 0
            for cover in self._covers(0, {}, (), (), budget, without, may_be_open):
                if all(cover.said != other.said for other in found):
                    found.append(cover)
                if len(found) == MOST_WAYS or cover.cost:
                    break
            if self.steps > MOST_STEPS:
                return [Cover({}, (), tuple(range(self.end)), None)]
            if found:
                return [self._sure(found[0], budget, without)] if found[0].skipped else found
        return [self._greedy()]

    def _sure(self, cover: Cover, budget: int, without: frozenset[int]) -> Cover:
        """Return what is certain although some words are not understood: what every reading that
        skips at most one more word agrees on. without: words that say nothing at all; if there
        are any, only readings that skip none before the first word skipped here."""
        self.steps, kept = 0, [clause for clause in cover.clauses
                               if not any(self._touches(clause, at) for at in cover.skipped)]
        for other in self._covers(0, {}, (), (), budget + 1, without, True):
            if len(other.skipped) <= len(cover.skipped) + 1 \
                    and (not without or other.skipped[:1] >= cover.skipped[:1]):
                kept = [clause for clause in kept if clause in other.clauses or not any(
                    each.start < clause.end and clause.start < each.end
                    for each in other.clauses)]
        said: dict[Path, tuple[How, Any]] | None = {}
        for clause in kept:
            said = combined(said or {}, clause.said)
        sure = {at for clause in kept for at in range(clause.start, clause.end)}
        end = self.end if cover.open_from is None else cover.open_from
        return Cover(said or {}, tuple(kept),
                     tuple([at for at in range(end) if at not in sure]), cover.open_from)

    def _touches(self, clause: Clause, at: int) -> bool:
        """Return whether a word is written in one with a clause, as the `o` in `Bert 13o`."""
        first, last, word = (self.tokens[each] for each in (clause.start, clause.end - 1, at))
        return word.end == first.start or last.end == word.start

    def _covers(self, at: int, said: dict[Path, tuple[How, Any]], clauses: tuple[Clause, ...],
                skipped: tuple[int, ...], budget: int, never: frozenset[int],
                may_be_open: bool) -> Iterator[Cover]:
        self.steps += 1
        if self.steps > MOST_STEPS:
            return
        if at == self.end:
            yield Cover(said, clauses, skipped, None)
            return
        for clause in self.at[at]:
            together = combined(said, clause.said)
            if together is not None:
                yield from self._covers(clause.end, together, (*clauses, clause), skipped, budget,
                                        never, may_be_open)
        if may_be_open and at in self.opens:
            yield Cover(said, clauses, skipped, at)
        if at in never or budget:
            yield from self._covers(at + 1, said, clauses, (*skipped, at),
                                    budget if at in never else budget - 1, never, may_be_open)

    def _greedy(self) -> Cover:
        """Return what the longest phrases say, one after the other, where too much fits nowhere."""
        said: dict[Path, tuple[How, Any]] = {}
        clauses, skipped, at = list[Clause](), list[int](), 0
        while at < self.end:
            for clause in sorted(self.at[at], key=lambda each: -each.end):
                if (together := combined(said, clause.said)) is not None:
                    said, at = together, clause.end
                    clauses.append(clause)
                    break
            else:
                skipped.append(at)
                at += 1
        return Cover(said, tuple(clauses), tuple(skipped), None)

    def _clauses(self, at: int) -> Iterator[Clause]:
        can = self.sayable
        begun = [phrase for word in self._joined[at] for phrase in can.by_word.get(word, ())]
        for phrase in (*begun, *can.by_value):
            for end, values in self._match(phrase.parts, at, at):
                yield Clause(at, end, said_by(phrase, values, self.everybody))

    def _match(self, parts: Sequence[str | Slot], start: int,
               at: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Yield where the parts end that begin at a word, and the values of their slots; note the
        words from which on more than there is was needed."""
        if not parts:
            yield at, ()
            return
        if at == self.end:
            if at > start:
                self.opens.add(start)
            return
        first, *rest = parts
        if isinstance(first, str):
            for end in self._word(first, at):
                yield from self._match(rest, start, end)
            return
        for end, value in self._values(first.kind, at):
            for last, values in self._match(rest, start, end):
                yield last, (value, *values)

    def _word(self, word: str, at: int) -> Iterator[int]:
        for count, together in enumerate(self._joined[at], 1):
            if together == word:
                yield at + count

    def _values(self, kind: Any, at: int) -> list[tuple[int, Any]]:
        """Return the values of a kind that begin at a word, with where each ends."""
        if (key := (id(kind), at)) not in self._known:
            self._known[key] = list(self._value(kind, at))
        return self._known[key]

    def _value(self, kind: Any, at: int) -> Iterator[tuple[int, Any]]:
        match bare(kind):
            case OneSeat():
                yield from self._names(at)
            case Several(of=OneSeat()):
                yield from self._seats(at)
            case Several(of=of):
                yield from self._row(of, at)
            case Number(low=low, high=high) as number:
                token, by = self.tokens[at], number.by if isinstance(number, Above) else 0
                if token.number is not None and low <= token.number - by <= high \
                        and not (token.dashed and low < 0):
                    yield at + 1, token.number - by
            case Choice() | OwnWord() as words:
                for value, word in self._called(words):
                    for end in self._word(word, at):
                        yield end, value
            case Either(listed=listed, other=other):
                yield from self._value(listed, at)
                yield from self._value(other, at)

    def _called(self, kind: Choice | OwnWord) -> Iterator[tuple[Any, str]]:
        """Yield each of a few words with how it may be called, joined."""
        if isinstance(kind, OwnWord):
            yield from [(name, joined(name)) for name in self.roster.own]
        else:
            yield from [(value, word) for value in kind.words
                        for word in self.sayable.words[value]]

    def _names(self, at: int) -> Iterator[tuple[int, str]]:
        """Yield the player whose name begins at a word, shortened as far as it is unique."""
        for count, together in enumerate(self._joined[at], 1):
            meant = self.roster.meant(together)
            if len(meant) == 1 and (name_of(meant[0]) == together or not self._is_taken(together)):
                yield at + count, meant[0]

    def _is_taken(self, text: str) -> bool:
        return text in LITTLE or text in self.sayable.names or not text.isalpha()

    def _seats(self, at: int, least: int = 1) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield players that are named from a word on: the first, the first two; all but some."""
        if at < self.end and self.tokens[at].text in _EVERYBODY:
            yield at + 1, self.everybody
            for but in _EXCEPT:
                for after in self._word(but, at + 1) if at + 1 < self.end else ():
                    for end, names in self._listed(after) if after < self.end else ():
                        yield end, tuple([
                            name for name in self.everybody if name not in names])
            return
        yield from self._listed(at)

    def _listed(self, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        for end, name in self._names(at):
            yield end, (name,)
            for last, names in self._listed(end) if end < self.end else ():
                if name not in names:
                    yield last, (name, *names)

    def _row(self, of: Any, at: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        for end, value in self._value(of, at):
            yield end, (value,)
            for last, values in self._row(of, end) if end < self.end else ():
                yield last, (value, *values)

    def of_either(self, cover: Cover) -> int | None:
        """Return the place of a figure between two names, with nothing to part it from either, that
        may belong to the one before it as well: the 63 in `Bert Hirsch 63 Anne`."""
        for before, clause in pairwise(cover.clauses):
            token = self.tokens[clause.start]
            if token.number is not None and not token.apart and self._has_name(clause) \
                    and self._has_name(before) and not any(
                        each.number is not None for each in self.tokens[before.start:before.end]):
                return clause.start
        return None

    def is_name(self, at: int) -> bool:
        """Return whether a player's name begins at a word."""
        return any(True for _ in self._names(at))

    def _has_name(self, clause: Clause) -> bool:
        return any(map(self.is_name, range(clause.start, clause.end)))

    @cached_property
    def unclear(self) -> Mapping[int, list[str]]:
        """The words that several names begin with, by where they stand, with those names."""
        return {at: meant for at in range(self.end)
                if len(meant := self.roster.meant(self._joined[at][0])) > 1
                and not self._is_taken(self._joined[at][0])}


def _different(clauses: Iterable[Clause]) -> list[Clause]:
    found: list[Clause] = []
    for clause in clauses:
        if clause not in found:
            found.append(clause)
    return found


def said_by(phrase: Phrase, values: Sequence[Any], everybody: tuple[str, ...]) -> Said:
    """Return what a phrase says with these values in its slots; everybody: who plays."""
    pairs = list(zip([part for part in phrase.parts if isinstance(part, Slot)], values))
    named = [(value,) if isinstance(value, str) else value
             for slot, value in pairs if slot.how is How.WHOSE]
    whose, after = (named or [()])[0], iter(named)  # a figure may stand before the first
    found: list[tuple[Path, How, Any]] = [
        (path, how, len(values[0]) if value is ONE_EACH else value)
        for path, how, value in phrase.says]
    item: dict[str, Any] = {}
    for (path, _, how), value in pairs:
        if how is How.WHOSE:
            whose = next(after)
        elif how is How.OF:
            found += [((*path, name), How.SET, value) for name in whose]
        elif how is How.ALL:
            found += [((*path, name), How.SET, value) for name in everybody
                      if not any(name in names for names in named)]
        elif how is How.ITEM:
            if not item:
                found.append((path[:-1], How.LIST, item))
            item[path[-1]] = value
        else:
            found.append((path, how, value))
    return tuple(found)


def combined(said: Mapping[Path, tuple[How, Any]],
             more: Said) -> dict[Path, tuple[How, Any]] | None:
    """Return what has been said with what is said besides, None if they contradict each other."""
    found = dict(said)
    for path, how, each in more:
        before = found.get(path)
        value = tuple(sorted(each)) if how is How.UNITE else each
        together = (how, (value,) if how is How.LIST else value) if before is None \
            else _together(before, how, value)
        if together is None:
            return None
        found[path] = together
    return found


def _together(before: tuple[How, Any], how: How, value: Any) -> tuple[How, Any] | None:
    own, had = before
    match own, how:
        case How.LIST, How.LIST:
            return own, (*had, value)
        case How.UNITE, How.UNITE:
            return own, tuple(sorted({*had, *value}))
        case How.MORE, How.MORE:
            return own, had + value
        case How.MOST, How.MOST:
            return own, max(had, value)
    return before if own is how and had == value else None
