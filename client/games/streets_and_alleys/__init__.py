"""The client's part of Streets and Alleys. May import drawing, games and engines."""

from __future__ import annotations

from dataclasses import replace

from client.games import generic
from client.games.keys import HINT_KEY, PROSPECT_KEY, Key
from client.games.spec import Choice, Dialogue, Marking, MoveReading, Saying, TableDrawing, TableSetup
from client.games.streets_and_alleys.card_names import spoken_cards
from client.games.streets_and_alleys.drawing.draw import draw
from client.games.streets_and_alleys.optimistic import ahead
from client.games.streets_and_alleys.parse import parse
from client.games.streets_and_alleys.read_aloud import drawn, say, show
from client.games.streets_and_alleys.selection import aim, current, hinted_selection, keys_for, own_table
from client.games.streets_and_alleys.text import ask_new_deal, ask_restart, newest, race_standing, sentences, status
from engines.streets_and_alleys import safe_moves
from engines.streets_and_alleys.moves import text
from engines.streets_and_alleys.view import Options, View

MINUTE_S = 60

DEAL = Choice("deal", "Deal", {0: "one that can be won"}, takes_numbers=True)
WINNABLE = Choice("winnable", "Deals", {True: "winnable", False: "any"}, within="deal", with_computers=True)
TIME_LIMIT = Choice(
    "time_limit_s", "Time limit", {0: "none", 300: "5 min", 600: "10 min", 900: "15 min", 1800: "30 min"}
)
TABLES = Choice("tables", "Others' tables", {"hidden": "hidden until the end", "shown": "shown all the time"})

PILE_DIGITS = tuple("01234567")
KEYS = (
    Key(PILE_DIGITS, "0-7", "move", "touch {key}", "Pick a pile's last card, or drop one there."),
    Key(("f",), "f", "up", "touch home", "Play it up; with a digit, take a card back down."),
    Key(("F",), "F", "", "aim given", "With a digit, play it up to that foundation."),
    Key(("enter", "space"), "Enter", "pick", "touch here", "Pick or drop; twice: to its best place."),
    Key(("up",), "↑", "", "aim up", "Go to the place above."),
    Key(("down",), "↓", "", "aim down", "Go to the place below."),
    Key(("left",), "←", "", "aim left", "Go to the place on the left."),
    Key(("right",), "→", "", "aim right", "Go to the place on the right."),
    Key(("escape",), "Esc", "", "aim nothing", "Let the picked card go."),
    Key(("u", "z"), "u", "undo", "U", "Take back the last move; so does z."),
    Key(("y",), "y", "redo", "Y", "Redo the move you took back."),
    HINT_KEY,
    Key(("a",), "a", "auto", "on", "Play up every card that can safely go up."),
    Key(("R",), "R", "restart this deal", "again", "Start this deal over.", ask_restart),
    Key(("N",), "N", "new deal", "restart", "Give up this deal for a new one.", ask_new_deal),
    Key(("g",), "g", "find", "type command find", "Find a card: g, 7h, Enter."),
    PROSPECT_KEY,
    Key(("n",), "n", "", "new", "Set up another table: a race, or a deal by its number."),
)

DIALOGUE = Dialogue(
    words={"r": "restart", "h": "help", "q": "quit"},
    menu=(
        ("MTT s d", "Move the last card of tableau pile s to tableau pile d."),
        ("MTF s d", "Move the last card of tableau pile s to foundation d."),
        ("MFT s d", "Move the top card of foundation s to tableau pile d."),
        ("U", "Undo the last valid move."),
        ("Y", "Redo the move that was undone last."),
        ("R", "Restart the game with a new shuffle."),
        ("again", "Start the same deal over."),
        ("on", "Play up every card that can safely go up."),
        ("7 4", "Move from pile 7 to pile 4; 7 f moves up, and f1 4 back down."),
        ("undo", "The same as U; redo is the same as Y."),
        ("hint", "Ask what you might do, and why."),
        ("prospect", "Ask whether you can still win."),
        ("H", "Display this menu of choices."),
        ("Q", "Quit the game."),
    ),
    next_game="- - - - New Game. - - - -",
    farewell="Thank you for playing.",
)


def describe(options: Options) -> str:
    deal = (f"deal {options.deal}",) if options.deal else () if options.winnable else ("any deal",)
    limit = (f"{options.time_limit_s / MINUTE_S:g} min",) if options.time_limit_s else ()
    shown = ("tables shown",) if options.tables == "shown" else ()
    return ", ".join((*deal, *limit, *shown))


def fresh(options: Options) -> Options:
    """The options without the number of a deal, which was for one game."""
    return replace(options, deal=0)


def same(options: Options, view: View) -> Options:
    return replace(options, deal=view.deal)


def deal(view: View) -> str:
    """The number of the deal, as statistics have it."""
    return str(view.deal)


def forced(view: View) -> str | None:
    """The next card that is safe to play up or, if nothing is in the way any more, simply the next card."""
    layout = own_table(view)
    if layout is None or view.over or view.seat in view.gone:
        return None
    line = safe_moves.finish(layout) or safe_moves.autoplay(layout)
    return text(line[0]) if line else None


CLIENT = replace(
    generic.client("streets_and_alleys"),
    keys=KEYS,
    setup=TableSetup(
        (DEAL, WINNABLE, TIME_LIMIT, TABLES), describe, is_solitaire=True, fresh=fresh, same=same, deal=deal
    ),
    reading=MoveReading(parse, forced, dialogue=DIALOGUE),
    marking=Marking(aim, kept=current, hinted=hinted_selection, keys_for=keys_for, ahead=ahead),
    saying=Saying(
        sentences,
        say,
        newest,
        status,
        race_standing,
        aloud=spoken_cards,
        show=show,
        board=drawn,
        shows=("[PILE|CARD]", "Read a pile such as 5 or a foundation such as f1, or find a card such as 7h."),
    ),
    drawing=TableDrawing(draw, own_pane=0, leaves_side=False),
)
