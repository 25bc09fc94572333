"""The shell around the lobby: keeps its value, and sends it to everyone who browses, a few times a second at most.

Moves do not report how far their game is: every few seconds the publisher looks at the games it shows, and only where
anybody has moved since. So a move costs the lobby nothing but a counter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from typing import Protocol

from protocol.codec import encode
from server.limits.settings import ServerLimits
from server.lobby import listing
from server.lobby.room_index import RoomEntry
from server.net.framing import frame
from server.net.recipient import Recipient
from server.players.chat import rules
from server.players.chat.channel import ChatChannel
from server.players.chat.rules import Listener, Speaker
from server.players.results.ratings import PlayerRating
from server.room.inputs import Open
from server.room.outputs import Refuse
from server.room.step import Room

PUSH_EVERY_S = 0.25
PROGRESS_EVERY_S = 5.0
"""How often to look how far games are."""
KEY = "lobby"
MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class MoveRate:
    """The number of moves at each look, with its time; of looks over a minute ago only the newest is kept."""

    samples: tuple[tuple[float, int], ...] = ()

    @property
    def moves(self) -> int:
        """How many moves were made in the minute before the newest look, as far as there were looks."""
        return self.samples[-1][1] - self.samples[0][1] if self.samples else 0

    def with_count(self, now: float, moves: int) -> MoveRate:
        """The rate after a look at `now`, in seconds, that counted `moves`."""
        samples = (*self.samples, (now, moves))
        old = sum(at <= now - MINUTE_S for at, _ in samples)
        return MoveRate(samples[max(0, old - 1) :])


class OtherLobbies(Protocol):
    """The lobbies of the other nodes of a cluster."""

    def list_rooms(self, entries: Mapping[str, RoomEntry | None]) -> None:
        """Tell how the lobby has rooms of this node now; None is one that has closed."""

    def say(self, player: int, name: str, text: str) -> None:
        """Tell what a player says."""


class LobbyPublisher:
    """Holds the current immutable `LobbyListing`, and what else a Lobby message shows."""

    def __init__(self, limits: ServerLimits) -> None:
        self._loop = asyncio.get_running_loop()
        self._lobby = listing.LobbyListing(limits)
        self._changed: dict[str, Room | Open | None] = {}
        self._browsers: dict[Recipient, None] = {}  # in the order in which they came, and hear
        self._channel = ChatChannel(None, self._loop.time)
        self._push: asyncio.TimerHandle | None = None
        self._sent: bytes | None = None
        self._people: dict[int, str] = {}
        self._bots: dict[int, str] = {}
        self._ratings: dict[int, dict[str, PlayerRating]] = {}
        self._move_rate = MoveRate(((self._loop.time(), 0),))
        self.others: OtherLobbies | None = None

    def create_room(self, request: listing.CreateRoom) -> Open | Refuse:
        """Reserve a code for a new room, or say why it cannot be opened."""
        planned = self.plan_room(request)
        if isinstance(planned, Open):
            self._lobby = listing.with_reservation(self._lobby, planned, request.player, request.networks)
            self._sent = None
        return planned

    def reserve_again(self, opened: Open) -> Open:
        """Reserve another code for a room whose own turned out to be that of another node's; the room with that."""
        self._lobby, again = listing.with_next_code(self._current(), opened)
        self._sent = None
        return again

    def plan_room(self, request: listing.CreateRoom) -> Open | Refuse:
        """The room as it could be opened just now, or why it could not; nothing is reserved."""
        return listing.plan_room(self._current(), request)

    def find_waiting_room(self, player: int, games: tuple[str, ...]) -> str | None:
        """The listed room, if any, that waits for a player of one of the games."""
        return listing.find_waiting_room(self._current(), player, games)

    def relist(self, code: str, room: Room | Open | None) -> None:
        """Update the listing of a room that has changed, is not loaded yet, or was closed."""
        self._changed[code] = room
        self._push_soon()

    def add_player(self, player: int, name: str, *, is_bot: bool = False) -> None:
        """List a player as connected, the newest last; `is_bot` says that a program plays."""
        self._people[player] = name
        if is_bot:
            self._bots[player] = name
        self._push_soon()

    def rename_player(self, player: int, name: str) -> None:
        self.add_player(player, name, is_bot=player in self._bots)

    def remove_player(self, player: int) -> None:
        for index in (self._people, self._bots, self._ratings):
            index.pop(player, None)
        self._push_soon()

    def set_rating(self, player: int, game: str, rating: PlayerRating) -> None:
        """Replace the rating in a game shown beside a connected player."""
        self._ratings.setdefault(player, {})[game] = rating
        self._push_soon()

    @property
    def is_full(self) -> bool:
        """Whether the disk has no place for more games."""
        return self._lobby.is_full

    def set_full(self, *, is_full: bool) -> None:
        """Note whether the disk has no place for more rooms."""
        if is_full != self._lobby.is_full:
            self._lobby = replace(self._lobby, is_full=is_full)

    def update_progress(self, moves: int, progress: Callable[[str], str | None]) -> None:
        """Look how far the games to watch are, by their codes, if `moves`, this server's total, has grown."""
        before = self._current(), self._move_rate.moves
        if moves != self._move_rate.samples[-1][1]:
            known = {code: progress(code) for code in listing.live_codes(self._lobby)}
            self._lobby = listing.with_progress(self._lobby, known)
            self._tell_others(code for code, text in known.items() if text is not None)
        self._move_rate = self._move_rate.with_count(self._loop.time(), moves)
        if before != (self._lobby, self._move_rate.moves):
            self._push_soon()

    def enter(self, recipient: Recipient) -> None:
        """Send the lobby to a player who browses, now and whenever it changes."""
        self._browsers[recipient] = None
        recipient.outbox.offer(self._frame(), KEY)
        self._channel.show(recipient, Listener(recipient.player))

    def leave(self, recipient: Recipient) -> None:
        self._browsers.pop(recipient, None)

    def merge(self, entries: Mapping[str, RoomEntry | None]) -> None:
        """Update the listings of rooms of other nodes."""
        self._lobby = listing.with_entries(self._current(), entries)
        self._push_soon()

    def entries(self, codes: Iterable[str]) -> dict[str, RoomEntry]:
        """How the lobby has rooms of some codes, as far as it knows them."""
        entries = self._current().entries
        return {code: entries[code] for code in codes if code in entries}

    def say(self, recipient: Recipient, name: str, text: str) -> None:
        """Send what a player says to everybody in the lobby, and to that player in any case."""
        self._channel.say(text, Speaker(recipient.player, name), {**self._browsers, recipient: None})
        if self.others is not None:
            self.others.say(recipient.player, name, text)

    def repeat(self, player: int, name: str, text: str) -> None:
        """Send everybody in the lobby what a player says at another node."""
        self._channel.say(text, Speaker(player, name), self._browsers)

    def forget(self, players: Set[int]) -> None:
        """Forget what some players have said in the lobby."""
        self._channel.forget(players)

    def overhear(self, name: str) -> rules.Overheard:
        """Who has talked in the hall under a name, and what was said there last."""
        state = self._channel.state
        return rules.overhear(state, rules.find_speakers(rules.speakers(state), name))

    def _current(self) -> listing.LobbyListing:
        """The lobby with all changes, applied in one step: a step takes the longer the more rooms there are."""
        if self._changed:
            changed, self._changed = self._changed, {}
            self._lobby = listing.with_rooms(self._lobby, changed)
            self._tell_others(changed)
        return self._lobby

    def _tell_others(self, codes: Iterable[str]) -> None:
        if self.others is not None:
            self.others.list_rooms({code: self._lobby.entries.get(code) for code in codes})

    def _push_soon(self) -> None:
        self._sent = None
        if self._push is None:
            self._push = self._loop.call_later(PUSH_EVERY_S, self._push_now)

    def _push_now(self) -> None:
        self._push = None
        self._current()  # and no room is held on to, even where nobody looks
        if self._browsers:
            sent = self._frame()
            for recipient in self._browsers:
                recipient.outbox.offer(sent, KEY)

    def _frame(self) -> bytes:
        """The Lobby message as everybody receives it, made once for as long as nothing changes."""
        if self._sent is None:
            moves = self._move_rate.moves
            told = listing.lobby_message(self._current(), self._people, self._bots, self._ratings, moves)
            self._sent = frame(encode(told))
        return self._sent
