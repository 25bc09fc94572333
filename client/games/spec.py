"""What the client knows of a game: the values and functions that each game's folder supplies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from client.drawing.canvas import Drawing
from client.drawing.grammar import Names
from client.drawing.palettes import Palette
from client.games import fields
from client.games.keys import Key
from engines.game import IllegalMoveError, Seat
from protocol.messages import Stats

T = TypeVar("T")

ANY_MOVE = "MOVE"
"""What the help of line mode writes for the moves of a game that may begin with any word."""


class NotYourTurnError(IllegalMoveError):
    """A move by somebody who is not on turn; the caller adds who is."""

    def __init__(self) -> None:
        super().__init__("It's not your turn.")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a table's options as a person chooses it: its field, what to call it, and the values offered in words.

    Where any other number is possible, such as that of a deal, it can be typed.

    Attributes:
        within: the option in whose row of a form this one is chosen, because it narrows that option's first value.
        with_computers: the value when a computer plays along, unless another is chosen; None to change nothing.
    """

    field: str
    title: str
    values: Mapping[Any, str]
    takes_numbers: bool = False
    within: str = ""
    with_computers: Any = None


class EarlierView(NamedTuple):
    """A view that was replaced, and how long ago it arrived."""

    age_s: float
    view: Any


def always(value: T) -> Callable[..., T]:
    """A function that gives the value, whatever it is asked: for a game that has nothing of the kind."""
    return lambda *_: value


def unchanged(value: T, *_: object) -> T:
    """The first argument unchanged."""
    return value


def second(_: object, value: T, *__: object) -> T:
    """The second argument unchanged."""
    return value


def refuse(why: str) -> Callable[..., Any]:
    """A function that raises ValueError with the sentence."""

    def refusing(*_: object) -> Any:  # noqa: ANN401 - it gives nothing
        raise ValueError(why)

    return refusing


def legal_texts(rules: ModuleType) -> Callable[[Any], tuple[str, ...]]:
    """The legal moves of a view as canonical texts, by a game's module `engines.NAME.view`."""
    return lambda view: tuple(map(rules.text, rules.legal(view)))


