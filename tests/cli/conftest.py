"""What the tests of the commands share."""

import json

import pytest


@pytest.fixture
def database(tmp_path, monkeypatch):
    """Where the book will be."""
    place = tmp_path / "data" / "book.db"
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{place}")
    return place


@pytest.fixture
def written(tmp_path):
    """Writes a document into a file."""
    def write(document, name="evening.json"):
        file = tmp_path / name
        file.write_text(json.dumps(document), "utf-8")
        return file
    return write
