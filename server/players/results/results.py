"""What people did in a game, as records, and the game as a whole: of a room before and after an input that ended it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.game import Seat, SeatResult
from server.players.results.game_record import COMPUTER, GameRecord, RatedPlayer
from server.players.results.records import ResultRow
from server.room import player_view
from server.room.match import dealing
from server.room.match.match import Match
from server.room.match.occupants import Occupant, Person
from server.room.step import Room


class GameEnd(NamedTuple):
    """A room whose journal is kept under `name`, before and after an input at `at` with which a game ended."""

    name: str
    before: Room
    after: Room
    at: float


def finishers(before: Room, after: Room) -> tuple[Seat, ...]:
    """The seats for which the game ended from one room to the next: all at its end, before that who gave up."""
    sitting, later = before.sitting, after.sitting
    if sitting is None or later is None or sitting.outcome is not None:
        return ()
    if later.outcome is None and later.gave_up == sitting.gave_up:
        return ()
    done = later.gave_up if later.outcome is None else range(len(later.plies))
    return tuple(seat for seat in done if seat not in sitting.gave_up)


def result_rows(finish: GameEnd) -> Iterator[ResultRow]:
    """The records of the people for whom the game has ended; none of a game in which nobody has moved."""
    sitting = finish.after.sitting
    if sitting is None or not any(sitting.plies):
        return
    for seat in finishers(finish.before, finish.after):
        chair = finish.before.chairs[seat]
        if isinstance(chair, Person):
            yield _record(finish, sitting, seat, chair)


def _record(finish: GameEnd, sitting: Match, seat: Seat, person: Person) -> ResultRow:
    game = finish.after.setting.game
    winners = () if sitting.outcome is None else sitting.outcome.winners
    won = seat in winners and _counts(sitting, seat)
    feat = game.feat(sitting.state, seat) if game.feat else SeatResult("", sitting.plies[seat], won, "")
    return ResultRow(
        room=finish.name,
        number=sitting.number,
        seat=seat,
        player=person.player,
        name=person.name,
        game=game.name,
        deal=feat.deal,
        moves=feat.moves,
        seconds=sitting.age_s(finish.at),
        won=won if len(sitting.plies) > 1 else feat.won,
        solved=feat.won,
        line=feat.line if feat.won else "",
        tied=seat in winners and len(winners) > 1,
    )


def _counts(sitting: Match, seat: Seat) -> bool:
    """Whether winning is the player's own doing: neither a computer's that played on for them, nor agreed upon."""
    return not sitting.drawn and sitting.stand_in(seat) is None


def game_record(finish: GameEnd) -> GameRecord | None:
    """The game that ended, where it is over for everybody and somebody has moved."""
    room, sitting = finish.after, finish.after.sitting
    if sitting is None or sitting.outcome is None or room.deal is None or not any(sitting.plies):
        return None
    return GameRecord(
        room=finish.name,
        number=sitting.number,
        code=room.setting.code,
        game=room.setting.game.name,
        options=room.setting.sheet,
        rivals=tuple(map(_rival, room.cast)),
        players=tuple(map(dealing.transcript_player, room.cast)),
        ending=player_view.ending(sitting.outcome),
        seconds=sitting.age_s(finish.at),
        moves=sum(sitting.plies) - sitting.takebacks * len(sitting.plies),
        serious=room.setting.serious,
        rated=_is_rated(room, sitting),
        commitment=room.deal.commitment.hex(),
    )


def _is_rated(room: Room, sitting: Match) -> bool:
    """Whether the game shows who of two plays better, both having moved, and nobody having had help.

    Against a computer one can be helped, unless the table is serious; against people nobody is.
    """
    people = [chair.player for chair in room.cast if isinstance(chair, Person)]
    is_between_two = len(room.cast) == 2 and all(sitting.plies)
    is_unaided = (len(people) == 2 or room.setting.serious) and not (sitting.takebacks or sitting.stand_ins)
    is_fair = sitting.outcome is not None and bool(sitting.outcome.winners) and not set(people) & set(room.banned)
    return room.setting.game.is_rated and is_between_two and is_unaided and is_fair


def _rival(holder: Occupant) -> RatedPlayer:
    return (
        RatedPlayer(holder.player)
        if isinstance(holder, Person)
        else RatedPlayer(COMPUTER, dealing.transcript_player(holder).name)
    )
