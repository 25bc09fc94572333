"""What a node knows of the rooms of others, and of those that went and came lately."""

from __future__ import annotations

import pytest

from server.cluster.rooms import locations
from server.cluster.rooms.locations import RoomLocations

OWNER, NEXT = 2, 3


@pytest.fixture
async def known() -> RoomLocations:
    """ABCD and EFGH are one node's, and IJKL another's."""
    known = RoomLocations()
    known.note_found({"ABCD": OWNER, "EFGH": OWNER, "IJKL": NEXT})
    return known


async def test_what_belonged_to_a_node_that_has_gone_belongs_to_none_that_is_known(known: RoomLocations) -> None:
    assert (known.codes_of(OWNER), known.count_rooms(OWNER)) == ({"ABCD", "EFGH"}, 2)
    known.forget_node(OWNER)
    assert (known.codes(), known.owner("ABCD")) == ({"IJKL"}, None)


async def test_only_the_node_that_was_thought_to_have_a_room_can_say_that_it_has_not(known: RoomLocations) -> None:
    known.note_refused("ABCD", NEXT)
    assert known.owner("ABCD") == OWNER
    known.note_refused("ABCD", OWNER)
    assert known.owner("ABCD") is None


@pytest.mark.parametrize("owner", [NEXT, None])
async def test_news_of_rooms_that_are_looked_for_is_news_and_no_other(known: RoomLocations, owner: int | None) -> None:
    known.sought = {"ABCD"}
    known.note_owner("EFGH", owner)
    known.note_found({"ABCD": OWNER})  # by whoever looks for it
    assert not known.news.is_set()
    known.note_owner("ABCD", owner)
    assert known.news.is_set()
    assert known.owner("ABCD") == owner


async def test_a_room_that_was_handed_over_is_left_to_another_for_a_moment(
    known: RoomLocations, monkeypatch: pytest.MonkeyPatch
) -> None:
    known.note_handed_over("ABCD")
    assert (known.is_left_to_another("ABCD"), known.is_left_to_another("EFGH")) == (True, False)
    monkeypatch.setattr(locations, "HANDED_OVER_S", -1.0)
    assert not known.is_left_to_another("ABCD")


async def test_a_room_that_was_claimed_has_just_come_for_a_while(
    known: RoomLocations, monkeypatch: pytest.MonkeyPatch
) -> None:
    known.note_claimed(["ABCD-1"])
    assert [known.has_just_come(room) for room in ("ABCD-1", "EFGH-1", None)] == [True, False, False]
    monkeypatch.setattr(locations, "REST_S", -1.0)
    assert not known.has_just_come("ABCD-1")
