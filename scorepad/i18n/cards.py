"""The names of the cards of a German deck in place of those of a French one (S3, the deck).

Herz and Ass are called that with either deck, and so is the König.
"""

import re

FRENCH, GERMAN = "french", "german"
DECKS = (FRENCH, GERMAN)

NAMES = {"Kreuz": "Eichel", "Pik": "Grün", "Karo": "Schellen", "Dame": "Ober", "Damen": "Ober",
         "Bube": "Unter", "Buben": "Unter",
         "of clubs": "of acorns", "of spades": "of leaves", "of diamonds": "of bells",
         "a queen": "an Ober", "queen": "Ober", "queens": "Ober",
         "a jack": "an Unter", "jack": "Unter", "jacks": "Unter"}
"""The other name of each, in German and in English, where clubs are also something else."""

_ANY = re.compile(rf"\b({'|'.join(NAMES)})\b", re.IGNORECASE)
_OF_A_GAME = re.compile(rf"\b({'|'.join(NAMES)})(?=-Solo| (?:mit|ohne) \d)")


def of_german_deck(sentence: str) -> str:
    """Return a sentence of the program, still without names, for people who hold a German deck."""
    return _ANY.sub(_other, sentence)


def told_of_german_deck(told: str) -> str:
    """Return how a hand came about, in which somebody may be called Karo, for the same people."""
    return _OF_A_GAME.sub(_other, told)


def _other(found: re.Match[str]) -> str:
    """Return the other name of a card, with a capital where the one has it."""
    word = found[0]
    name = NAMES.get(word) or NAMES.get(word.lower()) or NAMES[word.capitalize()]
    return name[0].upper() + name[1:] if word[0].isupper() else name
