"""Rebuilds a finished game from its transcript: the Table that a seat saw at the start and after each event.

No position is stored: the secret, the shares and the moves give every one again, just as when a player verifies the
game.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Seat
from protocol import messages as m
from server.fairness.transcript_replay import check_shape, replay_game
from server.room.match.match import Match, RoomSettings
from server.room.match.occupants import Computer, Occupant, Person
from server.room.model import Room
from server.room.player_view import table

NOBODY = -1
"""A number that no account has: a transcript does not say who the host was."""


def positions(transcript: m.Transcript, seat: Seat | None) -> Iterator[m.Table]:
    """The Tables that one seat, or a spectator (None), saw: at the start of the game, then after each event.

    Raises RefutedError where the transcript is not a game by the rules. A transcript does not say how long moves took,
    nor anything about the room outside the game.
    """
    check_shape(transcript)
    setting, history = replay_game(transcript)
    occupants = tuple(_occupant(number, player) for number, player in enumerate(transcript.players))
    return (table(_room(setting, occupants, match, seq), seat, 0.0) for seq, match in enumerate(history))


def _room(setting: RoomSettings, occupants: tuple[Occupant, ...], match: Match, seq: int) -> Room:
    """The room at that moment, as far as the game alone tells."""
    winners = () if match.outcome is None else match.outcome.winners
    won = tuple(int(winners == (seat,)) for seat in range(len(occupants)))
    return Room(setting, seq, occupants, won, match, (), closed=False, host=NOBODY, cast=occupants)


def _occupant(number: int, player: m.TranscriptPlayer) -> Occupant:
    """A seat's occupant. A transcript has no account numbers, so any distinct ones do."""
    return Person(number, player.name) if player.kind == "person" else Computer(player.name)
