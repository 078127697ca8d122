"""The command that makes the page for phones: `pocket`."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from scorepad.cli.shared import _, command, show, warn
from scorepad.i18n.message import N_, Fault, say

MEGABYTE = 1_000_000


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    make = command(commands, "pocket", N_(
        "Make the pocket page: the whole app as files for any web space. Phones keep it and use "
        "it without a network.\n\nExample: scorepad pocket page"), pocket)
    make.add_argument("folder", metavar="FOLDER", nargs="?", help=_(
        "Where the files go; a page that is already there is replaced. Without it, they go where "
        "\"scorepad serve\" offers them."))
    make.add_argument("--zip", metavar="FILE", type=Path,
                      help=_("The same in one file, for forms that take uploads."))


def pocket(given: Namespace) -> None:
    """Make the page."""
    from scorepad.config import Settings
    from scorepad.pocket.making import make, zip_page

    folder = Settings.of().pocket if given.folder is None else Path(given.folder)
    try:
        size = make(folder, warn)
        if given.zip is not None:
            zip_page(folder, given.zip)
    except OSError as fault:
        raise Fault(say("{file}: cannot be written ({fault})",
                        file=fault.filename or str(folder), fault=fault.strerror)) from None
    megabytes = round(size / MEGABYTE)
    show(say("The page is in {folder}: {size} MB. Put it on any web space that speaks HTTPS.",
             folder=given.folder, size=megabytes) if given.folder is not None else
         say("The page is in {folder}: {size} MB. \"scorepad serve\" offers it under /pocket/.",
             folder=str(folder), size=megabytes))
