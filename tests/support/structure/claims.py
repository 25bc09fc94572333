"""Which tests claim nothing, as it stands in their text: such a test goes well whatever the program does."""

from __future__ import annotations

import ast
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef

CLAIMS = frozenset({
    *("raises", "warns", "fail"),  # pytest's
    *("expect", "expect_no", "expect_moves", "until", "until_ended", "next", "read_until", "link", "waiting"),
    *("press", "choose", "refusal", "refused", "law", "hold", "unfold"),
})  # fmt: skip
"""What a test calls that fails by itself: it raises, or waits for something until the test has taken too long."""
ALWAYS_TRUE = (ast.GeneratorExp, ast.Lambda)
LAZY = ("map", "filter", "zip", "enumerate", "reversed", "iter")
"""Give an object that is true, whatever is in it."""


def idle(source: str) -> Iterator[str]:
    """The names of the tests in a file that claim nothing, or something that is always so."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]
    helpers = {function.name for function in functions if not _is_test(function) and _claims(function, CLAIMS)}
    for function in filter(_is_test, functions):
        if not _claims(function, CLAIMS | helpers) or any(map(_is_always_so, ast.walk(function))):
            yield function.name


def _is_test(function: Function) -> bool:
    return function.name.startswith("test_")


def _claims(function: Function, names: frozenset[str] | set[str]) -> bool:
    return any(isinstance(node, ast.Assert) or _called(node) in names for node in ast.walk(function))


def _called(node: ast.AST) -> str:
    """The name of the function or method that is called there; nothing where none is."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


def _is_always_so(node: ast.AST) -> bool:
    match node:
        case ast.Assert(test=ast.Constant(value=value)):
            return bool(value)
        case ast.Assert(test=test):
            return isinstance(test, ALWAYS_TRUE) or _called(test) in LAZY
        case _:
            return False
