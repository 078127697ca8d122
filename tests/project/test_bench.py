"""What is compared with what was kept, in the table of measurements."""

from pathlib import Path

from tests.bench.figures import Figure, better_of, keep, kept, worse

BEFORE = {"saving": 1.0, "start": 0.5}


def test_a_fifth_more_is_worse_and_no_more_than_that_is_not():
    assert worse([Figure("saving", 1.2), Figure("start", 0.61, 2)], BEFORE) \
        == ["start: 0.61, and was 0.50"]


def test_a_figure_without_one_from_before_is_not_worse():
    assert worse([Figure("memory", 9.0, 1)], BEFORE) == []


def test_of_two_measurements_the_better_one_counts():
    assert better_of([Figure("saving", 1.5), Figure("start", 0.4)],
                     [Figure("saving", 1.1), Figure("start", 0.6)]) \
        == [Figure("saving", 1.1), Figure("start", 0.4)]


def test_a_figure_over_its_limit_says_so():
    assert not Figure("saving", 1.31, 1.3).within and "OVER" in Figure("saving", 1.31, 1.3).line()
    assert Figure("saving", 1.3, 1.3).within and Figure("saving", 99.0).within


def test_what_is_kept_is_read_again(tmp_path: Path):
    file = tmp_path / "figures.json"
    assert kept(file) == {}
    keep([Figure("saving", 1.0462, 1.3), Figure("cost of a hand", 1.2)], file)
    assert kept(file) == {"saving": 1.046, "cost of a hand": 1.2}
    written = file.read_text()
    assert '"limit": 1.3' in written and '"cores"' in written and '"python"' in written
