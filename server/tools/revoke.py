"""`python -m server.tools.revoke`, or `parlour revoke`: makes every token of a player void.

For a player whose token was stolen, and who can no longer sign out everywhere by themselves. The server must be stopped
meanwhile, since only one program may write; a restart loses nothing. Exits with 0, with 1 where it cannot be done, with
2 for a wrong command line, and with 3 where the server runs.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from server.app import DATABASE_NAME, DataFolderInUseError, lock_data_folder, open_database
from server.config import Config
from server.ops.command_line import EXIT_FAILURE, ServerArgumentParser
from server.room.journal import StorageUnavailableError
from server.storage.sqlite import accounts

EXIT_IN_USE = 3


class PlayerNotFoundError(Exception):
    """No player has that name; the message says so."""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        with lock_data_folder(options.data):
            asyncio.run(revoke(options.data, options.name))
    except DataFolderInUseError as error:
        print(f"parlour revoke: {error} Stop it first: every move is kept.", file=sys.stderr)
        return EXIT_IN_USE
    except (PlayerNotFoundError, StorageUnavailableError) as error:
        print(f"parlour revoke: nothing was changed: {error}", file=sys.stderr)
        return EXIT_FAILURE
    print(f"Every token of {options.name} is void. The name stays theirs, and so do their seats.")
    return 0


async def revoke(data: Path, name: str) -> None:
    """Make the tokens of the player of a name void.

    Raises PlayerNotFoundError or StorageUnavailableError.
    """
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
