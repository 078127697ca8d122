"""Who may import whom: the contracts in pyproject.toml, checked like any other test."""

from pathlib import Path

from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]


def test_no_contract_is_broken(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    code = lint_imports(config_filename="pyproject.toml", no_cache=True)
    assert code == 0, capsys.readouterr().out
