"""An evening of each game by the keyboard alone: what is typed, what stands then, and who pays."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.browser.evenings import PLAYERS

TO_THE_MENU = "F6 F6 Right Right Return"
"""From what was just saved: to the sheet, to the bar, over undoing, and pressed."""


class Evening(NamedTuple):
    """What is played by the keys of a keyboard, as X names them. sheet: what a document says of it
    besides; hands: the keys of each, and what is read on the sheet then; paid: what is read on the
    settlement."""

    sheet: dict[str, Any]
    hands: tuple[tuple[str, str], ...]
    paid: tuple[str, ...]


THREE, TWO = PLAYERS[:3], PLAYERS[:2]
CENT = {"rate": "0.01"}
"""A cent a point."""

EVENINGS: dict[str, Evening] = {
    # 66 → 70; 63 · 2 · 2 · 2 · 2 · 2 = 2016 loses at one blow (S0). Bert pays 1 Einsatz to who has
    # points, and 2 to the others.
    "kalter-schlag": Evening({"einsatz": "0.50"}, (
        ("Tab 6 6 Return", "Anne, 70 Punkte, Anschriften: 1"),
        ("Tab J Tab 6 3 5 7 J K K K Return", "2 020 Punkte, und die Grenze ist 2 000")),
        ("Bert zahlt Anne 0,50", "Bert zahlt Cem 1,00", "Bert zahlt Dora 1,00")),
    # 113 · 2 · 2 · 2 = 904 → 90. With two: 4 · 24 = 96, lost with Kontra 192 → 19. Together 109:
    # Cem is 3 · 90 − 109 above the average, Bert 109 below it.
    "schieberamsch": Evening({"players": THREE, **CENT}, (
        ("Tab S Tab S J Tab 1 1 3 Return", "Cem, 90 Punkte"),
        ("G Tab 5 8 P P K Return", "Anne, 19 Punkte")),
        ("Anne: +0,52", "Bert: +1,09", "Cem: −1,61")),
    # 113 · 2 = 226, twice; a Durchmarsch of Anne's is 120 each: 572 is over 500, and Cem pays.
    "pfaelzer-ramsch": Evening({"players": THREE, "einsatz": "0.50"}, (
        ("Tab S J Tab Tab 1 1 3 Return", "Cem, 226 Punkte"),
        ("Tab S J Tab Tab 1 1 3 Return", "Cem, 452 Punkte"),
        ("D Tab Return", "572 Punkte, und die Grenze ist 500")),
        ("Cem zahlt Anne 0,50", "Cem zahlt Bert 0,50")),
    # TSR 7.2: one point; Re lost: 1, 1 against the old ones, and 2 for what they announced.
    "doppelkopf": Evening(CENT, (
        ("Tab space Tab Tab space G Return", "Cem, 1 Punkt"),
        ("Tab Tab space Tab Tab space A V Return", "Cem, 5 Punkte")),
        ("Anne: +0,05", "Bert: −0,05", "Cem: +0,05", "Dora: −0,05")),
    # 10; Re announced, 20; 131 Augen, 10.
    "doppelkopf-altenburg": Evening(CENT, (
        ("Tab space Tab Tab space G Return", "Cem, 10 Punkte"),
        ("Tab Tab space Tab Tab space A G Return", "Dora, 10 Punkte"),
        ("Tab space Tab space 1 3 1 Return", "Bert, 20 Punkte")),
        ("Cem zahlt Bert 0,20",)),
    # S1 183–221: 5 for each of Re from the pot, twice; a solo lost with Kontra, 20 to each. The
    # pot lacks 20 then, 5 of each.
    "doppelkopf-kasse": Evening({"einsatz": "0.05"}, (
        ("Tab space Tab space G Return", "Bert, 0,05"),
        ("Tab space Tab space G Return", "Bert, 0,10"),
        ("S Tab Tab Tab space K V Return", "Bert, 0,30")),
        ("Anne: +0,25", "Bert: +0,25", "Cem: −0,65", "Dora: +0,15")),
    # All but Anne pay three parts, once by the cards: she has the bank of nine.
    "chase-the-ace": Evening({"einsatz": "0.50"}, (
        ("C K 7 7 7 Return", "Bert, −0,50"),
        ("Tab Tab space Tab space Tab space Return", "Bert, −1,00"),
        ("Tab Tab space Tab space Tab space Return", "Anne gewinnt")),
        ("Bert zahlt Anne 1,50", "Cem zahlt Anne 1,50", "Dora zahlt Anne 1,50")),
    # 20 + 90 = 110; 100 more are 210, over 200.
    "cinq-cents": Evening({"players": TWO, "einsatz": "0.50", "rules": {"limit": 200}}, (
        ("Tab S B 9 0 4 0 Return", "Anne, 110 Punkte"),
        ("Tab S 1 0 0 3 0 Return", "210 Punkte, 200 sind das Ziel")),
        ("Bert zahlt Anne 0,50",)),
    # Herz with two, 10 · 3; Kreuz with one, 12 · 2, lost and so twice. Together −18: Anne is
    # 3 · −48 + 18 below the average.
    "skat": Evening({"players": THREE, **CENT}, (
        ("Tab Tab Down Return Down Right Return G Return", "Bert, 30 Punkte"),
        ("Tab Down Return Down Right Right Return V Return", "Anne, −48 Punkte")),
        ("Anne: −1,26", "Bert: +1,08", "Cem: +0,18")),
    # A Rufspiel, 20 (behind each player is the key that knocks); a Wenz, 50 from each.
    "schafkopf": Evening(CENT, (
        ("Tab Right Right Return G Return", "Bert, 20 Punkte"),
        ("W Tab Tab G Return", "Bert, 170 Punkte")),
        ("Anne: −0,30", "Bert: +1,70", "Cem: −0,70", "Dora: −0,70")),
    # 20 and 10 for each trick bid and made, 10 less for each that is off (Wizard); the dealer's
    # left begins. Together 110: Bert is 4 · 50 − 110 above the average.
    "ansagen": Evening({"rules": {"name": "Wizard"}, **CENT}, (
        ("1 0 0 0 1 0 0 0 Return", "Bert, 30 Punkte"),
        ("2 0 0 0 1 1 0 0 Return", "Bert, 50 Punkte")),
        ("Anne: +0,50", "Bert: +0,90", "Cem: −0,70", "Dora: −0,70")),
    # Together 97, and low is good: Cem, without any, is 97 below the average.
    "frei": Evening({"rules": {"name": "Rommé", "gut": "niedrig", "limit": 500}, **CENT}, (
        ("Tab 1 2 Tab 2 5 Tab Tab 4 0 Return", "Dora, 40 Punkte"),
        ("Tab 2 0 Return", "Anne, 32 Punkte")),
        ("Anne: −0,31", "Bert: −0,03", "Cem: +0,97", "Dora: −0,63")),
}


def document(game: str) -> dict[str, Any]:
    """The evening of a game before its first hand."""
    return {"id": f"keys-{game}", "date": "2026-11-20", "place": "", "sheets": [{
        "id": f"of-keys-{game}", "game": game, "players": PLAYERS, "hands": [],
        **EVENINGS[game].sheet}]}


def route(game: str) -> str:
    """Where its sheet is."""
    return f"/evening/keys-{game}/sheet/of-keys-{game}"


def play(game: str, press: Callable[[str], object], sees: Callable[[str], object]) -> None:
    """Play an evening at its sheet, to the menu; `press` takes the name of a key."""
    for keys, words in EVENINGS[game].hands:
        for key in keys.split():
            press(key)
        sees(words)
    for key in TO_THE_MENU.split():
        press(key)
