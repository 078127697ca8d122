"""The app of one session: which screens there are, and what they stand on."""

from collections.abc import Callable

import flet as ft
from babel import default_locale

from scorepad.config import Settings
from scorepad.service import Service
from scorepad.storage import StorageFault
from scorepad.text import read_out
from scorepad.ui import theme
from scorepad.ui.screens.currency import region_of
from scorepad.ui.screens.evening import Evening
from scorepad.ui.screens.hand import Hand
from scorepad.ui.screens.home import Home
from scorepad.ui.screens.new_sheet import NewSheet
from scorepad.ui.screens.preferences import Preferences
from scorepad.ui.screens.seats import Seats
from scorepad.ui.screens.sheet import Sheet
from scorepad.ui.screens.stars import Stars, StarsOfPlayer
from scorepad.ui.screens.stars_club import StarsOfClub
from scorepad.ui.session import TOPIC, Session, SessionContext

ROUTES = [ft.Route(component=Home, children=[
    ft.Route(path="new", component=NewSheet),
    ft.Route(path="preferences", component=Preferences),
    ft.Route(path="stars", component=Stars, children=[
        ft.Route(path="club", component=StarsOfClub),
        ft.Route(path="of/:player", component=StarsOfPlayer)]),
    ft.Route(path="evening/:evening", component=Evening, children=[
        ft.Route(path="new", component=NewSheet),
        ft.Route(path="sheet/:sheet", component=Sheet, children=[
            ft.Route(path="seats", component=Seats),
            ft.Route(path="hand/:hand", component=Hand)])])])]


@ft.component
def App(session: Session) -> ft.Control:
    """Everything that one session shows."""
    return SessionContext(session, lambda: ft.Router(ROUTES, manage_views=True))


def main_for(settings: Settings) -> Callable[[ft.Page], None]:
    """What Flet calls with the page of every new session; all of them share one opened book."""
    opened: list[Service] = []

    def main(page: ft.Page) -> None:
        page.title = "Scorepad"
        page.fonts = theme.FONTS
        try:
            if not opened:
                opened.append(Service.open(settings))
            opened[0].refresh()
            session = Session(opened[0], settings.language, page.width or 0, page.height or 0)
        except StorageFault as fault:
            page.theme, page.dark_theme = theme.light_theme(), theme.dark_theme()
            _show_fault(page, read_out(fault.message, settings.language))
            return
        page.on_resize = lambda event: session.resize(event.width, event.height)
        # Messages arrive on a thread of their own; the screen changes on the page's.
        page.pubsub.subscribe_topic(
            TOPIC, lambda _topic, _message: page.run_task(_look_again, session))
        page.render_views(App, session)
        if page.web:
            # Asked afterwards, and again by a page that comes back: one that is reloaded before
            # it answers would leave a session that has never shown anything.
            page.on_connect = lambda: page.run_task(_listen_to_browser, page, session)
            page.run_task(_listen_to_browser, page, session)
        else:
            session.region = region_of(default_locale("LC_MONETARY") or "")

    return main


async def _look_again(session: Session) -> None:
    session.show_anew()


async def _listen_to_browser(page: ft.Page, session: Session) -> None:
    """Speak the browser's language, which is its user's and not the server's."""
    device = await page.get_device_info()
    if wanted := getattr(device, "language", None):
        session.hear(wanted)


def _show_fault(page: ft.Page, sentence: str) -> None:
    page.add(ft.SafeArea(ft.Container(
        ft.Column([ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR, size=40),
                   ft.Text(sentence, size=theme.Type.FIGURE, selectable=True)],
                  spacing=theme.Space.LARGE),
        padding=theme.Space.HUGE, width=560)))
