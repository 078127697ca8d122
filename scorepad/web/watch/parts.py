"""The parts of a watcher's page, and the templates that they are made of."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scorepad.book.ledger.words import in_kaesten, signed
from scorepad.i18n.words import Words
from scorepad.service.telling import PROVISIONAL, by_gain, told_payment, told_source
from scorepad.service.telling_sheets import tone_of

if TYPE_CHECKING:
    import jinja2

FOLDER = Path(__file__).parent / "pages"
FILES = "/watch/files/"

TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".ttf": "font/ttf", ".png": "image/png"}

WIDEST, MOST_COLUMNS = 150, 100
"""The widest figure, in tenths of its type size, and the most columns, for which there are styles.
"""

REFRESH = 10
"""Seconds after which a page without scripts comes again."""


class Part(NamedTuple):
    """A part of a page, exchanged as a whole; place: "head", "main" or "aside"."""

    id: str
    place: str
    html: str


class File(NamedTuple):
    """A file that pages load; its address changes with its content."""

    address: str
    type: str
    content: bytes


@dataclass(frozen=True)
class Templates:
    """The templates in one language; files: what pages load, by name."""

    words: Words
    environment: "jinja2.Environment"
    files: Mapping[str, File]

    @classmethod
    def of(cls, language: str, files: Mapping[str, File]) -> "Templates":
        """Return the templates in a language."""
        import jinja2

        words = Words(language)
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
            lstrip_blocks=True, undefined=jinja2.StrictUndefined, auto_reload=False)
        environment.globals.update(
            t=words, provisional=words(PROVISIONAL), tone=tone_of, signed=signed,
            in_kaesten=in_kaesten, by_gain=by_gain, told_source=told_source,
            told_payment=told_payment)
        return cls(words, environment, files)

    def draw(self, file: str, part: str, *told: Any) -> str:
        """Return the HTML that a macro makes of what it is told."""
        macros = self.environment.get_template(f"{file}.html").module
        html: str = getattr(macros, part)(*told)
        return html

    def page(self, title: str, parts: Iterable[Part], events: str = "", at: str = "",
             app: str = "/") -> str:
        """Return a whole page; events: where its changes are told, none if empty; at: the state
        that it shows; app: the address in the app for who may write."""
        from markupsafe import Markup

        drawn = {place: Markup("").join(Markup(part.html) for part in parts if part.place == place)
                 for parts in [tuple(parts)] for place in ("head", "main", "aside")}
        return self.environment.get_template("page.html").render(
            title=title, parts=drawn, events=events, at=at, refresh=REFRESH, app=app,
            files={name: file.address for name, file in self.files.items()})


def files_of(assets: Path) -> dict[str, File]:
    """Return the files that pages load, by name; assets: the folder of icons and fonts."""
    font = _file("ScorepadSans.ttf", (assets / "fonts" / "ScorepadSans.ttf").read_bytes())
    style = (FOLDER / "watch.css").read_text("utf-8").replace(
        "ScorepadSans.ttf", font.address.rpartition("/")[2])
    style += "".join(f".c{each}{{--c:{each}}}" for each in range(1, MOST_COLUMNS + 1))
    style += "".join(f".w{each}{{--w:{each / 10}}}" for each in range(10, WIDEST + 1))
    return {"ScorepadSans.ttf": font, "watch.css": _file("watch.css", style.encode()),
            "watch.js": _file("watch.js", (FOLDER / "watch.js").read_bytes()),
            "favicon.png": _file("favicon.png", (assets / "favicon.png").read_bytes())}


def _file(name: str, content: bytes) -> File:
    stem, _dot, suffix = name.rpartition(".")
    version = hashlib.sha256(content).hexdigest()[:10]
    return File(f"{FILES}{stem}-{version}.{suffix}", TYPES[f".{suffix}"], content)

