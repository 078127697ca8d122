"""README.md and docs/ are true: their links lead somewhere, and their commands and examples run.

What starts a server, needs a network or makes the pocket page is only parsed: `serve`, `pocket`,
`merge` with an address, and `scorepad` without a command. Of commands that are not ours only the
modules of `python -m` are looked up.
"""

import json
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from scorepad import __version__, cli, document
from scorepad.document import document_schema, result
from scorepad.games import GAMES, PLACES
from scorepad.games.game import HandScore
from scorepad.games.table import Table
from scorepad.i18n.words import Words
from tests.command import call
from tests.pictures import IN_ENGLISH, LANGUAGES, SERVED, SHOWN

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")))
every_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])

MOST_LINES = 120
"""The lines of README.md."""

MOST_OF_A_VERSION, MOST_OF_A_LINE = 15, 200
"""The lines of a version in CHANGELOG.md, without empty ones, and the letters of each."""

LINK = re.compile(r"\]\(([^)\s]+)\)|\bsrc=\"([^\"]+)\"")
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
IN_QUOTES = re.compile(r"`[^`\n]*`")

NOT_OURS = ("pip install ", ".venv/bin/pip ", "SITE=", "docker ", "sudo ")
"""The beginnings of commands that are somebody else's."""


class Block(NamedTuple):
    """What stands between two fences, and the language that it is said to be in."""

    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(found[2], re.sub(f"^{found[1]}", "", found[3], flags=re.MULTILINE))
            for found in FENCE.finditer(page.read_text("utf-8"))]


def prose(page: Path) -> str:
    """A page without what is between fences or quoted."""
    return IN_QUOTES.sub("", FENCE.sub("", page.read_text("utf-8")))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as hosts of Markdown make them."""
    text = FENCE.sub("", page.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


# --- links ----------------------------------------------------------------------------------------


@every_page
def test_every_link_leads_somewhere(page: Path):
    broken = []
    for found in LINK.finditer(prose(page)):
        target, _hash, anchor = (found[1] or found[2]).partition("#")
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or anchor and anchor not in anchors(file):
            broken.append(found[1] or found[2])
    assert not broken


def test_every_page_is_linked_and_every_picture_shown():
    linked = {(page.parent / (found[1] or found[2]).partition("#")[0]).resolve()
              for page in PAGES for found in LINK.finditer(prose(page))}
    pictures = set((ROOT / "docs" / "pictures").glob("*.png"))
    assert {*PAGES[1:], *pictures} <= linked


def test_every_picture_is_one_that_can_be_taken_anew():
    wanted = {f"{name}.{language}" for name in (*SHOWN, *SERVED, "overview")
              for language in LANGUAGES if language == LANGUAGES[0] or name not in IN_ENGLISH}
    assert {file.stem for file in (ROOT / "docs" / "pictures").iterdir()} == wanted


@every_page
def test_people_are_they(page: Path):
    assert not re.findall(r"\b(?:he|him|his)\b(?!\*)", prose(page), re.IGNORECASE)


def test_the_readme_is_short_and_names_every_game():
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.count("\n") <= MOST_LINES
    title_of = Words("en").game
    low_and_high = {title_of(game.title): sorted({min(game.players), max(game.players)})
                    for game in GAMES}
    assert re.findall(r"^\| \*\*(.+?)\*\* \| ([\d–]+) \|", text, re.MULTILINE) == [
        (title, "–".join(map(str, sizes))) for title, sizes in low_and_high.items()]


# --- commands -------------------------------------------------------------------------------------


class Command(NamedTuple):
    """A command of a page, and what the page says that it prints, if it does."""

    line: str
    printed: str | None = None


def commands(page: Path) -> Iterator[Command]:
    found = blocks(page)
    for block, after in zip(found, [*found[1:], Block("", "")]):
        if block.language == "sh":
            lines = [each for each in block.text.splitlines() if each.strip()]
            yield from map(Command, lines[:-1])
            yield Command(lines[-1], after.text if after.language == "text" else None)


def parts(line: str) -> list[list[str]]:
    """The commands of a line, each as its words."""
    return [shlex.split(each.partition(" > ")[0], comments=True) for each in line.split(" && ")]


def is_only_parsed(words: list[str]) -> bool:
    return not words or words[0].startswith("--") or words[0] in ("serve", "pocket") \
        or words[0] == "merge" and words[-1].startswith("http")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples of docs/format.md and docs/tournaments.md, and with nobody's
    book."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "data"))
    example = blocks(ROOT / "docs" / "format.md")[0]
    (tmp_path / "evening.json").write_text(example.text, "utf-8")
    of_many = blocks(ROOT / "docs" / "tournaments.md")[0]
    (tmp_path / "tournament.json").write_text(of_many.text, "utf-8")
    return tmp_path


@every_page
def test_every_command_runs(page: Path, here: Path):
    for command in commands(page):
        for words in parts(command.line):
            run(words, command)


def run(words: list[str], command: Command) -> None:
    given = {}
    while re.fullmatch(r"[A-Z_]+=.*", words[0]) and words[0][:5] != NOT_OURS[2]:
        name, _is, given[name] = words.pop(0).partition("=")
    program, *arguments = words
    if Path(program).name.startswith("python") and arguments[0] == "-m":
        assert find_spec(arguments[1]), command.line
    elif Path(program).name == "scorepad" and is_only_parsed(arguments):
        if arguments != ["--version"]:
            cli.parser_of(arguments).parse_args(arguments)
    elif Path(program).name == "scorepad":
        done = call(*arguments, **given)
        assert (done.code, done.err) == (0, ""), command.line
        if command.printed is not None:
            said = done.out.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n")
            assert said == command.printed, command.line
    else:
        assert " ".join(words).startswith(NOT_OURS), f"{command.line} is nobody's command"


def test_every_command_and_every_option_is_told():
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    sections = {found[1]: found[2] for found in re.finditer(
        r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)}
    parser = cli.parser_of([])
    [of_commands] = [each for each in parser._actions if isinstance(each.choices, dict)]
    for name, each in {"scorepad": parser, **of_commands.choices}.items():
        options = {option for action in each._actions for option in action.option_strings}
        told = set(re.findall(r"--[a-z]+", sections[name]))
        assert options - {"-h", "--help"} <= told, name
        assert f"scorepad {name}".removesuffix(" scorepad") in sections[name]


def test_the_commands_are_grouped_as_in_the_help():
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    groups = re.findall(r"^- ([\w ]+): (\[.+)$", text, re.MULTILINE)
    assert {title: tuple(re.findall(r"\[(\w+)\]\(#\1\)", names)) for title, names in groups} == {
        "Opening": ("scorepad",), **cli.GROUPS}


def test_the_version_is_said_and_is_the_same_everywhere():
    done = call("--version")
    assert (done.code, done.out) == (0, f"Scorepad {__version__}\n")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    changes = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert __version__ == project["version"] == changes[0]


def test_what_has_changed_is_told_in_few_lines():
    for told in (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]:
        lines = [line for line in told.splitlines()[1:] if line.strip()]
        assert len(lines) <= MOST_OF_A_VERSION and max(map(len, lines)) <= MOST_OF_A_LINE


# --- a game of one's own -------------------------------------------------------------------------


def test_the_game_that_is_added_is_played_as_the_page_says(monkeypatch: pytest.MonkeyPatch):
    """Its answer is the one that was worked out by hand, and its oracle agrees with its law."""
    found = blocks(ROOT / "docs" / "adding-a-game.md")
    law, _place, slow, _line, _screen = [each.text for each in found if each.language == "python"]
    evening, answer, _hands = [each.text for each in found if each.language == "json"]
    game = loaded("scorepad.games.hearts", law, monkeypatch).HEARTS
    oracle = loaded("tests.oracle.hearts", slow, monkeypatch)
    monkeypatch.setitem(PLACES, game.id, "hearts.HEARTS")
    book, sheets = document.replayed(evening.encode())
    assert json.loads(b"".join(result.json_pieces(book, sheets))) == json.loads(answer)
    rng, names, seen = Random(1), ("Anne", "Bert", "Cem", "Dora"), set()
    for _ in range(200):
        raw = oracle.any_hand(rng, list(names))
        table = Table(names, (0, 1, 2, 3), 0, (0, 1, 2, 3), game.rules())
        judged = game.judge(game.read_hand(raw, names), table)
        seen.add(oracle.is_playable(raw, list(names), {}))
        assert isinstance(judged, HandScore) is oracle.is_playable(raw, list(names), {}), raw
        if isinstance(judged, HandScore):
            assert dict(zip(names, judged.points)) == oracle.points_of(raw, list(names), {})
    assert seen == {True, False}


def loaded(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module that a page shows, there under its name until the test ends."""
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(text, name, "exec"), module.__dict__)
    return module


