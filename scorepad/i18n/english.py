"""The English of the words in which hands are told, which files and keys have in German.

The games' own terms, such as Augen, Schneider and Jungfer, are the same in both languages.
"""

import re
from functools import lru_cache

CARDS = {"Kreuz": "Clubs", "Pik": "Spades", "Herz": "Hearts", "Karo": "Diamonds",
         "Eichel": "Acorns", "Grün": "Leaves", "Schellen": "Bells", "Damen": "Queens",
         "Buben": "Jacks", "König": "King", "Könige": "Kings", "Asse": "Aces", "Zehnen": "Tens",
         "Trumpf": "Trump", "Dullen": "Dullen", "Ober": "Ober", "Farb": "Suit"}
"""The cards; somebody may be called as one of them."""

TOLD = {"mit": "with", "ohne": "without", "unter": "under", "nur": "only", "keine": "no",
        "gegen keine": "against no", "angesagt": "announced", "gereizt": "bid",
        "gefangen": "caught", "allein": "alone", "vorgeführt": "forced", "am End": "at the end",
        "Spiel": "game", "Spieler": "Declarer", "Gegner": "Opponents", "Gewonnen": "Won",
        "Verloren": "Lost", "gewonnen": "won", "verloren": "lost", "Verlierer": "Loser",
        "Geschoben": "Schieben", "Eingepasst": "All passed", "Gepasst": "Passed",
        "Strafpunkte": "Penalty", "Pflichtsolo": "Duty solo", "Kasse": "Pot", "Klopft": "Knocks",
        "Klopfen": "knocks", "Offen": "Open", "Gereizt": "Bid"}
"""The other words, where they stand as `_TOLD` says."""

TITLES = {"Freier Zettel": "Free sheet", "Ansagen und Stiche": "Bids and tricks",
          "Doppelkopf mit Kasse": "Doppelkopf with a pot",
          "Doppelkopf (Altenburger Hausregeln)": "Doppelkopf (Altenburg rules)"}
"""The titles of games that are no names; a game's own name is the same in both languages."""



def called(title: str, language: str) -> str:
    """Return what a game is called in a language ("de" or "en"), by its title."""
    return TITLES.get(title, title) if language == "en" else title


_TOLD = re.compile(
    r"\b(?:mit|ohne|unter|Spiel|Geschoben)\b(?=\s\d)"
    r"|^(?:mit|ohne|Offen|Klopft|Strafpunkte|Gereizt)$"
    r"|\b(?:gegen keine|keine)\b(?=\s\d)|\bnur\b(?= Alte)|\bam End\b|\bKlopfen$|\bKasse(?=: | \+)"
    r"|\b(?:angesagt|gereizt|gefangen|allein|vorgeführt)\b|\b(?:Spieler|Gegner)(?= schwarz)"
    r"|(?:^|(?<= · ))(?:[Gg]ewonnen|[Vv]erloren|Verlierer|Eingepasst|Gepasst|"
    r"Strafpunkte|Pflichtsolo)\b")
"""People's names stand among these words: a word with a capital needs more than itself."""

_OF_CARDS = re.compile(rf"\b({'|'.join(CARDS)})(-Solo\b|(?= (?:mit|ohne) \d))")
_COUNTED = re.compile(r"(?<=\d )(?:Buben|Könige|Zehnen|Asse|Damen)\b")


@lru_cache(maxsize=1 << 12)
def in_english(told: str) -> str:
    """Return how a hand came about, or what stands on a key, with people's names left alone."""
    told = _OF_CARDS.sub(
        lambda found: CARDS[found[1]] + found[2].replace("-Solo", " solo"), told)
    told = _COUNTED.sub(lambda found: CARDS[found[0]], told)
    return _TOLD.sub(lambda found: TOLD[found[0]], told)


def card_in_english(name: str) -> str:
    """Return what a card is called, or a sentence of the program with no names of people in it that
    begins with a solo."""
    whole, solo, rest = name.partition("-Solo")
    card = CARDS.get(whole, whole)
    return f"{card} solo{rest}" if solo and whole in CARDS else card if not solo else name
