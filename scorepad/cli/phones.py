"""The commands that bring the book to phones: `serve` and, without a network, `pocket`."""

import os
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.cli.shared import _, command, said, show, warn, whole
from scorepad.i18n.message import N_, Fault, refusal, say

if TYPE_CHECKING:
    from scorepad.web.access.origins import Network

MEGABYTE = 1_000_000


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
    serve.add_argument("--proxy", metavar="ADDRESS", type=_network, action="append", default=[],
                       help=_("The address or network of this proxy, such as 172.30.0.0/24, if it "
                              "is not on this machine; may be given several times. Nobody else is "
                              "believed about who asks, which counts where PINs are guessed."))
    serve.add_argument("--json", action="store_true",
                       help=_("Print how to come in as one line of JSON, and open no browser."))
    make = command(commands, "pocket", N_(
        "Make the pocket page: the whole app as files for any web space. Phones keep it and use "
        "it without a network.\n\nExample: scorepad pocket page"), pocket)
    make.add_argument("folder", metavar="FOLDER", nargs="?", help=_(
        "Where the files go; a page that is already there is replaced. Without it, they go where "
        "\"scorepad serve\" offers them."))
    make.add_argument("--zip", metavar="FILE", type=Path,
                      help=_("The same in one file, for forms that take uploads."))


def _network(text: str) -> "Network":
    """Return the addresses that a text names, for argparse."""
    from ipaddress import ip_network

    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ArgumentTypeError(said(say(
            "{value} is not an address or network such as 172.30.0.0/24", value=text))) from None


def start(given: Namespace) -> None:
    """Serve until Ctrl-C."""
    import gc

    from scorepad.config import Settings
    from scorepad.ui.app import main_for
    from scorepad.web.host.network import ServerAddress, serve_network

    gc.enable()  # it runs for a whole evening
    settings = Settings.of()
    try:
        serve_network(lambda book, phones: main_for(settings, book=book, phones=phones), settings,
                      ServerAddress(given.host, given.port, given.behind, tuple(given.proxy)),
                      as_json=given.json)
    except KeyboardInterrupt:
        pass


def pocket(given: Namespace) -> None:
    """Make the page."""
    from scorepad.config import Settings
    from scorepad.pocket.making import make, zip_page

    folder = Settings.of().pocket if given.folder is None else Path(given.folder)
    if given.zip is not None:  # said before the minutes that making takes
        _look_at_place(given.zip, folder)
    try:
        size = make(folder, warn)
        if given.zip is not None:
            zip_page(folder, given.zip)
    except OSError as fault:
        raise Fault(say("{file}: cannot be written ({fault})",
                        file=fault.filename or str(folder), fault=refusal(fault))) from None
    megabytes = round(size / MEGABYTE)
    show(say("The page is in {folder}; a phone fetches {size} MB of it. Put it on any web space "
             "that speaks HTTPS.", folder=given.folder, size=megabytes)
         if given.folder is not None else
         say("The page is in {folder}; a phone fetches {size} MB of it. \"scorepad serve\" offers "
             "it under /pocket/.", folder=str(folder), size=megabytes))


def _look_at_place(file: Path, folder: Path) -> None:
    """Raise Fault unless a file can be written beside the page."""
    if file.absolute().is_relative_to(folder.absolute()):
        raise Fault(say("{file} would lie within the page. Name a place beside its folder.",
                        file=str(file)))
    if file.is_dir() or not os.access(file.parent, os.W_OK):
        raise Fault(say("{file}: cannot be written. Name another place.", file=str(file)))
