"""What is made of runs at full speed and on schedules: ratios between neighbours, the aims of each size, who is due."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bench.figure import row
from bench.load.generator import Sample, turns
from bench.load.process import Usage
from bench.server.rooms import Runs, figures

RUN = Sample(
    per_s=1000.0, p50_ms=1.0, p99_ms=2.0, load_share=0.5, server_share=0.5, others_share=0.0, bytes=400.0, tables=2.0,
    written_bytes=500.0, voluntary=0.1, involuntary=0.2,
)  # fmt: skip
RUNS = Runs(
    echoes=[replace(RUN, per_s=per_s) for per_s in (1000, 2000, 4000)],
    moves=[replace(RUN, per_s=per_s) for per_s in (100, 1200, 2000)],
)


def test_a_ratio_is_taken_between_neighbours():
    assert RUNS.ratio(lambda run: run.per_s) == 0.5


@pytest.mark.parametrize(("rooms", "judged"), [(10, None), (100, False), (500, False), (1000, False), (7, None)])
def test_moves_are_judged_over_the_echo_at_the_sizes_that_have_an_aim(rooms, judged):
    moves = figures_by_name(rooms)["moves"]
    assert moves.is_met is judged
    assert ("of echo" in row(moves)) is (judged is not None)


def test_each_move_is_judged_by_its_bytes_at_any_size_and_by_its_cost_at_one():
    assert {name: figure.is_met for name, figure in figures_by_name(100).items() if figure.target} == {
        "moves": False,
        "server's time per move": False,
        "bytes to each player per move": True,
        "bytes written to disk per move": True,
    }
    assert [name for name, figure in figures_by_name(10).items() if figure.target] == ["bytes to each player per move"]


def test_of_what_all_connections_get_each_player_of_a_room_gets_half():
    named = figures_by_name(10)
    assert named["bytes to each player per move"].figure == 200
    assert named["Tables and updates to each player per move"].figure == 1


def test_no_aim_is_judged_where_other_programs_disturb():
    disturbed = Runs(RUNS.echoes, [replace(RUN, others_share=0.5)] * 3)
    assert [figure.is_met for figure in figures(100, disturbed) if figure.target] == [None] * 4


def test_what_was_used_meanwhile_is_what_came_to_it():
    assert Usage(3.0, 0.0, 5000, 70, 9).since(Usage(1.0, 0.0, 1000, 50, 9)) == Usage(2.0, 0.0, 4000, 20, 0)


def test_on_a_schedule_everybody_is_due_once_a_period_and_a_thought_apart_from_their_partner():
    players = [object() for _ in range(400)]
    due = turns(players, think_s=0.25, laps=3)
    assert [turn.phase_s for turn in due] == sorted(turn.phase_s for turn in due)
    assert Counter(id(turn.player) for turn in due) == Counter(map(id, players))
    phases = {id(turn.player): turn.phase_s for turn in due}
    for first, second in zip(players[::2], players[1::2], strict=True):
        assert abs(phases[id(first)] - phases[id(second)]) == pytest.approx(0.25)
    assert {turn.first_lap for turn in due} == {0, 1, 2}


def figures_by_name(rooms):
    return {figure.name.rsplit(", ", 1)[0]: figure for figure in figures(rooms, RUNS)}
