"""The texts of the program that people read, and the words that docs/wording.md says not to use in them.

A text is a literal that is a title or a sentence, as opposed to names, statements of SQL and the lines of the log. In
an f-string, what is put in stands as `{}`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

BANNED: Mapping[str, str] = MappingProxyType({
    r"\brooms?\b(?! for\b)": "table",
    r"\bno game is going on\b": "there's no game",
    r"\bthere is (no|nothing|nobody)\b": "there's",
    r"\b(is|are) to be had\b": "is available",
    r"\bstirring\b": "big",
    r"\banew\b": "again, or over",
    r"\bplayed to (its|their) end\b": "finished",
    r"(?<!there )\bis no (command|game|level|server|table|option|number)\b": "isn't a",
    r"\bsomebody who (talks|is here)\b": "a player",
    r"\bmade by themselves\b": "automatically",
    r"\bbefore your eyes\b": "leave it out",
    r"\bwhoever is in between\b": "others",
    r"\bread nothing of\b": "muted",
    r"\bnot to be trusted\b": "can't be trusted",
    r"\bwait for nobody\b": "stop waiting",
    r"\b(is|are) on turn\b": "it's somebody's turn",
    r"\bit is (not )?(your|\{\}('s)?) turn\b": "it's",
    r"\b(moved|flipped|given up|resigned|picked|yours|asked|made|offered) already\b": "already moved",
    r"\byou (cannot|do not|have not)\b": "you can't",
    r"(?<!who )(?<!whether )\byou may\b": "you can",
    r"\bhelps in no\b": "doesn't help in any",
    r"\bas \S+ wished\b": "say who did it",
    r"\bfor ever\b|\bby chance\b": "always, or random",
})  # fmt: skip
"""Old phrases that nobody would say, each with what to say instead."""
NOT_PROSE = re.compile(
    r"event=|\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|ALTER|DROP|REPLACE INTO|WHERE|JOIN \w+ ON)\b|^[\w.-]+=", re.M
)


def texts(source: str) -> Iterator[tuple[int, str]]:
    """The texts in a module, each with its line."""
    tree = ast.parse(source)
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = _text(node) if id(node) not in parts | documents else ""
        if " " in text.strip() and is_read(text):
            yield getattr(node, "lineno", 0), text


def is_read(text: str) -> bool:
    """Whether people read a text: a title or a sentence, by its first or its last character, and not one of the log."""
    return not NOT_PROSE.search(text) and (text.strip()[0].isupper() or text.rstrip()[-1] in ".?!")


def banned(text: str) -> Iterator[str]:
    """Which of the banned phrases a text has."""
    return (phrase for phrase in BANNED if re.search(phrase, text, re.IGNORECASE))


def found(folder: Path) -> dict[str, str]:
    """Every text under a folder that has a banned phrase, by its place."""
    return {
        f"{file.relative_to(folder.parent)}:{line}": text
        for file in sorted(folder.rglob("*.py"))
        for line, text in texts(file.read_text())
        if any(banned(text))
    }


def _text(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(_text(value) if isinstance(value, ast.Constant) else "{}" for value in values)
    return ""
