"""The program's answers against a slow, independent recount of the same documents."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from scorepad import document
from scorepad.document import result
from scorepad.games import GAMES
from scorepad.games.game import HandScore, Table
from tests import oracle
from tests.oracle import PEOPLE, documents, expected, fault_of_transfers, random_document

GOLDEN = Path(__file__).parents[1] / "golden"


def answered(raw):
    """The program's answer to a document, and the one explanation of every hand taken out."""
    book = document.read(json.dumps(raw).encode())
    answer = json.loads(b"".join(result.json_pieces(book, document.score(book))))
    explanations = [hand.pop("explain") for evening in answer["evenings"]
                    for sheet in evening["sheets"] for hand in sheet["hands"]]
    return answer, explanations


def check(raw):
    """The answer is the expected one, and its payments settle it with as few as can be."""
    answer, explanations = answered(raw)
    wanted = expected(raw)
    by_player_and_event(answer)
    for evening, evening_wanted in zip(answer["evenings"], wanted["evenings"]):
        transfers, fewest = evening.pop("transfers"), evening_wanted.pop("transfers")
        assert fault_of_transfers(transfers, evening["payout"]) is None
        assert len(transfers) == fewest
    assert answer == wanted
    written = [hand for evening in raw["evenings"] for sheet in evening["sheets"]
               for hand in sheet["hands"]]
    assert [bool(text) for text in explanations] == [not hand.get("voided") for hand in written]


def by_player_and_event(answer):
    """The stars of every hand in the order in which the oracle has them."""
    for evening in answer["evenings"]:
        for hand in [hand for sheet in evening["sheets"] for hand in sheet["hands"]]:
            hand["stars"].sort(key=lambda star: (star["player"], star["event"]))


@given(documents())
def test_small_documents_agree_with_the_oracle(raw):
    check(raw)


@pytest.mark.parametrize("game", oracle.GAMES)
def test_what_was_worked_out_by_hand_agrees_with_the_oracle(game):
    check(json.loads((GOLDEN / f"{game}.json").read_text("utf-8")))


@pytest.mark.parametrize("seed", range(2))
def test_long_sheets_agree_with_the_oracle(seed):
    """At least 300 hands a seed; the proof has 10,000 of every game."""
    rng, hands = Random(seed), 0
    while hands < 300:
        raw = random_document(rng, evenings=3, sheets=3, most_hands=80)
        check(raw)
        hands += sum(len(sheet["hands"]) for evening in raw["evenings"]
                     for sheet in evening["sheets"])


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_verify_agrees_with_the_oracle_on_what_can_have_been_played(game):
    verified(game, 400)


def verified(game, tries):
    """The oracle tries every way to share what is missing; the program has a rule for it."""
    slow, seen = oracle.GAMES[game.id], {True: 0, False: 0}
    rng = Random(2)
    for _ in range(tries):
        rules, names = slow.random_rules(rng), tuple(PEOPLE[:rng.choice(slow.SIZES)])
        dealer = rng.randrange(len(names))
        active = slow.playing(list(names), names[dealer], rules)
        table = Table(names, tuple(range(len(names))), dealer, tuple(map(names.index, active)),
                      game.rules.read(rules))
        raw = slow.any_hand(rng, rng.choice([active, list(names)]), rules)
        hand = game.read_hand(raw, names)
        problems = game.verify(hand, table)
        at = dealer + 1 if hasattr(slow, "IN_TURN") else 0  # whoever sits left of the dealer plays
        playable = slow.is_playable(raw, [*active[at:], *active[:at]], rules)
        found = list(map(str, problems))
        assert (not problems) == playable, (raw, rules, found)
        assert isinstance(game.judge(hand, table), HandScore) or not playable
        seen[playable] += 1
    assert min(seen.values()) > tries / 10
