"""Work that is shared out is all done, in its order."""

import os

import pytest

from torture.scale import EVERYDAY, Scale
from torture.tools.cores import chunks, spread


def squared(number):
    return number * number


def whereabouts(_part):
    return os.getpid()


@pytest.mark.slow
def test_the_results_come_in_the_order_of_the_parts():
    assert list(spread(Scale("full"), squared, range(20))) == [number * number for number in range(20)]


def test_a_days_slice_stays_in_this_process():
    assert set(spread(EVERYDAY, whereabouts, range(3))) == {os.getpid()}


@pytest.mark.parametrize(("number", "parts"), [(10, [4, 4, 2]), (8, [4, 4]), (3, [3]), (0, [])])
def test_chunks_are_all_of_it(number, parts):
    assert chunks(number, 4) == parts
