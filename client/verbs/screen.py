"""How the commands are read that concern the screen and what stands on it."""

from __future__ import annotations

from collections.abc import Callable

from client import orders as o
from client.palette import PALETTES
from client.verbs.given import Given, Words
from protocol import messages as m

ON_OFF = {"on": True, "off": False}


def read_name(given: Given) -> o.Order:
    if len(given.words) != 1:
        raise ValueError(f"You go by {given.store.name}; a name is one word, as in 'name ana'.")
    return m.Rename(name=given.words[0])


def switch(what: o.Switched) -> Callable[[Given], o.Order]:
    def read_switch(given: Given) -> o.Order:
        if len(given.words) > 1 or (given.words and given.words[0] not in ON_OFF):
            raise ValueError(f"{what} takes on or off.")
        return o.Switch(what, ON_OFF[given.words[0]] if given.words else None)

    return read_switch


def read_palette(given: Given) -> o.Order:
    named = next((palette for palette in PALETTES if given.words == (palette,)), None)
    if given.words and named is None:
        raise ValueError(f"palette takes {', '.join(PALETTES[:-1])} or {PALETTES[-1]}.")
    return o.Paint(named)


def read_theme(given: Given) -> o.Order:
    return o.Wear(" ".join(given.words).lower())


def read_filter(given: Given) -> o.Order:
    return o.Filter(" ".join(given.words))


def read_type(given: Given) -> o.Order:
    prompts: dict[str, o.Prompt] = {"command": "command", "join": "join", "filter": "filter", "say": "say"}
    match given.words:
        case ("command", *begun):
            return o.Ask("command", " ".join((*begun, "")))
        case (prompt,) if prompt in prompts:
            return o.Ask(prompts[prompt])
    raise ValueError(f"type takes what to type: {', '.join(prompts)}.")


def read_write(given: Given) -> o.Order:
    digit = "".join(given.words)
    if digit and (len(digit) > 1 or not digit.isdecimal()):
        raise ValueError("write takes a digit, or nothing to take the last one away.")
    return o.Write(digit)


def read_start(given: Given) -> o.Order:
    return o.Start(_number(given.words, "start takes the number of a line of Play now."))


def read_page(given: Given) -> o.Order:
    match given.words:
        case ("up",):
            return o.Step(pages=-1)
        case ("down",):
            return o.Step(pages=1)
    raise ValueError("page takes up or down.")


def read_mark(given: Given) -> o.Order:
    pane, row = (_number((word,), "mark takes the numbers of a pane and a row.") for word in (*given.words, "", "")[:2])
    return o.Mark(pane, row)


def read_press(given: Given) -> o.Order:
    return o.Press(" ".join(given.words))


def always(order: o.Order) -> Callable[[Given], o.Order]:
    return lambda _: order


def _number(words: Words, otherwise: str) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise ValueError(otherwise)
    return int(words[0])
