"""The session of one page: language, theme, size, and the service to ask, which alone is shared
with other pages. Screens act through `attempt`, which makes sentences of refusals."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Any, Protocol, TypeVar

import flet as ft

from scorepad.i18n.message import LANGUAGES, Message, say
from scorepad.i18n.words import Words
from scorepad.service import Refused, Service
from scorepad.service.appending import ChangedMeanwhile
from scorepad.service.book_in_use import WINDOW
from scorepad.service.roles import Role
from scorepad.service.safety import Picked
from scorepad.storage import StorageFault
from scorepad.storage.faults import InUse, Silent
from scorepad.ui import room, theme
from scorepad.ui.forms.new_sheet import region_of
from scorepad.ui.place import Looks, Picker, Place, here, on_phone, take_over
from scorepad.ui.trail import Trail, go_uncovered, is_shown, message_bar
from scorepad.web import limits
from scorepad.web.access.phones import Phones
from scorepad.web.host.session_store import TAB, TOPIC

Typed = TypeVar("Typed")

SESSION = "session"
"""The key of our session in the store of a Flet session."""

PHONES = "phones"
"""The key of the server's devices in a session's store, where something is served to others."""

PAUSE, LONGEST_WAIT = 0.3, 15
"""Seconds between two attempts, and for all of them together, where another program holds the book
for longer than a screen can stand still."""

WAITING = say("Another program is using the book. This is saved as soon as it is free.")
NOT_YET = say("Not yet: an earlier change is still waiting for another program. Try again then.")


class Listener(Protocol):
    """A screen that is told what happens around it."""

    def press(self, event: ft.KeyboardEvent) -> None:
        """Handle a key of the keyboard."""

    def look_beside(self) -> None:
        """Look for what may have been typed on another page."""


@ft.observable
@dataclass
class Session(room.Room):
    """The state of one page, which is a `Room`.

    region: the country of the device, such as CH; revision: counts the changes of the book, so that
    whatever shows it looks again; visits: counts how often the browser has come, so that what was
    asked of it is asked again; is_deaf: whether it has failed to listen.
    """

    service: Service
    device_language: str
    width: float
    height: float
    device_scale: float = 1
    looks: Looks = Looks()
    region: str = ""
    revision: int = 0
    visits: int = 1
    turned: bool = False
    close: bool = False
    is_deaf: bool = False
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        looks = self.place.looks()
        if looks is None and (looks := take_over(self.service)):
            self.place.keep_looks(looks)
        self.looks = looks or Looks()
        self._typing: dict[str, Any] = {}
        self._speak()
        self._is_waiting = self._tells_above = False
        self._told: ft.SnackBar | None = None
        self._told_in: asyncio.Task[Any] | None = None
        self._draw_first: Callable[[], None] = lambda: None
        self._listener: Listener | None = None
        self._typed_in: tuple[object, str] | None = None
        # Here and not on the sheet: a service that appears while the page is being shown for the
        # first time can leave it blank.
        self._wakelock = ft.Wakelock()
        self._motor = ft.HapticFeedback()
        self.restore_picker = Picker(limits.BACKUP_BYTES, self.tell)
        self.import_picker = Picker(limits.BACKUP_BYTES, self.tell)
        self.picked: Picked | None = None
        self.trail = Trail(page().route)
        page().session.store.set(SESSION, self)
        self._dress()

    @property
    def place(self) -> Place:
        """The place where the page is shown, which says what can be done there."""
        return here()

    def typing(self, sheet: str, begin: Callable[[], Typed]) -> Typed:
        """Return what this user is typing for a sheet; `begin` makes it on the first call."""
        if sheet not in self._typing:
            self._typing[sheet] = begin()
        typed: Typed = self._typing[sheet]
        return typed

    @property
    def tab(self) -> str:
        """The name of this page among all that show the book: the same after a reload."""
        tab: str = page().session.store.get(TAB) or WINDOW
        return tab

    def _speak(self) -> None:
        chosen = self.looks.language
        self.words = Words(self.device_language if chosen == "system" else chosen, self.looks.deck)
        page().locale_configuration = ft.LocaleConfiguration(
            [ft.Locale(each) for each in LANGUAGES], ft.Locale(self.words.language))
        for typed in self._typing.values():
            typed.said = ""  # in the language from before

    def _dress(self) -> None:
        """Show the page in the chosen theme and text size."""
        shown = page()
        shown.session.store.set(theme.TEXT_SIZE, self.looks.text_size)
        shown.theme, shown.dark_theme = theme.themes()
        shown.theme_mode = ft.ThemeMode(self.looks.theme)
        self._fit()

    def adopt_language(self, language: str) -> None:
        """Take on the device's language, such as de-AT, and its region."""
        self.region = region_of(language)
        heard = "de" if language.lower().startswith("de") else "en"
        if heard != self.device_language:
            self.device_language = heard
            self._speak()

    # --- preferences --------------------------------------------------------------------------

    def choose(self, preference: str, value: Any) -> None:
        """Set a preference, by its name in `Looks`, and have the device keep it."""
        self.looks = replace(self.looks, **{preference: value})
        self.place.keep_looks(self.looks)
        match preference:
            case "language" | "deck":
                self._speak()
            case "theme" | theme.TEXT_SIZE:
                self._dress()
                page().update()
            case "haptics":
                self.vibrate()

    @property
    def is_host(self) -> bool:
        """True if whoever uses the page may change everything."""
        return self.service.may(Role.HOST)

    @property
    def phones(self) -> Phones | None:
        """The devices of the server, for a host; None where nothing is served to others."""
        phones: Phones | None = page().session.store.get(PHONES)
        return phones if self.is_host else None

    @property
    def shape(self) -> tuple[object, ...]:
        """The values, besides the book, on which everything that is drawn depends."""
        return self.words, self.width, self.height, self.device_scale, self.looks, \
            self.listens

    @property
    def listens(self) -> bool:
        """True if the browser can listen to speech, as far as is known."""
        return not self.is_deaf and self.place.listens

    # --- the device -----------------------------------------------------------------------------

    async def stay_awake(self, awake: bool) -> None:
        """Keep the screen on if the user wants that, or let it sleep again."""
        if self.looks.awake or not awake:
            await _try(self._wakelock.enable if awake else self._wakelock.disable)

    def vibrate(self) -> None:
        """Give haptic feedback to a tap, if the user wants it and the device can."""
        if self.looks.haptics and on_phone():
            page().run_task(_try, self._motor.light_impact)

    # --- acting -------------------------------------------------------------------------------

    def attempt(self, act: Callable[..., Any], *values: Any,
                then: Callable[[], None] | None = None,
                overtaken: Callable[[Message], None] | None = None) -> bool:
        """Do something to the book and show the change; return False, after a sentence, if refused.

        then: called once it is done. With it, the act may wait for another program that holds the
        book, while everybody else goes on. overtaken: called with the reason if somebody else has
        changed the same thing meanwhile.
        """
        if self._is_waiting:
            self.tell(NOT_YET if then is None else WAITING)
            return False
        once = partial(self._attempt, partial(act, *values), overtaken)
        try:
            done = once()
        except InUse as fault:
            if then is None:
                self.tell(fault.message)
            else:
                self._is_waiting = True
                self.tell(WAITING)
                page().run_task(self._wait, once, then)
            return False
        if done and then is not None:
            then()
        return done

    async def _wait(self, once: Callable[[], bool], then: Callable[[], None]) -> None:
        until, done = monotonic() + LONGEST_WAIT, None
        try:
            while done is None:
                await asyncio.sleep(PAUSE)
                try:
                    done = once()
                except InUse as fault:
                    if monotonic() > until:
                        self.tell(fault.message)
                        return
        finally:
            self._is_waiting = False
        if done:
            then()

    def _attempt(self, act: Callable[[], Any],
                 overtaken: Callable[[Message], None] | None) -> bool:
        """Make one attempt; raise `InUse` if another program holds the book."""
        try:
            act()
        except InUse:
            raise
        except ChangedMeanwhile as fault:
            (overtaken or self.tell)(fault.message)
            self.show_anew()
            return False
        except (Refused, StorageFault) as fault:
            self.tell(fault.message)
            return False
        self.hush(faults_only=True)
        self._draw_first()
        self.show_everywhere()
        return True

    def attempt_quietly(self, act: Callable[..., Any], *values: Any) -> None:
        """Do something that changes nothing on the screen."""
        try:
            act(*values)
        except (InUse, Silent, Refused):
            pass  # the next key tries again; only a crash before that loses what is half typed
        except StorageFault as fault:
            self.tell(fault.message)

    def draw_first(self, draw: Callable[[], None]) -> None:
        """Set what is drawn first after a change, ahead of all else on the screen."""
        self._draw_first = draw

    def tell_above(self, above: bool) -> None:
        """Set whether a phone shows sentences, the present one too, below the bar, because what
        people want to tap next is where they stand otherwise."""
        told, before, self._tells_above = self._told, self._tells_above, above
        if above and not before and not self.wide and told is not None and told.open:
            self._told_in = None
            self._retell()

    @property
    def listener(self) -> Listener | None:
        """The screen that listens, if one does."""
        return self._listener

    def listen(self, listener: Listener | None) -> None:
        """Let a screen listen, or nobody."""
        self._listener = listener

    def type_in(self, field: object) -> None:
        """Note that a field has the keyboard."""
        self._typed_in = field, page().route

    def leave(self, field: object) -> None:
        """Note that a field has the keyboard no more."""
        if self._typed_in is not None and self._typed_in[0] is field:
            self._typed_in = None

    @property
    def is_typing(self) -> bool:
        """True if what is typed goes into a field; one of a screen that was left has no say."""
        return self._typed_in is not None and self._typed_in[1] == page().route

    def show_anew(self) -> None:
        """Make everything that shows the book read it again."""
        self.revision += 1

    def show_everywhere(self) -> None:
        """Make everything that shows the book read it again, here and on all other pages."""
        self.show_anew()
        page().pubsub.send_others_on_topic(TOPIC, None)

    def come_back(self) -> None:
        """Ask again for whatever the browser may have missed while it was away."""
        self.visits += 1
        self.show_anew()

    def tell(self, message: str | Message, *, action: str | None = None,
             on_action: Callable[[], Any] | None = None, above: bool = False) -> None:
        """Show a sentence for five seconds; with `action` and `on_action`, also a button. above:
        a phone shows it below the bar in any case."""
        self.hush()
        bar = message_bar(self.words.sentence(message), action, on_action, self.device_scale,
                          (self.width, self.height), above=above or self._tells_above)
        self._told, self._told_in = bar, asyncio.current_task()
        self._retell = partial(self.tell, message, action=action, on_action=on_action, above=above)
        page().show_dialog(bar)

    def hush(self, *, faults_only: bool = False) -> None:
        """Take the last sentence away, because what it was about is over, and nobody is to read it
        above something else. One of this very moment stays. faults_only: leave it if it has a
        button."""
        told = self._told
        if told is None or not told.open or faults_only and told.action:
            return
        if self._told_in is not asyncio.current_task() and is_shown(page(), told):
            told.open = False
            page().session.patch_control(told)

    def offer_undo(self, done: Message, undo: Callable[..., Any], *values: Any) -> None:
        """Say what was done, with a button that undoes it."""
        self.tell(done, action=self.words("Undo"),
                  on_action=lambda: self.attempt(undo, *values))


def is_at_the_book() -> bool:
    """Return whether the page is used on the device that has the book, as far as is known."""
    return page().session.store.get(PHONES) is None


async def _try(ask: Callable[[], Awaitable[Any]]) -> None:
    """Ask the device for something; ignore it if the device refuses or never answers."""
    try:
        await ask()
    except (RuntimeError, TimeoutError):
        pass


def of_page() -> Session:
    """Return the session of the page that is drawn, or whose event is handled."""
    session: Session = ft.context.page.session.store.get(SESSION)
    return session


def page() -> ft.Page:
    """Return the page whose event is being handled."""
    return ft.context.page


def going_to(route: str) -> Callable[[], None]:
    """Return a handler that leads to the screen at an address."""
    return lambda: go(route)


def go(route: str) -> None:
    """Go on to the screen at an address."""
    of_page().trail.ask(route)
    of_page().hush()
    go_uncovered(page(), route)


def go_back(route: str) -> None:
    """Go back to the screen at an address, or to one that takes the place of this one."""
    of_page().trail.turn_back(route)
    of_page().hush()
    go_uncovered(page(), route)