# --- examples -------------------------------------------------------------------------------------


def hands_of() -> dict[str, str]:
    """The sections of docs/format.md about the hands of each game, by the game's id."""
    text = (ROOT / "docs" / "format.md").read_text("utf-8")
    return {found[1]: found[2] for found in re.finditer(
        r"^### `([\w-]+)`\n(.*?)(?=^##)", text, re.MULTILINE | re.DOTALL)}


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_the_hands_in_the_format_can_be_played(game: Any):
    hands = json.loads(FENCE.search(hands_of()[game.id])[3])  # type: ignore[index]
    names = ("Anne", "Bert", "Cem", "Dora")[:3 if game.id == "skat" else max(game.players)]
    sheet = {"game": game.id, "players": names, "hands": hands}
    document.replayed(json.dumps({"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "sheets": [sheet]}]}).encode())


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_key_of_a_hand_is_told(game: Any):
    text = (ROOT / "docs" / "format.md").read_text("utf-8")
    own = hands_of()[game.id] + (hands_of()["doppelkopf"] if "doppelkopf" in game.id else "") \
        + (hands_of()["schieberamsch"] if "ramsch" in game.id else "")
    keys = {key for sheet in sheets_in(document_schema())
            if sheet["game"]["const"] == game.id for key in hand_keys(sheet["hands"])}
    assert {key for key in keys if not re.search(rf"\b{key}\b", own + text.partition(
        "### `")[0])} == set()


def sheets_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield the properties of each game's sheets."""
    for each in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(each, dict) and "const" in each.get("game", {}) and "hands" in each:
            yield each
        elif isinstance(each, dict | list):
            yield from sheets_in(each)


def hand_keys(schema: Any) -> set[str]:
    """The keys of a hand, those of objects within it included, but for house rules."""
    if isinstance(schema, list):
        return set().union(*map(hand_keys, schema))
    if not isinstance(schema, dict):
        return set()
    own = schema.get("properties", {})
    return set().union(own, *[hand_keys(own[key]) for key in own if key != "rules"], *[
        hand_keys(schema[key]) for key in ("anyOf", "items") if key in schema])
