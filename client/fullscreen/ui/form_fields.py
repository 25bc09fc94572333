"""The lines of the form for a new table: the title of each, and the values to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from client.commands.levels import describe_levels, is_level, middle_name, names_of
from client.commands.new_table import options_of
from client.commands.seats import SOLO, is_solitaire
from client.games.spec import Choice
from client.state.habits import Habits
from client.state.phrases.strength import with_strength
from client.state.reading import game_of, known_game
from protocol import messages as m

LISTED = {"listed": "public", "private": "by code only"}
WATCHED = {"": "anyone", "watch=invited": "by code only", "watch=nobody": "nobody"}
HELP = {"": "on request", "serious": "none (serious)"}
TIMES = {
    "": "no limit",
    "clock=1+0": "1 minute",
    "clock=3+2": "3 minutes + 2 s",
    "clock=5+3": "5 minutes + 3 s",
    "clock=10+5": "10 minutes + 5 s",
    "clock=30+10": "30 minutes + 10 s",
    "move-time=15": "15 s a move",
    "move-time=60": "60 s a move",
}
HINTS = {
    **dict.fromkeys(
        [word for word in TIMES if word.startswith("clock")],
        "Each player's time for the whole game, and what every move adds; whoever runs out of time loses.",
    ),
    **dict.fromkeys(
        [word for word in TIMES if word.startswith("move")], "A move is made for you if you take too long."
    ),
    "open": "The game starts when somebody joins.",
    SOLO: "You play alone.",
    "listed": "The lobby lists the table, so anybody can find it.",
    "private": "The lobby doesn't list the table; others need its code.",
    "watch=invited": "The lobby doesn't list the game; the code lets others watch.",
    "watch=nobody": "Only the players see the game.",
    "serious": "No hints and no pauses at this table, whoever plays.",
    "first": "You make the first move.",
    "last": "You don't make the first move.",
}
"""Sentences about some words while they are chosen; those about levels come from the game."""
ANY_GAME, ANY_BEGIN, ANY_WATCH = (
    "Which game to play; its options follow.",
    "If a computer plays, it moves first; otherwise you do.",
    "Anybody on this server can watch, and finds the game in the lobby.",
)
ANY_TIME, ANY_HELP, NOBODY_ELSE = (
    "Players can take as long as they like.",
    "You can ask for hints, unless you play against other people.",
    "Nobody else plays.",
)
"""Sentences about lines while their usual value is chosen."""
BEGINS = {"": "a computer, or you", "first": "you", "last": "not you"}
AGAINST, AND = "Against", "And"
"""The titles of the lines for opponents: for the second seat, and for every further one."""


class TypedNumber(NamedTuple):
    """What a number becomes that is typed into a line: the word with `{}` in it, what is shown for it, and a hint."""

    word: str
    label: str = "{}"
    hint: str = ""


@dataclass(frozen=True, slots=True)
class FormField:
    """A line of the form: its title, and the words it may put into the command, each with the text people read.

    Attributes:
        at: the index of the chosen word.
        typed: what a typed number means; None if none may be typed.
        number: the number that was typed, which replaces the word.
        about: what the line decides, in a sentence.
        hints: sentences about words, for those that have one.
    """

    title: str
    values: Mapping[str, str]
    at: int = 0
    typed: TypedNumber | None = None
    number: str = ""
    about: str = ""
    hints: Mapping[str, str] = field(default_factory=dict)

    @property
    def word(self) -> str:
        return self.typed.word.format(self.number) if self.typed and self.number else tuple(self.values)[self.at]

    @property
    def label(self) -> str:
        if self.typed and self.number:
            return self.typed.label.format(self.number)
        return tuple(self.values.values())[self.at]

    @property
    def hint(self) -> str:
        """What the chosen value does, or else what the line decides, in a sentence."""
        of_value = self.typed.hint if self.typed and self.number else self.hints.get(self.word, "")
        return of_value or self.about


def fields_of(games: tuple[m.GameInfo, ...], at: int, habits: Habits) -> tuple[FormField, ...]:
    """The lines for a game, with the options used last."""
    info = games[at]
    return (
        FormField("Game", {game.name: game.title for game in games}, at, about=ANY_GAME),
        *_choices(info, habits),
        *_opponents(info, ()),
        *([FormField("First move", BEGINS, about=ANY_BEGIN, hints=HINTS)] if info.computers_begin else ()),
        FormField("Listed", LISTED, hints=HINTS),
        FormField("Spectators", WATCHED, about=ANY_WATCH, hints=HINTS),
        *([] if is_solitaire(info.name) else [FormField("Time", TIMES, about=ANY_TIME, hints=HINTS)]),
        *([FormField("Hints", HELP, about=ANY_HELP, hints=HINTS)] if info.consults else ()),
    )


def fit_seats(fields: tuple[FormField, ...], info: m.GameInfo) -> tuple[FormField, ...]:
    """The lines with as many opponents as the chosen words need."""
    at = [place for place, line in enumerate(fields) if line.title in (AGAINST, AND)]
    if not at:
        return fields
    return (*fields[: at[0]], *_opponents(info, [fields[place] for place in at]), *fields[at[-1] + 1 :])


def has_computers(fields: tuple[FormField, ...], info: m.GameInfo) -> bool:
    return any(line.title in (AGAINST, AND) and is_level(line.word, info) for line in fields)


def suiting_computers(fields: tuple[FormField, ...], name: str) -> tuple[FormField, ...]:
    """The lines with the usual options against computers, in those lines that were not changed."""
    wanted = {f"{choice.field}={choice.with_computers}" for choice in _game_choices(name)}
    return tuple(line if line.at or line.number else _with_first(line, wanted) for line in fields)


def _with_first(line: FormField, wanted: set[str]) -> FormField:
    """The line with the first value that contains a wanted word, if any does."""
    return next((replace(line, at=at) for at, words in enumerate(line.values) if wanted & set(words.split())), line)


def _opponents(info: m.GameInfo, chosen: Iterable[FormField]) -> Iterator[FormField]:
    """A line for every opponent as chosen before, and one more as long as somebody else may sit down."""
    before = iter(chosen)
    levels = (*names_of(info), *map(middle_name, info.numbered))
    somebody = {"open": "anyone who joins", **{level: with_strength(info.name, level) for level in levels}}
    typing = {middle_name(each): f" Or type a number between {each.least} and {each.most}." for each in info.numbered}
    described = zip(levels, describe_levels(info), strict=True)
    hints = {**HINTS, **{level: f"{about}{typing.get(level, '')}" for level, (_, about) in described}}
    names = ((f"{level.name}-{{}}", level.about) for level in info.numbered)
    typed = next((TypedNumber(name, name, about) for name, about in names), None)
    for seat in range(1, info.max_seats):
        optional = {**somebody, SOLO: "nobody, alone"} if seat == 1 else {"": "nobody else", **somebody}
        values = somebody if seat < info.min_seats else optional
        was = next(before, None)
        at, number = (was.at, was.number) if was else (0, "")
        line = FormField(AGAINST if seat == 1 else AND, values, at, typed, number, NOBODY_ELSE, hints)
        yield line
        if line.word in ("", SOLO):
            return


def _choices(info: m.GameInfo, habits: Habits) -> tuple[FormField, ...]:
    choices = _game_choices(info.name)
    if not choices:
        return ()
    options, about = options_of(game_of(info.name), habits), {each.name: each.about for each in info.options}
    return tuple(_line(choice, choices, options, about) for choice in choices if not choice.within)


def _game_choices(name: str) -> tuple[Choice, ...]:
    game = known_game(name)
    return game.setup.choices if game else ()


def _line(
    choice: Choice,
    choices: tuple[Choice, ...],
    options: Any,  # noqa: ANN401 - the game's own type
    about: Mapping[str, str],
) -> FormField:
    """The line of an option and of the choices within it: each value with the first value of all others.

    `about` has the server's sentence about each option.
    """
    sharing = (choice, *(other for other in choices if other.within == choice.field))
    usual = {each.field: next(iter(each.values)) for each in sharing}
    values = {
        _words({**usual, each.field: value}): label
        for each in sharing
        for value, label in each.values.items()
        if each is choice or value != usual[each.field]
    }
    now = _words({each.field: getattr(options, each.field) for each in sharing})
    at = tuple(values).index(now) if now in values else 0
    typed = TypedNumber(f"{choice.field}={{}}") if choice.takes_numbers else None
    return FormField(choice.title, values, at, typed, about=about.get(choice.field, ""))


def _words(chosen: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in chosen.items())
