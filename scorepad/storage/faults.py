"""What can be wrong with the place where the book is kept."""

from scorepad.text import Message


class StorageFault(Exception):
    """The book cannot be opened or written; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message
