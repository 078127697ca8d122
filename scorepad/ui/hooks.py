"""Flet's hooks and decorators, with the types that they have."""

import weakref
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar, overload

import flet as ft
from flet.components.utils import current_component

T = TypeVar("T")
Other = TypeVar("Other")
Params = ParamSpec("Params")
Shown = TypeVar("Shown")


def use_value(first: T) -> tuple[T, Callable[[T | Callable[[T], T]], None]]:
    """A value that a component remembers, and how to put another in its place, or one that
    follows from the one that is there by then; `first` is no function."""
    value, change = ft.use_state(first)
    return value, change


@overload
def use_found(_kind: type[T], /) -> tuple[T | None, Callable[[T | None], None]]: ...
@overload
def use_found(_kind: type[T], _other: type[Other], /) \
    -> tuple[T | Other | None, Callable[[T | Other | None], None]]: ...
def use_found(*_kinds: object) -> tuple[Any, Callable[[Any], None]]:
    """The same for what is None at first, and of a kind, or of one of two, once it is there."""
    return ft.use_state(None)


def use_made(make: Callable[[], T]) -> tuple[T, Callable[[T], None]]:
    """The same for a first value that is made only when it is needed."""
    made: tuple[T, Callable[[T], None]] = ft.use_state(make)
    return made


def use_own(make: Callable[[], T]) -> T:
    """What a component has for itself as long as it is shown, such as the form it is typed into."""
    return use_made(make)[0]


def use_params() -> Mapping[str, str]:
    """What the address names, such as the id of a sheet. Flet may draw a screen once more that has
    been left, outside of everything: then they are empty."""
    return defaultdict(str, ft.use_route_params())


def use_redraw() -> Callable[[], None]:
    """How the component that asks is drawn at once, before all that waits to be drawn. It has to
    wait with the rest as well: what cannot be drawn now is told there."""
    there = weakref.ref(current_component())

    def redraw() -> None:
        if (component := there()) is not None:
            with suppress(Exception):
                component.update()
    return redraw


def keyed(key: str, component: Callable[Params, Shown], *args: Params.args,
          **kwargs: Params.kwargs) -> Shown:
    """A component that begins anew where `key` is another one."""
    return component(*args, key=key, **kwargs)  # type: ignore[arg-type]  # it is missing there


def memo(component: Callable[Params, Shown]) -> Callable[Params, Shown]:
    """A component that is drawn again only when what it is given has changed."""
    drawn: Callable[Params, Shown] = ft.memo(component)
    return drawn
