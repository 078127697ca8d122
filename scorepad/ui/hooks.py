"""Flet's hooks and decorators, with precise types."""

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
    """Return a value that the component remembers, and a function that sets it: to another value,
    or to what a given function makes of the current one. `first` must not be a function."""
    value, change = ft.use_state(first)
    return value, change


@overload
def use_found(_kind: type[T], /) -> tuple[T | None, Callable[[T | None], None]]: ...
@overload
def use_found(_kind: type[T], _other: type[Other], /) \
    -> tuple[T | Other | None, Callable[[T | Other | None], None]]: ...
def use_found(*_kinds: object) -> tuple[Any, Callable[[Any], None]]:
    """Return a value that is None until it is found, and its setter; it is then of the given kind,
    or of one of two."""
    return ft.use_state(None)


def use_made(make: Callable[[], T]) -> tuple[T, Callable[[T], None]]:
    """Return a remembered value and its setter; `make` is called once, for the first value."""
    made: tuple[T, Callable[[T], None]] = ft.use_state(make)
    return made


def use_own(make: Callable[[], T]) -> T:
    """Return an object that the component keeps while it is shown, such as its form."""
    return use_made(make)[0]


def use_params() -> Mapping[str, str]:
    """Return the parameters in the address, such as the id of a sheet. Flet may redraw a screen
    that has been left, outside of any route: then each is empty."""
    return defaultdict(str, ft.use_route_params())


def use_redraw() -> Callable[[], None]:
    """Return a function that redraws the calling component at once, ahead of all that waits to be
    drawn. It ignores errors: the component must also be redrawn in its turn, which reports them."""
    there = weakref.ref(current_component())

    def redraw() -> None:
        if (component := there()) is not None:
            with suppress(Exception):
                component.update()
    return redraw


def keyed(key: str, component: Callable[Params, Shown], *args: Params.args,
          **kwargs: Params.kwargs) -> Shown:
    """Return a component that starts afresh whenever `key` changes."""
    return component(*args, key=key, **kwargs)  # type: ignore[arg-type]  # the signature lacks it


def memo(component: Callable[Params, Shown]) -> Callable[Params, Shown]:
    """Return a component that is redrawn only when its arguments have changed."""
    drawn: Callable[Params, Shown] = ft.memo(component)
    return drawn
