"""The command that serves the table: `serve`."""

from argparse import Namespace
from typing import Any

from scorepad.cli.shared import _, command, whole
from scorepad.i18n.message import N_


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    serve = command(commands, "serve", N_(
        "Serve the book to the phones at the table. Whoever scans the QR code watches, and the "
        "host lets others write.\n\nExample: scorepad serve --port 8550"), start)
    serve.add_argument("--host", metavar="ADDRESS",
                       help=_("Listen only at this address of this machine."))
    serve.add_argument("--port", type=whole(0, 65535), default=8550, metavar="PORT",
                       help=_("Serve the page on this port."))
    serve.add_argument("--behind", metavar="URL", default="", help=_(
        "The address of a proxy with TLS before this server, such as https://club.example."))
    serve.add_argument("--json", action="store_true",
                       help=_("Print how to come in as one line of JSON, and open no browser."))


def start(given: Namespace) -> None:
    """Serve until Ctrl-C."""
    import gc

    from scorepad.config import Settings
    from scorepad.ui.table import Table, serve_table

    gc.enable()  # it runs for a whole evening
    try:
        serve_table(Settings.of(), Table(given.host, given.port, given.behind), as_json=given.json)
    except KeyboardInterrupt:
        pass
