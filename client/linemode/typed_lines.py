"""What follows from a line that somebody writes in the line mode."""

from __future__ import annotations

from dataclasses import replace

from client.commands import actions, muting
from client.commands.dialogue import dialogue_of
from client.commands.table import CommandContext, read
from client.games.rulebook import rules
from client.linemode import sentences
from client.linemode.model import ANSWERS, LineMode, LineModeStep
from client.linemode.next_game import await_next_game, continue_autoplay
from client.linemode.vocabulary import menu, to_common
from client.state import chat
from client.state.exit_codes import ExitCode
from client.state.habits import Habits
from client.state.reading import UnreadableTableError
from client.state.store import Opened, Said
from protocol import messages as m


def on_line(line_mode: LineMode, line: str) -> LineModeStep:
    """What follows from a line that somebody wrote."""
    line = to_common(line, line_mode.store)
    match line.split():
        case [] if line_mode.store.seated is None:
            return LineModeStep(line_mode)
        case ["help"]:
            return LineModeStep(line_mode, menu(line_mode.store))
        case ["say"]:
            return LineModeStep(line_mode, position(line_mode))
        case ["show", *rest]:
            return LineModeStep(line_mode, sentences.show(line_mode.store.seated, " ".join(rest)))
        case ["talk", *words]:
            return _talk(line_mode, " ".join(words))
        case ["rooms"]:
            return LineModeStep(
                replace(line_mode, listing=True, awaited=ANSWERS[m.Browse]), actions=(m.Browse(on=True),)
            )
    try:
        action = read(line, CommandContext(line_mode.store, Habits()))
    except ValueError as error:
        return LineModeStep(line_mode, (str(error),))
    return _follow_action(line_mode, action)


def _follow_action(line_mode: LineMode, action: actions.Action) -> LineModeStep:
    match action:
        case m.Respond(agree=agree):
            return LineModeStep(replace(line_mode, awaited=(m.Entered if agree else m.Matching,)), actions=(action,))
        case m.Message():
            return LineModeStep(replace(line_mode, awaited=ANSWERS.get(type(action), ())), actions=(action,))
        case actions.Verify() | actions.OpenReplay() | actions.OpenHistory():
            return LineModeStep(replace(line_mode, awaited=(Said,)), actions=(action,))
        case actions.StartTour():
            return LineModeStep(replace(line_mode, awaited=(m.Entered,)), actions=(action,))
        case Opened():
            return LineModeStep(line_mode, actions=(action,))
        case actions.Invite(way=Opened() as way):
            return LineModeStep(line_mode, actions=(way,))
        case actions.Invite(way=m.Create() as way):
            made = "A table for a friend is made; 'invite' there says how to come."
            return LineModeStep(replace(line_mode, awaited=ANSWERS[m.Create]), (made,), (way,))
        case actions.SendAll(commands=commands):
            return LineModeStep(await_next_game(line_mode, commands), actions=commands)
        case actions.AutoPlay(pace=0):
            return LineModeStep(replace(line_mode, auto="stopped"), ("You make your own moves again.",))
        case actions.AutoPlay(until=until) if line_mode.store.seated is not None:
            return continue_autoplay(
                replace(line_mode, auto=until), line_mode.store.seated, ("Your moves are made by themselves.",)
            )
        case actions.MuteSpeaker(name=name, on=on):
            muted = muting.update_muted(line_mode.store, line_mode.muted, action)
            return LineModeStep(replace(line_mode, muted=muted), (chat.told_of(name, on=on),))
        case actions.Quit():
            dialogue = dialogue_of(line_mode.store)
            return LineModeStep(line_mode, (dialogue.farewell,) if dialogue else (), exit=ExitCode.OK)
        case actions.OpenPanel(panel="invite"):
            return LineModeStep(replace(line_mode, awaited=(Said,)), actions=(actions.PrintInvitation(),))
        case actions.OpenLan() | actions.CloseLan():
            return LineModeStep(replace(line_mode, awaited=(Said,)), actions=(action,))
        case _:
            return LineModeStep(line_mode, _read_out(line_mode, action))


def _read_out(line_mode: LineMode, action: actions.Action) -> tuple[str, ...]:
    """What is said in the place of something that a full screen would open."""
    match action:
        case actions.AskText(prompt="join"):
            return ("Say which table, as in 'join KQFM'; 'rooms' lists them.",)
        case actions.OpenPanel(panel="form"):
            return ("Say which game, as in 'new war'.",)
        case actions.OpenPanel(panel="tours"):
            return sentences.tours(line_mode.store)
        case actions.OpenPanel(panel="levels", game=game):
            return sentences.levels(line_mode.store, game)
        case actions.OpenPanel(panel="rules", game=game):
            return tuple(f"{section.title}: {section.text}" for section in rules(game))
        case _:
            return ("That needs the full screen; 'help' says what can be typed here.",)


def _talk(line_mode: LineMode, text: str) -> LineModeStep:
    """Say something, or read what was said; in the hall, what is said from now on is read out too."""
    is_new = line_mode.store.room is None and not line_mode.overhears
    browse = (m.Browse(on=True),) if is_new else ()
    line_mode = replace(line_mode, overhears=line_mode.overhears or is_new)
    if text:
        return LineModeStep(
            replace(line_mode, awaited=ANSWERS[m.Say]), actions=(*browse, m.Say(room=line_mode.store.room, text=text))
        )
    lines = tuple(map(chat.sentence, chat.readable(line_mode.store.here, line_mode.muted, line_mode.store.link.server)))
    nothing = "You listen to the hall now." if is_new else "Nobody has said anything."
    return LineModeStep(line_mode, lines or (nothing,), browse)


def position(line_mode: LineMode) -> tuple[str, ...]:
    """Where one is: the table and the game on it, or the lobby."""
    if line_mode.store.seated is None:
        return sentences.standing(line_mode.store)
    try:
        return sentences.arrival(line_mode.store.seated)
    except UnreadableTableError as error:
        return (str(error),)
