"""The folder of icons and fonts."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def _find() -> Path:
    """Return the folder inside an installed wheel, or the one beside the package in a checkout."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


ASSETS = _find()
