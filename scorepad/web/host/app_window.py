"""A window without Flet's client: an installed Chromium, Chrome or Edge shows the page in a window
of its own, without tabs and address."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from scorepad.system.whole_files import make_folder

SIZE = (1180, 820)
"""Width and height of the window when it opens."""

FAREWELL = 5.0
"""Seconds that the browser has to close when the program ends first."""

ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
           "microsoft-edge", "microsoft-edge-stable")
"""The names of the browsers' programs where programs are found by name."""

ON_WINDOWS = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe",
              r"Chromium\Application\chrome.exe")
"""Their places in the folders of programs."""

ON_MAC = ("Google Chrome", "Microsoft Edge", "Chromium")
"""The names of their applications."""


def find_browser(platform: str = sys.platform,
                 environ: Mapping[str, str] = os.environ) -> str | None:
    """Return the program of an installed browser that can show such a window, None if there is
    none."""
    return next(_installed(platform, environ), None)


def _installed(platform: str, environ: Mapping[str, str]) -> Iterator[str]:
    if platform == "win32":
        folders = [environ[name] for name in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")
                   if environ.get(name)]
        yield from [str(path) for place in ON_WINDOWS for folder in folders
                    if (path := Path(folder, *place.split("\\"))).is_file()]
    elif platform == "darwin":
        home = Path(environ.get("HOME", "/"))
        yield from [str(path) for name in ON_MAC for root in (Path("/"), home)
                    if (path := root / "Applications" / f"{name}.app/Contents/MacOS"
                        / name).is_file()]
    else:
        found = [shutil.which(name, path=environ.get("PATH", os.defpath)) for name in ON_PATH]
        yield from filter(None, found)


class AppWindow:
    """A window that a browser shows."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    @classmethod
    def open(cls, url: str, profile: Path) -> "AppWindow | None":
        """Open the window; None if no browser for it is installed or it does not start.

        profile: the folder in which the browser keeps what belongs to this window alone. With one
        of its own it does not hand the page over to a browser that already runs.
        """
        browser = find_browser()
        if browser is None:
            return None
        try:
            make_folder(profile)
            return cls(subprocess.Popen(
                [browser, f"--app={url}", f"--user-data-dir={profile}",
                 f"--window-size={SIZE[0]},{SIZE[1]}", "--class=Scorepad", "--no-first-run",
                 "--no-default-browser-check"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True))
        except OSError:
            return None

    def when_closed(self, closed: Callable[[], object], failed: Callable[[], object]) -> None:
        """Call `closed` once the user has closed the window, or `failed` if the browser ended with
        a fault; on a thread."""
        def wait() -> None:
            (failed if self._process.wait() else closed)()

        threading.Thread(target=wait, daemon=True).start()

    def close(self) -> None:
        """Close the window, if it is still open."""
        if self._process.poll() is None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)
