"""Commands that people here have put to rooms of other nodes, until these have taken and answered them.

The bus may lose either. So a node that has not taken a command is asked again, and one that has taken it is asked for
the same again until its answer is here: then it does nothing, but repeats what it has answered. What is never answered
is refused, so that nobody waits on it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from protocol import messages as m
from protocol.codec import encode
from server.cluster.messages import Answered, Asked, Frame
from server.cluster.players.presence import ClusterPresence, Send
from server.hosting.inbox import MOVED
from server.net.recipient import Requester
from server.players.sessions.routing import Request

HELD_MAX = 4096
"""How many commands are remembered until they are taken, and how many wait for a room to be found: as many as people at
one node send to another in the seconds before it is known to be dead."""
HELD_S = 5.0
"""How old a command may be to be put to another node."""
MOVE_HELD_S = 20.0
"""The same of a move that was taken: it acts once, and whoever made it may still wait for an answer."""
MOVES_MAX = 4
"""How many of a player's newest such moves at a table may be put to its next node, where all are to find a place: older
ones have been answered, or the newer would not be there."""
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

    @property
    def code(self) -> str:
        """The code of the room that the command is for."""
        return str(self.request.room)

    def repeats(self, other: HeldCommand) -> bool:
        """Whether somebody asks just what they have asked before, under the same number: one answer is enough."""
        return (
            self.key == other.key
            and self.request.requester is other.request.requester
            and self.request.command == other.request.command
        )

    def is_old(self, now: float) -> bool:
        """Whether the command is too old to be put to another node."""
        is_move = self.is_taken and isinstance(self.request.command, m.Play)
        return now - self.at > (MOVE_HELD_S if is_move else HELD_S)


class HeldCommands:
    """Commands that other nodes are to take, by the numbers they are asked under; mutable as they are taken.

    One that is not answered by a number of its own stays when it is taken, until it is old.
    """

    def __init__(self, send: Send, presence: ClusterPresence) -> None:
        self._now: Callable[[], float] = asyncio.get_running_loop().time
        self._presence = presence
        self._unanswered = UnansweredCommands(send, presence, self._now)
        self._held: dict[int, HeldCommand] = {}
        self._moves: dict[tuple[int, str], deque[int]] = {}
        self._ids = 0

    @property
    def are_taken(self) -> bool:
        """Whether every command was taken."""
        return all(held.is_taken for held in self._held.values())

    def ask(self, node: int, held: HeldCommand) -> None:
        """Put a command to a node, unless it is put to one already and is to be answered by its number."""
        if held.key[1] is not None and self._waits_for(held):
            return
        self._ids += 1
        self._let_go()
        held.node = node
        self._held[self._ids] = held
        self._unanswered.ask(self._ids, held)

    def _waits_for(self, held: HeldCommand) -> bool:
        return self._unanswered.waits_for(held) or any(held.repeats(other) for other in self._held.values())

    def _let_go(self) -> None:
        """Forget taken commands that are old by now, and refuse the oldest where there are too many."""
        while self._held:
            id_, oldest = next(iter(self._held.items()))
            is_over = oldest.is_taken and oldest.is_old(self._now())
            if not is_over and len(self._held) < HELD_MAX:
                return
            del self._held[id_]
            if not oldest.is_taken:
                oldest.request.refuse(MOVED)

    def ask_again(self, node: int) -> None:
        """Put to a node once more what it has not taken, as it has missed something."""
        for id_, held in self._held.items():
            if held.node == node and not held.is_taken:
                self._unanswered.ask(id_, held)

    def ask_for_answers(self, node: int) -> None:
        """Have a node say once more that it has refused a move, if it has, as something of it was missed here."""
        for id_, held in self._held.items():
            if held.node == node and held.is_taken:
                self._unanswered.ask(id_, held)

    def ask_late_again(self) -> None:
        """Put to their nodes once more what these have not answered for long, and refuse what is too old by now."""
        self._unanswered.ask_again()
        now = self._now()
        for id_, held in tuple(self._held.items()):
            if held.is_taken or now - held.asked_at < ASK_AGAIN_AFTER_S:
                continue
            if held.is_old(now):
                del self._held[id_]
                held.request.refuse(MOVED)
            else:
                self._unanswered.ask(id_, held)

    def hear_answered(self, answered: Answered) -> HeldCommand | None:
        """Forget a command that was taken, or was not; the latter, to be put to another node."""
        held = self._held.get(answered.id)
        if held is None:
            return None
        if answered.is_taken and held.key[1] is None:
            if not held.is_taken and isinstance(held.request.command, m.Play):
                self._note_taken(answered.id, held)
            held.is_taken = True
            return None
        del self._held[answered.id]
        if answered.is_taken:
            self._unanswered.add(answered.id, held)
            return None
        return held

    def _note_taken(self, id_: int, move: HeldCommand) -> None:
        """Note a move that was taken, and forget those of the player at that table but for the newest."""
        key = move.key[0], move.code
        moves = self._moves[key] = self._moves.pop(key, deque())
        moves.append(id_)
        if len(moves) > MOVES_MAX:
            self._held.pop(moves.popleft(), None)
        if len(self._moves) > HELD_MAX:
            del self._moves[next(iter(self._moves))]

    def hear_frame(self, frame: Frame) -> bool:
        """Forget a command that a frame answers; whether it is news to somebody here.

        It is none where it repeats an answer that is here already, or answers in a session that is over. As a number
        may be used again, what is repeated answers only the command that it was sent for.
        """
        if frame.ref is None:
            return True
        if self._presence.own(frame.player, frame.number) is None:
            return False
        key = frame.player, frame.ref
        if self._unanswered.hear(key, frame.repeats):
            return True
        waiting = [id_ for id_, held in self._held.items() if held.key == key or id_ == -frame.ref]
        answered = [id_ for id_ in waiting if frame.repeats in (0, id_)]
        for id_ in answered:
            del self._held[id_]
        return bool(answered) or not frame.repeats

    def take_of(self, node: int) -> list[HeldCommand]:
        """Hold no more what a node that has gone has not taken, may not have stored or not answered; the commands."""
        lost = {id_: held for id_, held in self._held.items() if held.node == node}
        self._held = {id_: held for id_, held in self._held.items() if id_ not in lost}
        now = self._now()
        unsettled = [held for held in lost.values() if not held.is_taken or not held.is_old(now)]
        return unsettled + self._unanswered.take_of(node)

    def refuse_all(self) -> None:
        """Refuse all that nobody is known to have taken, or to have answered."""
        for held in self._held.values():
            if not held.is_taken:
                held.request.refuse(MOVED)
        self._held.clear()
        self._unanswered.refuse_all()


class UnansweredCommands:
    """Commands that other nodes have taken and are to answer, by player and number; mutable as answers come."""

    def __init__(self, send: Send, presence: ClusterPresence, now: Callable[[], float]) -> None:
        self._send = send
        self._presence = presence
        self._now = now
        self._commands: dict[tuple[int, int | None], tuple[int, HeldCommand]] = {}

    def ask(self, id_: int, held: HeldCommand) -> None:
        """Put a command to a node, for the first time or again, unless the session it came from is over."""
        held.asked_at = self._now()
        player, code = held.request.requester.player, str(held.request.room)
        number = self._presence.number(player)
        if number is not None and self._presence.own(player) is held.request.requester:
            self._send(held.node, Asked(id_, player, number, code, encode(held.request.command)))

    def add(self, id_: int, held: HeldCommand) -> None:
        """Wait for the answer to a command that its node has taken."""
        self._commands[held.key] = id_, held
        if len(self._commands) > UNANSWERED_MAX:
            _, pushed_out = self._commands.pop(next(iter(self._commands)))
            pushed_out.request.refuse(MOVED)

    def waits_for(self, held: HeldCommand) -> bool:
        """Whether the answer to just this command is waited for already."""
        waiting = self._commands.get(held.key)
        return waiting is not None and held.repeats(waiting[1])

    def hear(self, key: tuple[int, int], repeats: int) -> bool:
        """Note that a player's command was answered, for the first time or as asked again; whether that was awaited."""
        waiting = self._commands.get(key)
        is_awaited = waiting is not None and repeats in (0, waiting[0])
        if is_awaited:
            del self._commands[key]
        return is_awaited

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
