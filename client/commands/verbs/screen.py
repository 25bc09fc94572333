"""Readers of the commands about the screen, its settings and its selection."""

from __future__ import annotations

from collections.abc import Callable

from client.commands import actions
from client.commands.verbs.context import VerbArguments, Words
from client.drawing.grammar import read_number
from client.drawing.palettes import PALETTES
from client.state.moves import table_here
from client.state.store import Store
from protocol import messages as m

NO_OTHER_WINDOW = "You have no other window open."


def read_name(arguments: VerbArguments) -> actions.Action:
    if len(arguments.words) != 1:
        raise ValueError(f"You are {arguments.store.name}. A name is one word, such as 'name ana'.")
    return m.Rename(name=arguments.words[0])


def read_switch(arguments: VerbArguments, *, what: actions.Switched) -> actions.Action:
    match arguments.words:
        case ():
            return actions.Toggle(what, on=None)
        case ("on" | "off" as turned,):
            return actions.Toggle(what, on=turned == "on")
    raise ValueError(f"Type '{what} on' or '{what} off'.")


def read_menu(arguments: VerbArguments) -> actions.Action:
    table_here(arguments.store)
    return actions.OpenPanel("menu")


def read_palette(arguments: VerbArguments) -> actions.Action:
    named = next((palette for palette in PALETTES if arguments.words == (palette,)), None)
    if arguments.words and named is None:
        raise ValueError(f"Palettes: {', '.join(PALETTES)}.")
    return actions.SetPalette(named)


def read_theme(arguments: VerbArguments) -> actions.Action:
    return actions.SetTheme(" ".join(arguments.words).lower())


def read_filter(arguments: VerbArguments) -> actions.Action:
    return actions.Filter(" ".join(arguments.words))


def read_type(arguments: VerbArguments) -> actions.Action:
    prompts: dict[str, actions.Prompt] = {"command": "command", "join": "join", "filter": "filter", "say": "say"}
    match arguments.words:
        case ("command", "challenge") if _is_alone(arguments.store):
            raise ValueError("Nobody else is online to challenge.")
        case ("command", *start):
            return actions.AskText("command", " ".join((*start, "")))
        case (prompt,) if prompt in prompts:
            return actions.AskText(prompts[prompt])
    raise ValueError(f"'type' takes one of: {', '.join(prompts)}.")


def _is_alone(store: Store) -> bool:
    """Whether the lobby is known to have nobody else in it."""
    return store.lobby is not None and not set(store.lobby.people) - {store.name}


def read_write(arguments: VerbArguments) -> actions.Action:
    digit = "".join(arguments.words)
    if digit and (len(digit) > 1 or not digit.isdecimal()):
        raise ValueError("'write' takes a digit, or nothing to erase the last one.")
    return actions.TypeDigit(digit)


def read_start(arguments: VerbArguments) -> actions.Action:
    return actions.PlayNow(_number(arguments.words, "'start' takes the number of a line of Play now."))


def read_page(arguments: VerbArguments) -> actions.Action:
    match arguments.words:
        case ("up",):
            return actions.MoveSelection(pages=-1)
        case ("down",):
            return actions.MoveSelection(pages=1)
    raise ValueError("Type 'page up' or 'page down'.")


def read_mark(arguments: VerbArguments) -> actions.Action:
    pane, row = (
        _number((word,), "'mark' takes the numbers of a pane and a row.") for word in (*arguments.words, "", "")[:2]
    )
    return actions.SelectRow(pane, row)


def read_press(arguments: VerbArguments) -> actions.Action:
    return actions.PressKey(" ".join(arguments.words))


def read_here(arguments: VerbArguments) -> actions.Action:
    if not arguments.store.link.is_in_other_window:
        raise ValueError(NO_OTHER_WINDOW)
    return actions.PlayHere()


def read_guest(arguments: VerbArguments) -> actions.Action:
    if not arguments.store.link.is_in_other_window:
        raise ValueError(NO_OTHER_WINDOW)
    return actions.PlayHere(as_guest=True)


def always(action: actions.Action) -> Callable[[VerbArguments], actions.Action]:
    return lambda _: action


def _number(words: Words, refusal: str) -> int:
    number = read_number(words[0]) if len(words) == 1 else None
    if number is None:
        raise ValueError(refusal)
    return number
