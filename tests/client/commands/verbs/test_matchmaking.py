"""What the commands come to that find somebody to play with."""

from client.commands.table import CommandContext, read
from client.state.fold import fold
from client.state.habits import Habits
from protocol import messages as m
from tests.support.builders.stores import challenged, lobby_store, seeking
from tests.support.golden.sentences import error_of, for_each, golden_test

HALL = CommandContext(lobby_store(), Habits())
ASKED = CommandContext(fold(lobby_store(), challenged("Ben", 7), 0.0), Habits())
WAITING = CommandContext(fold(lobby_store(), seeking("war"), 0.0), Habits())


def challenge(**changes) -> m.Challenge:
    fields = {"whom": "ben", "game": "war", "options": {}, "serious": False, "clock": m.NO_CLOCK}
    return m.Challenge(ref=0, **{**fields, **changes})


def test_a_challenge_has_the_options_of_last_time_but_for_what_is_said():
    place = CommandContext(lobby_store(), Habits(options={"war": {"auto_flip_s": 3}}))
    asked = read("challenge ben war scouts serious clock=5+3", place)
    options = {"variant": "scouts", "auto_flip_s": 3}
    clock = m.TimeControl(move_s=None, total_s=300, increment_s=3)
    assert asked == challenge(options=options, serious=True, clock=clock)
    assert read("challenge ben", HALL).game == "war"


SAID = {
    "a command about company is read": lambda: for_each(
        read, [("quick", HALL), ("quick war", HALL), ("accept", ASKED), ("refuse ben", ASKED), ("withdraw", WAITING)]
    ),
    "a command about company that cannot be says why": lambda: for_each(
        lambda line, place: error_of(lambda: read(line, place)),
        [
            ("challenge", HALL),
            ("challenge ben war flipper", HALL),
            ("challenge ben war watch=nobody", HALL),
            ("challenge ben whist", HALL),
            ("accept", HALL),
            ("accept cleo", ASKED),
            ("withdraw", HALL),
            ("quick streets", HALL),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
