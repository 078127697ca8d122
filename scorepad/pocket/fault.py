"""Why there is no page."""

from scorepad.text import Message


class CannotMake(Exception):
    """What ends the making of a page; `message` is a sentence that says what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message
