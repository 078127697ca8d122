"""The form for a new sheet, and what is still wrong with it. No Flet here; every change assigns a
whole new value, which an observable form notices."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Date
from random import SystemRandom
from typing import Any, NamedTuple, Self

from babel import Locale, UnknownLocaleError
from babel.numbers import get_territory_currencies, list_currencies

from scorepad.book.facts import SheetOpened
from scorepad.games import BY_ID, GAMES
from scorepad.games.game import Game, Option, Rules, Seat
from scorepad.games.money import EINSATZ, GRUNDBETRAG, RATE, TEIL, Wager
from scorepad.games.protocols import MadeByRules, SeatsChange
from scorepad.i18n.message import N_, Message, say_n
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.agreements import Turn
from scorepad.service.roles import faults_of_line
from scorepad.service.views import NewEvening
from scorepad.ui.forms.rules import RulesForm
from scorepad.ui.forms.seating import RoundForm, beside_of, sits_out

CURRENCY = "currency"
"""The key under which the device keeps the chosen currency."""

USUAL = ("EUR", "CHF", "USD", "GBP")
"""The currencies that are one tap away."""

POSIX = "POSIX"
"""The variant in the locale of a computer whose language was never set."""


def last_begun(service: Service) -> SheetOpened | None:
    """Return how the sheet that was begun last was set up; None if there is none."""
    latest = [sheet for game in GAMES if (sheet := service.latest_sheet(game.id))]
    return max(latest, key=lambda sheet: sheet.sheet, default=None)


def usual_currency(service: Service, region: str) -> str:
    """Return the chosen currency, otherwise that of the latest game, or of the region."""
    latest = last_begun(service)
    of_region = get_territory_currencies(region) if region else []
    return service.kept(CURRENCY) or (latest.currency if latest else next(iter(of_region), "EUR"))


def region_of(language: str) -> str:
    """Return the region of a language, such as CH of de-CH or gsw-Latn-CH; empty for none."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
        return "" if locale.variant == POSIX else locale.territory or ""
    except (ValueError, UnknownLocaleError):
        return ""


def read_currency(typed: str) -> str | None:
    """Return the ISO 4217 code that somebody typed, in any case; None if there is no such code."""
    code = typed.strip().upper()
    return code if code in list_currencies() else None


class Money(NamedTuple):
    """The amounts and wording by which a form asks for a wager. quick: amounts one tap away, in the
    wager's units, the last but one of which is the example; sentence: what the wager means; fault:
    said of what is no amount."""

    quick: tuple[int, ...]
    sentence: str
    fault: str


MONEY = {
    EINSATZ: Money(
        (10, 20, 50, 100),
        N_("At the end of a match one stake or several are paid. Empty: nothing is at stake."),
        N_("The stake is an amount such as {example}, or empty.")),
    GRUNDBETRAG: Money(
        (5, 10, 20, 50),
        N_("What the smallest game pays; others pay a multiple of it. Empty: nothing is at stake."),
        N_("The base amount is an amount such as {example}, or empty.")),
    TEIL: Money(
        (10, 20, 50, 100),
        N_("Everybody has three such parts. Whoever has the lowest card pays one. Empty: nothing "
           "is at stake."),
        N_("The stake is an amount such as {example}, or empty.")),
    RATE: Money(
        (50, 100, 500, 1000),
        N_("Every two players settle the difference of their points at this much per point. "
           "Empty: nothing is at stake."),
        N_("The money per point is an amount such as {example}, or empty.")),
}

GAINS = MONEY[RATE]._replace(sentence=N_(
    "What a point is worth: above zero it is received, below zero it is paid. Empty: nothing is "
    "at stake."))
"""The wording for games in which points are good to have, and are worth money by themselves."""

LATEST_RULES = "rules/{game}"
"""The key under which a device keeps which of the club's own rules it used last."""


