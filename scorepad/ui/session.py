"""What one user has before them: the language, the theme, the width, and the book to ask.

One session a socket; nothing here is shared between two users. Screens read from it what they
show, and act through `attempt`, so that a refusal is a sentence on the screen and never a crash.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import flet as ft

from scorepad.service import Refused, Service
from scorepad.storage import StorageFault
from scorepad.text import Message
from scorepad.ui import theme
from scorepad.words import Words

TOPIC = "book"
"""What sessions tell each other after a change."""

THEMES = {"system": ft.ThemeMode.SYSTEM, "light": ft.ThemeMode.LIGHT, "dark": ft.ThemeMode.DARK}


@ft.observable
@dataclass
class Session:
    """width, height: of the page; text_scale: how much larger than usual its reader wants text;
    revision: counts the changes of the book, so that whoever shows it looks again.
    """

    service: Service
    device_language: str
    width: float
    height: float
    text_scale: float = 1
    language: str = "system"
    theme: str = "system"
    revision: int = 0
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        self.language = self.service.kept("language") or "system"
        self.theme = self.service.kept("theme") or "system"
        self._speak()
        self._typing: dict[str, Any] = {}
        # Here and not on the sheet: a service that appears while the page is being shown for the
        # first time can leave it blank.
        self._wakelock = ft.Wakelock()

    def typing(self, sheet: str, begin: Callable[[], Any]) -> Any:
        """What this user is typing for a sheet; `begin` makes it when it is first asked for."""
        if sheet not in self._typing:
            self._typing[sheet] = begin()
        return self._typing[sheet]

    def _speak(self) -> None:
        self.words = Words(self.device_language if self.language == "system" else self.language)

    def hear(self, language: str) -> None:
        """The device speaks this language, such as de-AT."""
        heard = "de" if language.lower().startswith("de") else "en"
        if heard != self.device_language:
            self.device_language = heard
            self._speak()

    # --- preferences --------------------------------------------------------------------------

    def choose_language(self, language: str) -> None:
        """The language: "de", "en", or "system" for the device's own."""
        self.service.keep("language", language)
        self.language = language
        self._speak()

    def choose_theme(self, chosen: str) -> None:
        """The theme: "light", "dark", or "system"."""
        self.service.keep("theme", chosen)
        self.theme = chosen
        page().theme_mode = THEMES[chosen]
        page().update()

    # --- room -----------------------------------------------------------------------------------

    @property
    def wide(self) -> bool:
        """Whether the entry has room beside the sheet."""
        return self.width >= theme.WIDE

    @property
    def roomy(self) -> bool:
        """Whether sheet and entry fit below each other; otherwise the whole screen scrolls."""
        return self.height >= theme.ROOMY * self.text_scale

    def resize(self, width: float, height: float) -> None:
        """The page has another size now."""
        self.width, self.height = width, height

    def scale_text(self, height: float) -> None:
        """The probe, a line of text of size `theme.PROBE`, turned out to be so high."""
        self.text_scale = max(1, round(height / (theme.PROBE * theme.LINE), 1))

    def size_that_fits(self, text: str, size: int, room: float) -> float:
        """The type size, at most `size`, at which `text` is no wider than `room`."""
        wanted = theme.text_width(text) * self.text_scale
        return min(size, max(theme.SMALLEST, room / wanted)) if wanted else size

    async def stay_awake(self, awake: bool) -> None:
        """Keep the screen on, or let it sleep again; some browsers refuse, and that is all."""
        try:
            await (self._wakelock.enable() if awake else self._wakelock.disable())
        except RuntimeError:
            pass

    # --- acting -------------------------------------------------------------------------------

    def attempt(self, act: Callable[..., Any], *values: Any) -> bool:
        """Do something to the book and show the change; False, after a sentence, if refused."""
        try:
            act(*values)
        except Refused as fault:
            self.tell(fault.problems[0].message)
            return False
        except StorageFault as fault:
            self.tell(fault.message)
            return False
        self.show_anew()
        page().pubsub.send_others_on_topic(TOPIC, None)
        return True

    def attempt_quietly(self, act: Callable[..., Any], *values: Any) -> None:
        """Do something that changes nothing on the screen."""
        try:
            act(*values)
        except StorageFault as fault:
            self.tell(fault.message)

    def show_anew(self) -> None:
        """Make everything that shows the book read it again."""
        self.revision += 1

    def tell(self, message: str | Message, *, action: str | None = None,
             on_action: Callable[[], Any] | None = None) -> None:
        """Show a sentence for a moment, with something to do about it."""
        undo = ft.SnackBarAction(action, on_click=lambda: on_action()) if action else None
        page().show_dialog(ft.SnackBar(
            ft.Text(self.words(message)), action=undo, duration=5000, persist=False,
            behavior=ft.SnackBarBehavior.FLOATING, width=None,
            margin=ft.Margin.only(left=theme.Space.MEDIUM, right=theme.Space.MEDIUM,
                                  bottom=theme.Height.SAVE + theme.Space.HUGE)))


SessionContext = ft.create_context(None)


def use_session() -> Session:
    """The session of the screen that asks; for components only."""
    return ft.use_context(SessionContext)


def page() -> ft.Page:
    """The page whose event is being handled."""
    return ft.context.page
