"""The catalogues: whole, current, and every sentence in them can be read out."""

import string
from collections.abc import Sequence

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from scorepad.i18n.__main__ import collected, po_file, read_catalogue, templates, translated
from scorepad.i18n.message import LANGUAGES, Message, read_out

AFRESH = "Run `python -m scorepad.i18n`, and translate what it lists."
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]

every_language = pytest.mark.parametrize("language", TRANSLATIONS)


def texts(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """The singular, and the plural if there is one."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def contents(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Templates and what they became."""
    return {texts(message.id): texts(message.string) for message in catalog if message.id}


def placeholders(text: str) -> set[str]:
    """What is filled in by name; a template with anything else in braces fails here."""
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    assert all(name.isidentifier() for name in names), text
    return names


@every_language
def test_exactly_the_templates_of_the_code_are_in_it(language: str):
    assert contents(read_catalogue(language)).keys() == contents(collected()).keys(), AFRESH


@every_language
def test_all_of_it_is_translated_and_nothing_guessed(language: str):
    catalog = read_catalogue(language)
    assert [m.id for m in catalog if m.id and not translated(m)] == [], AFRESH
    assert [m.id for m in catalog if m.id and m.fuzzy] == []
    assert not catalog.obsolete


@every_language
def test_what_is_filled_in_is_the_same(language: str):
    for sources, results in contents(read_catalogue(language)).items():
        for source, result in zip(sources, results, strict=True):
            assert placeholders(result) == placeholders(source), (source, result)


@every_language
def test_a_translation_ends_as_its_sentence_does(language: str):
    for sources, results in contents(read_catalogue(language)).items():
        for source, result in zip(sources, results, strict=True):
            ends = tuple(".:?!")
            assert source.endswith(ends) == result.endswith(ends), (source, result)


@every_language
def test_the_compiled_file_is_current(language: str):
    with po_file(language).with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    assert contents(compiled) == contents(read_catalogue(language)), AFRESH


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_read_out(language: str):
    for text, plural, *place in templates():
        for n in (0, 1, 2):
            values = {name: f"<{name}>" for name in placeholders(text + (plural or ""))} | {"n": n}
            said = read_out(Message(text, values, plural), language)
            assert said and "{" not in said, place
            assert all(f"<{name}>" in said for name in placeholders(text) - {"n"}), place
