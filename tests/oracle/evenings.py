"""Documents to try: evenings on which all games are played."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.oracle import kalter_schlag
from tests.oracle.augen import Json
from tests.oracle.sheet import GAMES, WHOLE_SHEETS

PEOPLE = ["Anne", "Bert", "Cem", "Dora", "Jörg", "Zoë Ł.", "Heinz-Otto"]
LATE = ["Ümit"]
"""Whoever comes besides where people may come late: more than can sit at a table."""


def documents(**kinds: Any) -> st.SearchStrategy[Json]:
    """Documents with playable hands; see `random_document` for what can be asked for."""
    return st.randoms(use_true_random=False).map(lambda rng: random_document(rng, **kinds))


def hands() -> st.SearchStrategy[Json]:
    """Playable hands of Kalter Schlag by Anne, Bert, Cem and Dora."""
    return st.randoms(use_true_random=False).map(
        lambda rng: kalter_schlag.random_hand(rng, PEOPLE[:4]))


def random_document(rng: Random, evenings: int = 2, sheets: int = 2, most_hands: int = 30,
                    games: tuple[str, ...] = tuple(GAMES)) -> Json:
    """A document with up to so many evenings, sheets each and hands each."""
    club = {"club": random_club(rng)} if rng.random() < 0.5 else {}
    return {"format": "scorepad/1", **club, "evenings": [
        {"date": f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
         "sheets": [random_sheet(rng, rng.randint(0, most_hands), rng.choice(games))
                    for _ in range(rng.randint(1, sheets))]}
        for _ in range(rng.randint(1, evenings))]}


def random_club(rng: Random) -> Json:
    """What is known of some people besides their names, and rules of the club's own."""
    known = [name for name in PEOPLE if rng.random() < 0.3]
    return {"people": [random_person(rng, name) for name in known],
            "rule_sets": [{"game": game, "name": name, "rules": played.random_rules(rng)}
                          for game, played in GAMES.items() if game not in WHOLE_SHEETS
                          for name in ("Altona", "Kurz") if rng.random() < 0.2]}


def random_person(rng: Random, name: str) -> Json:
    """Somebody who has stopped, or is drawn in a way of his own, or both."""
    drawn = {"colour": rng.choice(["red", "teal", "grey"]),
             "marker": rng.choice(["star", "cross", "circle"])}
    return rng.choice([{"name": name, "retired": True}, {"name": name, **drawn},
                       {"name": name, "retired": True, **drawn}])


def random_sheet(rng: Random, hand_count: int, game: str = "kalter-schlag") -> Json:
    """A sheet with so many playable hands."""
    played = GAMES[game]
    if game in WHOLE_SHEETS:
        return with_notes(rng, played.random_sheet(rng, hand_count, PEOPLE + LATE))
    players, rules = rng.sample(PEOPLE, played.SIZES.start), played.random_rules(rng)
    sheet: Json = {"game": game, "players": players, "rules": rules, "hands": []}
    for _ in range(hand_count):
        other = {"rules": played.random_rules(rng)} if rng.random() < 0.04 else {}
        rules = other.get("rules", rules)
        hand = with_extras(rng, played.random_hand(rng, players, rules), players)
        sheet["hands"].append(hand | other)
    if rng.random() < 0.1:
        sheet["next_rules"] = played.random_rules(rng)
    if rng.random() < 0.7:
        sheet[played.WAGER] = played.random_stake(rng)
    if rng.random() < 0.8:
        sheet["first_dealer"] = rng.choice(players)
    if rng.random() < 0.1:
        sheet["next_dealer"] = rng.choice(players)
    if played.ONE_MATCH:
        agree_on_an_end(rng, sheet)
    elif rng.random() < 0.3:
        break_off(rng, sheet)
    if hasattr(played, "finish"):
        played.finish(rng, sheet)
    return sheet


def with_notes(rng: Random, sheet: Json) -> Json:
    """The sheet with something written beside a hand now and then."""
    for hand in sheet["hands"]:
        if rng.random() < 0.05:
            hand["note"] = "vergeben? „noch mal“"
    return sheet


def agree_on_an_end(rng: Random, sheet: Json) -> None:
    """Now and then a number of hands, played or not yet, or an end by hand."""
    counting = len([hand for hand in sheet["hands"] if not hand.get("voided")])
    if rng.random() < 0.4:
        if sheet["hands"] and sheet["hands"][-1].get("voided"):
            counting += 1  # who deals what is voided after the end is nobody's business
        sheet["rules"]["hands"] = counting + rng.choice([0, 0, 0, 1, 20]) or 1
    if rng.random() < 0.4:
        sheet["ended"] = rng.choice([True, True, False])


def break_off(rng: Random, sheet: Json) -> None:
    """Let the table break off the Partie that runs, now and then with an agreement."""
    sheet["ended"] = True
    if GAMES[sheet["game"]].WAGER not in sheet or rng.random() < 0.3:
        return
    cents = [rng.choice([0, 5, -20, 150, -100, 333]) for _ in sheet["players"][1:]]
    named = dict(zip(sheet["players"], [*cents, -sum(cents)]))
    sheet["vereinbarung"] = {name: f"{'-' * (due < 0)}{abs(due) // 100}.{abs(due) % 100:02}"
                             for name, due in named.items() if due or rng.random() < 0.5}


def with_extras(rng: Random, hand: Json, players: list[str]) -> Json:
    """The hand, now and then with what any hand may carry."""
    if rng.random() < 0.08:
        hand["dealer"] = rng.choice(players)
    if rng.random() < 0.06:
        hand["players"] = rng.sample(players, len(players))
    if rng.random() < 0.12:
        hand["voided"] = rng.choice([True, True, False])
    if rng.random() < 0.05:
        hand["note"] = "vergeben? „noch mal“"
    return hand
