"""Names that look alike: which letters are taken for which, and what is asked."""

import unicodedata

import pytest

from scorepad.book.names import CYRILLIC, GREEK, as_seen, look_alike
from scorepad.i18n.message import read_out

DIAERESIS = "\N{COMBINING DIAERESIS}"
CYRILLIC_ANNE = "\N{CYRILLIC CAPITAL LETTER A}nne"
GREEK_ANNE = "\N{GREEK CAPITAL LETTER ALPHA}nne"
ALL_CYRILLIC_JOE = "\N{CYRILLIC CAPITAL LETTER JE}\N{CYRILLIC SMALL LETTER O}" \
                   "\N{CYRILLIC SMALL LETTER IE}"


@pytest.mark.parametrize("name, known, english, german", [
    (CYRILLIC_ANNE, "Anne", "Written with Cyrillic letters: is this Anne?",
     "Mit kyrillischen Buchstaben geschrieben: Ist das Anne?"),
    (GREEK_ANNE, "Anne", "Written with Greek letters: is this Anne?",
     "Mit griechischen Buchstaben geschrieben: Ist das Anne?"),
    ("Anne", CYRILLIC_ANNE,
     "In the book it is written with Cyrillic letters: is this Anne?",
     "Im Buch mit kyrillischen Buchstaben geschrieben: Ist das Anne?"),
    (ALL_CYRILLIC_JOE, "Joe",
     "Written with Cyrillic letters: is this Joe?",
     "Mit kyrillischen Buchstaben geschrieben: Ist das Joe?"),
    ("anne", "Anne", "anne looks like Anne: is this one person?",
     "anne sieht aus wie Anne: Ist das eine Person?"),
])
def test_it_is_asked_in_one_sentence(name: str, known: str, english: str, german: str):
    found = look_alike(name, ["Bert", known])
    assert found is not None and found == (name, known)
    assert read_out(found.question, "en") == english
    assert read_out(found.question, "de") == german


@pytest.mark.parametrize("name, known", [
    (f"Jo{DIAERESIS}rg", "J\N{LATIN SMALL LETTER O WITH DIAERESIS}rg"),
    ("An\N{VARIATION SELECTOR-16}ne", "Anne"), ("An\N{ZERO WIDTH SPACE}ne", "Anne"),
    ("\N{FULLWIDTH LATIN CAPITAL LETTER A}nne", "Anne"), ("ANNE", "Anne"), ("Anne  M.", "Anne M."),
    ("Anne\N{NO-BREAK SPACE}M.", "Anne M."), ("Wei\N{LATIN SMALL LETTER SHARP S}", "WEISS")])
def test_the_same_letters_are_the_same_name_to_the_eye(name: str, known: str):
    found = look_alike(name, [known])
    assert found is not None and not found.is_of_other_letters


def test_an_umlaut_of_another_alphabet_is_seen_through():
    found = look_alike("J\N{CYRILLIC SMALL LETTER O WITH DIAERESIS}rg",
                       ["J\N{LATIN SMALL LETTER O WITH DIAERESIS}rg"])
    assert found is not None and found.is_of_other_letters


@pytest.mark.parametrize("name, known", [
    ("Anne", ["Anne", CYRILLIC_ANNE]),  # this very name is known
    ("\u0418\u0432\u0430\u043d", ["Ivan", "Anne"]),  # Ivan, as Russians write it
    ("\u0410\u043d\u043d\u0430", ["Anna"]),  # Anna: its n is no n to the eye
    ("Ren\u00e9", ["Rene"]), ("Bernd", ["Bert"]), ("", ["\u2800"]), ("Anne", [])])
def test_nobody_is_asked_about_other_names(name: str, known: list[str]):
    assert look_alike(name, known) is None


def test_the_alphabets_are_what_they_are_called():
    for script, letters in (("CYRILLIC", CYRILLIC), ("GREEK", GREEK)):
        for letter, latin in letters.items():
            assert unicodedata.name(letter).startswith(f"{script} ")
            assert unicodedata.normalize("NFKD", letter) == letter and latin.isascii()


def test_what_is_far_too_long_for_a_name_is_not_taken_apart():
    heap = "a" + "\u0301\u0323" * 100_000
    assert as_seen(heap) == heap


@pytest.mark.parametrize(("name", "known"), [
    ("Gerhart", "Gerhard"), ("Gerhrad", "Gerhard"), ("gehard", "Gerhard"),
    ("Christof", "Christoph"), ("Mannfred", "Manfred"), ("Jürgenn", "Jürgen"),
    ("Juergen", "Jurgen"), ("Silvio", "Silvia")])
def test_who_could_be_somebody_mistyped_is_asked_about(name, known):
    found = look_alike(name, ["Bert", known])
    assert found.known == known and not found.is_the_same
    assert str(found.question) == f"{name} looks like {known}: is this one person?"
    assert look_alike(name, [known], nearly=False) is None


@pytest.mark.parametrize(("name", "known"), [
    ("Anna", "Anne"), ("Jan", "Jana"), ("Spieler 1", "Spieler 2"), ("Gerda", "Gerhard"),
    ("Manfred", "Siegfried"), ("Max (2)", "Max (3)"), ("1234567", "1234568")])
def test_short_names_and_numbers_are_not_taken_for_each_other(name, known):
    assert look_alike(name, [known]) is None


def test_who_looks_the_same_comes_before_who_is_nearly_called_so():
    assert look_alike("GERHARD", ["Gerhart", "Gerhard"]).known == "Gerhard"
