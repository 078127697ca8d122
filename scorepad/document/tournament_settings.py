"""The settings of a tournament, and of a championship, in a document."""

from typing import Any

from scorepad.document.kinds import (
    NAME,
    Each,
    Part,
    Plain,
    amount,
    form,
    object_schema,
    require_object,
    value,
    whole,
)
from scorepad.games.fields import Choice, Flag, Kind, Names, Optional
from scorepad.games.game import refuse, refuse_unknown_keys, shown, within
from scorepad.i18n.message import say, say_n
from scorepad.tournament import facts, limits

NUMBER, ROUND = whole(1, limits.MOST_NUMBER), whole(1, limits.MOST_ROUNDS)
TABLE, HANDS = whole(1, limits.MOST_ENTRANTS), whole(1, limits.MOST_HANDS)
POINTS = whole(-limits.MOST_POINTS, limits.MOST_POINTS)

STEP = form(facts.Step, first=Part(HANDS, "from"), cents=Part(amount(2), "amount"))


# --- money --------------------------------------------------------------------------------------


class _Weights(Kind):
    """The weights of prizes by place; as many places as there are tables stand for None."""

    numbers = Each(whole(1, 1_000_000))

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"const": "tables"}, self.numbers.schema()]}

    def read(self, raw: Any, names: Names) -> tuple[int, ...] | None:
        return None if raw == "tables" else self.numbers.read(raw, names)

    def write(self, value: tuple[int, ...] | None, names: object) -> Any:
        return "tables" if value is None else list(value)


def _refuse_prize(prize: facts.Prize) -> None:
    if (prize.of is facts.Of.TOTAL) is not (prize.round is None):
        refuse(say("is missing") if prize.round is None else
               say("is not a key that belongs here"), "round")
    if prize.amounts and prize.percent is not None:
        refuse(say("a prize is either amounts or a percentage of the pot, not both"), "percent")
    if prize.percent is None:
        if not prize.amounts:
            refuse(say("is missing: what there is to win"), "amounts")
        if prize.weights != ():
            refuse(say("belongs to a percentage of the pot"), "weights")
    elif prize.of is facts.Of.TABLE:
        refuse(say("the prizes of a table are amounts"), "percent")
    elif prize.weights == ():
        refuse(say("is missing: how the pot is shared"), "weights")


def _refuse_money(money: facts.Money) -> None:
    before = 0
    for index, step in enumerate(money.verlustspiel):
        if step.first <= before or not index and step.first != 1:
            refuse(say("the steps rise, and begin with the first lost game"),
                   "verlustspiel", index, "from")
        before = step.first
    if (percent := sum([prize.percent or 0 for prize in money.prizes])) > 100:
        refuse(say("the prizes take {percent} percent of the pot", percent=percent), "prizes")


PRIZE = form(facts.Prize, "of", "round", check=_refuse_prize, of=Choice(list(facts.Of)),
             round=Optional(ROUND), amounts=Each(amount(2)), percent=Optional(whole(0, 100)),
             weights=_Weights())
MONEY = form(facts.Money, check=_refuse_money, startgeld=amount(2), seriengeld=amount(2),
             gifts=amount(2), verlustspiel=Each(STEP), prizes=Each(PRIZE))


# --- the settings -------------------------------------------------------------------------------


def _read_hands_at(raw: Any) -> dict[int, int]:
    require_object(raw)
    for size, hands in raw.items():
        with within(shown(size)):
            if size not in map(str, limits.SIZES):
                refuse(say("is not the size of a table: {sizes}",
                           sizes=", ".join(map(str, limits.SIZES))))
            HANDS.reader(hands)
    if not raw:
        refuse(say("is missing: how many hands a table plays"))
    return {int(size): hands for size, hands in raw.items()}


HANDS_AT = Plain(_read_hands_at, object_schema({str(size): HANDS.form for size in limits.SIZES}),
                 lambda hands: {str(size): count for size, count in hands.items()})


def _read_teams(raw: Any) -> int:
    require_object(raw)
    refuse_unknown_keys(raw, {"best"})
    best: int = value(raw, "best", NUMBER, ())
    return best


TEAMS = Plain(_read_teams, object_schema({"best": NUMBER.form}, "best"),
              lambda best: {"best": best})


def _refuse_settings(made: facts.Settings) -> None:
    for index, prize in enumerate(made.money.prizes):
        if prize.round is not None:
            refuse_round(made, prize.round, "money", "prizes", index, "round")


SETTINGS = form(
    facts.Settings, check=_refuse_settings, name=NAME, rounds=ROUND, hands_at=HANDS_AT,
    minutes=Optional(whole(1, limits.MOST_MINUTES)), gut=Choice(list(facts.Good)),
    ranking=Each(Choice(list(facts.Key)), once=lambda key: key, unique=True),
    best=Part(TEAMS, "teams"), money=MONEY)


def refuse_round(made: facts.Settings, round: int, *place: str | int) -> None:
    """Raise `Unreadable`, at `place` in the document, if there is no such round."""
    if round > made.rounds:
        refuse(say_n("there is {n} round", "there are {n} rounds", made.rounds), *place)


# --- a championship -----------------------------------------------------------------------------


def _refuse_championship(made: facts.Championship) -> None:
    if made.best and made.strike:
        refuse(say("either the best count or the worst are struck, not both"), "strike")


def _read_missing(raw: Any) -> bool:
    if type(raw) is not int or raw:
        refuse(say("what is missing counts 0, or nothing is said of it"))
    return True


CHAMPIONSHIP = form(
    facts.Championship, "name", check=_refuse_championship, name=NAME,
    tournaments=Each(NAME, once=lambda name: name),
    of=Part(Choice(list(facts.Counting)), always=True),
    best=NUMBER, strike=Optional(form(facts.Strike, every=NUMBER, first=Part(NUMBER, "from"))),
    minimum=NUMBER,
    missing=Plain(_read_missing, {"const": 0}, lambda missing: 0), average=Flag())
