"""Which book is that of a folder of the host, in a real Chromium, without Python and Flutter."""

import pytest

from tests.pocket.test_shelf import DATABASE, KEEP, OPEN, Trials, chromium, trials

__all__ = ["chromium", "trials"]  # fixtures

pytestmark = pytest.mark.browser

NAME = "return (await import('./shelf.js')).bookName();"

FORMER = OPEN.replace('"trial"', '"scorepad"') + KEEP
"""A book from when all folders of a host had the same."""


@pytest.mark.parametrize("without", ["", DATABASE], ids=["in a folder", "in a database"])
def test_a_new_folder_has_a_book_of_its_own(trials: Trials, without: str):
    assert trials.run(NAME) == "scorepad %2F"
    trials.run(without + FORMER)
    trials.run("await caches.open('scorepad https://elsewhere.example/club/');")
    assert trials.run(NAME) == "scorepad %2F", "that of another folder is not taken"


def test_the_book_that_all_folders_had_stays_with_those_that_had_it(trials: Trials):
    """The only folder has it; one of several if it was started before."""
    trials.run(FORMER)
    assert trials.run(NAME) == "scorepad"
    trials.run("await caches.open('scorepad https://elsewhere.example/club/');"
               "await caches.open(`scorepad snapshot ${new URL('./', location)}`);")
    assert trials.run(NAME) == "scorepad"
    trials.run("await caches.delete(`scorepad snapshot ${new URL('./', location)}`);")
    assert trials.run(NAME) == "scorepad", "a careful start throws the snapshot away"
    trials.run(OPEN.replace('"trial"', '"scorepad %2F"') + KEEP)
    assert trials.run(NAME) == "scorepad %2F", "what it has begun itself comes first"


@pytest.mark.parametrize("refuses", ["CacheStorage.prototype.keys",
                                     "StorageManager.prototype.getDirectory"])
def test_a_passing_fault_begins_no_book_beside_the_one_that_is_there(trials: Trials, refuses: str):
    trials.run(FORMER)
    passing = f"{refuses} = () => Promise.reject(new DOMException('', 'UnknownError'));"
    assert trials.answer(passing + NAME) == [None, "UnknownError", None]
    assert trials.run(NAME) == "scorepad"


def test_to_look_for_a_book_leaves_that_of_another_window_alone(trials: Trials):
    """Which may be just beginning it."""
    assert trials.run(DATABASE + OPEN + """
        const { isThere } = await import("./shelf.js");
        const request = indexedDB.open("trial", 1);
        request.onupgradeneeded = () => {
            for (const name of ["pages", "about"]) request.result.createObjectStore(name);
        };
        await new Promise(done => { request.onsuccess = done; });
        let asked = false;
        request.result.onversionchange = () => { asked = true; };
        return [await isThere("trial"), await isThere("other"), asked,
                (await indexedDB.databases()).map(each => each.name)];
    """) == [False, False, False, ["trial"]]
