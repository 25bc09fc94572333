"""What goes on in the hall as a whole, in words."""

from msgspec.structs import replace

from client.state.phrases import lobby
from tests.support.builders.stores import lobby_of
from tests.support.golden.sentences import golden_test

QUIET = lobby_of(people=("ana",), ratings=(None,))


def test_where_no_bot_is_nothing_is_said_of_bots():
    assert lobby.bots(QUIET) == ""


def test_a_bots_name_can_do_nothing_to_the_screen():
    assert "\x1b" not in lobby.bots(replace(QUIET, bots=("\x1b[2J",)))


SAID = {
    "bots are named and of many some": lambda: (
        lobby.bots(replace(QUIET, bots=("greedy", "mcts"))),
        lobby.bots(replace(QUIET, bots=tuple(f"bot-{number}" for number in range(50)))),
    ),
    "tables and moves are counted": lambda: lobby.pace(replace(QUIET, rooms=7, moves=212)),
    "by ear one hears of bots and of moves where there are any": lambda: (
        tuple(lobby.sentences(QUIET)),
        tuple(lobby.sentences(replace(QUIET, bots=("greedy",), rooms=7, moves=212))),
    ),
}

test_said = golden_test(__name__, SAID)
