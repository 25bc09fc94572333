"""From one game to the next in the line mode, and the moves in each that make themselves."""

from __future__ import annotations

from dataclasses import replace

from client.commands.dialogue import dialogue_of, next_game
from client.linemode import sentences
from client.linemode.model import LineMode, LineModeStep
from client.state.forced_moves import needs_decision
from client.state.store import FollowedTable, Happening
from client.state.table_view import is_my_turn, sight
from protocol import messages as m


def continue_autoplay(plain: LineMode, seated: FollowedTable, said: tuple[str, ...]) -> LineModeStep:
    """Let moves that make themselves be made."""
    if plain.auto == "stopped":
        return LineModeStep(plain, said)
    has_come = plain.auto == "moment" and (sentences.is_stirring(seated) or needs_decision(seated))
    if seated.table.phase == "over" or has_come:
        return LineModeStep(replace(plain, auto="stopped"), said)
    move = _forced(seated) if is_my_turn(seated.table) and seated.pending is None else None
    return LineModeStep(plain, said, () if move is None else (move,))


def _forced(seated: FollowedTable) -> m.Play | None:
    seen = sight(seated)
    move = seen.game.forced(seen.view) if seen.game.forced else None
    table = seated.table
    return None if move is None else m.Play(room=table.room, number=table.number, ply=table.ply, move=move)


def has_won_alone(before: m.Table, after: m.Table) -> bool:
    """Whether who plays alone has just won a game after which another begins by itself."""
    has_ended = after.phase == "over" != before.phase and len(after.chairs) == 1
    return has_ended and after.ending is not None and after.seat in after.ending.winners


def dealt_again(step: LineModeStep) -> LineModeStep:
    """The step with the next game begun, where the game's dialogue says so."""
    seated = step.plain.store.seated
    if seated is None or dialogue_of(step.plain.store) is None:
        return step
    commands = next_game(seated.table)
    return replace(step, plain=awaiting_game(step.plain, commands), orders=commands)


def awaiting_game(plain: LineMode, commands: tuple[m.Command, ...]) -> LineMode:
    """The line mode once commands are sent that come to another game."""
    leaving = next((command.room for command in commands if isinstance(command, m.Leave)), "")
    return replace(plain, awaited=(m.Table, m.Entered), dealing=True, leaving=leaving)


def is_still_over(plain: LineMode, happening: Happening) -> bool:
    """Whether something only ends the game before the one that is on its way."""
    return plain.dealing and isinstance(happening, m.Table) and happening.phase == "over"
