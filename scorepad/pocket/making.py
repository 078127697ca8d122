"""The making of the page in one folder: Flutter and Python of Flet's client, packages from pip, and
the app. The same versions make the same bytes."""

import gzip
import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Mapping, Set
from contextlib import suppress
from importlib.metadata import version
from itertools import chain
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from scorepad.i18n.message import say
from scorepad.pocket import wheels
from scorepad.pocket.wheels import CannotMake, Tell, compile_all, content_of, unzipped, zipped
from scorepad.system.files import ASSETS, pictures, write_whole
from scorepad.web.host.client import (
    CANVASKIT,
    MAIN,
    QUICK,
    SMALLER,
    as_they_are,
    flutter as needed,
    installed_client,
)

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

OWN = ("favicon.png", "icon.png", "fonts/ScorepadSans.ttf", "fonts/NotoEmoji.woff2",
       "fonts/LICENSE.txt", "languages.js", "breaks.js", "labels.js",
       "copying.js", "listening.js", "scanning.js", "jsqr.js", "jsqr.LICENSE.txt", "keyboard.js")
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
    r"|lib2to3|sqlite3/__main__|_pyrepl|profiling|tomllib|http/(server|cookiejar)|multiprocessing"
    r"|xml/dom|concurrent/interpreters|logging/(config|handlers))(/|\.py)"
    r"|asyncio/(proactor|windows)_"
    r"|(_pydatetime|plistlib|statistics|pdb|bdb|pydoc|doctest|mailbox|imaplib|smtplib|poplib|ftplib|optparse|_pyio|pickletools"
    r"|cProfile|profile|pstats|turtle|trace|rlcompleter|this|antigravity|cmd|compileall|configparser"
    r"|fileinput|modulefinder|pyclbr|sched|shelve|socketserver|symtable|tabnanny|wave|zipapp)\.py")
"""Modules of Python's standard library, by how their paths begin, that nothing here imports."""

RENDERERS = {"quick": QUICK, "smaller": (MAIN, *SMALLER), "full": (MAIN, *CANVASKIT)}
"""The files of each way in which Flutter draws; a phone fetches those of one. The names are those
of `renderer.js`, which chooses."""


def client_folder() -> Path:
    """Return the folder of Flet's web client; raises CannotMake if it is not installed."""
    client = installed_client()
    if client is None:
        raise CannotMake(say("The page needs the extra 'web': pip install 'scorepad[web]'"))
    return client


def flutter(client: Path) -> dict[str, bytes]:
    """Return Flutter's files by name, with a drawing library for every browser."""
    files = {**needed(client),
             **as_they_are(client, "flutter.js", *chain.from_iterable(RENDERERS.values()))}
    fonts = [{"family": family, "fonts": [{"asset": file}]} for family, file in FONTS.items()]
    return {**{name: read() for name, read in files.items()},
            "assets/FontManifest.json": json.dumps(fonts).encode()}


