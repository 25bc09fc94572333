"""The floor plan: which folder may import which, in one table that the code, its docstrings and the page are held to.

`python -m tests.support.structure.floor_plan` writes what follows from the table: the last sentence of each folder's
docstring, and the picture in `docs/architecture.md`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill

from tests.support.structure.imports import PACKAGES, imported

ROOT = Path(__file__).parents[3]
PAGE = "docs/architecture.md"
PICTURE = re.compile(r"(?<=<!-- floor plan -->\n).*?(?=<!-- end of it -->)", re.DOTALL)
LAST_SENTENCE = re.compile(r"\bMay\s+import\b|\bImports\s+nothing\b")
WIDTH = 117
MAX_ENTRIES = 12
MAX_FLOORS = 8
WIDER = {"server": 18, "client": 17}
"""Where the rooms themselves stand side by side, there are more of them, and more floors."""

PLAN: Mapping[str, str] = {
    "client": "",
    "client/__main__": "bots cli drawing server_programs settings state visitor",
    "client/bots": "cli commands drawing net server_programs settings state engines protocol",
    "client/cli": (
        "cli/doctor cli/queries commands drawing fullscreen games history hosting net server_programs settings state "
        "protocol"
    ),
    "client/cli/doctor": "drawing hosting net settings state protocol",
    "client/cli/queries": "commands drawing history linemode net state protocol",
    "client/commands": "commands/verbs drawing games state tours engines protocol",
    "client/commands/verbs": "commands drawing games state tours protocol",
    "client/drawing": "drawing/canvas engines protocol",
    "client/drawing/canvas": "protocol",
    "client/fullscreen": (
        "commands drawing fullscreen/screens fullscreen/terminal fullscreen/ui games history hosting net settings "
        "state tours protocol"
    ),
    "client/fullscreen/screens": (
        "commands drawing fullscreen/screens/lobby fullscreen/screens/overlays "
        "fullscreen/screens/table fullscreen/ui games history hosting net settings state protocol"
    ),
    "client/fullscreen/screens/lobby": "commands drawing fullscreen/screens fullscreen/ui games state protocol",
    "client/fullscreen/screens/overlays": (
        "commands drawing fullscreen/screens fullscreen/ui games history hosting state protocol"
    ),
    "client/fullscreen/screens/table": (
        "commands drawing fullscreen/screens fullscreen/ui games hosting net state protocol"
    ),
    "client/fullscreen/terminal": "drawing fullscreen/ui net protocol",
    "client/fullscreen/ui": "commands drawing games history hosting state protocol",
    "client/games": "drawing games/widgets engines protocol",
    "client/games/blocky": "drawing games engines",
    "client/games/blocky/drawing": "drawing games engines",
    "client/games/rulebook": "",
    "client/games/streets_and_alleys": "drawing games engines",
    "client/games/streets_and_alleys/drawing": "drawing games engines",
    "client/games/tower_blaster": "drawing games engines",
    "client/games/war": "drawing games engines",
    "client/games/widgets": "drawing games engines",
    "client/history": "drawing history/saved server_programs state engines protocol",
    "client/history/saved": "drawing protocol",
    "client/hosting": "commands net server_programs settings state protocol",
    "client/linemode": "commands drawing games history hosting net state protocol",
    "client/net": "drawing games history net/following net/identity state tours protocol",
    "client/net/following": "net state protocol",
    "client/net/identity": "history net protocol",
    "client/portal": (
        "cli fullscreen history hosting linemode net portal/web server_programs settings state visitor protocol"
    ),
    "client/portal/web": "fullscreen games portal",
    "client/server_programs": "",
    "client/settings": "drawing protocol",
    "client/state": "drawing games tours engines protocol",
    "client/state/phrases": "drawing state engines protocol",
    "client/tours": "protocol",
    "client/visitor": "cli commands drawing fullscreen history hosting linemode settings state",
    "engines": "",
    "engines/blocky": "engines",
    "engines/blocky/bots": "engines",
    "engines/streets_and_alleys": "engines",
    "engines/streets_and_alleys/solver": "engines",
    "engines/tower_blaster": "engines",
    "engines/tower_blaster/bots": "engines",
    "engines/war": "engines",
    "protocol": "messages",
    "protocol/identity": "",
    "protocol/messages": "",
    "server": "",
    "server/__main__": "app config net ops room storage",
    "server/app": (
        "engines protocol cluster computers config dispatching hosting lobby moderation net ops players private room "
        "storage"
    ),
    "server/cluster": "protocol cluster/players cluster/rooms dispatching hosting limits lobby net ops players room",
    "server/cluster/players": "protocol cluster dispatching hosting limits lobby net players room",
    "server/cluster/rooms": "protocol cluster hosting lobby net ops players room",
    "server/computers": "engines protocol ops room",
    "server/config": "protocol computers limits net ops",
    "server/dispatching": "protocol fairness hosting limits lobby moderation net ops players room",
    "server/fairness": "engines protocol net ops players room",
    "server/hosting": "protocol computers fairness hosting/delivery limits net ops players room",
    "server/hosting/delivery": "engines protocol computers hosting net players room",
    "server/limits": "",
    "server/lobby": "engines protocol computers hosting limits net ops players room",
    "server/moderation": "protocol hosting limits net ops players room",
    "server/net": "protocol limits",
    "server/ops": "net",
    "server/players": "",
    "server/players/accounts": "protocol",
    "server/players/chat": "protocol net players/accounts room",
    "server/players/results": "engines protocol ops players/sessions room",
    "server/players/sessions": "engines protocol limits net players/accounts room",
    "server/private": "protocol config net ops",
    "server/room": "engines protocol limits room/match",
    "server/room/match": "engines protocol",
    "server/storage": "cluster moderation players room storage/postgres storage/sql storage/sqlite",
    "server/storage/postgres": "room storage",
    "server/storage/postgres/cluster": "cluster players room storage storage/postgres storage/sql",
    "server/storage/sql": "protocol moderation players storage storage/sql/players",
    "server/storage/sql/players": "players room storage",
    "server/storage/sqlite": "players room storage storage/sql",
    "server/tools": "engines protocol config fairness lobby moderation ops players room storage tools/offline",
    "server/tools/offline": "engines protocol computers lobby players room",
}
"""For each folder, and each module beside the folders of `server` and `client`, what of ours it may import.

