"""Sentences at the edge, in a real browser."""

from tests.browser.hand import Hand


def test_a_taken_name_is_refused_at_its_field_and_the_next_name_is_typed(hand: Hand) -> None:
    hand.touch("new-evening", "names-later", "start", "player-0")
    hand.type("Spieler 2", into="Namen berichtigen")
    hand.tap("Überall umbenennen")
    hand.sees("Der Name Spieler 2 gehört schon jemand anderem.")
    hand.shot("taken-name")
    hand.type("Karl-Heinz", into="Namen berichtigen")
    hand.tap("Überall umbenennen")
    hand.sees_no("Überall umbenennen")
    hand.sees("Karl-Heinz gibt")


def test_a_sentence_is_gone_once_its_screen_is_left(hand: Hand) -> None:
    hand.touch("new-evening", "names-later", "start", "back", "preferences", "people")
    hand.tap("Spieler 1, 1 Abend")
    hand.type("Anne", into="Name")
    hand.tap(identifier="save-name")
    hand.sees("Spieler 1 heißt jetzt Anne")
    hand.tap(identifier="back")
    hand.find("Spieler 2, 1 Abend").wait_for(state="attached")
    hand.page.wait_for_timeout(600)  # it fades out
    hand.sees_no("Spieler 1 heißt jetzt Anne")
