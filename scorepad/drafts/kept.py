"""Half-typed hands as JSON values: the fields of a draft, and back by their types."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import EnumType
from functools import cache
from types import NoneType, UnionType
from typing import Any, Self, Union, get_args, get_origin, get_type_hints

from scorepad.games.game import Table

AT_THE_TABLE = {"at_the_table": True}
"""Metadata of a field that is not kept, because its value comes from the table."""


class Kept:
    """A draft, or a part of one, whose dataclass fields can be kept over a restart."""

    def json(self) -> dict[str, Any]:
        """Return the draft as JSON values."""
        return kept(self)

    @classmethod
    def of_json(cls, raw: Mapping[str, Any], table: Table[Any]) -> Self:
        """Return the draft that `json` wrote, at the table as it is now; raises KeyError, TypeError
        or ValueError for anything else."""
        empty: Any = cls.empty(table)  # type: ignore[attr-defined]
        own: Any = cls
        told = {name: getattr(empty, name) for name in _hints(own) if name not in kept(empty)}
        draft: Self = cls(**told, **revived(cls, raw)).at(table)  # type: ignore[attr-defined]
        return draft


def kept(draft: Any, *names: str) -> dict[str, Any]:
    """Return the named fields of a draft as JSON values; by default all but those whose values come
    from the table."""
    return {field.name: _plain(getattr(draft, field.name)) for field in fields(draft)
            if (field.name in names if names else not field.metadata)}


def revived(kind: type, raw: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return the fields that `kept` wrote as the values that they were."""
    hints = _hints(kind)
    return {name: _revived(hints[name], raw[name]) for name in names or raw}


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return kept(value)
    if isinstance(value, frozenset):
        return sorted(value)
    return list(map(_plain, value)) if isinstance(value, tuple) else value


def _revived(hint: Any, raw: Any) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        fitting = [part for part in parts if part is not NoneType
                   and (isinstance(raw, list) or get_origin(part) is None)]
        return None if raw is None else _revived(fitting[-1 if isinstance(raw, list) else 0], raw)
    if origin in (tuple, frozenset):
        return origin([_revived(parts[0], each) for each in raw])
    if is_dataclass(hint):
        made: Any = hint
        return made(**revived(made, raw))
    if hasattr(hint, "_fields"):
        return hint(*[_revived(each, value) for each, value in zip(_hints(hint).values(), raw)])
    return hint(raw) if isinstance(hint, EnumType) else raw
