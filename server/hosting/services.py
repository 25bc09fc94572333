"""What every room of a server shares: storage, turns, computer players, tasks, the clock, and who is connected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from server.computers.advisor import Advisor
from server.computers.players import ComputerPlayers
from server.fairness.transcript_service import TranscriptService
from server.hosting.scheduler import Scheduler
from server.limits.settings import ServerLimits
from server.net.recipient import Requester
from server.ops.tasks import Tasks
from server.players.accounts.archive import AccountArchive
from server.players.results.recorder import ResultRecorder
from server.players.results.records import ResultStore
from server.players.sessions.elsewhere import Elsewhere
from server.players.sessions.routing import Request
from server.room import snapshot
from server.room.inputs import Open
from server.room.journal import Journal
from server.room.outputs import Refuse
from server.room.step import Room

LOOK_BYTES = 128
"""What it takes at most that one game pauses and another goes on."""


def charge_stored(costs: Iterable[tuple[Requester, int]]) -> None:
    """Charge the addresses of players with the bytes that were stored for them."""
    now = asyncio.get_running_loop().time()
    for requester, count in costs:
        requester.address_usage.charge_stored(now, count)


class SeatIndex:
    """The codes of the rooms in which each player holds a seat, longest first; kept up to date by the rooms."""

    def __init__(self) -> None:
        self._rooms: dict[int, dict[str, None]] = {}

    def of(self, player: int) -> tuple[str, ...]:
        return tuple(self._rooms.get(player, ()))

    def add(self, player: int, code: str) -> None:
        self._rooms.setdefault(player, {})[code] = None

    def remove(self, player: int, code: str) -> None:
        mine = self._rooms.get(player, {})
        mine.pop(code, None)
        if not mine:
            self._rooms.pop(player, None)

    def clear(self) -> None:
        """Remove everybody from everywhere."""
        self._rooms.clear()

    def change(self, code: str, left: Iterable[int], sat: Iterable[int]) -> None:
        """Remove the players who have left a room, and add those who have sat down there."""
        for player in left:
            self.remove(player, code)
        for player in sat:
            self.add(player, code)

    def replace(self, code: str, players: Iterable[int]) -> None:
        """Replace everybody who holds a seat in a room by these players."""
        seated = frozenset(players)
        self.change(code, self._rooms.keys() - seated, seated)


@dataclass(slots=True)
class RoomServices:
    """The services and counters that all rooms use; mutable because the counters grow.

    Attributes:
        relist: called with a room's code whenever its line in the lobby changes: with the room, with the input that
            made it while it is not loaded yet, or with None once it is closed.
        renew: called with a game's name and its players after its results are stored.
        reserve_again: reserves another code for a room whose own is taken at another node, and returns it with that.
        online: everyone connected, by player number.
        elsewhere: the other nodes of a cluster; None for a server that is alone.
        keep_every: after how many entries a snapshot of a room is stored.
        moves: how many moves were stored.
        refusals: how many inputs were refused, by the refusal's code.
        rebuilt: how many rooms were loaded again after a fault.
    """

    journal: Journal
    records: ResultStore
    accounts: AccountArchive
    computers: ComputerPlayers
    tasks: Tasks
    now: Callable[[], float]
    relist: Callable[[str, Room | Open | None], None]
    limits: ServerLimits = field(default_factory=ServerLimits)
    renew: Callable[[str, Iterable[int]], None] = lambda _game, _players: None
    reserve_again: Callable[[Open], Open] = lambda opened: opened
    online: dict[int, Requester] = field(default_factory=dict)
    elsewhere: Elsewhere | None = None
    seats: SeatIndex = field(default_factory=SeatIndex)
    advisor: Advisor = field(default_factory=Advisor)
    keep_every: int = snapshot.SNAPSHOT_EVERY
    moves: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    rebuilt: int = 0
    scheduler: Scheduler = field(init=False)
    recorder: ResultRecorder = field(init=False)
    transcripts: TranscriptService = field(init=False)

    def __post_init__(self) -> None:
        """Let all rooms take their turns together, and store their results together."""
        self.scheduler = Scheduler(self.journal, self.now)
        self.recorder = ResultRecorder(self.records, self.tasks)
        self.transcripts = TranscriptService(self.journal, self.records, self.accounts, self.tasks)

    def is_online(self, requester: Requester) -> bool:
        """Whether a player is still connected, and not anew."""
        return self.online.get(requester.player) is requester

    def current_name(self, player: int) -> str | None:
        """The name of a player, if they are connected."""
        requester = self.online.get(player)
        return None if requester is None else requester.name

    def refuse(self, refusal: Refuse, request: Request[Requester] | None) -> None:
        """Count a refusal of a room, and tell whoever asked."""
        self.refusals[refusal.code] = self.refusals.get(refusal.code, 0) + 1
        if request is not None:
            request.refuse(refusal)
