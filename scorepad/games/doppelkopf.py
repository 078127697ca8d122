"""The common part of the Doppelkopf games: two sides, results of 240 Augen, and their keys."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, final

from scorepad.games import fields
from scorepad.games.augen import fault_of_figure
from scorepad.games.problems import Problem, Problems, none_of, refuse, verified
from scorepad.games.shape import shape_of, written
from scorepad.games.table import Seat, frozen
from scorepad.i18n.message import N_, Message, say

ALL = 240
MOST_FUECHSE = 2
POSSIBLE = frozenset({0, *range(2, ALL - 1), ALL})
"""The Augen that a side can have."""

UNDER = (120, 90, 60, 30, 0)
"""The Augen that a side stayed under, by depth; 0 means that it took no trick."""

NOBODY_UNDER = N_("at 120 to 120 no side stayed under anything")


class Side(StrEnum):
    """A side; in a solo the soloist is Re."""

    RE = "re"
    KONTRA = "kontra"

    @property
    def other(self) -> "Side":
        """The side against this one."""
        return Side.KONTRA if self is Side.RE else Side.RE


SIDES = tuple(Side)
"""Both sides, which are quicker to go through than the class."""


class Ansage(StrEnum):
    """An announcement of a side: just Re or Kontra, or how low the other side will stay."""

    JA = "ja"
    U9 = "U9"
    U6 = "U6"
    U3 = "U3"
    SCHWARZ = "schwarz"

    @property
    def depth(self) -> int:
        """The depth that the other side has to reach, as in `Standing.depth`; 0: no target."""
        return DEPTHS[self]


DEPTHS = {ansage: depth for depth, ansage in enumerate(Ansage)}


@final
class Augen(NamedTuple):
    """A counted result: Re's Augen out of 240, and the side without a trick, if any."""

    re: int
    schwarz: Side | None = None


class Under(fields.Optional):
    """The limit that a side stayed under; null means the first, 120."""

    def read(self, raw: Any, names: tuple[str, ...]) -> Any:
        return UNDER[0] if raw is None else super().read(raw, names)


LIMIT = Under(fields.Choice(UNDER, fault=lambda raw: none_of(raw, UNDER)))


def _check_span(span: "Span", raw: Mapping[str, Any], _: tuple[str, ...]) -> None:
    if span.seite is None and raw.get("unter") is not None:
        refuse(say(NOBODY_UNDER), "unter")


@final
@written(alone="seite", check=_check_span)
class Span(NamedTuple):
    """A result as far as it matters: a side stayed under this limit of Augen, but not under the
    next one; 0: it took no trick. Without a side it was 120:120."""

    seite: Side | None
    unter: Annotated[int, LIMIT, fields.Always] = UNDER[0]


class Standing(NamedTuple):
    """The side with fewer Augen, None at 120:120, and its depth: 0 is under 120, 1 under 90,
    2 under 60, 3 under 30, 4 without a trick."""

    behind: Side | None
    depth: int


@lru_cache(maxsize=1 << 10)
def standing(result: Augen | Span | None) -> Standing:
    """Return which side has fewer Augen, and its depth; raises ValueError without a result."""
    if type(result) is Span:
        seite, unter = result
        return Standing(seite, 0 if seite is None else UNDER.index(unter))
    re, schwarz = verified(result)
    if schwarz is not None:
        return Standing(schwarz, 4)
    if re == ALL // 2:
        return Standing(None, 0)
    behind, fewer = (Side.RE, re) if re < ALL // 2 else (Side.KONTRA, ALL - re)
    return Standing(behind, (fewer < 90) + (fewer < 60) + (fewer < 30))


def without_a_trick(result: Augen | Span | None) -> Side | None:
    """Return the side that took no trick by the result, if any."""
    behind, depth = (None, 0) if result is None else standing(result)
    return behind if depth == len(UNDER) - 1 else None


def most_augen(result: Augen | Span | None, side: Side) -> int:
    """Return the most Augen that a side can have by the result."""
    match result:
        case Augen(re=re):
            return re if side is Side.RE else ALL - re
        case Span(seite=None):
            return ALL // 2
        case Span(seite=behind, unter=unter) if behind is side:
            return max(0, unter - 1)
    return ALL


