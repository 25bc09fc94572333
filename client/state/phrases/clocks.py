"""Time limits in words: reading them (`clock=5+3`, `move-time=30`), and saying and drawing the running clocks."""

from __future__ import annotations

import math

from client.drawing.grammar import read_number
from client.state.store import FollowedTable
from client.state.table_view import MINUTE_S, is_my_turn
from protocol import messages as m

CLOCK, MOVE_TIME = "clock=", "move-time="
LOW_S = 30.0
WARNINGS_S = (30.0, 10.0)
"""Seconds left at which the line mode warns the player; at the last of them the full screen rings its bell."""
MAX_S = 86_400
MAX_INCREMENT_S = 3600


def is_about_time(word: str) -> bool:
    return word.startswith((CLOCK, MOVE_TIME))


def clock_of(words: tuple[str, ...]) -> m.TimeControl:
    """The time limits in these words; of each kind the last one counts. Raises ValueError."""
    total_s, increment_s, move_s = None, 0, None
    for word in words:
        if word.startswith(CLOCK):
            total_s, increment_s = _total(word.removeprefix(CLOCK))
        elif word.startswith(MOVE_TIME):
            move_s = _seconds(word.removeprefix(MOVE_TIME), 1, MAX_S, "'move-time=' takes whole seconds, such as 30.")
    return m.TimeControl(move_s=move_s, total_s=total_s, increment_s=increment_s)


def face(seconds: float) -> str:
    """Seconds as a clock shows them: "4:58"."""
    left = math.ceil(seconds)
    hours, minutes = divmod(left // MINUTE_S, MINUTE_S)
    return f"{hours}:{minutes:02}:{left % MINUTE_S:02}" if hours else f"{minutes}:{left % MINUTE_S:02}"


def faces(followed: FollowedTable, now: float) -> str:
    """Everybody's time for the game by seat, and the time left for the move; empty without a clock.

    An arrow marks a running clock and "!" a low one. While the connection is lost, all clocks stand still.
    """
    table = followed.table
    totals = [followed.total_left_s(seat, now) for seat in range(len(table.totals))]
    running = [
        _face(left, runs=seat in table.turn and not (followed.is_cut_off or table.paused))
        for seat, left in enumerate(totals)
    ]
    move = followed.time_left_s(now) if table.clock.move_s is not None and table.phase == "playing" else None
    game = " - ".join(running) if any(left is not None for left in totals) else ""
    return ", ".join(filter(None, (game, "" if move is None else f"{math.ceil(move)} s to move")))


def announce_time(before: m.Table | None, after: m.Table) -> tuple[str, ...]:
    """The player's time in a sentence, when their turn begins at a table with a clock."""
    is_new = before is None or not is_my_turn(before) or (before.number, before.ply) != (after.number, after.ply)
    if not is_my_turn(after) or after.clock == m.NO_CLOCK or not is_new or after.time_left_s is None:
        return ()
    return (f"You have {face(after.time_left_s)} left.",)


def warning_in_s(followed: FollowedTable | None, now: float) -> float | None:
    """Seconds until the player on turn is to be warned that time runs out; None for never."""
    left = _own_s(followed, now)
    return None if left is None else next((left - at for at in WARNINGS_S if left > at), None)


def warning(followed: FollowedTable | None, now: float) -> tuple[str, ...]:
    """The warning how little time is left for the player's move."""
    left = _own_s(followed, now)
    return () if left is None else (f"{round(left)} seconds left.",)


def low_at(followed: FollowedTable) -> float | None:
    """When the player's time reaches the last warning, on the client's clock.

    None if it was below that from the start, or a move is on its way.
    """
    left = None if followed.pending is not None else _own_s(followed, followed.at)
    return None if left is None or left <= WARNINGS_S[-1] else followed.at + left - WARNINGS_S[-1]


def _own_s(followed: FollowedTable | None, now: float) -> float | None:
    if followed is None or followed.is_cut_off or not is_my_turn(followed.table) or followed.table.clock == m.NO_CLOCK:
        return None
    if followed.table.paused:
        return None
    return followed.time_left_s(now)


def _face(left: float | None, *, runs: bool) -> str:
    if left is None:
        return "-"
    return f"{'▸' if runs else ''}{face(left)}{'!' if left < LOW_S else ''}"


def _total(text: str) -> tuple[int, int]:
    """Minutes for the game and seconds more for each move, as in "5+3", "5" or "0.5+1"."""
    minutes, _, more = text.partition("+")
    wrong = "'clock=' takes minutes for the game and extra seconds for each move, such as 5+3."
    try:
        total_s = round(float(minutes) * MINUTE_S)
    except (ValueError, OverflowError):
        raise ValueError(wrong) from None
    if not 1 <= total_s <= MAX_S:
        raise ValueError(wrong)
    return total_s, _seconds(more or "0", 0, MAX_INCREMENT_S, wrong)


def _seconds(text: str, least: int, most: int, otherwise: str) -> int:
    seconds = read_number(text)
    if seconds is None or not least <= seconds <= most:
        raise ValueError(otherwise)
    return seconds
