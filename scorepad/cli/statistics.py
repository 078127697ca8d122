"""The command `stats`: what everybody has won and lost, and the list of a season."""

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from math import inf
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from scorepad import cli
from scorepad.cli import _
from scorepad.games import PLACES
from scorepad.i18n.message import N_, Fault, say

if TYPE_CHECKING:
    from datetime import date as Date

    from scorepad.paper.tables import Dialect
    from scorepad.service import Service
    from scorepad.service.statistics import Chosen, Overview

FORMAT = "scorepad-statistics/1"


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    stats = cli.command(commands, "stats", N_(
        "Show what everybody has won and lost, and the list of a season.\n\nExample: scorepad "
        "stats --year 2026 --game kalter-schlag"), statistics)
    stats.add_argument("--year", type=cli.whole(1, 9999), metavar="YEAR",
                       help=_("Only evenings of this year."))
    stats.add_argument("--from", type=_day, metavar="DAY", dest="first",
                       help=_("Only evenings from this day on, such as 2026-09-01."))
    stats.add_argument("--to", type=_day, metavar="DAY", dest="last",
                       help=_("Only evenings up to this day."))
    stats.add_argument("--game", choices=_Games(PLACES), metavar="GAME",
                       help=_("Only sheets of this game, by its id."))
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=_("Answer in JSON."))
    form.add_argument("--csv", metavar="FILE", help=_("Write the season list as CSV."))
    form.add_argument("--pdf", metavar="FILE", help=_("Write the season list as a PDF."))
    stats.add_argument("--spreadsheet", action="store_true", help=_(cli.AS_SPREADSHEETS_READ_IT))


class _Games(tuple[str, ...]):
    """The ids of the games, which keys of games that rules have made begin with."""

    def __contains__(self, wanted: object) -> bool:
        return isinstance(wanted, str) and super().__contains__(wanted.partition(":")[0])


def _day(text: str) -> "Date":
    from scorepad.i18n.words import read_day

    if (day := read_day(text)) is None:
        raise ArgumentTypeError(cli.said(
            say("{value} is not a date such as 2026-09-01", value=text)))
    return day


def statistics(given: Namespace) -> None:
    """Print the statistics as a table or in JSON, or write the season list."""
    # Imported here, so that the commands that print a few lines start without it.
    from scorepad.service.statistics import Chosen

    if given.spreadsheet and not given.csv:
        raise Fault(say("--spreadsheet goes with --csv."))
    chosen = Chosen(given.year, given.game, given.first, given.last)
    with cli.opened_service() as service, cli.at_work():
        overview = service.statistics.overview(chosen)
        games = service.statistics.by_game(chosen)
        if (file := given.csv or given.pdf) and overview.records:
            content = _paper(service, chosen, cli.dialect_of(given), as_pdf=file == given.pdf)
    if given.json:
        cli.show(json.dumps(_plain(overview, games), ensure_ascii=False))
    elif not overview.records:
        raise Fault(say("No such hands were played."))
    elif file:
        cli.deliver([content], file, *cli.told_pages(content, file))
    else:
        cli.show(*_tables(overview, games))


def _paper(service: "Service", chosen: "Chosen", dialect: "Dialect", *, as_pdf: bool) -> bytes:
    """Return the season list as a file."""
    from scorepad.i18n.words import Words
    from scorepad.paper import files as papers

    kind = papers.Kind.PDF if as_pdf else papers.Kind.RESULTS
    words = Words(cli.LANGUAGE)
    return papers.gather(service, papers.Season(chosen), kind, words, dialect).make()


def _tables(overview: "Overview", games: "Sequence[Overview]") -> list[str]:
    """Return the table of all hands, and where they are of several games, one of each."""
    lines = _table(overview)
    if overview.game is None:
        for each in games:
            lines += ["", cli.styled(cli.said(each.title), cli.BOLD), *_table(each)]
    return lines


def _table(overview: "Overview") -> list[str]:
    """Return a line for each player, with the figures aligned to the right; below it another table
    with the columns for which a terminal is too narrow."""
    from scorepad.book.statistics.columns import columns
    from scorepad.i18n.words import Words

    t, found = Words(cli.LANGUAGE), columns(overview.records.values(), overview.game)
    names = ["", *[overview.names[player] for player in overview.records]]
    width = max(map(len, names))
    room = get_terminal_size().columns if sys.stdout is not None and sys.stdout.isatty() else inf
    tables = [[name.ljust(width) for name in names]]
    for column in found:
        cells = [t(column.title), *[column.shown(each, t) for each in overview.records.values()]]
        wide = max(map(len, cells))
        if len(tables[-1][0]) + 2 + wide > room and len(tables[-1][0]) > width:
            tables.append([name.ljust(width) for name in names])
        tables[-1] = [f"{line}  {cell.rjust(wide)}" for line, cell in zip(tables[-1], cells)]
    return [line for table in tables for line in (
        *(() if table is tables[0] else ("",)), cli.styled(table[0].rstrip(), cli.BOLD),
        *[each.rstrip() for each in table[1:]])]


def _plain(overview: "Overview", games: "Sequence[Overview]") -> dict[str, Any]:
    """Return the statistics for programs; money in cents, the average as sum and hands."""
    chosen = overview.chosen
    span = {key: day.isoformat() for key, day in (("from", chosen.first), ("to", chosen.last))
            if day is not None}
    return {"format": FORMAT, "year": chosen.year, **span, "game": chosen.game,
            "players": _players(overview),
            "games": {each.game.key: _players(each) for each in games if each.game}}


def _players(overview: "Overview") -> dict[str, Any]:
    players = {}
    for player, record in overview.records.items():
        points = record.points
        players[overview.names[player]] = {
            "evenings": record.evenings, "evenings_won": record.evenings_won,
            "hands": record.hands, "won": record.won,
            "lost": record.lost, "run_won": record.run_won, "run_lost": record.run_lost,
            "points": points and {"sum": points.sum, "hands": points.hands, "best": points.best,
                                  "worst": points.worst, "decimals": points.decimals},
            "deeds": [{"deed": deed.key, "won": won, "count": count}
                      for (deed, won), count in record.deeds.items()],
            "duty_solos_open": record.owed,
            "matches": {"won": record.matches_won, "lost": record.matches_lost},
            "money": {currency: sides._asdict() for currency, sides in record.money.items()},
            "stars": record.stars._asdict()}
    return players
