"""What the commands do where somebody types them: help with a slip of the finger, completion, a
word after writing, and on a terminal styles, tables that fit, and patience."""

import io
import re
import shutil
import subprocess
import sys
import time

import pytest

from scorepad import cli
from tests.cli.conftest import FOUR
from tests.command import call


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("line, near", (
    (("pdf", "--yaer", "2026", "x"), "scorepad pdf: '--yaer' is not known. Did you mean --year?"),
    (("stats", "--yer=2026"), "scorepad stats: '--yer' is not known. Did you mean --year?"),
    (("--wbe",), "scorepad: '--wbe' is not known. Did you mean --web?"),
    (("serve", "--jsno"), "scorepad serve: '--jsno' is not known. Did you mean --json?")))
def test_a_slip_of_the_finger_in_an_option(line, near):
    assert call(*line) == (2, "", near + "\n")


def test_an_option_like_none_is_only_unknown():
    assert call("where", "--frobnicate") == (
        2, "", "scorepad: unrecognized arguments: --frobnicate\n")


# --- completion -----------------------------------------------------------------------------------

TRIED = """
{script}
COMP_WORDS=(scorepad {words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_shtab_scorepad scorepad "${{COMP_WORDS[$COMP_CWORD]}}" ""
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.parametrize("words, found", (
    ("pd", {"pdf"}), ("pdf --wh", {"--what"}), ("pdf --what ra", {"ranking"}),
    ("stats --game ska", {"skat"}), ("replay pyproj", {"pyproject.toml"}),
    ("draw --by ''", {"lot", "totals", "serpentine", "club"})))
def test_bash_completes(words, found):
    script = call("completion", "bash").out
    done = subprocess.run(["bash", "-c", TRIED.format(script=script, words=words)],
                          capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == found


@pytest.mark.parametrize("shell", ("zsh", "fish", "tcsh", "powershell"))
def test_other_shells_get_a_script(shell):
    done = call("completion", shell)
    assert done.code == 0 and "certificates" in done.out or shell == "tcsh"


# --- a word after writing -------------------------------------------------------------------------


def test_a_file_that_was_written_is_named(season, tmp_path):
    paper, table = tmp_path / "season.pdf", tmp_path / "season.csv"
    assert call("stats", "--pdf", paper, **season) == (0, f"{paper}: 1 page\n", "")
    assert call("stats", "--csv", table, **season) == (0, f"{table}: written\n", "")
    assert call("export", "-", **season).out.startswith("{")  # and no word among it


# --- a terminal -----------------------------------------------------------------------------------


def test_styles_are_for_terminals(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert cli.styled("Fault", cli.RED, io.StringIO()) == "Fault"
    assert cli.styled("Fault", cli.RED, Terminal()) == "\033[31mFault\033[0m"
    monkeypatch.setenv("TERM", "dumb")
    assert cli.styled("Fault", cli.RED, Terminal()) == "Fault"
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert cli.styled("Fault", cli.RED, Terminal()) == "Fault"


def test_whoever_waits_on_a_terminal_is_told(monkeypatch):
    monkeypatch.setattr(cli, "SOON", 0.01)
    for stream, told in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with cli.at_work():
            time.sleep(0.1)
        said = stream.getvalue()
        assert ("At work for 0 seconds" in said) == told
        assert not told or said.endswith("\r\033[K")  # and the line is free again


def test_a_table_fits_the_terminal(season, monkeypatch):
    wide = call("stats", **season).out
    for name, value in {**season, "COLUMNS": "60"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", Terminal())
    cli.main(["stats"])
    narrow = sys.stdout.getvalue()
    assert max(map(len, narrow.splitlines())) <= 60 < max(map(len, wide.splitlines()))
    words = re.compile(r"\S+")
    assert set(words.findall(narrow)) == set(words.findall(wide))
    for name in FOUR:  # in each part of the table
        assert narrow.count(f"\n{name} ") > wide.count(f"\n{name} ")