@dataclass(frozen=True, slots=True)
class Scene:
    """What a game draws from.

    Attributes:
        view: the newest view.
        age_s: how long ago it arrived.
        earlier: the views shown before it a moment ago, oldest first, for motion; none if motion is off.
        names: the players, by seat.
        seat: the player's own seat, or None for a spectator.
        present: who is connected, by seat.
        gone: in a word or two why each seat that gave the game up is no more in it.
        time_left_s: how long the seats on turn have, or None for no limit.
        pending: a move sent and not yet confirmed.
        can_take_back: whether the player can take their last move back now, or ask to.
        pace: the speed at which moves are made automatically, or None if they are not.
        width: columns to draw on.
        height: rows to draw on.
        pane: on a small screen, the number of the pane to show, to be taken modulo the game's panes.
        scroll: how many lines a long list is scrolled by.
        mark: what the player has marked, in the game's own terms; None if nothing was marked yet.
        palette: the palette for boards of four colours.
        is_over: whether the game has ended, by its rules or because somebody gave up.
        is_past: whether the scene is part of a replay, so that there is nothing to do in it.
        lasted_s: how long the game has lasted; 0 if unknown.
        records: the player's own statistics in this game; None if unknown.
    """

    view: Any
    age_s: float
    earlier: tuple[EarlierView, ...]
    names: Names
    seat: Seat | None
    present: tuple[bool, ...]
    time_left_s: float | None
    pending: str | None
    pace: int | None
    width: int
    height: int
    pane: int
    scroll: int
    mark: Any = None
    palette: Palette = "safe"
    can_take_back: bool = False
    is_over: bool = False
    is_past: bool = False
    gone: Mapping[Seat, str] = field(default_factory=dict)
    lasted_s: float = 0.0
    records: Stats | None = None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A game's own dialogue in line mode, whose wording is fixed.

    In it, mistyped words get no suggestions, and only `sentences` tells the end.

    Attributes:
        words: the game's own words, in lower case, for commands of the common language.
        menu: what can be typed, and what it does.
        next_game: what line mode prints when another game begins, before the position and the menu. A player who
            plays alone and has won is dealt that game at once.
        farewell: what line mode prints when the player leaves.
    """

    words: Mapping[str, str]
    menu: tuple[tuple[str, str], ...]
    next_game: str
    farewell: str


unsaid, unmarked, never = always(""), always(None), always(value=False)
lasts = always("You have no move that can be taken back now.")
refuse_aim = refuse("There's nothing to mark here.")
refuse_show = refuse("There's nothing more to read; 'say' reads the position.")
refuse_board = refuse("This game has no board of text; 'say' reads the position.")
"""For a game that has nothing of the kind."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """How a person chooses a table's options.

    Attributes:
        choices: the options a person is asked for.
        describe: the table's options in a few words.
        warn: a sentence on what these options do by themselves, which a player without a screen must be told; or none.
        is_solitaire: whether it is played alone unless others are asked for.
        fresh: a table's options without those for a single game, such as the number of a deal.
        same: a table's options with what makes a game begin like a view's; None if games cannot begin alike.
        deal: the name of a view's deal, as in the game's results; None if its deals have no names. For a game that
            has it, the scene has records.
    """

    choices: tuple[Choice, ...] = ()
    describe: Callable[[Any], str] = fields.describe
    warn: Callable[[Any], str] = unsaid
    is_solitaire: bool = False
    fresh: Callable[[Any], Any] = unchanged
    same: Callable[[Any, Any], Any] | None = None
    deal: Callable[[Any], str] | None = None


@dataclass(frozen=True, slots=True)
class MoveReading:
    """How a person's words become a move.

    Attributes:
        parse: the canonical text of what a person typed, given the view and the mark, which "pick" and moves without
            an address refer to; in line mode the mark is None. Raises NotYourTurnError if others are on turn,
            IllegalMoveError for a move that cannot be made now, and another ValueError for what is no move, with a
            sentence that says why.
        forced: the move that needs no decision, which the client may make by itself; None if all moves need one.
        typed: what can be typed for its moves, and what that does, for the help of line mode; empty if the keys
            tell that.
        dialogue: the game's own dialogue in line mode; None for the common one.
    """

    parse: Callable[[str, Any, Any], str]
    forced: Callable[[Any], str | None] | None = None
    typed: tuple[tuple[str, str], ...] = ()
    dialogue: Dialogue | None = None


@dataclass(frozen=True, slots=True)
class Saying:
    """What is told of a game, in sentences; by default its view's fields and their values.

    Attributes:
        sentences: what happened between two views of one game, one sentence for each event; none for a first view, as
            what led to it is not news.
        say: the position in sentences.
        newest: the newest events in sentences, for the row above the keys, for a person who just looked up; None if
            that is `sentences`.
        status: the position in a few characters.
        standing: who leads, or what is left to do, in a few words, for those who watch.
        moment: whether something exciting happened between two views: then a bell rings and autoplay stops.
        aloud: a sentence of the game's, such as the reason for a hint, as it is read out.
        show: what line mode reads out for `show` and words, which may be empty. Raises ValueError with a sentence.
        shows: what may follow `show`, and what is then read out, for the help; None if nothing.
        board: the position as a board of text, for who looks at plain lines. Raises ValueError with a sentence.
    """

    sentences: Callable[[Any, Any, Names, Seat | None], tuple[str, ...]] = fields.sentences
    say: Callable[[Any, Names, Seat | None], tuple[str, ...]] = fields.say
    newest: Callable[[Any, Any, Names, Seat | None], tuple[str, ...]] | None = None
    status: Callable[[Any, Seat | None], str] = unsaid
    standing: Callable[[Any, Names, Seat | None], str] = unsaid
    moment: Callable[[Any, Any], bool] = never
    aloud: Callable[[str], str] = str
    show: Callable[[Any, Names, Seat | None, str], tuple[str, ...]] = refuse_show
    shows: tuple[str, str] | None = None
    board: Callable[[Any, Names, Seat | None], tuple[str, ...]] = refuse_board


@dataclass(frozen=True, slots=True)
class Marking:
    """What a person marks on the table before they move; by default nothing.

    Attributes:
        aim: the new mark, from a view, the mark before (None at first) and words such as "up". A mark is kept until
            another table is on screen, so one that is for a single decision has to record which. Raises ValueError
            with a sentence if the words mark nothing now.
        first: the mark on a screen before the player sets one; None for none.
        kept: the part of a mark that holds for a new view, with no move on its way.
        hinted: the mark, given the one before, for a move that a hint names, so that "pick" makes it.
        keys_for: the keys that make such a move, as shown on the screen.
        ahead: a view as it will be once its seat's move, which is on its way, is made, as far as that is known. What
            is marked meanwhile is marked there.
    """

    aim: Callable[[Any, Any, str], Any] = refuse_aim
    first: Callable[[Any], Any] = unmarked
    kept: Callable[[Any, Any], Any] = second
    hinted: Callable[[Any, Any, str], Any] = second
    keys_for: Callable[[Any, str], str] = unsaid
    ahead: Callable[[Any, str], Any] = unchanged


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """How a table is drawn.

    Attributes:
        draw: the table, exactly as large as the scene asks for.
        own_pane: the pane in which the player acts, which is shown as soon as they do; None if they act in any.
        leaves_side: whether a screen of 80 columns or more has space beside the board, where a question can open.
        styles: styles of the game's own by their names, each defined by a theme's shades as in `client.drawing.theme`:
            {"disc-red": "bold {bad}"}.
    """

    draw: Callable[[Scene], Drawing]
    own_pane: int | None = None
    leaves_side: bool = True
    styles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TakebackRule:
    """Whether a view's seat may take back its last move, and if not, why, in a sentence.

    `through` says the same of the move with the replies to it, as computers allow; None where replies stand.
    """

    is_possible: Callable[[Any], bool]
    why_not: Callable[[Any], str | None] = lasts
    through: TakebackRule | None = None


@dataclass(frozen=True, slots=True)
class GameClient:
    """A game as the client knows it, grown from `generic.client(name)`, which fills every field from the engine.

    Attributes:
        name: the game's name on the wire.
        View: the type of its views.
        Options: the type of its options, whose defaults are its fields' own.
        legal: the moves that a view's seat may make, as canonical texts.
        takeback: which moves may be taken back; None if none ever.
        keys: the keys that it adds during play.
    """

    name: str
    View: type[Any]
    Options: type[Any]
    legal: Callable[[Any], tuple[str, ...]]
    takeback: TakebackRule | None
    keys: tuple[Key, ...]
    setup: TableSetup
    reading: MoveReading
    marking: Marking
    saying: Saying
    drawing: TableDrawing
