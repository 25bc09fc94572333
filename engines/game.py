"""The types that every game is described with.

A game is one `Game`: a value made of pure functions over three types of its own, a State (the whole truth, which never
leaves the server), a View (what one seat may know of it) and a Move (what a seat does). Nothing here is subclassed and
nothing registers itself; `engines.catalog` finds a game by its folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import partial
from types import ModuleType
from typing import Any, Generic, TypeVar

from engines.chance import Chance

Seat = int
"""A place at the table, counted from 0."""

S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")


class IllegalMoveError(ValueError):
    """The move breaks a rule; the message is a sentence for the player who tried it."""


class UnreadableMoveError(ValueError):
    """The text is not a move of this game at all; the message is a sentence for the person who wrote it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: one score a seat (none when a seat gave up), the seats that won (all in a tie), the reason."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat did in a game that is over, for its player's statistics.

    Attributes:
        deal: a text that names what was dealt: results of the same deal can be compared.
        moves: how many moves the seat made, as the rules count them.
        won: whether the seat did what the game is about; a game alone is won by this.
        line: all its moves as one compact text, from which the game can be played again.
    """

    deal: str
    moves: int
    won: bool
    line: str


@dataclass(frozen=True, slots=True)
class Hint:
    """What a person might do: a move's canonical text, or None where nothing can be done; a sentence says why.

    The memory is for `Help.recall`, with the next question at the table; nobody is shown it.
    """

    move: str | None
    reason: str
    memory: str = ""


def say_nothing(view: Any) -> str:  # noqa: ANN401, ARG001 - every game's `progress` is given a view
    """The default of `Rules.progress`: a game that does not say how far it is."""
    return ""


def unlimited(options: Any) -> None:  # noqa: ANN401 - every game's limits are asked of its options
    """The default of `Timing.move_s`: a move may take as long as it likes."""


@dataclass(frozen=True, slots=True)
class Rules(Generic[S, V, M]):
    """What may be done in a game, what follows from it, and who may see it.

    `Options` and `View` are frozen dataclasses of plain values, so that they survive the wire by their types alone;
    `Options` refuses what it cannot play with a ValueError whose message is a sentence. Moves have one canonical text
    each, and travel, are stored and are typed as that text.

    Attributes:
        setup: (options, number of seats, chance) to the first State.
        turn: the seats that may move now, several at once where the rules allow it; () when the game is over.
        apply: the State after a seat's move. Raises IllegalMoveError; the argument is untouched.
        view: what a seat may know, or for None what a spectator may.
        final: the same of a game that was given up; often more, as at any end.
        outcome: the end, or None while the game goes on.
        legal: every move the view's seat may make now, from the View alone.
        redeal: some whole truth that would look exactly like this view.
        text: a move's canonical text.
        read: the move of a canonical text. Raises UnreadableMoveError; whether it is legal is not asked.
        progress: how far a game is that goes on, in a few characters, from a spectator's view.
    """

    Options: type[Any]
    View: type[V]
    setup: Callable[[Any, int, Chance], S]
    turn: Callable[[S], tuple[Seat, ...]]
    apply: Callable[[S, Seat, M, Chance], S]
    view: Callable[[S, Seat | None], V]
    final: Callable[[S, Seat | None], V]
    outcome: Callable[[S], Outcome | None]
    legal: Callable[[V], Iterable[M]]
    redeal: Callable[[V, Chance], S]
    text: Callable[[M], str]
    read: Callable[[str], M]
    progress: Callable[[V], str] = say_nothing

    @classmethod
    def of(cls, *modules: ModuleType) -> Rules[Any, Any, Any]:
        """Take each function and class from the module that defines its name, and `view` for a missing `final`.

        Raises TypeError where a name is missing, or defined by several of the modules.
        """
        found: dict[str, Any] = {}
        for module in modules:
            defined = _defined(module)
            if twice := found.keys() & defined:
                raise TypeError(f"{module.__name__} defines {', '.join(sorted(twice))} once more")
            found |= defined
        return cls(**{**({"final": found["view"]} if "view" in found else {}), **found})


def _defined(module: ModuleType) -> dict[str, Any]:
    """The functions and classes of a module, not those that it imports, that are fields of Rules."""
    names = {each.name for each in fields(Rules)}
    return {
        name: value
        for name, value in vars(module).items()
        if name in names and getattr(value, "__module__", "") == module.__name__
    }


@dataclass(frozen=True, slots=True)
class BotLevel(Generic[V, M]):
    """A computer player, which is a level that people choose.

    Attributes:
        name: the level, by which it is asked for.
        about: a sentence about it, by which people choose.
        choose: its move. A pure function of its View and its Chance; one that answers None gives the game up.
        pace_s: seconds in which people see it make a move; None for as long as in any game.
        rating: what it is rated at, by docs/strength.md; None where games against it are not rated.
    """

    name: str
    about: str
    choose: Callable[[V, Chance], M | None]
    pace_s: float | None = None
    rating: float | None = None


NUMBER = re.compile("0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class NumberedBot(Generic[V, M]):
    """A computer player that takes a number: its levels are its name, a hyphen and each of the numbers.

    Attributes:
        choose: its move, as a BotLevel's, with the number first.
        about, pace_s: as a BotLevel's.
    """

    name: str
    numbers: range
    about: str
    choose: Callable[[int, V, Chance], M | None]
    pace_s: float | None = None

    def find(self, level: str) -> BotLevel[V, M] | None:
        """The computer player of a level; None where that is none of these."""
        name, _, number = level.rpartition("-")
        if name != self.name or not NUMBER.fullmatch(number) or int(number) not in self.numbers:
            return None
        return BotLevel(level, self.about, partial(self.choose, int(number)), self.pace_s)


@dataclass(frozen=True, slots=True)
class Bots(Generic[V, M]):
    """The computer players of a game.

    Attributes:
        levels: those that are listed, weakest first.
        numbered: those that take a number. A level of theirs that is listed as well is the listed one.
        begin: whether computers sit before people at a table's first game.
    """

    levels: tuple[BotLevel[V, M], ...]
    numbered: tuple[NumberedBot[V, M], ...] = ()
    begin: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The listed levels, weakest first."""
        return tuple([bot.name for bot in self.levels])

    def find(self, level: str) -> BotLevel[V, M] | None:
        """The computer player of a level; None where there is no such level."""
        listed = [bot for bot in self.levels if bot.name == level]
        return next(iter(listed or filter(None, (each.find(level) for each in self.numbered))), None)

    def __getitem__(self, level: str) -> BotLevel[V, M]:
        """The computer player of a level. Raises KeyError where there is no such level."""
        if (bot := self.find(level)) is None:
            raise KeyError(level)
        return bot

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be chosen, in words: the listed levels, and the first and last of those that take a number."""
        return (*self.names, *[f"{each.name}-{each.numbers[0]} to {each.numbers[-1]}" for each in self.numbered])

    def rating_of(self, level: str) -> float | None:
        """What a level is rated at; None where its strength was not measured."""
        return next((bot.rating for bot in self.levels if bot.name == level), None)

    def group_of(self, level: str) -> str:
        """The name under which a level is counted: its own if it is listed, and one for all that differ by a number."""
        return level if level in self.names else f"{level.rpartition('-')[0]}-N"

    def fall_back(self, level: str) -> tuple[str, ...]:
        """A level and those that can move for it where it fails: all below it, strongest first; else the weakest."""
        names = self.names
        return names[names.index(level) :: -1] if level in names else (level, *names[:1])


@dataclass(frozen=True, slots=True)
class GameTime(Generic[S]):
    """How long a whole game may last.

    Attributes:
        limit_s: seconds under these options, or None for no limit.
        finish: the State, over, once that time has passed.
    """

    limit_s: Callable[[Any], float | None]
    finish: Callable[[S], S]


@dataclass(frozen=True, slots=True)
class Timing(Generic[S, V, M]):
    """How long moves and games may last.

    Attributes:
        default: what a seat does whose time for a move is up, or whose computer player fails.
        move_s: seconds a move may take under these options, or None for no limit.
        game: the limit of a whole game; None where every game may last for ever.
        allows_clock: whether a table may limit players' time; not where no move can be made for a player.
    """

    default: Callable[[V], M]
    move_s: Callable[[Any], float | None] = unlimited
    game: GameTime[S] | None = None
    allows_clock: bool = True

    def game_s(self, options: Any) -> float | None:  # noqa: ANN401 - the game's own Options
        """Seconds a whole game may last under these options, or None for no limit."""
        return None if self.game is None else self.game.limit_s(options)


@dataclass(frozen=True, slots=True)
class Takeback(Generic[S, V]):
    """How moves are taken back. Whether the others agree is the room's business.

    Attributes:
        before: the State before a seat's last move. Raises IllegalMoveError where that cannot be taken back.
        is_possible: whether the view's seat can take its last move back.
        through: the same where others have moved since, whose moves are taken back as well; None where their moves
            stand. Wherever a move can be taken back without this, it gives the same State.
    """

    before: Callable[[S, Seat], S]
    is_possible: Callable[[V], bool]
    through: Takeback[S, V] | None = None


@dataclass(frozen=True, slots=True)
class Help(Generic[V]):
    """What a game tells people who ask.

    Attributes:
        hint: what the view's seat, which is on turn, might do, and why; None where there is nothing to choose.
        prospect: whether the view's seat can still win, in a sentence without a move; None where the game cannot say.
        recall: the help that knows what an earlier answer at the table found, by that answer's memory; None for a game
            that searches for nothing worth remembering.
    """

    hint: Callable[[V, Chance], Hint] | None = None
    prospect: Callable[[V, Chance], Hint] | None = None
    recall: Callable[[str], Help[V]] | None = None

    def remembering(self, memory: str) -> Help[V]:
        """The help with an earlier answer's memory; "" for none."""
        return self.recall(memory) if self.recall and memory else self


