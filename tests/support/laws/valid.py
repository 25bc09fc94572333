"""Random valid messages, made from nothing but their types."""

from __future__ import annotations

from typing import Any, TypeVar

from hypothesis import strategies as st
from msgspec import inspect

from protocol.messages import Message

M = TypeVar("M", bound=Message)

LONGEST = 40
"""Texts and arrays are allowed to be longer, but a message of many of the longest ones would be over the size limit."""
INTEGERS = (-(2**63), 2**64 - 1)


def messages(kind: type[M]) -> st.SearchStrategy[M]:
    """Messages of one type, with everything in its fields that the type allows."""
    return _values(inspect.type_info(kind))


def plain_values() -> st.SearchStrategy[Any]:
    """What may stand inside options and views."""
    leaves = st.none() | st.booleans() | st.integers(*INTEGERS) | _floats() | st.text(max_size=LONGEST)
    few = leaves | st.lists(leaves, max_size=4)
    return few | st.lists(few, max_size=4) | _maps(few)


def _values(of: inspect.Type) -> st.SearchStrategy[Any]:
    match of:
        case inspect.StructType(cls=kind, fields=fields):
            return st.builds(kind, **{field.name: _values(field.type) for field in fields})
        case inspect.UnionType(types=types):
            return st.one_of([_values(one) for one in types])
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            return st.lists(_values(item), min_size=least or 0, max_size=most or 3).map(tuple)
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.StrType(pattern=str() as pattern):
            return st.from_regex(pattern, fullmatch=True, alphabet=st.characters(codec="ascii"))
        case inspect.StrType(min_length=least, max_length=most):
            return st.text(min_size=least or 0, max_size=min(most or LONGEST, LONGEST))
        case inspect.IntType(ge=least, lt=below, le=most):
            highest = most if below is None else below - 1
            return st.integers(INTEGERS[0] if least is None else least, INTEGERS[1] if highest is None else highest)
        case inspect.DictType():
            return _maps(plain_values())
        case inspect.AnyType():
            return plain_values()
        case inspect.FloatType():
            return _floats()
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
    raise AssertionError(f"no message has had a field of the type {of} before")


def _maps(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.text(max_size=LONGEST), values, max_size=4)


def _floats() -> st.SearchStrategy[float]:
    return st.floats(allow_nan=False, allow_infinity=False)
