"""What `docs/protocol.md` says of each game, out of its engine: `python -m tests.support.structure.protocol_page`.

The tables of options and the contents are written anew. A game that has no section is given one, to be gone over by
hand; the sections that there are, and all else on the page, are left alone.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

from msgspec import inspect as types

from engines import catalog
from engines.chance import KEY_BYTES, Chance
from engines.game import Game
from engines.options import GameOption, options_of

ROOT = Path(__file__).parents[3]
PAGE = "docs/protocol.md"
LAST = "\n## An afternoon\n"
"""What stands behind the last game."""
WIDTH = 121
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
EXAMPLES = 3
USUAL = {"seat": "whose view it is; nil for a spectator"}
"""What a field means where its View does not say."""
PLAIN = {
    types.StrType: "text",
    types.IntType: "integer",
    types.FloatType: "number",
    types.BoolType: "true or false",
    types.NoneType: "nil",
    types.AnyType: "any value",
}
"""How the page calls types."""

AnyGame = Game[Any, Any, Any]


def written(page: str, games: Iterable[AnyGame]) -> str:
    """The page with a section and the right options for each of the games, and with the contents that follow."""
    for game in games:
        if not has_section(page, game):
            page = page.replace(LAST, f"\n{section(game)}{LAST}")
        page = _with_options(page, game)
    return _with_contents(page)


def missing(page: str, games: Iterable[AnyGame]) -> list[str]:
    """A sentence for each game that the page has no section about."""
    return [
        f"{game.name} has no section in {PAGE}: `make golden` drafts it"
        for game in games
        if not has_section(page, game)
    ]


def has_section(page: str, game: AnyGame) -> bool:
    return f"\n## {game.title}\n" in page


def section(game: AnyGame) -> str:
    """All that can be said of a game without knowing its rules."""
    options = options_of(game.rules.Options)
    moves = _listed([f"`{move}`" for move in first_moves(game)])
    return "\n".join(
        [
            f"## {game.title}",
            "",
            f"The game's name is `{game.name}`; it has {_seats(game.seats)}. Its moves are texts such as {moves}.",
            "",
            "**Options**",
            "",
            options_table(options) if options else "It has none.",
            "",
            "**View**",
            "",
            _view_table(game.rules.View),
            *(["", *parts] if (parts := list(_parts(game.rules.View))) else []),
            "",
        ]
    )


def options_table(options: Iterable[GameOption]) -> str:
    """What a game's options say of themselves."""
    rows = [f"| `{each.name}` | {_values(each)} | {_default(each)} | {_as_part(each.about)} |" for each in options]
    return "\n".join(["| Key | Values | Default | Meaning |", "|---|---|---|---|", *rows])


def described(of: types.Type) -> str:
    """A type of a view as the page writes it."""
    match of:
        case types.UnionType(types=several):
            return " or ".join(map(described, several))
        case types.VarTupleType(item_type=item):
            return f"list of {described(item)}"
        case types.TupleType(item_types=items) if all(item == items[0] for item in items):
            return f"list of {described(items[0])}, {len(items)} of them"
        case types.TupleType(item_types=items):
            return f"list of {_listed(list(map(described, items)), 'and')}"
        case types.LiteralType(values=values):
            return _listed([f"`{value}`" for value in values])
        case types.NamedTupleType(cls=kind) | types.DataclassType(cls=kind):
            return _words(kind)
        case _:
            return PLAIN[type(of)]


def _with_options(page: str, game: AnyGame) -> str:
    table = options_table(options_of(game.rules.Options))
    pattern = rf"(?<=\n## {game.title}\n)(.*?\*\*Options\*\*\n\n)\|.*?(?=\n\n\*\*View\*\*)"
    return re.sub(pattern, lambda found: f"{found[1]}{table}", page, count=1, flags=re.DOTALL)


