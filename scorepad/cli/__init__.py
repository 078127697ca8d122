"""The commands: parse, call, print. A fault is one line on stderr, and the exit code is 2.

Imports that cost time stand in the commands that need them: `replay` opens no database, and only
the command that draws a screen imports Flet. Of the modules here, only the one of the command asked
for is imported.
"""

import argparse
import gc
import gettext
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from scorepad import __version__
from scorepad.cli.shared import LANGUAGE, _, warn, whole
from scorepad.i18n.message import CATALOGUES, N_, Fault

MODULES = {**dict.fromkeys(
               ("replay", "draw", "export", "schema", "where", "pdf", "csv", "stats"), "documents"),
           **dict.fromkeys(("pocket", "serve", "import", "merge", "backup", "restore", "check",
                            "rescue"), "books")}
"""Every command, and the module that holds it."""

SAID_BY_ARGPARSE = (
    N_("usage: "), N_("positional arguments"), N_("options"),
    N_("show this help message and exit"), N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"), N_("unrecognized arguments: %s"),
    N_("expected one argument"), N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"))
"""Sentences that argparse looks up by itself; they stand here to get into the catalogues."""


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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line; after a fault, exit with 2 and its lines on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # None without a console, or closed by `>&-`
            stream.reconfigure(encoding="utf-8", errors="replace")
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        given = _parser(arguments).parse_args(arguments)
        given.run(given)
    except Fault as fault:
        warn(*fault.sentences)
        raise SystemExit(fault.status) from None


def _parser(arguments: Sequence[str]) -> Parser:
    """Return the parser of the command that is asked for, or of all commands if none is."""
    os.environ["LANGUAGE"] = LANGUAGE  # for argparse; it may be asked for under another name
    gettext.bindtextdomain("scorepad", CATALOGUES)
    gettext.textdomain("scorepad")
    parser = Parser("scorepad", allow_abbrev=False, description=_(
        "The score sheet for card tables. Without a command it opens."))
    parser.add_argument("--version", action="version", version=f"Scorepad {__version__}",
                        help=_("Say which version this is."))
    parser.add_argument("--web", action="store_true", help=_("Open as a page in the browser."))
    parser.add_argument("--port", type=whole(1, 65535), metavar="PORT",
                        help=_("Serve the page on this port."))
    parser.set_defaults(run=start)
    commands = parser.add_subparsers(metavar=_("COMMAND"), title=_("commands"))
    asked = [MODULES[argument] for argument in arguments if argument in MODULES][:1]
    for module in asked or dict.fromkeys(MODULES.values()):
        import_module(f"scorepad.cli.{module}").add_to(commands)
    return parser


def start(given: argparse.Namespace) -> None:
    """Open the app."""
    from scorepad.config import Settings
    from scorepad.ui.app import launch

    gc.enable()  # the app runs for a whole evening
    launch(Settings.of(), web=given.web, port=given.port)
