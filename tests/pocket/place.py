"""The pocket page as a place for an evening."""

import json
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Playwright

from tests.browser.hand import CANVAS_LAG, Hand
from tests.browser.place import kept
from tests.pocket.phone import Elsewhere, Host, Phone, opened


class Pocket:
    """A phone with the page, on as long as this is entered. When it is started anew, its host does
    not run any more."""

    def __init__(self, playwright: Playwright, folder: Path, host: Host, elsewhere: Elsewhere
                 ) -> None:
        self._playwright, self._folder, self._host = playwright, folder, host
        self._elsewhere = elsewhere
        self.phone: Phone | None = None
        self.hand: Hand

    def __enter__(self) -> Self:
        self._switch_on()
        return self

    def __exit__(self, *_: object) -> None:
        """However it ends, no Chromium is left."""
        if self.phone:
            self.phone.kill()

    def _switch_on(self) -> None:
        self.phone = Phone(self._playwright, self._folder / "profile", self._elsewhere)
        self.phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.hand = opened(self.phone, self._host.address)

    def restart(self) -> None:
        assert self.phone
        self._host.stop()
        self.phone.off()
        self._switch_on()

    def take_in(self, *evenings: dict[str, Any]) -> None:
        """By the screen: the file is chosen, looked at, and taken in."""
        file = self._folder / "evenings.json"
        file.write_text(json.dumps({"format": "scorepad/1", "evenings": evenings}), "utf-8")
        self.hand.open("/safety")
        self.hand.page.wait_for_timeout(CANVAS_LAG)
        with self.hand.page.expect_file_chooser() as chooser:
            self.hand.tap(identifier="import-file")
        chooser.value.set_files(file)
        self.hand.tap(identifier="import")
        self.hand.find(identifier="import").wait_for(state="detached")

    def export(self) -> bytes:
        """By the screen too."""
        self.hand.open("/safety")
        self.hand.page.wait_for_timeout(CANVAS_LAG)
        with self.hand.page.expect_download() as download:
            self.hand.tap(identifier="export")
        return kept(self.hand, download.value, self._folder).read_bytes()
