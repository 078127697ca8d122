"""A line as a hand: what it says, and which of its words were not understood."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from scorepad.drafts.line.phrases import MARK, How, Path, Sayable, sayable
from scorepad.drafts.line.search import Cover, Roster, Search
from scorepad.drafts.line.tokens import Token, tokens
from scorepad.games.describing import UNSAID
from scorepad.games.fields import BySeat, Together
from scorepad.games.game import Game, Problems, Table
from scorepad.games.problems import Problem, Unreadable
from scorepad.games.protocols import HasNotation, HasOwnWords
from scorepad.games.shape import Field, shape_of
from scorepad.i18n.message import Message, say

LONGEST = 400
"""The most letters of a line that is read."""

Faults = Callable[[Any], Problems]
"""A function that returns why a hand cannot have been played."""


class Span(NamedTuple):
    """A part of a line that says nothing: from where to where, and why; open: more may follow that
    makes sense of it; is_word: whether it is a word that is not understood."""

    start: int
    end: int
    why: Message
    open: bool = False
    is_word: bool = False


class Reading(NamedTuple):
    """The sense of a line: the hand as far as it is said, None for nothing, whether that is all of
    a hand, the parts that were not understood, and the keys of what is said."""

    hand: Any | None = None
    complete: bool = False
    spans: tuple[Span, ...] = ()
    said: frozenset[str] = frozenset()

    @property
    def whole(self) -> bool:
        """True if the line is a hand, and all of it was understood."""
        return self.complete and not self.spans

    def ended(self) -> "Reading":
        """Return the same of a line whose last word is complete."""
        return self._replace(spans=tuple([
            span._replace(open=span.open and not span.is_word) for span in self.spans]))

    @property
    def open(self) -> bool:
        """True if there is nothing wrong with the line but that more is to come."""
        return all(span.open for span in self.spans)


class _Found(NamedTuple):
    """The sense of a line as one kind of hand; other: what it may say as well."""

    search: Search
    cover: Cover
    other: Cover | None
    hand: Any
    complete: bool
    lawful: bool

    def lacks_figure_of(self, other: "_Found", faults: Faults) -> bool:
        """Return whether all that is wrong is that figures are missing which another way to read
        the line takes out of a longer phrase."""
        figures = {path for path, (_, value) in other.cover.said.items() if isinstance(value, int)}
        return len(self.cover.clauses) < len(other.cover.clauses) and all(
            problem.place in figures - self.cover.said.keys() for problem in faults(self.hand))

    @property
    def rank(self) -> tuple[float, bool]:
        return self.cover.cost, not self.lawful


def read_line(text: str, game: Game[Any, Any], table: Table[Any], faults: Faults,
              before: Any = None) -> Reading:
    """Return the hand that a line says, as far as it says one.

    table: of that hand; faults: tells which of several senses can have been played; before: the
    hand that the line is typed over, whose kind the line says a part of where it could be any.
    """
    if len(text) > LONGEST:
        return Reading(spans=(Span(LONGEST, len(text), say("the line is too long")),))
    if isinstance(game, HasNotation) and (at := game.notation_at(text, table)) is not None:
        return _read_notation(text, at, game, table, faults)
    said = tokens(text)
    if not said:
        return Reading()
    own = game.own_words(table.rules) if isinstance(game, HasOwnWords) else ()
    roster = Roster(tuple(table.names), tuple(table.active), tuple(own))
    found = [_as(kind, said, roster, game, faults) for kind in game.hands]
    best = min(found, key=lambda each: (each.rank, type(each.hand) is not type(before)))
    rivals = [each for each in found if each.rank == best.rank and each.lawful
              and each.hand != best.hand]
    other = best.other or next((each.cover for each in rivals), None)
    if best.cover.cost == 0 and other is not None:
        return Reading(spans=(_of_two(said, best.cover, other, text),))
    if best.cover.cost == 0 and (at := best.search.of_either(best.cover)) is not None:
        start, end = _around(text, said[at])
        return Reading(spans=(Span(start, end, _unclear(text[start:end])),))
    hand = best.hand if best.cover.said else None
    return Reading(hand, best.complete, tuple(_spans(text, said, best, found)),
                   frozenset([path[0] for path in best.cover.said if path != MARK]))


def typed_over(before: Any, reading: Reading, faults: Faults) -> Any:
    """Return the hand of a line typed over another one. Figures, or a part of a hand, change what
    they name: `Anne 14` is one figure of three. A line that says a whole hand takes its place.
    before: that hand, None for none; faults: tells why a hand cannot have been played."""
    hand = reading.hand
    if hand is None or type(hand) is not type(before):
        return hand
    kind: Any = type(hand)
    shape = shape_of(kind)
    line = {field.name: getattr(hand, field.name) for field in shape.fields}
    both = {field.name: _over(getattr(before, field.name), line[field.name], field, reading.said)
            for field in shape.fields}
    by_seat = [field for field in shape.fields if isinstance(field.plain, BySeat)]
    figures = {field.name: both[field.name] for field in by_seat}
    if not reading.said <= {field.key.key for field in by_seat} and (
            reading.complete and not faults(hand)):
        tried = [line | figures, line]
    else:
        # Where both cannot be, whatever the line does not name and that is in its way goes.
        tried = [both, *[both | {field.name: line[field.name]} for field in shape.fields
                         if line[field.name] is not None or field.default is None]]
        tried += [line] if reading.complete else []
    hands = [shape.declared(**each) for each in tried]
    return next((each for each in hands if not faults(each)), hands[0])


def _over(before: Any, now: Any, field: Field, said: frozenset[str]) -> Any:
    """Return a field of a hand with what is said of it, and as it was where nothing is."""
    keys = field.kind.kinds.keys() if isinstance(field.kind, Together) else {field.key.key}
    if said.isdisjoint(keys) and _is_empty(now, field):
        return before
    if isinstance(field.plain, BySeat) and before is not None and now is not None:
        return tuple([was if _is_empty(each) else each for was, each in zip(before, now)])
    return before if field.key.inner and _is_empty(now, field) else now


def _is_empty(value: Any, field: Field | None = None) -> bool:
    """Return whether a value says nothing, as no figure does, or a player who melds nothing."""
    return value is None or value is False or field is not None and value == field.default or (
        isinstance(value, tuple) and all(map(_is_empty, value)))


def _as(kind: type, said: Sequence[Token], roster: Roster, game: Game[Any, Any],
        faults: Faults) -> _Found:
    """Return what a line says as one kind of hand: where it can be understood in several ways,
    those that can have been played."""
    can = sayable(kind)
    search = Search(said, can, roster)
    read = [_read(cover, search, can, roster, game, faults) for cover in search.covers()]
    lawful = [each for each in read if each.lawful]
    # A phrase that ends in a figure is not taken apart only because the rest is yet to come.
    begun = [each for each in read if lawful and each.complete and not each.lawful and all(
        each.lacks_figure_of(other, faults) for other in lawful)]
    best, *more = begun or lawful or read
    return best._replace(other=next((each.cover for each in more), None))


def _read(cover: Cover, search: Search, can: Sayable, roster: Roster, game: Game[Any, Any],
          faults: Faults) -> _Found:
    """Return a way to understand a line as a hand."""
    raw = _document(cover, can, roster)
    complete, hand = not can.marked or MARK in cover.said, None
    if complete:
        try:
            hand = game.read_hand(raw, roster.names)
        except Unreadable:
            complete = False
    if hand is None:
        under = can.shape.written.under
        inner = {key: value for key, value in (raw[under] if under else raw).items()
                 if key in can.shape.kinds}
        hand = can.shape.begun(inner, roster.names)
    return _Found(search, cover, None, hand, complete, complete and not faults(hand))


def _document(cover: Cover, can: Sayable, roster: Roster) -> dict[str, Any]:
    """Return what was said as a document has it."""
    form = can.shape.written
    made: dict[str, Any] = {key: constant.value for key, constant in form.constants.items()}
    for path, (how, value) in cover.said.items():
        if how is How.REST:
            for name in [roster.names[seat] for seat in roster.active]:
                if (*path, name) not in cover.said:
                    _put(made, (*path, name), value)
        elif path != MARK and value is not UNSAID:
            _put(made, path, value if how is not How.UNITE else
                 tuple(sorted(value, key=roster.names.index)))
    return {form.under: made} if form.under else made


def _put(into: dict[str, Any], path: Path, value: Any) -> None:
    *before, last = path
    for key in before:
        into = into.setdefault(key, {})
    into[last] = list(value) if isinstance(value, tuple) else value


def _spans(text: str, said: Sequence[Token], best: _Found,
           found: Sequence[_Found]) -> Iterator[Span]:
    """Yield the parts that were not understood; the last word may still be typed."""
    at_end, before = text[-1:].isalnum(), 0
    for index in best.cover.skipped:
        start, end = _around(text, said[index])
        if start < before:
            continue  # a part of the same word
        word, before = text[start:end], end
        meant = best.search.unclear.get(index)
        if meant:
            why = say("{word} may be {names}", word=word, names=" / ".join(meant))
        elif best.search.is_name(index) or any(clause.start <= index < clause.end for each in found
                 for row in each.search.at for clause in row) or said[index].number is not None:
            why = _unclear(word)
        else:
            why = say("{word} is not understood", word=word)
        yield Span(start, end, why, at_end and end == len(text), is_word=True)
    if best.cover.open_from is not None:
        start, end = max(before, said[best.cover.open_from].start), said[-1].end
        if start < end:
            yield Span(start, end, say("something is missing after {words}",
                                       words=text[start:end]), True)


def _unclear(word: str) -> Message:
    return say("it is not clear what {word} belongs to", word=word)


def _around(text: str, token: Token) -> tuple[int, int]:
    """Return where the word begins and ends that a token is a part of: the U of U9, for example."""
    start, end = token.start, token.end
    while start and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return start, end


def _of_two(said: Sequence[Token], one: Cover, other: Cover, text: str) -> Span:
    """Return the words that can be understood in two ways."""
    start, end = 0, len(said)
    for own, his in zip(one.clauses, other.clauses):
        if own != his:
            start, end = own.start, own.end
            if own.end != his.end:
                start, end = sorted((own.end, his.end))
            break
    first, last = said[start].start, said[end - 1].end
    return Span(first, last, say("{words} can be understood in two ways", words=text[first:last]))


def _read_notation(text: str, at: int, game: Any, table: Table[Any], faults: Faults) -> Reading:
    """Return the hand of a line that ends in the table's own shorthand; what stands before it says
    what no shorthand does, such as who was Re."""
    before = read_line(text[:at], game, table, faults)
    so_far = before.hand
    if so_far is None:
        so_far = sayable(game.hands[0]).shape.begun({}, tuple(table.names))
    try:
        hand = game.read_notation(text[at:], so_far, table)
    except Unreadable as fault:
        return Reading(before.hand, False, (*before.spans, _of_fault(fault.problems[0], at, text)))
    return Reading(hand, True, before.spans)


def _of_fault(problem: Problem, at: int, text: str) -> Span:
    match problem.place:
        case (int(start), int(end)) if start < end:
            return Span(at + start, at + end, problem.message, at + end == len(text))
    return Span(at, len(text), problem.message, True)

