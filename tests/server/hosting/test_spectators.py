"""Who may watch a room, and who is told to come back later."""

from __future__ import annotations

import pytest

from server.hosting.room_requests import CROWDED_S, watch_refusal
from server.limits.settings import ServerLimits
from tests.support.builders.rooms import ANN, CLEO, playing

LIMITS = ServerLimits(spectators=2)


@pytest.mark.parametrize("watch", ["anyone", "invited"])
def test_whoever_has_the_code_may_watch_while_there_is_room(watch):
    assert watch_refusal(playing(watch=watch), CLEO, 1, LIMITS) is None


def test_one_more_than_there_is_room_for_is_told_when_to_come_back():
    refused = watch_refusal(playing(), CLEO, 2, LIMITS)
    assert refused is not None
    assert (refused.code, refused.retry_after_s) == ("too-many", CROWDED_S)


@pytest.mark.parametrize("watch", ["anyone", "nobody"])
def test_who_sits_there_always_sees_the_table(watch):
    assert watch_refusal(playing(watch=watch), ANN, 2, LIMITS) is None
