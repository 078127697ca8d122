"""The keys of every game's entry, and what is wrong with them in a look: each is on the screen
whole or can be brought there, is large enough for a finger, can be read, and is not cut off."""

import io
from dataclasses import replace
from typing import Any, NamedTuple

from PIL import Image

from scorepad.games import GAMES
from tests.browser.hand import CANVAS_LAG, SHOTS, SIZES, Hand, Look, augen
from tests.browser.seeing import words_of

DENSITY = 2
"""So that thin letters have pixels of their full colour."""

FINGER = 47.9
"""What a finger needs, in pixels, less what rounding takes."""

READABLE = 4.5
"""The least contrast of words by WCAG AA. Large ones may have less, and need not here."""

EDGE, CORNER = 4, 10
"""Pixels within a key's edge where no word may stand, and the radius of its corners within."""

DASH = 3
"""Pixels up to which a line of words is a dash."""

TURN, TURNS = 300, 20
"""Pixels by which the wheel is turned, and how often until it is given up that it ends."""

NAMES = ["Anne", "Maximilian", "Bo", "Christine", "Jo"]

STATES: dict[str, list[list[str]]] = {
    "kalter-schlag": [["durchmarsch"], ["durchmarsch", *augen(0, 66), "jungfer-1", "doubling-1"],
                      ["durchmarsch"]],
    "schieberamsch": [["schieben-0", "jungfrau-1", *augen(2, 70)], ["grand-hand", "seat-0"],
                      ["spitzen-2", *augen(0, 61)[1:], "schwarz", "kontra"]],
    "pfaelzer-ramsch": [["jungfrau-1", *augen(2, 60)], ["durchmarsch"]],
    "doppelkopf": [
        ["seat-1", "seat-2", "ansage-re"], ["fold-extras"], ["fold-solo"],
        ["fold-solo", "fold-augen", "digit-9"]],
    "doppelkopf-altenburg": [
        ["fold-solo"], ["fold-extras"], ["fold-stars"],
        ["fold-stars", "seat-1", "seat-2", "ansage-re"],
        ["fold-augen", "digit-9"]],
    "doppelkopf-kasse": [["seat-0", "seat-1"], ["solo"], ["kasse"], ["kasse", "augen"]],
    "chase-the-ace": [["seat-0"], ["cards", "card-A"]],
    "cinq-cents": [["spielmacher-0", "matsch-1", "bella", "terz", "trumpf"]],
    "skat": [["seat-1", "spiel-null", "ouvert"], ["spiel-kreuz", "spitzen-4", "ansage"],
             ["reizwert", "digit-1"]],
    "schafkopf": [["seat-1", "spiel-wenz", "laufende-2", "kontra"],
                  ["spiel-farbsolo", "tout", "farbe-herz"], ["tout", "augen", "digit-9"]]}
"""What is touched in each game, so that all of its keys are seen, and in each colour.

What needs least room comes first: Flutter tells wrong places of what no longer scrolls."""

BESIDE = ("player-", "hand-", "back", "undo", "redo", "menu", "pot", "to-course", "standing")
"""What is no key of the entry, by its beginning."""


class Key(NamedTuple):
    """A key: its place on the screen, in pixels, and whether it is within the screen, and within
    what scrolls. Of a key across the edge of that Flutter tells only the place that is within."""

    name: str
    x: float
    y: float
    width: float
    height: float
    seen: bool


FIND = """
    () => [...document.querySelectorAll("[flt-semantics-identifier]")]
        .filter(node => node.matches("[role=button]") || node.querySelector("[role=button]"))
        .map(node => {
            const {x, y, width, height} = node.getBoundingClientRect();
            const holds = box => box.left <= x + 0.5 && box.top <= y + 0.5
                && x + width <= box.right + 0.5 && y + height <= box.bottom + 0.5;
            let seen = holds({left: 0, top: 0, right: innerWidth, bottom: innerHeight});
            for (let up = node.parentElement; up && seen; up = up.parentElement)
                if (getComputedStyle(up).overflowY !== "visible" && up.closest("flt-semantics"))
                    seen = holds(up.getBoundingClientRect());
            return [node.getAttribute("flt-semantics-identifier"), x, y, width, height, seen];
        })
"""
"""What can be pressed, as `Key` has it."""


