"""The command line of `parlour`, parsed into one value."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from client.cli import values
from client.drawing.palettes import PALETTES
from client.drawing.suggest import nearest
from client.drawing.themes import THEMES, USUAL
from client.state.defaults import DEFAULT_GAME, WATCHERS
from client.state.exit_codes import EXIT_CODES
from protocol import RELEASE
from protocol.command_line import CommandLineParser, actions

EXAMPLES = """examples:
  parlour                              open the lobby, on a server of your own
  parlour play war                     play War against the computer
  parlour play tower turn_limit=60     play Tower Blaster with an option
  parlour play war --quick             play War against whoever wants to play too
  parlour play war --vs human          start a table for a friend, who joins with its code
  parlour play blocky --vs solo        play Blocky alone
  parlour play streets --vs walking    race a computer of that level
  parlour play streets --deal 48213    play a deal of Streets and Alleys by its number
  parlour join play.example.org KQFM   join a friend's table
  parlour join KQFM                    join a table on your own server
  parlour watch play.example.org KQFM  watch a game
  parlour resume                       go back to the game you left
  parlour learn blocky                 learn a game in a minute
  parlour tables --json                list a server's tables, for a program
  parlour levels                       list the computers and how they play
  parlour stats war                    show your results
  parlour leaders blocky               show the best players
  parlour serve --port 8765            host a server
  parlour portal                       let people play by ssh or in a browser
  parlour bot mybot.py --games 100     let your program play
  parlour arena blocky --a wise-20 --b wise-4    let computers play each other
  parlour solve --deal 48213           see whether a deal can be won
  parlour history                      list your finished games
  parlour replay KQFM                  step through the last game at a table
  parlour verify KQFM                  check that the last game at a table was dealt fairly
  parlour devices                      list the machines that are yours
  parlour link KQFM7XWP                make this machine yours, with a code from another
  parlour recover                      make this machine yours, with your recovery phrase
  parlour account export me.json       save everything a server knows about you
  parlour account delete               leave a server for good
  parlour config --show                list your settings and where each comes from
  parlour completion bash              print the script for Tab completion
  parlour doctor                       find out what is wrong
  parlour doctor --bundle              write a report to send to somebody who can help
"""
OLD_NAMES = {"rooms": "tables"}
"""Commands that had another name, which still works."""
SERVER_PROGRAMS = {
    "serve": ("server", "host a server"),
    "arena": ("server.tools.arena", "let computers play each other"),
    "solve": ("server.tools.solve", "solve a deal of Streets and Alleys"),
    "verify": ("server.tools.verify", "check that a game was dealt fairly"),
    "backup": ("server.tools.backup", "back up a server's games and accounts"),
    "copy-store": ("server.tools.copy_store", "copy a server's data to PostgreSQL, or back"),
    "prune": ("server.tools.prune", "delete the records of old games"),
    "revoke": ("server.tools.revoke", "revoke a player's keys and tokens"),
    "portal": ("client.portal.main", "let people play by ssh or in a browser"),
    "admin": ("server.tools.admin", "ban, mute or unban players of a running server"),
}
"""Commands that run a program of the server's side, which parses the rest of the line: its module and its purpose."""
OFF = {"color": "colours", "mouse": "the mouse", "sound": "the bell", "motion": "animations"}
"""What those switches are called in a sentence."""
SHELLS = ("bash", "zsh", "fish")


