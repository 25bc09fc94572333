import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.streets_and_alleys.card_names import PLACES
from client.games.streets_and_alleys.drawing.layout import HEADER_ROWS, plan_layout

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("size", "others", "fit"),
    [
        ((100, 27), 0, (4, 2)),
        ((100, 27), 3, (4, 2)),
        ((80, 19), 0, (3, 1)),
        ((80, 19), 3, (3, 0)),
        ((60, 15), 0, (3, 0)),
        ((60, 15), 3, (3, 0)),
        ((70, 40), 0, (5, 3)),
        ((100, 55), 0, (7, 5)),
        ((102, 40), 0, (7, 3)),
        ((140, 40), 0, (7, 3)),
        ((160, 50), 0, (9, 4)),
        ((200, 55), 0, (11, 3)),
        ((200, 27), 0, (4, 2)),
    ],
)
def test_cards_are_as_high_and_far_apart_as_there_is_room_for(size, others, fit):
    plan = plan_layout(*size, others)
    assert (plan.height, plan.gap) == fit


@pytest.mark.parametrize(("height", "rows"), [(27, 3), (19, 3), (17, 3), (16, 1), (15, 1)])
def test_the_others_have_a_row_each_where_there_is_room_and_one_for_all_where_not(height, rows):
    assert plan_layout(80, height, 3).rivals == rows


@given(width=st.integers(60, 200), height=st.integers(15, 70), others=st.integers(0, 3))
def test_nothing_stands_on_anything_else_or_off_the_table(width, height, others):
    plan = plan_layout(width, height, others)
    cells = set()
    for place in PLACES.values():
        box = plan.box(place)
        label = plan.label if place.is_pile else 1
        found = {(x, y) for x in range(box.x - label, box.x + box.width) for y in range(box.y, box.y + box.height)}
        assert not cells & found
        assert all(0 <= x < width and HEADER_ROWS <= y < plan.note for x, y in found)
        cells |= found
    assert plan.note + plan.rivals == height - 1
