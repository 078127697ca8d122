"""Runs a command line as a process of its own, or in this one where only the answer matters."""

import gc
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from scorepad import cli

LANGUAGES = ("SCOREPAD_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def start(*arguments, stdin=b"", prefix=(), **environment) -> Done:
    """`scorepad` with these arguments in a new process, in English unless told otherwise."""
    environ = {key: value for key, value in os.environ.items() if key not in LANGUAGES}
    done = subprocess.run([*prefix, sys.executable, "-m", "scorepad", *map(str, arguments)],
                          input=stdin, capture_output=True, env={**environ, **environment},
                          cwd=Path(__file__).parent.parent)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def call(*arguments, **environment) -> Done:
    """The same without a new process; there is no standard input, and no other language."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    code = 0
    with redirect_stdout(out), redirect_stderr(err), patch.dict(os.environ, environment):
        try:
            cli.main(list(map(str, arguments)))
        except SystemExit as end:
            code = end.code or 0
        finally:
            gc.enable()  # `replay` goes without, because its process ends soon
    return Done(code, *(stream.detach().getvalue().decode() for stream in (out, err)))