def _with_contents(page: str) -> str:
    """The page with a link to every section, as many on a line as it takes."""
    lines = ["Contents:"]
    for heading in re.findall(r"^## (.*)$", page, flags=re.MULTILINE):
        link = f"[{heading}](#{heading.lower().replace(' ', '-')})"
        before = "" if lines == ["Contents:"] else " ·"
        if len(f"{lines[-1]}{before} {link} ·") <= WIDTH:
            lines[-1] += f"{before} {link}"
        else:
            lines[-1] += before
            lines.append(link)
    contents = "\n".join(lines)
    return re.sub(r"^Contents:.*?(?=\n\n)", lambda _: contents, page, flags=re.DOTALL | re.MULTILINE)


def first_moves(game: AnyGame) -> list[str]:
    """Some moves that open a game."""
    chance = Chance(bytes(KEY_BYTES))
    state = game.rules.setup(game.rules.Options(), game.seats.start, chance)
    moves = [game.rules.text(move) for move in game.rules.legal(game.rules.view(state, game.rules.turn(state)[0]))]
    return list(dict.fromkeys(moves[:: max(1, len(moves) // EXAMPLES)]))[:EXAMPLES]


def _view_table(view: type[Any]) -> str:
    meanings = {**USUAL, **attributes(view)}
    rows = [
        f"| `{field.name}` | {described(field.type)} | {meanings.get(field.name, _spaced(field.name))} |"
        for field in _fields(view)
    ]
    return "\n".join(["| Key | Value | Meaning |", "|---|---|---|", *rows])


def _parts(view: type[Any]) -> Iterator[str]:
    """A line for each type of several fields that a view is made of."""
    for kind in dict.fromkeys(kind for field in _fields(view) for kind in _inside(field.type)):
        names = ", ".join(field.name for field in _fields(kind))
        shape = f"`[{names}]`" if issubclass(kind, tuple) else f"a map with the keys {names}"
        yield f"* A **{_words(kind)}** is {shape}: {_as_part((inspect.getdoc(kind) or '').split('.')[0])}."


def _inside(of: types.Type) -> Iterator[type[Any]]:
    match of:
        case types.UnionType(types=several) | types.TupleType(item_types=several):
            for each in several:
                yield from _inside(each)
        case types.VarTupleType(item_type=item):
            yield from _inside(item)
        case types.NamedTupleType(cls=kind) | types.DataclassType(cls=kind):
            yield kind
            for field in _fields(kind):
                yield from _inside(field.type)


def _fields(kind: type[Any]) -> Iterable[types.Field]:
    described = types.type_info(kind)
    assert isinstance(described, types.NamedTupleType | types.DataclassType)
    return described.fields


def attributes(kind: type[Any]) -> Mapping[str, str]:
    """What a class's docstring says of each of its fields."""
    listed = dedent((inspect.getdoc(kind) or "").partition("Attributes:\n")[2])
    said = re.findall(r"^([\w, ]+): (.*(?:\n +.*)*)", listed, flags=re.MULTILINE)
    said = [(names, re.sub(r"\bNone\b", "nil", " ".join(text.split())).rstrip(".")) for names, text in said]
    return {name: text for names, text in said for name in names.split(", ")}


def _values(option: GameOption) -> str:
    match option.values:
        case range() as numbers:
            return f"integer from {numbers[0]} to {numbers[-1]}"
        case (False, True):
            return "true or false"
        case values:
            return _listed([f"`{value}`" for value in values])


def _default(option: GameOption) -> str:
    return f"`{option.default}`" if type(option.default) is str else str(option.default).lower()


def _seats(seats: range) -> str:
    least, most = NUMBERS[seats[0]], NUMBERS[seats[-1]]
    return f"{least} seat{'s' if seats[0] > 1 else ''}" if least == most else f"{least} to {most} seats"


def _words(kind: type[Any]) -> str:
    """MoveMade as "move made"."""
    return re.sub(r"(?<!^)([A-Z])", r" \1", kind.__name__).lower()


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _as_part(sentence: str) -> str:
    """A sentence as the end of another one."""
    return f"{sentence[:1].lower()}{sentence[1:]}".rstrip(".")


def _listed(names: list[str], last: str = "or") -> str:
    *others, end = names
    return f"{', '.join(others)} {last} {end}" if others else end


if __name__ == "__main__":
    file = ROOT / PAGE
    file.write_text(written(file.read_text(encoding="utf-8"), catalog.games().values()), encoding="utf-8")
