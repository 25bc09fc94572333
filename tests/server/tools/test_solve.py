"""The program that solves a deal: its verdict in words and as JSON, and its answers to what makes no sense."""

from __future__ import annotations

import json

import pytest

from engines.streets_and_alleys.layout import deal, is_won
from engines.streets_and_alleys.moves import apply_move, refusal
from engines.streets_and_alleys.solver.solver import SolverResult
from engines.streets_and_alleys.view import read
from server.tools.solve import main, to_lines

WON, LOST, HARD = 14, 6, 9


def said(capsys, *arguments: str) -> str:
    """What the program prints where all goes well."""
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def wins(number: int, commands: list[str]) -> bool:
    """Whether typing the commands wins the deal."""
    at = deal(number)
    for move in map(read, commands):
        assert refusal(at, move) is None
        at = apply_move(at, move)
    return is_won(at)


def test_a_deal_that_can_be_won_is_told_with_the_moves_as_they_are_typed(capsys):
    first, *rows, last = said(capsys, "--deal", str(WON)).splitlines()
    assert first == "Deal 14 can be won in 90 moves:"
    assert rows[0] == "   1  MTF 3 3  MTT 5 3  MTT 0 5  MTF 0 0  MTT 0 6  MTT 1 6  MTT 4 6  MTT 0 6"
    assert wins(WON, [command for row in rows for command in row[6:].split("  ")])
    assert last.startswith("(13,702 positions, ")
    assert max(map(len, rows)) < 80


def test_a_deal_that_cannot_be_won_is_told_as_such(capsys):
    assert said(capsys, "--deal", str(LOST)).startswith("Deal 6 can't be won: the search was complete.\n")


def test_a_budget_that_is_too_small_is_told_as_such(capsys):
    told = said(capsys, "--deal", str(HARD), "--positions", "300")
    assert told.startswith("The search didn't find out whether deal 9 can be won; try more --positions.\n")


def test_json_is_one_object_with_the_line_that_wins(capsys):
    told = json.loads(said(capsys, "--deal", str(WON), "--json"))
    assert list(told) == ["deal", "verdict", "moves", "line", "positions", "seconds"]
    assert (told["deal"], told["verdict"], told["moves"], told["positions"]) == (WON, "won", 90, 13_702)
    assert wins(WON, told["line"])


@pytest.mark.parametrize(("number", "verdict"), [(LOST, "lost"), (HARD, "unknown")])
def test_json_without_a_win_has_no_moves(capsys, number, verdict):
    told = json.loads(said(capsys, "--deal", str(number), "--positions", "300", "--json"))
    assert (told["verdict"], told["moves"], told["line"]) == (verdict, None, [])


def test_a_short_line_stands_in_one_row():
    rows = list(to_lines(1, SolverResult("won", (read("MTF 0 0"), read("MTT 1 2")), 5), 0.04))
    assert rows == [
        "Deal 1 can be won in 2 moves:",
        "   1  MTF 0 0  MTT 1 2",
        "(5 positions, 0.0 s of processor time)",
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--deal", "0"], "--deal: '0' is not a number between 1 and 999999999"),
        (["--deal", "fourteen"], "--deal: 'fourteen' is not a number between 1 and 999999999"),
        (["--deal", "1" * 5000], f"--deal: '{'1' * 40}' is not a number between 1 and 999999999"),
        (["--deal", "²"], "--deal: '²' is not a number between 1 and 999999999"),
        (["--deal", "14", "--positions", "-1"], "--positions: '-1' is not a number between 1 and 100000000"),
        (["14"], "--deal is missing"),
    ],
)
def test_what_makes_no_sense_is_answered_in_a_sentence(capsys, arguments, complaint):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err == f"parlour solve: {complaint}\nType 'parlour solve --help' for all options.\n"
