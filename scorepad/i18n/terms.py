"""The words in which hands are told, which files and keys have in German: in English, and for
people who hold a German deck.

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


FRENCH, GERMAN = "french", "german"
DECKS = (FRENCH, GERMAN)

NAMES = {"Kreuz": "Eichel", "Pik": "Grün", "Karo": "Schellen", "Dame": "Ober", "Damen": "Ober",
         "Bube": "Unter", "Buben": "Unter",
         "of clubs": "of acorns", "of spades": "of leaves", "of diamonds": "of bells",
         "a queen": "an Ober", "queen": "Ober", "queens": "Ober",
         "a jack": "an Unter", "jack": "Unter", "jacks": "Unter"}
"""The name of each card of a French deck (S3) with a German one, in German and in English, where
clubs are also something else. Herz, Ass and König are called that with either."""

_ANY = re.compile(rf"\b({'|'.join(NAMES)})\b", re.IGNORECASE)
_OF_A_HAND = re.compile(rf"\b({'|'.join(NAMES)})(?=-Solo| (?:mit|ohne) \d)")


def of_german_deck(sentence: str) -> str:
    """Return a sentence of the program, still without names, for people who hold a German deck."""
    return _ANY.sub(_other, sentence)


def told_of_german_deck(told: str) -> str:
    """Return how a hand came about, in which somebody may be called Karo, for the same people."""
    return _OF_A_HAND.sub(_other, told)


def _other(found: re.Match[str]) -> str:
    """Return the other name of a card, with a capital where the one has it."""
    word = found[0]
    name = NAMES.get(word) or NAMES.get(word.lower()) or NAMES[word.capitalize()]
    return name[0].upper() + name[1:] if word[0].isupper() else name
