"""Help with a position: who may ask for it, and what exactly they then ask about.

    step(room, consult) -> Step(room, outputs, record=False)

Asking changes nothing in a room, so nothing of it is stored and nobody else hears of it.
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
    """The step of a room where a player asks for help: it stays as it is."""
    return RoomStep(room, (ask_advice(room, consult.player, consult.about),), record=False)


def ask_advice(room: Room, player: int, about: m.Question) -> GiveAdvice | Refuse:
    """What the player asks about, as the room is now; or why they cannot be helped.

    Help is for those who play without other people: against them it would be no fair dealing.
    """
    seat, sitting = room.seat_of(player), room.sitting
    if seat is None:
        return _not_now("Only who plays can ask for help.")
    if about not in available_questions(room.setting.game):
        return _not_now(_unable(room.setting.game, about))
    if room.setting.serious:
        return _not_now("This table is serious: nobody is helped here.")
    if len(room.players()) > 1:
        return _not_now("Nobody is helped against other people.")
    if sitting is None:
        return _not_now("The game has not begun: a seat is still open.")
    if sitting.outcome is not None:
        return _not_now("The game is over.")
    if seat not in sitting.turn:
        return _not_now("You can ask for help when it is your turn.")
    return _position(room, sitting, seat, about)


def answer_advice(room: Room, player: int, advise: GiveAdvice, answer: Hint) -> Hint | Refuse:
    """An answer, as long as the player is still in the position that it is about; and else why it is of no use."""
    now = ask_advice(room, player, advise.about)
    if isinstance(now, Refuse):
        return now
    return answer if now == advise else Refuse("stale", "You have moved since you asked.")


def available_questions(game: Game[Any, Any, Any]) -> tuple[m.Question, ...]:
    """What can be asked while the game is played."""
    return tuple(about for about in get_args(m.Question) if _can_be_asked(game, about))


def _position(room: Room, sitting: Match, seat: Seat, about: m.Question) -> GiveAdvice:
    number, ply = sitting.number, sitting.plies[seat]
    key = derive_key(room.setting.seed, f"{about}|{number}|{seat}|{ply}")
    return GiveAdvice(about, seat, number, ply, room.setting.game.view(sitting.state, seat), key)


def _can_be_asked(game: Game[Any, Any, Any], about: m.Question) -> bool:
    match about:
        case "hint":
            return game.hint is not None
        case "prospect":
            return game.prospect is not None


def _unable(game: Game[Any, Any, Any], about: m.Question) -> str:
    match about:
        case "hint":
            return f"There are no hints in {game.title}."
        case "prospect":
            return f"Nobody can tell whether a game of {game.title} can still be won."


def _not_now(text: str) -> Refuse:
    return Refuse("not-now", text)
