"""The union of two books: their entries by parts, which are new here, and whether they fit.

It does not depend on who takes in whom, nor on the order: entries are told apart by their ids and
digests, and each comes after those that its writer knew.

A part is an evening or the club: of most it is enough to know the last entries.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from scorepad.book import facts
from scorepad.book.gate import LONGEST_ID, fault_of_id
from scorepad.book.names import LookAlike, look_alike
from scorepad.i18n.message import Message, say
from scorepad.storage import codec
from scorepad.storage.links import (
    COLUMNS,
    HANDS,
    LAST_NUMBER,
    NAMED,
    Row,
    digests_in,
    fits,
    heads_of,
)

Part = str | None
"""The id of an evening; None: the club's own entries."""

Digests = dict[Part, list[bytes]]
"""Digests of entries, by part."""

Ask = Callable[[str, Sequence[object]], Sequence[Any]]
"""A function that asks a database: it takes SQL with a ? for each value, and them; returns rows."""

AT_ONCE = 500
"""The number of entries that are looked for together; SQLite lets no statement have more than 999
values everywhere."""

LAST_OF_EACH = """
    SELECT part.evening, part.size <> part.clock, fact.digest
    FROM (SELECT evening, count(*) AS size, max(clock) AS clock FROM fact
          WHERE evening IS NOT NULL GROUP BY evening) AS part
    JOIN fact ON fact.evening = part.evening AND fact.clock = part.clock
    WHERE fact.digest IS NOT NULL"""
"""SQL for the last entry of every evening, answered from the index of the parts. Where every writer
knew all before, there are as many entries as the clock says; elsewhere there may be other heads."""

LINKS = 'clock, id, "after", digest'
PLACES = "clock, row_number() OVER (ORDER BY clock) AS place"

Each = TypeVar("Each")


class Link(NamedTuple):
    """The links of an entry to those before it."""

    clock: int
    id: str
    after: bytes
    digest: bytes


class Parts:
    """A book as it is when this is made: what is written afterwards is in no part."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        [(self._last,)] = ask("SELECT coalesce(max(seq), 0) FROM fact", ())

    def heads(self) -> Digests:
        """Return the digests of the last entries of every part, now."""
        found: Digests = {}
        unsure: dict[Part, None] = {None: None} if self.has(None) else {}
        for part, is_unsure, digest in self._ask(LAST_OF_EACH, ()):
            found[part] = [digest]
            if is_unsure:
                unsure[part] = None
        for part in unsure:
            fork = self.fork(part)
            found[part] = self.some(part, 1)[:1] if fork == LAST_NUMBER else list(heads_of(
                (clock, after, digest) for clock, _, after, digest in self.links(part, fork)
            ).digests)
        return found

    def links(self, part: Part, since: int = 0) -> list[Link]:
        """Return the links of a part's entries since a clock, each after those its writer knew."""
        return list(map(Link._make, self._in(part, LINKS, "clock >= ? ORDER BY clock, id", since)))

    def found(self, part: Part, digests: Iterable[bytes]) -> list[Link]:
        """Return the links of those of some entries, given by their digests, that are in a part."""
        return [Link._make(row) for some in batched(digests, AT_ONCE) for row in self._in(
            part, LINKS, f"digest IN ({', '.join('?' * len(some))})", *some)]

    def fork(self, part: Part) -> int:
        """Return the first clock at which something was written apart; every later writer knew all
        before it."""
        [(clock,)] = self._ask(
            f"SELECT min(clock) FROM ({self._select(part, PLACES)}) AS each WHERE clock <> place",
            self._values(part))
        return LAST_NUMBER if clock is None else int(clock)

    def some(self, part: Part, latest: int) -> list[bytes]:
        """Return the digests of the `latest` newest entries of a part, and of older ones at
        doubling distances, down to the first."""
        last = "true ORDER BY clock DESC, id DESC LIMIT ? OFFSET ?"
        found = [digest for digest, in self._in(part, "digest", last, latest, 0)]
        place = latest
        while row := self._in(part, "digest", last, 1, place):
            found.append(row[0][0])
            place *= 2
        return found + [digest for digest, in self._in(
            part, "digest", "true ORDER BY clock, id LIMIT 1")]

    def has(self, part: Part) -> bool:
        """Return whether a part has any entries."""
        return bool(self._in(part, "1", "true LIMIT 1"))

    def _in(self, part: Part, columns: str, where: str, *values: object) -> Sequence[Any]:
        return self._ask(f"{self._select(part, columns)} AND {where}",
                         (*self._values(part), *values))

    def _values(self, part: Part) -> tuple[object, ...]:
        return (self._last,) if part is None else (part, self._last)

    @staticmethod
    def _select(part: Part, columns: str) -> str:
        return f"SELECT {columns} FROM fact WHERE evening " \
            f"{'IS NULL' if part is None else '= ?'} AND seq <= ? AND digest IS NOT NULL"

    def entries(self, part: Part) -> Sequence[Row]:
        """Return all entries of a part, each after those that its writer knew."""
        return self._in(part, NAMED, "true ORDER BY clock, id")

    def only(self, *parts: Part) -> "Parts":
        """Return these parts, as if the book had no others."""
        return _SomeParts(self._ask, parts)

    def digests(self, ids: Collection[str]) -> dict[str, bytes]:
        """Return the digests of those of some entries that are in the book by now, by id."""
        return dict(self._among("id, digest", ids))

    def rows(self, ids: Iterable[str]) -> Iterator[Row]:
        """Yield entries, given by their ids, in this order."""
        for some in batched(ids, AT_ONCE):
            found = {row[0]: row for row in self._among(NAMED, some)}
            yield from [found[own] for own in some if own in found]

    def _among(self, columns: str, ids: Collection[str]) -> Sequence[Any]:
        return [row for some in batched(ids, AT_ONCE) for row in self._ask(
            f"SELECT {columns} FROM fact WHERE id IN ({', '.join('?' * len(some))})", some)]

    def begun(self, kind: str) -> set[str]:
        """Return whom or what the entries of a kind begin."""
        return {codec.begun_in(kind, data) for data, in self._ask(
            f"SELECT data FROM fact WHERE kind <> '{HANDS}' AND kind = ? AND seq <= ?",
            (kind, self._last))}

    def told(self, part: Part, hands: Collection[str], below: int = LAST_NUMBER) -> set[str]:
        """Return those of some hands that entries of a part write whose clocks are less than
        `below`: an entry has its hand's id unless an import has made it, which names no device."""
        imported = self._in(part, "data", f"kind = '{HANDS}' AND device = '' AND clock < ?",
                            below) if hands else ()
        return {hand for data, in imported if (hand := codec.hand_of(data)[0]) in hands} | {
            own for own, seq, clock in self._among("id, seq, clock", list(filter(str.isprintable,
            hands))) if seq <= self._last and clock < below}


