"""The commands: parse, call, print. A fault is one line on stderr, and the exit code is 2. Here is
also what they share: faults as sentences, files read and written whole, the book.

Imports that cost time stand in the commands that need them: `replay` opens no database, and only
the command that draws a screen imports Flet. Of the modules here, only the one of the command asked
for is imported.
"""

import argparse
import errno
import gc
import gettext
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from scorepad import __version__, document
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import (
    CATALOGUES,
    N_,
    Fault,
    Message,
    read_out,
    refusal,
    say,
    say_n,
    system_language,
)
from scorepad.system.files import write_whole

if TYPE_CHECKING:
    from scorepad.paper.tables import Dialect
    from scorepad.service import Service

MODULES = {**dict.fromkeys(
               ("replay", "draw", "export", "schema", "where", "completion", "pdf", "csv",
                "calendar", "bgstats"), "documents"),
           "stats": "statistics",
           **dict.fromkeys(("pocket", "serve", "import", "merge", "backup", "restore", "check",
                            "rescue"), "books")}
"""Every command, and the module that holds it."""

GROUPS = {
    N_("Paper"): ("pdf", "csv", "calendar", "bgstats", "stats"),
    N_("Safety"): ("backup", "restore", "check", "rescue", "where"),
    N_("Exchange with others"): ("export", "import", "merge"),
    N_("Phones"): ("serve", "pocket"),
    N_("Files"): ("replay", "draw", "schema", "completion")}
"""The groups of commands, as the help lists them."""

