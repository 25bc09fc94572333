"""Keeps every room of this server by its code: opens, finds, hibernates, loads and closes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Set

from protocol import messages as m
from server.hosting import room_requests
from server.hosting.deserted import plan_clearing
from server.hosting.hibernation import Hibernation, RoomAction
from server.hosting.inbox import QueuedInput
from server.hosting.opening import RoomOpener
from server.hosting.room_storage import RetiredRoom, summarize_rooms
from server.hosting.runner import RoomRunner
from server.hosting.services import LOOK_BYTES, RoomServices, charge_stored
from server.net.recipient import Requester
from server.ops.server_clock import ServerClock
from server.players.chat.rules import Overheard
from server.players.sessions.routing import Request
from server.room import step as rooms
from server.room.inputs import CloseDeserted, EndTable, Forget, Input, Leave, Open, Restart
from server.room.journal import Recalled
from server.room.outputs import Refuse

LEAP_S = 0.25
"""By how much another node's clock may be ahead of one that stood still, at anybody's cost."""


class Host:
    """The running rooms of this server, and in `hibernation` those on disk alone, by their codes."""

    def __init__(self, services: RoomServices, clock: ServerClock) -> None:
        """Run rooms that share `services`, by `clock`."""
        self._services = services
        self._clock = clock
        self._runners: dict[str, RoomRunner] = {}
        self.hibernation = Hibernation(services, self._take_up)
        self._empty = asyncio.Event()
        self._opener = RoomOpener(services, self._run)

    def __len__(self) -> int:
        return len(self._runners) + len(self.hibernation)

    async def restore(self) -> None:
        """Read a summary of every room that was open when the server last stopped, and log those without one."""
        self.adopt(await self._services.journal.open_rooms())

    def adopt(
        self,
        rooms: Mapping[str, list[bytes]],
        at: float | None = None,
        recalled: Mapping[str, Recalled] | None = None,
    ) -> list[str]:
        """Take over stored rooms, of which these are the summaries; returns their codes. Those unusable are logged.

        No clock counts what has passed since `at`, which is now where it is not known. `recalled` is what the journal
        recalls of them, where that is known: then loading them reads nothing.
        """
        summaries = summarize_rooms(rooms)
        self.go_on_from(max((at or 0.0, *(each.at for each in summaries))))
        for each in summaries:
            back_at = self._clock.now() if at is None else max(at, each.at)
            self.hibernation.expect(each, back_at, (recalled or {}).get(each.name))
        return [each.opened.code for each in summaries]

    async def retire(self, code: str) -> RetiredRoom | None:
        """Let a room take nothing more, and forget it once all that it has taken is stored; None if it has closed.

        What is asked of it from now on is another node's to answer.
        """
        if (hibernated := self.hibernation.get(code)) is not None:
            if not hibernated.is_wanted:
                self.hibernation.remove(code)
                return RetiredRoom(hibernated.name, hibernated.people, ())
            await self.hibernation.load(code)
        if (runner := self._running(code)) is None:
            return None
        ended = asyncio.Event()
        runner.retire(lambda _: ended.set())
        await ended.wait()
        self._remove(runner)
        if runner.room.closed:
            return None
        await runner.store_results()
        people = frozenset(runner.room.players())
        watchers = tuple(each.player for each in runner.delivery.audience if each.player not in people)
        return RetiredRoom(runner.name, people, watchers)

    def go_on_from(self, at: float) -> None:
        """Have the server's clock be at least at `at`, as another node's is; what it leaps by, no room counts."""
        before = self._clock.now()
        self._clock.go_on_from(at)
        if self._clock.now() - before > LEAP_S:
            for runner in self._runners.values():
                if rooms.deadline(runner.room) is not None:
                    runner.submit(QueuedInput(Restart(), at=before))

    def abandon(self) -> dict[str, list[int]]:
        """Forget every room at once and store nothing more, as others run them now; returns who followed each."""
        followers = {code: self.followers(code) for code in self._runners}
        for runner in self._runners.values():
            runner.abandon()
        for code in self.codes():
            self._services.relist(code, None)
        self._runners.clear()
        self.hibernation.abandon()
        self._services.seats.clear()
        return followers

    # What players ask for.

    def open(
        self, opened: Open, maker: Request[Requester], guest: Request[Requester] | None = None
    ) -> asyncio.Task[None]:
        """Open a room; once that is stored, show it to its maker, and to a guest who sits there from the start."""
        return self._opener.open(opened, maker, guest)

    def submit(self, code: str, queued: QueuedInput) -> None:
        """Put an input into a room's inbox, or refuse it."""
        self._act(code, lambda runner: room_requests.submit(runner, queued), queued.request)

    def ask(self, code: str, request: Request[Requester]) -> None:
        """Do what a player asks of a room beside its inputs, which is a RoomRequest, or refuse it."""
        self._act(code, lambda runner: room_requests.answer(runner, request), request)

    def refuse_unknown(self, request: Request[Requester]) -> None:
        """Refuse a request for a room that is nowhere."""
        if request.room is not None and (refusal := self._refusal(request.room, None, request.requester)):
            request.refuse(refusal)

    def look(self, requester: Requester, look: m.Look) -> None:
        """Note which room a player looks at, and tell those that wait for them."""
        requester.look_at(look.room)
        charge_stored([(requester, LOOK_BYTES)])
        if self._services.elsewhere is not None:
            self._services.elsewhere.look(requester, look.room)
        for code in sorted(requester.following & self._runners.keys()):
            self._runners[code].delivery.report_presence()

    def show_again(self, requester: Requester) -> None:
        """Show a player all rooms they follow, whole, as they may have missed something."""
        for code in sorted(requester.following & self._runners.keys()):
            self._runners[code].delivery.show_again(requester)

    def show_whole(self, requester: Requester, code: str) -> None:
        """Show a player a room whole, if they follow it here."""
        if code in requester.following and code in self._runners:
            delivery = self._runners[code].delivery
            delivery.audience.show_one(requester, delivery.room, self._clock.now())

    def show_to(
        self,
        code: str,
        players: Iterable[int],
        *,
        may_have_left: bool = False,
        on_shown: Callable[[int], object] = lambda _: None,
    ) -> None:
        """Load a room of this node's, and show it to those of some players who are connected, from now on.

        Where they `may_have_left`, whoever neither follows it here nor sits there is told so instead. `on_shown` is
        called with each once that is done; never where the room has closed, or cannot be loaded.
        """
        present = [requester for player in players if (requester := self._services.online.get(player)) is not None]

        def show(runner: RoomRunner) -> None:
            for requester in filter(self._services.is_online, present):
                room_requests.resume(runner, requester, may_have_left=may_have_left)
                on_shown(requester.player)

        self._act(code, show)

    def between_games(self) -> list[str]:
        """The codes of the rooms in memory in which no game is under way."""
        return [code for code, runner in self._runners.items() if runner.room.match_in_play is None]

    def followers(self, code: str) -> list[int]:
        """The connected players who follow a room that is in memory here."""
        runner = self._running(code)
        return [] if runner is None else [requester.player for requester in runner.delivery.audience]

    def announce_name(self, requester: Requester) -> None:
        """Tell everyone in the rooms that a player follows what the player is called now, where that shows."""
        for code in sorted(requester.following & self._runners.keys()):
            delivery = self._runners[code].delivery
            delivery.audience.show_presence(delivery.room)

    def connect(self, requester: Requester, hello: m.Hello) -> None:
        """Let a player who has connected follow every room they hold a seat in, and show it to them."""
        self._services.online[requester.player] = requester
        for code in self.seats_of(requester.player):
            if code in self:  # during a stop, rooms end before connections do
                self._act(code, lambda runner: room_requests.show(runner, requester), Request(requester, hello, code))

    def disconnect(self, requester: Requester) -> None:
        """Remove a player whose connection is over from what they followed; their seats stay theirs."""
        if self._services.is_online(requester):
            del self._services.online[requester.player]
        # Everyone hears of it in the same order each time.
        for code in sorted(requester.following & self._runners.keys()):
            self._runners[code].disconnect(requester)

    # What the server asks for, or wants to know.

    def __contains__(self, code: str) -> bool:
        """Whether there is a room of a code, in memory or not."""
        return self._running(code) is not None or self.hibernation.get(code) is not None

    def seats_of(self, player: int) -> tuple[str, ...]:
        """The codes of the rooms a player holds a seat in, longest first."""
        return self._services.seats.of(player)

    def note_seats(self, code: str, left: Iterable[int], sat: Iterable[int]) -> None:
        """Note who has left and who has sat down at a table of another node's."""
        self._services.seats.change(code, left, sat)

    def name_of(self, code: str) -> str | None:
        """What the journal of a room of this server is called."""
        room = self._running(code) or self.hibernation.get(code)
        return None if room is None else room.name

    def codes(self) -> list[str]:
        """The codes of all rooms of this server, in memory or not."""
        return [*self._runners, *self.hibernation.codes()]

    def progress(self, code: str) -> str | None:
        """How far the game in a room is, as spectators may know; None where the room is not in memory."""
        runner = self._runners.get(code)
        return None if runner is None else runner.delivery.progress()

    def overhear(self, code: str, name: str) -> Overheard:
        """Who goes by a name at a table, and what was said there last; nothing of a table that is not in memory."""
        runner = self._running(code)
        return Overheard() if runner is None else runner.delivery.chat.overhear(runner.room, name)

    def end_table(self, code: str, reason: str) -> bool:
        """Close a table for a reason in a sentence, whatever is played there; whether there is one of that code."""
        if is_there := code in self:
            self._put(code, EndTable(reason))
        return is_there

    def put_leave(self, code: str, player: int) -> None:
        """Have a player leave a table, if they sit there: a room's own input finds a place in any inbox, once."""
        self._put(code, Leave(player))

    def forget(self, players: Set[int]) -> None:
        """Have nobody at any table told the names any more of players whose accounts are deleted."""
        for runner in self._runners.values():
            runner.delivery.chat.forget(players)
        running = [(code, runner.room.cast_players) for code, runner in self._runners.items()]
        for code, people in (*running, *self.hibernation.people()):
            for player in people & players:
                self._put(code, Forget(player))

    def clear_deserted(self) -> None:
        """Close the tables where nothing has happened for long, and hibernate those idle for a while."""
        now, running, hibernated = self._clock.now(), list(self._runners.values()), self.hibernation.deserted()
        plan = plan_clearing(running, hibernated, self._services.limits, now, len(self))
        for runner in plan.lost:
            runner.submit(QueuedInput(CloseDeserted(is_lost=True)))
        for runner, closes_after_s in plan.resting:
            self._hibernate(runner, closes_after_s)
        self.hibernation.wake(now)
        for code in plan.early:
            self._put(code, CloseDeserted())

    async def aclose(self) -> None:
        """Let every room finish what is queued; what comes now is refused, and can be sent again later."""
        self.hibernation.close()
        await self._opener.aclose()
        for runner in self._runners.values():
            runner.inbox.close()
        while self._runners:
            self._empty.clear()
            await self._empty.wait()

    # Inside.

    def _put(self, code: str, event: Input) -> None:
        """Put an input that nobody asked for into a room's inbox."""
        self._act(code, lambda runner: runner.submit(QueuedInput(event)))

    def _act(self, code: str, action: RoomAction, request: Request[Requester] | None = None) -> None:
        """Act on a room, which is loaded first where it hibernates, or refuse the request."""
        runner = self._running(code)
        if request is not None and runner is None and self._forward(code, request):
            return
        if request is not None and (refusal := self._refusal(code, runner, request.requester)):
            request.refuse(refusal)
        elif runner is not None:
            action(runner)
        elif self.hibernation.get(code) is not None:
            self.hibernation.act(code, action, request)

    def _forward(self, code: str, request: Request[Requester]) -> bool:
        """Put a request to the node that a room belongs to, unless it is ours; False where it is no other's."""
        elsewhere = self._services.elsewhere
        return elsewhere is not None and self.hibernation.get(code) is None and elsewhere.forward(request)

    def _refusal(self, code: str, runner: RoomRunner | None, requester: Requester) -> Refuse | None:
        """Why a player may not ask anything of a room: it is not there, or they seem to guess its code."""
        is_there = runner is not None or self.hibernation.get(code) is not None
        is_known = code in requester.following or (runner is not None and runner.room.setting.listed)
        if is_there and is_known:
            return None
        return room_requests.code_refusal(code, requester, self._services, is_there=is_there, is_known=is_known)

    def _running(self, code: str) -> RoomRunner | None:
        """The runner of a room, unless it has ended and only stores what is left."""
        runner = self._runners.get(code)
        return None if runner is None or runner.is_over else runner

    def _hibernate(self, runner: RoomRunner, closes_after_s: float) -> None:
        del self._runners[runner.code]
        self._services.relist(runner.code, runner.room)
        self.hibernation.put(runner, closes_after_s)
        runner.inbox.close()

    def _take_up(self, runner: RoomRunner) -> None:
        self._run(runner)
        for player in runner.room.players():
            self._services.seats.add(player, runner.code)
        for think in rooms.thinkers(runner.room):
            runner.delivery.deliver(think)

    def _run(self, runner: RoomRunner) -> None:
        self._runners[runner.code] = runner
        self._services.relist(runner.code, runner.room)
        runner.start(self._remove)

    def _remove(self, runner: RoomRunner) -> None:
        """Forget a room that has ended."""
        # While a room that was closed was being put away, its code may have become another's.
        if self._runners.get(runner.code) is runner:
            del self._runners[runner.code]
        if not self._runners:
            self._empty.set()
