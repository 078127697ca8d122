"""The commands that give something out: `replay`, `export` and `schema` for files, `where`,
`completion`, `pdf`, `csv`, `calendar` and `bgstats`."""

import argparse
import json
from argparse import Namespace
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from scorepad import cli, document
from scorepad.cli import _
from scorepad.i18n.message import N_, Fault, say

if TYPE_CHECKING:
    from scorepad.paper.files import Kind
    from scorepad.service import Service


def add_to(commands: Any) -> None:
    """Add the commands to the parser."""
    _add_documents(commands)
    _add_papers(commands)


def _add_documents(commands: Any) -> None:
    compute = cli.command(commands, "replay", N_(
        "Work out a Scorepad file without opening your book.\n\nExample: scorepad replay "
        "evening.json --json"), replay, file=cli.FILE_IN)
    compute.add_argument("--json", action="store_true", help=_("Answer in JSON."))
    by_lot = cli.command(commands, "draw", N_(
        "Draw a round of a tournament in a file. Nothing is written.\n\nExample: scorepad draw "
        "evening.json --tournament Preisskat --round 1 --by lot --seed 4711"),
        draw, file=cli.FILE_IN)
    by_lot.add_argument("--tournament", required=True, metavar="NAME",
                        help=_("The name of the tournament."))
    by_lot.add_argument("--round", required=True, type=cli.whole(1, 100), metavar="ROUND",
                        help=_("The round. What comes after it does not count."))
    by_lot.add_argument("--by", required=True, choices=("lot", "totals", "serpentine", "club"),
                        metavar="WAY", help=_(
                            "How: lot, totals, serpentine, or club for its ranks."))
    by_lot.add_argument("--seed", type=cli.whole(0, 10**9 - 1), metavar="SEED", help=_(
        "The seed of the draw. With the same one, everybody gets the same draw."))
    write = cli.command(commands, "export", N_(
        "Export the book to a file.\n\nExample: scorepad export --evening 2026-11-20 evening.json"),
        export, file=cli.FILE_OUT)
    write.add_argument("--evening", action="append", metavar="EVENING", help=_(
        "Only this evening, by its date or id; may be repeated."))
    write.add_argument("--entries", action="store_true", help=_(
        "All of the book with its history, to be merged with another."))
    cli.command(commands, "schema", N_(
        "Print the JSON Schema of the file format.\n\n"
        "Example: scorepad schema > scorepad.schema.json"), schema)
    complete = cli.command(commands, "completion", N_(
        "Print what lets a shell complete commands, options and files.\n\nExample: scorepad "
        "completion bash > ~/.local/share/bash-completion/completions/scorepad"), completion)
    complete.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh", "powershell"),
                          metavar="SHELL", help=_("bash, zsh, fish, tcsh or powershell."))
    cli.command(commands, "where", N_(
        "Say where the book is kept.\n\nExample: scorepad where"), where)


def _add_papers(commands: Any) -> None:
    as_pdf = cli.command(commands, "pdf", N_(
        "Write an evening, a year or the star ledger as a PDF.\n\nExample: scorepad pdf --evening "
        "2026-11-20 evening.pdf"), pdf, file=cli.FILE_OUT)
    as_csv = cli.command(commands, "csv", N_(
        "Write an evening, a year or the star ledger as CSV.\n\nExample: scorepad csv --year 2026 "
        "2026.csv"), csv, file=cli.FILE_OUT)
    for parser in (as_pdf, as_csv):
        parser.add_argument("--stars", action="store_true", help=_("The star ledger."))
        parser.add_argument("--tournament", metavar="NAME",
                            help=_("The tournament of this name."))
    as_calendar = cli.command(commands, "calendar", N_(
        "Write an evening, or all of a year, for a calendar.\n\nExample: scorepad calendar --year "
        "2026 2026.ics"), calendar, file=cli.FILE_OUT)
    as_plays = cli.command(commands, "bgstats", N_(
        "Write an evening, or all of a year, for BG Stats.\n\nExample: scorepad bgstats "
        "--year 2026 2026.bgsplay"), bg_stats, file=cli.FILE_OUT)
    days = [each.add_mutually_exclusive_group(required=True) for each in (as_calendar, as_plays)]
    for group in (as_pdf, as_csv, *days):
        group.add_argument("--evening", metavar="EVENING",
                           help=_("The evening of this date or id."))
        group.add_argument("--year", type=cli.whole(1, 9999), metavar="YEAR",
                           help=_("All evenings of this year."))
    as_pdf.add_argument("--what", choices=("seats", "slips", "lists", "ranking", "prizes",
                                             "certificates", "cash"),
                        default="ranking", metavar="PAPER", help=_(
                            "Of a tournament: seats, slips, lists, ranking, prizes, certificates "
                            "or cash."))
    as_csv.add_argument("--what", choices=("ranking", "cash"), default="ranking", metavar="TABLE",
                        help=_("Of a tournament: ranking, or cash for its payments."))
    as_pdf.add_argument("--poster", action="store_true", help=_(
        "Of a year: a poster to hang up, one page in A3."))
    as_csv.add_argument("--spreadsheet", action="store_true",
                        help=_(cli.AS_SPREADSHEETS_READ_IT))
    as_csv.add_argument("--results", action="store_true", help=_(
        "For an evening or the star ledger: one line per player, instead of each hand or change."))


