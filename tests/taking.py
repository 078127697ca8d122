"""Files of every kind on their way into a book, as the one way in takes them."""

import json
from typing import Any

from scorepad import document
from scorepad.book.record import BookRecord
from scorepad.service import Service
from scorepad.service.meeting import Meeting
from scorepad.service.safety import Picked


def picked(file: Any) -> Picked:
    """A document as a chosen file; file: its text, its bytes, its JSON, or records."""
    if isinstance(file, BookRecord):
        file = document.write(file)
    if isinstance(file, dict):
        file = json.dumps(file)
    return Picked("file.json", content=file.encode() if isinstance(file, str) else file)


def look(service: Service, file: Any) -> Meeting:
    """What taking in a document would do."""
    return service.meetings.preview(picked(file))


def take(service: Service, file: Any) -> Meeting:
    """Take in a document; what its preview said."""
    found = look(service, file)
    service.meetings.take(found)
    return found


def file_of(service: Service) -> str:
    """All of a book as a document."""
    return document.write(service.export())


def told(found: Meeting) -> list[str]:
    """The sentences about what will be asked."""
    return [str(each) for each in found.apart]
