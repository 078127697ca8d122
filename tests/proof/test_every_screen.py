"""Every screen of an evening on phones as people hold them: all sizes, themes, languages, and
larger text. Contact sheets lie in tests/shots, which git ignores."""

from itertools import product
from pathlib import Path

import pytest

from tests.browser.every_screen import (
    AT_THE_NAME,
    SCREENS,
    faults_of_joining,
    faults_on,
    host_of,
    table,
)
from tests.browser.hand import ON_ITS_SIDE, SHOTS, UPRIGHT, Look
from tests.browser.looking import running

LOOKS = [Look("phone", theme, language, text)
         for theme, language, text in product(("dark", "light"), ("de", "en"), (100, 130))]
SIZES = (*UPRIGHT, *ON_ITS_SIDE)


@pytest.mark.browser
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_control_is_whole_and_in_reach(tmp_path: Path, look: Look):
    SHOTS.mkdir(exist_ok=True)
    with table(tmp_path) as server, running(AT_THE_NAME) as chromium:
        user = host_of(server, chromium, look)
        faults = [fault for name in SCREENS for fault in faults_on(user, name, SIZES, SHOTS)]
        faults += faults_of_joining(server, chromium, look, SIZES, SHOTS)
        user.page.context.close()
    assert not faults, "\n".join(faults)
