"""No sentence that a screen may show names a command: a phone has nowhere to type one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import scorepad

PACKAGE = Path(scorepad.__file__).parent

NOT_ON_SCREENS = ("cli", "web/access/origins.py", "document/parsing.py", "service/check.py",
                  "pocket")
"""What only a command line says; the screens know by a file's beginning that it is a book."""

SECOND = {'"scorepad rescue" saves what can be read.', '"scorepad check" says what is wrong.',
          "Put it back: scorepad restore {name}",
          "Go on with all that is in either by scorepad merge {name}, put it back with scorepad "
          "restore {name}, or move it elsewhere to go on with the other."}
"""Sentences after the first of a fault; screens show that one alone."""


def sentences(file: Path) -> Iterator[str]:
    """The texts of a module that are told to people."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                and node.func.id in ("say", "say_n", "N_", "t"):
            yield from [each.value for each in node.args
                        if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def test_no_sentence_of_a_screen_names_a_command():
    told = {text for file in PACKAGE.rglob("*.py")
            if not file.relative_to(PACKAGE).as_posix().startswith(NOT_ON_SCREENS)
            for text in sentences(file)}
    assert {text for text in told if re.search(r"\bscorepad [a-z]+", text)} == SECOND
