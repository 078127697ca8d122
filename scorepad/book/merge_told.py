"""A hand of a file, or of the book, in words, to be compared with one another."""

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.i18n.message import Message, say


def told(hand: HandRecord, sheet: SheetRecord) -> Message | str:
    """Return what a hand of a sheet says: what was entered, and what else is written with it."""
    names = sheet.names
    parts: list[Message | str] = [sheet.game.describe(hand.hand, names)]
    if hand.dealer is not None:
        parts.append(say("{name} dealt", name=names[hand.dealer]))
    if hand.seats is not None:
        parts.append(say("at the table: {names}", names=", ".join(
            [names[seat] for seat in hand.seats])))
    if hand.rules is not None:
        parts.append(say("with other rules"))
    if hand.note:
        parts.append(say("“{note}”", note=hand.note))
    if hand.voided:
        parts.append(say("voided"))
    said = parts[0]
    for part in parts[1:]:
        said = Message("{first} · {more}", {"first": said, "more": part}) if said else part
    return said
