"""The commands: parse, call, print. What goes wrong is one sentence on stderr and exit code 2.

Imports that cost time stand in the commands that need them: `replay` opens no database, and only
the command that draws a screen imports Flet.
"""

import gc
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from scorepad import cli_paper, cli_safety, document, result
from scorepad.cli_shared import (
    LANGUAGE, Fault, File, Output, _, fault_lines, faults_of, one_line, opened_service, read_bytes,
    said, show, write_file,
)
from scorepad.text import N_, say, say_n

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"]},
                  help=_(N_("The score sheet for card tables. Without a command it opens.")))
cli_paper.add_to(app)
cli_safety.add_to(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line; exits with 0, or with 2 after a sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # as it is without a console, or closed by `>&-`
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app(arguments, prog_name="scorepad")
    except Fault as fault:
        print(*map(one_line, fault.lines), sep="\n", file=sys.stderr)
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
    with faults_of(file):
        book, sheets = document.replayed(read_bytes(file))
    if as_json:
        answer = result.json_text(book, sheets)
    else:
        answer = result.text(book, sheets, LANGUAGE)
    show(answer)


@app.command("export", help=_(N_("Write the book to a file.\n\n"
                                 "Example: scorepad export --evening 2026-11-20 evening.json")))
def export_(
    file: Output,
    evening: Annotated[list[str] | None, typer.Option(
        help=_(N_("Only this evening, by its date or id; may be repeated.")))] = None,
) -> None:
    with opened_service() as service:
        chosen = None
        if evening:
            cards = service.evenings()
            chosen = [card.id for card in reversed(cards)
                      if card.id in evening or card.date.isoformat() in evening]
            missing = [wanted for wanted in evening if not any(
                wanted in (card.id, card.date.isoformat()) for card in cards)]
            if missing:
                raise Fault(said(say("No evening {evening} in the book.",
                                      evening=", ".join(missing))))
        text = document.write(service.export(chosen))
    if file == "-":
        show(text.removesuffix("\n"))
    else:
        write_file(Path(file), text.encode())


@app.command("import", help=_(N_("Take the evenings of a file into the book.\n\n"
                                 "Example: scorepad import --preview evening.json")))
def import_(
    file: File,
    preview: Annotated[bool, typer.Option(
        "--preview", help=_(N_("Only say what would be new.")))] = False,
    take: Annotated[bool, typer.Option(
        "--take", help=_(N_("Where the file differs, correct the book by it.")))] = False,
) -> None:
    with faults_of(file):
        incoming, _sheets = document.replayed(read_bytes(file))
    with opened_service() as service:
        merged = service.preview(incoming)
        differing = fault_lines(merged.differing)
        lines = [said(say("New: {counts}", counts=_counts(merged.new))),
                 said(say("Known: {counts}", counts=_counts(merged.known))),
                 *([said(say("Different:")), *differing] if differing else [])]
        if preview:
            show(*lines)
            return
        if differing and not (take and merged.correctable):
            raise Fault(*differing, said(
                say("Nothing was imported, because the book differs. "
                    "With --take it is corrected by the file.") if merged.correctable else
                say("Nothing was imported: this is another evening under the same name.")))
        service.safety.back_up_if_changed()
        service.take(merged, corrections=take)
    show(*lines, said(
        say("Imported.") if merged.additions or take and merged.corrections else
        say("Nothing to import: all of it is in the book.")))


@app.command(help=_(N_("Print the JSON Schema of the file format.\n\n"
                       "Example: scorepad schema > scorepad.schema.json")))
def schema() -> None:
    from scorepad.schema import document_schema

    show(json.dumps(document_schema(), ensure_ascii=False, indent=2))


@app.command(help=_(N_("Say where the book is kept.\n\nExample: scorepad where")))
def where() -> None:
    from scorepad.config import Settings

    show(Settings.of().place)


def _counts(things: Mapping[str, int]) -> str:
    return ", ".join(said(count) for count in (
        say_n("{n} player", "{n} players", things.get("players", 0)),
        say_n("{n} evening", "{n} evenings", things.get("evenings", 0)),
        say_n("{n} sheet", "{n} sheets", things.get("sheets", 0)),
        say_n("{n} hand", "{n} hands", things.get("hands", 0))))
