"""The forms of a tournament: what is agreed on, and the figures of a paper list. No Flet here."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date as Date
from typing import Any

from scorepad.games import GAMES
from scorepad.games.game import Game
from scorepad.games.protocols import KeepsList, MadeByRules
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.tournament.facts import Figures, Good, Key, Money, Number, Of, Prize, Settings, Step
from scorepad.tournament.limits import SIZES
from scorepad.ui.forms.rules import RulesForm

USUAL = {"skat": {4: 48, 3: 36}, "doppelkopf": {4: 24, 5: 30}}
"""The hands of a list as clubs play them, by game and size of the table."""

OTHERWISE = 24
EXPENSIVE = 4
"""The lost game from which on each costs more (S: Preisskat, Abreizgeld)."""

AMOUNTS = ("startgeld", "seriengeld", "lost0", "lost1", "gifts")
PLACES = {"places": Of.TOTAL, "of_round": Of.ROUND, "of_table": Of.TABLE}
"""The fields with prizes in amounts by place, and what they are prizes of."""

GAMES_HELD = tuple(sorted([game for game in GAMES if 4 in game.players],
                          key=lambda game: "hands" not in game.rules.options()))
"""The games that fill tables of four; first those that are played for a number of hands."""


@dataclass
class TournamentForm(RulesForm):
    """The agreement on a tournament. typed: the texts of its fields by name; hands: those of a
    list by the size of its table; ranking: what parts those who are to be ranked, in that order;
    gut: the points that are good; like_this: the settings that it began with, of which there may be
    more than fields; begun: whether the tournament has."""

    name: str = ""
    rounds: int = 2
    hands: dict[int, str] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    ranking: tuple[Key, ...] = tuple(Key)
    gut: Good = Good.HIGH
    like_this: Settings | None = None
    begun: bool = False

    @classmethod
    def proposed(cls, service: Service, words: Words) -> "TournamentForm":
        """Return the form as the last tournament was held, or as clubs usually do."""
        for evening in service.tournaments.names():
            if (view := service.tournaments.find(evening)) is not None:
                form = cls.like(view.tournament.game, view.tournament.rules.written(),
                                view.tournament.settings, words)
                for name in service.tournaments.championships(evening):
                    form.type("championship", name)
                return form
        return cls.of(next((game for game in GAMES_HELD if isinstance(game, KeepsList)),
                           GAMES_HELD[0]))

    @classmethod
    def of(cls, game: Game[Any, Any]) -> "TournamentForm":
        """Return the usual form for a game."""
        usual = USUAL.get(game.id, {size: OTHERWISE for size in (4, 3) if size in game.players})
        options = {"liste": "seeger-fabian"} if "liste" in game.rules.options() else {}
        return cls(game, options, hands={size: str(hands) for size, hands in usual.items()})

    @classmethod
    def like(cls, game: Game[Any, Any], options: dict[str, Any], settings: Settings,
             words: Words) -> "TournamentForm":
        """Return the form with the settings of another tournament."""
        typed = _typed_money(settings.money, words)
        if settings.minutes:
            typed["minutes"] = str(settings.minutes)
        if settings.best:
            typed["best"] = str(settings.best)
        return cls(game, options, settings.name, settings.rounds,
                   {size: str(hands) for size, hands in settings.hands_at.items()}, typed,
                   settings.ranking, settings.gut, settings)

    def switched(self, game: Game[Any, Any]) -> "TournamentForm":
        """Return the form for another game, with what was typed."""
        other = type(self).of(game)
        other.name, other.rounds, other.typed = self.name, self.rounds, self.typed
        other.ranking, other.gut, other.like_this = self.ranking, self.gut, self.like_this
        return other

    @property
    def asks_for_good(self) -> bool:
        """True if it is to be said which points are good: no rule says so, and no list does."""
        return self.gut is Good.LOW or not isinstance(self.game, MadeByRules | KeepsList)

    def rank_by(self, key: Key) -> None:
        """Let a key part those whom the ones before leave equal, or no longer."""
        self.ranking = tuple([each for each in self.ranking if each is not key]) \
            if key in self.ranking else (*self.ranking, key)

    @property
    def sizes(self) -> list[int]:
        """The sizes of tables that the game can have, four first."""
        return sorted([size for size in SIZES if size in self.game.players],
                      key=lambda size: (size != 4, size))

    def type(self, name: str, text: str) -> None:
        """Take the text of a field."""
        self.typed = {**self.typed, name: text}

    def type_hands(self, size: int, text: str) -> None:
        """Take how many hands a table of a size plays."""
        self.hands = {**self.hands, size: text}

    def fault(self, words: Words) -> Message | None:
        """Return the first reason why the tournament cannot begin like this, or None."""
        if not self.name.strip():
            return say("The tournament needs a name.")
        if not self.hands_at:
            return say("Type how many hands a table plays.")
        for text in [self.typed.get(name, "").strip() for name in AMOUNTS] + [
                text for name in PLACES for text in self.typed.get(name, "").split()]:
            if text and words.read_amount(text) is None:
                return say("{amount} is no amount of money.", amount=text)
        for name in ("minutes", "best", "percent"):
            if (text := self.typed.get(name, "").strip()) and not text.isdecimal():
                return say("{text} is no whole number.", text=text)
        if self.typed.get("weights", "").strip() and not _weights(self.typed):
            return say("Type how the pot is shared, such as 5 3 2.")
        if not self.ranking:
            return say("Choose what ranks.")
        return self.fault_of_rules()

    @property
    def hands_at(self) -> dict[int, int]:
        """The hands of a list by the size of its table, as far as they are typed."""
        return {size: int(text) for size in self.sizes
                if (text := self.hands.get(size, "").strip()).isdecimal() and int(text)}

    def _number(self, name: str) -> int:
        return int(self.typed.get(name, "").strip() or 0)

    def settings(self, words: Words) -> Settings:
        """Return what is agreed on; only where there is no `fault`."""
        rest = self.like_this or Settings(name="", rounds=1, hands_at={})
        return replace(
            rest, name=self.name.strip(), rounds=self.rounds, hands_at=self.hands_at,
            minutes=self._number("minutes") or None, best=self._number("best"),
            ranking=self.ranking, gut=self.gut, money=self._money(rest, words))

    def _money(self, before: Settings, words: Words) -> Money:
        """Return the money; that of before where nothing of it was typed anew, for a file may tell
        more of it than there are fields."""
        made, told = _read_money(self.typed, self.rounds, words), _typed_money(before.money, words)
        if _read_money(told, before.rounds, words) == before.money:
            return made  # the fields say all of it
        return before.money if made == _read_money(told, self.rounds, words) else made

    def begin(self, service: Service, words: Words, today: Date) -> str:
        """Begin the tournament; returns the id of its evening. Raises `Refused`."""
        own = service.tournaments.hold(today, self.game, self.rules(), self.settings(words))
        if name := self.typed.get("championship", "").strip():
            service.tournaments.count_for(own, name)
        return own


def _weights(typed: Mapping[str, str]) -> tuple[int, ...]:
    parts = typed.get("weights", "").replace(",", " ").replace(":", " ").split()
    return tuple(map(int, parts)) if all(each.isdecimal() for each in parts) else ()


def _read_money(typed: Mapping[str, str], rounds: int, words: Words) -> Money:
    """Return the money as its fields say; rounds: as many as have prizes of their own."""
    cents = {name: words.read_amount(typed.get(name, "")) or 0 for name in AMOUNTS}
    steps = [Step(1, cents["lost0"])] if cents["lost0"] else []
    if steps and cents["lost1"]:
        steps.append(Step(EXPENSIVE, cents["lost1"]))
    percent = int(typed.get("percent", "").strip() or 0)
    prizes = [Prize(Of.TOTAL, None, (), percent, _weights(typed) or None)] if percent else []
    for name, of in PLACES.items():
        amounts = [words.read_amount(text) or 0 for text in typed.get(name, "").split()]
        prizes += [Prize(of, round, tuple(amounts)) for round in (
            (None,) if of is Of.TOTAL else range(1, rounds + 1)) if amounts]
    return Money(cents["startgeld"], cents["seriengeld"], cents["gifts"], tuple(steps),
                 tuple(prizes))


def _typed_money(money: Money, words: Words) -> dict[str, str]:
    """Return the money as the texts of its fields, by their names."""
    amounts = {"startgeld": money.startgeld, "seriengeld": money.seriengeld, "gifts": money.gifts,
               **{f"lost{index}": step.cents for index, step in enumerate(money.verlustspiel)}}
    typed = {name: words.amount(cents) for name, cents in amounts.items() if cents}
    for prize in reversed(money.prizes):  # the first is the one with a field
        if prize.percent is not None:
            if prize.of is Of.TOTAL:
                typed["percent"] = str(prize.percent)
                typed["weights"] = " ".join(map(str, prize.weights or ()))
        else:
            typed[next(name for name, of in PLACES.items() if of is prize.of)] = \
                " ".join([words.amount(cents) for cents in prize.amounts])
    return typed


@dataclass
class FiguresForm:
    """The figures of a paper list as they are typed: points, won and lost by start number."""

    numbers: tuple[Number, ...]
    typed: dict[tuple[Number, str], str] = field(default_factory=dict)
    fault: Message | None = None

    @classmethod
    def of(cls, numbers: tuple[Number, ...], known: tuple[Figures, ...] | None) -> "FiguresForm":
        """Return the form of a table, with the figures that are known."""
        return cls(numbers, {(each.number, name): str(getattr(each, name))
                             for each in known or () for name in ("points", "won", "lost")})

    def type(self, number: Number, name: str, text: str) -> None:
        """Take the text of a field."""
        self.typed, self.fault = {**self.typed, (number, name): text}, None

    def text(self, number: Number, name: str) -> str:
        """Return the text of a field."""
        return self.typed.get((number, name), "")

    def figures(self) -> tuple[Figures, ...] | None:
        """Return the figures, None while a field holds no number."""
        found = []
        for number in self.numbers:
            values = [self.text(number, name).strip().replace("\N{MINUS SIGN}", "-")
                      for name in ("points", "won", "lost")]
            if not all(each.removeprefix("-").isdecimal() and len(each) < 9 for each in values):
                return None
            found.append(Figures(number, *map(int, values)))
        return tuple(found)