@dataclass
class NewSheetForm(RulesForm, RoundForm):
    """The setup of a sheet while it is filled in.

    deals_first: the name of the first dealer, who is the first seat if nobody has that name; draws:
    how often lots were drawn for that; place: the text in this field; stake: in units of the game's
    wager, or the text in its field; evening: the one that is played on, None before it begins;
    at_tables: who plays this game there already; sheet: its id, once it is written; absprachen:
    the text in this field; usual_dealer: the first dealer who was proposed.
    """

    evening: str | None = None
    deals_first: str = ""
    draws: int = 0
    stake: int | str = ""
    currency: str = "EUR"
    place: str = ""
    at_tables: frozenset[str] = frozenset()
    sheet: str | None = None
    absprachen: str = ""
    usual_dealer: str = ""

    @classmethod
    def proposed(cls, service: Service, game: Game[Any, Any], evening: str | None = None,
                 currency: str = "EUR") -> Self:
        """Return the usual setup: as the game was set up last, with the people of the evening if it
        has begun, or else those of last time; money is in `currency` unless the evening has one."""
        form = cls(game, evening=evening, currency=currency)
        if latest := service.latest_sheet(game.key):
            form.names = usual_table(service, game)
            form.stake = "" if latest.stake is None else latest.stake
            form.set_to(usual_rules(service, game, latest.rules))
            form.absprachen = service.sheet(latest.sheet).score.record.absprachen
        else:
            form.stake = game.usual_stake or ""
            if isinstance(game, MadeByRules):
                form.set_to(game.agreed_rules)
        for sheet in service.evening(evening).sheets if evening else ():
            record, table = sheet.score.record, sheet.score.next.table
            form.names = tuple(record.names[seat] for seat in table.seats)
            form.names += tuple(beside_of(service, sheet.id) or ())
            if record.stake is not None:  # one evening is settled in one currency
                form.currency = record.currency
            if isinstance(game, SeatsChange) and record.game is game and not sheet.score.over:
                form.at_tables |= set(form.names)
        form._seat(form.names, usual_table(service, game))
        if form.at_tables.issuperset(form.names):  # they play already: this is a second table
            form.clear()
        if first := service.agreements.first_dealer(game, form.names):
            form.deals_first = form.usual_dealer = first.name
        return form

    @classmethod
    def again(cls, service: Service, sheet: str) -> Self:
        """Return that sheet's setup once more; its next dealer deals first. Raises KeyError."""
        view = service.sheet(sheet)
        record, table = view.score.record, view.score.next.table
        return cls(record.game, tuple(table.names[seat] for seat in table.seats),
                   sits_out(service, sheet), evening=view.evening,
                   deals_first=table.names[table.dealer],
                   stake="" if record.stake is None else record.stake,
                   currency=record.currency, options=record.rules.written(),
                   absprachen=record.absprachen)

    @classmethod
    def in_turn(cls, service: Service, sheet: str, turn: Turn) -> Self:
        """Return the setup of that sheet for whoever plays after a change of places."""
        form = cls.again(service, sheet)
        form.names, form.beside, form.deals_first = turn.names, turn.beside, turn.deals
        return form

    def switched(self, service: Service, game: Game[Any, Any]) -> Self:
        """Return the form for the same people at another game, with the money and rules it was last
        played with. People who sat out or joined in there last time do so again; otherwise too many
        stay at the table until it is said who does not play."""
        form = self.proposed(service, game, self.evening, self.currency)
        people, usual = (*self.names, *self.beside), usual_table(service, game)
        if set(people) < set(usual) or set(people) > set(usual):
            people = tuple(dict.fromkeys((*usual, *people)))
        form._seat(people, usual)
        first = service.agreements.first_dealer(game, form.names)
        form.deals_first = form.usual_dealer = first.name if first else ""
        form.place, form.typed_name = self.place, self.typed_name
        if self.deals_first in form.names and self.deals_first != self.usual_dealer:
            form.deals_first, form.draws = self.deals_first, self.draws
        if form.wager == self.wager and self.stake and not service.latest_sheet(game.key):
            form.stake = self.stake
        return form

    def _seat(self, names: Sequence[str], usual: Sequence[str]) -> None:
        """Seat people; of too many those who played the game last, or all, if that is not known."""
        fits = self.game.players.stop - 1
        seats = fits if usual and set(usual) <= set(names) else len(names)
        self.names, self.beside = tuple(names[:seats]), tuple(names[seats:])

    @property
    def is_made_here(self) -> bool:
        """True if the rules of this form make the game, which has no name before."""
        return isinstance(self.game, MadeByRules) and self.game is BY_ID[self.game.id]

    def shown(self) -> dict[str, Option]:
        """Return the options as any form does, but for the name of a game that is made here: the
        form asks for it before all else."""
        return {name: option for name, option in super().shown().items()
                if not (option.letters and self.is_made_here)}

    # --- the players --------------------------------------------------------------------------

    @property
    def first_dealer(self) -> Seat:
        """The seat that deals first."""
        return self.names.index(self.deals_first) if self.deals_first in self.names else 0

    def remove(self, name: str) -> None:
        super().remove(name)
        if name == self.deals_first:
            self.deals_first, self.draws = "", 0

    def move(self, old: Seat, new: Seat) -> None:
        """Move somebody to another seat; whoever was to deal still deals."""
        self.deals_first = self.names[self.first_dealer]
        super().move(old, new)

    def clear(self) -> None:
        """Empty the table for other people."""
        self.names, self.deals_first, self.draws = (), "", 0

    def suggestions(self, known: Sequence[str]) -> list[str]:
        """Return the suggestions, with those who sit at another table of the evening last."""
        found = super().suggestions(known)
        return sorted(found, key=self.at_tables.__contains__)

    def let_deal(self, name: str) -> None:
        """Name the first dealer."""
        self.deals_first, self.draws = name, 0

    def draw_dealer(self) -> None:
        """Draw lots for the first dealer."""
        self.deals_first, self.draws = SystemRandom().choice(self.names), self.draws + 1

    # --- the money ----------------------------------------------------------------------------

    @property
    def wager(self) -> Wager:
        """The wager by the rules as they are set, or by the standard while they have faults."""
        rules: Any = self.game.rules() if self.fault_of_rules() else self.rules()
        return self.game.wager_of(rules)

    @property
    def money(self) -> Money:
        """The wording and the amounts by which the game's wager is asked for."""
        is_gain = self.wager == RATE and (self.game.zero_sum or self.game.pays_points)
        return GAINS if is_gain else MONEY[self.wager]

    def units(self, words: Words) -> int | None:
        """Return the stake in units of the wager; None for nothing, and for what is no amount."""
        return (self._read(self.stake, words) if isinstance(self.stake, str) else self.stake) \
            or None

    def stake_text(self, words: Words) -> str:
        """Return the text in the field of the stake."""
        return self.stake if isinstance(self.stake, str) else self.amount(self.stake, words)

    def amount(self, units: int, words: Words) -> str:
        """Return an amount in units of the wager as it is typed."""
        return words.amount(units, self.wager.decimals)

    def _read(self, typed: str, words: Words) -> int | None:
        return words.read_amount(typed, self.wager.decimals)

    def fault_of_stake(self, words: Words) -> Message | None:
        """Return why what is typed is no amount to play for, or None."""
        typed = self.stake_text(words).strip()
        if not typed or self._read(typed, words) is not None:
            return None
        return Message(self.money.fault, {"example": self.amount(self.money.quick[-2], words)})

    # --- altogether ---------------------------------------------------------------------------

    def fault(self, words: Words) -> Message | None:
        """Return the first reason why the game cannot begin like this, or None."""
        if missing := self.free_seats:
            return say_n("{n} player is missing.", "{n} players are missing.", missing)
        return self.fault_of_people() or self._fault_of_the_rest(words)

    def _fault_of_the_rest(self, words: Words) -> Message | None:
        return self.fault_of_rules() or self.fault_of_stake(words) or self.fault_of_absprachen()

    def fault_of_absprachen(self) -> Message | None:
        """Return why the text of what was agreed on besides cannot be kept, or None."""
        faults = faults_of_line(self.absprachen)
        return faults[0].message if faults else None

    def tables(self, words: Words) -> tuple[tuple[str, ...], ...]:
        """Return who would play at each of several tables; empty where they cannot split."""
        return () if self._fault_of_the_rest(words) else self.several_tables()

    def begin(self, service: Service, words: Words, today: Date, *, split: bool = False) -> None:
        """Write the sheet into the book, and the evening too if it begins with it; split: a sheet
        for each of several tables, of which `sheet` is the first. Does nothing a second time.
        Raises `Refused` and `StorageFault` as the service does."""
        if self.sheet:
            return
        self.leave_old(service)
        for names in self.tables(words) if split else (self.names,):
            deals = names.index(self.deals_first) if self.deals_first in names else 0
            sheet = service.open_sheet(
                self.evening or NewEvening(today, self.place), self.game, names, deals,
                self.rules(), self.units(words), self.currency, self.absprachen)
            self.evening = service.sheet(sheet).evening
            self.sheet = self.sheet or sheet
        self.keep_beside(service, sheet)
        service.keep(LATEST_RULES.format(game=self.game.key), next(
            (kept.id for kept in service.rule_sets.of(self.game) if kept.rules == self.rules()),
            None))


def usual_table(service: Service, game: Game[Any, Any]) -> tuple[str, ...]:
    """Return who played a game last and has not retired since, by their names as of now."""
    latest = service.latest_sheet(game.key)
    if latest is None:
        return ()
    table = service.sheet(latest.sheet).score.next.table
    playing = set(service.players())
    return tuple(name for seat in table.seats if (name := table.names[seat]) in playing)


def usual_rules(service: Service, game: Game[Any, Any], latest: Rules) -> Rules:
    """Return the rules that a game was last played by; the club's own ones as they are now."""
    used = service.kept(LATEST_RULES.format(game=game.key))
    return next((kept.rules for kept in service.rule_sets.of(game) if kept.id == used), latest)


def usual_game(service: Service) -> Game[Any, Any]:
    """Return the game that was begun last, the first of all if none was."""
    latest = last_begun(service)
    return latest.game if latest else GAMES[0]
