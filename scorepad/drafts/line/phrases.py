"""The phrases for a kind of hand, which follow from its declaration. A label stands before or after
what it is of (`Jungfer Dora`, `Dora Jungfer`), a figure after or before a name. Keys in braces
stand for values: `mit {spitzen}`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from scorepad.drafts.line.tokens import joined
from scorepad.games import fields
from scorepad.games.describing import ONE_EACH, UNSAID
from scorepad.games.shape import Shape, shape_of

Path = tuple[str, ...]
"""The keys that lead to a value in a document."""

MARK: Path = ("<mark>",)
"""The path of what says that a kind of hand is meant, where its keys do not."""


@dataclass(frozen=True)
class Above(fields.Number):
    """A number that is said as so much more, such as the 4 of `Spiel vier` for 3 Spitzen."""

    by: int = 0


class How(Enum):
    """The use of a value in a slot: a value of its own; one of a list, or players to be added to
    one; part of an object in a list; the player, or the players, whose values others are; their
    value; that of everybody else, and of all of whom nothing else is said; one more; at least so
    many."""

    SET = "set"
    LIST = "list"
    UNITE = "unite"
    ITEM = "item"
    WHOSE = "whose"
    OF = "of"
    ALL = "all"
    REST = "rest"
    MORE = "more"
    MOST = "most"


FOR = ("für", "von", "an", "for", "by", "to")
EACH = ("je", "jeweils", "beide", "each", "both", "every")
EVERYBODY = ("alle", "jeder", "everybody", "everyone", "all")
EXCEPT = ("außer", "ausser", "bis auf", "except", "but")
ONLY = ("nur", "only")
OTHERS = ("die anderen", "alle anderen", "die andern", "alle andern", "Rest", "der Rest",
          "die übrigen", "alle übrigen", "sonst", "sonst alle", "sonst jeder", "others",
          "the others", "all others", "the rest", "everybody else", "everyone else", "all else")
MOST_EXCEPTIONS = 3
"""The most players who each have a figure of their own after one `except`."""


class Slot(NamedTuple):
    """A place of a phrase at which a value stands."""

    path: Path
    kind: fields.Kind
    how: How = How.SET


class Phrase(NamedTuple):
    """A row of words and slots, and what else it says."""

    parts: tuple[str | Slot, ...]
    says: tuple[tuple[Path, How, Any], ...] = ()


class Sayable(NamedTuple):
    """All that can be said of a kind of hand.

    kinds: of all values, by path; by_word: the phrases that begin with a word, by it; by_value: the
    others; words: what a Choice's
    value is called, joined, by value; marked: whether a phrase that says `MARK` is needed; names:
    all words of the phrases, joined.
    """

    shape: Shape
    kinds: Mapping[Path, fields.Kind]
    by_word: Mapping[str, Sequence[Phrase]]
    by_value: Sequence[Phrase]
    words: Mapping[Any, tuple[str, ...]]
    marked: bool
    names: frozenset[str]

    @property
    def phrases(self) -> list[Phrase]:
        """All phrases."""
        return [*self.by_value, *[phrase for row in self.by_word.values() for phrase in row]]


@lru_cache(maxsize=64)
def sayable(declared: type) -> Sayable:
    """Return what can be said of a declared kind of hand."""
    shape = shape_of(declared)
    form = shape.written
    labels = {field.key.key: field.label for field in shape.fields}
    kinds = dict(_paths((), shape.kinds))
    said: dict[str, list[str]] = {}
    for key, names in form.said.items():
        said[key] = names.split("|")
    words = _values(kinds, said)
    phrases = [phrase for path, kind in kinds.items()
               for phrase in _of_path(path, kind, said.get(".".join(path)), labels, kinds)]
    for templates, says in form.phrases.items():
        more = tuple([_also(tuple(key.split(".")) if key else MARK, value, kinds)
                      for key, value in says.items()])
        phrases += [_phrase(template, (), kinds, more) for template in templates.split("|")]
    marked = bool(form.under or form.constants and not form.optional)
    if form.under or form.constants:
        constants = [constant.value for constant in form.constants.values()]
        marks = [*(said.get("") or ()), form.under.replace("_", " "), *constants]
        phrases += [Phrase((word,), ((MARK, How.SET, True),))
                    for word in map(joined, marks) if word]
    taken = {part for phrase in phrases for part in phrase.parts if isinstance(part, str)}
    taken |= {name for row in words.values() for name in row}
    by_word: dict[str, list[Phrase]] = {}
    by_value: list[Phrase] = []
    for phrase in phrases:
        first = phrase.parts[0]
        (by_word.setdefault(first, []) if isinstance(first, str) else by_value).append(phrase)
    return Sayable(shape, kinds, by_word, by_value, words, marked, frozenset(taken))


def bare(kind: Any) -> Any:
    """Return the kind of a value that is there, where there may be none."""
    return bare(kind.of) if isinstance(kind, fields.Optional) else kind


def _paths(at: Path, kinds: Mapping[str, fields.Kind]) -> Iterator[tuple[Path, fields.Kind]]:
    """Yield every value that a document has, with its path."""
    for key, kind in kinds.items():
        path, plain = (*at, key), bare(kind)
        inner = getattr(plain, "kinds", None)
        if isinstance(plain, fields.ByWord):
            inner = dict.fromkeys(plain.words, plain.of)
        elif isinstance(plain, fields.Several) and isinstance(plain.of, Shape):
            inner = plain.of.kinds
        yield path, plain
        yield from _paths(path, inner or {})


def _values(kinds: Mapping[Path, fields.Kind],
            said: Mapping[str, list[str]]) -> dict[Any, tuple[str, ...]]:
    """Return how each value of each choice can be called, joined."""
    found: dict[Any, tuple[str, ...]] = {}
    for kind in kinds.values():
        for choice in _choices(kind):
            for value in choice.words:
                names = said.get(f"={value}", [])
                if isinstance(value, str) or not names:
                    names = [str(value), *names]
                found[value] = tuple(dict.fromkeys(filter(None, map(joined, names))))
    return found


def _choices(kind: Any) -> Iterator[fields.Choice]:
    while not isinstance(kind, fields.Choice) and isinstance(
            getattr(kind, "of", getattr(kind, "listed", None)), fields.Kind):
        kind = getattr(kind, "of", getattr(kind, "listed", None))
    if isinstance(kind, fields.Choice):
        yield kind


def _of_path(path: Path, kind: Any, said: list[str] | None, labels: Mapping[str, str],
             kinds: Mapping[Path, fields.Kind]) -> Iterator[Phrase]:
    """Yield the phrases of a value: those of its names, and those with braces in `said`."""
    own = said or []
    for template in own:
        if "{}" in template:
            yield _phrase(template, path, kinds)
    names = [each for each in own if "{}" not in each]
    if own and not any(names) or len(path) > 1 and not own:
        return
    if len(path) == 1:
        names += [path[0].replace("_", " "), labels.get(path[0], "")]
    words = tuple(dict.fromkeys(filter(None, map(joined, names))))
    yield from _named(path, kind, words, kinds)


def _named(path: Path, kind: Any, words: tuple[str, ...],
           kinds: Mapping[Path, fields.Kind]) -> Iterator[Phrase]:
    match kind:
        case fields.BySeat(of=of):
            yield from _by_seat(path, bare(of), words)
        case fields.Flag():
            for word in words:
                yield Phrase((word,), ((path, How.SET, True),))
        case fields.Either(listed=listed, other=other):
            yield from _named(path, listed, words, kinds)
            yield from _named(path, other, words, kinds)
        case fields.Number() | fields.Choice() | fields.OneSeat() | fields.Several() \
                if not _has_inner(kind):
            slot = _slot(path, kind, kinds)
            for word in words:
                yield Phrase((word, slot))
                yield Phrase((slot, word))
                if isinstance(kind, fields.Number) and kind.low == 0:
                    yield Phrase((word,), ((path, How.MORE, 1),))


def _has_inner(kind: Any) -> bool:
    return isinstance(kind, fields.Several) and isinstance(kind.of, Shape)


def _by_seat(path: Path, of: Any, words: tuple[str, ...]) -> Iterator[Phrase]:
    """Yield the phrases of what there is for each player; a figure may also stand before the name,
    and that of several or all is said once."""
    one = fields.OneSeat()
    seat, seats = [Slot(path, kind, How.WHOSE) for kind in (one, fields.Several(one))]
    value, rest, everybody = [Slot(path, of, how) for how in (How.OF, How.REST, How.ALL)]
    yield Phrase((seat, value))
    for word in words:
        yield Phrase((word, seat, value))
        yield Phrase((seat, word, value))
        yield Phrase((seat, value, word))
    if not isinstance(of, fields.Number):
        return
    yield Phrase((value, seat))
    for word in map(joined, FOR):
        yield Phrase((value, word, seat))
    own: list[tuple[Slot | str, ...]] = [(seat, value) * count
                                         for count in range(1, MOST_EXCEPTIONS + 1)]
    own += [(seats, word, value) for word in map(joined, EACH)]
    for word in map(joined, EACH):
        yield Phrase((seats, word, value))
    for word in map(joined, EVERYBODY):
        yield Phrase((word, everybody))
        for but in map(joined, EXCEPT):
            yield Phrase((word, everybody, but, seats))
        for but in map(joined, (*EXCEPT, *ONLY)):
            for exceptions in own:
                yield Phrase((word, everybody, but, *exceptions))
    for other in dict.fromkeys(map(joined, OTHERS)):
        yield Phrase((other, rest))
        for word in map(joined, EACH):
            yield Phrase((other, word, rest))


_PARTS = re.compile(r"\{([^}]*)\}")


def _phrase(template: str, own: Path, kinds: Mapping[Path, fields.Kind],
            says: tuple[tuple[Path, How, Any], ...] = ()) -> Phrase:
    """Return the phrase that a template stands for; empty braces hold the value at `own`."""
    parts: list[str | Slot] = []
    for index, piece in enumerate(_PARTS.split(template)):
        if index % 2:
            if piece == "@":
                parts.append(Slot(own, fields.OneSeat(), How.WHOSE))
                continue
            name, _, by = piece.partition("+")
            path = tuple(name.split(".")) if piece else own
            kind: Any = kinds[path]
            parts.append(_slot(path, Above(kind.low, kind.high, by=int(by)) if by else kind, kinds))
        elif word := joined(piece):
            parts.append(word)
    return Phrase(tuple(parts), says)


def _slot(path: Path, kind: Any, kinds: Mapping[Path, fields.Kind]) -> Slot:
    """Return the slot of a single value, or of one for a list."""
    if len(path) > 1 and isinstance(kinds[path[:-1]], fields.Several):
        return Slot(path, kind, How.ITEM)
    if isinstance(kind, fields.BySeat):
        return Slot(path, bare(kind.of), How.OF)
    if isinstance(kind, fields.Several):
        one = isinstance(kind.of, fields.OneSeat)
        return Slot(path, kind if one else kind.of, How.UNITE if one else How.LIST)
    return Slot(path, kind)


def _also(path: Path, value: Any, kinds: Mapping[Path, fields.Kind]) -> tuple[Path, How, Any]:
    """Return what a phrase says besides: of a number at least so much, of a list one more."""
    kind = kinds.get(path)
    how = How.SET if value is UNSAID else How.MORE if value is ONE_EACH else \
        How.MOST if isinstance(kind, fields.Number) else \
        How.LIST if isinstance(kind, fields.Several) else How.SET
    return path, how, value