@dataclass(frozen=True, slots=True)
class Game(Generic[S, V, M]):
    """One game, and all that the rest of the program knows of it.

    Attributes:
        name: the folder's name, which is the game's name on the wire.
        title: the name people read.
        version: grows whenever an old journal would replay differently.
        seats: how many may play.
        bots: the computer players.
        takeback: how moves are taken back; None where every move stands.
        undo_moves: the canonical texts of moves that only undo or redo what the same seat did before.
        resign: the State once a seat has given up, where the others then play on; None where that ends the game.
        help: what people are told who ask.
        result: a seat's result in a game that is over, given up or not; None where the Outcome says it all.
        is_rated: whether a better player wins more often, so that a rating means something.
        is_open: whether nothing is hidden while a game goes on, so that views of one State differ by `seat` alone.
        earlier: for each earlier version that stored games may be of, how its games began; all else was the same.
    """

    name: str
    title: str
    version: int
    seats: range
    rules: Rules[S, V, M]
    bots: Bots[V, M]
    timing: Timing[S, V, M]
    takeback: Takeback[S, V] | None = None
    undo_moves: frozenset[str] = frozenset()
    resign: Callable[[S, Seat], S] | None = None
    help: Help[V] = Help()
    result: Callable[[S, Seat], SeatResult] | None = None
    is_rated: bool = False
    is_open: bool = False
    earlier: tuple[tuple[int, Callable[[Any, int, Chance], S]], ...] = ()

    def at_version(self, version: int) -> Game[S, V, M] | None:
        """The game as it was at a version, so that its stored games replay; None if that is not known here."""
        if version == self.version:
            return self
        setup = dict(self.earlier).get(version)
        return setup and replace(self, version=version, rules=replace(self.rules, setup=setup), earlier=())
