"""The commands: parse, call, print. What goes wrong is one sentence on stderr and exit code 2.

Imports that cost time stand in the commands that need them: `replay` opens no database, and only
the command that draws a screen imports Flet.
"""

import gc
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorepad import document, result
from scorepad.games.base import Problem, Unreadable, refuse
from scorepad.text import Message, N_, read_out, say, say_n, system_language

if TYPE_CHECKING:
    from scorepad.service import Service

LANGUAGE = system_language()
MOST_FAULTS = 20


def _(template: str) -> str:
    """A help text in the language of the environment."""
    return read_out(Message(template), LANGUAGE)


app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"]},
                  help=_(N_("The score sheet for card tables. Without a command it opens.")))

File = Annotated[str, typer.Argument(metavar="FILE", help=_(N_("A file, or - for standard input.")),
                                     show_default=False)]


class Fault(Exception):
    """What ends a command; `lines` are for stderr."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line; exits with 0, or with 2 after a sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # as it is without a console, or closed by `>&-`
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app(arguments, prog_name="scorepad")
    except Fault as fault:
        print(*map(_one_line, fault.lines), sep="\n", file=sys.stderr)
        raise SystemExit(2) from None


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    web: Annotated[bool, typer.Option("--web", help=_(N_("Open as a page in the browser.")))]
        = False,
    port: Annotated[int | None, typer.Option(
        min=1, max=65535, help=_(N_("Serve the page on this port.")))] = None,
) -> None:
    if context.invoked_subcommand is None:
        from scorepad.config import Settings
        from scorepad.ui.launch import launch

        gc.enable()  # it stays for the evening
        launch(Settings.of(), web=web, port=port)


@app.command(help=_(N_("Compute a score book without opening any other.\n\n"
                       "Example: scorepad replay evening.json --json")))
def replay(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help=_(N_("Answer in JSON.")))] = False,
) -> None:
    with _faults_of(file):
        book, sheets = document.replayed(_read_bytes(file))
    if as_json:
        answer = result.json_text(book, sheets)
    else:
        answer = result.text(book, sheets, LANGUAGE)
    _answer(answer)


@app.command("export", help=_(N_("Write the book to a file.\n\n"
                                 "Example: scorepad export --evening 2026-11-20 evening.json")))
def export_(
    file: Annotated[str, typer.Argument(
        metavar="FILE", show_default=False, help=_(N_("A file, or - for standard output.")))],
    evening: Annotated[list[str] | None, typer.Option(
        help=_(N_("Only this evening, by its date or id; may be repeated.")))] = None,
) -> None:
    with _service() as service:
        chosen = None
        if evening:
            cards = service.evenings()
            chosen = [card.id for card in reversed(cards)
                      if card.id in evening or card.date.isoformat() in evening]
            missing = [wanted for wanted in evening if not any(
                wanted in (card.id, card.date.isoformat()) for card in cards)]
            if missing:
                raise Fault(_said(say("No evening {evening} in the book.",
                                      evening=", ".join(missing))))
        text = document.write(service.export(chosen))
    if file == "-":
        _answer(text.removesuffix("\n"))
    else:
        _write_file(Path(file), text)


@app.command("import", help=_(N_("Take the evenings of a file into the book.\n\n"
                                 "Example: scorepad import --preview evening.json")))
def import_(
    file: File,
    preview: Annotated[bool, typer.Option(
        "--preview", help=_(N_("Only say what would be new.")))] = False,
    take: Annotated[bool, typer.Option(
        "--take", help=_(N_("Where the file differs, correct the book by it.")))] = False,
) -> None:
    with _faults_of(file):
        incoming, _sheets = document.replayed(_read_bytes(file))
    with _service() as service:
        merged = service.preview(incoming)
        differing = _fault_lines(merged.differing)
        lines = [_said(say("New: {counts}", counts=_counts(merged.new))),
                 _said(say("Known: {counts}", counts=_counts(merged.known))),
                 *([_said(say("Different:")), *differing] if differing else [])]
        if preview:
            _answer(*lines)
            return
        if differing and not (take and merged.correctable):
            raise Fault(*differing, _said(
                say("Nothing was imported, because the book differs. "
                    "With --take it is corrected by the file.") if merged.correctable else
                say("Nothing was imported: this is another evening under the same name.")))
        service.take(merged, corrections=take)
    _answer(*lines, _said(
        say("Imported.") if merged.additions or take and merged.corrections else
        say("Nothing to import: all of it is in the book.")))


@app.command(help=_(N_("Print the JSON Schema of the file format.\n\n"
                       "Example: scorepad schema > scorepad.schema.json")))
def schema() -> None:
    from scorepad.schema import document_schema

    _answer(json.dumps(document_schema(), ensure_ascii=False, indent=2))


@app.command(help=_(N_("Say where the book is kept.\n\nExample: scorepad where")))
def where() -> None:
    from scorepad.config import Settings

    _answer(Settings.of().place)


# --- shared -----------------------------------------------------------------------------------

def _answer(*lines: str) -> None:
    """Print what was asked for."""
    try:
        print(*lines, sep="\n", flush=True)
    except OSError as fault:
        # What is left unwritten must not be tried once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(fault, BrokenPipeError):  # that one has read enough, as `head` does
            raise Fault(_said(say("{file}: cannot be written ({fault})",
                                  file="-", fault=fault.strerror))) from None


def _one_line(text: str) -> str:
    """A line as it can be shown: what a file says must not break it or move the cursor."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode()
                   for sign in text)


