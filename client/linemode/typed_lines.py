"""The step of the line mode after a typed line, with the automatic moves and the next game that it may ask for."""

from __future__ import annotations

from dataclasses import replace

from client.commands import actions, muting
from client.commands.dialogue import dialogue_of
from client.commands.verb_table import CommandContext, read
from client.games.rulebook import rules
from client.linemode import help as help_texts
from client.linemode import sentences
from client.linemode.model import ANSWERS, LineMode, LineModeStep
from client.linemode.vocabulary import YES_OR_NO, to_common
from client.state import chat
from client.state.exit_codes import ExitCode
from client.state.habits import Habits
from client.state.moves import forced_move, needs_decision
from client.state.phrases import offers
from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable, Opened, Said
from client.state.table_view import is_my_turn
from protocol import messages as m


def on_line(mode: LineMode, line: str) -> LineModeStep:
    question = mode.question
    if question is not None or offers.open_question(mode.store, mode.muted):
        line = YES_OR_NO.get(line.strip().lower(), line)
    line = to_common(line, mode.store)
    mode = replace(mode, question=None)
    match line.split():
        case ["yes"] if question is not None:
            return on_line(mode, question.command)
        case ["no"] if question is not None:
            return LineModeStep(mode, (offers.KEPT,))
        case [] if mode.store.seated is None:
            return LineModeStep(mode)
        case ["help"]:
            return LineModeStep(mode, help_texts.overview(mode.store))
        case ["help", *topic]:
            return LineModeStep(mode, help_texts.about(" ".join(topic), mode.store))
        case ["say"]:
            return LineModeStep(mode, position(mode))
        case ["show", *rest]:
            return LineModeStep(mode, sentences.show(mode.store.seated, " ".join(rest)))
        case ["board", *words]:
            return _board(mode, words)
        case ["talk", *words]:
            return _talk(mode, " ".join(words))
        case ["tables"]:
            return LineModeStep(replace(mode, listing=True, awaited=ANSWERS[m.Browse]), actions=(m.Browse(on=True),))
    try:
        action = read(line, CommandContext(mode.store, Habits(muted=mode.muted)))
    except ValueError as error:
        return LineModeStep(mode, (str(error),))
    return _follow_action(mode, action)


def _follow_action(mode: LineMode, action: actions.Action) -> LineModeStep:
    match action:
        case actions.Confirm(question=question):
            return LineModeStep(replace(mode, question=action), (f"{question} {offers.TYPED_ANSWER}",))
        case m.Respond(agree=agree):
            return LineModeStep(replace(mode, awaited=(m.Entered if agree else m.Matching,)), actions=(action,))
        case m.Message() | actions.MakePhrase():
            return LineModeStep(replace(mode, awaited=ANSWERS.get(type(action), ())), actions=(action,))
        case actions.Verify() | actions.OpenReplay() | actions.OpenHistory():
            return LineModeStep(replace(mode, awaited=(Said,)), actions=(action,))
        case actions.StartTour():
            return LineModeStep(replace(mode, awaited=(m.Entered,)), actions=(action,))
        case Opened() | actions.PlayHere():
            return LineModeStep(mode, actions=(action,))
        case actions.Invite(way=Opened() as way):
            return LineModeStep(mode, actions=(way,))
        case actions.Invite(way=m.Create() as way):
            made = "Your table is ready. Type 'invite' there for how to join it."
            return LineModeStep(replace(mode, awaited=ANSWERS[m.Create]), (made,), (way,))
        case actions.SendAll(commands=commands):
            return LineModeStep(await_next_game(mode, commands), actions=commands)
        case actions.AutoPlay(pace=0):
            return LineModeStep(replace(mode, auto="stopped"), ("You make your own moves again.",))
        case actions.AutoPlay(until=until) if mode.store.seated is not None:
            return continue_autoplay(
                replace(mode, auto=until), mode.store.seated, ("Playing automatically. Type 'auto off' to stop.",)
            )
        case actions.MuteSpeaker(name=name, on=on):
            muted = muting.update_muted(mode.store, mode.muted, action)
            return LineModeStep(replace(mode, muted=muted), (chat.describe_mute(name, on=on),))
        case actions.Quit(how="plain"):
            return LineModeStep(mode, ("You're already in plain mode.",))
        case actions.Quit():
            dialogue = dialogue_of(mode.store)
            return LineModeStep(mode, (dialogue.farewell,) if dialogue else (), exit=ExitCode.OK)
        case actions.OpenPanel(panel="invite"):
            return LineModeStep(replace(mode, awaited=(Said,)), actions=(actions.PrintInvitation(),))
        case actions.OpenLan() | actions.CloseLan():
            return LineModeStep(replace(mode, awaited=(Said,)), actions=(action,))
        case _:
            return LineModeStep(mode, _read_out(mode, action))


def _read_out(mode: LineMode, action: actions.Action) -> tuple[str, ...]:
    """The sentences that stand for what the full screen would open."""
    match action:
        case actions.AskText(prompt="join"):
            return ("Type a table's code, such as 'join KQFM'. 'tables' lists them.",)
        case actions.OpenPanel(panel="form"):
            return ("Type a game, such as 'new war'.",)
        case actions.OpenPanel(panel="tours"):
            return sentences.tours(mode.store)
        case actions.OpenPanel(panel="levels", game=game):
            return sentences.levels(mode.store, game)
        case actions.OpenPanel(panel="rules", game=game):
            return tuple(f"{section.title}: {section.text}" for section in rules(game))
        case _:
            return ("That needs the full screen. Type 'help' for the commands here.",)


def _board(mode: LineMode, words: list[str]) -> LineModeStep:
    """Show the board of text, or turn it on or off."""
    match words:
        case ["off"]:
            return LineModeStep(replace(mode, draws_board=False), ("No board after your moves any more.",))
        case [] | ["on"]:
            try:
                drawn = sentences.board(mode.store.seated)
            except ValueError as error:
                return LineModeStep(mode, (str(error),))
            return LineModeStep(replace(mode, draws_board=mode.draws_board or bool(words)), drawn)
    return LineModeStep(mode, ("Type 'board', 'board on' or 'board off'.",))


def _talk(mode: LineMode, text: str) -> LineModeStep:
    """Say something, or read out the chat; in the lobby, turn its chat on from now on."""
    is_new = mode.store.room is None and not mode.overhears
    browse = (m.Browse(on=True),) if is_new else ()
    mode = replace(mode, overhears=mode.overhears or is_new)
    if text:
        return LineModeStep(
            replace(mode, awaited=ANSWERS[m.Say]), actions=(*browse, m.Say(room=mode.store.room, text=text))
        )
    lines = tuple(map(chat.sentence, chat.readable_lines(mode.store.here, mode.muted, mode.store.link.server)))
    nothing = "You will hear the lobby's chat from now on." if is_new else "No messages yet."
    return LineModeStep(mode, lines or (nothing,), browse)


def position(mode: LineMode) -> tuple[str, ...]:
    """The table on screen and its position, or the lobby, in sentences."""
    if mode.store.seated is None:
        return sentences.lobby_position(mode.store)
    try:
        return sentences.arrival(mode.store.seated)
    except UnreadableTableError as error:
        return (str(error),)


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


def await_next_game(mode: LineMode, commands: tuple[m.Command, ...]) -> LineMode:
    """The line mode after commands that lead to another game."""
    leaving = next((command.room for command in commands if isinstance(command, m.Leave)), "")
    return replace(mode, awaited=(m.Table, m.Entered), dealing=True, leaving=leaving)
