"""Whole sheets in a few words: a document in, the program's answer or its faults out."""

import json

import pytest

from scorepad import document
from scorepad.document import result
from scorepad.games.game import Unreadable


def written(game, names, *hands, **sheet):
    """The bytes of a document with one sheet; `sheet` are other keys, or others than usual."""
    return json.dumps({"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": game, "players": list(names), "hands": list(hands), **sheet}]}]}).encode()


def answered(*sheet, **keys):
    """What `replay` answers to that sheet."""
    book, sheets = document.replayed(written(*sheet, **keys))
    return json.loads(b"".join(result.json_pieces(book, sheets)))["evenings"][0]["sheets"][0]


def faults(*sheet, **keys):
    """Place within the sheet and sentence of everything that is wrong with it."""
    with pytest.raises(Unreadable) as refused:
        document.replayed(written(*sheet, **keys))
    return [(document.written_place(problem.place[4:]), str(problem.message))
            for problem in refused.value.problems]


def column(answer, key):
    """One thing of every hand; points and totals in the order of the seats."""
    found = [hand[key] for hand in answer["hands"]]
    return [tuple(value.values()) if isinstance(value, dict) else value for value in found]