class _SomeParts(Parts):
    def __init__(self, ask: Ask, parts: Collection[Part]) -> None:
        super().__init__(ask)
        self._parts = parts

    def heads(self) -> Digests:
        return {part: heads for part, heads in super().heads().items() if part in self._parts}

    def _in(self, part: Part, columns: str, where: str, *values: object) -> Sequence[Any]:
        return super()._in(part, columns, where, *values) if part in self._parts else ()


def batched(items: Iterable[Each], size: int) -> Iterator[list[Each]]:
    """Yield items in lists of at most so many."""
    each = iter(items)
    while some := list(islice(each, size)):
        yield some


ID, PART, KIND, AT, BY, DATA, DEVICE, CLOCK, AFTER, KNOWN = range(len(COLUMNS))

KEPT = str, str | None, str, int, str, str, str, int, bytes | None, bytes
"""The types of an entry's columns."""

BEGIN = {kind.__name__ for kind in (facts.PlayerAdded, facts.EveningOpened, facts.SheetOpened)}
"""The kinds that say who and what there is."""

ABOUT_PEOPLE = {kind.__name__ for kind in (
    facts.PlayerAdded, facts.PlayerRenamed, facts.PlayerMerged)}

Refuse = Callable[[Row], Message | None]
"""A function that returns why an entry must not come in, or None."""


