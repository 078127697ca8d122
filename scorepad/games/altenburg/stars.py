"""Stars that follow from others in a hand of Doppelkopf by the Altenburg house rules."""

from scorepad.games.altenburg.hand import Event, Hand
from scorepad.games.protocols import StarEvent


def rot_within(hand: Hand) -> list[StarEvent]:
    """Return the stars for Rot of whoever had all side suits go round: two stars in all (S2, Sterne
    2 and 7), so none where Rot is noted besides."""
    if not hand.sterne:
        return []
    noted = {seat for event, seat in hand.sterne if event is Event.ROT_RUM}
    through = dict.fromkeys(seat for event, seat in hand.sterne if event is Event.ALLE_FARBEN)
    return [StarEvent(seat, Event.ROT_RUM.value) for seat in through if seat not in noted]