SAID_BY_ARGPARSE = (
    N_("usage: "), N_("positional arguments"), N_("options"),
    N_("show this help message and exit"), N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"), N_("unrecognized arguments: %s"),
    N_("expected one argument"), N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"))
"""Sentences that argparse looks up by itself; they stand here to get into the catalogues."""

LANGUAGE = system_language()
MOST_FAULTS = 20
SOON = 0.5
"""Seconds after which whoever waits wants to know that something is done, and again and again."""


def _(template: str) -> str:
    """Return a help text in the language of the environment."""
    return read_out(Message(template), LANGUAGE)


FILE_IN = N_("A file, or - for standard input.")
FILE_OUT = N_("A file, or - for standard output.")
AS_SPREADSHEETS_READ_IT = N_(
    "As spreadsheets of this language read it: in German with semicolons and decimal commas.")


class Parser(argparse.ArgumentParser):
    """A parser that raises a `Fault` of one line."""

    def error(self, message: str) -> NoReturn:
        raise Fault(f"{self.prog}: {message}")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Raise ArgumentError for what is none of the choices, with the nearest of them."""
        near = get_close_matches(str(value), map(str, action.choices or ()), 1)
        if near and value not in (action.choices or ()):
            raise argparse.ArgumentError(action, _(
                "%(value)r is not known. Did you mean %(near)s?") % {
                    "value": value, "near": near[0]})
        super()._check_value(action, value)

    def parse_known_args(self, *given: Any, **more: Any) -> Any:
        """Read the words of a command line; raises `Fault` for an option that it does not know and
        that looks like one of its own."""
        found, rest = super().parse_known_args(*given, **more)
        for word in rest:
            option = word.partition("=")[0]
            if near := get_close_matches(option, self._option_string_actions, 1):
                self.error(_("%(value)r is not known. Did you mean %(near)s?") % {
                    "value": option, "near": near[0]})
        return found, rest


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line; after a fault, exit with 2 and its lines on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # None without a console, or closed by `>&-`
            stream.reconfigure(encoding="utf-8", errors="replace")
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        given = parser_of(arguments).parse_args(arguments)
        given.run(given)
    except Fault as fault:
        warn(*fault.sentences, style=RED)
        raise SystemExit(fault.status) from None


def parser_of(arguments: Sequence[str]) -> Parser:
    """Return the parser of the command that is asked for, or of all commands if none is."""
    os.environ["LANGUAGE"] = LANGUAGE  # for argparse; it may be asked for under another name
    gettext.bindtextdomain("scorepad", CATALOGUES)
    gettext.textdomain("scorepad")
    parser = Parser("scorepad", allow_abbrev=False, description=_(
        "The score sheet for card tables. Without a command it opens."),
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"Scorepad {__version__}",
                        help=_("Say which version this is."))
    parser.add_argument("--web", action="store_true", help=_("Open as a page in the browser."))
    parser.add_argument("--port", type=whole(1, 65535), metavar="PORT",
                        help=_("Serve the page on this port."))
    parser.set_defaults(run=start)
    commands = parser.add_subparsers(metavar=_("COMMAND"), help=argparse.SUPPRESS)
    asked = [MODULES[argument] for argument in arguments if argument in MODULES][:1]
    for module in asked or dict.fromkeys(MODULES.values()):
        import_module(f"scorepad.cli.{module}").add_to(commands)
    if not asked:
        parser.epilog = "\n\n".join(_told_group(title, names, commands.choices)
                                    for title, names in GROUPS.items())
    return parser


def _told_group(title: str, names: Sequence[str], parsers: Mapping[str, Any]) -> str:
    """Return the lines of the help about some commands, as wide as the terminal."""
    width = get_terminal_size().columns - 2
    return "\n".join([styled(f"{_(title)}:", BOLD), *[fill(
        parsers[name].description.partition("\n")[0], width, initial_indent=f"  {name:11}",
        subsequent_indent=" " * 13) for name in names]])


def start(given: argparse.Namespace) -> None:
    """Open the app."""
    from scorepad.config import Settings
    from scorepad.ui.app import launch

    gc.enable()  # the app runs for a whole evening
    launch(Settings.of(), web=given.web, port=given.port)


def command(commands: Any, name: str, template: str, run: Callable[[argparse.Namespace], None],
            **arguments: str) -> argparse.ArgumentParser:
    """Add a command; returns its parser.

    commands: those of argparse so far; template: what it does, with an example; run: is called with
    what was given; arguments: those that it must have, each with what it is.
    """
    told = _(template)
    parser: argparse.ArgumentParser = commands.add_parser(
        name, description=told, help=told.partition("\n")[0],
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.set_defaults(run=run)
    for argument, meaning in arguments.items():
        parser.add_argument(argument, metavar=argument.upper(), help=_(meaning))
    return parser


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a function that reads a whole number within bounds, for argparse."""
    def read(text: str) -> int:
        if text.isdecimal() and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(said(say(
            "{value} is not a whole number from {low} to {high}", value=text, low=low, high=high)))
    return read


BOLD, RED = "1", "31"
"""Styles of text on a terminal, as ECMA-48 numbers them."""


def styled(text: str, style: str, stream: TextIO | None = None) -> str:
    """Return a text for standard output, or another stream, in a style if that shows styles."""
    to = stream or sys.stdout
    shows = to is not None and to.isatty() and not os.environ.get("NO_COLOR") \
        and os.environ.get("TERM") != "dumb"
    return f"\033[{style}m{text}\033[0m" if shows else text


@contextmanager
def at_work() -> Iterator[None]:
    """Say on a terminal, from half a second on, for how long this has been at work."""
    to = sys.stderr
    if to is None or not to.isatty():
        yield
        return
    begun, done = monotonic(), Event()

    def tell() -> None:
        while not done.wait(SOON):
            seconds = say_n("At work for {n} second", "At work for {n} seconds",
                            round(monotonic() - begun))
            print(f"\r{said(seconds)} …", end="", file=to, flush=True)
        print("\r\033[K", end="", file=to, flush=True)

    telling = Thread(target=tell, daemon=True)
    telling.start()
    try:
        yield
    finally:
        done.set()
        telling.join()


def show(*lines: Message | str) -> None:
    """Print what was asked for."""
    with _written_out():
        print(*map(said, lines), sep="\n", flush=True)


def show_pieces(pieces: Iterable[bytes]) -> None:
    """Write what was asked for to standard output, a piece at a time."""
    if sys.stdout is None:  # closed by `>&-`
        raise _unwritten("-", OSError(errno.EBADF, os.strerror(errno.EBADF)))
    with _written_out():
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()


def deliver(pieces: Iterable[bytes], file: str, *told: Message) -> None:
    """Write a file, and say so or what is `told`; to standard output if it is called -."""
    if file == "-":
        show_pieces(pieces)
        return
    with at_work():
        write_file(Path(file), pieces)
    if Path(file).is_file():  # a pipe has another reader
        show(*(told or [say("{file}: written", file=file)]))


def told_pages(content: bytes, file: str) -> list[Message]:
    """Return a sentence about a PDF that says how long it is."""
    pages = content.count(b"/Type /Page\n")
    return [say_n("{file}: {n} page", "{file}: {n} pages", pages, file=file)] if pages else []


@contextmanager
def _written_out() -> Iterator[None]:
    """Turn a failure to write to standard output into a `Fault`, unless a pipe was closed."""
    try:
        yield
    except OSError as fault:
        # Python must not try at exit to write the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(fault, BrokenPipeError):  # the reader has had enough, as with `head`
            raise _unwritten("-", fault) from None


def _unwritten(file: str, fault: OSError) -> Fault:
    return Fault(say("{file}: cannot be written ({fault})", file=file, fault=refusal(fault)))


def one_line(text: str) -> str:
    """Return a line as it can be shown, with escapes for what would break it or move the cursor."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode()
                   for sign in text)


def said(line: Message | str) -> str:
    """Return a sentence in the language of the environment, and a text as it is."""
    return line if isinstance(line, str) else read_out(line, LANGUAGE)


def fault_lines(problems: Sequence[Problem], file: str = "") -> list[str]:
    """Return a line for each problem, with its place; file: the place of one that has none."""
    return some_of([(document.written_place(place) or file, message)
                    for place, message in problems])


def some_of(faults: Sequence[tuple[Message | str, Message]]) -> list[str]:
    """Return a line for each fault, given with its place; after `MOST_FAULTS`, how many more."""
    lines = [f"{said(place)}: {said(fault)}" if place else said(fault)
             for place, fault in faults[:MOST_FAULTS]]
    more = len(faults) - MOST_FAULTS
    return lines if more <= 0 else [*lines, said(say("… and {count} more", count=more))]


def warn(*lines: Message | str, style: str = BOLD) -> None:
    """Print on standard error why a command ends, or what should be known."""
    print(*[styled(one_line(said(line)), style, sys.stderr) for line in lines], sep="\n",
          file=sys.stderr)


def warn_of(oddities: Iterable[tuple[Message, Sequence[Problem]]]) -> None:
    """Warn about what a document has that is taken all the same: hands that could not have been
    played or would be refused today, and notes of stars that are odd."""
    for told, problems in oddities:
        warn(told, *fault_lines(problems))


def dialect_of(given: argparse.Namespace) -> "Dialect":
    """Return the CSV that was asked for."""
    from scorepad.paper.tables import PROGRAMS, SPREADSHEETS

    return SPREADSHEETS[LANGUAGE] if getattr(given, "spreadsheet", False) else PROGRAMS


@contextmanager
def faults_of(file: str) -> Iterator[None]:
    """Turn what is wrong with a document into a `Fault`, which ends the command."""
    try:
        yield
    except Unreadable as fault:
        raise Fault(*fault_lines(fault.problems, file)) from None


@contextmanager
def opened_service() -> "Iterator[Service]":
    """Open the book of the settings for as long as it is needed; raises `Fault`."""
    from scorepad.config import Settings
    from scorepad.service import Service
    from scorepad.storage.faults import holding_together

    service = Service.open(Settings.of())
    try:
        with holding_together():
            yield service
    finally:
        service.close()


def ids_of(service: "Service", wanted: Sequence[str]) -> list[str]:
    """Return the ids of the evenings that are named by date or id, the earliest first; raises
    `Fault` if one is missing."""
    from scorepad.i18n.words import read_day

    cards = service.evenings()
    days = {name: read_day(name) for name in wanted}
    known = {name for card in cards for name in (card.id, card.date)}
    if missing := [name for name in wanted if name not in known and days[name] not in known]:
        raise Fault(say("No evening {evening} in the book.", evening=", ".join(missing)))
    return [card.id for card in reversed(cards)
            if card.id in wanted or card.date in days.values()]


def read_bytes(file: str, most: int | None = document.LARGEST) -> bytes:
    """Return the content of a file, or of standard input for -; raises `Fault`, and `Unreadable` if
    there is more of it than `most`."""
    try:
        with open(0 if file == "-" else file, "rb", closefd=file != "-") as opened:
            return opened.read() if most is None else document.bytes_of(opened, most)
    except OSError as fault:
        raise Fault(say("{file}: cannot be read ({fault})",
                        file=file, fault=refusal(fault))) from None


def write_file(path: Path, pieces: Iterable[bytes]) -> None:
    """Write all pieces or nothing; raises `Fault`. A full disk leaves an earlier file as it was."""
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():  # a pipe or a device; a folder raises OSError
            with path.open("wb") as pipe:
                pipe.writelines(pieces)
            return
        write_whole(path, pieces)
    except OSError as fault:
        raise _unwritten(str(path), fault) from None
