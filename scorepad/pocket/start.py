"""Where the Python of the pocket page begins."""

from scorepad.config import Settings
from scorepad.pocket.place import Pocket
from scorepad.ui import theme
from scorepad.ui.launch import launch


def start() -> None:
    """Begin the app; it waits for its page."""
    # The page's own list of fonts has ours, so that it is there before the first frame; an
    # address that begins with / leads out of the folder in which the page may lie.
    theme.FONTS.clear()
    launch(Settings.of(), place=Pocket())
