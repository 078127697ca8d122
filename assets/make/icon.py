"""Render ``assets/icon.svg`` to every picture that the web page and a native build look up.

python assets/make/icon.py        (needs the test extra and a Chromium)
"""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.chromium import FLAGS, find_chromium

ASSETS = Path(__file__).parent.parent
GREEN = "#186B50"


@dataclass(frozen=True)
class Picture:
    """One PNG: its path under assets, its side in pixels, and how the mark sits in it."""

    path: str
    side: int
    bleed: bool = False
    """Fill the square to its corners: the system cuts the shape itself."""
    share: float = 1.0
    """How much of the side the drawing takes; the rest is margin."""


PICTURES = (
    Picture("icon.png", 1024),
    Picture("favicon.png", 64),
    Picture("icons/icon-192.png", 192),
    Picture("icons/icon-512.png", 512),
    Picture("icons/icon-maskable-192.png", 192, bleed=True, share=0.86),
    Picture("icons/icon-maskable-512.png", 512, bleed=True, share=0.86),
    Picture("icons/apple-touch-icon-192.png", 192, bleed=True),
    Picture("icons/loading-animation.png", 400, share=0.4),
)


def html(svg: str, picture: Picture) -> str:
    """A page that shows nothing but the picture."""
    if picture.bleed:
        svg = re.sub(r' rx="\d+"', "", svg)
    background = GREEN if picture.bleed else "transparent"
    return (
        f"<body style='margin:0;display:grid;place-items:center;height:100vh;"
        f"background:{background}'><div style='width:{picture.share:.0%}'>{svg}</div>"
    )


def main() -> None:
    svg = (ASSETS / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for picture in PICTURES:
            side = picture.side
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(html(svg, picture))
            page.screenshot(path=ASSETS / picture.path, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
