"""Half-typed hands as JSON values: the fields of a draft, and back by their types."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import EnumType
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

NOT_KEPT = {"kept": False}
"""Metadata of a field that is not kept: it comes from the table, or begins anew."""


def kept(draft: Any) -> dict[str, Any]:
    """Return the fields of a draft, or of a part of one, as JSON values."""
    return {field.name: _plain(getattr(draft, field.name)) for field in fields(draft)
            if not field.metadata}


def revived(kind: type, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that `kept` wrote as the values that they were."""
    hints = get_type_hints(kind)
    return {name: _revived(hints[name], raw[name]) for name in raw}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return kept(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(map(_plain, value)) if isinstance(value, tuple) else value


def _revived(hint: Any, raw: Any) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        fitting = [part for part in parts if _fits(part, raw)]
        return _revived(fitting[0], raw)
    if origin in (tuple, frozenset):
        return origin([_revived(parts[0], each) for each in raw])
    if origin is Mapping:
        return {name: _revived(parts[1], raw[name]) for name in raw}
    if is_dataclass(hint):
        made: Any = hint
        return made(**revived(made, raw))
    if hasattr(hint, "_fields"):
        return hint(*map(_revived, get_type_hints(hint).values(), raw))
    if hint is Any and isinstance(raw, list):
        return tuple(raw)
    return hint(raw) if isinstance(hint, EnumType) else raw


def _fits(hint: Any, raw: Any) -> bool:
    """Return whether a value of this type is kept in this way."""
    if raw is None or hint is NoneType:
        return raw is None and hint is NoneType
    if is_dataclass(hint):
        return {field.name for field in fields(hint)} == set(raw)
    is_row = get_origin(hint) in (tuple, frozenset) or hasattr(hint, "_fields")
    return is_row == isinstance(raw, list)
