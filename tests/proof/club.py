"""The book of a club of twelve that has met 150 times in three years and played 15,000 hands."""

import json
from datetime import date, timedelta
from random import Random

from tests.bench.saving import NAMES
from tests.bench.statistics import club_hand
from tests.oracle import kalter_schlag, skat
from tests.oracle.augen import Json

CLUB = ("Annegret", "Bernhard", "Christa", "Dieter", "Elfriede", "Friedhelm", "Gerhard",
        "Hannelore", "Ingrid", "Jörg", "Karl-Heinz", "Liselotte")
EVENINGS, LAST = 150, date(2026, 11, 27)


def document() -> Json:
    """Return the book as a document; its last evening still goes on."""
    rng = Random(36)
    return {"format": "scorepad/1", "club": {"name": "Doppelkopffreunde Altenburg"}, "evenings": [
        _evening(rng, number) for number in range(EVENINGS)]}


def _evening(rng: Random, number: int) -> Json:
    people = rng.sample(CLUB, 7)
    sheets: list[Json] = [
        {"game": "doppelkopf-altenburg", "players": list(NAMES), "rate": "0.01",
         "hands": [_possible(club_hand(rng)) for _ in range(54)]},
        {"game": "kalter-schlag", "players": list(NAMES), "einsatz": "0.50",
         "hands": [kalter_schlag.random_hand(rng, list(NAMES)) for _ in range(23)]},
        {"game": "skat", "players": list(NAMES[:3]), "rate": "0.01",
         "hands": [skat.random_hand(rng, list(NAMES[:3]), {}) for _ in range(23)]}]
    seats = (people[:4], people[:4], people[4:])
    for place, sheet in enumerate(sheets):
        for at, hand in enumerate(sheet["hands"]):
            hand["id"] = f"club-{number}-{place}-{at}"
    return {
        "id": f"club-{number}", "date": str(LAST - timedelta(weeks=EVENINGS - 1 - number)),
        "place": f"bei {people[0]}", "closed": number < EVENINGS - 1,
        "sheets": [{"id": f"club-{number}-{place}", **_seated(sheet, at)}
                   for place, (sheet, at) in enumerate(zip(sheets, seats))]}


def _possible(hand: Json) -> Json:
    """Return a hand without its stars where the Augen may not allow them."""
    stars = hand.get("sterne", [])
    return hand | {"sterne": [each for each in stars if each["event"] != "stich-41"]}


def _seated(sheet: Json, people: list[str]) -> Json:
    """Return a sheet with other people in place of the names that it was made with."""
    text = json.dumps(sheet)
    for name, person in zip(NAMES, people):
        text = text.replace(f'"{name}"', json.dumps(person))
    seated: Json = json.loads(text)
    return seated
