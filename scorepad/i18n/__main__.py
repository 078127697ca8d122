"""Bring the catalogues up to date: `python -m scorepad.i18n`. It lists what is not translated; fill
that in in the `.po`, and run this once more. Both files belong in the commit."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorepad.i18n.message import CATALOGUES, LANGUAGES

CODE = CATALOGUES.parents[1]

KEYWORDS = {"N_": 1, "_": 1, "say": 1, "say_n": 2, "t": 1, "words": 1, "tell": 1}
"""The functions and methods that take templates, and how many come first in a call."""


IN_A_PAGE = re.compile(r"""\bt\("([^"]+)"|\bt\('([^']+)'""")
"""A call with a template in the HTML of a page that this program makes."""


class Template(NamedTuple):
    """An English template and its place in the code; `plural` is for every count but one."""

    text: str
    plural: str | None
    file: str
    line: int


def templates() -> Iterator[Template]:
    """Yield every template in the code, in the order of the files and lines."""
    for path in sorted(CODE.rglob("*.py")):
        file = path.relative_to(CODE.parent).as_posix()
        calls = [node for node in ast.walk(ast.parse(path.read_bytes()))
                 if isinstance(node, ast.Call) and _name(node.func) in KEYWORDS]
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            places = call.args[:KEYWORDS[_name(call.func)]]
            texts = [text for place in places for text in _texts(place)]
            if len(places) == 2:
                singular, plural = texts
                yield Template(singular, plural, file, call.lineno)
            else:
                yield from (Template(text, None, file, call.lineno) for text in texts)
    for path in sorted(CODE.rglob("*.html")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for found in IN_A_PAGE.finditer(line):
                yield Template(found[1] or found[2], None,
                               path.relative_to(CODE.parent).as_posix(), number)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _texts(argument: ast.expr) -> Iterator[str]:
    """Yield the literal texts that an argument may be; a variable's text is marked elsewhere."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from _texts(argument.body)
        yield from _texts(argument.orelse)
    elif isinstance(argument, ast.JoinedStr):
        raise ValueError(  # noqa: TRY004 - what is wrong is a text
            f"a template must not be an f-string: {ast.unparse(argument)}")


def collected() -> Catalog:
    """Return a catalogue of all templates in the code, without translations."""
    catalog = Catalog()
    for template in templates():
        ids = (template.text, template.plural) if template.plural else template.text
        catalog.add(ids, locations=[(template.file, 0)])
    return catalog


def po_file(language: str) -> Path:
    """Return the file of a language's translations; its `.mo` lies beside it."""
    return CATALOGUES / language / "LC_MESSAGES" / "scorepad.po"


def read_catalogue(language: str) -> Catalog:
    """Return the translations into a language so far."""
    path = po_file(language)
    if not path.exists():
        return Catalog(language, project="Scorepad", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, language)


def update(language: str) -> list[str]:
    """Bring the files of a language up to date; returns the templates that lack a translation."""
    catalog = read_catalogue(language)
    catalog.update(collected(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, include_lineno=False)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)
    return [str(message.id) for message in catalog
            if message.id and not translated(message)]


def translated(message: Message) -> bool:
    """Return whether a message has all its texts in the catalogue's language."""
    texts = (message.string,) if isinstance(message.string, str) else message.string or ("",)
    return all(texts)


def main() -> None:
    """Update every catalogue; exit with 1 while something is not translated."""
    missing = {language: update(language) for language in LANGUAGES if language != "en"}
    for language, lacking in missing.items():
        print(f"{language}: {len(lacking)} not translated", *lacking, sep="\n  ")
    sys.exit(any(missing.values()))


if __name__ == "__main__":
    main()
