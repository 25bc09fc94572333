"""What all games that are over come to: everybody's past games, their ratings, and how they stand against each other.

Everything here follows from the Pasts that are kept, each of which counts once, in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from engines.game import Seat
from protocol import messages as m
from server.players.results.game_record import COMPUTER, Past, Rival
from server.players.results.glicko2 import UNKNOWN, Rating, Result, rated

PAGE_GAMES = 50
OPPONENTS = 20
LEADERS = 50
"""How many are told of at most: games in a page, opponents, and those who play a game best."""
PROVISIONAL = 110.0
"""From this deviation on a rating says too little to be ranked: about a dozen games bring it below."""


class Kept(NamedTuple):
    """A game with the number that names it, when it was kept in seconds since 1970, if that is known, and a seat."""

    past: int
    ended: int | None
    game: Past
    seat: Seat


@dataclass(frozen=True, slots=True)
class Rank:
    """How a rival has come out of their rated games of one kind.

    Attributes:
        name: what they were called in the last of them.
        games: how many there were.
        change: what the last of them did to the rating; it was game `number` at the table of the code `room`.
    """

    rating: Rating = UNKNOWN
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
class Encounters:
    """How a player stands against somebody in games of one kind: how many, and how many just one of them won."""

    name: str = ""
    played: int = 0
    won: int = 0
    lost: int = 0


class Archive(Protocol):
    """Where what has become of games is looked up. All engines pass one suite of tests."""

    async def games(self, player: int, sought: m.LookBack) -> list[Kept]:
        """A player's games, the newest first: a page, and one more where there are others."""

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        """What the journal of a game of the player's is kept under, and which of its games it was; None for no such."""

    async def rank(self, player: int, game: str) -> Rank | None:
        """A person's rating in a game; None before the first that is rated."""

    async def encounters(self, player: int, game: str) -> list[tuple[Rival, Encounters]]:
        """Those whom a player has played against most, from the most."""

    async def leaders(self, game: str) -> list[tuple[Rival, Rank]]:
        """Those who play a game best: ranked ones before provisional ones, the highest first."""


def ranked(past: Past, before: Mapping[Rival, Rank]) -> dict[Rival, Rank]:
    """What a rated game between two makes of their ratings, each by the other's as it was before."""
    first, second = (before.get(rival, Rank()) for rival in past.rivals)
    return {
        past.rivals[0]: _ranked(past, 0, first, second.rating),
        past.rivals[1]: _ranked(past, 1, second, first.rating),
    }


def _ranked(past: Past, seat: Seat, before: Rank, opponent: Rating) -> Rank:
    """Each game is a period of its own, so that it counts at once; without games a rating stays as it is."""
    after = rated(before.rating, [Result(opponent, past.score(seat, 1 - seat))])
    change = after.value - before.rating.value
    return Rank(after, past.players[seat].name, before.games + 1, change, past.code, past.number)


def meetings(past: Past) -> Iterator[tuple[Rival, Rival, Seat, Seat]]:
    """Every person in a game, with each of the others: who, whom, and both seats."""
    for seat, rival in enumerate(past.rivals):
        for other, whom in enumerate(past.rivals):
            if rival.player != COMPUTER and other != seat:
                yield rival, whom, seat, other


def met(past: Past, before: Encounters, seat: Seat, other: Seat) -> Encounters:
    """How a seat stands against another, one game later."""
    score = past.score(seat, other)
    return Encounters(
        past.players[other].name, before.played + 1, before.won + (score == 1.0), before.lost + (score == 0.0)
    )


def in_order(ranks: Sequence[tuple[Rival, Rank]]) -> list[tuple[Rival, Rank]]:
    """The leaders among them, in their order."""
    return sorted(ranks, key=lambda each: (each[1].is_provisional, -each[1].rating.value, each[0]))[:LEADERS]


def _fits(past: Past, sought: m.LookBack) -> bool:
    """Whether a game is of the kind and at the table that is asked about."""
    return sought.game in (None, past.game) and sought.room in (None, past.code)


class MemoryArchive:
    """An archive that lasts as long as the process, and knows no time of day. Mutable: it grows."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._games: dict[tuple[str, int], Past] = {}
        self._ranks: dict[str, dict[Rival, Rank]] = {}
        self._encounters: dict[tuple[Rival, str], dict[Rival, Encounters]] = {}

    def add(self, past: Past) -> None:
        """Count a game, unless it has been."""
        if (past.room, past.number) in self._games:
            return
        self._games[past.room, past.number] = past
        if past.rated:
            ranks = self._ranks.setdefault(past.game, {})
            ranks |= ranked(past, ranks)
        for who, whom, seat, other in meetings(past):
            against = self._encounters.setdefault((who, past.game), {})
            against[whom] = met(past, against.get(whom, Encounters()), seat, other)

    async def games(self, player: int, sought: m.LookBack) -> list[Kept]:
        """The games that fit."""
        who, before = Rival(player), len(self._games) + 1 if sought.before is None else sought.before
        found = [
            Kept(number, None, past, past.rivals.index(who))
            for number, past in enumerate(self._games.values(), start=1)
            if number < before and who in past.rivals and _fits(past, sought)
        ]
        return found[: -PAGE_GAMES - 2 : -1]

    async def place(self, player: int, past: int) -> tuple[str, int] | None:
        """The game of that number."""
        places = list(self._games)
        is_theirs = 0 < past <= len(places) and Rival(player) in self._games[places[past - 1]].rivals
        return places[past - 1] if is_theirs else None

    async def rank(self, player: int, game: str) -> Rank | None:
        """The rating as it has become."""
        return self._ranks.get(game, {}).get(Rival(player))

    async def encounters(self, player: int, game: str) -> list[tuple[Rival, Encounters]]:
        """Those met."""
        found = self._encounters.get((Rival(player), game), {}).items()
        return sorted(found, key=lambda each: (-each[1].played, each[0]))[:OPPONENTS]

    async def leaders(self, game: str) -> list[tuple[Rival, Rank]]:
        """Everybody rated, in order."""
        return in_order(list(self._ranks.get(game, {}).items()))
