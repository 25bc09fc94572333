"""Dealings that are called off are noted, with whether anybody was seen to leave or come; too many are warned of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from client.history.saved.called_off import MAX_AGAIN
from client.history.saved.keeper import Keeper
from protocol import messages as m
from protocol.saved_game import CalledOffDeal
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.story import ROOM


def dealing(number: int, game: int = 1, stage: m.Stage = "pledging") -> m.Deal:
    secret = "00" * 32 if stage in ("aborted", "over") else None
    return m.Deal(
        room=ROOM, deal=number, number=game, stage=stage, commitment=f"{number:064x}", parts=(True, True),
        hashes=(None, None), shares=(None, None), secret=secret,
    )  # fmt: skip


def seen(*names: str, number: int = 0) -> m.Table:
    """The table with these people, and an open seat for an empty name."""
    chairs = tuple(m.SeatInfo(kind="person" if name else "open", name=name, won=0) for name in names)
    table = war_table(war_view(), phase="playing" if number else "waiting")
    return replace(table, room=ROOM, number=number, seat=0, chairs=chairs)


BOTH, LEFT = seen("ann", "ben"), seen("ann", "")
CALLED_OFF = dealing(1, stage="aborted")


def watched(*events: m.Event) -> Keeper:
    keeper = Keeper(lambda _: None)
    for event in (m.Entered(ref=0, room=ROOM, seat=0), *events):
        keeper.hear(event)
    return keeper


def noted(keeper: Keeper) -> tuple[CalledOffDeal, ...]:
    return keeper._games[ROOM].seats.called_off


@pytest.mark.parametrize(
    ("between", "left"),
    [
        ((CALLED_OFF, LEFT, dealing(2), BOTH), True),
        ((CALLED_OFF, dealing(2), seen("ann", "cleo")), True),
        ((CALLED_OFF, dealing(2), BOTH), False),
        ((CALLED_OFF, dealing(2), seen("ben", "ann")), False),
    ],
    ids=["somebody left", "another came at once", "nobody left", "they only changed seats"],
)
def test_of_a_dealing_that_is_called_off_it_is_noted_whether_anybody_left(between, left):
    assert noted(watched(dealing(1), BOTH, *between)) == (CalledOffDeal(1, left=left),)


def test_the_next_game_calls_nothing_off():
    keeper = watched(dealing(1), BOTH, dealing(1, stage="dealt"), seen("ann", "ben", number=1), dealing(2, game=2))
    assert noted(keeper) == ()


def test_who_left_before_a_dealing_did_not_call_it_off():
    keeper = watched(LEFT, dealing(1), BOTH, CALLED_OFF, dealing(2), BOTH)
    assert noted(keeper) == (CalledOffDeal(1, left=False),)


def test_a_game_that_is_dealt_anew_too_often_is_warned_of_each_time():
    keeper = watched(dealing(1), BOTH)
    warnings = []
    for number in range(2, MAX_AGAIN + 4):
        keeper.hear(dealing(number))
        warnings.append(keeper.take_warning())
    assert [bool(warning) for warning in warnings] == [False] * MAX_AGAIN + [True] * 2
    assert f"dealt this game again {MAX_AGAIN + 1} times" in warnings[MAX_AGAIN]
    assert keeper.take_warning() == ""
