"""A plugin for pytest: what the tests have made is looked through for garbage a hundred times less
often, which takes a tenth off the time of all tests. Proofs measure without it."""

import gc


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
