"""The table of all commands: every key, click and typed line is one of them.

`read` turns a line into an Action, or raises ValueError with a sentence why it cannot be done now. `resolve` returns
either as a value, so that the key bar and the key press share one reading of the line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from client.commands import actions
from client.commands.dialogue import translate
from client.commands.verbs import answers, devices, game, join_leave, offers, people, screen, table
from client.commands.verbs import moves as move_verbs
from client.commands.verbs.context import VerbArguments
from client.drawing.palettes import PALETTES
from client.drawing.suggest import nearest
from client.games.spec import ANY_MOVE
from client.state.habits import Habits
from client.state.moves import legal_moves, move_of
from client.state.reading import known_game
from client.state.store import Store
from engines.game import IllegalMoveError
from protocol import messages as m


class CommandContext(NamedTuple):
    """What the reading of a command depends on, beside its words."""

    store: Store
    habits: Habits
    mark: Any = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command cannot be carried out now, in a sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Verb:
    """A command: its name, its arguments, what it does (empty for those that only clicks give), and its reader."""

    name: str
    takes: str
    about: str
    read: Callable[[VerbArguments], actions.Action]


def read(line: str, context: CommandContext) -> actions.Action:
    """Read a line as a command, or else as a move in the game on screen. Raises ValueError."""
    name, *words = translate(line, context.store).split() or [""]
    verb = VERBS.get(name.lower())
    if verb is not None:
        return verb.read(VerbArguments(tuple(words), *context))
    try:
        return move_of(line, context.store, context.mark)
    except IllegalMoveError:
        raise
    except ValueError as error:
        raise ValueError(_why_unknown(str(error), name, context.store)) from None


def resolve(line: str, context: CommandContext) -> actions.Action | Refusal:
    """The Action of a line, or why it cannot be done now."""
    try:
        return read(line, context)
    except ValueError as error:
        return Refusal(str(error))


def _why_unknown(why_not: str, name: str, store: Store) -> str:
    """Why a line is neither a command nor a move.

    The game's own sentence `why_not` says so if the first word begins some move of its. A game with a dialogue of its
    own always answers by itself.
    """
    begins_moves = _move_words(store)
    if begins_moves is None or name.lower() in begins_moves or (store.seated and name[:1].isdigit()):
        return why_not
    near = nearest(name, (*VERBS, *begins_moves))
    instead = f"Did you mean {near!r}?" if near else "Type 'help' for a list."
    return f"There's no command {name[:40]}. {instead}"


def _move_words(store: Store) -> frozenset[str] | None:
    """The first words of moves at the table on screen; none in the lobby, None where any word may begin one."""
    game = known_game(store.seated.table.game) if store.seated else None
    if store.seated is None:
        return frozenset()
    if game is None or game.reading.dialogue or any(typed == ANY_MOVE for typed, _ in game.reading.typed):
        return None
    keys = (key.command for key in game.keys)
    typed = (words for words, _ in game.reading.typed)
    return frozenset(line.split()[0].lower() for line in (*keys, *typed, *legal_moves(store))) - VERBS.keys()


_ALL = (
    Verb(
        "play",
        "GAME [LEVEL|open|solo ...] [OPTION=VALUE ...] [first|last] [serious] [watch=WHO]",
        "Play against the computer, or alone.",
        join_leave.read_play,
    ),
    Verb(
        "new",
        "[GAME [OPTION=VALUE ...] [LEVEL|open|solo ...] [first|last] [private] [serious] [watch=WHO]]",
        "Set up a table with an open seat.",
        join_leave.read_new,
    ),
    Verb("quick", "[GAME]", "Play whoever wants to, or a computer if nobody comes.", people.read_quick),
    Verb("challenge", "NAME [GAME] [OPTION=VALUE ...]", "Ask somebody who is here for a game.", people.read_challenge),
    Verb("accept", "[NAME]", "Accept a challenge.", partial(answers.read_respond, agree=True)),
    Verb("refuse", "[NAME]", "Decline a challenge.", partial(answers.read_respond, agree=False)),
    Verb("withdraw", "", "Wait for nobody any more.", people.read_withdraw),
    Verb("join", "[CODE]", "Sit down at a table.", join_leave.read_join),
    Verb("watch", "[CODE]", "Watch a game.", join_leave.read_watch),
    Verb(
        "open",
        "CODE | network [ADDRESS[:PORT]]",
        "Go to a table you are at; or open your own server to your network.",
        join_leave.read_open,
    ),
    Verb("lobby", "", "Go to the lobby; your seats stay yours.", join_leave.read_lobby),
    Verb("move", "MOVE", "Make a move; the move alone does too.", move_verbs.read_move),
    Verb("auto", "[1-5|off]", "Let your moves be made by themselves.", move_verbs.read_auto),
    Verb("on", "", "Play on to the next stirring moment.", move_verbs.read_on),
    Verb("finish", "", "Play on to the end, against computers.", move_verbs.read_finish),
    Verb("rules", "[GAME]", "Read how a game is played.", game.read_rules),
    Verb(
        "learn", "[GAME]", "Be shown in a minute how a game is played; in the lobby choose of which.", game.read_learn
    ),
    Verb("rematch", "", "Play again at this table.", table.read_rematch),
    Verb("restart", "", "Alone, give the game up and begin another.", table.read_restart),
    Verb("repeat", "", "Alone, play the same again.", table.read_repeat),
    Verb("takeback", "", "Take back your last move, or ask for it.", offers.read_takeback),
    Verb("hint", "", "Ask what you might do, and why.", partial(move_verbs.read_consult, about="hint")),
    Verb("prospect", "", "Ask whether the game can still be won.", partial(move_verbs.read_consult, about="prospect")),
    Verb("offer", "draw", "Offer the others a draw.", offers.read_offer),
    Verb("agree", "", "Agree to what you are asked.", partial(answers.read_answer, agree=True)),
    Verb("decline", "", "Decline what you are asked.", partial(answers.read_answer, agree=False)),
    Verb("yes", "", "Say yes to what you are asked.", partial(answers.read_yes_or_no, agree=True)),
    Verb("no", "", "Say no to what you are asked.", partial(answers.read_yes_or_no, agree=False)),
    Verb("claim", "win|computer [LEVEL]", "Wait no longer for whoever stays away.", table.read_claim),
    Verb("resign", "[anyway]", "Resign the game; 'anyway' asks nothing.", table.read_resign),
    Verb("leave", "[anyway]", "Stand up, or stop watching.", join_leave.read_leave),
    Verb("kick", "NAME|SEAT", "Send somebody away from your table, for good.", table.read_kick),
    Verb(
        "close",
        "table | network",
        "Close your table for everybody, or your own server to the network.",
        table.read_close,
    ),
    Verb("fill", "[LEVEL]", "Give the open seats to computers.", table.read_fill),
    Verb("invite", "", "Show how to come to this table.", join_leave.read_invite),
    Verb("verify", "[CODE]", "Check that the game was dealt fairly.", game.read_verify),
    Verb("replay", "[CODE|FILE [SEAT]]", "Step through a game that is over.", game.read_replay),
    Verb("history", "[GAME]", "List the games you have played to their end.", game.read_history),
    Verb("event", "NUMBER|+N|-N|first|last", "Go to an event of the replay.", game.read_event),
    Verb("run", "", "Let the replay go on by itself, or stop it.", screen.always(actions.RunReplay())),
    Verb("see", "[SEAT|NAME|spectator]", "See the replay with somebody else's eyes.", game.read_see),
    Verb("stats", "[GAME]", "Show what you have played and won.", game.read_stats),
    Verb("leaders", "[GAME]", "Show who plays a game best.", game.read_leaders),
    Verb("levels", "[GAME]", "Show how the computers play.", game.read_levels),
    Verb("talk", "[TEXT]", "Say something to everybody here.", people.read_talk),
    Verb("mute", "NAME", "Read nothing of somebody any more.", people.read_mute),
    Verb("unmute", "NAME", "Read again what somebody says.", people.read_unmute),
    Verb("hush", "NAME|watchers [off]", "As the host, let somebody talk here no more.", people.read_hush),
    Verb("report", "NAME [WHY]", "Report somebody to whoever runs the server.", people.read_report),
    Verb("name", "NAME", "Go by another name.", screen.read_name),
    Verb("link", "", "Let another machine of yours in, by a code.", screen.always(m.GetLinkCode())),
    Verb("devices", "[revoke NUMBER]", "List your machines here, or shut one out.", devices.read_devices),
    Verb("recovery", "", "Make twelve words that let you in again.", screen.always(actions.MakePhrase())),
    Verb("signout", "", "Shut out everything of yours but this window.", screen.always(m.SignOut())),
    Verb("filter", "[TEXT]", "Show only tables that match.", screen.read_filter),
    Verb("help", "", "Show the keys.", screen.always(actions.OpenPanel("help"))),
    Verb("menu", "", "Open the menu of this table.", screen.read_menu),
    Verb(
        "settings",
        "",
        "Change the theme, the boards, sound, motion and the mouse.",
        screen.always(actions.OpenPanel("settings")),
    ),
    Verb("sound", "[on|off]", "Ring the bell, or never.", partial(screen.read_switch, what="sound")),
    Verb("motion", "[on|off]", "Let cards turn before your eyes, or not.", partial(screen.read_switch, what="motion")),
    Verb(
        "mouse",
        "[on|off]",
        "Use the mouse here, or leave it to the terminal.",
        partial(screen.read_switch, what="mouse"),
    ),
    Verb("palette", f"[{'|'.join(PALETTES)}]", "Draw boards in other colours, or in textures.", screen.read_palette),
    Verb("theme", "[NAME]", "Draw the screen in other colours, from now on; night is the usual.", screen.read_theme),
    Verb("start", "NUMBER", "Do what a line of Play now says.", screen.read_start),
    Verb("choose", "", "Do what the marked line says.", screen.always(actions.ActivateRow())),
    Verb("aim", "WORDS", "", move_verbs.read_aim),
    Verb("touch", "WORDS", "", move_verbs.read_touch),
    Verb("find", "WORDS", "Find something on the table.", move_verbs.read_find),
    Verb("pick", "", "Do what the marked place of the table stands for.", move_verbs.read_pick),
    Verb("up", "", "Go a line up.", screen.always(actions.MoveSelection(rows=-1))),
    Verb("down", "", "Go a line down.", screen.always(actions.MoveSelection(rows=1))),
    Verb("next", "", "Go to the next pane.", screen.always(actions.MoveSelection(panes=1))),
    Verb("previous", "", "Go to the pane before.", screen.always(actions.MoveSelection(panes=-1))),
    Verb("page", "up|down", "Scroll by a few lines.", screen.read_page),
    Verb("more", "", "Take the next value, or level, in the marked line.", screen.always(actions.ChangeField(1))),
    Verb("less", "", "Take the value, or level, before in the marked line.", screen.always(actions.ChangeField(-1))),
    Verb("write", "[DIGIT]", "", screen.read_write),
    Verb("mark", "PANE ROW", "", screen.read_mark),
    Verb("type", "command|join|filter|say", "Type something at the bottom.", screen.read_type),
    Verb("press", "KEY", "", screen.read_press),
    Verb("here", "", "Take over from your other window.", screen.read_here),
    Verb("guest", "", "Play as a guest, beside your other window.", screen.read_guest),
    Verb("back", "", "Close what is open, or go to the lobby.", screen.always(actions.GoBack())),
    Verb("redraw", "", "Draw everything anew.", screen.always(actions.Redraw())),
    Verb("plain", "", "Go on in plain mode, line by line.", screen.always(actions.Quit("plain"))),
    Verb("suspend", "", "Go back to the shell; 'fg' there comes back here.", screen.always(actions.Suspend())),
    Verb("interrupt", "", "Leave at once.", screen.always(actions.Quit("interrupted"))),
    Verb("quit", "", "Leave Parlour.", screen.always(actions.Quit())),
)

VERBS = {verb.name: verb for verb in _ALL}
