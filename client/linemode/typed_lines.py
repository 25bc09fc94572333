"""What follows from a line that somebody writes in the line mode."""

from __future__ import annotations

from dataclasses import replace

from client.commands import actions, muting
from client.commands.dialogue import dialogue_of
from client.commands.table import CommandContext, read
from client.games.rulebook import rules
from client.linemode import sentences
from client.linemode.model import ANSWERS, LineMode, LineModeStep
from client.linemode.next_game import awaiting_game, continue_autoplay
from client.linemode.vocabulary import common, menu
from client.state import chat
from client.state.exit_codes import ExitCode
from client.state.habits import Habits
from client.state.reading import UnreadableTableError
from client.state.store import Opened, Said
from protocol import messages as m


def on_line(plain: LineMode, line: str) -> LineModeStep:
    """What follows from a line that somebody wrote."""
    line = common(line, plain.store)
    match line.split():
        case [] if plain.store.seated is None:
            return LineModeStep(plain)
        case ["help"]:
            return LineModeStep(plain, menu(plain.store))
        case ["say"]:
            return LineModeStep(plain, position(plain))
        case ["show", *rest]:
            return LineModeStep(plain, sentences.show(plain.store.seated, " ".join(rest)))
        case ["talk", *words]:
            return _talking(plain, " ".join(words))
        case ["rooms"]:
            return LineModeStep(replace(plain, listing=True, awaited=ANSWERS[m.Browse]), orders=(m.Browse(on=True),))
    try:
        order = read(line, CommandContext(plain.store, Habits()))
    except ValueError as error:
        return LineModeStep(plain, (str(error),))
    return _ordered(plain, order)


def _ordered(plain: LineMode, order: actions.Action) -> LineModeStep:
    match order:
        case m.Respond(agree=agree):
            return LineModeStep(replace(plain, awaited=(m.Entered if agree else m.Matching,)), orders=(order,))
        case m.Message():
            return LineModeStep(replace(plain, awaited=ANSWERS.get(type(order), ())), orders=(order,))
        case actions.Verify() | actions.OpenReplay() | actions.OpenHistory():
            return LineModeStep(replace(plain, awaited=(Said,)), orders=(order,))
        case actions.StartTour():
            return LineModeStep(replace(plain, awaited=(m.Entered,)), orders=(order,))
        case Opened():
            return LineModeStep(plain, orders=(order,))
        case actions.Invite(way=Opened() as way):
            return LineModeStep(plain, orders=(way,))
        case actions.Invite(way=m.Create() as way):
            made = "A table for a friend is made; 'invite' there says how to come."
            return LineModeStep(replace(plain, awaited=ANSWERS[m.Create]), (made,), (way,))
        case actions.SendAll(commands=commands):
            return LineModeStep(awaiting_game(plain, commands), orders=commands)
        case actions.AutoPlay(pace=0):
            return LineModeStep(replace(plain, auto="stopped"), ("You make your own moves again.",))
        case actions.AutoPlay(until=until) if plain.store.seated is not None:
            return continue_autoplay(
                replace(plain, auto=until), plain.store.seated, ("Your moves are made by themselves.",)
            )
        case actions.MuteSpeaker(name=name, on=on):
            muted = muting.update_muted(plain.store, plain.muted, order)
            return LineModeStep(replace(plain, muted=muted), (chat.told_of(name, on=on),))
        case actions.Quit():
            dialogue = dialogue_of(plain.store)
            return LineModeStep(plain, (dialogue.farewell,) if dialogue else (), exit=ExitCode.OK)
        case actions.OpenPanel(panel="invite"):
            return LineModeStep(replace(plain, awaited=(Said,)), orders=(actions.PrintInvitation(),))
        case actions.OpenLan() | actions.CloseLan():
            return LineModeStep(replace(plain, awaited=(Said,)), orders=(order,))
        case _:
            return LineModeStep(plain, _read_out(plain, order))


def _read_out(plain: LineMode, order: actions.Action) -> tuple[str, ...]:
    """What is said in the place of something that a full screen would open."""
    match order:
        case actions.AskText(prompt="join"):
            return ("Say which table, as in 'join KQFM'; 'rooms' lists them.",)
        case actions.OpenPanel(panel="form"):
            return ("Say which game, as in 'new war'.",)
        case actions.OpenPanel(panel="tours"):
            return sentences.tours(plain.store)
        case actions.OpenPanel(panel="levels", game=game):
            return sentences.levels(plain.store, game)
        case actions.OpenPanel(panel="rules", game=game):
            return tuple(f"{section.title}: {section.text}" for section in rules(game))
        case _:
            return ("That needs the full screen; 'help' says what can be typed here.",)


def _talking(plain: LineMode, text: str) -> LineModeStep:
    """Say something, or read what was said; in the hall, what is said from now on is read out too."""
    is_new = plain.store.room is None and not plain.overhears
    browse = (m.Browse(on=True),) if is_new else ()
    plain = replace(plain, overhears=plain.overhears or is_new)
    if text:
        return LineModeStep(
            replace(plain, awaited=ANSWERS[m.Say]), orders=(*browse, m.Say(room=plain.store.room, text=text))
        )
    lines = tuple(map(chat.sentence, chat.readable(plain.store.here, plain.muted, plain.store.link.server)))
    nothing = "You listen to the hall now." if is_new else "Nobody has said anything."
    return LineModeStep(plain, lines or (nothing,), browse)


def position(plain: LineMode) -> tuple[str, ...]:
    """Where one is: the table and the game on it, or the lobby."""
    if plain.store.seated is None:
        return sentences.standing(plain.store)
    try:
        return sentences.arrival(plain.store.seated)
    except UnreadableTableError as error:
        return (str(error),)
