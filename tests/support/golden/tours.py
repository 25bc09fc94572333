"""Makes the tours: plays each game's script, in `tests/games/`, by its own rules, and writes down what the player sees.

`python -m tests.support.golden.tours` writes them; a test says when one is out of date.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from client.tours import ROOM, Tour, TourStep
from engines.catalog import find
from engines.chance import Chance
from protocol import messages as m
from tests.support import facts
from tests.support.facts import TourScript
from tests.support.fakes.table_server import Room

FOLDER = Path(__file__).resolve().parents[3] / "client" / "tours"
KEY = b"a tour's own key, of 32 bytes .."
CHAIRS = (m.SeatInfo(kind="person", name="you", won=0), m.SeatInfo(kind="computer", name="guide", won=0))


def tours() -> dict[str, bytes]:
    """The tours as their files have them, by the names of their games."""
    made = {name: _tour(name, known.tour) for name, known in facts.games().items() if known.tour}
    return {name: msgspec.json.format(msgspec.json.encode(tour)) for name, tour in made.items()}


def _tour(name: str, script: TourScript) -> Tour:
    game = find(name)
    options = msgspec.convert(dict(script.options), game.rules.Options)
    state = game.rules.setup(options, script.seats, Chance(KEY, script.deal))
    room = Room(
        ROOM,
        msgspec.to_builtins(options),
        CHAIRS[: script.seats],
        0,
        state,
        number=1,
        plies=(0,) * script.seats,
        name=name,
        totals=(None,) * script.seats,
    )
    begin, steps = room.table(), []
    for number, (say, own, *others) in enumerate(script.lines):
        rooms = [room := _moved(room, 0, own, number)]
        rooms += [room := _moved(room, 1, other, number) for other in others]
        steps.append(TourStep(say, own, tuple(each.table() for each in rooms)))
    return Tour(begin, tuple(steps), script.end)


def _moved(room: Room, seat: int, move: str, number: int) -> Room:
    game = room.game
    state = game.rules.apply(room.state, seat, game.rules.read(move), Chance(KEY, number))
    plies = tuple(ply + (at == seat) for at, ply in enumerate(room.plies))
    return replace(room, state=state, plies=plies, seq=room.seq + 1)


if __name__ == "__main__":
    for name, written in tours().items():
        (FOLDER / f"{name}.json").write_bytes(written + b"\n")
