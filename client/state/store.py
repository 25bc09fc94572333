"""Everything the client knows, as one frozen value. `client.state.fold` changes it; screens are drawn from it alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from client.state.chat import NOTHING_SAID, ChatHistory
from client.state.reading import Reading
from protocol import messages as m

NOBODY = m.Matching(seeking=None, challenges=(), news="")
"""No seek and no challenge."""
EARLIER_TABLES = 4
"""How many replaced Tables are kept: a computer's answer may follow a move within the same frame."""

LinkState = Literal["connecting", "up", "down", "elsewhere", "replaced", "refused", "unreachable"]


@dataclass(frozen=True, slots=True)
class Link:
    """The state of the connection.

    After `down` the client reconnects in `retry_in_s` seconds. While the player plays in another window, which was
    there first (`elsewhere`) or has taken over (`replaced`), it waits to be told to go on here. `refused` (the server
    said no, for `reason`) and `unreachable` (nobody was there) are final. `latency_ms` is the last measured round trip.
    """

    state: LinkState
    server: str = ""
    reason: str = ""
    retry_in_s: float | None = None
    latency_ms: float | None = None

    @property
    def is_in_other_window(self) -> bool:
        """Whether the player plays in another window, and may come back here."""
        return self.state in ("elsewhere", "replaced")


@dataclass(frozen=True, slots=True)
class Sent:
    """A local happening: the client sent a command."""

    command: m.Command


@dataclass(frozen=True, slots=True)
class Opened:
    """A local happening: the player went to a room, or to the lobby when `room` is None."""

    room: str | None


@dataclass(frozen=True, slots=True)
class Said:
    """A local happening: a sentence of the client's own, which is news or says why something cannot be done."""

    text: str
    is_refusal: bool = False


@dataclass(frozen=True, slots=True)
class PhraseMade:
    """A local happening: a recovery phrase was made, which is good once the server has taken it up.

    `server` is the address that it is good for; empty for the player's own server.
    """

    words: str = field(repr=False)
    server: str = ""


Happening = m.Event | Link | Sent | Opened | Said | PhraseMade


@dataclass(frozen=True, slots=True)
class Arrival:
    """A Table, the monotonic time in seconds when it arrived, and its reading by the game."""

    at: float
    table: m.Table
    reading: Reading | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FollowedTable:
    """A room that the client follows, from a seat or as a spectator.

    Attributes:
        table: the newest Table.
        at: when it arrived, in seconds of the client's monotonic clock.
        earlier: the last few Tables of the same game before it, oldest first, each with when it arrived.
        presence: who is connected, once the server has said so.
        pending: a move that was sent and is not yet in a Table.
        pending_at: when it was sent, as `at`.
        asked: the open question to the server; its `ref` is the ply of the position it is about.
        asked_at: when it was sent, as `at`.
        advice: the newest answer about the position in the newest Table.
        lost_at: when the connection that brought the Table was lost, as `at`; clocks stand still from then on.
        reading: the Table in its game's terms, converted once; None if this program cannot read it, or has not yet.
    """

    table: m.Table
    at: float
    earlier: tuple[Arrival, ...] = ()
    presence: m.Presence | None = None
    pending: m.Play | None = None
    pending_at: float = -math.inf
    asked: m.Consult | None = None
    asked_at: float = -math.inf
    advice: m.Advice | None = None
    lost_at: float = math.inf
    reading: Reading | None = field(default=None, compare=False, repr=False)

    @property
    def is_cut_off(self) -> bool:
        """Whether the Table came by an earlier connection: the next one replaces it, whatever its `seq`."""
        return self.lost_at < math.inf

    @property
    def previous(self) -> m.Table | None:
        """The Table before the newest; None for a game's first."""
        return self.earlier[-1].table if self.earlier else None

    @property
    def changed(self) -> Arrival | None:
        """The last Table with another view than the newest: the two differ by the game's latest change."""
        return next((arrival for arrival in reversed(self.earlier) if arrival.table.view != self.table.view), None)

    def earlier_than(self, table: m.Table) -> tuple[Arrival, ...]:
        """The last few Tables before a newer one, of the same game."""
        if table.number != self.table.number:
            return ()
        if table.seq == self.table.seq:
            return self.earlier
        return (*self.earlier, Arrival(self.at, self.table, self.reading))[-EARLIER_TABLES:]

    def pending_in(self, table: m.Table) -> m.Play | None:
        """The move that is on its way, if a newer Table does not show yet what came of it."""
        play = self.pending
        if play is None or table.phase != "playing" or play.number != table.number:
            return None
        return play if play.ply >= table.ply else None

    def time_left_s(self, now: float) -> float | None:
        """Seconds left for the seats on turn at the monotonic time `now`, never below 0, or None for no limit."""
        limit = self.table.time_left_s
        return None if limit is None else max(0.0, limit - self._passed_s(now))

    def total_left_s(self, seat: int, now: float) -> float | None:
        """Seconds left for all moves of a seat in this game, never below 0; they run while it is on turn."""
        total, table = self.table.totals[seat], self.table
        runs = table.phase == "playing" and seat in table.turn
        return total if total is None or not runs else max(0.0, total - self._passed_s(now))

    def grace_left_s(self, absence: m.Absence, now: float) -> float:
        """Seconds left for an absent player to come back, never below 0."""
        return max(0.0, absence.left_s - self._passed_s(now))

    def lasted_s(self, now: float) -> float:
        """How long the game has lasted at the monotonic time `now`, in seconds; once it is over, its whole length."""
        since = self._passed_s(now) if self.table.phase == "playing" else 0.0
        return (self.table.lasted_s or 0.0) + since

    def answer_left_s(self, now: float) -> float:
        """Seconds left at the monotonic time `now` to answer the offer at the table, never below 0."""
        return max(0.0, self.table.request.time_left_s - self._passed_s(now)) if self.table.request else 0.0

    def _passed_s(self, now: float) -> float:
        """Seconds the clocks have run since the Table came; they stop when its connection is lost, or in a pause."""
        return 0.0 if self.table.paused else min(now, self.lost_at) - self.at