def own() -> dict[str, bytes]:
    """Return our own pictures and fonts, and the manifest for a home screen."""
    manifest = json.loads((ASSETS / "manifest.json").read_text("utf-8")) | {"scope": "./"}
    return {**{name: (ASSETS / name).read_bytes() for name in (*OWN, *pictures())},
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


PACKAGE = Path(__file__).parent.parent
PACKAGE_OF_RULES = Path(__file__).parent
WEB = PACKAGE_OF_RULES / "web"

NOT_IN_THE_BROWSER = ("cli/", "i18n/__main__.py", "i18n/locale/scorepad.pot", "assets/",
                      "__main__.py", "pocket/")
NEEDED_OF_POCKET = ("pocket/__init__.py", "pocket/start.py")
SUFFIXES = (".py", ".mo", ".ttf", ".json")

COMPILED, LIBRARIES = ".so", "libraries/"
"""The ending of modules compiled for the machine, and their folder in the page: the browser keeps
what it makes of them."""

LIBRARY, CODE, DATA, APP = ARCHIVES = ("library.txt", "code.txt", "data.txt", "app.txt")
"""Python's archives: its own modules, the packages that are imported as they lie in an archive,
those that need a real folder, and the app. They are not text; but a host compresses by the name."""

PAPER, FOR_PAPER = "paper.txt", ("fpdf", "fontTools", "defusedxml", "unittest")
"""The archive of the packages with which paper alone is made, and their names."""

LATER = (PAPER, "fonts/NotoEmoji.woff2", "jsqr.js")
"""The files that a phone fetches once the app is there: paper, and letters and codes of others."""

PRESSED, WORTH_IT = ".gz", 20_000
"""The ending of a compressed copy, for hosts that do not compress on the way, and the fewest bytes
of a file that has such a copy."""

PYTHON = (*ARCHIVES, ".wasm", ".mjs", "worker.js", "snapshot.js")
"""The endings of the files that make up a Python that has been started."""

NOT_KEPT = ("assets/NOTICES", "licences.txt", "fonts/LICENSE.txt", "jsqr.LICENSE.txt", "sw.js",
            "screenshots/sheet.png", "screenshots/settlement.png")
"""The files of the page that the phone does not keep: nobody needs them without a network."""

MARK = "// Scorepad, kept for times without a network."
"""The beginning of `sw.js`, which shows that the folder holds an earlier page."""

LISTED = re.compile(r"^const FILES = (\{.*?\});$", re.DOTALL | re.MULTILINE)
"""The list in `sw.js` of the files that the phone keeps."""

HASH = 16
"""The number of digits of a file's hash that tell its versions apart."""

POLICY = ("default-src 'self' blob: data:; script-src 'self' 'wasm-unsafe-eval' blob:; "
          "style-src 'self' 'unsafe-inline'; connect-src 'self' blob: data:")
"""Nothing from elsewhere: Flet's client asks a CDN for a part of its Rive player at every start."""


def make(folder: Path, tell: Tell) -> int:
    """Make the page in a folder, in place of an earlier one; return how many bytes a phone with
    Chromium fetches until the app is there.

    tell: called with each step. What lies beside an earlier page, such as `.git`, stays there.
    Raises CannotMake, and OSError if the folder cannot be written; what was there before is still
    there then.
    """
    _must_be_ours(folder)
    flet = client_folder()
    files = {**flutter(flet), **own(), **pyodide(flet)}
    with TemporaryDirectory(prefix="scorepad-") as place:
        files |= _python(flet, Path(place), tell)
    tell(say("Compressing the files"))
    packed = _packed(files)
    files |= packed | _start(files, packed)
    tell(say("Writing {folder}", folder=str(folder)))
    _put(files, folder)
    others = {*LATER, *RENDERERS["smaller"], *RENDERERS["full"]} - {*RENDERERS["quick"]}
    return sum(len(packed.get(f"{name}{PRESSED}", content)) for name, content in files.items()
               if name not in NOT_KEPT and name not in others and not name.endswith(PRESSED))


def zip_page(folder: Path, file: Path) -> None:
    """Put the files of a page into a zip file, for forms that take uploads; raises OSError."""
    file.write_bytes(zipped({name: (folder / name).read_bytes() for name in _names_in(folder)
                             if (folder / name).is_file()}, dated=True))


def _python(flet: Path, place: Path, tell: Tell) -> dict[str, bytes]:
    """Return the files for Python. Only the archive of the app changes with every version of
    Scorepad: a phone fetches only that again, and here the others are kept for the next time."""
    kept = kept_packages(flet)
    if kept.exists():
        packages = unzipped(kept.read_bytes())
    else:
        packages = _packages(flet, place, tell)
        _keep(packages, kept)
    app = place / "app"
    _own_modules(app / "scorepad")
    compile_all(app, flet / "pyodide", tell)
    return {**packages, APP: zipped(content_of(app), smaller=False)}


def _packages(flet: Path, place: Path, tell: Tell) -> dict[str, bytes]:
    python, packages, fetched = (place / name for name in ("library", "packages", "wheels"))
    tell(say("Fetching the packages"))
    fetched.mkdir()
    found = wheels.fetch(fetched)
    wheels.unpack(found, packages)
    library(flet, python)
    compile_all(place, flet / "pyodide", tell)
    found_in, modules = content_of(packages), content_of(python)
    paper = {name: some.pop(name) for some in (found_in, modules) for name in list(some)
             if _top(name) in FOR_PAPER}
    code, data = _apart(found_in)
    compiled = {name: data.pop(name) for name in list(data) if name.endswith(COMPILED)}
    return {
        LIBRARY: zipped(modules, smaller=False),
        CODE: zipped(code, smaller=False),
        DATA: zipped(data, smaller=False),
        PAPER: zipped(paper, smaller=False),
        **{f"{LIBRARIES}{name}.wasm": content for name, content in compiled.items()},
        "licences.txt": wheels.licences(found).encode(),
    }


def kept_packages(flet: Path) -> Path:
    """Return where the packages are kept that were made of this client by this code, if any."""
    import platformdirs

    made_by = hashlib.sha256((flet / "pyodide/python_stdlib.zip").read_bytes())
    for path in sorted(PACKAGE_OF_RULES.iterdir()):
        if path.is_file() and f"pocket/{path.name}" not in NEEDED_OF_POCKET:
            made_by.update(path.read_bytes())
    folder = platformdirs.user_cache_path("scorepad", appauthor=False)
    return folder / f"pocket-{made_by.hexdigest()[:HASH]}.zip"


def _keep(packages: Mapping[str, bytes], kept: Path) -> None:
    """Keep the packages for the next time; if that fails, it takes as long again."""
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        for earlier in kept.parent.glob("pocket-*.zip"):
            earlier.unlink()
        write_whole(kept, zipped(packages))


def _apart(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the packages that consist of modules, and those that read files or are compiled for
    the machine, which must lie in a folder."""
    in_folder = {_top(name) for name in files if not name.endswith((".py", ".pyc"))}
    return ({name: content for name, content in files.items() if _top(name) not in in_folder},
            {name: content for name, content in files.items() if _top(name) in in_folder})


def _top(name: str) -> str:
    return name.partition("/")[0]


def _own_modules(into: Path) -> None:
    """Copy our own package, without what only the command line needs."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in SUFFIXES and (name in NEEDED_OF_POCKET or
                                        not name.startswith(NOT_IN_THE_BROWSER)):
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, into / name)