def read(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line. Exits with code 2 and a sentence on anything unknown."""
    parser = _parser()
    _guess(arguments)
    _guess_flag(arguments)
    args, rest = parser.parse_known_args(arguments)
    args.command = args.command or "lobby"
    if rest and (args.command not in ("play", "bot") or any(word.startswith("-") for word in rest)):
        parser.error(f"'parlour {args.command}' does not take {' '.join(rest)}")
    if rest:
        args.option = [*args.option, *rest]  # argparse leaves these over once a flag stands between
    return args


def in_usual_form(arguments: list[str]) -> list[str]:
    """The arguments with the words that people try first in the form that the parser knows."""
    match arguments:
        case ["version" | "-v", *_]:
            return ["--version"]
        case ["--help" | "-h" as flag, command, *_] if command in (*COMMANDS, *OLD_NAMES):
            return [*in_usual_form([command]), flag]
        case ["help", *rest] if rest:
            return [*in_usual_form(rest), "--help"]
        case ["help" | "-?" | "-help", *_]:
            return ["--help"]
        case [first, *rest] if first in OLD_NAMES:
            return [OLD_NAMES[first], *rest]
    return arguments


def read_verifying(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Parse which server to ask for a game to verify; returns the other words too, for the verifier to parse."""
    parser = CommandLineParser(prog="parlour verify", add_help=False, argument_default=argparse.SUPPRESS)
    _server(parser)
    args, rest = parser.parse_known_args(arguments)
    args.command = "verify"
    return args, rest


def flags(args: argparse.Namespace) -> dict[str, object]:
    """The settings given as flags."""
    names = ("server", "ca_file", "name", "plain", "json", "color", "mouse", "sound", "motion", "theme", "palette")
    return {name: getattr(args, name) for name in names if hasattr(args, name)}


def parser_of(words: list[str]) -> argparse.ArgumentParser:
    """The parser of the command among some words, or of the whole line."""
    return next((_commands()[word] for word in words if word in _commands()), _parser())


def _commands() -> Mapping[str, argparse.ArgumentParser]:
    """The parser of each command."""
    return _subparsers().choices


def purposes() -> Mapping[str, str]:
    """What each command is for, as the help has it."""
    return {choice.dest: choice.help or "" for choice in _subparsers()._get_subactions()}


def _subparsers() -> argparse._SubParsersAction[CommandLineParser]:
    return next(action for action in actions(_parser()) if isinstance(action, argparse._SubParsersAction))


@cache
def _parser() -> CommandLineParser:
    common = _common()
    parser = CommandLineParser(
        prog="parlour",
        usage="%(prog)s [COMMAND] [options]",
        description=f"{EXAMPLES}\nParlour games in a terminal: with friends, against computers, between programs.",
        epilog=f"Type 'parlour COMMAND --help' for more about a command.\n\nexit codes:\n{_exit_codes()}",
        parents=[common],
    )
    parser.add_argument("-V", "--version", action="version", version=f"Parlour {RELEASE}", help="show the version")
    commands = parser.add_subparsers(
        dest="command", prog="parlour", metavar="COMMAND", title="commands", parser_class=CommandLineParser
    )

    def command(name: str, text: str, places: str = "") -> CommandLineParser:
        """A command; `places` is what follows it before the flags."""
        usage = " ".join(filter(None, ("parlour", name, places, "[options]")))
        return commands.add_parser(name, help=text, usage=usage, description=_examples(name), parents=[common])

    _play(command("play", "start a table and play", "[GAME] [OPTION=VALUE ...]"))
    learn = command("learn", "learn a game in a minute", "[GAME]")
    learn.add_argument("game", nargs="?", type=values.game, default=DEFAULT_GAME, help="default: %(default)s")
    for name, text in (("join", "join a table"), ("watch", "watch a game")):
        coming = command(name, text, "[HOST] CODE")
        coming.add_argument("place", nargs="+", metavar="[HOST] CODE", help="the server, if not yours, and the code")
    command("resume", "go back to the game you left")
    command("tables", "list a server's tables")
    for name, text in (
        ("stats", "show your results"),
        ("leaders", "show the best players"),
        ("levels", "list the computers and how they play"),
        ("history", "list your finished games"),
    ):
        by_game = command(name, text, "[GAME]")
        by_game.add_argument("game", nargs="?", type=values.game, help="default: every game")
    history = commands.choices["history"]
    history.add_argument("--export", type=Path, metavar="FILE", help="save them with their transcripts, as JSON")
    _replay(command("replay", "step through a finished game", "CODE|FILE"))
    _bot(command("bot", "let a program play", "PATH|MODULE [OPTION=VALUE ...]"))
    command("devices", "list the machines that are yours")
    link = command("link", "make this machine yours, with a code from another of yours", "CODE")
    link.add_argument("code", help="the code that ':link' shows on the other machine")
    recover = command("recover", "make this machine yours, with your recovery phrase")
    recover.add_argument(
        "--made-at", metavar="URL|own", help="where you made the phrase, if the server had another address then"
    )
    _account(command("account", "export or delete your account on a server", "export [FILE]|delete"))
    config = command("config", "list your settings")
    config.add_argument("--show", action="store_true", help="with where each comes from (always on)")
    completion = command("completion", "print the script for Tab completion", "|".join(SHELLS))
    completion.add_argument("shell", choices=SHELLS)
    doctor = command("doctor", "find out what is wrong, and what to do about it")
    doctor.add_argument("--bundle", action="store_true", help="write a report to send to somebody who can help")
    for name, (_, text) in SERVER_PROGRAMS.items():
        commands.add_parser(name, help=text, add_help=False)
    return parser


def _exit_codes() -> str:
    return "\n".join(f"  {code:<4} {meaning}" for code, meaning in EXIT_CODES.items())


def _examples(command: str) -> str:
    """The examples of one command."""
    head, *lines = EXAMPLES.splitlines()
    own = [line for line in lines if line.split()[1] == command]
    return "\n".join((head, *own)) if own else ""


def _common() -> CommandLineParser:
    """The flags of every command. They have no defaults, so that they may stand before and after the command."""
    common = CommandLineParser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("everywhere")
    _server(group)
    group.add_argument("--plain", action="store_true", help="show lines of text instead of a full screen")
    group.add_argument("--json", action="store_true", help="print lines of JSON")
    group.add_argument("--take-over", action="store_true", help="play here, even if you are playing in another window")
    group.add_argument("--guest", action="store_true", help="play as a guest, who is gone once you leave")
    group.add_argument("--theme", metavar="NAME", help=f"{', '.join(THEMES)}, or one of yours (default: {USUAL})")
    group.add_argument("--palette", choices=PALETTES, help="the colours of boards with four colours (default: safe)")
    for what in OFF:
        group.add_argument(f"--no-{what}", dest=what, action="store_false", help=f"turn off {OFF[what]}")
    return common


def _server(group: argparse._ActionsContainer) -> None:
    """The flags for the server, and for the player there."""
    group.add_argument(
        "--server",
        metavar="HOST[:PORT]|URL",
        help="the server to play on, as an invitation gives it (default: one of your own)",
    )
    group.add_argument("--ca-file", metavar="FILE", help="the file with the certificates to trust")
    group.add_argument("--name", help="who to play as (default: your user name)")


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", type=values.game, help=f"default: {DEFAULT_GAME}; with --quick, any")
    _table(parser)
    parser.add_argument(
        "--quick", action="store_true", help="play whoever wants to play too, or a computer if nobody comes"
    )
    parser.add_argument("--variant", help="which rules of War to play by")
    parser.add_argument(
        "--auto-flip",
        type=values.number(0, 600),
        metavar="N",
        help="seconds until a card of War flips by itself; 0 turns that off",
    )
    parser.add_argument(
        "--deal", type=values.number(1, 999_999_999), metavar="N", help="play this deal of Streets and Alleys"
    )
    parser.add_argument("--serious", action="store_true", help="play without hints")
    parser.add_argument("--watch", choices=WATCHERS, help="who may watch (default: anyone)")
    parser.add_argument("--clock", metavar="M+S", help="M minutes for the game and S seconds more a move, as in 5+3")
    parser.add_argument("--move-time", metavar="S", help="S seconds for each move")
    parser.add_argument("--private-table", action="store_true", help="keep it out of the lobby; friends need its code")


def _table(parser: argparse.ArgumentParser) -> None:
    """The arguments of a new table: the game's options, and who sits there."""
    parser.add_argument(
        "option", nargs="*", default=[], metavar="OPTION=VALUE", help="an option of the game, such as turn_limit=60"
    )
    parser.add_argument(
        "--vs",
        metavar="LEVEL|computer|human|solo",
        type=values.versus,
        action="append",
        default=[],
        help="who plays against you, once for each seat, or solo; 'parlour levels' lists the computers",
    )


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="CODE|FILE", help="a table's last game (KQFM), its second (KQFM-2), or a file")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", metavar="N|NAME", default="", help="see it as this player did (default: as you did)")
    eyes.add_argument(
        "--spectator", dest="seat", action="store_const", const="spectator", help="see it as spectators did"
    )
    parser.add_argument(
        "--from",
        dest="place",
        type=values.number(0, 999_999),
        default=0,
        metavar="K",
        help="start after K events",
    )


