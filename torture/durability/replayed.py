"""P12: what a journal makes, as one short text: the same under every hash seed, version of Python and optimisation.

`python -m torture.durability.replayed FILE` reads journals and prints the fingerprint of each; the proof
runs that in other interpreters and compares.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engines.game import Game
from server.room import replay
from server.room import step as rooms
from server.room.inputs import Input, Resign, Tick
from tests.support import facts
from tests.support.golden import journals
from torture.finding import Finding
from torture.robustness import legality
from torture.scale import Scale

JOURNALS, EVERYDAY_JOURNALS = 1000, 40
"""How many random journals are replayed beside the golden ones."""
ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"


def prove(scale: Scale) -> list[Finding]:
    """Replay journals in other interpreters."""
    stored = [*golden_journals(), *random_journals(scale.of(EVERYDAY_JOURNALS, JOURNALS), scale.seed)]
    here = [fingerprint(entries) for entries in stored]
    with scale.folder() as folder:
        places: dict[str, tuple[list[str], str]] = {
            "hash seed 1": ([sys.executable], "1"),
            "hash seed 2": ([sys.executable], "2"),
            "python -O": ([sys.executable, "-O"], "3"),
        }
        other = other_python(folder / "venv") if scale.size == "full" else None
        if other:
            places[f"Python {other[1]}"] = ([other[0]], "4")
        equal = {
            name: here == elsewhere(command, stored, folder / "journals", PYTHONHASHSEED=seed)
            for name, (command, seed) in places.items()
        }
    wanted = "two hash seeds, two versions of Python and -O: all rooms equal, hidden cards and all"
    note = "" if other or scale.size != "full" else "no other version of Python on this machine"
    return [
        as_written(),
        Finding(
            "P12",
            f"{len(stored):,} journals, the golden ones among them, replayed elsewhere",
            "; ".join(f"{name}: {'all equal' if same else 'NOT EQUAL'}" for name, same in equal.items()),
            wanted,
            holds=all(equal.values()) and not note,
            note=note,
        ),
    ]


def as_written() -> Finding:
    """Replay the golden journals, beside each of which stands what people saw."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((GOLDEN / "journals").glob("*.txt"))}
    other = [name for name, text in texts.items() if journals.written(journals.read(text)) != text]
    return Finding(
        "P12",
        "golden journals, fixed for all later servers, replayed",
        f"{len(texts)} journals, {len(other)} with other views than they say",
        "0 otherwise",
        holds=bool(texts) and not other,
        note=", ".join(other),
    )


def fingerprint(entries: Sequence[bytes]) -> str:
    """A hash of all there is to know of the room that a journal makes, hidden cards and all."""
    room, at = replay.replay(entries)
    return hashlib.sha256(repr((at, list(_plain(room)))).encode()).hexdigest()


def golden_journals() -> Iterator[list[bytes]]:
    """The journals that every server to come has to replay."""
    for path in sorted((GOLDEN / "journals").glob("*.txt")):
        yield journals.read(path.read_text())


def random_journals(count: int, seed: int) -> Iterator[list[bytes]]:
    """Journals of rooms where people move by chance, now and then too late, and give up at last."""
    random, games = Random(seed), sorted(facts.games())
    for number in range(count):
        yield _journal(games[number % len(games)], random)


def _journal(game: str, random: Random) -> list[bytes]:
    making = legality.make_room(game, random.choice(list(facts.find(game).tables.values())), random)
    now, entries = 0.0, [replay.pack(0.0, making)]
    room = rooms.begin(making, now).room
    for _ in range(random.randint(5, 60)):
        if not room.is_playing:
            break
        now += random.choice((0.5, 11.0))
        event = _event(room, now, random)
        result = rooms.step(room, now, event)
        if result.record:
            entries.append(replay.pack(now, event))
            room = result.room
    return entries


def _event(room: rooms.Room, now: float, random: Random) -> Input:
    if random.random() < 0.02:
        return Resign(random.choice(room.players()))
    due = rooms.deadline(room)
    return Tick() if due is not None and due <= now else legality.move(room, random)


def _plain(value: Any) -> Iterable[Any]:
    """A value in parts that are written alike everywhere; games and types by their names."""
    if isinstance(value, Mapping):
        return sorted((str(key), list(_plain(part))) for key, part in value.items())
    if isinstance(value, set | frozenset):
        return sorted(repr(list(_plain(part))) for part in value)
    if isinstance(value, list | tuple):
        return [list(_plain(part)) for part in value]
    if isinstance(value, msgspec.Struct):
        return [type(value).__name__, *(list(_plain(getattr(value, name))) for name in value.__struct_fields__)]
    if isinstance(value, Game):
        return [value.name]
    if is_dataclass(value) and type(value).__module__.startswith(("engines.", "server.")):
        return [type(value).__name__, *(list(_plain(getattr(value, field.name))) for field in fields(value))]
    return [repr(value)]


# In other interpreters.


def elsewhere(command: Sequence[str], stored: Sequence[Sequence[bytes]], place: Path, **settings: str) -> list[str]:
    """The fingerprints that another interpreter makes of journals."""
    place.write_bytes(msgspec.msgpack.encode(stored))
    run = subprocess.run(
        [*command, "-m", "torture.durability.replayed", str(place)],
        cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    return run.stdout.split()


def other_python(place: Path) -> tuple[str, str] | None:
    """A Python of another version, made ready in a folder, and its version; None where this machine has none."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    for version in ("3.14", "3.13", "3.12", "3.11"):
        program = shutil.which(f"python{version}")
        if version != own and program and _runs(program):
            subprocess.run([program, "-m", "venv", place], check=True)
            python = str(place / "bin" / "python")
            lock = ROOT / "requirements.lock"
            install = [python, "-m", "pip", "install", "-q", "--require-hashes", "-r", str(lock)]
            subprocess.run(install, check=True)
            return python, version
    return None


def _runs(program: str) -> bool:
    """A name on the path may stand for a version that is not installed."""
    return subprocess.run([program, "-c", ""], capture_output=True).returncode == 0


def main() -> None:
    """Print the fingerprint of each journal in a file."""
    for entries in msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=list[list[bytes]]):
        print(fingerprint(entries))


if __name__ == "__main__":
    main()
