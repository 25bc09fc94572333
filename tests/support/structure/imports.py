"""Who may import whom, as rules over the text of the files, whether or not a file is there yet."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

PACKAGES = ("engines", "protocol", "server", "client")

WORLD = ("asyncio", "socket", "time", "sqlite3")
PURE = (
    "server/room/*.py",
    "server/limits/*.py",
    "server/net/framing.py",
    "server/players/accounts/names.py",
    "server/players/accounts/tokens.py",
    "server/players/chat/rules.py",
    "server/players/results/game_record.py",
    "server/players/results/glicko2.py",
    "server/players/results/queries.py",
    "server/players/results/ratings.py",
    "server/players/results/records.py",
    "server/players/results/results.py",
    "server/computers/advice.py",
    "server/fairness/doubts.py",
    "server/fairness/positions.py",
    "server/fairness/transcript.py",
    "server/fairness/transcript_replay.py",
    "server/fairness/verifier.py",
    "server/lobby/listing.py",
    "server/lobby/matchmaking.py",
)
"""What decides and never waits: the same inputs give the same answer, whatever the time."""
SHARED = ("engines.game", "engines.cards", "engines.chance", "engines.options")
"""What every game is written with."""
PUBLIC = ("view", "block", "goals", "moves", "layout", "places", "safe_moves")
"""A game's modules that the client may know, which know nothing of the others."""


@dataclass(frozen=True, slots=True)
class Layer:
    """What some files may import.

    A name covers what is inside it; `*` stands for one part of a dotted name, `{game}` for the game's own folder.

    Attributes:
        files: the files' paths, where `*` also crosses folders.
        may: beside the standard library, nothing else than this; None for anything.
        never: not this, the standard library included.
    """

    files: tuple[str, ...]
    may: tuple[str, ...] | None = None
    never: tuple[str, ...] = ()

    def allows(self, path: str, name: str) -> bool:
        """Whether the file at `path` may import the dotted name."""
        if not _is_one_of(path, self.files):
            return True
        game = path.split("/")[1]
        may = None if self.may is None else tuple(pattern.format(game=game) for pattern in self.may)
        permitted = may is None or name.split(".")[0] in sys.stdlib_module_names or _covered(name, may)
        return permitted and not _covered(name, self.never)


@dataclass(frozen=True, slots=True)
class Only:
    """The only files that may import a thing."""

    thing: str
    files: tuple[str, ...]

    def allows(self, path: str, name: str) -> bool:
        """Whether the file at `path` may import the dotted name."""
        return _is_one_of(path, self.files) or not _covered(name, (self.thing,))


RULES: tuple[Layer | Only, ...] = (
    Layer(("engines/*.py",), may=("engines",), never=(*WORLD, "random", "os", "secrets", "datetime")),
    Layer(("engines/*/*.py",), may=(*SHARED, "engines.{game}")),
    Layer(
        tuple(f"engines/*/{name}.py" for name in PUBLIC),
        may=(*SHARED, *(f"engines.{{game}}.{name}" for name in PUBLIC)),
    ),
    Layer(("engines/*/bots.py", "engines/*/bots/*.py", "engines/*/solver/*.py"), never=("engines.*.game",)),
    Layer(("protocol/*.py",), may=("protocol", "msgpack", "msgspec"), never=WORLD),
    Layer(PURE, may=("engines", "protocol", "server", "msgspec"), never=WORLD),
    Layer(("server/*.py",), never=("client",)),
    # The program that starts a private server for a client starts a process, and imports no more than the others.
    Layer(
        ("client/*.py",),
        may=(
            *("client", "protocol", "engines.game", "engines.cards", "engines.intervals", "engines.options"),
            *(f"engines.*.{name}" for name in PUBLIC),
            *(
                "asyncssh",
                "cryptography",
                "mnemonic",
                "msgspec",
                "platformdirs",
                "prompt_toolkit",
                "segno",
                "wcwidth",
                "websockets",
            ),
        ),
    ),
    Only("websockets", ("server/net/*.py", "client/net/*.py", "client/portal/web/*.py")),
    Only("asyncssh", ("client/portal/ssh.py", "client/portal/main.py")),
    Only(
        "cryptography", ("server/private/self_signed.py", "server/players/accounts/keys.py", "client/net/identity/*.py")
    ),
    Only("mnemonic", ("client/net/identity/*.py",)),
    Only(
        "prompt_toolkit",
        ("client/fullscreen/*.py", "client/drawing/theme.py", "client/portal/*.py", "client/visitor.py"),
    ),
    Only("segno", ("client/fullscreen/screens/overlays/qr_code.py",)),
    Only("sqlite3", ("server/storage/sqlite/*.py", "server/tools/backup.py", "server/tools/revoke.py")),
    # What is imported by a name made at run time escapes this table, so few may.
    # The last two ask for versions, and where a program was got from.
    Only(
        "importlib",
        (
            *("engines/catalog.py", "client/games/*.py"),
            *("client/cli/doctor/findings.py", "client/hosting/install_source.py"),
        ),
    ),
)


def violations(root: Path) -> Iterator[str]:
    """A sentence for every import under `root` that breaks a rule."""
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            path = file.relative_to(root).as_posix()
            for name in imported(path, file.read_text(encoding="utf-8")):
                if broken(path, name):
                    yield f"{path} imports {name}"


def broken(path: str, name: str) -> tuple[Layer | Only, ...]:
    """The rules broken where the file at `path` imports the dotted name."""
    return tuple(rule for rule in RULES if not rule.allows(path, name))


@cache
def imported(path: str, source: str) -> tuple[str, ...]:
    """Every dotted name a file imports, wherever in it: `from a.b import c` imports a.b.c."""
    return tuple(_imported(path, source))


def _imported(path: str, source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = path.split("/")[:-level] if level else []
                yield from (".".join([*above, *([module] if module else []), alias.name]) for alias in names)
            case _:
                pass


def _is_one_of(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in patterns)


def _covered(name: str, patterns: tuple[str, ...]) -> bool:
    return any(_covers(pattern.split("."), name.split(".")) for pattern in patterns)


def _covers(pattern: list[str], name: list[str]) -> bool:
    return len(pattern) <= len(name) and all(part in ("*", given) for part, given in zip(pattern, name, strict=False))
