"""What of Flet's client goes into a page."""

import io

import pytest
from fontTools.ttLib import TTFont

from scorepad.web.host import client as flutter

INSTALLED = flutter.installed_client()
pytestmark = pytest.mark.skipif(INSTALLED is None, reason="Flet's web client is not installed")

ALIASES = {"copy_baseline": "content_copy_baseline", "copy_outlined": "content_copy_outlined"}
"""Icons with two names of which the font has the other."""


@pytest.fixture(scope="module")
def icons() -> bytes:
    assert INSTALLED
    return flutter.icons(INSTALLED)


def glyphs(font: bytes) -> dict[int, str]:
    """The glyphs of a font by their characters."""
    return TTFont(io.BytesIO(font)).getBestCmap()


def test_every_icon_of_our_screens_is_in_the_font(icons: bytes):
    assert INSTALLED
    named = {ALIASES.get(name, name) for name in flutter.glyphs_of_screens()}
    assert {"undo_baseline", "backspace_outlined", "qr_code_2_baseline"} <= named
    every = glyphs((INSTALLED / flutter.ICONS).read_bytes())
    kept = {every[character] for character in glyphs(icons)}
    assert named <= kept
    # Those of Flutter's own controls: a search bar, the calendar, a text field's menu, a drawer.
    assert {"close_baseline", "arrow_drop_down_baseline", "edit_outlined", "keyboard_outlined",
            "content_paste_baseline", "menu_baseline", "more_vert_baseline",
            "calendar_today_baseline"} <= kept


def test_it_is_a_small_part_of_all_icons_and_looks_the_same(icons: bytes):
    assert INSTALLED
    every = TTFont(INSTALLED / flutter.ICONS)
    few = TTFont(io.BytesIO(icons))
    assert len(icons) < 60_000
    assert few["head"].unitsPerEm == every["head"].unitsPerEm
    for character, glyph in few.getBestCmap().items():
        before = every.getBestCmap()[character]
        assert few["hmtx"][glyph] == every["hmtx"][before]
    assert flutter.icons(INSTALLED) == icons


def test_all_icons_are_kept_where_ours_cannot_be_told(monkeypatch: pytest.MonkeyPatch):
    assert INSTALLED
    monkeypatch.setattr(flutter, "glyphs_of_screens", lambda: set[str]())
    assert flutter.icons(INSTALLED) == (INSTALLED / flutter.ICONS).read_bytes()


def test_a_client_that_is_written_otherwise_keeps_its_icons():
    script = 'B.a=new A.x(57344,"MaterialIcons",null,!1);B.b=new A.x(57345,"MaterialIcons",null)'
    listed = f"{script};list=[B.a,B.b]"
    assert set(flutter._shown_by_client(listed)) == {57344, 57345}
    assert set(flutter._shown_by_client(f"{listed};close(B.b)")) == {57345}
