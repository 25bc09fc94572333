import pytest

from client.drawing.canvas import Canvas
from client.games.tower_blaster.bricks import TowerPlot, bar, put_brick, put_hidden, put_tower
from engines.tower_blaster.view import BRICKS
from tests.support.games.tower_tables import MINE
from tests.support.games.towers import STABLE, bricks
from tests.support.golden.sentences import for_each, golden_test

pytestmark = pytest.mark.slow


def drawn(canvas):
    return ["".join(text for _, text in line) for line in canvas.done().lines]


def tower(written, cells=60, **changes):
    canvas = Canvas(70, 42)
    put_tower(canvas, TowerPlot(0, 0, cells, **changes), bricks(written), "brick")
    return drawn(canvas)


def hidden(known="", cells=60, **changes):
    canvas = Canvas(70, 42)
    put_hidden(canvas, TowerPlot(0, 0, cells, **changes), bricks(known), "brick")
    return drawn(canvas)


@pytest.mark.parametrize("brick", BRICKS)
def test_at_full_scale_a_brick_is_as_wide_as_its_number(brick):
    assert bar(brick, 60) == "█" * brick
    canvas = Canvas(70, 1)
    put_brick(canvas, TowerPlot(0, 0, 60), 0, brick, "brick")
    (line,) = drawn(canvas)
    left, right = (side.count(" ") for side in (line[4 : line.index("█")], line[line.rindex("█") : 64]))
    assert (line.count("█"), abs(left - right) <= 1) == (brick, True)


def test_the_narrowest_brick_can_be_seen_at_any_scale():
    assert all(bar(1, cells).strip() for cells in range(1, 61))


def test_bricks_out_of_order_are_lighter_and_marked():
    lines = tower(MINE)
    assert [number for number, line in enumerate(lines, 1) if "!" in line] == [4, 8]
    assert [number for number, line in enumerate(lines, 1) if "▓" in line] == [4, 8]
    assert lines[3].split() == ["4", "▓" * 12, "12!"]


@pytest.mark.parametrize("step", [2, 3, 4])
def test_bricks_of_several_rows_fill_all_of_them_but_for_a_gap_and_keep_their_number_beside_them(step):
    lines = tower(STABLE, step=step)
    for slot, brick in enumerate(bricks(STABLE)):
        first, *others = lines[slot * step : (slot + 1) * step]
        assert [first.count("▄"), *(row.count("█") for row in others)] == [brick] * step
        assert lines[slot * step + step // 2].split("█")[-1].split() == [str(brick)]


def test_a_hidden_tower_takes_as_many_rows_as_one_in_sight():
    covered, shown = hidden(step=3), tower(STABLE, step=3)
    assert [bool(line.strip()) for line in covered[2::3]] == [bool(line.strip()) for line in shown[2::3]]


def test_bricks_known_to_be_in_a_hidden_tower_stand_at_its_foot_in_order():
    lines = hidden("40 7")
    assert ["?" in line for line in lines[:10]] == [True] * 8 + [False] * 2
    assert [line.split() for line in lines[8:10]] == [["█" * 7, "7"], ["█" * 40, "40"]]


@pytest.mark.parametrize("cells", [13, 14, 15, 41])
def test_no_brick_but_a_solid_one_ends_with_half_a_cell(cells):
    assert not any("▌" in line for line in hidden(cells=cells))
    assert not any("▌" in line for line in tower(MINE, cells=cells) if "!" in line)


def test_the_marked_slot_has_a_mark():
    canvas = Canvas(70, 11)
    put_tower(canvas, TowerPlot(0, 0, 60), bricks(STABLE), "brick", marked=3)
    assert [line[0] for line in drawn(canvas)[:10]] == [" ", " ", " ", "▸", *" " * 6]


def test_a_brick_by_itself_stands_over_the_tower_to_the_same_scale():
    canvas = Canvas(70, 1)
    put_brick(canvas, TowerPlot(0, 0, 60), 0, 20, "brick-hand")
    assert drawn(canvas)[0].split() == ["█" * 20, "20"]


SAID = {
    "at half scale it is exact to half a cell": lambda: for_each(lambda brick: bar(brick, 30), BRICKS),
    "a tower stands on the ground with its slots and numbers": lambda: (
        (lines := tower(STABLE))[0].split(),
        lines[9].split(),
        set(lines[10].strip()),
    ),
    "slots may stand apart": lambda: [line.strip() for line in tower(STABLE, step=2)[1:20:2]][:9],
    "a hidden tower shows neither widths nor numbers": lambda: {line.strip() for line in hidden()[:10]},
}

test_said = golden_test(__name__, SAID)
