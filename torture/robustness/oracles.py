"""A second statement of what is legal, written from the rules alone, over the whole truth, without the engines.

An oracle answers for one seat and one text. It knows nothing of Views, which the engines' own `legal` goes by, and
shares no function with them: what both get wrong must have been misunderstood twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, product
from typing import Any

Oracle = Callable[[Any, int, str], bool]


def war(state: Any, seat: int, text: str) -> bool:
    """Flip, until a hand is empty after a round, once for each draw."""
    return text == "flip" and all(state.hands) and not state.flipped[seat]


def tower_blaster(state: Any, seat: int, text: str) -> bool:
    """Take, then place or reject; what is from the discard pile is placed. A tower in order ends the game."""
    stable = any(all(upper < lower for upper, lower in pairwise(tower)) for tower in state.towers)
    late = state.turn_limit and state.turns >= state.turn_limit
    if stable or late or seat != state.turns % 2:
        return False
    match text.split():
        case ["take", "discard" | "pile"]:
            return state.hand is None
        case ["place", slot]:
            return state.hand is not None and 1 <= int(slot) <= 10
        case ["reject"]:
            return state.hand is not None and state.source == "pile"
    return False


def blocky(state: Any, seat: int, text: str) -> bool:
    """One move for each seat in turn, on a block that is there and is such that the move can be made on it."""
    playing = [s for s in range(len(state.made)) if s not in state.gone]
    on_turn = min(playing, key=lambda s: (state.made[s], s))
    if all(state.made[s] >= state.moves for s in playing) or seat != on_turn:
        return False
    if text == "pass":
        return True
    verb, place = text.split()[0], text.split()[-1]
    path = [] if place == "board" else [int(digit) for digit in place.split(".")]
    block = state.board
    for part in path:
        if isinstance(block, int) or part > 3:
            return False
        block = block[part]
    divided = not isinstance(block, int)
    match verb:
        case "rotate" | "swap":
            return divided
        case "smash":
            return not divided and len(path) < state.depth
        case "paint":
            return not divided and len(path) == state.depth and block != state.colours[seat]
        case "combine":
            return divided and len(path) == state.depth - 1 and _most_frequent(block) is not None
    return False


def _most_frequent(colours: tuple[int, ...]) -> int | None:
    """The colour that more of the four have than any other, or None in a tie."""
    (first, most), *others = Counter(colours).most_common()
    return None if others and others[0][1] == most else first


def streets_and_alleys(state: Any, seat: int, text: str) -> bool:
    """One card at a time, downwards in the piles and upwards on the foundations, each seat on its own table."""
    tables = state.tables
    won = any(all(top is not None and _height(top) == 13 for top in table.layout.foundations) for table in tables)
    if won or state.time_is_up or seat in state.gone:
        return False
    table = tables[seat]
    piles, foundations = table.layout.piles, table.layout.foundations
    match text.split():
        case ["U"]:
            return bool(table.line)
        case ["Y"]:
            return bool(table.undone)
        case ["again"]:
            return bool(table.line or table.undone)
        case ["MTT", source, target]:
            return source != target and _fits(_end(piles, source), piles, target)
        case ["MFT", source, target]:
            return _fits(_top(foundations, source), piles, target)
        case ["MTF", source, target]:
            return _rises(_end(piles, source), foundations, target)
    return False


def _height(card: Any) -> int:
    """1 for an ace to 13 for a king."""
    return 1 if card.value == 14 else int(card.value)


def _end(piles: Any, source: str) -> Any:
    """The playable card of a pile; None where there is none."""
    return piles[int(source)][-1] if int(source) < 8 and piles[int(source)] else None


def _top(foundations: Any, source: str) -> Any:
    return foundations[int(source)] if int(source) < 4 else None


def _fits(card: Any, piles: Any, target: str) -> bool:
    """Whether a card goes onto a pile: an empty one, or one that ends one rank higher."""
    if card is None or int(target) > 7:
        return False
    pile = piles[int(target)]
    return not pile or _height(pile[-1]) == _height(card) + 1


def _rises(card: Any, foundations: Any, target: str) -> bool:
    """Whether a card goes onto a foundation: an ace on an empty one, or the next of its suit."""
    if card is None or int(target) > 3:
        return False
    top = foundations[int(target)]
    if top is None:
        return _height(card) == 1
    return bool(top.suit == card.suit) and _height(card) == _height(top) + 1


ORACLES: Mapping[str, Oracle] = {
    "blocky": blocky,
    "streets_and_alleys": streets_and_alleys,
    "tower_blaster": tower_blaster,
    "war": war,
}


def blocky_texts(depth: int) -> Iterator[str]:
    """Every well-formed move on a board so deep, and on blocks one level too deep."""
    yield "pass"
    for level in range(depth + 2):
        for path in product("0123", repeat=level):
            place = ".".join(path) or "board"
            for verb in ("rotate clockwise", "rotate counter-clockwise", "swap horizontally", "swap vertically"):
                yield f"{verb} {place}"
            for verb in ("smash", "combine", "paint"):
                yield f"{verb} {place}"


def streets_texts() -> Iterator[str]:
    """Every well-formed move, also from and to places one too far."""
    yield from ("U", "Y", "again")
    for source, target in product(range(9), range(9)):
        yield f"MTT {source} {target}"
    for pile, foundation in product(range(9), range(5)):
        yield f"MTF {pile} {foundation}"
        yield f"MFT {foundation} {pile}"


def texts(game: str, state: Any) -> Iterator[str]:
    """Every well-formed move of a game in one of its states."""
    match game:
        case "war":
            yield "flip"
        case "tower_blaster":
            yield from ("take discard", "take pile", "reject", *(f"place {slot}" for slot in range(13)))
        case "blocky":
            yield from blocky_texts(state.depth)
        case "streets_and_alleys":
            yield from streets_texts()
