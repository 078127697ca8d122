"""The font of the signs that ours does not have, which Flutter asks for: what both pages name is
there, and has the emoji that people put behind their names."""

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from scorepad.pocket import making
from scorepad.web.host import app

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("page", "own"), [
    ("assets/page.html", app.OWN), ("scorepad/pocket/web/page.js", making.OWN)])
def test_the_font_that_a_page_names_is_served_with_it(page: str, own: tuple[str, ...]):
    named = re.search(r'fontFallbackBaseUrl: "([^"?]+)\?"', (ROOT / page).read_text("utf-8"))
    assert named and named[1] in own
    assert {*map(ord, "🦊🍺😀👑🎉❤🐻🍀")} <= TTFont(ROOT / "assets" / named[1]).getBestCmap().keys()
