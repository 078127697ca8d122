"""A small document to start from, and the same with one thing in it changed."""

import json

NAMES = ("Anne", "Bert", "Cem", "Dora")
HAND = {"augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}}
SHEET = {"game": "kalter-schlag", "players": list(NAMES), "hands": [HAND, HAND]}
EVENING = {"date": "2026-11-20", "sheets": [SHEET]}
BOOK = {"format": "scorepad/1", "evenings": [EVENING]}
DROP = object()


def changed(path, value, book=BOOK):
    """The book with one thing in it replaced, added, or (DROP) taken out."""
    book = json.loads(json.dumps(book))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inside = book
    for step in steps:
        inside = inside[step]
    if value is DROP:
        del inside[last]
    else:
        inside[last] = value
    return book
