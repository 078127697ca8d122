"""The agreement of a table on a Partie that it breaks off, while it is typed. No Flet here."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words


@dataclass
class AgreementForm:
    """The amounts that everybody receives, as they are typed: with a minus sign who pays, and
    nothing at all where the table agreed on nothing.

    names: of the players; typed: the text in each field, by name.
    """

    names: Sequence[str]
    typed: dict[str, str] = field(default_factory=dict)

    def type(self, name: str, text: str) -> None:
        """Take the text in the field of a player."""
        self.typed = {**self.typed, name: text}

    def fault_of(self, name: str, words: Words) -> Message | None:
        """Return why what is typed for a player is no amount, or None."""
        if self._cents(name, words) is None:
            return say("Type an amount such as {example}, with a minus sign if {name} pays.",
                       example=words.amount(150), name=name)
        return None

    def fault(self, words: Words) -> Message | None:
        """Return the first reason against the amounts, or None if they can be agreed on."""
        for name in self.names:
            if fault := self.fault_of(name, words):
                return fault
        if total := sum(self.agreement(words)):
            over = f"{'-' if total < 0 else '+'}{words.amount(abs(total))}"
            return say("The amounts add up to {sum}: what some receive the others pay.", sum=over)
        return None

    def agreement(self, words: Words) -> tuple[int, ...]:
        """Return the cents that each seat receives; empty where nothing is agreed on."""
        cents = tuple([self._cents(name, words) or 0 for name in self.names])
        return cents if any(cents) else ()

    def _cents(self, name: str, words: Words) -> int | None:
        """Return the cents typed for a player, 0 where nothing is, None where it is no amount."""
        text = self.typed.get(name, "").strip().replace("−", "-")
        if not text:
            return 0
        cents = words.read_amount(text.lstrip("+-")) if text.count("-") + text.count("+") <= 1 \
            else None
        return cents if cents is None or not text.startswith("-") else -cents
