"""Readers of the commands about other people: a quick match, a challenge, saying something, and muting."""

from __future__ import annotations

from client.commands import actions
from client.commands.new_table import build_create, check_known, find_game
from client.commands.seats import is_about_seats
from client.commands.verbs.context import VerbArguments
from client.state.defaults import REF
from client.state.moves import table_here
from client.state.reading import known_game
from client.state.table_view import person_at
from protocol import messages as m

ALL_WHO_WATCH = "watchers"
"""The word for all spectators, when the host mutes."""


def read_quick(arguments: VerbArguments) -> actions.Action:
    """Seek for the named game, or else for every game for several people, the one played last first."""
    named = " ".join(arguments.words)
    info = find_game(named, arguments.store, arguments.habits)
    if named and info.max_seats == 1:
        raise ValueError(f"{info.title} is for one player. Type 'play {info.name}' to start it.")
    if named:
        check_known(info.name)
        return m.Quick(ref=REF, games=(info.name,))
    games = (info, *(each for each in arguments.store.games if each != info))
    known = tuple(each.name for each in games if each.max_seats > 1 and known_game(each.name))
    if not known:
        raise ValueError("This program knows no game here for several players. A newer version may.")
    return m.Quick(ref=REF, games=known)


def read_challenge(arguments: VerbArguments) -> actions.Action:
    if not arguments.words:
        raise ValueError("Type a name and a game, such as 'challenge ben war'.")
    whom, *words = arguments.words
    info = find_game(words[0] if words else "", arguments.store, arguments.habits)
    if any(is_about_seats(word, info) for word in words[1:]):
        raise ValueError("A challenge is for the two of you. Leave out the other seats.")
    create = build_create((info.name, "open", *words[1:]), arguments.store, arguments.habits, "open")
    check_known(create.game)
    if len(create.seats) > 2 or create.watch != "anyone":
        raise ValueError("A challenge is for two players, and anyone may watch.")
    return m.Challenge(
        ref=REF,
        whom=whom,
        game=create.game,
        options=create.options,
        serious=create.serious,
        clock=create.clock,
    )


def read_withdraw(arguments: VerbArguments) -> actions.Action:
    if arguments.store.matching.seeking is None:
        raise ValueError("You aren't waiting for anybody.")
    return m.Withdraw()


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
            raise ValueError("Type a name, such as 'hush ben', or 'hush watchers'; 'hush ben off' ends it.")
    if who == ALL_WHO_WATCH:
        return m.Mute(room=table.room, name=None, on=on)
    is_named = any(chair.name.lower() == who.lower() for chair in table.chairs)
    seat, name = (None if is_named else person_at(table, who)) or (None, who)
    return m.Mute(room=table.room, name=name, on=on, seat=seat)


def read_report(arguments: VerbArguments) -> actions.Action:
    if not arguments.words:
        raise ValueError("Type a name and why, such as 'report ben he insults everybody'.")
    name, *why = arguments.words
    return m.ReportPlayer(name=name, text=" ".join(why), room=arguments.store.room)


def _name(words: tuple[str, ...], verb: str) -> str:
    if len(words) != 1:
        raise ValueError(f"Type a player's name, such as '{verb} ben'.")
    return words[0]
