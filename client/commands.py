"""The command line's language: every key, click and typed line is one of these commands.

`read` gives the order that a line comes to, or raises ValueError with the sentence that says why it cannot be done now.
The same question, asked of a key's command, tells which keys work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from client import match_verbs, talk_verbs, verbs
from client import orders as o
from client.dialogues import dialogue_of, meant
from client.guesses import nearest
from client.moves import move_of, moves
from client.palette import PALETTES
from client.store import Store
from client.verbs import Given
from engines.game import IllegalMove
from protocol import messages as m


class Place(NamedTuple):
    """Where a command is given: everything it may depend on."""

    store: Store
    habits: o.Habits
    mark: Any = None


@dataclass(frozen=True, slots=True)
class Verb:
    """A command: its name, what follows it, what it does (nothing for those that only clicks give), how it is read."""

    name: str
    takes: str
    about: str
    read: Callable[[Given], o.Order]


def read(line: str, place: Place) -> o.Order:
    """The order that a typed line comes to: a command, or else a move in the game on screen. Raises ValueError."""
    name, *words = meant(line, place.store).split() or [""]
    verb = VERBS.get(name.lower())
    if verb is not None:
        return verb.read(Given(tuple(words), *place))
    try:
        return move_of(line, place.store, place.mark)
    except IllegalMove:
        raise
    except ValueError as error:
        guess = "" if dialogue_of(place.store) else _nearest(name, place.store)
        raise ValueError(guess or str(error)) from None


def works(line: str, place: Place) -> bool:
    """Whether a command can be given now."""
    try:
        read(line, place)
    except ValueError:
        return False
    return True


def _nearest(name: str, store: Store) -> str:
    """A guess at what a mistyped word was to be; nothing where none is near."""
    near = nearest(name, (*VERBS, *moves(store)))
    return f"There is no command {name[:40]!r}; did you mean {near!r}?" if near not in ("", name.lower()) else ""


_ALL = (
    Verb(
        "play",
        "GAME [LEVEL|open|solo ...] [OPTION=VALUE ...] [first|last] [serious] [watch=WHO]",
        "Play against the computer, or alone.",
        verbs.read_play,
    ),
    Verb(
        "new",
        "[GAME [OPTION=VALUE ...] [LEVEL|open|solo ...] [first|last] [private] [serious] [watch=WHO]]",
        "Set up a table with an open seat.",
        verbs.read_new,
    ),
    Verb("quick", "[GAME]", "Play whoever wants to, or a computer if nobody comes.", match_verbs.read_quick),
    Verb(
        "challenge",
        "NAME [GAME] [OPTION=VALUE ...]",
        "Ask somebody who is here for a game.",
        match_verbs.read_challenge,
    ),
    Verb("accept", "[NAME]", "Accept a challenge.", match_verbs.respond(agree=True)),
    Verb("refuse", "[NAME]", "Decline a challenge.", match_verbs.respond(agree=False)),
    Verb("withdraw", "", "Wait for nobody any more.", match_verbs.read_withdraw),
    Verb("join", "[CODE]", "Sit down at a table.", verbs.read_join),
    Verb("watch", "[CODE]", "Watch a game.", verbs.read_watch),
    Verb("open", "CODE", "Go to a table you are at.", verbs.read_open),
    Verb("lobby", "", "Go to the lobby; your seats stay yours.", verbs.read_lobby),
    Verb("move", "MOVE", "Make a move; the move alone does too.", verbs.read_move),
    Verb("auto", "[1-5|off]", "Let your moves be made by themselves.", verbs.read_auto),
    Verb("on", "", "Play on to the next stirring moment.", verbs.read_on),
    Verb("finish", "", "Play on to the end, against computers.", verbs.read_finish),
    Verb("rules", "[GAME]", "Read how a game is played.", verbs.read_rules),
    Verb("learn", "[GAME]", "Be shown in a minute how a game is played.", verbs.read_learn),
    Verb("rematch", "", "Play again at this table.", verbs.read_rematch),
    Verb("restart", "", "Alone, give the game up and begin another.", verbs.read_restart),
    Verb("repeat", "", "Alone, play the same again.", verbs.read_repeat),
    Verb("takeback", "", "Take back your last move, or ask for it.", verbs.read_takeback),
    Verb("hint", "", "Ask what you might do, and why.", verbs.ask("hint")),
    Verb("prospect", "", "Ask whether the game can still be won.", verbs.ask("prospect")),
    Verb("offer", "draw", "Offer the others a draw.", verbs.read_offer),
    Verb("agree", "", "Agree to what you are asked.", verbs.answer(agree=True)),
    Verb("decline", "", "Decline what you are asked.", verbs.answer(agree=False)),
    Verb("claim", "win|computer [LEVEL]", "Wait no longer for whoever stays away.", verbs.read_claim),
    Verb("resign", "", "Give the game up.", verbs.read_resign),
    Verb("leave", "[anyway]", "Stand up, or stop watching.", verbs.read_leave),
    Verb("kick", "NAME", "Send somebody away from your table, for good.", verbs.read_kick),
    Verb("close", "table", "Close your table for everybody.", verbs.read_close),
    Verb("fill", "[LEVEL]", "Give the open seats to computers.", verbs.read_fill),
    Verb("invite", "", "Show how to come to this table.", verbs.read_invite),
    Verb("verify", "[CODE]", "Check that the game was dealt fairly.", verbs.read_verify),
    Verb("replay", "[CODE|FILE [SEAT]]", "Step through a game that is over.", verbs.read_replay),
    Verb("history", "[GAME]", "List the games you have played to their end.", verbs.read_history),
    Verb("event", "NUMBER|+N|-N|first|last", "Go to an event of the replay.", verbs.read_event),
    Verb("roll", "", "Let the replay go on by itself, or stop it.", verbs.always(o.Roll())),
    Verb("see", "[SEAT|NAME|spectator]", "See the replay with somebody else's eyes.", verbs.read_see),
    Verb("stats", "[GAME]", "Show what you have played and won.", verbs.read_stats),
    Verb("leaders", "[GAME]", "Show who plays a game best.", verbs.read_leaders),
    Verb("levels", "[GAME]", "Show how the computers play.", verbs.read_levels),
    Verb("talk", "[TEXT]", "Say something to everybody here.", talk_verbs.read_talk),
    Verb("mute", "NAME", "Read nothing of somebody any more.", talk_verbs.read_mute),
    Verb("unmute", "NAME", "Read again what somebody says.", talk_verbs.read_unmute),
    Verb("hush", "NAME|watchers [off]", "As the host, let somebody talk here no more.", talk_verbs.read_hush),
    Verb("name", "NAME", "Go by another name.", verbs.read_name),
    Verb("signout", "", "Make every token of yours void, but for this window's.", verbs.always(m.SignOut())),
    Verb("filter", "[TEXT]", "Show only tables that match.", verbs.read_filter),
    Verb("help", "", "Show the keys.", verbs.always(o.Show("help"))),
    Verb("sound", "[on|off]", "Ring the bell, or never.", verbs.switch("sound")),
    Verb("motion", "[on|off]", "Let cards turn before your eyes, or not.", verbs.switch("motion")),
    Verb("mouse", "[on|off]", "Use the mouse here, or leave it to the terminal.", verbs.switch("mouse")),
    Verb("palette", f"[{'|'.join(PALETTES)}]", "Draw boards in other colours, or in textures.", verbs.read_palette),
    Verb("theme", "[NAME]", "Draw the screen in other colours, from now on; night is the usual.", verbs.read_theme),
    Verb("start", "NUMBER", "Do what a line of Play now says.", verbs.read_start),
    Verb("choose", "", "Do what the marked line says.", verbs.always(o.Choose())),
    Verb("aim", "WORDS", "", verbs.read_aim),
    Verb("touch", "WORDS", "", verbs.read_touch),
    Verb("find", "WORDS", "Find something on the table.", verbs.read_find),
    Verb("pick", "", "Do what the marked place of the table stands for.", verbs.read_pick),
    Verb("up", "", "Go a line up.", verbs.always(o.Step(rows=-1))),
    Verb("down", "", "Go a line down.", verbs.always(o.Step(rows=1))),
    Verb("next", "", "Go to the next pane.", verbs.always(o.Step(panes=1))),
    Verb("previous", "", "Go to the pane before.", verbs.always(o.Step(panes=-1))),
    Verb("page", "up|down", "Scroll by a few lines.", verbs.read_page),
    Verb("more", "", "Take the next value in the marked line.", verbs.always(o.Vary(1))),
    Verb("less", "", "Take the value before in the marked line.", verbs.always(o.Vary(-1))),
    Verb("write", "[DIGIT]", "", verbs.read_write),
    Verb("mark", "PANE ROW", "", verbs.read_mark),
    Verb("type", "command|join|filter|say", "Type something at the bottom.", verbs.read_type),
    Verb("press", "KEY", "", verbs.read_press),
    Verb("back", "", "Close what is open, or go to the lobby.", verbs.always(o.Back())),
    Verb("redraw", "", "Draw everything anew.", verbs.always(o.Redraw())),
    Verb("plain", "", "Go on in plain mode, line by line.", verbs.always(o.Quit("plain"))),
    Verb("interrupt", "", "Leave at once.", verbs.always(o.Quit("interrupted"))),
    Verb("quit", "", "Leave Parlour.", verbs.always(o.Quit())),
)

VERBS = {verb.name: verb for verb in _ALL}
