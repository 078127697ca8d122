"""An evening of Kalter Schlag and then Schieberamsch, tapped and settled in one list."""

from tests.browser.hand import Hand, augen

# Kalter Schlag for 0.50 (S0, Ende der Partie): 63 · 2 · 2 · 2 · 2 · 2 = 2016 loses at one blow, and
# as nobody else wrote points Bert pays two Einsätze to each: Anne +1.00, Bert −3.00, Cem +1.00,
# Dora +1.00.
# Schieberamsch at 0.05 a point (S3, Beispiel; S3, Grand Hand): Cem writes 90, then 48 less, Anne
# 9 less. −9, 0 and 42 are 33 together, so Anne gets 0.05 · (33 + 27) = 3.00, Bert 0.05 · 33 =
# 1.65, and Cem pays 0.05 · (126 − 33) = 4.65.
BALANCES = {"Anne": "+4,00 €", "Dora": "+1,00 €", "Bert": "−1,35 €", "Cem": "−3,65 €"}
PAYMENTS = ("Cem zahlt Anne 3,65", "Bert zahlt Dora 1,00", "Bert zahlt Anne 0,35")


def start(hand: Hand) -> None:
    """Begin the game; while the new screen slides in it takes no taps."""
    hand.touch("start")
    hand.sees("Anne gibt · ")
    hand.settle()


def test_two_games_on_one_evening_settle_in_one_list(hand: Hand):
    kalter_schlag(hand)
    schieberamsch(hand)
    settlement(hand)


def kalter_schlag(hand: Hand) -> None:
    hand.open("/new")
    for name in ("Anne", "Bert", "Cem", "Dora"):
        hand.type(name, into="Name")
        hand.press("Enter")
        hand.sees(f"{name} ")
    hand.touch("stake-50")
    start(hand)
    hand.touch(*augen(1, 63), "doubling-3", "jungfer-0", "jungfer-3")
    hand.sees("Eintragen: Bert +2")
    hand.touch("save")
    hand.sees("Bert verliert")
    hand.touch("next-match")


def schieberamsch(hand: Hand) -> None:
    hand.touch("menu", "another-game", "game-schieberamsch", "rests-Dora")
    hand.sees("Anne gibt zuerst.")
    hand.touch("stake-500")
    start(hand)
    hand.touch("schieben-0", "schieben-1", "jungfrau-0", *augen(2, 113), "save")
    hand.sees("Cem, 90 Punkte")
    hand.touch("schieben-0", "schieben-1", "durchmarsch", "seat-2", "save")
    hand.sees("Cem, 42 Punkte")
    hand.touch("grand-hand", "seat-0", "digit-6", "digit-7", "spitzen-2", "save")
    hand.sees("Anne, −9 Punkte")
    hand.touch("menu", "end-match")
    hand.sees("Anne gewinnt")


def settlement(hand: Hand) -> None:
    hand.touch("to-settlement")
    hand.sees("Wer bekommt, wer zahlt")
    words = hand.words()
    for name, balance in BALANCES.items():
        assert f"{name}: {balance}" in words
    assert "3 Zahlungen" in words
    rest = words[words.index("3 Zahlungen"):]
    for part in PAYMENTS:
        assert part in rest
        rest = rest[rest.index(part):]


def test_a_hand_typed_before_the_page_has_caught_up_is_saved(hand: Hand):
    """Two hands as fast as the finger goes: the second save comes while the button still shows
    what the first one left."""
    hand.open("/new")
    for name in ("Anne", "Bert", "Cem", "Dora"):
        hand.type(name, into="Name")
        hand.press("Enter")
        hand.sees(f"{name} ")
    start(hand)
    hand.touch(*augen(1, 66), "doubling-1", "save", *augen(3, 65), "save")
    hand.sees("Bert, 130 Punkte")
    hand.sees("Dora, 70 Punkte")
