"""Makes every message of a server safe to show, as its texts come from people and the server may be anybody's."""

from __future__ import annotations

from operator import is_
from typing import Any, TypeVar, cast

import msgspec

from protocol import messages as m
from protocol.text import clean_text

M = TypeVar("M", bound=m.Message)

_PLAIN = {int, float, bool, type(None)}
"""Types with nothing to clean. A board is lists of these, which are skipped without a look at each item."""


def clean(event: M) -> M:
    """Clean every text in an event, at any depth; returns the event itself if there was nothing to clean."""
    return event if _is_plain(event) else cast(M, _clean(event))


def _is_plain(event: m.Message) -> bool:
    """Whether there is surely nothing to clean, without a look at each text.

    JSON escapes every ASCII control character but DEL.
    """
    written = msgspec.json.encode(event)
    return written.isascii() and b"\\" not in written and b"\x7f" not in written


def _clean(value: Any) -> Any:  # noqa: ANN401 - any part of a message
    match value:
        case str():
            return clean_text(value)
        case list() | tuple():
            return _clean_all(value)
        case dict():
            keys, parts = list(value), list(value.values())
            new_keys, new_parts = _clean_all(keys), _clean_all(parts)
            is_same = new_keys is keys and new_parts is parts
            return value if is_same else dict(zip(new_keys, new_parts, strict=True))
        case msgspec.Struct():
            parts = [getattr(value, name) for name in value.__struct_fields__]
            new_parts = _clean_all(parts)
            if new_parts is parts:
                return value
            return msgspec.structs.replace(value, **dict(zip(value.__struct_fields__, new_parts, strict=True)))
    return value


def _clean_all(parts: Any) -> Any:  # noqa: ANN401 - a list or a tuple of any parts
    if _PLAIN.issuperset(map(type, parts)):
        return parts
    new_parts = [part if _is_harmless(part) else _clean(part) for part in parts]
    if all(map(is_, new_parts, parts)):
        return parts
    return type(parts)(new_parts)


def _is_harmless(value: object) -> bool:
    return type(value) in _PLAIN or (isinstance(value, str) and value.isascii() and value.isprintable())
