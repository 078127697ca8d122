"""Names of files that every system takes."""

import re

import pytest
from hypothesis import given, strategies as st

from scorepad.paper.files import file_name


@pytest.mark.parametrize(("parts", "name"), [
    (("Evening", "2026-11-20", "bei Anne"), "Evening-2026-11-20-bei-Anne.pdf"),
    (("Abend", "2026-11-20", ""), "Abend-2026-11-20.pdf"),
    (("Abend", "Gasthof Süd / Ümläut"), "Abend-Gasthof-Süd-Ümläut.pdf"),
    (("../../etc/passwd",), "etc-passwd.pdf"),
    (("C:\\Windows\\con",), "C-Windows-con.pdf"),
    (("CON",), "scorepad-CON.pdf"),
    (("",), "scorepad.pdf"), (("🍺",), "scorepad.pdf"), ((".",), "scorepad.pdf"),
    (("漢字",), "漢字.pdf"), (("a\u0308",), "ä.pdf"),
    (("W" * 1000,), "W" * 80 + ".pdf"), (("-rf",), "rf.pdf")])
def test_what_a_file_is_called(parts: tuple[str, ...], name: str):
    assert file_name(*parts, ending="pdf") == name


@given(st.lists(st.text(), max_size=4))
def test_no_path_and_nothing_hidden(parts: list[str]):
    name = file_name(*parts, ending="csv")
    assert re.fullmatch(r"[^\W_][\w-]*\.csv", name) and len(name.encode()) <= 200
