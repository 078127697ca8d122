"""Where the icons and fonts lie."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def _find() -> Path:
    """The folder inside an installed wheel, or beside the package in a checkout."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


ASSETS = _find()
