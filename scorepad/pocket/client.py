"""The files of Flet's web client that go into the page (Flutter, Pyodide), and our own assets."""

import json
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

from scorepad.i18n.message import say
from scorepad.pocket.wheels import CannotMake
from scorepad.web.host.client.flutter import (
    CANVASKIT,
    as_they_are,
    flutter as needed,
    installed_client,
)

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

OWN = ("favicon.png", "icon.png", "fonts/ScorepadSans.ttf", "fonts/LICENSE.txt", "languages.js",
       "labels.js", "copying.js")
FONT = "../fonts/ScorepadSans.ttf"
FONTS = {"Scorepad Sans": FONT, "Roboto": FONT, "MaterialIcons": "fonts/MaterialIcons-Regular.otf"}
"""The file of each font family, relative to Flutter's assets; they load before the first frame.
Flutter falls back on Roboto, which has no card suits, so ours takes its place."""

FDATASYNC = ("function ___syscall_fdatasync(fd){try{"
             "var stream=SYSCALLS.getStreamFromFD(fd);return 0}")
"""Emscripten's fdatasync, with which SQLite waits for the disk. It does not ask the file system, as
fsync does, but must."""

MEMORY = "metadata.memorySize?alignMemory(getMemory(metadata.memorySize+memAlign),memAlign):0"
"""The place in memory of a compiled module. In a Python that starts with the memory of an earlier
one it must be the same as there, so it is recorded."""

CHANGES = {
    FDATASYNC: FDATASYNC.replace("return 0", "return stream.stream_ops?.fsync?.(stream)??0"),
    f"var memoryBase={MEMORY};": f"var memoryBase=Module.memoryBases?.[libName]??({MEMORY});"
    "(Module.libraries??=[]).push([libName,memoryBase,wasmTable.length,handle]);",
}
"""Changes to the page's Pyodide: pieces of its script, and what replaces each."""

OPERATORS = "    from _operator import *\n"
OPERATORS_BUT_ONE = ("    _methodcaller = methodcaller\n"
                     f"{OPERATORS}"
                     "    methodcaller = _methodcaller\n")
"""The import of quick operators in place of those before it, and the same but for `methodcaller`.
In WebAssembly, Python ends when it collects one as garbage: the quick one clears itself with a
function of another type than is called. Each key of our screens has one."""

LIBRARY_LEFT_OUT = re.compile(
    r"(pydoc_data|xmlrpc|wsgiref|curses|dbm|ensurepip|venv|idlelib|turtledemo|tkinter"
    r"|lib2to3|sqlite3/__main__|_pyrepl|profiling|tomllib|http/server|logging/(config|handlers))(/|\.py)"
    r"|(pdb|bdb|pydoc|doctest|mailbox|imaplib|smtplib|poplib|ftplib|optparse|_pyio|pickletools"
    r"|cProfile|profile|pstats|turtle|trace|rlcompleter|this|antigravity|cmd|compileall|configparser"
    r"|fileinput|modulefinder|pyclbr|sched|shelve|socketserver|symtable|tabnanny|wave|zipapp)\.py")
"""Modules of Python's standard library, by how their paths begin, that nothing here imports."""


def client_folder() -> Path:
    """Return the folder of Flet's web client; raises CannotMake if it is not installed."""
    client = installed_client()
    if client is None:
        raise CannotMake(say("The page needs the extra 'web': pip install 'scorepad[web]'"))
    return client


def flutter(client: Path) -> dict[str, bytes]:
    """Return Flutter's files by name, with the drawing library for every browser."""
    files = {**needed(client), **as_they_are(client, "flutter.js", *CANVASKIT)}
    fonts = [{"family": family, "fonts": [{"asset": file}]} for family, file in FONTS.items()]
    return {**{name: read() for name, read in files.items()},
            "assets/FontManifest.json": json.dumps(fonts).encode()}


def own(assets: Path) -> dict[str, bytes]:
    """Return our own icons and fonts, and the manifest for a home screen."""
    manifest = json.loads((assets / "manifest.json").read_text("utf-8"))
    manifest |= {"id": "./", "scope": "./"}
    return {**{name: (assets / name).read_bytes() for name in OWN},
            **{f"icons/{path.name}": path.read_bytes() for path in (assets / "icons").iterdir()},
            "manifest.json": json.dumps(manifest, indent=1, ensure_ascii=False).encode()}


def pyodide(client: Path) -> dict[str, bytes]:
    """Return Python itself, changed, without any packages that it could load by itself. Raises
    CannotMake for a Pyodide to which the changes do not fit."""
    found = {f"pyodide/{name}": (client / "pyodide" / name).read_bytes() for name in PYODIDE}
    found["pyodide/pyodide.asm.mjs"] = _changed(found["pyodide/pyodide.asm.mjs"].decode(), CHANGES
                                                ).encode()
    lock = json.loads((client / "pyodide/pyodide-lock.json").read_text("utf-8"))
    found["pyodide/pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()
    return found


def _changed(script: str, changes: Mapping[str, str]) -> str:
    """Return a script with pieces replaced; raises CannotMake unless each is there once."""
    for before, after in changes.items():
        if script.count(before) != 1:
            raise CannotMake(say("Scorepad does not know this Pyodide. Install flet-web in the "
                                 "version that Scorepad asks for."))
        script = script.replace(before, after)
    return script


def library(client: Path, into: Path) -> None:
    """Put Python's own modules, which Pyodide has as sources, into a folder. Raises CannotMake for
    a Pyodide to which a change does not fit."""
    with zipfile.ZipFile(client / "pyodide/python_stdlib.zip") as archive:
        archive.extractall(into, [name for name in archive.namelist()
                                  if not name.endswith("/") and not LIBRARY_LEFT_OUT.match(name)])
    operators = into / "operator.py"
    operators.write_text(_changed(operators.read_text("utf-8"), {OPERATORS: OPERATORS_BUT_ONE}),
                         "utf-8")
