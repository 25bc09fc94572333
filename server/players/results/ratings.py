"""What all games that are over come to: everybody's past games, their ratings, and how they stand against each other.

Everything here follows from the Pasts that are kept, each of which counts once, in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from engines.game import Seat
from protocol import messages as m
from server.players.results.game_record import COMPUTER, GameRecord, RatedPlayer
from server.players.results.glicko2 import UNKNOWN, GlickoRating, GlickoResult, update_rating

PAGE_GAMES = 50
OPPONENTS = 20
LEADERS = 50
"""How many are told of at most: games in a page, opponents, and those who play a game best."""
PROVISIONAL = 110.0
"""From this deviation on a rating says too little to be ranked: about a dozen games bring it below."""


class StoredGame(NamedTuple):
    """A game with the number that names it, when it was kept in seconds since 1970, if that is known, and a seat."""

    past: int
    ended: int | None
    game: GameRecord
    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """How a rival has come out of their rated games of one kind.

    Attributes:
        name: what they were called in the last of them.
        games: how many there were.
        change: what the last of them did to the rating; it was game `number` at the table of the code `room`.
    """

    rating: GlickoRating = UNKNOWN
    name: str = ""
    games: int = 0
    change: float = 0.0
    room: str = ""
    number: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether the rating says too little yet."""
        return self.rating.deviation >= PROVISIONAL


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How a player stands against somebody in games of one kind: how many, and how many just one of them won."""

    name: str = ""
    played: int = 0
    won: int = 0
    lost: int = 0


class GameHistory(Protocol):
    """Where what has become of games is looked up. All engines pass one suite of tests."""

    async def games(self, player: int, sought: m.GetHistory) -> list[StoredGame]:
        """A player's games, the newest first: a page, and one more where there are others."""

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        """What the journal of a game of the player's is kept under, and which of its games it was; None for no such."""

    async def rank(self, player: int, game: str) -> PlayerRating | None:
        """A person's rating in a game; None before the first that is rated."""

    async def encounters(self, player: int, game: str) -> list[tuple[RatedPlayer, HeadToHead]]:
        """Those whom a player has played against most, from the most."""

    async def leaders(self, game: str) -> list[tuple[RatedPlayer, PlayerRating]]:
        """Those who play a game best: ranked ones before provisional ones, the highest first."""


def rate_game(past: GameRecord, before: Mapping[RatedPlayer, PlayerRating]) -> dict[RatedPlayer, PlayerRating]:
    """What a rated game between two makes of their ratings, each by the other's as it was before."""
    first, second = (before.get(rival, PlayerRating()) for rival in past.rivals)
    return {
        past.rivals[0]: _ranked(past, 0, first, second.rating),
        past.rivals[1]: _ranked(past, 1, second, first.rating),
    }


def _ranked(past: GameRecord, seat: Seat, before: PlayerRating, opponent: GlickoRating) -> PlayerRating:
    """Each game is a period of its own, so that it counts at once; without games a rating stays as it is."""
    after = update_rating(before.rating, [GlickoResult(opponent, past.score(seat, 1 - seat))])
    change = after.value - before.rating.value
    return PlayerRating(after, past.players[seat].name, before.games + 1, change, past.code, past.number)


def meetings(past: GameRecord) -> Iterator[tuple[RatedPlayer, RatedPlayer, Seat, Seat]]:
    """Every person in a game, with each of the others: who, whom, and both seats."""
    for seat, rival in enumerate(past.rivals):
        for other, whom in enumerate(past.rivals):
            if rival.player != COMPUTER and other != seat:
                yield rival, whom, seat, other


def add_meeting(past: GameRecord, before: HeadToHead, seat: Seat, other: Seat) -> HeadToHead:
    """How a seat stands against another, one game later."""
    score = past.score(seat, other)
    return HeadToHead(
        past.players[other].name, before.played + 1, before.won + (score == 1.0), before.lost + (score == 0.0)
    )


def sort_leaders(ranks: Sequence[tuple[RatedPlayer, PlayerRating]]) -> list[tuple[RatedPlayer, PlayerRating]]:
    """The leaders among them, in their order."""
    return sorted(ranks, key=lambda each: (each[1].is_provisional, -each[1].rating.value, each[0]))[:LEADERS]


def _fits(past: GameRecord, sought: m.GetHistory) -> bool:
    """Whether a game is of the kind and at the table that is asked about."""
    return sought.game in (None, past.game) and sought.room in (None, past.code)


class MemoryGameHistory:
    """An archive that lasts as long as the process, and knows no time of day. Mutable: it grows."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._games: dict[tuple[str, int], GameRecord] = {}
        self._ranks: dict[str, dict[RatedPlayer, PlayerRating]] = {}
        self._encounters: dict[tuple[RatedPlayer, str], dict[RatedPlayer, HeadToHead]] = {}

    def add(self, past: GameRecord) -> None:
        """Count a game, unless it has been."""
        if (past.room, past.number) in self._games:
            return
        self._games[past.room, past.number] = past
        if past.rated:
            ranks = self._ranks.setdefault(past.game, {})
            ranks |= rate_game(past, ranks)
        for who, whom, seat, other in meetings(past):
            against = self._encounters.setdefault((who, past.game), {})
            against[whom] = add_meeting(past, against.get(whom, HeadToHead()), seat, other)

    async def games(self, player: int, sought: m.GetHistory) -> list[StoredGame]:
        """The games that fit."""
        who, before = RatedPlayer(player), len(self._games) + 1 if sought.before is None else sought.before
        found = [
            StoredGame(number, None, past, past.rivals.index(who))
            for number, past in enumerate(self._games.values(), start=1)
            if number < before and who in past.rivals and _fits(past, sought)
        ]
        return found[: -PAGE_GAMES - 2 : -1]

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        """The game of that number."""
        places = list(self._games)
        is_theirs = 0 < past <= len(places) and RatedPlayer(player) in self._games[places[past - 1]].rivals
        return places[past - 1] if is_theirs else None

    async def rank(self, player: int, game: str) -> PlayerRating | None:
        """The rating as it has become."""
        return self._ranks.get(game, {}).get(RatedPlayer(player))

    async def encounters(self, player: int, game: str) -> list[tuple[RatedPlayer, HeadToHead]]:
        """Those met."""
        found = self._encounters.get((RatedPlayer(player), game), {}).items()
        return sorted(found, key=lambda each: (-each[1].played, each[0]))[:OPPONENTS]

    async def leaders(self, game: str) -> list[tuple[RatedPlayer, PlayerRating]]:
        """Everybody rated, in order."""
        return sort_leaders(list(self._ranks.get(game, {}).items()))
