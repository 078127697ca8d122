"""What the program makes is for its owner alone; what was there before keeps its rights."""

import json
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from scorepad.service.safety import Picked
from scorepad.storage import Store
from scorepad.storage.restoring import put_in_place
from scorepad.system import files
from tests.command import call
from tests.documents import BOOK
from tests.proof.feeding import use
from tests.system.test_whole_files import ended

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such rights")


def rights(path):
    return oct(stat.S_IMODE(path.stat().st_mode))


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A book with an evening, in folders that were made for it; others may read all new files."""
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", "")
    before = os.umask(0o022)
    (tmp_path / "good.json").write_text(json.dumps(BOOK))
    place = tmp_path / "data" / "deep" / "book.db"
    use(place)
    assert call("import", tmp_path / "good.json").code == 0
    yield place
    os.umask(before)


def test_the_book_and_all_that_comes_with_it(place, tmp_path):
    mode = rights(tmp_path)
    store = Store.open(f"sqlite:///{place}")
    store.keep("theme", "dark")
    for _ in range(2):
        assert call("import", tmp_path / "good.json").code == 0
    assert call("restore", place).code == 0
    made = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert {"book.db", "book.db-wal", "book.db-shm", ".lock"} < {path.name for path in made}
    assert any("before-restore" in path.name for path in made)
    assert {path.name: rights(path) for path in made} == {path.name: "0o600" for path in made}
    assert {rights(path) for path in (tmp_path / "data").rglob("*") if path.is_dir()} == {"0o700"}
    assert rights(tmp_path / "data") == "0o700" and rights(tmp_path) == mode
    store.close()


WRITING = {"backup": ["backup"], "export": ["export"], "rescue": ["rescue"],
           "pdf": ["pdf", "--year", "2026"], "csv": ["csv", "--year", "2026"]}


@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
@pytest.mark.parametrize("before", [None, 0o600, 0o644, 0o640])
def test_what_is_written_out(place, tmp_path, command, before):
    """A new file is its owner's; one that is replaced stays whose it was."""
    file = tmp_path / "out"
    if before is not None:
        file.write_text("old")
        file.chmod(before)
    assert call(*command, file).code == 0
    assert rights(file) == oct(0o600 if before is None else before)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "good.json", "out"]


@pytest.mark.parametrize("before", [0o600, 0o660])
def test_a_book_whose_place_another_takes(place, tmp_path, before):
    call("backup", tmp_path / "whole.db")
    place.write_bytes(b"nonsense")
    place.chmod(before)
    aside = put_in_place(place, Picked.at(tmp_path / "whole.db"))
    assert (rights(place), rights(aside)) == (oct(before), "0o600")


def test_a_book_that_may_only_be_read_says_so_as_before(place):
    place.chmod(0o400)
    assert call("check").code == 0


# --- temporary folders --------------------------------------------------------------------------


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A folder of the system for what is temporary."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_only_what_dead_processes_of_ours_have_left_is_swept_away(temporary):
    stays = [f"scorepad-{os.getppid()}-abc", "scorepad-x-abc", f"other-{ended()}-abc"]
    for name in (*stays, gone := f"scorepad-{ended()}-a_b1"):
        (temporary / name).mkdir()
        (temporary / name / "file").write_text("")
    (temporary / f"scorepad-{ended()}-link").symlink_to(temporary / stays[0])
    with files.scratch() as folder:
        assert folder.parent == temporary and rights(folder) == "0o700"
        assert not (temporary / gone).exists()
    assert not folder.exists()
    assert all((temporary / name / "file").exists() for name in stays)


KILLED = """
import os, tempfile
from scorepad.system.files import scratch_for_all
with scratch_for_all():
    open(os.path.join(tempfile.mkdtemp(), "index.html"), "w").close()
    os.kill(os.getpid(), 9)
"""


def test_what_a_killed_server_has_left_goes_with_the_next_start(temporary):
    """Flet asks Python for a folder, as this does."""
    subprocess.run([sys.executable, "-c", KILLED],
                   env={**os.environ, "TMPDIR": str(temporary)}, check=False)
    [left] = temporary.iterdir()
    assert left.name.startswith("scorepad-") and list(left.glob("*/index.html"))
    with files.scratch_for_all():
        assert not left.exists()
        assert str(Path(tempfile.mkdtemp()).parent) == tempfile.gettempdir() != str(temporary)
    assert list(temporary.iterdir()) == [] and tempfile.gettempdir() == str(temporary)


def test_a_backup_for_the_page_needs_no_folder(place, temporary):
    store = Store.open(f"sqlite:///{place}")
    from scorepad.service.safety import Safety
    content = Safety(store).back_up()
    assert list(temporary.iterdir()) == []
    file = temporary / "copy.db"
    file.write_bytes(content)
    assert call("check", file).code == 0
    assert sorted(path.name for path in temporary.iterdir()) == ["copy.db"]
    store.close()
