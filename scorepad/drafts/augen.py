"""Hands of the games in which nobody wants Augen, while they are being typed."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import methodcaller
from typing import Any, Self

from scorepad.drafts.draft import DIGITS, Draft, Figures, Suggestion, following
from scorepad.games import kalter_schlag as kalter
from scorepad.games.augen import ALL
from scorepad.games.game import Problem, Rules, Seat, Table
from scorepad.games.ramsch import Durchmarsch, Hand, Ramsch, Schieben
from scorepad.i18n.message import Message, say


@dataclass(frozen=True)
class AugenDraft(Draft):
    """A hand in which nobody wants Augen, while it is being typed. figures: everybody's Augen;
    marching: a Durchmarsch is being entered, made by `maker`, None before anybody is tapped."""

    figures: Figures
    marching: bool = False
    maker: Seat | None = None

    @classmethod
    def empty(cls, table: Table[Rules]) -> Self:
        return cls(Figures.blank(len(table.names)))

    @property
    @abstractmethod
    def without(self) -> Collection[Seat]:
        """The players who are said to have no trick."""

    @abstractmethod
    def with_a_trick(self, seat: Seat) -> Self:
        """Take back that a player has no trick, because Augen are typed for them."""

    def tap(self, seat: Seat) -> Self:
        """Direct the digits to a player; in a Durchmarsch, say that they made it, or did not."""
        if self.marching:
            return replace(self, maker=None if self.maker == seat else seat)
        return replace(self, figures=self.figures.at(seat))

    def march(self) -> Self:
        """Switch to a Durchmarsch, by the player just tapped if nothing was typed yet; or back."""
        if self.marching:
            return replace(self, marching=False, maker=None)
        return replace(self, marching=True, maker=self.figures.tapped)

    def marched(self, seat: Seat) -> Self:
        """Say that this player made a Durchmarsch, in place of all Augen typed."""
        return replace(self, marching=True, maker=seat,
                       figures=Figures.blank(len(self.figures.typed)))

    def digit(self, digit: str) -> Self:
        """Add a digit for the player tapped last; a full figure moves on to the next player."""
        seat = self.figures.focus
        if seat is None or self.marching:
            return self
        return replace(self.with_a_trick(seat), figures=self.figures.digit(digit, self.without))

    def backspace(self) -> Self:
        """Take back the last digit, going back to the player before where there is none."""
        return self if self.marching else replace(self, figures=self.figures.backspace())

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: digits, Backspace, Tab, and D for the Durchmarsch."""
        if key in DIGITS:
            return self.digit(key)
        match key:
            case "Backspace":
                return self.backspace()
            case "Tab":
                return self.tap(following(range(len(self.figures.typed)), self.here))
            case "D":
                return self.march()
        return self

    def without_old(self) -> Self:
        return replace(self, figures=self.figures.without_old())

    def begun(self, names: Sequence[str]) -> str:
        if self.marching:
            return ": ".join(["Durchmarsch", *([] if self.maker is None else [names[self.maker]])])
        return self.figures.begun(names) or ", ".join([names[seat] for seat in self.without])

    @property
    def here(self) -> Seat | None:
        return self.maker if self.marching else self.figures.focus

    def rest(self) -> tuple[Seat, int] | None:
        """Return the one player left and their Augen, None unless all others are typed."""
        left = self.left
        rest = ALL - self.figures.total
        return (left[0], rest) if len(left) == 1 and rest >= 0 else None

    def remark(self) -> Message | None:
        return say("Who made the Durchmarsch?") if self.marching and self.maker is None else None

    def suggestion(self) -> Suggestion | None:
        """Return the question whether somebody with all Augen has made a Durchmarsch."""
        seats = [seat for seat, figure in enumerate(self.figures.typed) if figure == str(ALL)]
        if self.marching or not seats:
            return None
        return Suggestion(say("All {all} Augen: Durchmarsch?", all=ALL), "Durchmarsch",
                          lambda draft: draft.marched(seats[0]))

    def last_taps(self) -> Mapping[Seat, Callable[[Any], Any]]:
        if not self.marching or self.maker is not None or any(self.figures.typed) or self.without:
            return {}
        return {seat: methodcaller("tap", seat) for seat in range(len(self.figures.typed))}

    def unfinished(self, problem: Problem, table: Table[Rules]) -> bool:
        if problem.place == ("augen",):
            return self.figures.total < ALL - 1 and (bool(self.left) or self.figures.may_grow)
        focus = self.figures.focus
        return focus is not None and self.figures.typed[focus] == "1" \
            and problem.place == ("augen", table.names[focus])

    @property
    def left(self) -> list[Seat]:
        """The players of whom nothing is known yet."""
        return [seat for seat, figure in enumerate(self.figures.typed)
                if not figure and seat not in self.without]


