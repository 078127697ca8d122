"""Doppelkopf with a common pot: money is carried from purse to purse and never made or lost."""

from random import Random

from hypothesis import given, strategies as st

from scorepad import document
from scorepad.games.game import Table, Tally
from scorepad.games.kasse import DOPPELKOPF_KASSE as GAME
from scorepad.games.kasse.hand import KasseRules
from scorepad.games.kasse.payment import solos_of
from tests.games.sheets import written
from tests.oracle import doppelkopf_kasse as tried

NAMES = ["Anne", "Bert", "Cem", "Dora", "Emil"]
FOUR = (0, 1, 2, 3)
rngs = st.randoms(use_true_random=False)

def random_sheet(rng: Random):
    """A sheet of up to 60 hands with its score."""
    raw = tried.random_sheet(rng, rng.randint(0, 60), NAMES)
    names, hands = raw.pop("players"), raw.pop("hands")
    [[score]] = document.replayed(written(raw.pop("game"), names, *hands, **raw))[1]
    return score


@given(rng=rngs)
def test_purses_and_pot_together_never_change(rng):
    score = random_sheet(rng)
    stake, before = score.record.stake, 0
    for line in score.lines:
        rules = line.table.rules
        put_in = 4 * rules.beitrag * (1 if stake is None else stake)
        pot = GAME.pot(line.tally, rules, stake)
        assert pot >= 0 and sum(line.tally.totals) + pot == put_in >= before
        before = put_in
    assert score.over or not before or sum(score.tally.totals) + score.pot == before


@given(rng=rngs)
def test_what_is_settled_sums_to_zero_and_shares_differ_by_a_cent_at_most(rng):
    score = random_sheet(rng)
    if score.payout is not None:
        shares = [paid - total for paid, total in zip(score.payout, score.tally.totals)]
        assert sum(score.payout) == 0
        assert max(shares) - min(shares) <= 1 and shares == sorted(shares, reverse=True)


@given(rng=rngs)
def test_the_pot_pays_what_it_owes_as_far_as_it_reaches(rng):
    """With less in it nobody gets more; with nothing only what the players pay each other."""
    rules = KasseRules.read(tried.random_rules(rng))
    hand = GAME.read_hand(tried.random_hand(rng, NAMES[:4], rules.written()), NAMES[:4])
    put_in = 20 * rules.beitrag
    plenty = GAME.score(hand, table(rules, -1000))
    for left in (0, 3, 5, 10, rng.randint(0, put_in)):
        short = GAME.score(hand, table(rules, put_in - left))
        assert all(some <= all_ for some, all_ in zip(short.points, plenty.points))
        assert sum(short.points) == min(left, sum(plenty.points))
        assert solos_of(short.marks) == solos_of(plenty.marks)
        assert short.same_dealer == plenty.same_dealer


def table(rules, paid_out):
    """A table whose pot has paid so many cents out already, at a base amount of 5."""
    return Table(tuple(NAMES[:4]), FOUR, 0, FOUR, rules, 5,
                 Tally((paid_out, 0, 0, 0), (0, 0, 0, 0), 1))


@given(rng=rngs)
def test_the_order_of_two_hands_does_not_matter_while_the_pot_can_pay(rng):
    """Nor who sits where, but for odd cents: here there are none."""
    names = NAMES[:4]
    hands = [tried.random_hand(rng, names) for _ in range(2)]
    one, other = (answered(names, *order) for order in (hands, hands[::-1]))
    assert one.tally == other.tally and one.pot == other.pot and one.payout == other.payout
    moved = rng.sample(names, 4)
    anew = answered(moved, *hands)
    assert dict(zip(moved, anew.tally.totals)) == dict(zip(names, one.tally.totals))


@given(rng=rngs)
def test_without_a_stake_the_same_is_counted_in_base_amounts(rng):
    """Where nobody is paid by halves, so with much in the pot."""
    hands = [tried.random_hand(rng, NAMES[:4]) for _ in range(5)]
    money, plain = answered(NAMES[:4], *hands), answered(NAMES[:4], *hands, einsatz=None)
    assert money.tally.totals == tuple([5 * total for total in plain.tally.totals])
    assert money.pot == 5 * plain.pot and plain.payout is None


def answered(names, *hands, einsatz="0.05"):
    """The score of these hands with a pot that can pay them."""
    more = {} if einsatz is None else {"einsatz": einsatz}
    return document.replayed(written(GAME.id, names, *hands, rules={"beitrag": 100},
                                     **more))[1][0][0]
