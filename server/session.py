"""A session: one signed-in visit, and what each command of it asks of whom.

The player is the session's, never the message's: nobody can act for another.
"""

from __future__ import annotations

import msgspec

from protocol import messages as m
from server import inputs


class Session(msgspec.Struct, frozen=True):
    """Who is signed in, under which name, whether their program takes part in dealing, and whether it plays itself."""

    player: int
    name: str
    deals: bool = False
    bot: bool = False


class ToRoom(msgspec.Struct, frozen=True):
    """Something for a room."""

    code: str
    event: inputs.Event


class ToLobby(msgspec.Struct, frozen=True):
    """A room is wanted, or somebody to play with."""

    command: m.Create | m.Quick | m.Challenge | m.Respond | m.Withdraw


class LookUp(msgspec.Struct, frozen=True):
    """The player wants to know what has become of games."""

    command: m.Recall | m.LookBack | m.Rank


class Count(msgspec.Struct, frozen=True):
    """The player wants to know what they have won and lost lately, and to be told again when that changes."""

    command: m.Reckon


class Reread(msgspec.Struct, frozen=True):
    """The player wants to know all that happened in a game."""

    command: m.Transcribe | m.Reread


class Follow(msgspec.Struct, frozen=True):
    """The player wants to watch a room."""

    code: str


class Speak(msgspec.Struct, frozen=True):
    """The player wants to say something, in the hall or in a room."""

    command: m.Say


class Silence(msgspec.Struct, frozen=True):
    """The player wants somebody to be muted in a room, or no more."""

    command: m.Mute


class ChangeName(msgspec.Struct, frozen=True):
    """The player wants another name."""

    name: str


class VoidTokens(msgspec.Struct, frozen=True):
    """The player wants every token of theirs void."""


class Browsing(msgspec.Struct, frozen=True):
    """The player came to the lobby and is to see it, or has left it."""

    on: bool


class Misplaced(msgspec.Struct, frozen=True):
    """The command may not be sent here: a second Hello."""


Errand = (
    ToRoom
    | ToLobby
    | LookUp
    | Count
    | Reread
    | Follow
    | Speak
    | Silence
    | ChangeName
    | VoidTokens
    | Browsing
    | Misplaced
)


def errand(session: Session, command: m.Command) -> Errand:
    """What a signed-in player's command asks, and of whom."""
    match command:
        case m.Create() | m.Quick() | m.Challenge() | m.Respond() | m.Withdraw():
            return ToLobby(command)
        case m.Recall() | m.LookBack() | m.Rank():
            return LookUp(command)
        case m.Reckon():
            return Count(command)
        case m.Transcribe() | m.Reread():
            return Reread(command)
        case m.Watch(room=code):
            return Follow(code)
        case m.Say():
            return Speak(command)
        case m.Mute():
            return Silence(command)
        case m.Rename(name=name):
            return ChangeName(name)
        case m.SignOut():
            return VoidTokens()
        case m.Browse(on=on):
            return Browsing(on)
        case m.Hello():
            return Misplaced()
        case _:
            return ToRoom(command.room, _input(session, command))


def _input(session: Session, command: _OfRoom) -> inputs.Event:
    """What a room is to know of a command that is about it."""
    player = session.player
    match command:
        case m.Play(number=number, ply=ply, move=move):
            return inputs.Play(player, number, ply, move)
        case m.Join():
            return inputs.Sit(player, session.name, session.deals)
        case m.Consult(about=about):
            return inputs.Consult(player, about)
        case m.Fill(level=level):
            return inputs.Fill(player, level)
        case m.Resign():
            return inputs.Resign(player)
        case m.TakeBack():
            return inputs.TakeBack(player)
        case m.OfferDraw():
            return inputs.OfferDraw(player)
        case m.Answer(agree=agree):
            return inputs.Answer(player, agree)
        case m.Claim(what=what, level=level):
            return inputs.Claim(player, what, level)
        case m.Kick(name=name):
            return inputs.Kick(player, name)
        case m.Shut():
            return inputs.Shut(player)
        case m.Rematch():
            return inputs.Rematch(player)
        case m.Pledge(deal=deal, hash=hashed):
            return inputs.Pledge(player, deal, bytes.fromhex(hashed))
        case m.Share(deal=deal, share=share):
            return inputs.Share(player, deal, bytes.fromhex(share))
        case m.Leave():
            return inputs.Leave(player)


_OfRoom = (
    m.Play
    | m.Join
    | m.Consult
    | m.Fill
    | m.Resign
    | m.TakeBack
    | m.OfferDraw
    | m.Answer
    | m.Claim
    | m.Kick
    | m.Shut
    | m.Rematch
    | m.Pledge
    | m.Share
    | m.Leave
)
