"""The page that is made: the same from the same, all of it listed, and never over other files.

Flet's client, Python, the packages and the app are stand-ins here, small enough to look through.
"""

import gzip
import hashlib
import json
import re
import sys
import tomllib
import zipfile
from inspect import isfunction
from operator import itemgetter
from pathlib import Path
from runpy import run_path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from PIL import Image

from scorepad.pocket import making, wheels
from scorepad.pocket.making import make, zip_page
from scorepad.pocket.wheels import CannotMake, content_of, unzipped
from scorepad.web.host import client as flutter
from scorepad.web.pocket_page import is_there
from tests.command import call

ROOT = Path(__file__).parents[2]
HEAD = "Metadata-Version: 2.4\nName: card-deck\nVersion: 1.0\n"

WHEEL = {
    "card_deck/__init__.py": "ACES = {'Kreuz', 'Pik', 'Herz', 'Karo'}\n",
    "card_deck/faces.dat": "pictures",
    "card_deck/shuffle.so": "quick",
    "card_deck/tests/test_faces.py": "",
    "pure/__init__.py": "def shuffle(cards):\n    'Only people read this.'\n",
    "card_deck-1.0.dist-info/METADATA": HEAD + "Requires-Dist: Pillow\n\nName: in the text\n",
    "card_deck-1.0.dist-info/licenses/LICENSE": "Do as you like.",
}
APP = {"__init__.py": "", "pocket/__init__.py": "", "pocket/start.py": "", "cli/book.py": "",
       "ui/names.py": f"shown = ft.Text, {[*range(20_000)]}\n"}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No packages of an earlier time."""
    monkeypatch.setattr(making, "kept_packages", lambda flet: tmp_path / "kept" / "pocket-1.zip")


@pytest.fixture
def flet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client of Flet's, a Python, a wheel and an app, none of which is real."""
    folder = write(tmp_path / "flet", {
        **dict.fromkeys((flutter.MAIN, *flutter.OTHERS, "flutter.js", *flutter.CANVASKIT,
                         *flutter.QUICK, *flutter.SMALLER,
                         f"{flutter.SHADERS}/ink.frag"), "flutter"),
        **{f"pyodide/{name}": "python" for name in making.PYODIDE},
        "pyodide/pyodide.asm.mjs": f"before;{';'.join(making.CHANGES)}after",
        "pyodide/pyodide-lock.json": '{"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}'})
    with zipfile.ZipFile(folder / "pyodide/python_stdlib.zip", "w") as library:
        library.writestr("enum.py", "class Enum: pass\n")
        library.writestr("operator.py", f"try:\n    methodcaller = None\n{making.OPERATORS}"
                                        "finally: pass\n")
        library.writestr("pydoc_data/topics.py", "")
    wheel = tmp_path / "card_deck-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in WHEEL.items():
            archive.writestr(name, text)
    monkeypatch.setattr(making, "client_folder", lambda: folder)
    monkeypatch.setattr(making, "PACKAGE", write(tmp_path / "scorepad", APP))
    monkeypatch.setattr(flutter, "icons", lambda client: b"a font")
    monkeypatch.setattr(wheels, "fetch", lambda into, *more: [wheel])
    monkeypatch.setattr(wheels, "_with_python",
                        lambda pyodide: [sys.executable, "-c", wheels.COMPILE])
    return folder


@pytest.fixture
def page(flet: Path, tmp_path: Path) -> Path:
    """One that was made of them."""
    make(tmp_path / "page", lambda message: None)
    return tmp_path / "page"


def opened(page: Path, name: str) -> dict[str, bytes]:
    """What lies in one of Python's archives."""
    return unzipped((page / name).read_bytes())


