"""Somebody who hears what a screen reader says, and has a keyboard; a screen is never looked at."""

from collections.abc import Iterator
from typing import Any

import flet as ft

from scorepad.ui.entry.stops import told_key
from tests.screens.driver import Driver

MOST = 40
"""The most presses of one key until its listener gives up."""

SPACES = str.maketrans("\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}", "  ")


class Ear:
    """A listener at a screen. heard: all that was said, the last words last. What can be done
    follows from what was heard: a key is pressed until its name is, and only then is it used."""

    def __init__(self, ui: Driver) -> None:
        self._ui = ui
        self._said: dict[str, str] = {}
        self._place = -1
        self.heard: list[str] = []
        self._listen()

    async def press(self, *keys: str) -> str:
        """Press keys; what is said after the last one, all of it."""
        said = ""
        for key in keys:
            if self._lies_over():
                await self._press_over(key)
            else:
                await self._ui.press(key)
            said = self._listen()
        return said

    async def until(self, key: str, words: str) -> str:
        """Press a key until words are heard; the words around them. It goes nowhere unheard."""
        for _ in range(MOST):
            if words in (said := await self.press(key)):
                return said
        raise AssertionError(f"{key} never leads to {words}: {self.heard[-MOST:]}")

    async def to_the_settlement(self) -> str:
        """Leave the sheet by what is said of its bar and its menu; what is read out then."""
        await self.until("F6", "Bar")
        await self.until("Arrow Right", "More")
        assert "Menu" in await self.press("Enter")
        await self.until("Tab", "Settlement")
        await self.press("Enter")
        return "\n".join(self._names(self._ui.controls())).translate(SPACES)

    def _listen(self) -> str:
        """Hear what live regions say anew, and of a dialog its name and what has the keyboard."""
        now = {str(each.identifier): " ".join(filter(None, [
            each.label, told_key(each.content)])) for each in self._ui.find_all(
                where=lambda control: getattr(control, "live_region", None) is True)}
        now |= {f"message {each.content.value}": each.content.value
                for each in self._ui.find_all(kind=ft.SnackBar)
                if each.open and isinstance(each.content, ft.Text)}
        if over := self._lies_over():
            now["dialog"] = getattr(over, "semantics_label", None) or \
                getattr(getattr(over, "content", None), "label", None) or ""
            stops = self._stops()
            now["over"] = stops[self._place][0] if 0 <= self._place < len(stops) else ""
        else:
            self._place = -1
        said = [words for name, words in now.items() if words and self._said.get(name) != words]
        self._said = now
        self.heard += said
        return "; ".join(dict.fromkeys(said)).translate(SPACES).strip()

    def _lies_over(self) -> Any:
        """The dialog that has the keyboard, None for none."""
        return next((each for each in self._ui.page._dialogs.controls if each.open
                     and isinstance(each, ft.AlertDialog | ft.BottomSheet)), None)

    async def _press_over(self, key: str) -> None:
        """In a dialog Tab leads from key to key, and Enter presses."""
        stops = self._stops()
        if key == "Tab":
            self._place = (self._place + 1) % len(stops)
        elif key == "Enter" and self._place >= 0:
            await self._ui.tap(stops[self._place][1])

    def _stops(self) -> list[tuple[str, Any]]:
        """What Tab leads to in a dialog: the names, and what is pressed."""
        return [(" ".join(filter(None, [str(each.title), str(each.subtitle or "")])), each)
                for each in self._ui.find_all(kind=ft.ListTile)]

    @staticmethod
    def _names(controls: Iterator[Any]) -> Iterator[str]:
        """The words of texts as they are read out."""
        for each in controls:
            if isinstance(each, ft.Text):
                yield (each.value if each.semantics_label is None else each.semantics_label) or ""
