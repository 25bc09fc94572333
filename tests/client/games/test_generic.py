"""The generic client of a game, with War's engine."""

import sys
from dataclasses import dataclass
from types import ModuleType

import pytest

from client.drawing.canvas import width_of
from client.games import fields
from client.games.generic import client
from client.games.spec import GameClient
from tests.support.builders.scenes import scene_of, text_of
from tests.support.builders.tables import war_view
from tests.support.games import sums
from tests.support.golden.sentences import error_of, for_each, golden_test

WAR = client("war")


@dataclass(frozen=True)
class Options:
    """Nothing can be chosen."""


@dataclass(frozen=True)
class Board:
    """A view of a board, in a game with as many moves as it says."""

    seat: int | None
    cells: tuple[str, ...]
    lost: tuple[str, ...]
    moves: int


MOVES = tuple(f"m{number}" for number in range(1, 41))


def game_with(moves: tuple[str, ...]) -> GameClient:
    """The generic client of a game with these moves, for whoever sits at seat 0."""
    module = ModuleType("engines.board.view")
    module.View, module.Options, module.text = Board, Options, str
    module.legal = lambda view: moves[: view.moves] if view.seat == 0 else ()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "engines.board", module)
        patch.setitem(sys.modules, "engines.board.view", module)
        return client("board")


BOARD, numbers = game_with(MOVES), game_with(("1", "2", "3"))
NAMES = ("ana", "ben")


def test_the_view_and_the_moves_are_drawn_and_a_move_can_be_clicked():
    drawing = WAR.drawing.draw(scene_of(war_view(), NAMES, (60, 15)))
    drawn = ["".join(text for _, text in line) for line in drawing.lines]
    assert any("Variant  normal" in line for line in drawn)
    row = next(row for row, line in enumerate(drawn) if "1 flip" in line)
    assert drawing.at(40, row).command == "move flip"
    assert {width_of(line) for line in drawn} == {60}


def test_a_board_is_drawn_as_rows_of_cells():
    view = Board(0, ("x..", ".o."), (), 40)
    drawn = text_of(BOARD.drawing.draw(scene_of(view, NAMES, (60, 15))))
    assert "  x . .  " in drawn
    assert "  . o .  " in drawn


def test_the_marked_move_is_among_those_in_sight():
    view = Board(0, (), (), 40)
    for mark in MOVES:
        drawing = BOARD.drawing.draw(scene_of(view, NAMES, (60, 15), mark=mark))
        assert any(
            (style, text.split()[-1]) == ("marked", mark)
            for line in drawing.lines
            for style, text in line
            if text.strip() and style == "marked"
        )


def test_arrows_go_through_all_the_moves_and_stop_at_the_ends():
    view, aim = Board(0, (), (), 40), BOARD.marking.aim
    assert [aim(view, None, "down"), aim(view, None, "up")] == ["m1", "m40"]
    assert [aim(view, "m1", "up"), aim(view, "m1", "down"), aim(view, "m35", "down 10")] == ["m1", "m2", "m40"]
    assert aim(view, None, "at m7") == "m7"


def test_a_number_makes_that_move_of_the_list_and_enter_the_marked_one():
    view, parse = Board(0, (), (), 40), BOARD.reading.parse
    assert [parse("12", view, None), parse("pick", view, "m9"), parse("pick", Board(0, (), (), 1), None)] == [
        "m12",
        "m9",
        "m1",
    ]


def test_where_moves_are_numbers_a_number_is_the_move():
    parse = numbers.reading.parse
    assert parse("3", Board(0, (), (), 3), None) == "3"


def test_a_mark_lasts_as_long_as_its_move_is_legal():
    kept = BOARD.marking.kept
    assert [kept(Board(0, (), (), 40), "m9"), kept(Board(0, (), (), 3), "m9")] == ["m9", None]


SAID = {
    "options of a few values are offered": lambda: [
        (each.field, each.title, *each.values) for each in WAR.setup.choices
    ],
    "what changed is said field by field": lambda: (
        WAR.saying.sentences(war_view(), war_view(scores=(2, 0)), NAMES, 0),
        WAR.saying.sentences(None, war_view(), NAMES, 0),
        WAR.saying.say(war_view(), NAMES, 0),
    ),
    "a hint's move is marked and made by its number": lambda: (
        WAR.marking.hinted(war_view(), None, "flip"),
        WAR.marking.keys_for(war_view(), "flip"),
        WAR.saying.aloud("So."),
    ),
    "moves are read out with their numbers, the first dozen unasked": lambda: (
        BOARD.saying.say(Board(0, (), (), 40), NAMES, 0)[-1],
        BOARD.saying.show(Board(0, (), (), 3), NAMES, 0, ""),
    ),
    "values are put in words": lambda: (
        fields.words((Board(None, (), (), 1), {"a": (1, 2)}, {}, (), "")),
        fields.words(((1, 2), (3,))),
        fields.rows(((1, 20), (None, 3))),
        fields.rows((1, 2)),
    ),
    "moves are their canonical texts": lambda: (WAR.legal(war_view()), WAR.reading.parse("  flip ", war_view())),
    "a text that is no move is refused with one that is": lambda: (
        error_of(lambda: WAR.reading.parse("fold", war_view())),
        error_of(lambda: WAR.reading.parse("flip", war_view(flipped=(True, False)))),
        for_each(lambda typed: error_of(lambda: WAR.reading.parse(typed, war_view())), ["2", "0", "9" * 5000]),
        error_of(lambda: BOARD.reading.parse("pick", Board(0, (), (), 40), None)),
        error_of(lambda: BOARD.marking.aim(Board(1, (), (), 40), None, "up")),
        error_of(lambda: BOARD.marking.aim(Board(0, (), (), 40), None, "at nothing")),
        error_of(lambda: BOARD.saying.show(Board(1, (), (), 40), NAMES, 1, "")),
    ),
    "a move is taken back where the views say so": lambda: (
        WAR.takeback,
        (takes_back := client("sums").takeback.is_possible)(sums.view(sums.after(2, 1), 0)),
        takes_back(sums.view(sums.after(2, 1), 1)),
    ),
    "nothing is known of what stirs or is forced": lambda: (
        WAR.reading.forced,
        WAR.saying.moment(war_view(), war_view(scores=(2, 0))),
        WAR.saying.status(war_view(), 0),
        WAR.setup.describe(WAR.Options()),
    ),
}

test_said = golden_test(__name__, SAID)
