"""The packages that run in the browser: fetched as pinned, and reduced to what is needed."""

import re
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

from scorepad.i18n.message import say
from scorepad.pocket.fault import CannotMake

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

    Raises CannotMake if there is no pip, or pip cannot fetch them.
    """
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
