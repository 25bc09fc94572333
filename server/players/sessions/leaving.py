"""Lets players take what is kept of them along, and leave for good; and removes accounts that were never used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from protocol import messages as m
from server.players.accounts.accounts import Accounts
from server.players.accounts.archive import AccountArchive
from server.players.sessions.client_session import ClientSession
from server.players.sessions.refusals import UNAVAILABLE
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

PIECE = 4000
"""How many characters of a page stand in one text: however many bytes they take, a client reads it."""
GOODBYE = "Your account has been deleted."
NO_PAGE = Refuse("bad-options", "Your export has no such page.")
SEATED = Refuse("unavailable", "The server couldn't free all your seats, so your account is unchanged. Try again.")
KEPT = Refuse("unavailable", "The server can't store anything right now, so your account is unchanged.")

LeaveTables = Callable[[ClientSession], Awaitable[bool]]
"""Gives up all seats of a player; whether that could be done in time."""


async def export(accounts: Accounts, session: ClientSession, command: m.ExportAccount) -> None:
    """Send a page of what is kept of a player."""
    try:
        page = await accounts.archive.export(session.player, command.at)
    except StorageUnavailableError:
        session.deny(UNAVAILABLE, command)
        return
    if page is None:
        session.deny(NO_PAGE, command)
    else:
        text = page.rows.decode()
        rows = tuple(text[begin : begin + PIECE] for begin in range(0, len(text), PIECE))
        session.tell(m.AccountPage(ref=command.ref, section=page.section, rows=rows, following=page.following))


async def delete(
    accounts: Accounts, leave_tables: LeaveTables, session: ClientSession, command: m.DeleteAccount
) -> bool:
    """Have a player leave every table, then delete their account; False after refusing it.

    What is left of them, `erase` removes.
    """
    if command.name != session.name:
        text = f"To delete your account, give your name: {session.name}."
        session.deny(Refuse("bad-name", text), command)
        return False
    if not await leave_tables(session):
        session.deny(SEATED, command)
        return False
    try:
        await accounts.archive.remove(session.player)
    except StorageUnavailableError:
        session.deny(KEPT, command)
        return False
    session.tell(m.AccountDeleted(ref=command.ref))
    return True


async def erase(archive: AccountArchive, player: int) -> None:
    """Remove what is left of an account that was removed. Raises StorageUnavailableError."""
    while await archive.erase_some(player):
        pass


async def clean_up(archive: AccountArchive, unused_s: float, is_here: Callable[[int], bool]) -> int:
    """Finish what a stop interrupted, and expire what is over: unused accounts, but for who is here; returns how many.

    Raises StorageUnavailableError.
    """
    for player in await archive.unfinished():
        await erase(archive, player)
    expired, after = 0, 0
    while True:
        found = await archive.unused(unused_s, after)
        gone = [player for player in found if not is_here(player)]
        await archive.expire(gone)
        expired += len(gone)
        if not found:
            return expired
        after = found[-1]