def _packed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return compressed copies of the large files that a phone keeps."""
    return {f"{name}{PRESSED}": gzip.compress(content, 9, mtime=0)
            for name, content in files.items()
            if len(content) >= WORTH_IT and not name.endswith(".png") and name not in NOT_KEPT}


def _start(files: Mapping[str, bytes], packed: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that the page starts with, and the list by which it is kept: the hash and
    the size of each file, and the size of its compressed copy where there is one."""
    made = {path.name: path.read_bytes() for path in WEB.iterdir() if path.is_file()}

    def fill(name: str, gap: str, value: str) -> None:
        made[name] = made[name].replace(gap.encode(), value.encode())

    fill("index.html", "/* POLICY */", POLICY)
    fill("sw.js", "/* POLICY */", POLICY)
    libraries = [name for name in sorted(files) if name.startswith(LIBRARIES)]
    fill("worker.js", "/* LIBRARIES */ []", json.dumps(libraries))
    fill("worker.js", "/* LATER */ []", json.dumps(LATER))
    fill("sw.js", "/* LATER */ []", json.dumps(LATER))
    fill("sw.js", "/* RENDERERS */ {}", json.dumps(RENDERERS))
    fill("worker.js", "/* SHOWN */", _shown())
    python = sorted((name, content) for name, content in {**files, **made}.items()
                    if name.endswith(PYTHON))
    state = "".join(_hash(content) for _, content in python)
    fill("snapshot.js", "/* STATE */", _hash(state.encode()))
    listed = {name: [_hash(content), len(content)]
              for name, content in sorted({**files, **made}.items()) if name not in NOT_KEPT}
    for name, content in packed.items():
        listed[name.removesuffix(PRESSED)].append(len(content))
    text = json.dumps(listed, indent=0)
    fill("sw.js", "/* FILES */ {}", text)
    fill("sw.js", "/* VERSION */", f"{version('scorepad')} {_hash(text.encode())[:8]}")
    made["sw.js"] = f"{MARK}\n".encode() + made["sw.js"]
    return made


def _shown() -> str:
    """Return the names that the screens use of Flet, which imports each only when it is used."""
    asked = {name for path in (PACKAGE / "ui").rglob("*.py")
             for name in re.findall(r"\bft\.([A-Za-z]\w*)", path.read_text("utf-8"))}
    return " ".join(sorted(asked))


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH]


def _must_be_ours(folder: Path) -> None:
    """Raise CannotMake unless the folder is new or empty, or holds an earlier page."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise CannotMake(say("{folder} is a file. Name a folder for the page.", folder=str(folder)))
    worker = folder / "sw.js"
    ours = worker.is_file() and worker.read_text("utf-8", "replace").startswith(MARK)
    if not ours and any(folder.iterdir()):
        raise CannotMake(say("{folder} holds other files. Name an empty or a new folder.",
                             folder=str(folder)))


def _names_in(folder: Path) -> set[str]:
    """Return the names of the files of the page in a folder; empty if there is none."""
    worker = folder / "sw.js"
    found = LISTED.search(worker.read_text("utf-8", "replace")) if worker.is_file() else None
    names: set[str] = set()
    if found:
        with suppress(ValueError):  # somebody has changed it
            names = {*json.loads(found[1]), *NOT_KEPT}
    return names | {f"{name}{PRESSED}" for name in names}


def _copy_others(folder: Path, into: Path, ours: Set[str]) -> None:
    """Copy all that lies in a folder, except our files and the folders that are for them."""
    for_ours = {parent.as_posix() for name in ours for parent in PurePosixPath(name).parents}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        target = into / name
        if path.is_dir() and not path.is_symlink():
            if name not in for_ours:
                target.mkdir(parents=True, exist_ok=True)
        elif name not in ours:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target, follow_symlinks=False)


def _put(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files beside the folder first, and then put them in its place at once."""
    folder = folder.absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
        made = Path(beside) / "made"
        _copy_others(folder, made, {*files, *_names_in(folder)})
        for name, content in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if folder.exists():
            folder.rename(Path(beside) / "before")
        try:
            made.rename(folder)
        except OSError:
            (Path(beside) / "before").rename(folder)
            raise
