"""The command by which two books meet: `merge`."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.cli.shared import MOST_FAULTS, _, command, opened_service, said, show, warn
from scorepad.i18n.message import N_, Fault, Message, say, say_n

if TYPE_CHECKING:
    from scorepad.service.rescue import Rescue


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    meet = command(commands, "merge", N_(
        "Take in what another book has, with its history; with a server, exchange it.\n\n"
        "Example: scorepad merge --preview tablet.entries"), merge,
        other=N_("A book, a backup, a file of entries, or the address of a server."))
    meet.add_argument("--preview", action="store_true", help=_("Only say what would be new."))
    meet.add_argument("--same", action="store_true", help=_(
        "Take names that are known, or look like known ones, for the same people."))


def merge(given: Namespace) -> None:
    """Take in another book, or only say what would come."""
    from scorepad.config import Settings
    from scorepad.service.rescue import Rescue
    from scorepad.service.safety import Picked
    from scorepad.service.safety_messages import joined, parts_of

    if given.other.startswith(("https://", "http://")):
        _exchange(given.other, only_look=given.preview)
        return
    rescue, other = Rescue.of(Settings.of().database), Path(given.other)
    if rescue is not None and rescue.are_one and other.exists() and rescue.kept is not None \
            and other.samefile(rescue.kept):
        _unite(rescue, only_look=given.preview)
        return
    with opened_service() as service:
        found = service.meetings.preview(Picked.at(other))
        warn(*[f"{said(say('entry {number}', number=number))}: {said(fault)}"
               for number, fault in found.refused[:MOST_FAULTS]])
        if (more := len(found.refused) - MOST_FAULTS) > 0:
            warn(say("… and {count} more", count=more))
        lines: list[Message] = [
            say_n("Known: {n} entry", "Known: {n} entries", found.known),
            *[each.question for each in found.newcomers], *found.apart]
        if found.newcomers and not given.same:
            lines.append(say("With --same these names are one person each, otherwise two, who can "
                             "be put together under Players."))
        if found.new.nothing:
            show(*lines, say("Nothing to merge: all of it is in the book."))
            return
        show(say("New: {counts}", counts=joined(parts_of(found.new))), *lines)
        if not given.preview:
            service.safety.back_up_if_changed()
            service.meetings.take(found, found.newcomers if given.same else ())
            show(say("Merged."))


def _exchange(other: str, *, only_look: bool) -> None:
    """Exchange entries with the book of a server."""
    import socket

    from scorepad.config import Settings
    from scorepad.service.safety_messages import joined, parts_of
    from scorepad.web.exchange.partner import way_to

    if only_look:
        raise Fault(say("A server has no preview. A backup is made before, and nothing is lost: "
                        "merge without --preview."))
    settings = Settings.of()
    with opened_service() as service:
        service.safety.back_up_if_changed()
        with way_to(other, settings.data / "servers.json",
                    settings.author or socket.gethostname()) as send:
            met = service.meetings.meet(send)
        if met.refused:
            warn(*[said(fault) for fault in met.refused[:MOST_FAULTS]])
        show(say("New: {counts}", counts=joined(parts_of(met.new))) if not met.new.nothing else
             say("Nothing new came."),
             say_n("Sent: {n} entry", "Sent: {n} entries", met.sent))
        if met.refused_there:
            warn(say_n("{n} entry was refused there.", "{n} entries were refused there.",
                       met.refused_there))


def _unite(rescue: "Rescue", *, only_look: bool) -> None:
    """Put what was open and what lies in its place now together, or only say what that would be."""
    from scorepad.service.safety_messages import joined, parts_of

    show(say("Both together: {parts}", parts=joined(parts_of(rescue.together()))))
    if only_look:
        return
    aside, refused = rescue.unite()
    warn(*refused[:MOST_FAULTS])
    show(say("Merged.") if aside is None else
         say("Merged. What was there is kept as {file}.", file=str(aside)))
