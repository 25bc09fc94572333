"""Automatic moves in the line mode, and the way from one game to the next."""

from __future__ import annotations

from dataclasses import replace

from client.commands.dialogue import dialogue_of, next_game_commands
from client.linemode import sentences
from client.linemode.model import LineMode, LineModeStep
from client.state.moves import forced_move, needs_decision
from client.state.store import FollowedTable, Happening
from client.state.table_view import is_my_turn
from protocol import messages as m


def continue_autoplay(mode: LineMode, followed: FollowedTable, said: tuple[str, ...]) -> LineModeStep:
    """Make the next forced move if the player has turned that on, and stop at the end of the game or its moment."""
    if mode.auto == "stopped":
        return LineModeStep(mode, said)
    is_reached = mode.auto == "moment" and (sentences.is_stirring(followed) or needs_decision(followed))
    if followed.table.phase == "over" or is_reached:
        return LineModeStep(replace(mode, auto="stopped"), said)
    table = followed.table
    move = forced_move(followed) if is_my_turn(table) and followed.pending is None else None
    if move is None:
        return LineModeStep(mode, said)
    return LineModeStep(mode, said, (m.Play(room=table.room, number=table.number, ply=table.ply, move=move),))


def has_won_alone(before: m.Table, after: m.Table) -> bool:
    has_ended = after.phase == "over" != before.phase and len(after.chairs) == 1
    return has_ended and after.ending is not None and after.seat in after.ending.winners


def begin_next_game(step: LineModeStep) -> LineModeStep:
    """The step with the commands for the next game, if the game has a dialogue."""
    followed = step.mode.store.seated
    if followed is None or dialogue_of(step.mode.store) is None:
        return step
    commands = next_game_commands(followed.table)
    return replace(step, mode=await_next_game(step.mode, commands), actions=commands)


def await_next_game(mode: LineMode, commands: tuple[m.Command, ...]) -> LineMode:
    """The line mode after commands that lead to another game."""
    leaving = next((command.room for command in commands if isinstance(command, m.Leave)), "")
    return replace(mode, awaited=(m.Table, m.Entered), dealing=True, leaving=leaving)


def is_still_over(mode: LineMode, happening: Happening) -> bool:
    """Whether an event only ends the last game, while the next one is on its way."""
    return mode.dealing and isinstance(happening, m.Table) and happening.phase == "over"
