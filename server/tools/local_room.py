"""`python -m server.tools.local_room SEED`: a room over a pipe, in the protocol's own messages, a line of JSON each.

It welcomes whoever started it, answers commands one after the other, and ends when no more of them can come.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

import msgspec

from engines.chance import derive_key
from protocol import messages as m
from server.lobby.game_info import game_infos
from server.ops.command_line import ServerArgumentParser
from server.tools.offline.local_room import LocalRoom

EXIT_INTERRUPTED = 130

_read = msgspec.json.Decoder(m.Command).decode


def main(arguments: list[str] | None = None) -> int:
    """Rehearse until the input ends."""
    asked = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    rehearsal = LocalRoom(asked.name, derive_key(asked.seed.encode(errors="surrogateescape"), "rehearsal"))
    try:
        _tell([m.Welcome(name=asked.name, token="", server="", games=game_infos(), seated=())])
        for line in sys.stdin.buffer:
            _tell(rehearsal.answer(_read(line)))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0


def _tell(events: Iterable[m.Event]) -> None:
    for event in events:
        sys.stdout.buffer.write(msgspec.json.encode(event) + b"\n")
    sys.stdout.buffer.flush()


def _parser() -> argparse.ArgumentParser:
    parser = ServerArgumentParser(
        prog="python -m server.tools.local_room", description="Answer commands on a room of one's own, as JSON."
    )
    parser.add_argument("seed", metavar="SEED", help="any text: another one, other deals")
    parser.add_argument("--name", default="bot", help="what the player is called there (default: %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
