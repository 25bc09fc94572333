"""Carries out what players ask about their own account: another name, its devices, taking it along, deleting it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from protocol import messages as m
from server.dispatching.session_registry import SessionRegistry
from server.hosting.host import Host
from server.lobby.matchmaker import Matchmaker
from server.lobby.publisher import LobbyPublisher
from server.players.accounts.accounts import Accounts
from server.players.sessions import leaving, sign_in
from server.players.sessions.client_session import ClientSession
from server.players.sessions.device_commands import DeviceCommand, DeviceCommands
from server.room.journal import StorageUnavailableError

LEAVE_WITHIN_S = 10.0
LEAVE_EVERY_S = 0.05
"""How long somebody who leaves all tables is waited for, and how often it is looked whether they have."""

AccountCommand = m.Rename | m.ExportAccount | m.DeleteAccount | DeviceCommand


class AccountCommands:
    """Changes the accounts of connected players, and what the rest of the server knows of them."""

    def __init__(
        self,
        accounts: Accounts,
        sessions: SessionRegistry,
        matchmaker: Matchmaker,
        host: Host,
        publisher: LobbyPublisher,
        shut_out: Callable[[Collection[bytes]], None],
    ) -> None:
        """`shut_out` closes what is connected by keys that are void."""
        self._accounts = accounts
        self._sessions = sessions
        self._matchmaker = matchmaker
        self._host = host
        self._publisher = publisher
        self._devices = DeviceCommands(accounts, shut_out)

    async def handle(self, session: ClientSession, command: AccountCommand) -> None:
        """Carry a command out, or refuse it."""
        match command:
            case m.Rename():
                await self._rename(session, command)
            case m.ExportAccount():
                await leaving.export(self._accounts, session, command)
            case m.DeleteAccount():
                await self._delete(session, command)
            case _:
                await self._devices.handle(session, command)

    async def _rename(self, session: ClientSession, command: m.Rename) -> None:
        if wait_s := session.renames.take(session.connection.heard_at):
            session.refuse_early(wait_s, "You have changed your name too often.", command)
            return
        accepted = await sign_in.rename(self._accounts, session, command)
        # Meanwhile the player may have disconnected, or come back on another connection.
        if accepted is not None and (latest := self._sessions.online.rename(session.player, accepted)):
            self._publisher.rename_player(session.player, accepted)
            self._host.announce_name(latest)
            latest.tell(m.Named(name=accepted))
            if self._sessions.elsewhere is not None:
                self._sessions.elsewhere.rename(session.player, accepted)

    async def _delete(self, session: ClientSession, command: m.DeleteAccount) -> None:
        if not await leaving.delete(self._accounts, self._leave_tables, session, command):
            return
        self._sessions.remove(session.player, leaving.GOODBYE)
        await self._leave_all(session.player)  # what they sat down at meanwhile
        self._publisher.forget({session.player})
        self._host.forget({session.player})
        if self._sessions.elsewhere is not None:
            self._sessions.elsewhere.remove(session.player)
        with suppress(StorageUnavailableError):  # the rest is removed when the server is started next
            await leaving.erase(self._accounts.archive, session.player)

    async def _leave_tables(self, session: ClientSession) -> bool:
        self._matchmaker.disconnect(session.player)
        return await self._leave_all(session.player)

    async def _leave_all(self, player: int) -> bool:
        """Have a player leave every table, which gives up games under way; whether they have in LEAVE_WITHIN_S."""
        asked: set[str] = set()
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_WITHIN_S):
                while codes := self._host.seats_of(player):
                    for code in codes:
                        if code in self._host:
                            self._host.put_leave(code, player)
                        elif self._sessions.elsewhere is not None and code not in asked:
                            asked.add(code)
                            self._sessions.elsewhere.leave_table(player, code)
                    await asyncio.sleep(LEAVE_EVERY_S)
        return not self._host.seats_of(player)
