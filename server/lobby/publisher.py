"""The shell around the lobby: keeps its value, and pushes it to everyone who browses, a few times a second at most."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from protocol.codec import encode
from server.limits.settings import ServerLimits
from server.lobby import listing
from server.lobby.pace import MoveRate
from server.net.framing import frame
from server.net.recipient import Recipient
from server.players.chat.channel import ChatChannel
from server.players.chat.rules import Listener, Speaker
from server.players.results.ratings import PlayerRating
from server.room.inputs import Open
from server.room.outputs import Refuse
from server.room.step import Room

PUSH_EVERY_S = 0.25
LOOK_EVERY_S = 5.0
"""How often it is seen how far games are: no move of theirs asks for it."""
KEY = "lobby"


class LobbyPublisher:
    """The lobby as it is now. Mutable: it is what becomes."""

    def __init__(self, limits: ServerLimits) -> None:
        """Begin without rooms."""
        self._loop = asyncio.get_running_loop()
        self._lobby = listing.LobbyListing(limits)
        self._changed: dict[str, Room | Open | None] = {}
        self._browsers: dict[Recipient, None] = {}  # in the order in which they came, and hear
        self._conversation = ChatChannel(None, self._loop.time)
        self._push: asyncio.TimerHandle | None = None
        self._people: dict[int, str] = {}
        self._bots: dict[int, str] = {}
        self._ranks: dict[int, dict[str, PlayerRating]] = {}
        self._pace = MoveRate(((self._loop.time(), 0),))

    def ask(self, make: listing.CreateRoom) -> listing.Output | None:
        """What the lobby makes of a request for a room."""
        result = listing.step(self._known(), make)
        self._lobby = result.lobby
        return result.output

    def refusal(self, make: listing.CreateRoom) -> Refuse | None:
        """Why a room could not be made just now; nothing is made."""
        output = listing.step(self._known(), make).output
        return output if isinstance(output, Refuse) else None

    def waiting(self, player: int, games: tuple[str, ...]) -> str | None:
        """The listed room, if any, that waits for a player of one of the games."""
        return listing.find_waiting_room(self._known(), player, games)

    def relist(self, code: str, room: Room | Open | None) -> None:
        """A room has changed, is yet to be taken up, or is no more."""
        self._changed[code] = room
        self._push_soon()

    def add_player(self, player: int, name: str, *, is_bot: bool = False) -> None:
        """Show a player among those who are connected, the newest last; `is_bot` says that a program plays."""
        self._people[player] = name
        if is_bot:
            self._bots[player] = name
        self._push_soon()

    def rename_player(self, player: int, name: str) -> None:
        """Show a player who is connected under another name."""
        self.add_player(player, name, is_bot=player in self._bots)

    def remove_player(self, player: int) -> None:
        """Show a player no more."""
        for index in (self._people, self._bots, self._ranks):
            index.pop(player, None)
        self._push_soon()

    def rank(self, player: int, game: str, rank: PlayerRating) -> None:
        """Show how well a player who is connected plays a game."""
        self._ranks.setdefault(player, {})[game] = rank
        self._push_soon()

    def look(self, moves: int, progress: Callable[[str], str | None]) -> None:
        """See how far games are that can be watched, by their codes, once `moves` were made on this server in all."""
        before = self._known(), self._pace.moves
        if moves != self._pace.looks[-1][1]:
            far = {code: progress(code) for code in listing.live_codes(self._lobby)}
            self._lobby = listing.step(self._lobby, listing.ProgressChanged(far)).lobby
        self._pace = self._pace.after(self._loop.time(), moves)
        if before != (self._lobby, self._pace.moves):
            self._push_soon()

    def enter(self, follower: Recipient) -> None:
        """A person came to the lobby: they see it now, and whenever it changes."""
        self._browsers[follower] = None
        follower.outbox.offer(self._frame(), KEY)
        self._conversation.show(follower, Listener(follower.player))

    def leave(self, follower: Recipient) -> None:
        """A person no longer looks at the lobby."""
        self._browsers.pop(follower, None)

    def say(self, follower: Recipient, name: str, text: str) -> None:
        """Let everybody in the lobby know what a person says, and that person in any case."""
        self._conversation.say(text, Speaker(follower.player, name), {**self._browsers, follower: None})

    def _known(self) -> listing.LobbyListing:
        """The lobby with all that has changed, taken up in one step: each takes the longer the more rooms there are."""
        if self._changed:
            changed, self._changed = self._changed, {}
            self._lobby = listing.step(self._lobby, listing.RoomsChanged(changed)).lobby
        return self._lobby

    def _push_soon(self) -> None:
        if self._push is None:
            self._push = self._loop.call_later(PUSH_EVERY_S, self._push_now)

    def _push_now(self) -> None:
        self._push = None
        self._known()  # and no room is held on to, even where nobody looks
        if self._browsers:
            told = self._frame()
            for follower in self._browsers:
                follower.outbox.offer(told, KEY)

    def _frame(self) -> bytes:
        """The lobby as everybody sees it, read from what is known of each room and person at this moment."""
        return frame(
            encode(listing.lobby_message(self._known(), self._people, self._bots, self._ranks, self._pace.moves))
        )
