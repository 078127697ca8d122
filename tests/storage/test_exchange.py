"""The exchange of two books: what goes over the line, and that both have the same in the end."""

import json
import zlib

import pytest

from scorepad.storage import exchange
from scorepad.storage.exchange import NotExchange
from scorepad.storage.file_of_entries import line_of
from scorepad.storage.links import heads_after, linked
from tests.storage.piles import Cut, Line, Pile, club, copies


@pytest.fixture
def apart():
    """Two copies of a club, with five evenings: one went on with the first two and began another,
    the other went on with the first and the third, and somebody came."""
    pile, parts = club(5, 12)
    one, other = copies(pile)
    one.play(parts[0], 3)
    one.play(parts[1], 1)
    one.begin("new", 20)
    other.play(parts[0], 20)
    other.play(parts[2], 1)
    other.write(None, ("PlayerAdded", {"player": "player-Emil", "name": "Emil"}))
    return one, other


def test_both_have_all_of_both_after_three_questions(apart):
    one, other = apart
    wanted = one.digests | other.digests
    line, done = one.meets(other)
    assert one.digests == other.digests == wanted
    assert len(one.rows) == len(other.rows) == len(wanted)
    assert (line.messages, done.sent, done.refused) == (3, 26, 0)


def test_the_same_comes_out_whoever_asks(apart):
    one, other = apart
    wanted = one.digests | other.digests
    _, done = other.meets(one)
    assert one.digests == other.digests == wanted
    assert done.sent == 22


def test_two_that_have_the_same_find_that_out_at_once(apart):
    one, other = apart
    one.meets(other)
    line, done = one.meets(other)
    assert (line.messages, done.sent) == (1, 0)
    assert line.bytes < 400
    assert Pile().meets(Pile())[0].messages == 1


@pytest.mark.parametrize("empty", [0, 1])
def test_an_empty_book_gets_everything(empty):
    full, _ = club(7, 5)
    pair = [full, Pile()]
    pair[empty], pair[1 - empty] = Pile(), full
    pair[0].meets(pair[1])
    assert pair[0].digests == pair[1].digests
    assert len(pair[empty].rows) == 4 + 7 * 7


def test_nothing_is_sent_that_is_known_there(monkeypatch):
    """The last entries are all named, so that only what is new goes over the line."""
    pile, parts = club(3, 40)
    one, other = copies(pile)
    one.play(parts[0], 5)
    other.play(parts[0], 7)
    other.play(parts[1], 2)
    came = []
    exchange.asked(exchange.asking(one.parts, came.extend), other.answers)
    assert len(came) == 9
    assert len(other.rows) == 4 + 3 * 42 + 9 + 5


def test_one_long_evening_apart_costs_at_most_as_much_again():
    pile, parts = club(1, 300)
    one, other = copies(pile)
    one.play(parts[0], 90)
    other.play(parts[0], 90)
    came = []
    exchange.asked(exchange.asking(one.parts, came.extend), other.answers)
    assert 90 <= len(came) < 180


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("cut", range(3))
def test_what_was_cut_off_is_done_by_doing_it_again(apart, cut, late):
    one, other = apart
    wanted, before = one.digests | other.digests, one.digests
    with pytest.raises(Cut):
        one.meets(other, Line(cut, late=late))
    assert before <= one.digests <= wanted
    one.meets(other)
    assert one.digests == other.digests == wanted


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_many_pages_cut_off_anywhere(apart, cut, monkeypatch):
    monkeypatch.setattr(exchange, "PAGE", 1000)
    one, other = apart
    wanted = one.digests | other.digests
    try:
        assert one.meets(other, Line(cut))[0].messages > 20
    except Cut:
        line, _ = one.meets(other)
        assert line.messages > 3
    assert one.digests == other.digests == wanted


def test_somebody_writes_meanwhile(apart):
    one, other = apart
    part = one.rows[10][1]
    answers = other.answers

    def send(content):
        other.play(part, 1)
        return answers(content)

    exchange.asked(exchange.asking(one.parts, one.take), send)
    assert one.digests < other.digests
    one.meets(other)
    assert one.digests == other.digests


def test_what_is_refused_is_counted_and_the_rest_comes(apart):
    one, other = apart
    last = one.rows[3]
    one.rows.append(linked(("x\0", None, "ClubNamed", 0, "", "{}"), heads_after(last)))
    _, done = one.meets(other)
    assert (done.sent, done.refused) == (26, 1)
    assert [row[0] for row in one.rows if row[9] not in other.digests] == ["x\0"]


# --- untrusted messages ---------------------------------------------------------------------------


def packed(*lines):
    return zlib.compress("\n".join(lines).encode())


def told(**fields):
    return packed(json.dumps({"format": exchange.FORMAT, **fields}))


WRONG = {
    "nothing": b"", "no message": b"Dear Anne", "cut off": told(groups=["00" * 8])[:-5],
    "no JSON": packed("Dear Anne"), "a list": packed("[]"), "another format": packed("{}"),
    "no question": told(), "no groups": told(groups=[]), "a short group": told(groups=["00"]),
    "a number": told(groups=7), "no figures": told(groups=["x" * 16]), "nested": packed("[" * 9999),
    "too many groups": told(groups=["00" * 8] * 5000), "a part that is a number": told(
        known=[[7, []]], after=""), "a part alone": told(known=["x"], after=""),
    "no digest": told(known=[["x", ["00"]]], after=""), "no place": told(known=[]),
    "a place that is a number": told(known=[], after=7),
    "too long": zlib.compress(b" " * (1 << 26)),
}


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG)
def test_what_is_no_message_is_refused_in_a_sentence(content):
    pile, _ = club(1, 2)
    with pytest.raises(NotExchange, match="cannot be read"):
        pile.answers(content)


ANSWERS = {
    **{name: content for name, content in WRONG.items() if not name.startswith("no place")},
    "no parts": told(differ=[]), "a group that was not asked about": told(differ=[9], parts=[]),
    "a group below": told(differ=[-1], parts=[]), "true": told(differ=[True], parts=[]),
}


@pytest.mark.parametrize("step", range(3))
@pytest.mark.parametrize("content", ANSWERS.values(), ids=ANSWERS)
def test_what_is_no_answer_is_refused_in_a_sentence(apart, content, step):
    one, other = apart
    asked = []

    def send(question):
        asked.append(question)
        return content if len(asked) > step else other.answers(question)

    with pytest.raises(NotExchange):
        exchange.asked(exchange.asking(one.parts, one.take), send)


def test_somebody_who_sends_pages_without_end_is_left(apart, monkeypatch):
    monkeypatch.setattr(exchange, "MOST_PAGES", 50)
    one, other = apart
    asked = []

    def send(question):
        asked.append(question)
        return other.answers(question) if len(asked) == 1 else told(common=[], next="00")

    with pytest.raises(NotExchange):
        exchange.asked(exchange.asking(one.parts, one.take), send)
    assert len(asked) == 51


def test_a_line_that_is_no_entry_is_refused_alone(apart):
    one, other = apart
    before = len(one.rows)
    came = exchange.read(told(entries=2) and packed(
        json.dumps({"format": exchange.FORMAT, "entries": 2}), "Dear Anne",
        line_of(other.rows[-1])))
    assert [str(each) for each in came.entries if not isinstance(each, tuple)] == ["is no entry"]
    found = one.take(came.entries)
    assert (len(one.rows) - before, len(found.refused)) == (1, 1)
