"""A day is picked from a calendar, in a real browser."""

from tests.browser.hand import Hand


def test_a_day_is_picked_from_the_calendar_of_ones_language(hand: Hand) -> None:
    hand.touch("new-evening", "names-later", "start", "seat-0", "digit-7", "digit-0", "save")
    hand.find(identifier="hand-1").wait_for(state="attached")
    hand.open("/statistics")
    hand.touch("span")
    hand.type("9.11.2026", into="Erster Tag")
    hand.tap(identifier="calendar-first")
    hand.sees("November 2026")
    hand.shot("calendar")
    hand.page.get_by_role("button", name="13").first.click(force=True)
    hand.settle()
    hand.tap("Übernehmen")
    hand.sees_no("November 2026")
    hand.tap(identifier="count-span")
    hand.sees("2026-11-13")
