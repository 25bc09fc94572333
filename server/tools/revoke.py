"""`python -m server.tools.revoke`, or `parlour revoke`: make every token of a player void.

For whose token was stolen, and who cannot sign out everywhere by themselves any more. The server must not run
meanwhile, since only one program may write; a stop and a start cost nobody anything. Exits with 0, with 1 where that
cannot be done, with 2 on a command line that says nothing sensible, and with 3 where the server runs.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from server.app import DATABASE_NAME, DataFolderInUseError, claimed, open_database
from server.config import Config
from server.ops.command_line import ServerArgumentParser
from server.players.accounts.names import InvalidNameError
from server.room.journal import StorageUnavailableError
from server.storage.sqlite import accounts

EXIT_FAILURE = 1
EXIT_IN_USE = 3


class PlayerNotFoundError(Exception):
    """No player goes by that name; the message says so."""


def main(arguments: list[str] | None = None) -> int:
    """Make the tokens of a player void."""
    asked = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    try:
        with claimed(asked.data):
            asyncio.run(revoke(asked.data, asked.name))
    except DataFolderInUseError as error:
        print(f"parlour revoke: {error} Stop it first: every move is kept.", file=sys.stderr)
        return EXIT_IN_USE
    except (PlayerNotFoundError, InvalidNameError, StorageUnavailableError) as error:
        print(f"parlour revoke: nothing was changed: {error}", file=sys.stderr)
        return EXIT_FAILURE
    print(f"Every token of {asked.name} is void. The name stays theirs, and so do their seats.")
    return 0


async def revoke(data: Path, name: str) -> None:
    """Make the tokens of the player of a name void. Raises Nobody, BadName or Unwritable."""
    file = data / DATABASE_NAME
    if not file.is_file():
        raise PlayerNotFoundError(f"there is no {file}")
    database = open_database(data)
    try:
        player = await database.run(lambda connection: accounts.find_player(connection, name))
        if player is None:
            raise PlayerNotFoundError(f"nobody goes by {name} there")
        await database.run(lambda connection: accounts.void_tokens(connection, player))
    finally:
        await database.aclose()


def _parser() -> argparse.ArgumentParser:
    parser = ServerArgumentParser(
        prog="parlour revoke",
        description="Make every token of a player void: whoever has one is somebody else from then on.",
        epilog="A player who is still signed in does this alone, with 'signout'.",
    )
    parser.add_argument("name", help="whose")
    parser.add_argument("--data", type=Path, default=Config().data, metavar="DIR", help="the server's folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
