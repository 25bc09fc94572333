"""How the commands are read that concern the screen and what stands on it."""

from __future__ import annotations

from collections.abc import Callable

from client import orders
from client.palette import PALETTES
from client.verbs.given import Given, Words
from protocol import messages as m

ON_OFF = {"on": True, "off": False}


def read_name(given: Given) -> orders.Order:
    if len(given.words) != 1:
        raise ValueError(f"You go by {given.store.name}; a name is one word, as in 'name ana'.")
    return m.Rename(name=given.words[0])


def switch(what: orders.Switched) -> Callable[[Given], orders.Order]:
    def read_switch(given: Given) -> orders.Order:
        if len(given.words) > 1 or (given.words and given.words[0] not in ON_OFF):
            raise ValueError(f"{what} takes on or off.")
        return orders.Switch(what, ON_OFF[given.words[0]] if given.words else None)

    return read_switch


def read_palette(given: Given) -> orders.Order:
    named = next((palette for palette in PALETTES if given.words == (palette,)), None)
    if given.words and named is None:
        raise ValueError(f"palette takes {', '.join(PALETTES[:-1])} or {PALETTES[-1]}.")
    return orders.Paint(named)


def read_theme(given: Given) -> orders.Order:
    return orders.Wear(" ".join(given.words).lower())


def read_filter(given: Given) -> orders.Order:
    return orders.Filter(" ".join(given.words))


def read_type(given: Given) -> orders.Order:
    prompts: dict[str, orders.Prompt] = {"command": "command", "join": "join", "filter": "filter", "say": "say"}
    match given.words:
        case ("command", *begun):
            return orders.Ask("command", " ".join((*begun, "")))
        case (prompt,) if prompt in prompts:
            return orders.Ask(prompts[prompt])
    raise ValueError(f"type takes what to type: {', '.join(prompts)}.")


def read_write(given: Given) -> orders.Order:
    digit = "".join(given.words)
    if digit and (len(digit) > 1 or not digit.isdecimal()):
        raise ValueError("write takes a digit, or nothing to take the last one away.")
    return orders.Write(digit)


def read_start(given: Given) -> orders.Order:
    return orders.Start(_number(given.words, "start takes the number of a line of Play now."))


def read_page(given: Given) -> orders.Order:
    match given.words:
        case ("up",):
            return orders.Step(pages=-1)
        case ("down",):
            return orders.Step(pages=1)
    raise ValueError("page takes up or down.")


def read_mark(given: Given) -> orders.Order:
    pane, row = (_number((word,), "mark takes the numbers of a pane and a row.") for word in (*given.words, "", "")[:2])
    return orders.Mark(pane, row)


def read_press(given: Given) -> orders.Order:
    return orders.Press(" ".join(given.words))


def always(order: orders.Order) -> Callable[[Given], orders.Order]:
    return lambda _: order


def _number(words: Words, otherwise: str) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise ValueError(otherwise)
    return int(words[0])
