"""What players ask of a room beside its inputs: to watch it, to send somebody away, talk, and transcripts.

Each is done once the room is in memory, and returns why it is refused, or None.
"""

from __future__ import annotations

import asyncio
from typing import cast

from protocol import messages as m
from server.hosting.inbox import QueuedInput
from server.hosting.runner import RoomRunner
from server.hosting.services import RoomServices
from server.limits.settings import ServerLimits
from server.net.recipient import Requester
from server.players.chat.rules import ChatRefusedError
from server.players.sessions.addressing import find_seated
from server.players.sessions.routing import Request
from server.room.inputs import Leave, SendAway, Sit
from server.room.outputs import Refuse
from server.room.step import Room

GUESSED = "Too many wrong codes from your address. Try again later."
CROWDED_S = 30.0
"""When to try again to watch a game that has as many spectators as may be."""

RoomRequest = m.Watch | m.Kick | m.Say | m.Mute | m.GetTranscript


def answer(runner: RoomRunner, request: Request[Requester]) -> None:
    """Do what a player asks of a room, or refuse it."""
    if refusal := _act(runner, request, cast(RoomRequest, request.command)):
        request.refuse(refusal)


def submit(runner: RoomRunner, queued: QueuedInput) -> None:
    """Put an input into a room's inbox, unless a spectator leaves, or who sits down could not be shown the game."""
    match queued.event:
        case Leave(player=player) if queued.request and _only_watches(runner, player):
            runner.delivery.unfollow(queued.request.requester, f"You stopped watching table {runner.code}.")
        case Sit() if refusal := _game_refusal(runner.room, queued):
            queued.refuse(refusal)
        case _:
            runner.submit(queued)


def show(runner: RoomRunner, requester: Requester) -> None:
    """Show a room to a player who sits there, if they are still connected; or tell them that they do not any more."""
    if not runner.services.is_online(requester):
        return
    if runner.room.seat_of(requester.player) is not None:
        runner.delivery.show(requester)
    else:  # another node's word on it is late
        runner.services.seats.remove(requester.player, runner.code)
        runner.delivery.unfollow(requester, _gone(runner))


def resume(runner: RoomRunner, requester: Requester, *, may_have_left: bool) -> None:
    """Show a room on to a player who followed it until now, if they may still see it, or tell them that they may not.

    One who `may_have_left` has, unless they follow it here or sit there.
    """
    room, delivery = runner.room, runner.delivery
    if requester.player in delivery.audience:
        if not may_have_left:
            delivery.show_again(requester)
    elif may_have_left and room.seat_of(requester.player) is None:
        delivery.unfollow(requester, _gone(runner))
    elif refusal := watch_refusal(room, requester.player, delivery.audience.watchers(room), runner.services.limits):
        delivery.unfollow(requester, refusal.text)
    else:
        delivery.show(requester)


def watch_refusal(room: Room, player: int, watchers: int, limits: ServerLimits) -> Refuse | None:
    """Why a player cannot watch a room with so many watchers; None where they can. Seated players always can."""
    if room.seat_of(player) is not None:
        return None
    if room.setting.watch == "nobody":
        return Refuse("not-seated", f"Table {room.setting.code} allows no spectators.")
    if watchers >= limits.spectators:
        return Refuse("too-many", "This table already has all the spectators it can take. Try again later.", CROWDED_S)
    return None


def code_refusal(
    code: str, requester: Requester, services: RoomServices, *, is_there: bool, is_known: bool
) -> Refuse | None:
    """Why a player may ask nothing of a room: it is not there, or their address has tried too many codes of no room.

    Whoever follows the room or sits there knows its code, and so does everybody of a listed one, which then `is_known`.
    """
    if not (is_known or code in services.seats.of(requester.player)):
        misses, now = requester.address_usage.misses, asyncio.get_running_loop().time()
        if misses.is_empty(now) if is_there else misses.take(now) > 0:
            return Refuse("too-many", GUESSED, 1 / services.limits.misses_per_s)
    return None if is_there else Refuse("unknown-room", f"There's no table {ascii(code)[1:-1]}.")


# Inside.


def _act(runner: RoomRunner, request: Request[Requester], command: RoomRequest) -> Refuse | None:
    match command:
        case m.Watch():
            return _watch(runner, request)
        case m.Kick():
            return _kick(runner, request, command)
        case m.Say() | m.Mute():
            return _talk(runner, request.requester, command)
        case m.GetTranscript():
            runner.services.transcripts.send(request, command, runner.name, runner.room)
    return None


def _watch(runner: RoomRunner, request: Request[Requester]) -> Refuse | None:
    """Let a player follow a room, from their seat if they have one there; who follows it already may."""
    room, audience, player = runner.room, runner.delivery.audience, request.requester.player
    if player not in audience and (
        refusal := watch_refusal(room, player, audience.watchers(room), runner.services.limits)
    ):
        return refusal
    runner.delivery.enter(request)
    return None


def _kick(runner: RoomRunner, request: Request[Requester], kick: m.Kick) -> Refuse | None:
    """Put into a room's inbox that its host sends away whom they mean by a name or a seat."""
    whom = find_seated(runner.room, kick, runner.services.current_name)
    if isinstance(whom, Refuse):
        return whom
    runner.submit(QueuedInput(SendAway(request.requester.player, whom), request))
    return None


def _talk(runner: RoomRunner, requester: Requester, command: m.Say | m.Mute) -> Refuse | None:
    """Pass on what a player says, or mute somebody, or let them talk again, if the player is the host."""
    room, chat = runner.room, runner.delivery.chat
    try:
        match command:
            case m.Say(text=text):
                chat.say(room, requester, text)
            case m.Mute():
                chat.mute(room, requester, command)
    except ChatRefusedError as error:
        return error.refusal
    runner.since = runner.services.now()
    return None


def _gone(runner: RoomRunner) -> str:
    return f"You are no longer at table {runner.code}."


def _only_watches(runner: RoomRunner, player: int) -> bool:
    return player in runner.delivery.audience and runner.room.seat_of(player) is None


def _game_refusal(room: Room, queued: QueuedInput) -> Refuse | None:
    """Why a player's program cannot show a room's game; None where it can, or has not said which it can."""
    code, game = room.setting.code, room.setting.game
    match queued.request:
        case Request(command=m.Join(games=games)) if games is not None and game.name not in games:
            return Refuse("unknown-game", f"Table {code} plays {game.title}, which your program doesn't know.")
    return None
