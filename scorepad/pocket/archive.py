"""Archives of which the same content makes the same bytes."""

import gzip
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path


def zipped(files: Mapping[str, bytes], *, smaller: bool = True) -> bytes:
    """A zip archive of files, by their names in it: in order, and all from the same day.

    smaller: each file is compressed by itself. An archive that is not is compressed as a whole on
    its way, which makes it smaller still, and Python reads a module from it as it lies there.
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
    """The files of a zip archive, by their names in it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def pressed(content: bytes) -> bytes:
    """Return the content compressed with gzip, which every browser can unpack."""
    return gzip.compress(content, 9, mtime=0)


def content_of(folder: Path, paths: Iterable[Path] | None = None) -> dict[str, bytes]:
    """The files below a folder, by their names as a web address has them."""
    chosen = folder.rglob("*") if paths is None else paths
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in chosen if path.is_file()}
