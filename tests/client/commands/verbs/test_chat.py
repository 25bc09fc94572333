"""What the commands about talk come to."""

from client.commands.table import CommandContext, read
from client.state.fold import fold
from client.state.habits import Habits
from client.state.store import Opened, Store
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.sentences import error_of, for_each, golden_test

HALL = CommandContext(Store(), Habits())
TABLE = CommandContext(fold(fold(Store(), war_table(war_view()), 0.0), Opened("KQFM"), 0.0), Habits())


SAID = {
    "a command about talk is read": lambda: for_each(
        read,
        [
            ("talk Hello there", HALL),
            ("talk Hello there", TABLE),
            ("talk", HALL),
            ("mute Ben", HALL),
            ("unmute Ben", HALL),
            ("hush ben", TABLE),
            ("hush ben off", TABLE),
            ("hush watchers", TABLE),
        ],
    ),
    "one that cannot be says why": lambda: for_each(
        lambda line, place: error_of(lambda: read(line, place)),
        [("mute", HALL), ("unmute ben cleo", HALL), ("hush", TABLE), ("hush ben", HALL)],
    ),
}

test_said = golden_test(__name__, SAID)
