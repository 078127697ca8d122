"""Who cuts and who leads, and what the running Partie of Kalter Schlag has come to."""

from tests.oracle.augen import Json


def with_duties(sheet: Json, hands: list[Json]) -> list[Json]:
    """The hands of an answer with who cuts and leads (S0, S3; S2, Das Blatt und die Spieler)."""
    seats, rows = sheet["players"], []
    for written, hand in zip(sheet.get("hands", []), hands):
        seats = written.get("players", seats)
        rows.append(hand | duties(sheet["game"], seats, hand["dealer"], hand["active"]))
    return rows


def duties(game: str, seats: list[str], dealer: str, active: list[str]) -> Json:
    """Right of the dealer one cuts, left of him one leads, clockwise being the order of seats."""
    if game == "chase-the-ace":  # those who are out do nothing, and nobody leads
        seats = active
    at = seats.index(dealer)
    around = seats[at + 1:] + seats[:at + 1]
    if game != "doppelkopf-altenburg":
        return {"cuts": around[-2], "leads": None if game == "chase-the-ace" else around[0]}
    leads = next(name for name in around if name in active)
    if len(seats) == 4:
        return {"cuts": around[0], "leads": leads}
    idle = [name for name in seats if name not in active and name != dealer]
    return {"cuts": idle[0] if idle and len(seats) > 5 else None, "leads": leads}


def anschriften(sheet: Json, answer: Json) -> Json:
    """How often everybody has written points in the Partie that runs, or that the table has broken
    off: nobody has won or lost that."""
    if sheet["game"] != "kalter-schlag":
        return {}
    begins = max([match["last_hand"] for match in answer["matches"]
                  if match["winner"] or match["loser"]], default=0)
    hands = answer["hands"][begins:]
    return {"anschriften": {name: sum(hand["points"][name] > 0 for hand in hands)
                            for name in answer["totals"]}}
