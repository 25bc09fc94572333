"""One file a game: how it is said, typed and drawn. `find` gives it, or the generic one for a game without a file.

May import drawing, engines and protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from client.drawing.canvas import Drawing
from client.drawing.grammar import Names
from client.drawing.palettes import Palette
from client.games.keys import Key
from engines.game import IllegalMoveError, Seat
from protocol.messages import Stats


class NotYourTurnError(IllegalMoveError):
    """A move of one who is not on turn; whoever tells them names who is."""

    def __init__(self) -> None:
        super().__init__("It is not your turn.")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a table's options as a person chooses it: its field, what to call it, and the values offered in words.

    Where any other number may be meant as well, as that of a deal, it can be written.

    Attributes:
        within: the option in whose line of a form this one is chosen, as it narrows what that one's first value means.
        with_computers: the value it has, unless another is asked for, where a computer plays along; None for no other.
    """

    field: str
    title: str
    values: Mapping[Any, str]
    takes_numbers: bool = False
    within: str = ""
    with_computers: Any = None


class EarlierView(NamedTuple):
    """A view that was replaced, and how long ago it had come."""

    age_s: float
    view: Any


def no_aim(view: Any, mark: Any, words: str) -> Any:  # noqa: ANN401, ARG001 - every game's `aim` takes all three
    """Refuse: on this table there is nothing to mark."""
    raise ValueError("There is nothing to mark here.")


def no_mark(view: Any) -> Any:  # noqa: ANN401, ARG001 - every game's `first_mark` is given its view
    """Nothing: in this game a mark stands nowhere before the player sets one."""
    return None


def all_kept(view: Any, mark: Any) -> Any:  # noqa: ANN401, ARG001 - every game's `kept` takes both
    """All of the mark: in this game it says itself what it is about."""
    return mark


def no_show(view: Any, names: Names, seat: Seat | None, words: str) -> tuple[str, ...]:  # noqa: ANN401, ARG001
    """Refuse: this game tells of nothing but the present."""
    raise ValueError("There is nothing more to read; 'say' reads the position.")


def unhinted(view: Any, mark: Any, move: str) -> Any:  # noqa: ANN401, ARG001 - every game's `hinted` takes all three
    """The mark as it is: in this game none stands for a move."""
    return mark


def no_keys(view: Any, move: str) -> str:  # noqa: ANN401, ARG001 - every game's `keys_for` takes both
    """None: in this game a move is typed."""
    return ""


def unchanged(options: Any) -> Any:  # noqa: ANN401 - the game's own
    """The options as they are."""
    return options


def unforeseen(view: Any, move: str) -> Any:  # noqa: ANN401, ARG001 - every game's `ahead` takes both
    """The view as it is: what comes of a move, only the server says."""
    return view


def never(view: Any) -> bool:  # noqa: ANN401, ARG001 - every game's `takes_back` is given its view
    """Whether a last move may be taken back: in this game none may."""
    return False


def unmoved(view: Any) -> str:  # noqa: ANN401, ARG001 - every game's `lasting` is given its view
    """Why no move can be taken back, where the game has no reason of its own."""
    return "You have no move that can be taken back now."


@dataclass(frozen=True, slots=True)
class Scene:
    """What a game draws from.

    Attributes:
        view: the newest view.
        age_s: how long ago it came.
        earlier: the views before it that were on screen a moment ago, oldest first, for motion; none where it is off.
        names: the players, by seat.
        seat: one's own, or None for a spectator.
        present: who is connected, by seat.
        time_left_s: how long the seats on turn have, or None for no limit.
        pending: a move sent and not yet confirmed.
        pace: at what speed moves are made by themselves, or None where they are not.
        width: cells to draw on, across.
        height: cells to draw on, down.
        pane: on a small screen one pane shows at a time, counted from 0 and round about the game's panes.
        scroll: how many lines a long list is scrolled by.
        mark: what the player has marked, in the game's own terms; None where nothing was marked yet.
        palette: what the four colours of a board are drawn in.
        is_over: whether nobody may move any more, by the game's rules or because somebody gave up.
        is_past: whether the game is looked back at, so that there is nothing to do in it.
        lasted_s: how long the game has lasted; 0 where that is not known.
        records: the player's own statistics in this game; None where they are not known.
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
    is_over: bool = False
    is_past: bool = False
    lasted_s: float = 0.0
    records: Stats | None = None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A game's own way of talking with whoever types, which stands to the letter.

    There nobody guesses at what a mistyped word was to be, and the end is told by `sentences` alone.

    Attributes:
        words: the game's own words, in lower case, for commands of the common language.
        menu: what can be typed, and what it does.
        next_game: what plain mode says when another game begins, before it reads the position and the menu. Who plays
            alone and has won is dealt that game at once.
        farewell: what plain mode says when one leaves.
    """

    words: Mapping[str, str]
    menu: tuple[tuple[str, str], ...]
    next_game: str
    farewell: str


