"""Passes players' commands on to the nodes that their rooms belong to, and finds rooms whose node is not known.

A command that a node has not taken when it goes is put to whoever has the room next, if that cannot act twice. A room
that belongs to nobody is claimed by the node where somebody asks for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from math import inf

import msgspec

from protocol import messages as m
from protocol.codec import decode_command
from protocol.errors import MalformedFrameError
from server.cluster.messages import Answered, Asked, Frame, Leaving
from server.cluster.players.presence import ClusterPresence, Send
from server.cluster.players.remote_session import RemoteSession
from server.cluster.rooms.directory import ClaimedRoom, Directory
from server.cluster.rooms.held_commands import ASK_AGAIN_AFTER_S, HeldCommand, UnansweredCommands
from server.hosting.host import Host
from server.hosting.inbox import MOVED, UNSURE, QueuedInput
from server.hosting.room_requests import RoomRequest
from server.net.recipient import Requester
from server.ops.tasks import Tasks
from server.players.sessions.client_session import ClientSession
from server.players.sessions.routing import Request, RoomCommand, read_input
from server.room.inputs import Sit
from server.room.journal import StorageUnavailableError

HELD_MAX = 4096
"""How many commands are remembered until they are taken, and how many wait for a room to be found: as many as people at
one node send to another in the seconds before it is known to be dead."""
HELD_S = 5.0
"""How old a command may be to be put to another node."""
FIND_EVERY_S = 0.2
HANDED_OVER_S = 1.0
"""How long a room that was handed over is left to the node that is to claim it."""
LOOK_EVERY_S = 0.02
REST_S = 60.0
"""How long a room that was claimed stays, wherever its people go."""
CLAIMED_AT_ONCE = 20
"""How many rooms a node claims before others may, so that all share those of a node that has gone."""
REPEATABLE = m.Play | m.Rematch | m.Join | m.Watch | m.GetLegalMoves | m.Look | m.CommitShare | m.RevealShare
"""What may be put to a second node although the first may have done it: it acts once, or changes nothing."""


class Search(msgspec.Struct):
    """Commands that wait until their room is found, and a node that is known not to have had it `at` a time."""

    but_for: int
    at: float
    waiting: list[HeldCommand]


class Relay:
    """Where the rooms of other nodes are, as far as is known; mutable because rooms move.

    A node that `claims_nothing` leaves rooms that are nobody's to others.
    """

    def __init__(
        self, me: int, send: Send, directory: Directory, host: Host, presence: ClusterPresence, tasks: Tasks
    ) -> None:
        self._me = me
        self._send = send
        self._directory = directory
        self._host = host
        self._presence = presence
        self._tasks = tasks
        self._now: Callable[[], float] = asyncio.get_running_loop().time
        self._owners: dict[str, int] = {}
        self._held: dict[int, HeldCommand] = {}
        self.unanswered = UnansweredCommands(send, presence, self._now)
        self._searches: dict[str, Search] = {}
        self._news = asyncio.Event()
        self._is_looking = False
        self._ids = 0
        self._taken: dict[int, dict[int, None]] = {}
        self._handed_over: dict[str, float] = {}
        self._claimed_at: dict[str, float] = {}
        self.claims_nothing = False

    def note_owner(self, code: str, node: int | None) -> None:
        """Note that a room belongs to another node now, or to none that is known."""
        if node is None:
            self._owners.pop(code, None)
        else:
            self._owners[code] = node
        if code in self._searches:
            self.look_again()

    def look_again(self) -> None:
        """Have it looked at once whether what was looked for is there, as something has changed."""
        self._news.set()

    def adopt(self, claimed: Collection[ClaimedRoom], at: float | None = None) -> None:
        """Take over rooms that are this node's now, as `Host.adopt` does, and have done what waits for them."""
        summaries = {each.room: each.entries for each in claimed}
        self._host.adopt(summaries, at, {each.room: each.recalled for each in claimed})
        now = self._now()
        self._claimed_at = {room: then for room, then in self._claimed_at.items() if now - then < REST_S}
        self._claimed_at.update(dict.fromkeys(summaries, now))
        self._settle()

    def has_just_come(self, room: str | None) -> bool:
        """Whether a room of this name in the journal was claimed less than REST_S ago."""
        return room in self._claimed_at and self._now() - self._claimed_at[room] < REST_S

    def owner(self, code: str) -> int | None:
        """The other node that a room belongs to, as far as is known."""
        return self._owners.get(code)

    def codes_of(self, node: int) -> set[str]:
        """The codes of the rooms that belong to a node, as far as is known."""
        return {code for code, owner in self._owners.items() if owner == node}

    def codes(self) -> set[str]:
        """The codes of all rooms that are known to be other nodes'."""
        return set(self._owners)

    def count_rooms(self, node: int) -> int:
        """How many rooms belong to a node, as far as is known."""
        return sum(owner == node for owner in self._owners.values())

    def note_handed_over(self, code: str) -> None:
        """Note that a room is about to be nobody's, for another node to claim."""
        now = self._now()
        self._handed_over = {each: at for each, at in self._handed_over.items() if now - at <= HANDED_OVER_S}
        self._handed_over[code] = now

    async def emptied(self) -> None:
        """Wait until no command from here waits to be taken."""
        while self._searches or not all(held.is_taken for held in self._held.values()):  # noqa: ASYNC110 - many ways
            await asyncio.sleep(LOOK_EVERY_S)

    # Commands from here.

    def forward(self, request: Request[Requester]) -> bool:
        """Put a request of a player's who is connected here to the node that its room belongs to."""
        if not isinstance(request.requester, ClientSession) or request.room is None:
            return False
        return self._pass_on(request.room, HeldCommand(0, request, self._now()))

    def _pass_on(self, code: str, held: HeldCommand) -> bool:
        """Put a command to the owner of its room, or look for that; False where too many wait."""
        search = self._searches.get(code)
        if search is None and (node := self._owners.get(code)) is not None:
            self._ask(node, held)
        elif sum(len(each.waiting) for each in self._searches.values()) >= HELD_MAX:
            held.request.refuse(MOVED)
        elif search is not None:
            search.waiting.append(held)
        else:
            self._searches[code] = Search(held.node, self._now(), [held])
            self.look_again()
            if not self._is_looking:
                self._is_looking = True
                self._tasks.start(self._look())
        return True

    async def leave_table(self, player: int, code: str) -> None:
        """Have a room's node have a player leave, or take the room over where it is nobody's."""
        with suppress(StorageUnavailableError):
            found = (await self._directory.find([code])).get(code)
            if found is not None and found.node is None:
                self.adopt(await self._directory.claim([found.room]))
            elif found is not None and code not in self._host:
                self._send(found.node, Leaving(player, code))

    def _ask(self, node: int, held: HeldCommand) -> None:
        self._ids += 1
        self._let_go()
        held.node = node
        self._held[self._ids] = held
        self.unanswered.ask(self._ids, held)

    def ask_again(self, node: int) -> None:
        """Put to a node once more what it has not answered, as it has missed something."""
        for id_, held in self._held.items():
            if held.node == node and not held.is_taken:
                self.unanswered.ask(id_, held)

    def ask_for_answers(self, node: int) -> None:
        """Have a node say once more that it has refused a move, if it has, as something of it was missed here."""
        for id_, held in self._held.items():
            if held.node == node and held.is_taken:
                self.unanswered.ask(id_, held)

    def ask_late_again(self) -> None:
        """Put to their nodes once more what these have not answered for long, and refuse what is too old by now."""
        self.unanswered.ask_again()
        now = self._now()
        for id_, held in tuple(self._held.items()):
            if held.is_taken or now - held.asked_at < ASK_AGAIN_AFTER_S:
                continue
            if now - held.at <= HELD_S:
                self.unanswered.ask(id_, held)
            else:
                del self._held[id_]
                held.request.refuse(MOVED)

    def _let_go(self) -> None:
        """Forget taken commands that are old by now, and refuse the oldest where there are too many."""
        while self._held:
            id_, oldest = next(iter(self._held.items()))
            is_over = oldest.is_taken and self._now() - oldest.at > HELD_S
            if not is_over and len(self._held) < HELD_MAX:
                return
            del self._held[id_]
            if not oldest.is_taken:
                oldest.request.refuse(MOVED)

    async def _look(self) -> None:
        """Look for rooms until all are found, or the commands for them too old, and have done what waits for them."""
        try:
            while self._searches:
                self._news.clear()
                self._settle()
                await self._find(tuple(self._searches))
                self._settle()
                if self._searches:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), FIND_EVERY_S)
        except StorageUnavailableError:
            self._end_searches(tuple(self._searches), lambda request: request.refuse(MOVED))
        finally:
            self._is_looking = False

    async def _find(self, codes: Collection[str]) -> None:
        """Look up where rooms are, and claim some of those that are nobody's. Raises StorageUnavailableError."""
        found = await self._directory.find(codes)
        self._end_searches((code for code in codes if code not in found), self._host.refuse_unknown)
        self._owners |= {code: each.node for code, each in found.items() if each.node not in (None, self._me)}
        free = [each.room for code, each in found.items() if each.node is None and self._may_claim(code)]
        if claimed := await self._directory.claim(free[:CLAIMED_AT_ONCE]) if free else ():
            self.adopt(claimed)
            if len(free) > CLAIMED_AT_ONCE:
                self.look_again()

    def _settle(self) -> None:
        """Have done what waits for rooms that are found, and refuse what has waited for too long."""
        now = self._now()
        for code, search in tuple(self._searches.items()):
            node = self._owners.get(code)
            if code in self._host:
                self._end_searches([code], self._act)
            elif node is not None and (node != search.but_for or now - search.at >= FIND_EVERY_S):
                for held in self._searches.pop(code).waiting:
                    self._ask(node, held)
            else:
                self._refuse_old(code, search)

    def _refuse_old(self, code: str, search: Search) -> None:
        """Refuse what has waited for too long, and look no more where nothing else waits."""
        for held in search.waiting:
            if self._now() - held.at > HELD_S:
                held.request.refuse(MOVED)
        search.waiting = [held for held in search.waiting if self._now() - held.at <= HELD_S]
        if not search.waiting:
            del self._searches[code]

    def _end_searches(self, codes: Iterable[str], answer: Callable[[Request[Requester]], None]) -> None:
        """Look no more for rooms, and have commands for them answered."""
        for code in codes:
            if (search := self._searches.pop(code, None)) is not None:
                for held in search.waiting:
                    answer(held.request)

    def _may_claim(self, code: str) -> bool:
        """Whether a room that is nobody's is not just being claimed by whom it was handed over to."""
        return not self.claims_nothing and self._now() - self._handed_over.get(code, -inf) > HANDED_OVER_S

    def _act(self, request: Request[Requester]) -> None:
        requester = request.requester
        if isinstance(requester, ClientSession | RemoteSession):
            act(self._host, requester, request)

    # Commands from elsewhere, and what becomes of one's own.

    def hear_asked(self, node: int, asked: Asked) -> None:
        """Do what a player at a node asks of a room, if that is this node's, and once however often it is asked.

        For a session that is not known nothing is done, nor answered: what was told of it may be lost, and come again.
        """
        taken = self._taken.setdefault(node, {})
        session = self._presence.remote(node, asked.player, asked.number)
        if asked.id in taken:
            self._send(node, Answered(asked.id, is_taken=True))
            if session is not None:
                session.repeat_answer(asked.command, asked.id)
        elif asked.room not in self._host:
            self._send(node, Answered(asked.id, is_taken=False))
        elif session is not None:
            self._send(node, Answered(asked.id, is_taken=True))
            taken[asked.id] = None
            if len(taken) > HELD_MAX:
                del taken[next(iter(taken))]
            with suppress(MalformedFrameError):  # another release knows it
                command = decode_command(asked.command)
                if isinstance(command, m.Play):
                    session.note_move(asked.room, asked.id)
                act(self._host, session, Request(session, command, asked.room))

    def hear_answered(self, node: int, answered: Answered) -> None:
        """Forget a command that was taken, and look again for the room of one that was not."""
        held = self._held.get(answered.id)
        if held is None:
            return
        if answered.is_taken and held.key[1] is None:
            held.is_taken = True
            return
        del self._held[answered.id]
        if answered.is_taken:
            self.unanswered.add(answered.id, held)
            return
        code = str(held.request.room)
        if self._owners.get(code) == node:
            del self._owners[code]
        self._repeat(code, held)

    def hear_frame(self, frame: Frame) -> bool:
        """Forget a command that a frame answers; whether it does not repeat an answer that is here already."""
        if frame.ref is None or self.unanswered.hear(frame.player, frame.ref):
            return True
        key = frame.player, frame.ref
        waiting = [id_ for id_, held in self._held.items() if held.key == key or id_ == -frame.ref]
        for id_ in waiting:
            del self._held[id_]
        return bool(waiting) or not frame.is_repeat

    def refuse_all(self) -> None:
        """Refuse all that nobody is known to have taken."""
        for held in self._held.values():
            if not held.is_taken:
                held.request.refuse(MOVED)
        self._held.clear()
        self.unanswered.refuse_all()
        self._end_searches(tuple(self._searches), lambda request: request.refuse(MOVED))

    def forget_node(self, node: int) -> None:
        """Put to others what a node that has gone has not taken, or not answered."""
        self._taken.pop(node, None)
        for code in self.codes_of(node):
            del self._owners[code]
        lost = {id_: held for id_, held in self._held.items() if held.node == node}
        self._held = {id_: held for id_, held in self._held.items() if id_ not in lost}
        unsettled = [held for held in lost.values() if not held.is_taken or self._now() - held.at <= HELD_S]
        for held in (*unsettled, *self.unanswered.take_of(node)):
            if isinstance(held.request.command, REPEATABLE):
                held.is_taken = False
                self._repeat(str(held.request.room), held)
            else:
                held.request.refuse(UNSURE if held.is_taken else MOVED)

    def _repeat(self, code: str, held: HeldCommand) -> None:
        if self._now() - held.at > HELD_S:
            held.request.refuse(MOVED)
        else:
            self._pass_on(code, held)


def act(host: Host, session: ClientSession | RemoteSession, request: Request[Requester]) -> None:
    """Put a player's command to a room of this node's. One that is for no room by itself asks for a seat there."""
    command, code = request.command, str(request.room)
    if isinstance(command, RoomRequest):
        host.ask(code, request)
    elif isinstance(command, RoomCommand):
        host.submit(code, QueuedInput(read_input(session.signed_in, command), request))
    else:
        who = session.person()
        host.submit(code, QueuedInput(Sit(who.player, who.name, who.deals, who.home), request))