def _counts(things: Mapping[str, int]) -> str:
    return ", ".join(_said(count) for count in (
        say_n("{n} player", "{n} players", things.get("players", 0)),
        say_n("{n} evening", "{n} evenings", things.get("evenings", 0)),
        say_n("{n} sheet", "{n} sheets", things.get("sheets", 0)),
        say_n("{n} hand", "{n} hands", things.get("hands", 0))))


def _said(message: Message) -> str:
    return read_out(message, LANGUAGE)


def _fault_lines(problems: Sequence[Problem], file: str = "") -> list[str]:
    lines = []
    for place, message in problems[:MOST_FAULTS]:
        where = document.written_place(place) or file
        lines.append(f"{where}: {_said(message)}" if where else _said(message))
    if more := len(problems) - MOST_FAULTS:
        if more > 0:
            lines.append(_said(say("… and {count} more", count=more)))
    return lines


@contextmanager
def _faults_of(file: str) -> Iterator[None]:
    try:
        yield
    except Unreadable as fault:
        raise Fault(*_fault_lines(fault.problems, file)) from None


@contextmanager
def _service() -> "Iterator[Service]":
    from scorepad.config import Settings
    from scorepad.service import Service
    from scorepad.storage import StorageFault

    try:
        service = Service.open(Settings.of())
        try:
            yield service
        finally:
            service.close()
    except StorageFault as fault:
        raise Fault(_said(fault.message)) from None


def _read_bytes(file: str) -> bytes:
    """At most one byte more than the largest document has."""
    try:
        with open(0 if file == "-" else file, "rb", closefd=file != "-") as opened:
            if os.fstat(opened.fileno()).st_size > document.LARGEST:
                refuse(say("is larger than {limit} MB, so it is no score book",
                           limit=document.LARGEST // 1_000_000))
            return opened.read(document.LARGEST + 1)
    except OSError as fault:
        raise Fault(_said(say("{file}: cannot be read ({fault})",
                              file=file, fault=fault.strerror))) from None


def _write_file(path: Path, text: str) -> None:
    """The whole text or nothing: a full disk leaves an earlier file as it was."""
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():  # a pipe, a device; a folder says what it is
            path.write_text(text, encoding="utf-8")
            return
        beside = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as fault:
        raise Fault(_said(say("{file}: cannot be written ({fault})",
                              file=str(path), fault=fault.strerror))) from None