def evening() -> dict[str, Any]:
    """An evening with a sheet of every game, with as many players as it takes."""
    return {"id": "every", "date": "2026-11-20", "place": "", "sheets": [
        {"id": game.id, "game": game.id, "hands": [],
         "players": NAMES[:max(game.players)]} for game in GAMES]}


def faults_of_every_panel(user: Hand) -> list[str]:
    """What is wrong with the keys of every game, a line each; the book has `evening()`."""
    faults: list[str] = []
    for game in GAMES:
        user.open(f"/evening/every/sheet/{game.id}")
        user.find(identifier="seat-0").wait_for(state="attached")
        for touched in [[], *STATES.get(game.id, [])]:
            user.touch(*touched)
            user.settle()
            if not _faults(user):
                continue
            user.page.wait_for_timeout(CANVAS_LAG)  # the canvas may have lagged: look again
            faults += [f"{user.look}, {game.id} {' '.join(touched)}: {fault}"
                       for fault in _faults(user)]
    return faults


def _faults(user: Hand) -> list[str]:
    """What is wrong with the keys of the entry as it is now. A picture of each lies with the
    others."""
    names, seen = _seen(user)
    faults = [f"{name} is not whole on the screen" for name in names - seen.keys()]
    for name, (key, picture) in seen.items():
        wrong = [] if min(key.width, key.height) >= FINGER else ["is too small"]
        wrong += _unreadable(picture)
        if wrong:
            SHOTS.mkdir(exist_ok=True)
            picture.save(SHOTS / f"fault-{name}-{user.look}.png")
            faults.append(f"{key} {', '.join(wrong)}")
    return faults


def _seen(user: Hand) -> tuple[set[str], dict[str, tuple[Key, Image.Image]]]:
    """The names of all keys, and each as most of it is to be seen, with a picture.

    The wheel is turned as far as it goes if the text is large; otherwise nothing may scroll. Of a
    key that has just begun to come in there is no more than its edge to be seen.
    """
    names: set[str] = set()
    seen: dict[str, tuple[Key, Image.Image]] = {}
    keys = _keys(user)
    user.page.mouse.move(keys[0].x + keys[0].width / 2, SIZES[user.look.size][1] / 2)
    if user.look.text > 100:
        keys = _turned(user, -10 * TURN)
    for _ in range(TURNS):
        names |= {key.name for key in keys}
        if more := [key for key in keys if key.seen and min(key.width, key.height) > 2 * EDGE and (
                key.name not in seen or _area(key) > _area(seen[key.name][0]))]:
            screen = Image.open(io.BytesIO(user.page.screenshot()))
            seen |= {key.name: (key, _cut_out(screen, key)) for key in more}
        before, keys = keys, _turned(user, TURN)
        if keys == before:
            return names, seen
        assert user.look.text > 100, f"The entry scrolls: {before}, {keys}"
    raise AssertionError("The entry scrolls without an end.")


def _area(key: Key) -> float:
    return round(key.width * key.height)


def _keys(user: Hand) -> list[Key]:
    found = [Key(*each) for each in user.page.evaluate(FIND)]
    return [key for key in found if not key.name.startswith(BESIDE)]


def _turned(user: Hand, by: int) -> list[Key]:
    """The keys once the wheel was turned."""
    user.page.mouse.wheel(0, by)
    user.settle()
    return _keys(user)


def _cut_out(screen: Image.Image, key: Key) -> Image.Image:
    """A picture of a key without its edge."""
    return screen.crop((
        round((key.x + EDGE) * DENSITY), round((key.y + EDGE) * DENSITY),
        round((key.x + key.width - EDGE) * DENSITY), round((key.y + key.height - EDGE) * DENSITY)))


def _unreadable(picture: Image.Image) -> list[str]:
    """What is wrong with the words on a key."""
    width, height = picture.size
    lines = list(words_of(picture, CORNER * DENSITY))
    faults = [] if lines else ["has nothing on it that can be seen"]
    for words in lines:
        if words.bottom - words.top >= DASH * DENSITY and words.contrast < READABLE:
            faults.append(f"has words of contrast {words.contrast:.1f}")
        if words.top == 0 or words.bottom == height - 1 \
                or words.left == 0 or words.right == width - 1:
            faults.append("cuts words off")
    return faults


def in_density(look: Look) -> Look:
    """The look, with a screen of so many pixels."""
    return replace(look, density=DENSITY)