def _account(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", choices=("export", "delete"), help="save what the server knows about you, or leave for good"
    )
    parser.add_argument("file", nargs="?", type=Path, help="where to save it, as JSON (default: print it)")
    parser.add_argument("--yes", action="store_true", help="delete without asking for your name")


def _bot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", help="a Python file or module with a Bot; with --stdio, a command to run")
    parser.add_argument("--game", type=values.game, help=f"default: {DEFAULT_GAME}; with --join, the table's game")
    _table(parser)
    parser.add_argument("--join", metavar="CODE", help="play at this table")
    parser.add_argument(
        "--games", type=values.number(1, 100_000), default=1, metavar="N", help="how many games to play (default: 1)"
    )
    parser.add_argument("--seed", metavar="TEXT", help="play without a server, and get the same games each time")
    parser.add_argument("--stdio", action="store_true", help="the program speaks lines of JSON, in any language")


def _guess(arguments: list[str]) -> None:
    """Answer a mistyped command with the one that was probably meant."""
    first = next(iter(arguments), "-")
    if first.startswith("-") or first in COMMANDS:
        return
    if first in values.games():
        _parser().error(f"to play, type 'parlour play {first}'")
    _parser().error(f"there's no command {first!r}{values.nearest(first, (*COMMANDS, *values.games()))}")


def _guess_flag(arguments: list[str]) -> None:
    """Answer a mistyped flag with the one that was probably meant."""
    parser = parser_of(arguments)
    known = [name for action in actions(parser) for name in action.option_strings]
    words = [name.removeprefix("--") for name in known if name.startswith("--")]
    for word in arguments:
        flag = word.partition("=")[0]
        if flag.startswith("--") and not any(name.startswith(flag) for name in known):
            near = nearest(flag.removeprefix("--"), words)  # without dashes, which would make any two flags alike
            parser.error(f"there's no {flag}; did you mean '--{near}'?" if near else f"there's no {flag}.")


COMMANDS = tuple(_commands())
