"""From one game to the next in the line mode, and the moves in each that make themselves."""

from __future__ import annotations

from dataclasses import replace

from client.commands.dialogue import dialogue_of, next_game_commands
from client.linemode import sentences
from client.linemode.model import LineMode, LineModeStep
from client.state.moves import needs_decision
from client.state.store import FollowedTable, Happening
from client.state.table_view import is_my_turn, sight
from protocol import messages as m


def continue_autoplay(line_mode: LineMode, followed: FollowedTable, said: tuple[str, ...]) -> LineModeStep:
    """Let moves that make themselves be made."""
    if line_mode.auto == "stopped":
        return LineModeStep(line_mode, said)
    has_come = line_mode.auto == "moment" and (sentences.is_stirring(followed) or needs_decision(followed))
    if followed.table.phase == "over" or has_come:
        return LineModeStep(replace(line_mode, auto="stopped"), said)
    move = _forced_play(followed) if is_my_turn(followed.table) and followed.pending is None else None
    return LineModeStep(line_mode, said, () if move is None else (move,))


def _forced_play(followed: FollowedTable) -> m.Play | None:
    table_view = sight(followed)
    move = table_view.game.forced(table_view.view) if table_view.game.forced else None
    table = followed.table
    return None if move is None else m.Play(room=table.room, number=table.number, ply=table.ply, move=move)


def has_won_alone(before: m.Table, after: m.Table) -> bool:
    """Whether who plays alone has just won a game after which another begins by itself."""
    has_ended = after.phase == "over" != before.phase and len(after.chairs) == 1
    return has_ended and after.ending is not None and after.seat in after.ending.winners


def begin_next_game(step: LineModeStep) -> LineModeStep:
    """The step with the next game begun, where the game's dialogue says so."""
    followed = step.line_mode.store.seated
    if followed is None or dialogue_of(step.line_mode.store) is None:
        return step
    commands = next_game_commands(followed.table)
    return replace(step, line_mode=await_next_game(step.line_mode, commands), actions=commands)


def await_next_game(line_mode: LineMode, commands: tuple[m.Command, ...]) -> LineMode:
    """The line mode once commands are sent that come to another game."""
    leaving = next((command.room for command in commands if isinstance(command, m.Leave)), "")
    return replace(line_mode, awaited=(m.Table, m.Entered), dealing=True, leaving=leaving)


def is_still_over(line_mode: LineMode, happening: Happening) -> bool:
    """Whether something only ends the game before the one that is on its way."""
    return line_mode.dealing and isinstance(happening, m.Table) and happening.phase == "over"
