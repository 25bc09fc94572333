"""What people did in a game, as records: made of a room before and after the input that ended the game for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.game import Feat, Seat
from server.inputs import Person
from server.records import Record
from server.room import Room
from server.sitting import Sitting


class Finish(NamedTuple):
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


def records(finish: Finish) -> Iterator[Record]:
    """The records of the people for whom the game has ended; none of a game in which nobody has moved."""
    sitting = finish.after.sitting
    if sitting is None or not any(sitting.plies):
        return
    for seat in finishers(finish.before, finish.after):
        chair = finish.before.chairs[seat]
        if isinstance(chair, Person):
            yield _record(finish, sitting, seat, chair)


def _record(finish: Finish, sitting: Sitting, seat: Seat, person: Person) -> Record:
    game = finish.after.setting.game
    won = sitting.outcome is not None and seat in sitting.outcome.winners and _counts(sitting, seat)
    feat = game.feat(sitting.state, seat) if game.feat else Feat("", sitting.plies[seat], won, "")
    return Record(
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
    )


def _counts(sitting: Sitting, seat: Seat) -> bool:
    """Whether winning is the player's own doing: neither a computer's that played on for them, nor agreed upon."""
    return not sitting.drawn and sitting.stand_in(seat) is None
