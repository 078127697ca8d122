"""The names of the cards of a German deck (S3: "Kreuz = Eichel, Pik = Grün, Herz = Rot / Herz, Karo
= Schellen; Ass = Daus / Ass, Dame = Ober, Bube = Unter")."""

import pytest

from scorepad.i18n.message import GERMAN, say
from scorepad.i18n.words import Words

CARDS = (
    ("Kreuz", "Eichel"), ("Pik", "Grün"), ("Herz", "Herz"), ("Karo", "Schellen"), ("Ass", "Ass"),
    ("Damen", "Ober"), ("Buben", "Unter"), ("König", "König"), ("Damen-Solo", "Ober-Solo"),
    ("Buben-Solo", "Unter-Solo"), ("Karo-Solo", "Schellen-Solo"), ("Grand", "Grand"))


@pytest.mark.parametrize("french, german", CARDS)
def test_a_card_is_called_by_the_deck_that_is_held(french, german):
    assert Words("de", GERMAN).card(french) == german
    assert Words("de").card(french) == french


@pytest.mark.parametrize("language, template, said", [
    ("de", "jack of clubs", "Eichel-Unter"), ("de", "jack of diamonds", "Schellen-Unter"),
    ("de", "A point for Kontra winning against both queens of clubs.",
     "Ein Punkt, wenn Kontra gegen beide Eichel-Ober gewinnt."),
    ("de", "A point for catching an ace of diamonds.",
     "Ein Punkt für ein gefangenes Schellen-Ass."),
    ("en", "jack of spades", "Unter of leaves"),
    ("en", "A point for making the last trick with a jack of clubs.",
     "A point for making the last trick with an Unter of acorns."),
    ("de", "Cross", "Andreaskreuz")])  # the sign of a player
def test_a_sentence_calls_the_cards_so(language, template, said):
    assert Words(language, GERMAN)(template) == said


def test_people_keep_their_names():
    """Karo is somebody's name, too, and so is Bube."""
    assert Words("de", GERMAN)(say("{name} plays Grand Hand", name="Karo")) \
        == "Karo spielt Grand Hand"
    for told, said in (("Karo · Karo ohne 2", "Karo · Schellen ohne 2"),
                       ("Kreuz mit 1, Spiel 2: 24", "Eichel mit 1, Spiel 2: 24"),
                       ("Durchmarsch Bube: 120", "Durchmarsch Bube: 120"),
                       ("Pik · Karo-Solo · Re 130", "Pik · Schellen-Solo · Re 130")):
        assert Words("de", GERMAN).arithmetic(told) == said
