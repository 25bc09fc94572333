import pytest

from client.drawing.canvas import Canvas
from client.games.streets_and_alleys.drawing.draw import put_board
from client.games.streets_and_alleys.drawing.layout import plan_layout
from client.games.streets_and_alleys.selection import aim
from engines.streets_and_alleys.view import table
from tests.support.games.street_tables import STREET, lines, places, scene, seen
from tests.support.games.streets import race
from tests.support.golden.sentences import for_each, golden_test

VIEW = seen(race(STREET))


def drawn(*words, view=VIEW, seat=0, **changes):
    mark = None
    for word in words:
        mark = aim(view, mark, word)
    shown = scene(view, mark=mark, **changes)
    canvas = Canvas(shown.width, shown.height)
    put_board(canvas, shown, seat, table(view, seat), plan_layout(shown.width, shown.height, 0))
    return canvas.done()


def sign(drawing, word):
    """What stands left of a place's cards, behind its number."""
    region = places(drawing)[word]
    text = lines(drawing)[region.y + 1]
    return text[region.x + 2] if word.isdecimal() else text[region.x - 1]


def test_every_place_can_be_clicked_dragged_to_clicked_twice_and_clicked_with_the_other_button():
    for word, region in places(drawn()).items():
        assert (region.command, region.click, region.drop) == (f"touch {word}", "", f"drag {{carried}} {word}")
        assert (region.twice, region.other) == (f"best {word}", f"raise {word}")


def test_what_is_dragged_from_a_place_is_the_card_that_lies_there():
    carried = {word: region.carries for word, region in places(drawn()).items()}
    assert carried == {"0": "3D", "1": "4H", "2": "KS", "3": "8D", "4": "QH", "5": "", "6": "9C", "7": "AC",
                       "f0": "", "f1": "2S", "f2": "AD", "f3": ""}  # fmt: skip


def test_a_press_where_the_picked_card_may_go_waits_for_the_click_as_it_may_begin_a_drag():
    regions = places(drawn("0"))
    assert (regions["1"].command, regions["1"].click) == ("", "touch 1")
    assert (regions["0"].command, regions["0"].click) == ("touch 0", "")


def test_where_the_picked_card_may_go_is_marked():
    drawing = drawn("0")
    assert {word for word in places(drawing) if sign(drawing, word) == "◂"} == {"1", "5"}
    assert any(style == "card aimed" for line in drawing.lines for style, _ in line)


def test_the_cursor_is_marked_once_there_is_one():
    assert "▸" not in "".join(lines(drawn("0")))
    assert sign(drawn("right", "right"), "1") == "▸"
    assert sign(drawn("right"), "f0") == "▸"


def test_a_card_on_its_way_is_marked_where_it_leaves():
    assert sign(drawn(pending="MTT 0 1"), "0") == "…"
    assert sign(drawn(pending="MFT 1 0"), "f1") == "…"
    assert "…" not in "".join(lines(drawn(pending="U")))


@pytest.mark.parametrize("changes", [{"is_over": True}, {"seat": None}])
def test_where_nobody_plays_nothing_is_clicked_or_marked(changes):
    view = seen(race(STREET), changes.get("seat", 0))
    drawing = drawn(view=view, is_over=changes.get("is_over", False))
    assert not drawing.regions
    assert "┌───┌─────┐" in "\n".join(lines(drawing))


def test_another_table_is_only_looked_at():
    view = seen(race(STREET, STREET, shown=True))
    assert not drawn("0", view=view, seat=1).regions
    assert "┏" not in "".join(lines(drawn("0", view=view, seat=1)))


SAID = {
    "the pointer over a place says what a click does": lambda: for_each(
        lambda picked, word: places(drawn(*picked))[word].hint,
        [
            *(([], "0"), ([], "f1"), ([], "5")),
            *((["0"], "0"), (["0"], "1"), (["0"], "2"), (["f1"], "f2")),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
