"""Reading of a hand in the club's notation; `shorthand` explains its parts.

The place of every fault is that of its letters in the line: where they begin, and where they end.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from scorepad.games.altenburg.faults import Extra, problems_of, problems_of_extras
from scorepad.games.altenburg.hand import (
    UNDER,
    AltenburgRules,
    Ansage,
    Augen,
    BothFailed,
    Dulle,
    Entscheid,
    Farbe,
    Hand,
    Side,
    Span,
    Spiel,
)
from scorepad.games.altenburg.shorthand_write import CODES, LEVELS, played_level, write
from scorepad.games.altenburg.value import SOLO_LEVELS, is_asked, levels, worth
from scorepad.games.doppelkopf import fault_of_fuechse
from scorepad.games.problems import Problem, Unreadable, shown
from scorepad.games.table import Seat, Table
from scorepad.i18n.message import Message, say

ASCII = re.IGNORECASE | re.ASCII
"""Flags of the patterns: without `re.ASCII` the kelvin sign would match as a k."""

SPIELE = {code.upper(): kind for kind, code in CODES.items()}
_OUTCOME = re.compile(rf"({'|'.join(SPIELE)})([gv]?)", ASCII)
_LEVEL = re.compile(r"(kontra|ko|k|re|r)?(u?[963]|u0|schwarz|sw)(g|s(?!w|chwarz))?", ASCII)
_DOUBLING = re.compile(r"kontra|ko|k|re|r", ASCII)
_EXTRA = re.compile(r"([+\-\N{MINUS SIGN}\N{EN DASH}])\s*([fkd])", ASCII)
_ENTSCHEID = re.compile(r"e\s*(\d{1,6})", ASCII)
_AUGEN = re.compile(r"=\s*(\d{1,6})", ASCII)

SIDES = {"R": Side.RE, "K": Side.KONTRA}
DEPTHS = {"9": 1, "6": 2, "3": 3, "0": 4, "W": 4, "Z": 4}
"""The depth of a level by its last letter: U9, 9, U0, SW, schwarz."""

EXTRAS = {extra.value[0].upper(): extra.value for extra in Extra}
"""The keys of extras by their letters."""

ANSAGEN = tuple(Ansage)
"""The Ansagen by depth: 0 is plain Re or Kontra."""


class Word(NamedTuple):
    """A piece of the line and where it begins."""

    text: str
    start: int

    def refuse(self, message: Message) -> NoReturn:
        """Raise `Unreadable` at this piece."""
        raise Unreadable(Problem((self.start, self.start + len(self.text)), message))

    def found(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """Return the matches of which the piece consists; empty if there is anything else in it."""
        matches = list(pattern.finditer(self.text))
        return matches if "".join([match[0] for match in matches]) == self.text else []


class Said(NamedTuple):
    """A level announced: its depth, its side if the line says so, and where it stands."""

    depth: int
    side: Side | None
    word: Word


@dataclass
class _Line:
    """The parts of a line, before it is known what they mean together.

    level_parts: how many parts with levels there were; carried: the side named last, to which
    levels without a letter belong; is_marked: True if a level has its g, for announced.
    """

    outcome: Word
    spiel: Spiel
    farbe: Farbe | None
    winner: Side | None
    announced: list[Said] = field(default_factory=list)
    played: list[tuple[int, Word]] = field(default_factory=list)
    level_parts: int = 0
    carried: Side | None = None
    is_marked: bool = False
    doubled: dict[Side, Word] = field(default_factory=dict)
    extras: list[tuple[bool, str, Word]] = field(default_factory=list)
    falschspiel: Word | None = None
    entscheid: tuple[int, Word] | None = None
    augen: tuple[int, Word] | None = None

    @property
    def depth(self) -> int:
        """The depth of the deepest level played, 0 for none."""
        return max((depth for depth, _ in self.played), default=0)


def read(text: str, so_far: Hand, table: Table[AltenburgRules]) -> Hand:
    """Return the hand of a line; who was Re, stars and whatever else no line says are as in
    `so_far`.

    Raises `Unreadable`; the place of a problem is where its letters begin and end in `text`.
    """
    line = _read_parts(text)
    _refuse_in_solo(line, table.rules)
    ansagen = _ansagen(line)
    hand = so_far._replace(
        spiel=line.spiel, farbe=line.farbe, ansage_re=ansagen[Side.RE],
        ansage_kontra=ansagen[Side.KONTRA], fuchs=(), karlchen=None, dulle=None, entscheid=None,
        falschspiel=_falschspieler(line, so_far, table),
        offen=so_far.offen and line.spiel.is_solo and ansagen[Side.RE] is Ansage.SCHWARZ,
        plan=None if line.spiel.is_alone else so_far.plan,
        angesagt_von=tuple([None if ansagen[side] is None else so_far.von(side)
                            for side in Side]))
    hand = hand._replace(result=_result(line, hand, table.rules))
    _refuse_augen(line, hand, table)
    hand = hand._replace(entscheid=_entscheid(line, hand, table.rules))
    _refuse_outcome(line, hand, table.rules)
    hand = _with_extras(line, hand, so_far, table)
    _refuse_extras(line, hand)
    return hand


# --- the parts ----------------------------------------------------------------------------------


def _read_parts(text: str) -> _Line:
    first, *rest = _words(text)
    line = _read_outcome(first)
    for index, word in enumerate(rest):
        if word.text in ("", "-"):
            if index == 0:  # nothing announced
                line.level_parts = 1
        elif not any(takes(line, word) for takes in _READERS):
            word.refuse(say("{part} is not part of the notation", part=shown(word.text)))
    return line


def _words(text: str) -> Iterator[Word]:
    """Yield what stands between the slashes; the Augen may follow without one."""
    start = 0
    ends = [match.start() for match in re.finditer(r"/|(?<=[^/\s])\s*=", text)]
    for end in (*ends, len(text)):
        piece = text[start:end]
        yield Word(piece.strip(), start + len(piece) - len(piece.lstrip()))
        start = end + (text[end:end + 1] == "/")


def _read_outcome(word: Word) -> _Line:
    match = _OUTCOME.fullmatch(word.text)
    if match is None:
        word.refuse(say("first who won: AG, AV, A for 120, or a solo such as BSg"))
    winner = {"G": Side.RE, "V": Side.KONTRA}.get(match[2].upper())
    return _Line(word, *SPIELE[match[1].upper()], winner)


def _take_levels(line: _Line, word: Word) -> bool:
    found = word.found(_LEVEL)
    for match in found:
        _take_level(line, match, Word(match[0], word.start + match.start()))
    line.level_parts += bool(found)
    return bool(found)


def _take_level(line: _Line, match: re.Match[str], word: Word) -> None:
    letter, level, mark = [(group or "").upper() for group in match.groups()]
    depth = DEPTHS[level[-1]]
    if not mark and not letter and not level.isdigit():
        if line.level_parts > 1:
            word.refuse(say("announced and played levels are already there"))
        mark = "S" if line.level_parts else ""
    if mark == "S":
        if letter:
            word.refuse(say("only the winner's levels are counted: {level} without R or K",
                            level=f"{LEVELS[depth]}s"))
        line.played.append((depth, word))
        return
    if letter:
        line.carried = SIDES[letter[0]]
    line.is_marked = line.is_marked or mark == "G"
    line.announced.append(Said(depth, line.carried, word))


def _take_doublings(line: _Line, word: Word) -> bool:
    found = word.found(_DOUBLING)
    for match in found:
        side = SIDES[match[0][0].upper()]
        if side in line.doubled:
            word.refuse(say("{part} is there twice", part=match[0]))
        line.doubled[side] = word
    return bool(found)


def _take_extras(line: _Line, word: Word) -> bool:
    found = word.found(_EXTRA)
    for match in found:
        line.extras.append((match[1] == "+", match[2].upper(), word))
    if not found and word.text.upper() in ("F", "D"):
        word.refuse(say("{part} needs its sign: + for the winner, - against", part=word.text))
    return bool(found)


def _take_single(line: _Line, word: Word) -> bool:
    if word.text.upper() == "FS":
        line.falschspiel = word
    elif match := _ENTSCHEID.fullmatch(word.text):
        line.entscheid = int(match[1]), word
    elif match := _AUGEN.fullmatch(word.text):
        line.augen = int(match[1]), word
    else:
        return False
    return True


_READERS: tuple[Callable[[_Line, Word], bool], ...] = (
    _take_levels, _take_doublings, _take_extras, _take_single)


# --- what they mean together --------------------------------------------------------------------


def _refuse_in_solo(line: _Line, rules: AltenburgRules) -> None:
    allowed = levels(line.spiel, rules)
    for depth, word in [*[(said.depth, said.word) for said in line.announced], *line.played]:
        if depth not in allowed:
            word.refuse(say("in a solo only {levels} count", levels=", ".join(
                LEVELS[level] for level in SOLO_LEVELS)))
    if line.spiel.is_solo:
        for word in line.doubled.values():
            word.refuse(say("in a solo there is no plain Re or Kontra"))


def _ansagen(line: _Line) -> dict[Side, Ansage | None]:
    """Return what each side announced; a level includes every lower one and the plain Ansage."""
    if any(said.side is None for said in line.announced):
        depths = _without_sides(line)
    else:
        depths = {}
        for depth, side, word in line.announced:
            if sum(said[:2] == (depth, side) for said in line.announced) > 1:
                word.refuse(say("{part} is there twice", part=LEVELS[depth]))
            depths[side] = max(depth, depths.get(side, 0))
    return {side: ANSAGEN[depths[side]] if side in depths else
            Ansage.JA if side in line.doubled else None for side in Side}


def _without_sides(line: _Line) -> dict[Side | None, int]:
    """Return the depth that each side announced, where the levels do not say whose they are: in a
    solo the soloist's, or that of the only side among the doublings; else the deepest is the
    winner's if the winner played it, and the loser's if not."""
    counted = Counter(said.depth for said in line.announced)
    first = line.announced[0]
    if max(counted.values()) > 2 or any(said.side for said in line.announced):
        first.word.refuse(say("{part}: R or K in front says whose it is", part=first.word.text))
    deepest = max(counted)
    both = max((depth for depth, count in counted.items() if count == 2), default=0)
    if not both and line.spiel.is_solo:
        return {Side.RE: deepest}
    if not both and len(line.doubled) == 1:
        return dict.fromkeys(line.doubled, deepest)
    if line.winner is None or not (
            line.doubled or both or line.played or line.is_marked or line.falschspiel):
        first.word.refuse(say("{part}: if announced, add R or K; if only played, write {level}",
                              part=first.word.text, level=f"{LEVELS[deepest]}s"))
    owner = line.winner if line.depth >= deepest else line.winner.other
    return {owner: deepest, **({owner.other: both} if both else {})}


def _result(line: _Line, hand: Hand, rules: AltenburgRules) -> Augen | Span | None:
    """Return the Augen if the line has them, else the span by outcome and levels played. None after
    Falschspiel without Augen."""
    loser = line.winner and line.winner.other
    if line.augen is not None:
        return Augen(line.augen[0], loser if line.depth == len(LEVELS) - 1 else None)
    if line.falschspiel is not None:
        return None
    if loser is not None:
        return Span(loser, UNDER[line.depth])
    both = all(ansage is not None and ansage.depth
               for ansage in (hand.ansage_re, hand.ansage_kontra))
    if rules.is_lost_solo(hand.spiel) and not both:
        line.outcome.refuse(say("{part}: g for won or v for lost is missing",
                                part=line.outcome.text))
    return Span(Side.KONTRA) if both and rules.both_failed != BothFailed.MAJORITY else Span(None)


def _falschspieler(line: _Line, so_far: Hand, table: Table[AltenburgRules]) -> Seat | None:
    if line.falschspiel is None:
        return None
    if line.winner is None:
        line.falschspiel.refuse(say("Falschspiel is won by the other side: AG or AV"))
    return _seat_of(line.winner.other, so_far.falschspiel, line.falschspiel, so_far, table)


def _seat_of(side: Side, known: Seat | None, word: Word, so_far: Hand,
             table: Table[AltenburgRules]) -> Seat:
    """Return whose it is: the player known already, or the only one of that side."""
    of_side = [seat for seat in so_far.aktive or table.active if so_far.side_of(seat) is side]
    if known in of_side:
        return known
    if len(of_side) != 1:
        word.refuse(say("{part} does not say who it was: name the player first", part=word.text))
    return of_side[0]


def _entscheid(line: _Line, hand: Hand, rules: AltenburgRules) -> Entscheid | None:
    asked = is_asked(hand, rules)
    if line.entscheid is not None:
        value, word = line.entscheid
        if not asked:
            word.refuse(say("there is nothing to decide: not both Ansagen failed"))
        if line.winner is None:
            word.refuse(say("a void hand has no value"))
        return Entscheid(line.winner, value)
    if asked and line.winner is not None:
        line.outcome.refuse(say("both Ansagen failed: write E and the value, such as E60; void is "
                                "{code}",
                                code=line.outcome.text[:-1]))
    return Entscheid(None) if asked else None


def _with_extras(line: _Line, hand: Hand, so_far: Hand, table: Table[AltenburgRules]) -> Hand:
    view = worth(hand, table.rules).winner or Side.RE
    fuchs: list[Side] = []
    for is_for, letter, word in line.extras:
        side = view if is_for else view.other
        if letter == "F":
            fuchs.append(side)
        elif letter == "K" and hand.karlchen is None:
            hand = hand._replace(karlchen=side)
        elif letter == "D" and hand.dulle is None and not hand.grosse_scharfe:
            hand = hand._replace(dulle=_dulle(side.other, so_far, word, table))
        else:
            word.refuse(say("a caught Dulle counts nothing with große Scharfe")
                        if hand.grosse_scharfe and letter == "D" else
                        say("{part} is there twice", part=word.text))
        if fault := fault_of_fuechse(len(fuchs)):
            word.refuse(fault)
    unsaid = hand.dulle is None and so_far.dulle_pays is None  # a Dulle without points, or none
    return hand._replace(fuchs=tuple(fuchs), dulle=so_far.dulle if unsaid else hand.dulle)


def _dulle(side: Side, so_far: Hand, word: Word, table: Table[AltenburgRules]) -> Dulle:
    """Return the Dulle that this side lost; who caught it is as in `so_far`."""
    known = so_far.dulle or Dulle(-1)
    seat = _seat_of(side, known.verlierer, word, so_far, table)
    return known if known.verlierer == seat and so_far.dulle_pays else Dulle(seat)


# --- whether it fits together -------------------------------------------------------------------


def _refuse_augen(line: _Line, hand: Hand, table: Table[AltenburgRules]) -> None:
    if line.augen is None:
        return
    for place, message in problems_of(hand, table):
        if place[0] in ("augen", "schwarz"):
            line.augen[1].refuse(message)


def _refuse_extras(line: _Line, hand: Hand) -> None:
    for place, message in problems_of_extras(hand):
        for _, letter, word in line.extras:
            if place == (EXTRAS[letter],):
                word.refuse(message)


def _refuse_outcome(line: _Line, hand: Hand, rules: AltenburgRules) -> None:
    """Raise `Unreadable` if outcome, Ansagen, levels played and Augen contradict each other."""
    came = worth(hand, rules)
    if line.winner is None and came.winner is Side.KONTRA and hand.result == Span(None) \
            and not line.announced and not rules.is_lost_solo(hand.spiel):
        return  # 120 to 120 at a table where Kontra wins it
    if came.winner is not line.winner:
        side = line.winner
        if side is not None and (own := hand.ansage(side)) is not None \
                and own.depth > line.depth and line.augen is None:
            line.outcome.refuse(say(
                "{side} announced {level}: won, it was played too, and {level} stands there twice",
                side=side.value.capitalize(), level=LEVELS[own.depth]))
        line.outcome.refuse(say("with these Ansagen and this result it is {line}",
                                line=write(hand, rules)))
    if line.augen is not None and line.falschspiel is None \
            and played_level(hand, came.winner, rules) != line.depth:
        line.augen[1].refuse(say("with these Augen it is {line}", line=write(hand, rules)))