Places within its own package are written without the package's name. A folder stands for all that is in it; a module
of the same folder may always be imported.
"""

GAMES: Mapping[str, str] = {"engines": "engines", "client/games": "drawing games engines"}
"""Where every folder is a game, and what one without a line of its own may import; however many, they are no crowd."""


def line(room: str) -> str | None:
    """What the table says that a room may import; None where it does not know the room."""
    own = (may for folder, may in GAMES.items() if room.startswith(f"{folder}/"))
    return PLAN[room] if room in PLAN else next(own, None)


def may_import(room: str) -> list[str]:
    """The places that a line of the table allows, in full."""
    package = room.split("/")[0]
    return [name if name.split("/")[0] in PACKAGES else f"{package}/{name}" for name in (line(room) or "").split()]


def modules(root: Path) -> dict[str, Path]:
    """The path of every module of the four packages, by its place: `server/room/step`, or `server/room` for itself."""
    files = sorted(file for package in PACKAGES for file in (root / package).rglob("*.py"))
    return {_place(file.relative_to(root)): file for file in files}


def room_of(place: str, places: Mapping[str, Path]) -> str:
    """The line of the table that a module belongs to: its folder, or itself beside the rooms of server and client."""
    folder = place if places[place].name == "__init__.py" else place.rpartition("/")[0]
    return place if folder in WIDER else folder


def imports(root: Path) -> Iterator[tuple[str, str]]:
    """Every import of one of our modules by another, by their places."""
    places = modules(root)
    for place, file in places.items():
        for name in imported(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")):
            target = _known(name.replace(".", "/"), places)
            if target is not None and target != place:
                yield place, target


def unplanned(root: Path) -> list[str]:
    """A sentence for every import that the table does not allow."""
    places = modules(root)
    return [
        f"{place} imports {target}"
        for place, target in imports(root)
        if not _allows(room_of(place, places), room_of(target, places))
    ]


def unused(root: Path) -> list[str]:
    """A sentence for every line of the table that nothing needs."""
    places = modules(root)
    needed = {(room_of(place, places), room_of(target, places)) for place, target in imports(root)}
    rooms = {room for room, _ in needed} | {room_of(place, places) for place in places}
    return [f"there is no {room}" for room in PLAN if room not in rooms] + [
        f"{room} need not import {may}"
        for room in PLAN
        for may in may_import(room)
        if not any(room == source and _covers(may, target) for source, target in needed)
    ]


def circles(root: Path) -> list[str]:
    """A sentence for every folder whose entries import each other in a circle, or lie too many floors deep."""
    return [
        f"the entries of {folder} import each other in a circle"
        if floors == 0
        else f"the imports in {folder} are {floors} floors deep"
        for folder, floors in ((folder, _floors(graph)) for folder, graph in entries(root).items())
        if floors == 0 or (floors > MAX_FLOORS and folder not in WIDER)
    ]


def crowds(root: Path) -> list[str]:
    """A sentence for every folder with more entries than one can look over."""
    counts = {
        folder: sum(folder not in GAMES or not (root / entry).is_dir() for entry in graph)
        for folder, graph in entries(root).items()
    }
    return [
        f"{folder} has {count} entries" for folder, count in counts.items() if count > WIDER.get(folder, MAX_ENTRIES)
    ]


def entries(root: Path) -> dict[str, dict[str, set[str]]]:
    """For each folder its entries, modules and folders alike, and which of the others each of them imports."""
    places = modules(root)
    graphs: dict[str, dict[str, set[str]]] = {}
    for place, file in places.items():
        for folder in _above(place):
            graphs.setdefault(folder, {}).setdefault(_entry(folder, place), set())
        if file.name == "__init__.py":
            graphs.setdefault(place, {})
    for place, target in imports(root):
        for folder in set(_above(place)) & set(_above(target)):
            source, sink = _entry(folder, place), _entry(folder, target)
            if source != sink:
                graphs[folder][source].add(sink)
    return graphs


def sentence(room: str) -> str:
    """What a folder's docstring says at its end."""
    match [name.replace("/", ".") for name in PLAN[room].split()]:
        case []:
            return "Imports nothing else of ours."
        case [only]:
            return f"May import {only}."
        case names:
            return f"May import {', '.join(names[:-1])} and {names[-1]}."


