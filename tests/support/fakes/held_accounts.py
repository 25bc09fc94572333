"""Accounts for tests of what happens between their answer and whoever waits for it."""

from __future__ import annotations

import asyncio

from server.players.accounts.accounts import Account, Accounts
from server.players.accounts.devices import KeySignIn, StoredDevice


class HeldAccounts:
    """Accounts whose answers a test can hold back after they are stored.

    `answered` is set as soon as an answer is held up.
    """

    def __init__(self, stored: Accounts) -> None:
        self.stored = stored
        self.archive = stored.archive
        self.answered = asyncio.Event()
        self._free = asyncio.Event()
        self._free.set()

    def hold(self) -> asyncio.Event:
        """Hold up every answer from now on until what is returned is set."""
        self.answered.clear()
        self._free = asyncio.Event()
        return self._free

    def let_through(self) -> None:
        """Hold up nothing that comes from now on; what is held up stays so."""
        self.hold().set()

    async def sign_in(self, token: str | None, name: str, *, may_create: bool = True) -> Account:
        """The account as it is now, when the test lets it be told."""
        account = await self.stored.sign_in(token, name, may_create=may_create)
        await self._wait()
        return account

    async def sign_in_by_key(self, proven: KeySignIn) -> Account:
        """The account as it is now, when the test lets it be told."""
        account = await self.stored.sign_in_by_key(proven)
        await self._wait()
        return account

    async def devices(self, player: int) -> tuple[StoredDevice, ...]:
        return await self.stored.devices(player)

    async def make_link_code(self, player: int) -> str:
        return await self.stored.make_link_code(player)

    async def add_device(self, player: int, key: bytes, name: str) -> None:
        await self.stored.add_device(player, key, name)

    async def set_phrase(self, player: int, key: bytes) -> None:
        await self.stored.set_phrase(player, key)

    async def revoke_device(self, player: int, device: int) -> bytes:
        return await self.stored.revoke_device(player, device)

    async def replace_devices(self, player: int, key: bytes, new_key: bytes) -> tuple[bytes, ...]:
        return await self.stored.replace_devices(player, key, new_key)

    async def sign_out(self, player: int) -> str:
        """A token, at once."""
        return await self.stored.sign_out(player)

    async def rename(self, player: int, name: str) -> str:
        """The name that is stored now, when the test lets it be told."""
        accepted = await self.stored.rename(player, name)
        await self._wait()
        return accepted

    async def forget_note(self, player: int) -> None:
        await self.stored.forget_note(player)

    async def _wait(self) -> None:
        free = self._free
        self.answered.set()
        await free.wait()