def replay(given: Namespace) -> None:
    """Score a document and print the result."""
    from scorepad.document import result

    with cli.faults_of(given.file):
        book, sheets = document.replayed(cli.read_bytes(given.file))
    cli.warn_of(document.oddities(book, sheets))
    if given.json:
        cli.show_pieces(result.json_pieces(book, sheets))
    else:
        cli.show(result.text(book, sheets, cli.LANGUAGE))


def draw(given: Namespace) -> None:
    """Draw a round of a tournament, and print who sits where."""
    from scorepad.document.result import drawn_in_json
    from scorepad.tournament import drawing
    from scorepad.tournament.facts import Way

    with cli.faults_of(given.file):
        book, _ = document.replayed(cli.read_bytes(given.file))
    found = {each.name: each for each in book.tournaments}
    tournament = found.get(given.tournament)
    if tournament is None:
        raise Fault(say("{file}: there is no tournament {name}. It has: {names}", file=given.file,
                        name=given.tournament, names=", ".join(found) or "–"))
    if given.round > min(tournament.rounds, len(tournament.draws) + 1):
        raise Fault(say("{file}: round {round} cannot be drawn: {drawn} of {rounds} are",
                        file=given.file, round=given.round, drawn=len(tournament.draws),
                        rounds=tournament.rounds))
    seed = randbelow(10**9) if given.seed is None else given.seed
    drawn = drawing.draw(tournament, given.round, Way(given.by), seed)
    if drawn is None:
        raise Fault(say("{file}: nobody can draw so many people for tables of {sizes}",
                        file=given.file, sizes=", ".join(map(str, sorted(tournament.hands_at)))))
    cli.show(json.dumps(drawn_in_json(drawn)))


def export(given: Namespace) -> None:
    """Write the book, or some of its evenings."""
    if given.entries and given.evening:
        raise Fault(say("--entries writes all of the book: leave --evening out."))
    with cli.opened_service() as service:
        if given.entries:
            pieces = service.meetings.lines()
        elif given.evening:
            pieces = iter([document.write(service.export(cli.ids_of(service, given.evening)))])
        else:
            pieces = service.pieces()
        cli.deliver((piece.encode() for piece in pieces), given.file)


def schema(given: Namespace) -> None:
    """Print the JSON Schema."""
    cli.show(json.dumps(document.document_schema(), ensure_ascii=False, indent=2))


def completion(given: Namespace) -> None:
    """Print the script of a shell."""
    import shtab

    parser = cli.parser_of(())
    parser.epilog = None
    [commands] = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    commands.help = ""  # it lists what is not hidden
    for each in commands.choices.values():
        for action in each._actions:
            if action.metavar in ("FILE", "FOLDER"):
                action.complete = shtab.FILE
    cli.show(shtab.complete(parser, given.shell))


def where(given: Namespace) -> None:
    """Say where the book is."""
    from scorepad.config import Settings

    cli.show(Settings.of().place)


def pdf(given: Namespace) -> None:
    """Write a PDF."""
    from scorepad.paper.files import Kind

    if given.poster and given.year is None:
        raise Fault(say("--poster goes with --year."))
    _write(given, Kind.POSTER if given.poster else Kind.PDF)


def csv(given: Namespace) -> None:
    """Write CSV."""
    from scorepad.paper.files import Kind

    _write(given, Kind.STANDING if given.stars and given.results else Kind.HANDS
           if given.evening is not None and not given.results else Kind.RESULTS)


def calendar(given: Namespace) -> None:
    """Write a calendar."""
    from scorepad.paper.files import Kind

    given.stars = given.tournament = None
    _write(given, Kind.CALENDAR)


def bg_stats(given: Namespace) -> None:
    """Write a file that BG Stats takes in."""
    from scorepad.paper.files import Kind

    given.stars = given.tournament = None
    _write(given, Kind.BG_STATS)


def _write(given: Namespace, kind: "Kind") -> None:
    # Imported here, so that the commands that print a few lines start without it.
    from scorepad.i18n.words import Words
    from scorepad.paper import files as papers
    from scorepad.paper.tournament import What

    chosen = [given.evening, given.year, given.tournament, given.stars or None]
    if len([each for each in chosen if each is not None]) != 1:
        raise Fault(say("Name one of --evening, --year, --stars and --tournament."))
    with cli.opened_service() as service, cli.at_work():
        subject: papers.Subject
        if given.evening is not None:
            subject = papers.Evening(_id_of(service, given.evening))
        elif given.stars:
            subject = papers.Stars()
        elif given.tournament is not None:
            subject = papers.Tournament(_tournament_of(service, given.tournament),
                                        What(getattr(given, "what", "ranking")))
        elif any(card.date.year == given.year for card in service.evenings()):
            subject = papers.Year(given.year)
        else:
            raise Fault(say("No evening of {year} in the book.", year=given.year))
        content = papers.gather(
            service, subject, kind, Words(cli.LANGUAGE), cli.dialect_of(given)).make()
    cli.deliver([content], given.file, *cli.told_pages(content, given.file))


def _id_of(service: "Service", evening: str) -> str:
    """Return the id of the one evening with this id or date; raises `Fault` for none or several."""
    found = cli.ids_of(service, [evening])
    if len(found) > 1:
        raise Fault(say("There are {count} evenings on {date}. Name one of them: {ids}",
                        count=len(found), date=evening, ids=", ".join(found)))
    return found[0]


def _tournament_of(service: "Service", name: str) -> str:
    """Return the id of the latest tournament of a name; raises `Fault` if there is none."""
    names = service.tournaments.names()
    for own, called in names.items():
        if called == name:
            return own
    raise Fault(say("No tournament {name} in the book. It has: {names}", name=name,
                    names=", ".join(names.values()) or "–"))
