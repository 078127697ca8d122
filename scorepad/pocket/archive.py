"""Archives that have the same bytes whenever they have the same content."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path


def zipped(files: Mapping[str, bytes], *, smaller: bool = True) -> bytes:
    """Return a zip archive of files, by their names in it: in order, and all of the same date.

    smaller: whether each file is compressed by itself. Otherwise the archive is compressed as a
    whole on its way, which makes it smaller still, and Python reads modules from it as they are.
    """
    method = zipfile.ZIP_DEFLATED if smaller else zipfile.ZIP_STORED
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            about = zipfile.ZipInfo(name)
            about.compress_type, about.external_attr = method, 0o644 << 16
            archive.writestr(about, files[name], compresslevel=9)
    return made.getvalue()


def unzipped(archive: bytes) -> dict[str, bytes]:
    """Return the files of a zip archive, by their names in it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def content_of(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, by their names in a web address."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}
