"""The words of a line: small letters, numbers as numbers, and where each stands. A library that
reads numbers would be larger than the room of the pocket page."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_GERMAN = {word: value for value, words in enumerate((
    "null nichts nix", "ein eins eine einen einem einer", "zwei zwo", "drei", "vier", "fuenf",
    "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwoelf", "dreizehn", "vierzehn", "fuenfzehn",
    "sechzehn", "siebzehn", "achtzehn", "neunzehn")) for word in words.split()}
_GERMAN_TENS = {word: 10 * tens for tens, word in enumerate((
    "zwanzig", "dreissig", "vierzig", "fuenfzig", "sechzig", "siebzig", "achtzig", "neunzig"), 2)}
_ENGLISH = {word: value for value, words in enumerate((
    "zero nought nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
    "eighteen", "nineteen")) for word in words.split()}
_ENGLISH_TENS = {word: 10 * tens for tens, word in enumerate((
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)}
_TIMES = {"once": 1, "twice": 2, "thrice": 3}

LONGEST = 8
"""The most words of which a number is made: `nine hundred and ninety nine thousand …`."""

AND = ("und", "and")


@lru_cache(maxsize=1 << 12)
def number_of(word: str) -> int | None:
    """Return the number that a word says, written in small letters without umlauts and with
    nothing between its parts; None if it says none."""
    if word in _TIMES:
        return _TIMES[word]
    if word.endswith("mal") and (times := _german(word[:-3])) is not None:
        return times
    found = _german(word)
    return _english(word) if found is None else found


def _german(word: str) -> int | None:
    for big, value in (("tausend", 1000), ("hundert", 100)):
        head, found, tail = word.partition(big)
        if found:
            rest = tail.removeprefix("und") if tail != "und" else tail
            return _composed(_german(head) if head else 1, value, _german(rest) if rest else 0)
    if word in _GERMAN or word in _GERMAN_TENS:
        return _GERMAN.get(word, _GERMAN_TENS.get(word))
    unit, found, tens = word.partition("und")
    if found and tens in _GERMAN_TENS and 0 < _GERMAN.get(unit, 0) < 10:
        return _GERMAN_TENS[tens] + _GERMAN[unit]
    return None


def _english(word: str) -> int | None:
    for big, value in (("thousand", 1000), ("hundred", 100)):
        head, found, tail = word.partition(big)
        if found:
            rest = tail.removeprefix("and") if tail != "and" else tail
            times = 1 if head in ("", "a") else _english(head)
            return _composed(times, value, _english(rest) if rest else 0)
    if word in _ENGLISH:
        return _ENGLISH[word]
    for tens, value in _ENGLISH_TENS.items():
        unit = word.removeprefix(tens)
        if unit != word and (not unit or 0 < _ENGLISH.get(unit, 0) < 10):
            return value + _ENGLISH.get(unit, 0)
    return None


def _composed(times: int | None, big: int, rest: int | None) -> int | None:
    """Return so many times a big number and the rest of it; None if that is not how it is said."""
    return times * big + rest if times and rest is not None and times < 1000 and rest < big \
        else None


_PIECES = re.compile(r"\d{1,3}(?:\.\d{3})+(?![\d,.:]\d|\d)|\d+(?:[.,:]\d+)*|[^\W\d_]+|\S")
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe",
                          "Ü": "Ue"})
_SEPARATORS = frozenset(",.;:!?/-()\"'’`„“”…&+×·|") | {
    "\N{EN DASH}", "\N{EM DASH}", "\N{HYPHEN}", "\N{MINUS SIGN}"}
_MINUS = frozenset({"-", "\N{MINUS SIGN}", "\N{EN DASH}"})
_NEGATIVE = ("minus", "negative")
_NEGATIVE_AFTER = ("minuspunkte", "minuspunkt", "miese")
_MOST_DIGITS = 7

FILLERS = frozenset("""und and then dann hat hatte haben has had have ist is war was sind are macht
    machte machen made makes bekommt kriegt gets got der die das dem den the bei mal times augen
    auge punkte punkt points point noch auch also sowie x plus schreibt schreiben schrieb erhaelt
    erhalten writes write wrote scores scored""".split())
"""Words that say nothing; negations are none of them."""

LITTLE = FILLERS | frozenset("""ab all als am an auf aus be bis by da den doch du ein er es for
    he her his ich ihr im in it ja kein me mein mit my nein nicht no not nun of off oh ohne on
    or out sein she sie so to um un up von vor we wer wie wir with yes you zu zum""".split())
"""Words that are too common to be the beginning of a name."""


class Token(NamedTuple):
    """A word of the line: as it is compared, the number that it says if it says one, and where it
    stands; dashed: a dash before it may stand between words as well as be a minus; apart: whether a
    comma or the like stands before it."""

    text: str
    number: int | None
    start: int
    end: int
    dashed: bool = False
    apart: bool = False


def plain(text: str) -> str:
    """Return a text in small letters, umlauts written with e, other accents left out."""
    spelled = unicodedata.normalize("NFC", text).translate(_SPELLED).casefold()
    parts = unicodedata.normalize("NFKD", spelled)
    return "".join([letter for letter in parts if not unicodedata.combining(letter)])


def joined(text: str) -> str:
    """Return the words of a text with nothing between them, numbers as digits."""
    return "".join([token.text for token in tokens(text)])


def tokens(text: str) -> list[Token]:
    """Return the words of a line without those that say nothing."""
    return [token for token in _with_numbers(list(_pieces(text))) if token.text not in FILLERS]


class _Piece(NamedTuple):
    text: str
    start: int
    end: int
    apart: bool
    sign: str


def _pieces(text: str) -> Iterator[_Piece]:
    """Yield the pieces of a line; apart: whether something else than a space stands before it;
    sign: `-` for a minus, `dash` where it may be either."""
    apart, sign = True, ""
    for match in _PIECES.finditer(text):
        piece, (start, end) = match[0], match.span()
        if piece not in _SEPARATORS:
            yield _Piece(plain(piece) or piece, start, end, apart, sign)
            apart, sign = False, ""
        elif piece in _MINUS:
            is_sign = text[end:end + 1].isdigit() and not text[:start][-1:].strip()
            sign = "-" if is_sign else "dash"
        else:
            apart = True


def _with_numbers(pieces: Sequence[_Piece]) -> Iterator[Token]:
    at, after_number = 0, False
    while at < len(pieces):
        piece, count = pieces[at], 1
        value = None
        takes_away = after_number and not piece.apart  # as in `20 minus 5`, which is no figure
        negative = piece.text in _NEGATIVE and not takes_away
        if negative and at + 1 < len(pieces):
            value, count = _number(pieces, at + 1)
            count += 1
        if value is None:
            negative = piece.sign == "-"
            value, count = _number(pieces, at)
        text, end = piece.text, pieces[at + count - 1].end
        if value is not None:
            if at + count < len(pieces) and pieces[at + count].text in _NEGATIVE_AFTER:
                negative, count, end = True, count + 1, pieces[at + count].end
            value = -value if negative else value
            text = str(value)
        yield Token(text, value, piece.start - (piece.sign == "-"), end, piece.sign == "dash",
                    piece.apart)
        at, after_number = at + count, value is not None


def _number(pieces: Sequence[_Piece], at: int) -> tuple[int | None, int]:
    """Return the number at this piece and of how many it is made; None and 1 for none."""
    first = pieces[at].text
    if first[0].isdigit():
        digits = first.replace(".", "")
        whole = digits.isdecimal() and len(digits) <= _MOST_DIGITS and (
            "." not in first or re.fullmatch(r"\d{1,3}(\.\d{3})+", first) is not None)
        return (int(digits), 1) if whole else (None, 1)
    words = [first]
    for piece in pieces[at + 1:at + LONGEST]:
        if piece.apart or not piece.text.isalpha():
            break
        words.append(piece.text)
    for count in range(len(words), 0, -1):
        said = "".join(words[:count])
        if words[count - 1] not in AND and (value := number_of(said)) is not None:
            return value, count
    return None, 1
