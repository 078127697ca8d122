"""The tables at which the sentences are said."""

from typing import Any

from scorepad.games import BY_ID
from scorepad.games.table import Table

FOUR = ("Anne", "Bert", "Cem", "Dora")
FIVE = (*FOUR, "Emil")

PLAYERS = {"schieberamsch": FOUR[:3], "pfaelzer-ramsch": FOUR[:3], "skat": FOUR[:3],
           "cinq-cents": FOUR[:2], "doppelkopf": FIVE, "doppelkopf-altenburg": FIVE}
"""Who plays, where they are not four; Dora deals where they are five, and sits out."""

RULES: dict[str, dict[str, Any]] = {
    "schieberamsch": {"ramsch_kontra": True},
    "skat": {"kontra": True, "kontra_max": 4, "ramsch": "an"},
    "schafkopf": {"keiner": "ramsch", "kontra_max": 4, "spiele": (
        "geier", "farbwenz", "farbgeier", "bettel", "hochzeit")},
    "doppelkopf": {"karlchen_gefangen": True, "fuchs_am_end": True, "dulle_gefangen": True,
                   "bock": ("herzstich",), "bock_namen": "Schweinchen, Herz Ass",
                   "pflichtsolo": 1}}
"""The options of a table that plays all that can be said."""


def table_of(game: str, names: tuple[str, ...] = ()) -> Table[Any]:
    """Return the table of a game."""
    names = names or PLAYERS.get(game, FOUR)
    seats = tuple(range(len(names)))
    active = tuple([seat for seat in seats if len(names) < 5 or seat != 3])
    return Table(names, seats, 3 if len(names) > 3 else 0, active,
                 BY_ID[game].rules(**RULES.get(game, {})))


def faults_of(game: str, hand: Any, table: Table[Any]) -> tuple[Any, ...]:
    """Return why a hand cannot have been played at a table."""
    return BY_ID[game].verify(hand, BY_ID[game].seated(hand, table))
