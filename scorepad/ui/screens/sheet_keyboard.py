"""The keys of a keyboard on a sheet: those that type, those that lead about the screen, and what a
screen reader says after each."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import flet as ft

from scorepad.drafts.draft import DIGITS
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui.entry import panel_of
from scorepad.ui.entry.entry import change, desk_of, retrace, save
from scorepad.ui.entry.keeping import clear, entry_of, is_half_typed, look_again, typed_of
from scorepad.ui.entry.line import fold_line, told_saving
from scorepad.ui.entry.model import EntryModel
from scorepad.ui.entry.stops import Focus, Group, children, told_key
from scorepad.ui.hooks import drawn
from scorepad.ui.parts.match_end import takes_hands
from scorepad.ui.session import Session, go_back, page
from scorepad.ui.theme import Space, Type
from scorepad.ui.trail import lies_over
from scorepad.ui.widgets import muted, stack

PARTS = (N_("Entry"), N_("Sheet"), N_("Bar"))
"""The names of the parts of a screen that F6 leads to."""


SEAT = "seat-"
"""The beginning of a player's identifier."""

FEW = 2
"""The players whose words one key may change, until it has changed them for the whole table."""


AGAIN = "\N{NO-BREAK SPACE}"
"""The mark behind words that were said just before: a browser says only what has changed."""


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
            *([] if self.part == before.part and self.stop else [t(PARTS[self.part])]),
            *([self.stop] if self.stop else [])]
        keys = dict(_changed(before.keys, self.keys, t))
        if self.here in self.keys and self.here != before.here:
            keys[self.here] = self.keys[self.here].told
        saving = [self.saving] if self.saving and self.saving != before.saving else []
        saves = t("Save: {what}", what="").rstrip()  # as keys of results say, too
        return "; ".join([*moved, *[told for told in keys.values()
                                    if not saving or not told.startswith(saves)], *saving])


def heard_now(session: Session, sheet: SheetView, entry: EntryModel, focus: Focus) -> Heard:
    """Return what can be heard on a sheet; where it takes no hands, only what has the ring."""
    here = focus.here()
    ring = (0, "") if here is None else (here[0].part, here[1].told)
    if sheet.closed or not takes_hands(sheet, entry):
        return Heard({}, "", "", *ring)
    desk = desk_of(session, sheet, entry)
    panel = panel_of(sheet.game)
    keys = dict(_keys(drawn(lambda: [*panel.controls(desk), *panel.notes(desk)])))
    hand = typed_of(sheet, entry).complete
    saving = "" if hand is None else told_saving(desk.slot, hand, sheet, session.words)
    return Heard(keys, f"{SEAT}{desk.draft.here}", saving, *ring)


def _keys(controls: Iterable[Any]) -> Iterator[tuple[str, Key]]:
    for control in controls:
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


COMMON = {
    "Tab": N_("next player, then on"), "Enter": N_("save, or press"),
    "← ↑ ↓ →": N_("move the focus"),
    "F2": N_("type the hand as a line"), "F6": N_("entry, sheet, bar"), "Esc": N_("close"),
    "Esc Esc Tab": N_("leave the page"),
    "Ctrl+Z": N_("undo"), "Ctrl+Y": N_("redo")}
"""The keys that every game has, and what each does."""

ARROWS = {"Arrow Left": (Focus.along, -1), "Arrow Right": (Focus.along, 1),
          "Arrow Up": (Focus.across, -1), "Arrow Down": (Focus.across, 1)}


def press(event: ft.KeyboardEvent, session: Session, sheet: SheetView, focus: Focus) -> None:
    """Handle a key on the sheet that is shown, and say what it has changed."""
    focus.pressed = True
    entry = entry_of(session, sheet)
    if something_lies_over() or event.alt:
        return
    before, said = heard_now(session, sheet, entry, focus), entry.said
    _press(event, session, sheet, entry, focus)
    if entry.said == said:  # otherwise more has been said
        told = heard_now(session, sheet, entry, focus).told_since(before, session.words)
        entry.said = f"{told}{AGAIN}" if told and told == said else told or said


def _press(event: ft.KeyboardEvent, session: Session, sheet: SheetView, entry: EntryModel,
           focus: Focus) -> None:
    if _in_line(event, session, sheet, entry):
        return
    if entry.wants_keys:  # and not to the row whose hand is corrected
        entry.wants_keys, focus.at = False, None
    back, key = -1 if event.shift else 1, event.key.removeprefix("Numpad ")
    if event.ctrl or event.meta:
        _with_control(event, session, sheet)
        return
    match key:
        case "F6":
            focus.to_part(back)
        case "Arrow Left" | "Arrow Right" | "Arrow Up" | "Arrow Down":
            move, by = ARROWS[key]
            move(focus, by, _typing_for(sheet, entry))
        case "Escape" if focus.at is not None:
            focus.at = None
        case "Escape":
            if entry.amending is not None:
                clear(session, sheet, entry)
        case "Tab":
            _tab(session, sheet, entry, focus, back)
        case "Enter" | " " | "Space" if here := focus.here():
            here[1].act()
        case _ if takes_hands(sheet, entry) and not sheet.closed and _has_key(sheet, focus, key):
            focus.at = None
            _type(session, sheet, entry, key)


