"""How the commands are read that concern the screen and what stands on it."""

from __future__ import annotations

from collections.abc import Callable

from client.commands import actions
from client.commands.verbs.context import Given, Words
from client.drawing.palettes import PALETTES
from protocol import messages as m

ON_OFF = {"on": True, "off": False}


def read_name(given: Given) -> actions.Order:
    if len(given.words) != 1:
        raise ValueError(f"You go by {given.store.name}; a name is one word, as in 'name ana'.")
    return m.Rename(name=given.words[0])


def switch(what: actions.Switched) -> Callable[[Given], actions.Order]:
    def read_switch(given: Given) -> actions.Order:
        if len(given.words) > 1 or (given.words and given.words[0] not in ON_OFF):
            raise ValueError(f"{what} takes on or off.")
        return actions.Switch(what, ON_OFF[given.words[0]] if given.words else None)

    return read_switch


def read_palette(given: Given) -> actions.Order:
    named = next((palette for palette in PALETTES if given.words == (palette,)), None)
    if given.words and named is None:
        raise ValueError(f"palette takes {', '.join(PALETTES[:-1])} or {PALETTES[-1]}.")
    return actions.Paint(named)


def read_theme(given: Given) -> actions.Order:
    return actions.Wear(" ".join(given.words).lower())


def read_filter(given: Given) -> actions.Order:
    return actions.Filter(" ".join(given.words))


def read_type(given: Given) -> actions.Order:
    prompts: dict[str, actions.Prompt] = {"command": "command", "join": "join", "filter": "filter", "say": "say"}
    match given.words:
        case ("command", *begun):
            return actions.Ask("command", " ".join((*begun, "")))
        case (prompt,) if prompt in prompts:
            return actions.Ask(prompts[prompt])
    raise ValueError(f"type takes what to type: {', '.join(prompts)}.")


def read_write(given: Given) -> actions.Order:
    digit = "".join(given.words)
    if digit and (len(digit) > 1 or not digit.isdecimal()):
        raise ValueError("write takes a digit, or nothing to take the last one away.")
    return actions.Write(digit)


def read_start(given: Given) -> actions.Order:
    return actions.Start(_number(given.words, "start takes the number of a line of Play now."))


def read_page(given: Given) -> actions.Order:
    match given.words:
        case ("up",):
            return actions.Step(pages=-1)
        case ("down",):
            return actions.Step(pages=1)
    raise ValueError("page takes up or down.")


def read_mark(given: Given) -> actions.Order:
    pane, row = (_number((word,), "mark takes the numbers of a pane and a row.") for word in (*given.words, "", "")[:2])
    return actions.Mark(pane, row)


def read_press(given: Given) -> actions.Order:
    return actions.Press(" ".join(given.words))


def always(order: actions.Order) -> Callable[[Given], actions.Order]:
    return lambda _: order


def _number(words: Words, otherwise: str) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise ValueError(otherwise)
    return int(words[0])
