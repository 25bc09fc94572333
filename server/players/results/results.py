"""Builds result rows and game records from the room before and after the input that ended its game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.game import Seat, SeatResult
from server.players.results.game_record import COMPUTER, GameRecord, RatedPlayer
from server.players.results.records import ResultRow
from server.room.match import dealing, match_view
from server.room.match.match import Match
from server.room.match.occupants import Computer, Occupant, Person
from server.room.model import Room, is_untouched

PAIR = 2
"""How many play a game that can be rated."""


class GameEnd(NamedTuple):
    """A room whose journal is `name`, before and after an input at `at` with which a game ended."""

    name: str
    before: Room
    after: Room
    at: float


def finishers(before: Room, after: Room) -> tuple[Seat, ...]:
    """The seats for which the game ended from one room to the next: all at its end, before that who gave up."""
    match, later = before.sitting, after.sitting
    if match is None or later is None or match.outcome is not None:
        return ()
    if later.outcome is None and later.gave_up == match.gave_up:
        return ()
    done = later.gave_up if later.outcome is None else range(len(later.plies))
    return tuple(seat for seat in done if seat not in match.gave_up)


def result_rows(end: GameEnd) -> Iterator[ResultRow]:
    """The rows of the people for whom the game has ended; none of a game that nobody has played."""
    match = end.after.sitting
    if match is None or not _was_played(end.after, match):
        return
    for seat in finishers(end.before, end.after):
        occupant = end.before.chairs[seat]
        if isinstance(occupant, Person):
            yield _result_row(end, match, seat, occupant)


def _result_row(end: GameEnd, match: Match, seat: Seat, person: Person) -> ResultRow:
    game = end.after.setting.game
    winners = () if match.outcome is None else match.outcome.winners
    won = seat in winners and _is_own_win(match, seat)
    result = game.result(match.state, seat) if game.result else SeatResult("", match.plies[seat], won, "")
    return ResultRow(
        room=end.name,
        number=match.number,
        seat=seat,
        player=person.player,
        name=person.name,
        game=game.name,
        deal=result.deal,
        moves=result.moves,
        seconds=match.age_s(end.at),
        won=won if len(match.plies) > 1 else result.won,
        solved=result.won,
        line=result.line if result.won else "",
        tied=seat in winners and len(winners) > 1,
    )


def _is_own_win(match: Match, seat: Seat) -> bool:
    """Whether winning is the player's own doing: neither a computer's that played for them, nor agreed upon."""
    return not match.drawn and seat not in match.helped


def game_record(end: GameEnd) -> GameRecord | None:
    """The record of the game that ended, where it is over for everybody and was played."""
    room, match = end.after, end.after.sitting
    if match is None or match.outcome is None or room.deal is None or not _was_played(room, match):
        return None
    return GameRecord(
        room=end.name,
        number=match.number,
        code=room.setting.code,
        game=room.setting.game.name,
        options=room.setting.sheet,
        rivals=tuple(map(_rated_player, room.cast)),
        players=tuple(map(dealing.transcript_player, room.cast)),
        ending=match_view.ending(match.outcome),
        seconds=match.age_s(end.at),
        moves=sum(match.plies) - match.takebacks * len(match.plies),
        serious=room.setting.serious,
        rated=_is_rated(room, match),
        commitment=room.deal.commitment.hex(),
        computer_rating=next(_computer_ratings(room), None),
        shares_address=_shares_address(room),
    )


def _was_played(room: Room, match: Match) -> bool:
    """Whether anything came of a dealt game: somebody moved, gave it up against a person, or lost it for ratings.

    What computers did before the only person moved is nothing.
    """
    if is_untouched(room, match):
        return False
    is_lost_to_a_person = _is_lost(room, match) and len(_people(room)) > 1
    return any(match.plies) or is_lost_to_a_person or _is_rated(room, match)


def _is_rated(room: Room, match: Match) -> bool:
    """Whether a game counts for ratings: between two who both moved or one of whom gave up, won without help.

    Nobody need have moved: otherwise whoever begins could look at what they were dealt, and play only what they like.
    Against a computer one can be helped, and has nobody who waits for a move, unless the table is serious; a level has
    a rating only if its strength was measured.
    """
    game = room.setting.game
    is_measured = None not in _computer_ratings(room)
    is_between_people = len(_people(room)) == len(room.cast)
    have_all_moved = all(plies or seat in match.gave_up for seat, plies in enumerate(match.plies))
    is_played = have_all_moved or room.setting.serious or (is_between_people and _is_lost(room, match))
    is_unaided = (is_between_people or room.setting.serious) and not (match.takebacks or match.helped)
    is_won = match.outcome is not None and bool(match.outcome.winners)
    return game.is_rated and is_measured and len(room.cast) == PAIR and is_played and is_unaided and is_won


def _is_lost(room: Room, match: Match) -> bool:
    """Whether somebody has lost from the deal on, by giving up; at tables of older servers all had to move first."""
    return bool(match.gave_up) and room.setting.chain > 1


def _people(room: Room) -> tuple[Person, ...]:
    """The people who were dealt the game, also those who have left since."""
    return tuple([occupant for occupant in room.cast if isinstance(occupant, Person)])


def _computer_ratings(room: Room) -> Iterator[float | None]:
    """What the computers are rated at that were in the game."""
    bots = room.setting.game.bots
    return (bots.rating_of(each.level) for each in room.cast if isinstance(each, Computer))


def _shares_address(room: Room) -> bool:
    """Whether people came to the table from one address, as far as that is known."""
    homes = [person.home for person in _people(room) if person.home]
    return len(homes) != len(set(homes))


def _rated_player(occupant: Occupant) -> RatedPlayer:
    return (
        RatedPlayer(occupant.player)
        if isinstance(occupant, Person)
        else RatedPlayer(COMPUTER, dealing.transcript_player(occupant).name)
    )