class Union:
    """The contribution of another book to this one, as far as it was looked at.

    new: how many entries of each kind are new here; known: how many are not; refused: the places of
    those that cannot be kept, each with the reason; people: new entries about people; all_people:
    also those that are known.
    """

    def __init__(self, ours: Parts, refuse: Refuse = lambda _row: None) -> None:
        """Begin with nothing; refuse: asked about each new entry."""
        self._ours, self._refuse = ours, refuse
        self.new = Counter[str]()
        self.known = 0
        self.refused: list[tuple[int, Message]] = []
        self.people: list[Row] = []
        self.all_people: list[Row] = []
        self._number = 0
        self._digests: dict[str, bytes] = {}
        self._clocks: dict[Part, dict[bytes, int]] = {}
        self._begun: dict[str, set[str]] = {}
        self._hands: dict[Part, set[str]] = {}

    def add(self, theirs: Sequence[Row | Message]) -> list[Row]:
        """Return those of the next entries that are new here and can be kept; a message stands for
        one that cannot be read."""
        read = [row if isinstance(row, Message) else fault_of_text(row) or row for row in theirs]
        rows = [row for row in read if not isinstance(row, Message)]
        here = self._ours.digests([row[ID] for row in rows])
        self._look_up([row for row in rows if here.get(row[ID]) != row[KNOWN]])
        new = []
        for row in read:
            self._number += 1
            if isinstance(row, Message):
                self.refused.append((self._number, row))
            elif (own := self._digests.get(row[ID], here.get(row[ID]))) == row[KNOWN] and fits(row):
                self.known += 1
                if row[KIND] in ABOUT_PEOPLE:
                    self.all_people.append(row)
            elif fault := self._fault_of_links(row, own) or self._refuse(row):
                self.refused.append((self._number, fault))
            else:
                self._take(row)
                new.append(row)
        return new

    def _fault_of_links(self, row: Row, known: bytes | None) -> Message | None:
        if not fits(row):
            return say("is not as it was written")
        if known is not None:
            return say("is in this book with other content")
        clocks = self._clocks[row[PART]]
        before = [clocks.get(digest, 0) for digest in digests_in(row[AFTER])]
        if 0 in before:
            return say("follows entries that are missing")
        return say("is not as it was written") if row[CLOCK] != 1 + max(before, default=0) else None

    def _look_up(self, rows: Sequence[Row]) -> None:
        """Find the clocks of those entries here that some others follow."""
        coming, wanted = {row[KNOWN] for row in rows}, dict[Part, set[bytes]]()
        for row in rows:
            if (part := row[PART]) not in self._clocks:
                self._clocks[part] = {}
                if self._ours.has(part):
                    self._hands[part] = set()
            wanted.setdefault(part, set()).update(
                digest for digest in digests_in(row[AFTER])
                if digest not in coming and digest not in self._clocks[part])
        for part, digests in wanted.items():
            self._clocks[part].update((link.digest, link.clock)
                                      for link in self._ours.found(part, digests))

    def _take(self, row: Row) -> None:
        """Note a new entry."""
        kind, part = row[KIND], row[PART]
        self._digests[row[ID]] = row[KNOWN]
        self._clocks[part][row[KNOWN]] = row[CLOCK]
        if kind in BEGIN:
            if kind not in self._begun:
                self._begun[kind] = self._ours.begun(kind)
            if codec.begun_in(kind, row[DATA]) in self._begun[kind]:
                kind = ""
        if kind in ABOUT_PEOPLE:
            self.people.append(row)
        if row[KIND] in ABOUT_PEOPLE:
            self.all_people.append(row)
        self.new[kind] += 1
        if part in self._hands and kind == HANDS:
            self._hands[part].add(codec.hand_of(row[DATA])[0])

    def kinds(self) -> Counter[str]:
        """Return how many new entries there are by kind, those under no kind that tell what is here
        already, as where one book has taken in a file of what the other has written."""
        again = sum(len(self._ours.told(part, hands)) for part, hands in self._hands.items())
        return self.new + Counter({"": again}) - Counter({HANDS: again})


def fault_of_text(row: Row) -> Message | None:
    """Return what is wrong with the texts of an entry that no database would keep, or None."""
    if not all(map(isinstance, row, KEPT)):
        return say("cannot be read")
    texts = row[ID], row[BY], row[KIND], row[DEVICE], row[PART] or "-"
    for text in (row[DATA], *texts):
        try:
            if "\0" in text or not text.isascii() and not text.encode():
                return say("cannot be read")
        except UnicodeEncodeError:
            return say("cannot be read")
    if len(row[DATA]) > codec.LARGEST or any(len(text) > LONGEST_ID for text in texts):
        return say("is too long")
    return fault_of_id(row[ID]) or (
        None if abs(row[AT]) <= LAST_NUMBER >= row[CLOCK] else say("has no valid time"))


def said_in(row: Row) -> str:
    """Return what an entry says; of a hand, and of what it begins, which one that is."""
    if row[KIND] in BEGIN:
        return codec.begun_in(row[KIND], row[DATA])
    return codec.hand_of(row[DATA])[0] if row[KIND] == HANDS else str(row[DATA])


MOST_NEARLY = 100
"""Newcomers of whom it is also asked whether they are somebody mistyped: with more it takes time,
and nobody reads so many questions."""


class Newcomer(NamedTuple):
    """Somebody whom another book adds. player, name: the id and the name there; known: the id of
    whoever it may be, called `called` here."""

    player: str
    name: str
    known: str
    called: str

    @property
    def question(self) -> Message:
        """The question whether both are one person."""
        if self.name == self.called:
            return say("{name} was added in both books: is this one person?", name=self.name)
        return LookAlike(self.name, self.called).question


def newcomers(ids: Mapping[str, str], new: Iterable[Row],
              theirs: Iterable[Row]) -> list[Newcomer]:
    """Return those newcomers who may be known here.

    ids: the people here, by name; new, theirs: the entries about people that come, and all that the
    other book has. Where it has both people already, they were asked about there.
    """
    names, merged = _named(new)
    few = len(names) <= MOST_NEARLY
    there = _named(theirs)[0]
    found = []
    for player, name in names.items():
        called = name if name in ids else \
            alike.known if (alike := look_alike(name, ids, nearly=few)) else None
        if called is not None and player not in merged and ids[called] not in there:
            found.append(Newcomer(player, name, ids[called], called))
    return found


def _named(rows: Iterable[Row]) -> tuple[dict[str, str], set[str]]:
    """Return whom entries add, by id with the name that was given last, and who of them was merged
    into somebody else. Entries that cannot be read add nobody."""
    added: dict[str, str] = {}
    merged: set[str] = set()
    for row in rows:
        if row[KIND] not in ABOUT_PEOPLE:
            continue
        match codec.read(row[KIND], row[DATA], {}):
            case facts.PlayerAdded(player, name):
                added[player] = name
            case facts.PlayerRenamed(player, name) if player in added:
                added[player] = name
            case facts.PlayerMerged(player):
                merged.add(player)
    return added, merged
