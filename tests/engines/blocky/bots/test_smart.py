"""smart(n) beside a second reading of the rules, which shares nothing with the engine but its stream of chance.

Here a board is read from its text into lists, and is scored cell by cell.
"""

from __future__ import annotations

from math import exp

import pytest

from engines.blocky import rules
from engines.blocky.game import GAME
from engines.blocky.view import Options
from engines.chance import Chance
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

ODDS = 2**32
"""What a number from 0 to 1 is drawn as: one of so many."""
NUMBERS = (1, 2, 3, 5, 10, 25)
BATCH = 50
UPPER_RIGHT, UPPER_LEFT, LOWER_LEFT, LOWER_RIGHT = range(4)
ACTIONS = (
    *("rotate counter-clockwise", "rotate clockwise", "swap horizontally", "swap vertically"),
    *("smash", "combine", "paint"),
)


# The rules, read once more.


def random_player(board, depth, colour, chance):
    """Attempt anything anywhere until it is valid: the path of the block, and what is done with it."""
    while True:
        x, y, level = chance.below(2**depth), chance.below(2**depth), chance.below(depth + 1)
        path, action = path_of(board, depth, x, y, level), chance.choice(ACTIONS)
        if is_valid(block_at(board, path), len(path), depth, colour, action):
            return path, action


def smart_player(number, board, depth, colour, kind, chance):
    """The text of the best of so many random valid moves, tried on copies; pass where none beats standing still."""
    best, most = "pass", score(board, depth, colour, kind)
    for _ in range(number):
        path, action = random_player(board, depth, colour, chance)
        changed = changed_block(block_at(board, path), len(path), depth, colour, action, chance)
        reached = score(with_block(board, path, changed), depth, colour, kind)
        if reached > most:
            best, most = f"{action} {'.'.join(map(str, path)) or 'board'}", reached
    return best


def path_of(board, depth, x, y, level):
    """The block at a cell, of a level or of the deepest that there is."""
    path, block, size = [], board, 2**depth
    while len(path) < level and isinstance(block, list):
        size //= 2
        is_right, is_lower = x >= size, y >= size
        x, y = x - size * is_right, y - size * is_lower
        upper, lower = (UPPER_LEFT, UPPER_RIGHT), (LOWER_LEFT, LOWER_RIGHT)
        path.append((lower if is_lower else upper)[is_right])
        block = block[path[-1]]
    return path


def is_valid(block, level, depth, colour, action):
    is_divided = isinstance(block, list)
    match action.split()[0]:
        case "rotate" | "swap":
            return is_divided
        case "smash":
            return not is_divided and level < depth
        case "paint":
            return level == depth and block != colour
        case "combine":
            return is_divided and level == depth - 1 and winner(block) is not None


def winner(colours):
    """The one colour that is there most often; None where two are."""
    counts = {colour: colours.count(colour) for colour in colours}
    first = [colour for colour, count in counts.items() if count == max(counts.values())]
    return first[0] if len(first) == 1 else None


def changed_block(block, level, depth, colour, action, chance):
    match action:
        case "rotate clockwise":
            return turned(block, (1, 2, 3, 0))
        case "rotate counter-clockwise":
            return turned(block, (3, 0, 1, 2))
        case "swap horizontally":
            return [block[each] for each in (1, 0, 3, 2)]
        case "swap vertically":
            return [block[each] for each in (3, 2, 1, 0)]
        case "smash":
            return smashed(level, depth, chance)
        case "combine":
            return winner(block)
        case "paint":
            return colour


def turned(block, order):
    return [turned(block[each], order) for each in order] if isinstance(block, list) else block


def smashed(level, depth, chance):
    """Four random blocks of the next level, each perhaps divided in turn."""
    parts = []
    for _ in range(4):
        is_divided = level + 1 < depth and chance.below(ODDS) < round(exp(-0.25 * (level + 1)) * ODDS)
        parts.append(smashed(level + 1, depth, chance) if is_divided else chance.below(4))
    return parts


def score(board, depth, colour, kind):
    size = 2**depth
    mine = {(x, y) for x, y, found in cells(board, 0, 0, size) if found == colour}
    if kind == "perimeter":
        return sum((x == 0) + (x == size - 1) + (y == 0) + (y == size - 1) for x, y in mine)
    largest = 0
    while mine:
        group, edge = 0, [mine.pop()]
        while edge:
            x, y = edge.pop()
            group += 1
            beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & mine
            mine -= beside
            edge += beside
        largest = max(largest, group)
    return largest


def cells(block, x, y, size):
    if not isinstance(block, list):
        yield from ((x + right, y + down, block) for right in range(size) for down in range(size))
        return
    half = size // 2
    yield from cells(block[UPPER_RIGHT], x + half, y, half)
    yield from cells(block[UPPER_LEFT], x, y, half)
    yield from cells(block[LOWER_LEFT], x, y + half, half)
    yield from cells(block[LOWER_RIGHT], x + half, y + half, half)


def block_at(board, path):
    return block_at(board[path[0]], path[1:]) if path else board


def with_block(board, path, block):
    if not path:
        return block
    return [with_block(part, path[1:], block) if each == path[0] else part for each, part in enumerate(board)]


def read_board(signs):
    """A board from the signs of its text: a digit is a colour, and parentheses hold four parts."""
    sign = next(signs)
    if sign != "(":
        return int(sign)
    parts = [read_board(signs) for _ in range(4)]
    assert next(signs) == ")"
    return parts


# Both.


def position(number):
    """What the seat on turn sees after some random moves: of every depth, number of seats and kind of goal."""
    depth, seats, kind = 2 + number % 4, 1 + number // 4 % 4, ("blob", "perimeter")[number // 16 % 2]
    chance = Chance.from_seed(bytes(32), "positions for smart", number)
    state = rules.setup(Options(depth=depth, goal=kind), seats, chance)
    for _ in range(chance.below(8)):
        (seat,) = rules.turn(state)
        state = rules.apply(state, seat, GAME.bots["random"].choose(rules.view(state, seat), chance), chance)
    (seat,) = rules.turn(state)
    return rules.view(state, seat)


def moves_of_both(view, number, seed):
    engine, second = (Chance.from_seed(bytes(32), "smart", seed) for _ in range(2))
    chosen = GAME.rules.text(GAME.bots[f"smart-{number}"].choose(view, engine))
    board, colour = read_board(iter(view.board)), view.colours[view.seat]
    return chosen, smart_player(number, board, view.depth, colour, view.kind, second)


@pytest.mark.parametrize("batch", sample(range(10), 1))
def test_smart_players_choose_what_the_rules_say_on_500_boards(batch):
    for board in range(batch * BATCH, (batch + 1) * BATCH):
        view = position(board)
        for number in NUMBERS:
            chosen, expected = moves_of_both(view, number, board)
            assert chosen == expected


@pytest.mark.parametrize("board", [5, 22])
def test_the_smartest_player_chooses_what_the_rules_say(board):
    chosen, expected = moves_of_both(position(board), 999, board)
    assert chosen == expected != "pass"


def test_random_players_attempt_what_the_rules_say():
    for board in range(100):
        view, chances = position(board), [Chance.from_seed(bytes(32), "random", board) for _ in range(2)]
        chosen = GAME.rules.text(GAME.bots["random"].choose(view, chances[0]))
        path, action = random_player(read_board(iter(view.board)), view.depth, view.colours[view.seat], chances[1])
        assert chosen == f"{action} {'.'.join(map(str, path)) or 'board'}"