def _has_key(sheet: SheetView, focus: Focus, key: str) -> bool:
    """Return whether the key of a letter is there: that for Kontra is not by all rules, and those
    for a result may lie under the digits. What has no letter may always be typed."""
    of = [own for own, letter in panel_of(sheet.game).letters.items()
          if letter == key and not own.startswith("result-")]
    return not of or any(stop.letter == key for stop in focus.stops.of(Group.KEYS))


def _type(session: Session, sheet: SheetView, entry: EntryModel, key: str) -> None:
    if key == "Enter":
        said, saved = entry.said, entry.saved
        save(session, sheet, entry)
        if entry.saved == saved and entry.said == said:
            typed = typed_of(sheet, entry)
            entry.said = typed.remark(session.words) if typed.complete is None else ""
        return
    before = entry.draft
    change(session, sheet, entry, lambda draft: draft.key(key))
    if key in DIGITS and entry.draft == before and _typing_for(sheet, entry) is None:
        session.tell(session.words("Nobody is chosen yet: Tab leads to the first player."))


def _in_line(event: ft.KeyboardEvent, session: Session, sheet: SheetView,
             entry: EntryModel) -> bool:
    """Return whether a key is typed in the line for a whole hand, or opens or closes it."""
    may_open = event.key == "F2" and takes_hands(sheet, entry) and not sheet.closed
    if may_open or entry.writing and event.key == "Escape":
        fold_line(session, sheet, entry)
        return True
    return entry.writing


def something_lies_over() -> bool:
    """Return whether a menu or a dialog is open, to which the keys belong then."""
    return any(map(lies_over, page()._dialogs.controls))


def _with_control(event: ft.KeyboardEvent, session: Session, sheet: SheetView) -> None:
    if sheet.closed:
        return
    if event.key == "Z":
        retrace(session, sheet.id,
                session.service.redo if event.shift else session.service.undo)
    elif event.key == "Y":
        retrace(session, sheet.id, session.service.redo)


def _tab(session: Session, sheet: SheetView, entry: EntryModel, focus: Focus, by: int) -> None:
    """Lead through the players, and after them to whatever else can be pressed."""
    if sheet.closed or not takes_hands(sheet, entry):
        focus.at = None  # the buttons there have a focus of their own
        return
    seats = [stop.identifier for stop in focus.stops.of(Group.KEYS)
             if stop.identifier.startswith("seat-")]
    here = _typing_for(sheet, entry)
    at = seats.index(here) if here in seats else None
    if focus.here() is not None:
        focus.to_stop(by)
        if focus.at is not None or at is not None:
            return
        times = 1 if by > 0 else len(seats)
    elif by > 0:
        if at == len(seats) - 1 or not seats:
            focus.to_stop(1)
            return
        times = 1
    elif not at:
        focus.to_stop(-1)
        return
    else:
        times = len(seats) - 1
    for _ in range(times):
        change(session, sheet, entry, lambda draft: draft.key("Tab"))


def _typing_for(sheet: SheetView, entry: EntryModel) -> str | None:
    """Return the identifier of the player for whom something is being typed."""
    here = entry.draft.at(sheet.score.next.table).here
    return None if here is None else f"seat-{here}"


def shortcuts(focus: Focus, t: Words) -> ft.Control:
    """Build the list of what the keys of a keyboard do, for the menu."""
    own: Mapping[str, str] = {stop.letter: stop.word for stop in focus.stops.of(Group.KEYS)
                              if stop.letter}
    return ft.Semantics(identifier="shortcuts", container=True, content=ft.Container(
        stack(muted(t("On the keyboard"), size=Type.BODY),
              *[ft.Row([ft.Text(key, size=Type.SMALL, width=84),
                        muted(word, expand=True)], spacing=Space.SMALL)
                for key, word in {**{key: t(what) for key, what in COMMON.items()},
                                  **own}.items()], spacing=Space.HAIR),
        padding=ft.Padding.symmetric(horizontal=Space.LARGE, vertical=Space.SMALL)))


class Here:
    """The sheet on the screen: it keeps the screen awake and listens to the keyboard."""

    def __init__(self, session: Session, sheet: str, route: str, focus: Focus) -> None:
        self.session, self.sheet, self.route, self.focus = session, sheet, route, focus

    def begin(self) -> None:
        """Start when the sheet is shown."""
        self.session.listen(self)
        page().run_task(self.session.stay_awake, True)
        if (sheet := self._found()) is not None:
            self.session.place.half_typed(is_half_typed(sheet, entry_of(self.session, sheet)))

    def end(self) -> None:
        """Stop when another screen is shown."""
        self.session.listen(None)
        self.session.tell_above(False)
        page().run_task(self.session.stay_awake, False)
        self.session.place.half_typed(False)

    def look_beside(self) -> None:
        """Look for what may have been typed for this sheet on another page."""
        if (sheet := self._found()) is not None:
            look_again(self.session, sheet, entry_of(self.session, sheet))

    def press(self, event: ft.KeyboardEvent) -> None:
        """Handle a key of the keyboard. On a screen that lies over the sheet, Esc closes that."""
        if page().route != self.route:
            if event.key == "Escape" and page().route.startswith(f"{self.route}/") \
                    and not something_lies_over():
                go_back(self.route)
        elif (sheet := self._found()) is not None:
            press(event, self.session, sheet, self.focus)

    def _found(self) -> SheetView | None:
        """Return the sheet, None if there is none or it cannot be read: the screen says so."""
        with suppress(KeyError, StorageFault):
            return self.session.service.sheet(self.sheet)
        return None
