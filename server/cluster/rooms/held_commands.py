"""Commands that people here have put to rooms of other nodes, and those of them that are to be answered.

The bus may lose an answer. So a node that has taken a command is asked for the same again until its answer is here:
then it does nothing, but repeats what it has answered. What is never answered is refused, so that nobody waits on it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from protocol.codec import encode
from server.cluster.messages import Asked
from server.cluster.players.presence import ClusterPresence, Send
from server.hosting.inbox import MOVED
from server.net.recipient import Requester
from server.players.sessions.routing import Request

ASK_AGAIN_AFTER_S = 1.0
"""After how long without an answer a living node is asked again: the bus may have lost the one or the other."""
ANSWERED_WITHIN_S = 60.0
"""How long an answer may take: a computer may have to think about it, behind others."""
UNANSWERED_MAX = 4096
"""How many commands may wait for an answer; of more, the one that was put first is refused."""


class HeldCommand(msgspec.Struct):
    """A command of a time by the loop's clock, and the node it was put to last, at `asked_at`.

    Where that has taken what is not answered by a number, such as a move, it may yet go before it has stored it.
    """

    node: int
    request: Request[Requester]
    at: float
    asked_at: float = 0.0
    is_taken: bool = False

    @property
    def key(self) -> tuple[int, int | None]:
        """Who asks, and the number of a command that is to be answered by that."""
        return self.request.requester.player, getattr(self.request.command, "ref", None)


class UnansweredCommands:
    """Commands that other nodes have taken and are to answer, by player and number; mutable as answers come."""

    def __init__(self, send: Send, presence: ClusterPresence, now: Callable[[], float]) -> None:
        self._send = send
        self._presence = presence
        self._now = now
        self._commands: dict[tuple[int, int | None], tuple[int, HeldCommand]] = {}

    def ask(self, id_: int, held: HeldCommand) -> None:
        """Put a command to a node, for the first time or again."""
        held.asked_at = self._now()
        player, code = held.request.requester.player, str(held.request.room)
        if (number := self._presence.number(player)) is not None:
            self._send(held.node, Asked(id_, player, number, code, encode(held.request.command)))

    def add(self, id_: int, held: HeldCommand) -> None:
        """Wait for the answer to a command that its node has taken."""
        self._commands[held.key] = id_, held
        if len(self._commands) > UNANSWERED_MAX:
            _, pushed_out = self._commands.pop(next(iter(self._commands)))
            pushed_out.request.refuse(MOVED)

    def hear(self, player: int, ref: int) -> bool:
        """Note that a player's command was answered; whether that was waited for."""
        return self._commands.pop((player, ref), None) is not None

    def ask_again(self) -> None:
        """Ask once more for answers that are late, and refuse what has waited for too long."""
        now = self._now()
        for key, (id_, held) in tuple(self._commands.items()):
            if self._presence.own(held.request.requester.player) is not held.request.requester:
                del self._commands[key]
            elif now - held.at > ANSWERED_WITHIN_S:
                del self._commands[key]
                held.request.refuse(MOVED)
            elif now - held.asked_at >= ASK_AGAIN_AFTER_S:
                self.ask(id_, held)

    def take_of(self, node: int) -> list[HeldCommand]:
        """Wait no more for the answers of a node that has gone; the commands."""
        lost = {key: held for key, (_, held) in self._commands.items() if held.node == node}
        for key in lost:
            del self._commands[key]
        return list(lost.values())

    def refuse_all(self) -> None:
        """Wait for no answer any more."""
        for _, held in self._commands.values():
            held.request.refuse(MOVED)
        self._commands.clear()
