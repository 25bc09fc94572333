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
from client.drawing.canvas import clean
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
    game = next((each for each in store.games if name.lower() in (each.name, each.name.partition("_")[0])), None)
    if game is not None:
        return f"Type 'play {name.lower()}' to play {clean(game.title)}."
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
        "Set up a table for other people to join.",
        join_leave.read_new,
    ),
    Verb("continue", "[GAME]", "Resume your game alone or against computers, or start one.", join_leave.read_continue),
    Verb("quick", "[GAME]", "Play anyone who's looking for a game, or a computer if nobody is.", people.read_quick),
    Verb("challenge", "NAME [GAME] [OPTION=VALUE ...]", "Challenge a player.", people.read_challenge),
    Verb("accept", "[NAME]", "Accept a challenge.", partial(answers.read_respond, agree=True)),
    Verb("refuse", "[NAME]", "Decline a challenge.", partial(answers.read_respond, agree=False)),
    Verb("withdraw", "", "Stop looking for an opponent.", people.read_withdraw),
    Verb("join", "[CODE]", "Join a table by its code.", join_leave.read_join),
    Verb("watch", "[CODE]", "Watch a game.", join_leave.read_watch),
    Verb(
        "open",
        "CODE | network [ADDRESS[:PORT]]",
        "Go to one of your tables, or open your own server to your network.",
        join_leave.read_open,
    ),
    Verb("lobby", "", "Go to the lobby; you keep your seat.", join_leave.read_lobby),
    Verb("move", "MOVE", "Make a move; 'move' can be left out.", move_verbs.read_move),
    Verb("auto", "[1-5|off]", "Play automatically, at a speed from 1 to 5.", move_verbs.read_auto),
    Verb("on", "", "Skip to the next big moment.", move_verbs.read_on),
    Verb("finish", "", "Play to the end at once, against computers.", move_verbs.read_finish),
    Verb("rules", "[GAME]", "Read the rules of a game.", game.read_rules),
    Verb("learn", "[GAME]", "Learn a game in a minute; in the lobby you choose which.", game.read_learn),
    Verb("rematch", "", "Play again at this table.", table.read_rematch),
    Verb("restart", "", "Playing alone: start a new game; this one is lost.", table.read_restart),
    Verb("repeat", "", "Playing alone: play the same game again.", table.read_repeat),
    Verb("takeback", "", "Take back your last move, or ask to.", offers.read_takeback),
    Verb("hint", "", "Get a hint.", partial(move_verbs.read_consult, about="hint")),
    Verb("prospect", "", "Find out whether you can still win.", partial(move_verbs.read_consult, about="prospect")),
    Verb("offer", "draw", "Offer a draw.", offers.read_offer),
    Verb("agree", "", "Agree to an offer.", partial(answers.read_answer, agree=True)),
    Verb("decline", "", "Decline an offer.", partial(answers.read_answer, agree=False)),
    Verb("yes", "", "Say yes to an offer, a challenge or a rematch.", partial(answers.read_yes_or_no, agree=True)),
    Verb("no", "", "Say no to an offer, a challenge or a rematch.", partial(answers.read_yes_or_no, agree=False)),
    Verb("claim", "win|computer [LEVEL]", "Stop waiting for an absent player.", table.read_claim),
    Verb("resign", "[anyway]", "Resign; with 'anyway' you aren't asked first.", table.read_resign),
    Verb("leave", "[CODE] [anyway]", "Leave a table for good, or stop watching.", join_leave.read_leave),
    Verb("remove", "", "", screen.always(actions.LeaveRow())),
    Verb("kick", "NAME|SEAT [anyway]", "Send a player away from your table for good.", table.read_kick),
    Verb(
        "close",
        "table | network",
        "Close your table for everybody, or your own server to the network.",
        table.read_close,
    ),
    Verb("fill", "[LEVEL]", "Fill the open seats with computers.", table.read_fill),
    Verb("invite", "", "Show how others can join this table.", join_leave.read_invite),
    Verb("copy", "[NUMBER]", "Copy a line of the invitation.", join_leave.read_copy),
    Verb("verify", "[CODE]", "Check that the game was dealt fairly.", game.read_verify),
    Verb("replay", "[CODE|FILE [SEAT]]", "Step through a finished game.", game.read_replay),
    Verb("history", "[GAME]", "List your finished games.", game.read_history),
    Verb("event", "NUMBER|+N|-N|first|last", "Go to a point in the replay.", game.read_event),
    Verb("run", "", "Start or stop the replay.", screen.always(actions.RunReplay())),
    Verb("see", "[SEAT|NAME|spectator]", "See the replay as another player saw it.", game.read_see),
    Verb("stats", "[GAME]", "Show your results.", game.read_stats),
    Verb("leaders", "[GAME]", "Show the best players.", game.read_leaders),
    Verb("levels", "[GAME]", "Show the computer levels.", game.read_levels),
    Verb("talk", "[TEXT]", "Send a chat message.", people.read_talk),
    Verb("mute", "NAME", "Mute a player.", people.read_mute),
    Verb("unmute", "NAME", "Unmute a player.", people.read_unmute),
    Verb("hush", "NAME|watchers [off]", "As the host, mute a player for everybody at this table.", people.read_hush),
    Verb("report", "NAME [WHY]", "Report a player to the server's owner.", people.read_report),
    Verb("name", "NAME", "Change your name.", screen.read_name),
    Verb("link", "", "Get a code to sign in on another machine.", screen.always(m.GetLinkCode())),
    Verb("devices", "[revoke NUMBER]", "List your machines, or sign one out.", devices.read_devices),
    Verb("recovery", "", "Get twelve words that sign you in if you lose everything.", devices.read_recovery),
    Verb("signout", "", "Sign out everywhere but here.", screen.always(m.SignOut())),
    Verb("filter", "[TEXT]", "Show only matching tables.", screen.read_filter),
    Verb("help", "", "Show the keys.", screen.always(actions.OpenPanel("help"))),
    Verb("menu", "", "Open this table's menu.", screen.read_menu),
    Verb(
        "settings",
        "",
        "Open the settings.",
        screen.always(actions.OpenPanel("settings")),
    ),
    Verb("sound", "[on|off]", "Turn the bell on or off.", partial(screen.read_switch, what="sound")),
    Verb("motion", "[on|off]", "Turn animation on or off.", partial(screen.read_switch, what="motion")),
    Verb(
        "mouse",
        "[on|off]",
        "Turn the mouse on or off; off, your terminal can select text.",
        partial(screen.read_switch, what="mouse"),
    ),
    Verb("palette", f"[{'|'.join(PALETTES)}]", "Change the colours of boards, or use textures.", screen.read_palette),
    Verb("theme", "[NAME]", "Change the colours of the screen; the default is night.", screen.read_theme),
    Verb("start", "NUMBER", "Choose a line of Play now.", screen.read_start),
    Verb("choose", "", "Choose the marked line.", screen.always(actions.ActivateRow())),
    Verb("aim", "WORDS", "", move_verbs.read_aim),
    Verb("touch", "WORDS", "", move_verbs.read_touch),
    Verb("find", "WORDS", "Find something on the table.", move_verbs.read_find),
    Verb("pick", "", "Choose the marked place on the table.", move_verbs.read_pick),
    Verb("up", "", "Move up a line.", screen.always(actions.MoveSelection(rows=-1))),
    Verb("down", "", "Move down a line.", screen.always(actions.MoveSelection(rows=1))),
    Verb("next", "", "Go to the next list or pane.", screen.always(actions.MoveSelection(panes=1))),
    Verb("previous", "", "Go to the list or pane before.", screen.always(actions.MoveSelection(panes=-1))),
    Verb("page", "up|down", "Scroll up or down.", screen.read_page),
    Verb("more", "", "Take the next value or level in the marked line.", screen.always(actions.ChangeField(1))),
    Verb("less", "", "Take the previous value or level in the marked line.", screen.always(actions.ChangeField(-1))),
    Verb("write", "[DIGIT]", "", screen.read_write),
    Verb("mark", "PANE ROW", "", screen.read_mark),
    Verb("type", "command|join|filter|say", "Start typing at the bottom.", screen.read_type),
    Verb("press", "KEY", "", screen.read_press),
    Verb("here", "", "Take over from your other window.", screen.read_here),
    Verb("guest", "", "Play as a guest in this window.", screen.read_guest),
    Verb("back", "", "Close what is open, or go to the lobby.", screen.always(actions.GoBack())),
    Verb("redraw", "", "Redraw the screen.", screen.always(actions.Redraw())),
    Verb("plain", "", "Switch to plain mode.", screen.always(actions.Quit("plain"))),
    Verb("suspend", "", "Go back to the shell; 'fg' there comes back here.", screen.always(actions.Suspend())),
    Verb("interrupt", "", "Quit at once.", screen.always(actions.Quit("interrupted"))),
    Verb("quit", "", "Quit Parlour.", screen.always(actions.Quit())),
)

VERBS = {verb.name: verb for verb in _ALL}
