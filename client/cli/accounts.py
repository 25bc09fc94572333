"""The command `account`: what a server keeps of the player, and leaving it for good."""

from __future__ import annotations

import sys
from argparse import Namespace

from client.cli.bootstrap import Bootstrap, complain, inquire, prepare
from client.state.exit_codes import ExitCode

WARNING = (
    "This deletes your account for good: your name, ratings and statistics. You leave every table. In other people's "
    "finished games you become 'a former player'."
)


def run(args: Namespace) -> int:
    """Export or delete the player's account on a server."""
    start = prepare(args)
    known = start.identity.load()
    if known.token is None and known.key is None:
        return complain("You have no account on that server.", ExitCode.FAILURE)
    return _export(args, start) if args.action == "export" else _delete(args, start)


def _export(args: Namespace, start: Bootstrap) -> int:
    from client.cli.queries.account import AccountExport

    return inquire(start, AccountExport(args.file).follow)


def _delete(args: Namespace, start: Bootstrap) -> int:
    from client.cli.queries.account import AccountDeletion

    typed = None if args.yes else _ask(start.identity.load().name)
    if typed == "":
        return complain("Nothing was deleted.", ExitCode.FAILURE)
    return inquire(start, AccountDeletion(start.identity, typed).follow)


def _ask(name: str) -> str:
    """What the player types when asked for their name; nothing at the end of the input."""
    print(f"{WARNING}\nType your name there ({name}) to delete it: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()
