import pytest

from client.layout import layout_of


@pytest.mark.parametrize(
    ("size", "layout"),
    [
        ((100, 32), "wide"),
        ((99, 32), "normal"),
        ((100, 31), "normal"),
        ((80, 24), "normal"),
        ((79, 24), "small"),
        ((80, 23), "small"),
    ],
)
def test_the_layout_follows_from_the_size(size, layout):
    assert layout_of(*size) == layout
