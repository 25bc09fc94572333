import pytest

from client.games.blocky.block_path import path_of
from engines.blocky.block import blocks, path_text, square
from engines.blocky.view import board_of
from tests.support.games.blocky_tables import seen, state

VIEW = seen(state())


def test_every_block_is_named_by_its_path_and_by_any_of_its_cells_with_its_level():
    for path, _ in blocks(board_of(VIEW)):
        x, y, size = square(path, 3)
        assert path_of(path_text(path), VIEW) == path
        assert path_of(f"{x},{y} {len(path)}", VIEW) == path
        assert path_of(f"at {x + size - 1} {y + size - 1} {len(path)}", VIEW) == path


def test_without_a_level_the_smallest_block_at_a_cell_is_meant():
    assert path_of("4,0", VIEW) == (0, 1, 1)
    assert path_of("0,0", VIEW) == (1,)


@pytest.mark.parametrize("words", ["0.3.0", "1.1", "0.1.1.1", "8,0", "0,8 2", "99,99"])
def test_a_block_that_the_board_lacks_is_not_found(words):
    with pytest.raises(LookupError, match="There is no"):
        path_of(words, VIEW)


@pytest.mark.parametrize("words", ["", "x", "4", "0.4", "-1,0", "1,2,3,4", "0..1", "١,١"])
def test_words_that_name_no_block_are_refused(words):
    with pytest.raises(ValueError, match="is no part of a block"):
        path_of(words, VIEW)
