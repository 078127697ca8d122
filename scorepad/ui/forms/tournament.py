"""The forms of a tournament: what is agreed on, and the figures of a paper list. No Flet here."""

from dataclasses import dataclass, field
from datetime import date as Date
from typing import Any

from scorepad.document.tournament_settings import SIZES
from scorepad.games import GAMES
from scorepad.games.game import Game
from scorepad.games.protocols import KeepsList
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.tournament.facts import Figures, Money, Number, Of, Prize, Settings, Step
from scorepad.ui.forms.rules import RulesForm

USUAL = {"skat": {4: 48, 3: 36}, "doppelkopf": {4: 24, 5: 30}}
"""The hands of a list as clubs play them, by game and size of the table."""

OTHERWISE = 24
EXPENSIVE = 4
"""The lost game from which on each costs more (S: Preisskat, Abreizgeld)."""

GAMES_HELD = tuple(sorted([game for game in GAMES if 4 in game.players],
                          key=lambda game: "hands" not in game.rules.options()))
"""The games that fill tables of four; first those that are played for a number of hands."""


@dataclass
class TournamentForm(RulesForm):
    """A tournament that is to begin. typed: the texts of its fields by name; hands: those of a list
    by the size of its table."""

    name: str = ""
    rounds: int = 2
    hands: dict[int, str] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)

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
        money = settings.money
        prize = next((each for each in money.prizes
                      if each.of is Of.TOTAL and each.percent is not None), None)
        amounts = {"startgeld": money.startgeld, "seriengeld": money.seriengeld,
                   "gifts": money.gifts, **{
                       f"lost{index}": step.cents for index, step in enumerate(money.verlustspiel)}}
        typed = {key: words.amount(cents) for key, cents in amounts.items() if cents}
        if settings.minutes:
            typed["minutes"] = str(settings.minutes)
        if settings.best:
            typed["best"] = str(settings.best)
        if prize:
            typed["percent"] = str(prize.percent)
            typed["weights"] = " ".join(map(str, prize.weights or ()))
        return cls(game, options, settings.name, settings.rounds,
                   {size: str(hands) for size, hands in settings.hands_at.items()}, typed)

    def switched(self, game: Game[Any, Any]) -> "TournamentForm":
        """Return the form for another game, with what was typed."""
        other = type(self).of(game)
        other.name, other.rounds, other.typed = self.name, self.rounds, self.typed
        return other

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
        for name in ("startgeld", "seriengeld", "gifts", "lost0", "lost1"):
            if self.typed.get(name, "").strip() and words.read_amount(self.typed[name]) is None:
                return say("{amount} is no amount of money.", amount=self.typed[name].strip())
        for name in ("minutes", "best", "percent"):
            if (text := self.typed.get(name, "").strip()) and not text.isdecimal():
                return say("{text} is no whole number.", text=text)
        if self.typed.get("percent", "").strip() and not self._weights:
            return say("Type how the pot is shared, such as 5 3 2.")
        return self.fault_of_rules()

    @property
    def hands_at(self) -> dict[int, int]:
        """The hands of a list by the size of its table, as far as they are typed."""
        return {size: int(text) for size in self.sizes
                if (text := self.hands.get(size, "").strip()).isdecimal() and int(text)}

    @property
    def _weights(self) -> tuple[int, ...]:
        parts = self.typed.get("weights", "").replace(",", " ").replace(":", " ").split()
        return tuple(map(int, parts)) if all(each.isdecimal() for each in parts) else ()

    def _number(self, name: str) -> int:
        return int(self.typed.get(name, "").strip() or 0)

    def settings(self, words: Words) -> Settings:
        """Return what is agreed on; only where there is no `fault`."""
        cents = {name: words.read_amount(text) or 0 for name, text in self.typed.items()
                 if name in ("startgeld", "seriengeld", "gifts", "lost0", "lost1")}
        steps = [Step(1, cents["lost0"])] if cents.get("lost0") else []
        if steps and cents.get("lost1"):
            steps.append(Step(EXPENSIVE, cents["lost1"]))
        percent = self._number("percent")
        prizes = (Prize(Of.TOTAL, None, (), percent, self._weights),) if percent else ()
        return Settings(
            name=self.name.strip(), rounds=self.rounds, hands_at=self.hands_at,
            minutes=self._number("minutes") or None, best=self._number("best"),
            money=Money(cents.get("startgeld", 0), cents.get("seriengeld", 0),
                        cents.get("gifts", 0), tuple(steps), prizes))

    def begin(self, service: Service, words: Words, today: Date) -> str:
        """Begin the tournament; returns the id of its evening."""
        own = service.tournaments.hold(today, self.game, self.rules(), self.settings(words))
        if name := self.typed.get("championship", "").strip():
            service.tournaments.count_for(own, name)
        return own


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