@dataclass(frozen=True, slots=True)
class GameClient:
    """A game as the client knows it.

    Attributes:
        name: the game's name on the wire.
        View: the type of its views.
        Options: the type of its options; the defaults are its fields' own.
        choices: the options a person is asked for.
        keys: the keys it adds while it is played.
        legal: the moves a view's seat may make, as canonical texts.
        parse: the canonical text of what a person typed, given the view and the mark, which "pick" and moves without
            an address are about; None in plain mode, where nothing is marked. Raises NotYourTurn where others are on
            turn, IllegalMove where that is a move which cannot be made now, and another ValueError where it is none,
            with a sentence that says why.
        sentences: what happened between two views of one game, a sentence an event.
        newest: the newest events in sentences, for the row above the keys: what a person who just looked up must read.
        say: the position in sentences.
        status: the position in a few characters.
        describe: the table's options in a few words.
        draw: the table, exactly as large as the scene asks for.
        forced: the move that takes no thought, which a program may make; no function where all take thought.
        moment: whether something stirring happened between two views: a bell rings, and playing on by itself stops.
        aim: the new mark, from a view, the mark before (None at first) and words such as "up". A mark is kept until
            another room comes on screen, so one that should not outlive a decision says which it was made for. Raises
            ValueError with a sentence where the words mark nothing now.
        first_mark: the mark that stands on a screen before the player sets one; None where none does.
        kept: what of a mark still stands once a view has come, with no move on its way.
        hinted: the mark, given the one before, that stands for a move which a hint names, so that "pick" makes it.
        keys_for: the keys that make such a move, as they are shown.
        aloud: a sentence of the game's, such as the reason for a hint, as it is read aloud.
        show: what plain mode reads aloud for `show` and words, which may be empty. Raises ValueError with a sentence.
        shows: what may follow `show`, and what it then reads, for the help; None where it reads nothing.
        typed: what may be typed for its moves, and what that does, for the help of plain mode; nothing where the keys
            tell that.
        takes_back: whether, by the view, the seat's last move may be taken back.
        lasting: why, where it may not be, in a sentence.
        is_solitaire: whether it is played alone, unless others are asked for.
        computers_begin: whether seat 0 is better left to a computer, where one plays along.
        dialogue: how the game talks with whoever types; None where it talks as every game does.
        fresh: a table's options without what was meant for one game alone, as the number of a deal is.
        same: a table's options with what makes a game begin as that of a view did; None where games cannot begin alike.
        ahead: a view as it will be once a move of its seat's that is on its way is made, as far as that can be told:
            what is marked meanwhile is marked there.
        own_pane: the pane in which the player acts, which comes on screen as soon as they do; None where they act in
            whichever is there.
        is_rated: whether games of two may be rated, so that something is to be asked when one is over.
        deal: what names the deal of a view, in the words of the game's Feats; None where its deals have no names. For
            a game that has it, the scene has records.
        leaves_side: whether a screen of 80 columns or more has room beside the board, where what is asked can open.
    """

    name: str
    View: type[Any]
    Options: type[Any]
    choices: tuple[Choice, ...]
    keys: tuple[Key, ...]
    legal: Callable[[Any], tuple[str, ...]]
    parse: Callable[[str, Any, Any], str]
    sentences: Callable[[Any, Any, Names, Seat | None], tuple[str, ...]]
    newest: Callable[[Any, Any, Names, Seat | None], tuple[str, ...]]
    say: Callable[[Any, Names, Seat | None], tuple[str, ...]]
    status: Callable[[Any, Seat | None], str]
    describe: Callable[[Any], str]
    draw: Callable[[Scene], Drawing]
    forced: Callable[[Any], str | None] | None
    moment: Callable[[Any, Any], bool]
    aim: Callable[[Any, Any, str], Any] = no_aim
    first_mark: Callable[[Any], Any] = no_mark
    kept: Callable[[Any, Any], Any] = all_kept
    hinted: Callable[[Any, Any, str], Any] = unhinted
    keys_for: Callable[[Any, str], str] = no_keys
    aloud: Callable[[str], str] = str
    show: Callable[[Any, Names, Seat | None, str], tuple[str, ...]] = no_show
    shows: tuple[str, str] | None = None
    typed: tuple[tuple[str, str], ...] = ()
    takes_back: Callable[[Any], bool] = never
    lasting: Callable[[Any], str | None] = unmoved
    is_solitaire: bool = False
    computers_begin: bool = False
    dialogue: Dialogue | None = None
    fresh: Callable[[Any], Any] = unchanged
    same: Callable[[Any, Any], Any] | None = None
    ahead: Callable[[Any, str], Any] = unforeseen
    own_pane: int | None = None
    deal: Callable[[Any], str] | None = None
    is_rated: bool = False
    leaves_side: bool = True


@cache
def find(name: str) -> GameClient:
    """The game of that name, from its file here or, where it has none, generically from its views."""
    if name.isidentifier() and find_spec(f"client.games.{name}"):
        client: GameClient = import_module(f"client.games.{name}").CLIENT
        return client
    return import_module("client.games.generic").client(name)  # type: ignore[no-any-return]  # imported when needed