def test_the_same_makes_the_same_bytes(page: Path, tmp_path: Path):
    for kept in (tmp_path / "kept").iterdir():
        kept.unlink()
    make(tmp_path / "elsewhere", lambda message: None)
    zip_page(page, tmp_path / "one.zip")
    zip_page(tmp_path / "elsewhere", tmp_path / "two.zip")
    assert content_of(page) == content_of(tmp_path / "elsewhere")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_files_of_one_size_have_other_dates_in_the_zip_as_soon_as_they_differ(page: Path,
                                                                              tmp_path: Path):
    """Hosts tell versions apart by dates and sizes, and unpacking keeps dates."""
    def dates(name: str) -> dict[str, tuple[int, ...]]:
        zip_page(page, tmp_path / name)
        with zipfile.ZipFile(tmp_path / name) as archive:
            return {each.filename: each.date_time for each in archive.infolist()}

    before = dates("before.zip")
    assert before["index.html"] != before["page.js"]
    script = (page / "page.js").read_bytes()
    (page / "page.js").write_bytes(script[:-1] + b" ")
    after = dates("after.zip")
    assert {name for name in before if before[name] != after[name]} == {"page.js"}


def test_the_packages_are_kept_for_the_next_time(
        page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wheels, "fetch", lambda into, *more: pytest.fail("fetched again"))
    make(tmp_path / "again", lambda message: None)
    assert content_of(tmp_path / "again") == content_of(page)


def test_every_file_is_listed_by_its_hash(page: Path):
    worker = (page / "sw.js").read_text("utf-8")
    listed = json.loads(re.search(r"^const FILES = (\{.*?\});$", worker, re.S | re.M)[1])
    left_out = {"sw.js", "licences.txt", "assets/NOTICES", "fonts/LICENSE.txt",
                "jsqr.LICENSE.txt", "screenshots/sheet.png", "screenshots/settlement.png"}
    assert {"index.html", "main.dart.js", "app.txt"} <= set(listed)
    smaller = {f"{name}.gz" for name, about in listed.items() if len(about) == 3}
    assert "app.txt.gz" in smaller
    assert set(listed) | left_out | smaller == set(content_of(page))
    for name, (digest, size, *_) in listed.items():
        content = (page / name).read_bytes()
        assert (hashlib.sha256(content).hexdigest()[:16], len(content)) == (digest, size), name


def test_a_host_that_does_not_compress_has_what_is_large_compressed_already(
        flet: Path, tmp_path: Path):
    (flet / "main.dart.js").write_text("flutter" * 10_000, "utf-8")
    (flet / "assets/NOTICES").write_text("a licence" * 10_000, "utf-8")
    make(tmp_path / "page", lambda message: None)
    there = content_of(tmp_path / "page")
    content = there["main.dart.js.gz"]
    assert gzip.decompress(content) == b"flutter" * 10_000
    assert not {"assets/NOTICES.gz", "page.js.gz"} & set(there)
    assert f'70000,\n{len(content)}\n]' in (tmp_path / "page/sw.js").read_text("utf-8")


def test_another_app_is_another_version_and_leaves_the_packages_as_they_are(
        page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path / "scorepad", {"__init__.py": "OLDER = True", "ui/names.py": ""})
    make(tmp_path / "later", lambda message: None)
    before, after = content_of(page), content_of(tmp_path / "later")
    assert {name for name in before if before[name] != after.get(name)} == {
        "app.txt", "app.txt.gz", "snapshot.js", "sw.js", "worker.js"}
    assert set(opened(tmp_path / "later", "app.txt")) == {
        "scorepad/__init__.pyc", "scorepad/pocket/__init__.pyc", "scorepad/pocket/start.pyc",
        "scorepad/ui/names.pyc"}


def test_nothing_leads_out_of_the_folder(page: Path):
    addresses = re.findall(r'(?:href|src)="([^"]+)"', (page / "index.html").read_text("utf-8"))
    assert "page.js" in addresses
    assert not [each for each in addresses if each.startswith(("/", "http"))]
    manifest = json.loads((page / "manifest.json").read_text("utf-8"))
    assert manifest["scope"] == "./" and "id" not in manifest, "two folders are two apps"
    for picture in (*manifest["icons"], *manifest["screenshots"]):
        with Image.open(page / picture["src"]) as shown:
            assert picture["sizes"] == "{}x{}".format(*shown.size)
    for name in ("index.html", "sw.js"):
        assert "default-src 'self' blob: data:;" in (page / name).read_text("utf-8")


