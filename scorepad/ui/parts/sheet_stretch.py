"""The part of a long sheet that is drawn: its latest hands, and earlier ones on request.

What is drawn costs memory, in the program and in the browser, for every page that shows it; so it
stays within a bound however many hands there are.
"""

from typing import NamedTuple

BLOCK = 20
"""Hands that are drawn together; a hand stays in its block as long as the sheet exists."""

AT_ONCE = 4
"""Blocks that are drawn at first, and that come with each tap: the hands of an evening."""

AT_MOST = 3 * AT_ONCE
"""The most blocks that are drawn together; still earlier ones take their place."""


class Stretch(NamedTuple):
    """The hands of a sheet that are drawn: `length` blocks, up to block `last`, counted from 0.
    None is the end of the sheet, wherever that is by now."""

    last: int | None = None
    length: int = AT_ONCE

    def blocks(self, hands: int) -> range:
        """Return the blocks to draw of a sheet with so many hands, the latest first."""
        last = _last_block(hands) if self.last is None else min(self.last, _last_block(hands))
        return range(last, max(-1, last - self.length), -1)

    def earlier(self, hands: int) -> "Stretch | None":
        """Return the stretch with earlier hands, below these or in their place; None where there
        are none."""
        shown = self.blocks(hands)
        if not shown or shown[-1] == 0:
            return None
        if self.length < AT_MOST:
            return self._replace(length=self.length + AT_ONCE)
        return Stretch(shown[-1] - 1)

    def later(self, hands: int) -> "Stretch | None":
        """Return the stretch with the hands that came after these; None where there are none."""
        shown = self.blocks(hands)
        if not shown or shown[0] == _last_block(hands):
            return None
        last = shown[0] + AT_MOST
        return Stretch() if last >= _last_block(hands) else Stretch(last, AT_MOST)


OPENING = Stretch(length=1)
"""The latest hands, which fill a screen: a long sheet is there sooner if the others follow."""


def _last_block(hands: int) -> int:
    return (hands - 1) // BLOCK