@dataclass(frozen=True, slots=True)
class Store:
    """All that the client knows.

    Attributes:
        link: the state of the connection.
        link_at: since when, in seconds of the client's monotonic clock.
        name: the player's name on this server.
        games: the games that the server hosts.
        public_urls: how others reach the server, as far as it says so.
        portal_urls: how the portal is reached that the player came through; none where they have the program.
        lobby: the lobby, while browsing it.
        rooms: the rooms followed, by code, in the order they were entered.
        early: presence in rooms whose first Table is still to come, which it can overtake.
        room: the code of the room on screen; None for the lobby.
        last_room: the code of the one that was there at the end of the run before; empty for none.
        records: the player's statistics by the game's name, as far as the client asked for them.
        leaders: the best players by the game's name, as far as the client asked for them.
        day: what the player has won and lost today, once the server has said so.
        matching: the player's seek, and the challenges to the player.
        matching_at: when that arrived, in seconds of the client's monotonic clock.
        seals: the server's commitment to the dealing of a room's newest game, by the room's code.
        talk: the chat in the rooms followed, by code, and in the lobby, under None.
        devices: the machines that the player has listed, in that order.
        link_code: a code for another one, until something else is asked about them.
        new_phrase: a recovery phrase that the server has not taken up yet.
        phrase: one that it has, to be shown until something else is asked about devices.
        sentence: the newest event in words, for the row above the keys.
        refused: whether that sentence is a refusal.
    """

    link: Link = field(default_factory=lambda: Link("connecting"))
    link_at: float = 0.0
    name: str = ""
    games: tuple[m.GameInfo, ...] = ()
    public_urls: tuple[str, ...] = ()
    portal_urls: tuple[str, ...] = ()
    lobby: m.Lobby | None = None
    rooms: Mapping[str, FollowedTable] = field(default_factory=dict)
    early: Mapping[str, m.Presence] = field(default_factory=dict)
    room: str | None = None
    last_room: str = ""
    records: Mapping[str, m.Stats] = field(default_factory=dict)
    leaders: Mapping[str, m.Leaders] = field(default_factory=dict)
    day: m.Score | None = None
    matching: m.Matching = NOBODY
    matching_at: float = 0.0
    seals: Mapping[str, str] = field(default_factory=dict)
    talk: Mapping[str | None, ChatHistory] = field(default_factory=dict)
    devices: tuple[m.Device, ...] = ()
    link_code: m.LinkCode | None = None
    new_phrase: PhraseMade | None = None
    phrase: PhraseMade | None = None
    sentence: str = ""
    refused: bool = False

    @property
    def here(self) -> ChatHistory:
        """The chat of the place on screen."""
        return self.said_in(self.room)

    def said_in(self, place: str | None) -> ChatHistory:
        """The chat of a room, or of the lobby for None."""
        return self.talk.get(place, NOTHING_SAID)

    def holds_seat(self, room: str) -> bool:
        """Whether the player follows the room from a seat."""
        followed = self.rooms.get(room)
        return followed is not None and followed.table.seat is not None

    def unanswered_commands(self) -> tuple[m.Play | m.Quick, ...]:
        """The commands to send again after a reconnect: moves that the newest Tables do not show, and the quick seek.

        Sending a move twice does no harm, since the server recognises it by its game number and ply.
        """
        plays = tuple(followed.pending for followed in self.rooms.values() if followed.pending is not None)
        seeking = self.matching.seeking
        return plays if seeking is None else (*plays, m.Quick(ref=0, games=seeking.games))

    @property
    def seated(self) -> FollowedTable | None:
        """The room on screen, once its first Table has arrived."""
        return self.rooms.get(self.room) if self.room else None
