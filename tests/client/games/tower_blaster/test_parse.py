from client.games.tower_blaster.parse import parse
from tests.support.games.tower_tables import mark, seen, state
from tests.support.games.towers import STABLE, play
from tests.support.golden.sentences import error_of, for_each, golden_test

FRESH = state()
DRAWN = play(FRESH, "take pile")
TAKEN = play(FRESH, "take discard")


SAID = {
    "a move is typed in several ways": lambda: for_each(
        lambda table, *typed: [parse(each, seen(table)) for each in typed],
        [
            (FRESH, "d", "Take  Discard", "p", "draw"),
            (DRAWN, "x", "4", "0", "replace 38"),
            (TAKEN, "place 0", "slot 7"),
        ],
    ),
    "the marked slot is picked": lambda: (parse("pick", seen(DRAWN)), parse("pick", seen(DRAWN), mark(seen(DRAWN), 6))),
    "what cannot be done now is refused with the reason": lambda: for_each(
        lambda typed, view: error_of(lambda: parse(typed, view)),
        [
            ("take pile", seen(DRAWN)),
            ("take pile", seen(TAKEN)),
            ("place 4", seen(FRESH)),
            ("reject", seen(FRESH)),
            ("reject", seen(TAKEN)),
            ("place 11", seen(DRAWN)),
            ("replace 60", seen(DRAWN)),
            ("replace 12", seen(DRAWN, None)),
            ("take pile", seen(FRESH, 0)),
            ("pick", seen(FRESH)),
            ("pick", seen(FRESH, None)),
            ("take pile", seen(FRESH, None)),
            ("take pile", seen(state(second=STABLE))),
        ],
    ),
    "what is no move is answered with those that are": lambda: for_each(
        lambda typed: error_of(lambda: parse(typed, seen(DRAWN))),
        ["", "flip", "place", "place four", "replace", "4 5", "place -1", "place ²"],
    ),
}

test_said = golden_test(__name__, SAID)
