"""Hands of Doppelkopf by the Altenburg rules as documents say them: A and B are Re, or A alone."""

import pytest

ID = "doppelkopf-altenburg"
FOUR = "ABCD"
VOID = {"entscheid": {"sieger": None}}


def normal(**keys):
    """Won with 130 Augen, if the keys do not say otherwise."""
    return {"re": ["A", "B"], "augen": 130, **keys}


def alone(spiel, **keys):
    return {"spiel": spiel, "re": ["A"], "augen": 130, **keys}


def said(re=None, kontra=None):
    return {"ansagen": {"re": re, "kontra": kontra}}


def stern(event, player="A"):
    return {"event": event, "player": player}


def rows(*table):
    """Parameters whose ids are their sources."""
    return [pytest.param(*row, id=source) for source, *row in table]