def result_in_words(result: Augen | Span | None) -> str:
    """Return a result as it was entered, in words that need no translation; empty without one."""
    match result:
        case Augen(re=re, schwarz=schwarz):
            return str(re) if schwarz is None else f"{re} schwarz"
        case Span(seite=None):
            return "120"
        case Span(seite=Side() as seite, unter=unter):
            return f"{seite.value.capitalize()} {'schwarz' if unter == 0 else f'unter {unter}'}"
    return ""


def players_of(side: Side, re: tuple[Seat, ...], seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return which of these seats are on a side; re: those on the Re side."""
    return tuple([seat for seat in seats if (seat in re) is (side is Side.RE)])


# --- what can be wrong --------------------------------------------------------------------------


def problems_of_re(re: tuple[Seat, ...], *, alone: bool) -> Problems:
    """Return what is wrong with the number of players of the Re side; alone: of a soloist."""
    if len(re) == 1 if alone else len(re) == 2 and re[0] != re[1]:
        return ()
    different = len(set(re))
    return (Problem(("re",), say("the soloist alone is Re") if alone else say(
        "two different players are Re, not {count}", count=different)),)


def problems_of_result(result: Augen | Span | None) -> Problems:
    """Return why no game can have this result."""
    if result is None:
        return (Problem(("augen",), say(
            "is missing: the Augen of the Re side, or what decides")),)
    if isinstance(result, Augen):
        re, schwarz = result
        if re not in POSSIBLE and (fault := fault_of_figure(re, ALL)):
            return (Problem(("augen",), fault),)
        if schwarz is not None and (augen := re if schwarz is Side.RE else ALL - re):
            return (Problem(("schwarz",), say(
                "a side without a trick has no Augen, not {augen}", augen=augen)),)
    elif result.seite is None and result.unter != UNDER[0]:
        return (Problem(("ergebnis", "unter"), say(NOBODY_UNDER)),)
    return ()


def fault_of_fuechse(count: int) -> Message | None:
    """Return why there cannot be so many Füchse, or None."""
    if count <= MOST_FUECHSE:
        return None
    return say("{count} Füchse: there are only {most}", count=count, most=MOST_FUECHSE)


def no_trick(side: Side) -> Message:
    """Return the sentence that a side took no trick."""
    return say("{side} took no trick", side=side.value.capitalize())


# --- in a document ------------------------------------------------------------------------------


def _result_of(_: Sequence[str], augen: int | None, schwarz: Side | None,
               span: Span | None) -> Augen | Span | None:
    """Return the result that a hand's keys say: counted Augen, a span, or None."""
    if span is not None:
        if augen is not None:
            refuse(say("the result is either counted in Augen or given as a span, not both"),
                   "ergebnis")
        if schwarz is not None:
            refuse(say("belongs to counted Augen; a span says it with under 0"), "schwarz")
        return span
    if augen is None and schwarz is not None:
        refuse(say("belongs to counted Augen"), "schwarz")
    return None if augen is None else frozen(Augen, (augen, schwarz))


def _said(result: Augen | Span | None) -> dict[str, Any]:
    """Return the values by key from which `_result_of` makes this result."""
    if isinstance(result, Augen):
        said = {"augen": result.re, "schwarz": result.schwarz}
        return said if result.schwarz else {"augen": result.re}
    return {} if result is None else {"ergebnis": result}


Result = Annotated[Augen | Span | None, fields.Together(
    {"augen": fields.Optional(fields.Number(0, ALL)),
     "schwarz": fields.Optional(fields.Choice(Side)), "ergebnis": fields.Optional(shape_of(Span))},
    _result_of, _said)]
"""The type of a hand's field for its result."""

class _Side(fields.Several):
    """The players of a side, in seat order; whether they can be one is for `problems_of_re`."""

    def read(self, raw: Any, names: tuple[str, ...]) -> tuple[Seat, ...]:
        return tuple(sorted(super().read(raw, names)))


Re = Annotated[tuple[Seat, ...], _Side(fields.OneSeat()), fields.Needed(N_(
    "is missing: the players of the Re side, or the soloist"))]
"""The players of the Re side in seat order, or the soloist."""
