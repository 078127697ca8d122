"""Archives of which the same content makes the same bytes."""

import gzip
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path


def zipped(files: Mapping[str, bytes], *, pressed: bool = True) -> bytes:
    """A zip archive of files, by their names in it: in order, and all from the same day.

    pressed: each file by itself, as an upload form wants it.
    """
    method = zipfile.ZIP_DEFLATED if pressed else zipfile.ZIP_STORED
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            about = zipfile.ZipInfo(name)
            about.compress_type, about.external_attr = method, 0o644 << 16
            archive.writestr(about, files[name], compresslevel=9)
    return made.getvalue()


def unzipped(archive: bytes) -> dict[str, bytes]:
    """The files of a zip archive, by their names in it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def pressed_whole(files: Mapping[str, bytes]) -> bytes:
    """A zip archive that is compressed as a whole: smaller than file by file, and once the browser
    has unpacked it, Python reads a module from it without unpacking that."""
    return gzip.compress(zipped(files, pressed=False), 9, mtime=0)


def content_of(folder: Path, paths: Iterable[Path] | None = None) -> dict[str, bytes]:
    """The files below a folder, by their names as a web address has them."""
    chosen = folder.rglob("*") if paths is None else paths
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in chosen if path.is_file()}