def test_what_is_read_as_files_lies_in_a_folder_and_the_rest_in_an_archive(page: Path):
    assert set(opened(page, "data.txt")) == {
        "card_deck/__init__.pyc", "card_deck/faces.dat", "card_deck-1.0.dist-info/METADATA"}
    assert set(opened(page, "code.txt")) == {"pure/__init__.pyc"}
    assert set(opened(page, "library.txt")) == {"enum.pyc", "operator.pyc"}
    assert b"Only people read this" not in opened(page, "code.txt")["pure/__init__.pyc"]
    assert opened(page, "data.txt")["card_deck-1.0.dist-info/METADATA"] == HEAD.encode()
    assert "Do as you like." in (page / "licences.txt").read_text("utf-8")


def test_sqlite_is_heard_when_it_waits_for_the_disk(page: Path):
    script = (page / "pyodide/pyodide.asm.mjs").read_text("utf-8")
    assert "stream_ops?.fsync" in script and making.FDATASYNC not in script


def test_what_a_key_calls_can_be_collected_as_garbage(tmp_path: Path):
    """In the real library: the operator is Python's own, and so are not the others."""
    pytest.importorskip("flet_web")
    making.library(making.client_folder(), tmp_path)
    operators = run_path(str(tmp_path / "operator.py"))
    assert isfunction(operators["methodcaller"].__call__)
    assert operators["methodcaller"]("upper")("as") == "AS"
    assert operators["itemgetter"] is itemgetter


def test_a_module_that_is_compiled_for_the_machine_is_a_file_of_its_own(page: Path):
    """The browser keeps what it makes of the code, and a start from a snapshot needs no archive."""
    name = "libraries/card_deck/shuffle.so.wasm"
    assert (page / name).read_text() == "quick"
    assert f'COMPILED = ["{name}"]' in (page / "worker.js").read_text("utf-8")
    assert "card_deck/shuffle.so" not in opened(page, "data.txt")


def test_a_snapshot_is_of_one_python_only(page: Path, tmp_path: Path,
                                          monkeypatch: pytest.MonkeyPatch):
    """Another app has another one; another picture does not make it anew."""
    def state(folder: Path) -> str:
        found = re.search(r'^const STATE = "(\w{16})";', (folder / "snapshot.js").read_text(), re.M)
        assert found
        return found[1]

    monkeypatch.setattr(making, "own", lambda: {"icon.png": b"newer"})
    make(tmp_path / "icon", lambda message: None)
    write(tmp_path / "scorepad", {"__init__.py": "a = 1"})
    make(tmp_path / "app", lambda message: None)
    assert state(tmp_path / "icon") == state(page) != state(tmp_path / "app")


def test_a_python_that_reads_otherwise_is_refused(flet: Path, tmp_path: Path):
    write(flet, {"pyodide/pyodide.asm.mjs": "function ___syscall_fdatasync(fd){}"})
    with pytest.raises(CannotMake, match="flet-web"):
        make(tmp_path / "page", lambda message: None)
    assert not (tmp_path / "page").exists()


@pytest.mark.parametrize("there", [{"thesis.txt": "three years"}, {"sw.js": "of another page"}])
def test_other_files_are_never_written_over(there, flet: Path, tmp_path: Path):
    folder = write(tmp_path / "mine", there)
    done = call("pocket", folder)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert content_of(folder) == {name: text.encode() for name, text in there.items()}


