"""What people and files write gets into files, papers and pages, and does nothing there."""

import csv
import json
import re
import subprocess
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from pypdf import PdfReader

from scorepad.config import place_of_book
from scorepad.paper.files import file_name
from tests.command import call
from tests.proof.feeding import use

ROOT = Path(__file__).parents[2]
NASTY = ["=1+1", "+49 171", "-Otto", "@SUM(A1)", "＝1+1", '"=1+1', "(Tj) ET /JavaScript",
         "\\(x\\) <<>>", "**fett** __x__", "../../x", "C:\\x", "CON", "a/b",
         "<script>alert(1)</script>", ".x", "%00"]
DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)


@given(st.lists(st.one_of(st.text(), st.sampled_from([*NASTY, "x" * 300, "com¹", "a\nb", "\0"])),
                max_size=4))
def test_no_file_name_leaves_its_folder(parts: list[str]):
    """What Windows and POSIX forbid: separators, devices, dots at the ends, 255 bytes."""
    name = file_name(*parts, ending="pdf")
    assert not set(name) & set('/\\:*?"<>|\0\n\r\t') and name.isprintable()
    assert not name.startswith((".", " ")) and name.count(".") == 1 and name.endswith(".pdf")
    assert not DEVICE.match(name) and len(name.encode()) <= 255 and Path(name).name == name


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening of people with such names, at a place that is one, with a note that is one."""
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", "")
    use(tmp_path / "data" / "book.db")
    evenings = [{"date": f"2026-11-{day + 1:02}", "place": names[0], "sheets": [
        {"game": "kalter-schlag", "players": names, "einsatz": "1",
         "hands": [{"augen": {names[0]: 120}, "note": names[1]}] * 3}]}
        for day, names in enumerate(NASTY[at:at + 4] for at in range(0, len(NASTY), 4))]
    (tmp_path / "x.json").write_text(json.dumps({"format": "scorepad/1", "evenings": evenings}))
    assert call("import", tmp_path / "x.json").code == 0


@pytest.mark.parametrize("what", ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "year"])
def test_no_cell_is_a_formula_and_no_page_acts(book: None, tmp_path: Path, what: str):
    about = ["--year", "2026"] if what == "year" else ["--evening", what]
    for more in ([], ["--results"]):
        done = call("csv", *about, *more, "-")
        for line in csv.reader(StringIO(done.out.removeprefix("\ufeff"), newline="")):
            for cell in line:
                assert re.fullmatch(r"-?\d+", cell) or not cell.startswith(
                    ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")), cell
    assert call("pdf", *about, tmp_path / "x.pdf").code == 0
    pages = PdfReader(tmp_path / "x.pdf")
    text = "".join(page.extract_text() for page in pages.pages)
    assert "/Annots" not in pages.pages[0]
    assert isinstance(pages.trailer["/Root"]["/OpenAction"], list), "a place to begin, no action"
    assert not {"/Names", "/AA", "/AcroForm"} & set(pages.trailer["/Root"])
    if what == "2026-11-03":
        assert "**fett**" in text, "a name is no markup"


@pytest.mark.parametrize("url", [
    "postgresql://me:s3cret@h:1/b", "postgresql://:s3cret@h/b", "postgresql://me:s3cret",
    "postgresql://h/b?password=s3cret", "postgresql://me:x@s3cret@h/b", "me:s3cret@h",
    "postgresql://me:s3/cret@h:port/b", "nosuch://me:s3cret@h/b", "postgres ql://me:s3cret@h/b"])
def test_a_password_is_in_no_message(monkeypatch: pytest.MonkeyPatch, url: str):
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", url)
    assert "cret" not in place_of_book(url)
    assert "cret" not in "".join(map(str, call("where")))
    if not url.startswith("postgresql://") or "s3cret@h/b" in url[20:]:
        for command in (["check"], ["export", "-"], ["rescue", "-"]):
            done = call(*command)
            assert done.code == 2 and "cret" not in done.err and "Traceback" not in done.err


SECRET = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}"
                    rb"|xox[bap]-[0-9A-Za-z-]{20}|sk-[A-Za-z0-9]{32}|pypi-[A-Za-z0-9_-]{50}")


def test_there_is_no_secret_in_the_files_of_the_project():
    assert SECRET.search(b"AKIA" + b"A" * 16)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    files = [ROOT / name for name in listed.stdout.decode().split("\0") if name] \
        if listed.returncode == 0 else list((ROOT / "scorepad").rglob("*.py"))
    assert files and [path for path in files if path.is_file() and SECRET.search(
        path.read_bytes())] == []
