"""Help with a position: decides who may ask for it, and whether an answer still fits the position.

    step(room, consult) -> RoomStep(room, outputs, record=False)

Asking for help is a question, not an input: it changes nothing in the room, so the journal does not store it and no
other client hears of it.
"""

from __future__ import annotations

from typing import Any, get_args

from engines.chance import derive_key
from engines.game import Game, Hint, Seat
from protocol import messages as m
from server.room.inputs import Consult
from server.room.match.match import Match
from server.room.outputs import GiveAdvice, Refuse
from server.room.step import Room, RoomStep


def step(room: Room, consult: Consult) -> RoomStep:
    """Answer a player's request for help with the position to think about or a refusal; the room does not change."""
    return RoomStep(room, (ask_advice(room, consult.player, consult.about),), record=False)


def ask_advice(room: Room, player: int, about: m.Question) -> GiveAdvice | Refuse:
    """The position that the player asks about, as the room is now; or why there is no help for them.

    Help is only for players without human opponents, to whom it would be unfair.
    """
    seat, match = room.seat_of(player), room.sitting
    if seat is None:
        return _not_now("Only players can ask for help.")
    if about not in available_questions(room.setting.game):
        return _not_now(_no_help_text(room.setting.game, about))
    if room.setting.serious:
        return _not_now("This is a serious table: no help here.")
    if len(room.players()) > 1:
        return _not_now("There's no help in games with other people.")
    if match is None:
        return _not_now("The game hasn't started: a seat is still open.")
    if match.outcome is not None:
        return _not_now("The game is over.")
    if seat not in match.turn:
        return _not_now("You can ask for help when it's your turn.")
    return _position(room, match, seat, about)


def answer_advice(room: Room, player: int, asked: GiveAdvice, answer: Hint) -> Hint | Refuse:
    """The answer if the player is still in the position that it is about, or a refusal."""
    now = ask_advice(room, player, asked.about)
    if isinstance(now, Refuse):
        return now
    return answer if now == asked else Refuse("stale", "You have moved since you asked.")


def available_questions(game: Game[Any, Any, Any]) -> tuple[m.Question, ...]:
    return tuple(about for about in get_args(m.Question) if _can_be_asked(game, about))


def _position(room: Room, match: Match, seat: Seat, about: m.Question) -> GiveAdvice:
    number, ply = match.number, match.plies[seat]
    key = derive_key(room.setting.seed, f"{about}|{number}|{seat}|{ply}")
    return GiveAdvice(about, seat, number, ply, room.setting.game.rules.view(match.state, seat), key)


def _can_be_asked(game: Game[Any, Any, Any], about: m.Question) -> bool:
    match about:
        case "hint":
            return game.help.hint is not None
        case "prospect":
            return game.help.prospect is not None


def _no_help_text(game: Game[Any, Any, Any], about: m.Question) -> str:
    match about:
        case "hint":
            return f"{game.title} has no hints."
        case "prospect":
            return f"No computer can say whether a game of {game.title} can still be won."


def _not_now(text: str) -> Refuse:
    return Refuse("not-now", text)
