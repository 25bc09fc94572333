"""Quick matches and challenges between players of different nodes.

Each node tells the others who seeks a game there and who is challenged by whom. Its own seeks it alone ends: what a
player of another node wants with one of them is proposed to it, and it opens the table, if it comes to that. Until the
proposal is answered, what that player asks for next waits. A proposal is repeated, and acts once; where the node goes
that it was put to, the directory has whether a table was opened.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from protocol import messages as m
from server.cluster.messages import MatchingNews, Proposed, Settled, Sought
from server.cluster.players.presence import ClusterPresence, Send
from server.cluster.rooms.directory import Directory
from server.hosting.host import Host
from server.hosting.inbox import RETRY_S
from server.lobby import matchmaking, shared_seeks
from server.lobby.matchmaker import GameRequest, Matchmaker
from server.lobby.seeks import AnswerElsewhere, MakeOffer, PendingSeek, SeekStep, TellSeeker
from server.ops.tasks import Tasks
from server.players.sessions.client_session import ClientSession
from server.players.sessions.routing import Request
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

if TYPE_CHECKING:
    from server.cluster.players.remote_session import RemoteSession

REPEAT_EVERY_S = 1.0
"""How soon a proposal is put again to the node that has not answered it."""
HELD_MAX = 8
"""How many commands of a player wait for the answer to a proposal."""
SETTLED_MAX = 10_000
"""How many proposals of others are remembered, so that none acts twice."""
MatchMessage = Sought | MatchingNews | Proposed | Settled
CUT_OFF = Refuse("unavailable", "The other player was cut off. Try again in a moment.", RETRY_S)


class Proposal(msgspec.Struct):
    """What was put to a node for a player of this one, who sat at some tables then, and what they asked for since."""

    id: int
    node: int
    session: ClientSession
    command: m.Quick | m.Respond
    message: Proposed
    seats: frozenset[str]
    held: list[tuple[ClientSession, GameRequest | m.Withdraw]]


class ClusterMatches:
    """The proposals of this node's players, by player, and those of others; mutable as they are made and answered."""

    def __init__(
        self,
        me: int,
        send: Send,
        directory: Directory,
        presence: ClusterPresence,
        matchmaker: Matchmaker,
        host: Host,
        tasks: Tasks,
    ) -> None:
        self._send = send
        self._directory = directory
        self._presence = presence
        self._matchmaker = matchmaker
        self._host = host
        self._tasks = tasks
        self._now: Callable[[], float] = asyncio.get_running_loop().time
        self._proposals: dict[int, Proposal] = {}
        self._settled: OrderedDict[int, asyncio.Task[None] | None] = OrderedDict()
        self._ids = me * shared_seeks.NUMBERS
        self._is_repeating = False
        matchmaker.pool = shared_seeks.pool_of(me, matchmaker.pool)
        matchmaker.others = self

    # What the matchmaker of this node asks for, as OtherMatchmakers says.

    def find(self, name: str) -> RemoteSession | None:
        return self._presence.find(name)

    def get(self, player: int) -> RemoteSession | None:
        return self._presence.get(player)

    def hold(self, session: ClientSession, command: GameRequest | m.Withdraw) -> bool:
        proposal = self._proposals.get(session.player)
        if proposal is None:
            return False
        if len(proposal.held) < HELD_MAX:
            proposal.held.append((session, command))
        else:
            session.refuse_early(REPEAT_EVERY_S, "Slow down a little: too many requests.", command)
        return True

    def tell_seeks(self, added: Sequence[PendingSeek], ended: Sequence[int]) -> None:
        if added or ended:
            self._send(None, Sought(tuple(added), tuple(ended), self._now(), is_all=False))

    def tell_matching(self, player: int, news: str) -> None:
        if (session := self._presence.get(player)) is not None:
            self._send(session.node, MatchingNews(player, news))

    def offer(self, output: MakeOffer) -> None:
        assert isinstance(output.pending.asked, m.Quick), "challenges are offered to nobody"
        self._propose(output.player, output.to, output.pending.asked, output.pending.number, None)

    def answer(self, output: AnswerElsewhere) -> None:
        self._propose(output.player, output.pending, output.answer, None, output.answer)

    def _propose(
        self, player: int, to: PendingSeek, command: m.Quick | m.Respond, by: int | None, answer: m.Respond | None
    ) -> None:
        session, number = self._presence.own(player), self._presence.number(player)
        if session is None or number is None or to.node is None:
            return
        self._ids += 1
        message = Proposed(self._ids, player, number, to.number, by, answer)
        seats = frozenset(self._host.seats_of(player))
        self._proposals[player] = Proposal(self._ids, to.node, session, command, message, seats, [])
        self._send(to.node, message)
        if not self._is_repeating:
            self._is_repeating = True
            self._tasks.start(self._repeat_always())

    async def _repeat_always(self) -> None:
        """Repeat what is not answered, for as long as there is anything."""
        try:
            while self._proposals:
                before = set(map(id, self._proposals.values()))
                await asyncio.sleep(REPEAT_EVERY_S)
                for proposal in self._proposals.values():
                    if id(proposal) in before:
                        self._send(proposal.node, proposal.message)
        finally:
            self._is_repeating = False

    # What other nodes tell.

    def tell_all(self, node: int) -> None:
        """Tell a node all who seek a game here."""
        self._send(node, Sought(tuple(self._matchmaker.pool.own()), (), self._now(), is_all=True))

    def hear(self, node: int, message: MatchMessage) -> None:
        """Note or answer what a node tells."""
        match message:
            case Sought():
                self._hear_sought(node, message)
            case MatchingNews():
                self._hear_news(message)
            case Proposed():
                self._hear_proposed(node, message)
            case Settled():
                self._hear_settled(node, message)

    def _hear_sought(self, node: int, sought: Sought) -> None:
        """Note who seeks a game at a node; what is left of their time is counted from now."""
        later = self._now() - sought.now
        added = [replace(each, until=each.until + later) for each in sought.added]
        self._matchmaker.apply(
            shared_seeks.with_others(self._matchmaker.pool, node, added, sought.ended, is_all=sought.is_all)
        )

    def _hear_news(self, news: MatchingNews) -> None:
        """Tell a player of this node's how their seek and challenges stand."""
        if self._presence.own(news.player) is not None:
            self._matchmaker.apply(SeekStep(self._matchmaker.pool, (TellSeeker(news.player, news.news),)))

    def _hear_proposed(self, node: int, proposed: Proposed) -> None:
        """Do what a player of another node wants with a seek of this one's, and say so once that is stored."""
        if proposed.id in self._settled:
            opening = self._settled[proposed.id]
            if opening is None or opening.done():
                self._send(node, Settled(proposed.id, proposed.player, is_done=True))
            return
        session = self._presence.remote(node, proposed.player, proposed.number)
        step = None if session is None else self._step(session, proposed)
        if step is None:
            if all(each.number != proposed.seek for each in self._matchmaker.pool.own()):
                self._send(node, Sought((), (proposed.seek,), self._now(), is_all=False))
            self._send(node, Settled(proposed.id, proposed.player, is_done=False))
            return
        opening = self._settled[proposed.id] = self._matchmaker.apply(step)
        if len(self._settled) > SETTLED_MAX:
            self._settled.popitem(last=False)
        settled = Settled(proposed.id, proposed.player, is_done=True)
        if opening is None:
            self._send(node, settled)
        else:
            opening.add_done_callback(lambda _: self._send(node, settled))

    def _step(self, session: RemoteSession, proposed: Proposed) -> SeekStep | None:
        pool = self._matchmaker.pool
        if proposed.answer is not None:
            return matchmaking.respond(pool, session.person(), proposed.answer)
        return None if proposed.by is None else shared_seeks.accept_offer(pool, proposed.seek, proposed.by)

    def _hear_settled(self, node: int, settled: Settled) -> None:
        """Go on with what a player has asked for since a proposal, which was answered."""
        proposal = self._proposals.get(settled.player)
        if proposal is not None and (proposal.id, proposal.node) == (settled.id, node):
            self._settle(proposal, is_done=settled.is_done)

    def take_proposals(self, old: ClusterMatches) -> None:
        """Find out what became of the proposals of the node that this server was before, of which nobody hears more."""
        self._proposals = old._proposals
        for proposal in self._proposals.values():
            self._tasks.start(self._find_out(proposal))

    def forget_seeks(self, node: int) -> None:
        """Forget who sought a game at a node."""
        self._matchmaker.apply(shared_seeks.without_node(self._matchmaker.pool, node))

    def forget_node(self, node: int) -> None:
        """Forget who sought a game at a node that has gone, and find out what became of proposals to it."""
        self.forget_seeks(node)
        for proposal in self._proposals.values():
            if proposal.node == node:
                self._tasks.start(self._find_out(proposal))

    async def _find_out(self, proposal: Proposal) -> None:
        """End a proposal by what is stored, now that the node can store nothing more that it was put to."""
        player = proposal.session.player
        try:
            seats = await self._directory.seats_of(player)
        except StorageUnavailableError:
            seats = ()
        self._settle(proposal, is_done=not proposal.seats.issuperset(seats))
        self._matchmaker.apply(SeekStep(self._matchmaker.pool, (TellSeeker(player),)))

    def _settle(self, proposal: Proposal, *, is_done: bool) -> None:
        player = proposal.session.player
        if self._proposals.get(player) is not proposal:
            return
        del self._proposals[player]
        if isinstance(proposal.command, m.Quick):
            self._end_offer(proposal, is_done=is_done)
        elif not is_done:
            Request(proposal.session, proposal.command).refuse(CUT_OFF)
        for session, command in proposal.held:
            if self._presence.own(player) is session:
                self._matchmaker.handle(session, command)

    def _end_offer(self, proposal: Proposal, *, is_done: bool) -> None:
        pool = shared_seeks.end_offer(self._matchmaker.pool, proposal.message.by, is_paired=is_done)
        if is_done:
            self._matchmaker.apply(SeekStep(pool))
        else:
            self._matchmaker.pool = pool  # offered to the same again at once, it would be refused as often