@dataclass(frozen=True)
class RamschDraft(AugenDraft):
    """A Ramsch as far as it is typed: besides its Augen, who is Jungfrau, who pushed the skat on,
    and the Kontras. geschoben: those who pushed it on; their number where a hand that is corrected
    does not say who; von: who is known to have said Kontra."""

    jungfrau: Seat | None = None
    geschoben: Schieben = ()
    kontra: int = 0
    von: tuple[Seat, ...] = ()

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[Rules]) -> Self:
        empty = replace(cls.empty(table), geschoben=hand.geschoben or (), kontra=hand.kontra,
                        von=hand.angesagt_von)
        if isinstance(hand, Durchmarsch):
            return replace(empty, marching=True, maker=hand.spieler)
        return replace(empty, jungfrau=hand.jungfrau, figures=Figures.of(
            [None if seat == hand.jungfrau and figure == 0 else figure
             for seat, figure in enumerate(hand.augen)]))

    @property
    def without(self) -> tuple[Seat, ...]:
        return () if self.jungfrau is None else (self.jungfrau,)

    def with_a_trick(self, seat: Seat) -> Self:
        return replace(self, jungfrau=None) if self.jungfrau == seat else self

    def virgin(self, seat: Seat) -> Self:
        """Say that this player is Jungfrau, and nobody else; or take it back. There is one at most:
        with two, the third has made a Durchmarsch, which has its own key."""
        if self.jungfrau == seat:
            return self.with_a_trick(seat)
        return replace(self, figures=self.figures.put(seat, ""), marching=False, jungfrau=seat)

    def push(self, seat: Seat) -> Self:
        """Say that this player pushed the skat on, or take it back."""
        pushed = {other for other in range(len(self.figures.typed)) if self.has_pushed(other)}
        return replace(self, geschoben=tuple(sorted(pushed ^ {seat})))

    def say_kontra(self, most: int) -> Self:
        """Add one Kontra; after `most` comes none."""
        return replace(self, kontra=self.kontra + 1) if self.kontra < most else \
            replace(self, kontra=0, von=())

    def say_who(self, seat: Seat) -> Self:
        """Say that this player said Kontra, one more than was said if need be, or take it back."""
        von = tuple(sorted({*self.von} ^ {seat}))
        return replace(self, von=von, kontra=max(self.kontra, len(von)))

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: J for Jungfrau, S for Schieben, and the common ones."""
        match key:
            case "J" if self.figures.focus is not None:
                return self.virgin(self.figures.focus)
            case "S" if self.here is not None:
                return self.push(self.here)
        return super().key(key)

    def has_pushed(self, seat: Seat) -> bool:
        """Return whether this player is known to have pushed the skat on."""
        if isinstance(self.geschoben, tuple):
            return seat in self.geschoben
        return self.geschoben == len(self.figures.typed)

    @property
    def pushed_by_somebody(self) -> int:
        """The number of times that the skat was pushed on by unknown players."""
        return 0 if isinstance(self.geschoben, tuple) or self.has_pushed(0) else self.geschoben

    def remark(self) -> Message | None:
        if self.pushed_by_somebody:
            return say("Schieben {count}×; nobody noted by whom",
                       count=self.pushed_by_somebody)
        return super().remark()

    def hand(self) -> Hand | None:
        geschoben = self.geschoben or 0
        if self.marching:
            return None if self.maker is None else Durchmarsch(
                self.maker, geschoben, self.kontra, self.von)
        if not any(self.figures.typed) and self.jungfrau is None:
            return None
        return Ramsch(self.figures.numbers, self.jungfrau, geschoben, self.kontra, self.von)


@dataclass(frozen=True)
class KalterSchlagDraft(AugenDraft):
    """A hand as far as it is typed; von: who said the doublings, the first ones first."""

    jungfern: frozenset[Seat] = frozenset()
    verdopplungen: int = 0
    von: tuple[Seat | None, ...] = ()

    @classmethod
    def of_hand(cls, hand: kalter.Hand, table: Table[Rules]) -> Self:
        von = hand.angesagt_von
        while von and von[-1] is None:
            von = von[:-1]
        if isinstance(hand, kalter.Durchmarsch):
            return replace(cls.empty(table), marching=True, maker=hand.spieler,
                           verdopplungen=hand.verdopplungen, von=von)
        figures = Figures.of([None if seat in hand.jungfern else figure
                              for seat, figure in enumerate(hand.augen)])
        return cls(figures, jungfern=frozenset(hand.jungfern), verdopplungen=hand.verdopplungen,
                   von=von)

    @property
    def without(self) -> frozenset[Seat]:
        return self.jungfern

    def with_a_trick(self, seat: Seat) -> Self:
        return replace(self, jungfern=self.jungfern - {seat})

    def jungfer(self, seat: Seat) -> Self:
        """Say that this player is Jungfer, or take it back."""
        if seat in self.jungfern:
            return self.with_a_trick(seat)
        return replace(self, figures=self.figures.put(seat, ""), marching=False,
                       jungfern=self.jungfern | {seat})

    def double(self, count: int) -> Self:
        """Set how many doublings were said; a second tap takes the last one back."""
        return replace(self, verdopplungen=count - 1 if self.verdopplungen == count else count)

    def say_who(self, seat: Seat) -> Self:
        """Say that this player said the first doubling of which nobody has noted that; once all
        are, take back their last one, or give them the last one of all."""
        von = [*self.said_by[:self.verdopplungen]]
        if None in von:
            von[von.index(None)] = seat
        elif seat in von:
            von[len(von) - 1 - von[::-1].index(seat)] = None
        elif von:
            von[-1] = seat
        return replace(self, von=tuple(von))

    def key(self, key: str) -> Self:
        """Handle a key: K for one more doubling, J for Jungfer, and the common ones."""
        match key:
            case "K":
                more = (self.verdopplungen + 1) % (len(kalter.DOUBLINGS) + 1)
                return replace(self, verdopplungen=more)
            case "J" if self.figures.focus is not None:
                return self.jungfer(self.figures.focus)
        return super().key(key)

    @property
    def said_by(self) -> tuple[Seat | None, ...]:
        """The speaker of each of `DOUBLINGS`, None where it was not said or not noted."""
        von = self.von[:self.verdopplungen]
        return von + (None,) * (len(kalter.DOUBLINGS) - len(von))

    @property
    def unnoted(self) -> str:
        """The first doubling of which nobody has noted who said it; empty for none."""
        said = zip(kalter.DOUBLINGS[:self.verdopplungen], self.said_by)
        return next((name for name, seat in said if seat is None), "")

    def hand(self) -> kalter.Hand | None:
        if self.marching:
            return None if self.maker is None else kalter.Durchmarsch(
                self.maker, self.verdopplungen, self.said_by)
        if not any(self.figures.typed) and not self.jungfern:
            return None
        return kalter.Ramsch(self.figures.numbers, tuple(sorted(self.jungfern)), self.verdopplungen,
                      self.said_by)
