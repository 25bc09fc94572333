"""What is dealt fairly is verified, and each way of cheating is found out for what it is."""

from random import Random

import pytest

from torture.scale import EVERYDAY
from torture.secrets import dealing
from torture.secrets.tampering import TAMPERINGS, try_tampering

pytestmark = pytest.mark.slow


def test_honest_games_of_every_kind_are_verified():
    assert dealing.honest(EVERYDAY).holds


def test_small_shuffles_are_uniform():
    assert dealing.uniform(EVERYDAY).holds


def test_the_numbers_that_are_written_down_come_out():
    assert dealing.as_written().holds


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_refused_with_its_reason(name: str):
    assert TAMPERINGS[name].reason in (try_tampering(name, Random(name)) or "accepted")


def test_there_are_thirty_ways_of_tampering_or_more():
    assert len(TAMPERINGS) >= 30
