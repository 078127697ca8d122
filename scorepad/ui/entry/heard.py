"""The words that a screen reader says after each key while a hand is typed with a keyboard."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import flet as ft

from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.entry import panel_of
from scorepad.ui.entry.entry import complete_hand, desk_of
from scorepad.ui.entry.line import told_saving
from scorepad.ui.entry.model import EntryModel
from scorepad.ui.entry.stops import Focus, children, told_key
from scorepad.ui.session import Session

PARTS = (N_("Entry"), N_("Sheet"), N_("Bar"))
"""The names of the parts of a screen that F6 leads to."""


SEAT = "seat-"
"""The beginning of a player's identifier."""

FEW = 2
"""The players whose words one key may change, until it has changed them for the whole table."""


class Key(NamedTuple):
    """A key as it is heard: its words, and whether it is chosen."""

    told: str
    chosen: bool


class Heard(NamedTuple):
    """The words that could be heard at one moment. keys: those of the entry by identifier; here:
    that of the player for whom something is typed; saving: what saving would write, empty for
    nothing; part, stop: what of the screen has the ring."""

    keys: Mapping[str, Key]
    here: str
    saving: str
    part: int
    stop: str

    def told_since(self, before: "Heard", t: Words) -> str:
        """Return in a few words what has changed since, empty for nothing."""
        moved = [] if (self.part, self.stop) == (before.part, before.stop) else [
            *([] if self.part == before.part else [t(PARTS[self.part])]),
            *([self.stop] if self.stop else [])]
        keys = dict(_changed(before.keys, self.keys, t))
        if self.here in self.keys and self.here != before.here:
            keys[self.here] = self.keys[self.here].told
        saving = [self.saving] if self.saving and self.saving != before.saving else []
        saves = t("Save: {what}", what="").rstrip()  # as keys of results say, too
        return "; ".join([*moved, *[told for told in keys.values()
                                    if not saving or not told.startswith(saves)], *saving])


def heard_now(session: Session, sheet: SheetView, entry: EntryModel, focus: Focus) -> Heard:
    """Return what can be heard on a sheet that takes hands."""
    desk = desk_of(session, sheet, entry)
    panel = panel_of(sheet.game)
    keys = dict(_keys([*panel.controls(desk), *panel.notes(desk)]))
    here = focus.here()
    hand = complete_hand(sheet, entry)
    saving = "" if hand is None else told_saving(desk.slot, hand, sheet, session.words)
    return Heard(keys, f"{SEAT}{desk.draft.here}", saving, 0 if here is None else here[0].part,
                 "" if here is None else here[1].told)


def _keys(drawn: Iterable[Any]) -> Iterator[tuple[str, Key]]:
    for control in drawn:
        if isinstance(control, ft.Semantics) and control.button:
            yield str(control.identifier), Key(told_key(control), bool(control.selected))
        else:
            yield from _keys(children(control))


def _changed(before: Mapping[str, Key], now: Mapping[str, Key], t: Words
             ) -> Iterator[tuple[str, str]]:
    """Yield the words of each player and of each key that has changed; not of those that only say
    what they would count now, nor of what a key has changed for the whole table."""
    changed = [name for name, key in now.items() if name in before and key != before[name]]
    players = {name.removeprefix(SEAT) for name in changed if name.startswith(SEAT)
               and (now[name].chosen or now[name].told != before[name].told)}
    if len(players) > FEW:
        players = {seat for seat in players if now[SEAT + seat].chosen}
    for name in changed:
        kind, _hyphen, seat = name.rpartition("-")
        if f"{kind}-" == SEAT and seat in players:
            yield name, now[name].told
        elif f"{kind}-" == SEAT or seat in players:  # the player's own words say it
            continue
        elif now[name].chosen:
            yield name, now[name].told
        elif before[name].chosen:
            yield name, t("{key}: no longer", key=now[name].told)
