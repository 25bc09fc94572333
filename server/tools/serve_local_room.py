"""`python -m server.tools.serve_local_room SEED`: serves a LocalRoom over a pipe, one line of JSON per message.

It sends a Welcome, answers commands one after the other, and ends with its input.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

import msgspec

from engines.chance import derive_key
from protocol import messages as m
from protocol.command_line import CommandLineParser
from server.lobby.game_info import game_infos
from server.ops.command_line import EXIT_INTERRUPTED
from server.tools.offline.local_room import LocalRoom

_read = msgspec.json.Decoder(m.Command).decode


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    room = LocalRoom(options.name, derive_key(options.seed.encode(errors="surrogateescape"), "rehearsal"))
    try:
        _write([m.Welcome(name=options.name, token="", server="", games=game_infos(), seated=())])
        for line in sys.stdin.buffer:
            _write(room.answer(_read(line)))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0


def _write(events: Iterable[m.Event]) -> None:
    for event in events:
        sys.stdout.buffer.write(msgspec.json.encode(event) + b"\n")
    sys.stdout.buffer.flush()


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="python -m server.tools.serve_local_room",
        usage="python -m server.tools.serve_local_room SEED [options]",
        description="Play at a table without a server: read commands and answer in JSON.",
    )
    parser.add_argument("seed", metavar="SEED", help="any text; another text gives other deals")
    parser.add_argument("--name", default="bot", help="the player's name (default: %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
