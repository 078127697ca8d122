"""A browser of one window, for WebKitWebDriver: the one that comes with it keeps no profile.

Run by the system's Python, which has GTK: nothing of the project is imported here.
"""

import argparse
import signal

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

LIKE_SAFARI = {"StorageAPI", "StorageAPIEstimate", "FileSystem", "AccessHandle",
               "FileSystemWritableStream"}


def main(given: argparse.Namespace) -> None:
    context = _context(given)
    context.set_automation_allowed(True)
    if given.language != "C":  # otherwise it claims to speak what the system is set to
        context.set_preferred_languages([given.language])
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
    features = WebKit2.Settings.get_all_features()
    for feature in map(features.get, range(features.get_length())):
        if given.features and feature.get_identifier() in LIKE_SAFARI:
            settings.set_feature_enabled(feature, True)

    def view(*_session: object) -> WebKit2.WebView:
        view = WebKit2.WebView(web_context=context, settings=settings,
                               is_controlled_by_automation=True)
        window = Gtk.Window(default_width=390, default_height=844)
        window.add(view)
        window.show_all()
        view.connect("close", lambda _view: window.destroy())
        return view

    def started(_context: object, session: WebKit2.AutomationSession) -> None:
        application = WebKit2.ApplicationInfo()
        application.set_name("MiniBrowser")  # the driver asks for that
        application.set_version(2, 50, 0)
        session.set_application_info(application)
        session.connect("create-web-view", view)

    context.connect("automation-started", started)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Gtk.main()


def _context(given: argparse.Namespace) -> WebKit2.WebContext:
    if given.private:
        return WebKit2.WebContext.new_ephemeral()
    return WebKit2.WebContext(website_data_manager=WebKit2.WebsiteDataManager(
        base_data_directory=f"{given.profile}/data", base_cache_directory=f"{given.profile}/cache"))


parser = argparse.ArgumentParser()
parser.add_argument("--profile", required=True)
parser.add_argument("--language", required=True)
for name in ("--private", "--features", "--automation"):
    parser.add_argument(name, action="store_true")
main(parser.parse_known_args()[0])
