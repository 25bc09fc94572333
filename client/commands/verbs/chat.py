"""Readers of the chat commands: saying something, and muting for oneself or, as the host, for everybody."""

from __future__ import annotations

from client.commands import actions
from client.commands.verbs.context import VerbArguments
from client.state.moves import table_here
from protocol import messages as m

ALL_WHO_WATCH = "watchers"
"""The word for all spectators, when the host mutes."""


def read_talk(arguments: VerbArguments) -> actions.Action:
    text = " ".join(arguments.words)
    return m.Say(room=arguments.store.room, text=text) if text else actions.AskText("say")


def read_mute(arguments: VerbArguments) -> actions.Action:
    return actions.MuteSpeaker(_name(arguments.words, "mute"), on=True)


def read_unmute(arguments: VerbArguments) -> actions.Action:
    return actions.MuteSpeaker(_name(arguments.words, "unmute"), on=False)


def read_hush(arguments: VerbArguments) -> actions.Action:
    table = table_here(arguments.store).table
    match arguments.words:
        case (who,):
            on = True
        case (who, "off"):
            on = False
        case _:
            raise ValueError("hush takes whom nobody is to hear here, or 'watchers' for all who watch; 'off' ends it.")
    return m.Mute(room=table.room, name=None if who == ALL_WHO_WATCH else who, on=on)


def _name(words: tuple[str, ...], verb: str) -> str:
    if len(words) != 1:
        raise ValueError(f"{verb} takes the name of somebody who talks.")
    return words[0]
