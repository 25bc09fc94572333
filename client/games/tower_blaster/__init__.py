"""The client's part of Tower Blaster. May import drawing, games and engines."""

from __future__ import annotations

from dataclasses import replace

from client.drawing.grammar import count
from client.games import generic
from client.games.keys import DIGITS, HINT_KEY, Key
from client.games.spec import Choice, Marking, MoveReading, Saying, TableDrawing, TableSetup
from client.games.tower_blaster.draw import draw
from client.games.tower_blaster.parse import parse
from client.games.tower_blaster.selection import aim, hinted_selection
from client.games.tower_blaster.text import keys_for, newest, say, sentences, show, standing, status
from engines.tower_blaster.view import Options

TURN_LIMIT = Choice("turn_limit", "Turn limit", {0: "none", 40: "40 turns", 60: "60 turns", 100: "100 turns"})
FIRST_TOWER = Choice("open_first_tower", "First tower", {False: "face down", True: "shown for two turns"})

KEYS = (
    Key(("d",), "d", "discard", "take discard", "Take the top of the discard pile, which you must place."),
    Key(("p",), "p", "pile", "take pile", "Draw from the main pile."),
    Key((*DIGITS, "0"), "1-9,0", "place", "place {key}", "Put the brick into that slot; 0 is the tenth."),
    Key(("x",), "x", "reject", "reject", "Throw away the brick you drew."),
    HINT_KEY,
    Key(
        ("enter", "space"),
        "Enter",
        "marked slot",
        "pick",
        "Fill the marked slot, or make the hinted move.",
    ),
    Key(("up",), "↑", "", "aim up", "Mark the slot above."),
    Key(("down",), "↓", "", "aim down", "Mark the slot below."),
)


def describe(options: Options) -> str:
    limit = (count(options.turn_limit, "turn"),) if options.turn_limit else ()
    shown = ("first tower shown",) if options.open_first_tower else ()
    return ", ".join((*limit, *shown))


CLIENT = replace(
    generic.client("tower_blaster"),
    keys=KEYS,
    setup=TableSetup((TURN_LIMIT, FIRST_TOWER), describe),
    reading=MoveReading(parse),
    marking=Marking(aim, hinted=hinted_selection, keys_for=keys_for),
    saying=Saying(
        sentences,
        say,
        newest,
        status,
        standing,
        show=show,
        shows=("[TURN]", "Read a turn by its number, or all of them."),
    ),
    drawing=TableDrawing(draw, own_pane=0),
)
