"""Where Chromium is, and how to get it when it is nowhere."""

import os
import shutil
import subprocess
import sys

NOT_NEEDED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "Translate",
)
"""Nobody sees the address line, whose popups are pages that cost more than the test's own. The
rest Playwright leaves out too, but Chromium hears only one list."""

FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--js-flags=--liftoff-only",
         f"--disable-features={','.join(NOT_NEEDED)}"]
"""A container has no user namespaces and a tiny /dev/shm; the tests only open our own page. It is
compiled once and quickly: before better code were ready it would be closed again."""

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

Command = tuple[str, ...]


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome, that in SCOREPAD_CHROMIUM first; None if there is none."""
    wanted = os.environ.get("SCOREPAD_CHROMIUM")
    return next(filter(None, map(shutil.which, (wanted,) if wanted else NAMES)), None)


def ensure_chromium() -> str:
    """The path of a Chromium, installed by the system's package manager if need be.

    Raises SystemExit(2), after saying what to install, where that cannot be done.
    """
    found = find_chromium()
    if found is None and "SCOREPAD_CHROMIUM" not in os.environ:
        for command in _install_commands():
            print("$", *command, flush=True)
            subprocess.call(command)
            if found := find_chromium():
                break
    if found is None:
        print(_advice(), file=sys.stderr)
        raise SystemExit(2)
    return found


def _install_commands() -> tuple[Command, ...]:
    """What to run until there is one; nothing where we may not install or know not how."""
    if sys.platform == "darwin" and shutil.which("brew"):
        cask = ("brew", "install", "--cask")
        return ((*cask, "chromium"), (*cask, "google-chrome"))  # either may be withdrawn
    if (root := _as_root()) is None:
        return ()
    if shutil.which("apt-get"):
        quiet = (*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q")
        return ((*quiet, "update"), (*quiet, "install", "-y", "chromium", "xvfb",
                 "xdotool"))  # and a display with a keyboard, for its window
    if shutil.which("dnf"):
        return ((*root, "dnf", "install", "-y", "chromium"),)
    if shutil.which("pacman"):
        return ((*root, "pacman", "-Sy", "--noconfirm", "chromium"),)
    return ()


def _as_root() -> Command | None:
    """What to put before a command that needs root; None if there is no way without a password."""
    if not hasattr(os, "geteuid"):
        return None
    if os.geteuid() == 0:
        return ()
    sudo = shutil.which("sudo")
    if sudo and subprocess.call([sudo, "-n", "true"], stderr=subprocess.DEVNULL) == 0:
        return (sudo, "-n")
    return None


def _advice() -> str:
    wanted = os.environ.get("SCOREPAD_CHROMIUM")
    if wanted:
        return f"SCOREPAD_CHROMIUM names {wanted}, which is not a program. Nothing was tested."
    return (
        "The browser tests need Chromium, and it could not be installed from here. "
        "Nothing was tested.\n"
        "Install it and run the tests again:\n"
        "  Debian, Ubuntu  sudo apt-get update && sudo apt-get install chromium\n"
        "  Fedora          sudo dnf install chromium\n"
        "  Arch            sudo pacman -S chromium\n"
        "  macOS           brew install --cask chromium\n"
        "or name the one you have: SCOREPAD_CHROMIUM=/path/to/chromium"
    )
