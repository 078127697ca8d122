"""Entries that no screen writes, each with a digest that fits: what somebody could put into a file
of entries, or onto the wire, who has read how they are made (docs/format.md)."""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

Entry = dict[str, Any]
"""An entry as a line of a file of entries has it."""

HEAD = '{"format": "scorepad-entries/1"}'
WIRE = "scorepad-exchange/1"
SIGNED = "id", "evening", "kind", "at", "by", "data", "device", "clock"


def digest_of(entry: Mapping[str, Any]) -> str:
    """Return the digest of an entry: the first 16 bytes of the SHA-256 of its fields as a JSON list
    without spaces and in ASCII, with the digests of ``after`` as one text."""
    fields = [*[entry[name] for name in SIGNED], "".join(entry["after"])]
    text = json.dumps(fields, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def file_of(entries: Iterable[Entry]) -> bytes:
    """Return a file of entries."""
    return "\n".join([HEAD, *map(json.dumps, entries), ""]).encode()


def message_of(entries: list[Entry]) -> bytes:
    """Return a message that brings entries over the wire."""
    lines = [json.dumps({"format": WIRE, "entries": len(entries)}), *map(json.dumps, entries)]
    return zlib.compress("\n".join(lines).encode())


@dataclass
class Book:
    """What whoever attacks a book has read in it: its entries, and who and what there is.

    own: how many entries at the beginning are sound, and are imitated; 0 for all of them.
    """

    rng: Random
    entries: list[Entry]
    own: int = 0
    made: int = 0
    facts: dict[str, list[tuple[Entry, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for entry in self.entries[:self.own or len(self.entries)]:
            self.facts.setdefault(entry["kind"], []).append((entry, json.loads(entry["data"])))

    @classmethod
    def of(cls, content: str, rng: Random, own: Sequence[str] = ()) -> "Book":
        """Return what a file of entries says; own: the lines that are sound."""
        lines = content.split("\n")[1:-1]
        others = [line for line in lines if line not in {*own}]
        return cls(rng, [json.loads(line) for line in (*own, *others)], len(own))

    def heads(self, part: str | None) -> tuple[int, list[str]]:
        """Return the highest clock of a part, and the digests of its heads."""
        here = [entry for entry in self.entries if entry["evening"] == part]
        known = {digest for entry in here for digest in entry["after"]}
        return max([entry["clock"] for entry in here], default=0), \
            sorted([entry["digest"] for entry in here if entry["digest"] not in known])

    def entry(self, kind: str, data: Any, part: str | None = None, **more: Any) -> Entry:
        """Return an entry that follows all that is known of its part; more: other fields."""
        self.made += 1
        clock, heads = self.heads(part)
        own = f"01a20e28-{self.rng.randrange(16**4):04x}-7{self.made % 16**3:03x}-8" \
              f"{self.rng.randrange(16**3):03x}-{self.rng.randrange(16**12):012x}"
        made = {"id": own, "evening": part, "kind": kind, "at": 1_795_533_844_406, "by": "Mallory",
                "data": data if isinstance(data, str) else json.dumps(data), "device": "evil",
                "clock": clock + 1, "after": heads, **more}
        return made | {"digest": digest_of(made)}

    def any(self, kind: str) -> tuple[Entry, Any]:
        """Return one of the entries of a kind, with what it says."""
        entry, data = self.rng.choice(self.facts[kind])
        return entry, deepcopy(data)

    # --- whom and what there is -----------------------------------------------------------------

    def person(self) -> str:
        return self.any("PlayerAdded")[1]["player"]

    def sheet(self, game: str = "") -> Any:
        """Return how a sheet was opened."""
        return deepcopy(self.rng.choice([data for _, data in self.facts["SheetOpened"]
                                         if game in ("", data["game"])]))

    def hand_on(self, sheet: Any, hand: Any, **more: Any) -> Entry:
        """Return an entry that records a hand."""
        made = self.entry("HandRecorded", {}, sheet["evening"])
        data = {"id": made["id"], "sheet": sheet["sheet"], "hand": hand}
        made |= {"data": json.dumps(data), **more}
        return made | {"digest": digest_of(made)}


# --- nonsense: it must change nothing of what others have written ---------------------------------

Attack = Callable[[Book], list[Entry]]
NASTY: list[Any] = [
    None, True, False, -1, 0, 1.5, 10 ** 30, "", "\ud800", "\x00", "a\nb", "x" * 100_000, [], {},
    [[]], {"a": {}}, "01a20e28-0000-7000-8000-000000000000", "9999-99-99", "kasten", -10 ** 9,
    float("nan"), "\u202e", "﷽" * 500, [None], ["x"] * 300]


def unknown_kind(book: Book) -> list[Entry]:
    kind = book.rng.choice(("Frobnicated", "", "entry", "__class__", "Unread", "Entry", "\ud800",
                            "HandRecorded ", "SetAside", "x" * 10_000))
    return [book.entry(kind, {"sheet": book.sheet()["sheet"]}, book.sheet()["evening"])]


def after_nothing(book: Book) -> list[Entry]:
    sheet = book.sheet("frei")
    return [book.hand_on(sheet, {"punkte": {sheet["players"][0]: 1000}}, after=[],
                         clock=book.rng.choice((1, 2, 99)))]


def dangling(book: Book) -> list[Entry]:
    sheet = book.sheet("frei")
    after = [f"{book.rng.randrange(16**32):032x}" for _ in range(book.rng.choice((1, 2, 50)))]
    return [book.hand_on(sheet, {"punkte": {sheet["players"][0]: 1000}}, after=after)]


def bad_name(book: Book) -> list[Entry]:
    name = book.rng.choice(("\ud800", "x" * 100_000, "", " ", "a\nb", "\u200b", 5, None, ["Anne"],
                            "\x00", "A\u202eB", "\ufdd0"))
    own = f"01a20e28-0000-7000-8000-{book.rng.randrange(16**12):012x}"
    return [book.rng.choice((
        lambda: book.entry("PlayerAdded", {"player": own, "name": name}),
        lambda: book.entry("PlayerRenamed", {"player": own, "name": name}),
        lambda: book.entry("EveningOpened", {"evening": own, "date": "2026-11-20", "place": name},
                           own),
        lambda: book.entry("PlayerAdded", {"player": own, "name": "Eve"}, by=name)
        if isinstance(name, str) else book.entry("ClubNamed", {"name": name})))()]


def big_figure(book: Book) -> list[Entry]:
    """Figures of more digits than Python reads."""
    digits = "9" * book.rng.choice((4_299, 4_300, 5_000, 40))
    sheet, own = book.sheet("frei"), "01a20e28-0000-7000-8000-00000000abcd"
    one, other = sheet["players"][:2]

    def written(data: Any) -> str:
        return json.dumps(data).replace(": 0", f": {digits}")

    return [book.rng.choice((
        lambda: book.entry("HandRecorded", written(
            {"id": own, "sheet": sheet["sheet"], "hand": {"punkte": {one: 0}}}),
            sheet["evening"], id=own),
        lambda: book.entry("PaymentMade", written(
            {"id": own, "evening": sheet["evening"], "debtor": one, "creditor": other,
             "cents": 0, "currency": "EUR"}), sheet["evening"]),
        lambda: book.entry("StarsOpened", written(
            {"date": "2021-05-20", "balances": {one: 0}}))))()]


def bad_payment(book: Book) -> list[Entry]:
    sheet = book.sheet()
    one, other = sheet["players"][:2]
    cents = book.rng.choice((-100, 0, True, 1.5, "100", None, 10 ** 15, -10 ** 15))
    data = {"id": f"01a20e28-0000-7000-8000-{book.rng.randrange(16**12):012x}",
            "evening": sheet["evening"], "debtor": one, "creditor": other, "cents": cents,
            "currency": "EUR"}
    data |= book.rng.choice(({}, {"creditor": one, "cents": 100}, {"currency": "\ud800"},
                             {"currency": "x" * 1000, "cents": 5}, {"debtor": "nobody"},
                             {"currency": "euro", "cents": 5}))
    return [book.entry("PaymentMade", data, sheet["evening"])]


def bad_star(book: Book) -> list[Entry]:
    sheet = book.sheet()
    data = {"id": f"01a20e28-0000-7000-8000-{book.rng.randrange(16**12):012x}",
            "evening": sheet["evening"], "player": sheet["players"][0], "event": "kasten",
            "ziel": "", "stars": None, "note": ""}
    data |= book.rng.choice((
        {"event": "champagner"}, {"event": "manual", "stars": 10 ** 9}, {"event": "\ud800"},
        {"event": "auswaerts", "ziel": "Atlantis"}, {"player": "nobody"}, {"event": "abendsieger"},
        {"event": "manual", "stars": True}, {"event": "manual", "note": "x" * 100_000, "stars": 1}))
    return [book.entry("StarsNoted", data, sheet["evening"])]


def bad_sheet(book: Book) -> list[Entry]:
    sheet = book.sheet()
    data = sheet | {"sheet": f"01a20e28-0000-7000-8000-{book.rng.randrange(16**12):012x}"}
    people = [each["player"] for _, each in book.facts["PlayerAdded"]]
    data |= book.rng.choice((
        {"game": "mau-mau"}, {"game": "\ud800"}, {"game": "kalter-schlag", "players": people[:5]},
        {"players": []}, {"players": [people[0]] * 4}, {"players": ["nobody"] * 4},
        {"stake": -5}, {"stake": 10 ** 30}, {"rules": {"frobnicate": 1}}, {"rules": []},
        {"currency": "\ud800"}, {"first_dealer": "nobody"},
        {"evening": "01a20e28-0000-7000-8000-000000000000"}, {"absprachen": "x\ny"}))
    return [book.entry("SheetOpened", data, sheet["evening"])]


def bad_seats(book: Book) -> list[Entry]:
    """Seats that no table has, and an agreement and a change of rules that none can make."""
    sheet = book.sheet("doppelkopf-altenburg")
    here, part = sheet["players"], sheet["evening"]
    return [book.rng.choice((
        lambda: book.entry("SeatsTaken", {"sheet": sheet["sheet"], "seats": book.rng.choice(
            ([], here[:1], here[:3], [*here, here[0]], here * 3, None, "x", {}))}, part),
        lambda: book.hand_on(sheet, {"spiel": "normal", "re": here[:2], "augen": 131,
                                     "aktive": here[:3]}),
        lambda: book.entry("MatchEnded", {"sheet": sheet["sheet"], "agreement": book.rng.choice(
            ([5, 5, 5, 5], {here[0]: 7}, {here[0]: 5, here[1]: -4}, "x", {"nobody": 0}))}, part),
        lambda: book.entry("RulesChanged", {"sheet": sheet["sheet"], "rules": book.rng.choice(
            ({"normal_won": 10 ** 9}, {"frobnicate": 1}, [], None, {"split": "x"}))}, part),
        lambda: book.entry("AbsprachenChanged", {"sheet": sheet["sheet"],
                                                 "absprachen": book.rng.choice(NASTY)}, part),
        lambda: book.entry("RuleSetKept", {"id": "x", "game": "mau-mau", "name": "Ours",
                                           "rules": {}})))()]


def nobody(book: Book) -> list[Entry]:
    """What names people, sheets and hands that there are not."""
    sheet, ghost = book.sheet(), "01a20e28-dead-7000-8000-000000000000"
    return [book.rng.choice((
        lambda: book.entry("PlayerRenamed", {"player": ghost, "name": "Ghost"}),
        lambda: book.entry("PlayerMerged", {"player": ghost, "into": book.person()}),
        lambda: book.entry("PlayerMerged", {"player": book.person(), "into": ghost}),
        lambda: book.entry("PlayerDeleted", {"player": ghost}),
        lambda: book.entry("PlayerJoined", {"sheet": sheet["sheet"], "player": ghost},
                           sheet["evening"]),
        lambda: book.entry("SeatsTaken", {"sheet": sheet["sheet"], "seats": [ghost] * 4},
                           sheet["evening"]),
        lambda: book.entry("DealerNamed", {"sheet": sheet["sheet"], "dealer": ghost},
                           sheet["evening"]),
        lambda: book.entry("HandVoided", {"id": ghost, "sheet": sheet["sheet"]},
                           sheet["evening"]),
        lambda: book.entry("Undone", {"sheet": sheet["sheet"], "entry": ghost}, sheet["evening"]),
        lambda: book.entry("Undone", {"sheet": ghost, "entry": ghost}, sheet["evening"]),
        lambda: book.entry("WordChosen", {"id": ghost, "sheet": sheet["sheet"], "word": ghost},
                           sheet["evening"]),
        lambda: book.entry("RunsChosen", {"sheet": sheet["sheet"], "after": ghost, "runs": [ghost],
                                          "struck": []}, sheet["evening"]),
        lambda: book.entry("PaymentTakenBack", {"id": ghost, "evening": sheet["evening"]},
                           sheet["evening"]),
        lambda: book.entry("NotesChosen", {"evening": sheet["evening"], "said": [ghost, ghost],
                                           "counting": [ghost]}, sheet["evening"]),
        lambda: book.entry("ClubChosen", {"said": [ghost], "counting": ["x"]}),
        lambda: book.hand_on(book.sheet("frei"), {"punkte": {ghost: 1000}})))()]


def wild_clock(book: Book) -> list[Entry]:
    """Clocks that no writer can have had."""
    sheet = book.sheet("frei")
    clock = book.rng.choice((0, -1, 2 ** 63 - 1, 2 ** 63, 2 ** 64, 10 ** 40, 10 ** 400))
    return [book.hand_on(sheet, {"punkte": {sheet["players"][0]: 1000}}, clock=clock)]


def known_id(book: Book) -> list[Entry]:
    """The id of an entry that is there, which says something else."""
    entry, data = book.any(book.rng.choice(("HandRecorded", "PlayerAdded", "PaymentMade")))
    if "hand" in data:
        data["note"] = "no"
    else:
        data |= {"name": "Mallory"} if "name" in data else {"cents": 99_999}
    return [book.entry(entry["kind"], data, entry["evening"], id=entry["id"])]


def known_hand(book: Book) -> list[Entry]:
    """A hand, a sheet or an evening that is there, begun again."""
    kind = book.rng.choice(("HandRecorded", "SheetOpened", "EveningOpened", "PlayerAdded"))
    entry, data = book.any(kind)
    if kind == "SheetOpened":
        data["players"] = data["players"][::-1]
    elif kind == "EveningOpened":
        data["place"] = "Mallory's"
    elif kind == "PlayerAdded":
        data["name"] = "Mallory"
    else:
        data["note"] = "no"
    return [book.entry(kind, data, entry["evening"])]


def wrong_part(book: Book) -> list[Entry]:
    """What is filed under an evening that it is not about."""
    entry, data = book.any(book.rng.choice(("HandRecorded", "SheetOpened", "PaymentMade")))
    parts = [None, "01a20e28-0000-7000-8000-00000000ffff", "", "\ud800",
             *[each["evening"] for each in book.entries]]
    part = book.rng.choice([each for each in parts if each != entry["evening"]])
    own = f"01a20e28-0000-7000-8000-{book.rng.randrange(16**12):012x}"
    data |= {"sheet": own} if entry["kind"] == "SheetOpened" else {"id": own}
    return [book.entry(entry["kind"], data, part, id=own)]


def bad_data(book: Book) -> list[Entry]:
    entry, _ = book.any(book.rng.choice(list(book.facts)))
    deep = 20_000
    data = book.rng.choice(("", "null", "[]", "{", '"x"', "1", "NaN", "{}", "[" * deep + "]" * deep,
                            '{"a":' * deep + "1" + "}" * deep, '{"sheet": 1}', "\ud800",
                            "{" + '"x":1,' * 10_000 + '"y":2}'))
    return [book.entry(entry["kind"], data, entry["evening"])]


def bad_id(book: Book) -> list[Entry]:
    sheet = book.sheet("frei")
    own = book.rng.choice(("", "x", "\ud800", "a\nb", "0" * 10_000, "../../etc/passwd",
                           "01A20E28-2FB6-7E58-8EC7-4CD13EF011E8", "\x00"))
    data = {"id": own, "sheet": sheet["sheet"], "hand": {"punkte": {sheet["players"][0]: 1000}}}
    return [book.entry("HandRecorded", data, sheet["evening"], id=own)]


def bad_hand(book: Book) -> list[Entry]:
    """A hand that nobody can have played."""
    sheet = book.sheet(book.rng.choice(("kalter-schlag", "doppelkopf-altenburg", "frei")))
    here, ghost = sheet["players"], "nobody"
    return [book.hand_on(sheet, book.rng.choice((
        {}, [], None, "x", {"augen": {here[0]: 500}}, {"augen": {ghost: 120}}, {"punkte": here},
        {"spiel": "normal", "re": [here[0]] * 2, "augen": 131}, {"re": here, "augen": 131},
        {"spiel": "mau", "re": here[:2], "augen": 131}, {"durchmarsch": ghost},
        {"punkte": {here[0]: 10 ** 12}}, {"punkte": {here[0]: 1.5}}, {"punkte": {here[0]: "7"}},
        {"frobnicate": 1})))]


def twice_in_one(book: Book) -> list[Entry]:
    """Two entries with one id that say different things."""
    sheet = book.sheet("frei")
    one = book.hand_on(sheet, {"punkte": {}}, after=[])
    other = one | {"by": "Trudy"}
    return [one, other | {"digest": digest_of(other)}]


def changed_rules(book: Book) -> list[Entry]:
    """For a writer: what only a host may do, signed as if the host had."""
    sheet, person = book.sheet("doppelkopf-altenburg"), book.person()
    part, own = sheet["evening"], sheet["sheet"]
    host = {"by": "Anne", "device": book.entries[0]["device"]}
    change, _ = book.any("RulesChanged")
    return [book.rng.choice((
        lambda: book.entry("RulesChanged", {"sheet": own, "rules": {"normal_won": 90}}, part,
                           **host),
        lambda: book.entry("Undone", {"sheet": own, "entry": change["id"]}, part, **host),
        lambda: book.entry("Undone", {"sheet": own, "entry": change["id"]}, part),
        lambda: book.entry("PlayerRenamed", {"player": person, "name": "Mallory"}, **host),
        lambda: book.entry("PlayerDeleted", {"player": person}, **host),
        lambda: book.entry("PlayerMerged", {"player": person, "into": book.person()}, **host),
        lambda: book.entry("StarsOpened", {"date": "2021-05-20", "balances": {person: 99}},
                           **host),
        lambda: book.entry("TariffSet", {"event": "kasten", "valid_from": "2020-01-01",
                                         "stars": -99, "ziel": ""}, **host)))()]


NONSENSE: tuple[Attack, ...] = (
    unknown_kind, after_nothing, dangling, bad_name, big_figure, bad_payment, bad_star, bad_sheet,
    bad_seats,
    nobody, wild_clock, known_id, known_hand, wrong_part, bad_data, bad_id, bad_hand, twice_in_one)
FOR_HOSTS: tuple[Attack, ...] = (changed_rules,)


# --- anything: it must harm nobody, but may make sense --------------------------------------------

HANDS = frozenset(["HandAmended", "HandVoided", "HandRestored", "Undone", "Redone", "RunsChosen",
                   "WordChosen"])
"""Kinds that may take back or change a hand by right."""


def spoilt_word(book: Book) -> list[Entry]:
    """A sound word on a hand with one of its values made something else."""
    return spoilt(book, words=True)


def spoilt(book: Book, *, words: bool = False) -> list[Entry]:
    """A sound entry with one of its values made something else."""
    entry, data = book.any(book.rng.choice([kind for kind in book.facts
                                            if (kind in HANDS) is words]))
    own = f"01a20e28-0000-7000-8000-{book.rng.randrange(16**12):012x}"
    if "id" in data and entry["kind"] == "HandRecorded":
        data["id"] = own
    _spoil(data, book.rng)
    fields = {"id": own}
    if book.rng.random() < 0.2:
        fields |= {book.rng.choice(("at", "by", "device")): book.rng.choice(
            [each for each in NASTY if isinstance(each, str | int) and not isinstance(each, bool)])}
    if isinstance(fields.get("at", 0), str) or any(
            not isinstance(fields.get(name, ""), str) for name in ("by", "device")):
        fields = {"id": own}
    return [book.entry(entry["kind"], data, entry["evening"], **fields)]


def _spoil(data: Any, rng: Random) -> None:
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(data[key], dict | list) and data[key] and rng.random() < 0.7:
            data = data[key]
            continue
        if rng.random() < 0.15 and isinstance(data, dict):
            del data[key]
        else:
            data[key] = rng.choice(NASTY)
        return


def many_after_one(book: Book, count: int) -> list[Entry]:
    """So many hands after one head, each sound by itself."""
    sheet = book.sheet("frei")
    clock, heads = book.heads(sheet["evening"])
    return [book.hand_on(sheet, {"punkte": {sheet["players"][0]: number % 50}}, after=heads,
                         clock=clock + 1) for number in range(count)]


def many_apart(book: Book, count: int, devices: int) -> list[Entry]:
    """So many entries by devices that never meet: each names a dealer and writes a hand in turn."""
    sheet, made = book.sheet("frei"), list[Entry]()
    clock, heads = book.heads(sheet["evening"])
    last = [(clock, heads)] * min(devices, count)
    for number in range(count):
        turn, device = divmod(number, len(last))
        clock, after = last[device]
        more = {"after": after, "clock": clock + 1, "device": f"evil {device}"}
        made.append(book.hand_on(sheet, {"punkte": {sheet["players"][0]: number % 50}}, **more)
                    if (turn + device) % 2 else book.entry("DealerNamed", {
                        "sheet": sheet["sheet"], "dealer": sheet["players"][number % 4]},
                        sheet["evening"], **more))
        last[device] = clock + 1, [made[-1]["digest"]]
    return made