def test_an_earlier_page_is_replaced_or_left_whole(page: Path, monkeypatch: pytest.MonkeyPatch):
    (page / "left-over.js").write_text("of the earlier version")
    before = content_of(page)

    def full(*given: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(making, "zipped", full)
    assert call("pocket", page).code == 2
    assert content_of(page) == before
    monkeypatch.undo()
    assert [each.name for each in page.parent.iterdir() if each.name.startswith(".")] == []


def test_an_earlier_page_is_gone_after_the_next(page: Path):
    write(page, {"old/left-over.js": "of the earlier version"})
    worker = (page / "sw.js").read_text("utf-8")
    write(page, {"sw.js": worker.replace(
        "const FILES = {", 'const FILES = {"old/left-over.js": ["0123456789abcdef", 22],')})
    make(page, lambda message: None)
    assert not (page / "old").exists() and (page / "sw.js").exists()


def test_what_lies_beside_an_earlier_page_stays(page: Path, tmp_path: Path):
    ours = content_of(page)
    others = {".git/config": "[core]", "CNAME": "club.example", ".htaccess": "# of the host",
              "assets/photo.txt": "of us"}
    write(page, others)
    (page / ".git/refs").mkdir()
    done = call("pocket", page, "--zip", tmp_path / "page.zip")
    assert done.code == 0 and (page / ".git/refs").is_dir()
    assert content_of(page) == ours | {name: text.encode() for name, text in others.items()}
    with zipfile.ZipFile(tmp_path / "page.zip") as archive:
        assert set(archive.namelist()) == set(ours)


def test_the_command_says_how_far_it_is_and_where_the_page_is(flet: Path, tmp_path: Path):
    done = call("pocket", tmp_path / "page", "--zip", tmp_path / "page.zip")
    assert done.code == 0 and str(tmp_path / "page") in done.out
    assert "Fetching the packages" in done.err
    with zipfile.ZipFile(tmp_path / "page.zip") as archive:
        assert set(archive.namelist()) == set(content_of(tmp_path / "page"))


@pytest.mark.parametrize(("name", "why"), [
    ("page/all.zip", "within the page"), ("nowhere/all.zip", "cannot be written"),
    (".", "cannot be written")])
def test_a_place_where_no_zip_can_be_is_refused_before_anything_is_made(
        name: str, why: str, flet: Path, tmp_path: Path):
    done = call("pocket", tmp_path / "page", "--zip", tmp_path / name)
    assert done.code == 2 and why in done.err and done.err.count("\n") == 1
    assert not (tmp_path / "page").exists()


def test_without_a_folder_it_goes_to_where_it_is_served(
        flet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "data"))
    done = call("pocket")
    assert done.code == 0 and "offers it under /pocket/" in done.out
    assert is_there(tmp_path / "data" / "pocket")


@pytest.mark.parametrize("missing, advice", [("pip", "ensurepip"), ("flet_web", "scorepad[web]")])
def test_what_is_missing_is_named(missing, advice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for module in (flutter, wheels):
        monkeypatch.setattr(module, "find_spec", lambda name, find=module.find_spec:
                            None if name == missing else find(name))
    done = call("pocket", tmp_path / "page")
    assert done.code == 2 and advice in done.err.splitlines()[-1]
    assert not (tmp_path / "page").exists()


def test_without_a_network_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """pip itself is asked, and may look nowhere."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    done = call("pocket", tmp_path / "page")
    assert done.code == 2 and done.err.splitlines()[-1].endswith("Is there a network?")
    assert "annotated-types" in done.err and not (tmp_path / "page").exists()


@pytest.mark.parametrize("name, needed", [
    ("sqlalchemy/sql/base.py", True),
    ("sqlalchemy/dialects/postgresql/base.py", True),
    ("sqlalchemy/dialects/oracle/base.py", False),
    ("babel/locale-data/de_AT.dat", True),
    ("babel/locale-data/root.dat", True),
    ("babel/locale-data/der.dat", False),
    ("babel/locale-data/fr.dat", False),
    ("pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so", True),
    ("fontTools/subset/__init__.py", True),
    ("six-1.17.0.dist-info/METADATA", True),
    ("six-1.17.0.dist-info/RECORD", False),
    ("anything/tests/test_it.py", False),
])
def test_what_is_left_out_of_a_wheel(name, needed):
    assert wheels.is_needed(name) == needed


def test_the_pins_are_what_the_package_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = wheels.PINS.read_text("utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    for wanted in map(Requirement, project["dependencies"]):
        if wanted.name == "pillow" or wanted.marker and not wanted.marker.evaluate(
                {"sys_platform": "emscripten"}):
            continue  # asked for by others, and never imported there
        version = pinned[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(version), wanted
