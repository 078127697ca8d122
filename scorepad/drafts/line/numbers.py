"""Numbers in German and English words, as people say them and a dictation writes them.

A library that reads them would be larger than all that the pocket page has room for; these are the
rules of the two languages up to a million.
"""

from functools import lru_cache

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
