"""Calendars as RFC 5545 has them: CRLF, lines of at most 75 bytes, marks behind a backslash."""

from datetime import date

from scorepad.paper.elsewhere import Day, calendar_of

DAY = Day("a", date(2026, 11, 20), "Ä" * 60, "bei Anne; Hof, hinten\\links", ["Anne +1", "Bert −1"])


def test_lines_are_folded_where_no_letter_is_cut():
    """SUMMARY: and 33 letters of two bytes are 74 bytes; a blank and 37 are 75."""
    raw = calendar_of([DAY])
    assert b"\n" not in raw.replace(b"\r\n", b"") and raw.endswith(b"\r\nEND:VCALENDAR\r\n")
    lines = raw.decode().split("\r\n")
    first = lines.index("SUMMARY:" + "Ä" * 33)
    assert lines[first + 1] == " " + "Ä" * 27
    assert max(len(line.encode()) for line in lines) <= 75


def test_marks_stand_behind_a_backslash():
    lines = calendar_of([DAY]).decode().replace("\r\n ", "").split("\r\n")
    assert r"LOCATION:bei Anne\; Hof\, hinten\\links" in lines
    assert r"DESCRIPTION:Anne +1\nBert −1" in lines


def test_what_there_is_not_is_not_told():
    told = calendar_of([DAY._replace(place="", lines=[])])
    assert b"LOCATION" not in told and b"DESCRIPTION" not in told
