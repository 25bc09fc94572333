"""Passes players' commands on to the nodes that their rooms belong to.

A command that a node has not taken when it goes is put to whoever has the room next, if that cannot act twice.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from protocol import messages as m
from server.cluster.messages import Answered, Leaving
from server.cluster.players.presence import Send
from server.cluster.rooms.held_commands import HeldCommand, HeldCommands
from server.cluster.rooms.locations import RoomLocations
from server.cluster.rooms.search import RoomSearch
from server.hosting.inbox import MOVED, UNSURE
from server.net.recipient import Requester
from server.players.sessions.client_session import ClientSession
from server.players.sessions.routing import Request
from server.room.journal import StorageUnavailableError

LOOK_EVERY_S = 0.02
REPEATABLE = m.Play | m.Join | m.Watch | m.GetLegalMoves | m.Look | m.CommitShare | m.RevealShare
"""What may be put to a second node although the first may have done it: it acts once, or changes nothing."""


class Relay:
    """Has each command from here go where its room is: to a node that is known to have it, or to the search for it."""

    def __init__(self, send: Send, locations: RoomLocations, commands: HeldCommands, search: RoomSearch) -> None:
        self._send = send
        self._locations = locations
        self._commands = commands
        self._search = search
        self._now = asyncio.get_running_loop().time

    def forward(self, request: Request[Requester]) -> bool:
        """Put a request of a player's who is connected here to its room's node; whether it is one for another node."""
        if not isinstance(request.requester, ClientSession) or request.room is None:
            return False
        self._pass_on(HeldCommand(0, request, self._now()))
        return True

    async def leave_table(self, player: int, code: str) -> None:
        """Have a room's node have a player leave, or take the room over where it is nobody's."""
        with suppress(StorageUnavailableError):
            if (node := await self._search.locate(code)) is not None:
                self._send(node, Leaving(player, code))

    def hear_answered(self, node: int, answered: Answered) -> None:
        """Forget a command that was taken, and look again for the room of one that was not."""
        if (held := self._commands.hear_answered(answered)) is not None:
            self._locations.note_refused(held.code, node)
            self._repeat(held)

    def forget_node(self, node: int) -> None:
        """Put to others what a node that has gone has not taken, or not answered."""
        self._locations.forget_node(node)
        for held in self._commands.take_of(node):
            if isinstance(held.request.command, REPEATABLE):
                if held.is_taken:
                    held.is_taken, held.at = False, self._now()
                self._repeat(held)
            else:
                held.request.refuse(UNSURE if held.is_taken else MOVED)

    async def emptied(self) -> None:
        """Wait until no command from here waits to be taken."""
        while self._search or not self._commands.are_taken:  # noqa: ASYNC110 - many ways
            await asyncio.sleep(LOOK_EVERY_S)

    def refuse_all(self) -> None:
        """Refuse all that nobody is known to have taken."""
        self._commands.refuse_all()
        self._search.refuse_all()

    def _repeat(self, held: HeldCommand) -> None:
        if held.is_old(self._now()):
            held.request.refuse(MOVED)
        else:
            self._pass_on(held)

    def _pass_on(self, held: HeldCommand) -> None:
        """Put a command to the owner of its room, or have it wait until that is found."""
        node = None if held.code in self._search else self._locations.owner(held.code)
        if node is None:
            self._search.find(held)
        else:
            self._commands.ask(node, held)
