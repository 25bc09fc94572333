"""`python -m server.tools.revoke`, or `parlour revoke`: makes every token and key of a player void.

For a player whose key or token was stolen, and who can no longer sign out everywhere by themselves. With `--give-new`
it prints a code by which the owner, once told, gets the name and the seats back. The server must be stopped meanwhile,
since only one program may write; a restart loses nothing. Exits with 0, with 1 where it cannot be done, with 2 for a
wrong command line, and with 3 where the server runs.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path

from protocol.command_line import CommandLineParser
from server.config import Config
from server.ops.command_line import EXIT_FAILURE, EXIT_IN_USE
from server.ops.store_address import add_store_option, read_store_option
from server.players.accounts.link_codes import new_code
from server.room.journal import StorageUnavailableError
from server.storage.connection import SqlConnection
from server.storage.database import DatabaseInUseError
from server.storage.sql.players import accounts, devices
from server.storage.stores import DATABASE_NAME, DataFolderInUseError, lock_named, open_named

CODE_LENGTH = 16
"""80 bits: the database keeps a digest of it for a day, from which nobody who copies that can find it."""
GROUP = 4
GOOD_FOR_S = 86_400


class PlayerNotFoundError(Exception):
    """No player has that name; the message says so."""


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    address = read_store_option(parser, options.store)
    try:
        with lock_named(options.data, address):
            code = asyncio.run(revoke(options.data, address, options.name, gives_new=options.give_new))
    except (DataFolderInUseError, DatabaseInUseError) as error:
        print(f"parlour revoke: {error} Stop it first; no move is lost.", file=sys.stderr)
        return EXIT_IN_USE
    except (PlayerNotFoundError, StorageUnavailableError) as error:
        print(f"parlour revoke: nothing changed: {error}", file=sys.stderr)
        return EXIT_FAILURE
    print(f"The tokens and keys of {options.name} no longer work. The name and seats are still theirs.")
    if code:
        print(f"For them alone, once and within a day: they type 'parlour link {code} --server' and the address.")
    return 0


async def revoke(data: Path, address: str, name: str, *, gives_new: bool = False) -> str:
    """Make the tokens and keys of the player of a name void, in the PostgreSQL database at an address if there is one.

    Returns a code for their owner, or nothing.

    Raises PlayerNotFoundError or StorageUnavailableError.
    """
    file = data / DATABASE_NAME
    if not address and not file.is_file():
        raise PlayerNotFoundError(f"{file} doesn't exist")
    code = new_code(CODE_LENGTH) if gives_new else ""
    database = open_named(data, address)
    try:
        await database.run(lambda connection: _revoke(connection, name, code, int(time.time()) + GOOD_FOR_S))
    finally:
        await database.aclose()
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def _revoke(connection: SqlConnection, name: str, code: str, until: int) -> None:
    """Void all that signs a player in, and store a new code unless it is empty. Raises PlayerNotFoundError."""
    player = accounts.find_player(connection, name)
    if player is None:
        raise PlayerNotFoundError(f"no player there is called {name}")
    accounts.retire_tokens(connection, player)
    devices.void_devices(connection, player)
    devices.void_code(connection, player)
    if code:
        devices.store_code(connection, player, code, until)


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="parlour revoke",
        usage="parlour revoke NAME [options]",
        description="Stop a player's tokens and keys from working: nobody can sign in with them again.",
        epilog="A player who is still signed in can do this without you, with ':signout'.",
    )
    parser.add_argument("name", metavar="NAME", help="the player's name")
    parser.add_argument("--give-new", action="store_true", help="print a code for the player to come back with")
    add_store_option(parser)
    parser.add_argument("--data", type=Path, default=Config().data, metavar="DIR", help="the server's folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
