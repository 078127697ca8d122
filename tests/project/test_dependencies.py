"""What the package needs is what it says that it needs, and fits together where it is installed.
Its own modules need each other one way only."""

import ast
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version
from pathlib import Path

import grimp
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

BROUGHT = {"sqlalchemy": "sqlmodel", "pydantic-core": "pydantic", "fastapi": "flet-web",
           "uvicorn": "flet-web", "starlette": "flet-web", "fonttools": "fpdf2"}
"""Packages that another one is made of, and so brings for certain."""


def declared() -> set[str]:
    lines = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["web"],
             *PROJECT["optional-dependencies"]["desktop"],
             *PROJECT["optional-dependencies"]["postgresql"]]
    return {canonicalize_name(Requirement(line).name) for line in lines}


def imported() -> set[str]:
    """The packages from elsewhere that a file of ours imports."""
    found = set()
    for file in (ROOT / "scorepad").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - {"scorepad"}


def test_every_package_that_is_imported_is_declared():
    of = packages_distributions()
    assert {"flet", "sqlmodel", "babel"} <= imported()
    for module in imported():
        names = {canonicalize_name(name) for name in of.get(module, [module])}
        assert {BROUGHT.get(name, name) for name in names} & declared(), module


def test_what_is_installed_fits_what_is_asked_for_down_to_the_last_package():
    """As `pip check` does it, for what this package brings along and nothing else."""
    misfits, seen = [], set()
    ahead = [Requirement(line) for line in PROJECT["dependencies"]]
    while ahead:
        wanted = ahead.pop()
        name = canonicalize_name(wanted.name)
        if wanted.marker and not wanted.marker.evaluate({"extra": ""}):
            continue
        try:
            if not wanted.specifier.contains(version(name), prereleases=True):
                misfits.append(f"{wanted}: {version(name)} is installed")
        except PackageNotFoundError:
            misfits.append(f"{wanted} is not installed")
            continue
        if name not in seen:
            seen.add(name)
            ahead += [Requirement(line) for line in requires(name) or []]
    assert "sqlalchemy" in seen and not misfits


def test_no_modules_import_each_other_in_a_circle():
    """Nor inside of a function."""
    graph = grimp.build_graph("scorepad", cache_dir=None, exclude_type_checking_imports=True)
    assert "scorepad.ui.app" in graph.modules
    TopologicalSorter({module: graph.find_modules_directly_imported_by(module)
                       for module in graph.modules}).prepare()  # a circle is raised


def test_the_app_starts_without_what_only_paper_needs():
    """It is large: a phone fetches it once the app is there, and each start is quicker for it."""
    asked = ("import sys, scorepad.ui.app; "
             "print([name for name in ('fpdf', 'fontTools', 'defusedxml') if name in sys.modules])")
    done = subprocess.run([sys.executable, "-c", asked], check=True, text=True, capture_output=True)
    assert done.stdout.strip() == "[]"
