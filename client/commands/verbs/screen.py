"""How the commands are read that concern the screen and what stands on it."""

from __future__ import annotations

from collections.abc import Callable

from client.commands import actions
from client.commands.verbs.context import VerbArguments, Words
from client.drawing.palettes import PALETTES
from protocol import messages as m

ON_OFF = {"on": True, "off": False}


def read_name(given: VerbArguments) -> actions.Action:
    if len(given.words) != 1:
        raise ValueError(f"You go by {given.store.name}; a name is one word, as in 'name ana'.")
    return m.Rename(name=given.words[0])


def switch(what: actions.Switched) -> Callable[[VerbArguments], actions.Action]:
    def read_switch(given: VerbArguments) -> actions.Action:
        if len(given.words) > 1 or (given.words and given.words[0] not in ON_OFF):
            raise ValueError(f"{what} takes on or off.")
        return actions.Toggle(what, ON_OFF[given.words[0]] if given.words else None)

    return read_switch


def read_palette(given: VerbArguments) -> actions.Action:
    named = next((palette for palette in PALETTES if given.words == (palette,)), None)
    if given.words and named is None:
        raise ValueError(f"palette takes {', '.join(PALETTES[:-1])} or {PALETTES[-1]}.")
    return actions.SetPalette(named)


def read_theme(given: VerbArguments) -> actions.Action:
    return actions.SetTheme(" ".join(given.words).lower())


def read_filter(given: VerbArguments) -> actions.Action:
    return actions.Filter(" ".join(given.words))


def read_type(given: VerbArguments) -> actions.Action:
    prompts: dict[str, actions.Prompt] = {"command": "command", "join": "join", "filter": "filter", "say": "say"}
    match given.words:
        case ("command", *begun):
            return actions.AskText("command", " ".join((*begun, "")))
        case (prompt,) if prompt in prompts:
            return actions.AskText(prompts[prompt])
    raise ValueError(f"type takes what to type: {', '.join(prompts)}.")


def read_write(given: VerbArguments) -> actions.Action:
    digit = "".join(given.words)
    if digit and (len(digit) > 1 or not digit.isdecimal()):
        raise ValueError("write takes a digit, or nothing to take the last one away.")
    return actions.TypeDigit(digit)


def read_start(given: VerbArguments) -> actions.Action:
    return actions.PlayNow(_number(given.words, "start takes the number of a line of Play now."))


def read_page(given: VerbArguments) -> actions.Action:
    match given.words:
        case ("up",):
            return actions.MoveSelection(pages=-1)
        case ("down",):
            return actions.MoveSelection(pages=1)
    raise ValueError("page takes up or down.")


def read_mark(given: VerbArguments) -> actions.Action:
    pane, row = (_number((word,), "mark takes the numbers of a pane and a row.") for word in (*given.words, "", "")[:2])
    return actions.SelectRow(pane, row)


def read_press(given: VerbArguments) -> actions.Action:
    return actions.PressKey(" ".join(given.words))


def always(order: actions.Action) -> Callable[[VerbArguments], actions.Action]:
    return lambda _: order


def _number(words: Words, otherwise: str) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise ValueError(otherwise)
    return int(words[0])
