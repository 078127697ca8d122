"""The folder of icons and fonts."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_INSTALLED = _PACKAGE / "assets"

ASSETS = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "assets"
"""The folder inside an installed wheel, or the one beside the package in a checkout."""

FONT, FONT_FILE = "Scorepad Sans", "/fonts/ScorepadSans.ttf"
"""The family of our one variable font, and its place in that folder: figures are tabular, weights
400 to 700 come from one file."""
