"""The command that prints the statistics: `scorepad stats`."""

import json
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from scorepad.cli.shared import LANGUAGE, _, command, opened_service, show, whole
from scorepad.games import PLACES
from scorepad.i18n.message import N_, Fault, say

if TYPE_CHECKING:
    from scorepad.book.statistics.columns import Column
    from scorepad.service.statistics import Overview

FORMAT = "scorepad-statistics/1"


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    stats = command(commands, "stats", N_(
        "Print what everybody has won and lost.\n\n"
        "Example: scorepad stats --year 2026 --game kalter-schlag"), statistics)
    stats.add_argument("--year", type=whole(1, 9999), metavar="YEAR",
                       help=_("Only evenings of this year."))
    stats.add_argument("--game", choices=tuple(PLACES), metavar="GAME",
                       help=_("Only sheets of this game, by its id."))
    stats.add_argument("--json", action="store_true", help=_("Answer in JSON."))


def statistics(given: Namespace) -> None:
    """Print the statistics as a table, or in JSON."""
    # Imported here, so that the commands that print a few lines start without it.
    from scorepad.book.statistics.columns import columns
    from scorepad.service.statistics import Chosen

    with opened_service() as service:
        overview = service.statistics.overview(Chosen(given.year, given.game))
    if given.json:
        show(json.dumps(_plain(overview), ensure_ascii=False))
    elif not overview.records:
        raise Fault(say("No hand of this was played."))
    else:
        show(*_table(overview, columns(overview.records.values(), overview.game)))


def _table(overview: "Overview", columns: "tuple[Column, ...]") -> list[str]:
    """Return a line for each player, with the figures aligned to the right."""
    from scorepad.i18n.words import Words

    t = Words(LANGUAGE)
    rows = [["", *[t(column.title) for column in columns]]]
    for player, record in overview.records.items():
        rows.append([overview.names[player], *[column.shown(record, t) for column in columns]])
    widths = [max(map(len, cells)) for cells in zip(*rows)]
    return ["  ".join([name.ljust(widths[0]), *[
        cell.rjust(width) for cell, width in zip(cells, widths[1:])]]).rstrip()
        for name, *cells in rows]


def _plain(overview: "Overview") -> dict[str, Any]:
    """Return the statistics for programs; money in cents, the average as sum and hands."""
    players = {}
    for player, record in overview.records.items():
        points = record.points
        players[overview.names[player]] = {
            "evenings": record.evenings, "hands": record.hands, "won": record.won,
            "lost": record.lost, "run_won": record.run_won, "run_lost": record.run_lost,
            "points": points and {"sum": points.sum, "hands": points.hands, "best": points.best,
                                  "worst": points.worst, "decimals": points.decimals},
            "deeds": [{"deed": deed.key, "won": won, "count": count}
                      for (deed, won), count in record.deeds.items()],
            "matches": {"won": record.matches_won, "lost": record.matches_lost},
            "money": {currency: sides._asdict() for currency, sides in record.money.items()},
            "stars": record.stars._asdict()}
    return {"format": FORMAT, "year": overview.chosen.year, "game": overview.chosen.game,
            "players": players}
