"""The exception that ends the making of a page."""

from scorepad.i18n.message import Message


class CannotMake(Exception):
    """A page that cannot be made; `message` is a sentence that says what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message
