"""Makes the tours: plays each game's script by its own rules, and writes down what the player sees.

`python -m tests.support.golden.tours` writes them; a test says when one is out of date.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from client.tours import ROOM, Tour, TourStep
from engines.catalog import find
from engines.chance import Chance
from protocol import messages as m
from tests.support.fakes.table_server import Room

FOLDER = Path(__file__).resolve().parents[3] / "client" / "tours"
KEY = b"a tour's own key, of 32 bytes .."
CHAIRS = (m.SeatInfo(kind="person", name="you", won=0), m.SeatInfo(kind="computer", name="guide", won=0))
END = "Esc, or 'lobby', ends the tour."


@dataclass(frozen=True)
class Script:
    """What is dealt, and what is said, done and answered; the moves of others come behind one's own."""

    options: Mapping[str, Any]
    seats: int
    deal: int
    lines: tuple[tuple[str, ...], ...]
    end: str


SCRIPTS: Mapping[str, Script] = MappingProxyType(
    {
        "war": Script(
            {"variant": "normal", "auto_flip_s": 0},
            2,
            6,
            (
                ("The higher card wins both, and so two points. Space flips yours.", "flip", "flip"),
                ("6 beats 4. All is luck and nothing to decide, so flip again.", "flip", "flip"),
                ("The queen won that one for the guide. Once more.", "flip", "flip"),
                ("Two aces are a war. Who wins the next flip wins all four cards.", "flip", "flip"),
                ("That cost you the war and 4 points. Flip on.", "flip", "flip"),
            ),
            f"Who has more points at the end has won. In games, a flips for you. {END}",
        ),
        "tower_blaster": Script(
            {"open_first_tower": False, "turn_limit": 0},
            2,
            3,
            (
                ("Bricks have to grow from slot 1 to 10. Draw one from the pile.", "take pile"),
                ("50 is large and belongs low. Put it into slot 9.", "place 9", "take pile", "place 7"),
                ("The guide threw 35 away. An open brick may be taken.", "take discard"),
                ("It must be placed. 53 is too large for slot 7.", "place 7", "take pile", "place 6"),
                ("Draw again. A brick from the pile need not be kept.", "take pile"),
                ("Look where it would help; this time throw it away.", "reject", "take pile", "reject"),
            ),
            f"Whose ten bricks grow from top to bottom first has won. {END}",
        ),
        "blocky": Script(
            {"depth": 3, "moves": 6},
            2,
            11,
            (
                ("Your colour counts as one big blob. Swap the sides of the board.", "swap horizontally board", "pass"),
                (
                    "Blocks in blocks turn as well. W marks a bigger, S a smaller.",
                    "rotate counter-clockwise 2.0",
                    "pass",
                ),
                ("What a move is worth stands beside it. Turn this one too.", "rotate counter-clockwise 3.3", "pass"),
            ),
            f"That is 7 more. To smash, combine or paint costs points. {END}",
        ),
        "streets_and_alleys": Script(
            {"deal": 48213},
            1,
            1,
            (
                ("An ace begins a foundation. Raise the one at the end of pile 0.", "MTF 0 0"),
                ("A card goes onto one that is a rank higher, whatever its suit.", "MTT 2 0"),
                ("Every move can be taken back, as often as you like.", "U"),
                ("The 4 of spades takes the 3 of clubs as well.", "MTT 7 0"),
            ),
            f"All cards up, suit by suit from the aces, and you have won. {END}",
        ),
    }
)


def tours() -> dict[str, bytes]:
    """The tours as their files have them, by the names of their games."""
    return {name: msgspec.json.format(msgspec.json.encode(_tour(name, script))) for name, script in SCRIPTS.items()}


def _tour(name: str, script: Script) -> Tour:
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