def picture(root: Path) -> str:
    """The rooms of server and client, each above all that it imports, with what each says of itself."""
    return "\n".join(_drawn(root, package) for package in ("server", "client"))


def written(page: str, root: Path) -> str:
    """The page with the picture as the table and the docstrings have it."""
    return re.sub(
        r"(?<=<!-- floor plan -->\n).*?(?=<!-- end of it -->)", lambda _: picture(root), page, flags=re.DOTALL
    )


def described(room: str, source: str) -> str:
    """A folder's `__init__` with the docstring ending as the table says."""
    docstring = ast.get_docstring(ast.parse(source), clean=False) or ""
    said, end = _said(docstring), sentence(room)
    whole = f'"""{said} {end}"""'
    return source.replace(
        f'"""{docstring}"""', whole if len(whole) <= WIDTH else f'"""{_filled(said)}\n\n{_filled(end)}\n"""'
    )


def _drawn(root: Path, package: str) -> str:
    graph, places = entries(root)[package], modules(root)
    floors = {entry: _floor(graph, entry) for entry in graph}
    rows = [
        f"| `{entry.removeprefix(package + '/')}` | {_said(_docstring(places[entry]))} | {PLAN[entry]} |"
        for entry in sorted(graph, key=lambda entry: (-floors[entry], entry))
    ]
    return "\n".join([f"| `{package}/` | What is in it | May import |", "|---|---|---|", *rows, ""])


def _said(docstring: str) -> str:
    """What a folder or module says of itself first, without what it may import."""
    return " ".join(LAST_SENTENCE.split(docstring)[0].split("\n\n")[0].split())


def _docstring(file: Path) -> str:
    return ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""


def _filled(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _place(path: Path) -> str:
    return path.with_suffix("").as_posix().removesuffix("/__init__")


def _known(name: str, places: Mapping[str, Path]) -> str | None:
    """The module that a dotted name is, or is in."""
    return next((place for place in (name, name.rpartition("/")[0]) if place in places), None)


def _allows(room: str, target: str) -> bool:
    return room == target or any(_covers(may, target) for may in may_import(room))


def _covers(may: str, target: str) -> bool:
    return target == may or target.startswith(f"{may}/")


def _above(place: str) -> list[str]:
    parts = place.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]


def _entry(folder: str, place: str) -> str:
    return "/".join(place.split("/")[: folder.count("/") + 2])


def _floors(graph: Mapping[str, set[str]]) -> int:
    """How many floors deep the imports are; 0 where they run in a circle."""
    try:
        return max((_floor(graph, entry) for entry in graph), default=1)
    except RecursionError:
        return 0


def _floor(graph: Mapping[str, set[str]], entry: str) -> int:
    return 1 + max((_floor(graph, below) for below in graph[entry]), default=0)


if __name__ == "__main__":
    page = ROOT / PAGE
    for place, file in modules(ROOT).items():
        if place in PLAN and file.name == "__init__.py":
            file.write_text(described(place, file.read_text(encoding="utf-8")), encoding="utf-8")
    page.write_text(written(page.read_text(encoding="utf-8"), ROOT), encoding="utf-8")
