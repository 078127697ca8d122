"""The words of a line: what can be said in small letters, numbers as numbers, and where each
stands."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorepad.drafts.line.numbers import AND, LONGEST, number_of

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
    he her his ich ihr im in it ja kein man me mein mit my nein nicht no not nun of off oh ohne on
    or out sein she sie so to um un up von vor we wer wie wir with yes you zu zum""".split())
"""Words that are too common to be the beginning of a name."""


class Token(NamedTuple):
    """A word of the line: as it is compared, the number that it says if it says one, and where it
    stands; dashed: a dash before it may stand between words as well as be a minus."""

    text: str
    number: int | None
    start: int
    end: int
    dashed: bool = False


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
            yield _Piece(plain(piece), start, end, apart, sign)
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
        yield Token(text, value, piece.start - (piece.sign == "-"), end, piece.sign == "dash")
        at, after_number = at + count, value is not None


def _number(pieces: Sequence[_Piece], at: int) -> tuple[int | None, int]:
    """Return the number that begins at this piece and of how many it is made; None and 1 for
    none."""
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
