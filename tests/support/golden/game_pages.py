"""What the pages for people say of each game, made again: `python -m tests.support.golden.game_pages`.

The README's table has a row for each game, with how many levels its computers have. The page for writers of bots has
a section. Where a game has none yet, a first version is drafted from its rules and its View's docstring; it may be made
better by hand, and the page's own tests hold it to the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path

from client.drawing.grammar import count
from client.games.rulebook import rules
from client.state.phrases.strength import strength_of
from engines import catalog
from protocol import messages as m
from server.lobby.game_info import game_infos
from tests.support.structure.protocol_page import attributes, first_moves

ROOT = Path(__file__).parents[3]
TABLE = re.compile(r"(?<=<!-- games -->\n).*?(?=<!-- end of them -->)", re.DOTALL)
ROW = re.compile(r"^\| \*\*(.+?)\*\* \| (.*) \| .*? \|$", re.MULTILINE)


def made() -> dict[str, str]:
    """Every page as it should be now, by its path."""
    return {path: make((ROOT / path).read_text(encoding="utf-8")) for path, make in PAGES.items()}


def missing(path: str, now: str) -> list[str]:
    """A sentence for each game of which a page, as it is now, does not have what it should."""
    return [
        f"{path} says nothing of {info.title}, or of its computers as they are: `make golden` writes it"
        for info in game_infos()
        if _part(path, info, now) != _part(path, info, made()[path])
    ]


def _part(path: str, info: m.GameInfo, text: str) -> object:
    """What a page has of a game: its row, or whether there is a section."""
    if path == "README.md":
        return [row[0] for row in ROW.finditer(text) if row[1] == info.title]
    return _has_section(info, text)


def _has_section(info: m.GameInfo, text: str) -> bool:
    return re.search(rf"^##+ {re.escape(info.title)}$", text, re.MULTILINE) is not None


# The README.


def readme(text: str) -> str:
    """The README with a row for each game, in the order in which they stand, new ones at the end."""
    found = TABLE.search(text)
    assert found is not None
    said = {row[1]: row[2] for row in ROW.finditer(found[0])}
    infos = {info.title: info for info in game_infos()}
    order = [*(title for title in said if title in infos), *(title for title in infos if title not in said)]
    rows = [f"| **{title}** | {said.get(title) or _told(infos[title])} | {_levels(infos[title])} |" for title in order]
    table = "\n".join(["| Game | What it is | Computers |", "|---|---|---|", *rows, ""])
    return text[: found.start()] + table + text[found.end() :]


def _told(info: m.GameInfo) -> str:
    """What a game is about: the first sentence of its rules."""
    sections = rules(info.name)
    sentence = sections[0].text.partition(". ")[0].rstrip(".") if sections else "a game"
    return sentence[0].lower() + sentence[1:]


def _levels(info: m.GameInfo) -> str:
    """How many levels a game has, and in words how strong the weakest and the strongest are."""
    words = [word for level in info.levels if (word := strength_of(info.name, level.name))]
    span = f", {words[0]} to {words[-1]}" if words else ""
    return f"{count(len(info.levels), 'level')}{span}"


# The page on bots.


def bots_page(text: str) -> str:
    """The page with a section on the View of each game, new ones before the one on Info."""
    drafts = "".join(_bots_section(info) for info in game_infos() if not _has_section(info, text))
    return text.replace("\n## Info\n", f"{drafts}\n## Info\n")


def _bots_section(info: m.GameInfo) -> str:
    game = catalog.find(info.name)
    told, names = attributes(game.rules.View), [field.name for field in fields(game.rules.View)]
    rows = [f"| `{name}` | {told.get(name) or name.replace('_', ' ')} |" for name in names]
    moves = f"Moves are texts such as {', '.join(f'`{move}`' for move in first_moves(game))}."
    lines = [f"### {info.title}", "", "| Field | What it is |", "|---|---|", *rows, "", moves]
    return "\n" + "\n".join(lines) + "\n"


PAGES: Mapping[str, Callable[[str], str]] = {
    "README.md": readme,
    "docs/bots.md": bots_page,
}


def main() -> Iterator[str]:
    """Write the pages anew, and name those that changed."""
    for path, text in made().items():
        if (ROOT / path).read_text(encoding="utf-8") != text:
            (ROOT / path).write_text(text, encoding="utf-8")
            yield path


if __name__ == "__main__":
    for path in main():
        print(path)
