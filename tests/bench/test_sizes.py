"""What a move sends stays small."""

from bench.server import sizes
from engines import catalog


def test_a_move_of_war_is_told_to_each_player_in_as_few_bytes_as_is_aimed_for():
    figure = sizes.measure(catalog.find("war"), games=2, runs=1)
    assert figure.is_met, figure
    assert "whole Tables 6" in figure.note
