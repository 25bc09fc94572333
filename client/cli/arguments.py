"""The command line of `parlour`, parsed into one value."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from client.cli import values
from client.cli.parser import ClientArgumentParser, actions
from client.drawing.palettes import PALETTES
from client.drawing.suggest import guess
from client.drawing.themes import THEMES, USUAL
from client.state.defaults import DEFAULT_GAME, WATCHERS

EXAMPLES = """examples:
  parlour                              the lobby of a server of your own
  parlour play war                     War against the computer
  parlour play tower turn_limit=60     Tower Blaster, with an option
  parlour play war --quick             War against whoever wants to play too
  parlour play war --vs human          a table for a friend, who comes with its code
  parlour play blocky --vs solo        Blocky alone
  parlour play streets --vs walking    a race against a computer of that level
  parlour play streets --deal 48213    Streets and Alleys, a deal by its number
  parlour join play.example.org KQFM   sit down at a friend's table
  parlour join KQFM                    the same, on your own server
  parlour watch play.example.org KQFM  watch the game there
  parlour resume                       back to the game you left
  parlour learn blocky                 how a game is played, in a minute
  parlour rooms --json                 the tables of a server, for a program
  parlour levels                       how the computers play
  parlour stats war                    what you have played and won
  parlour leaders blocky               who plays best
  parlour serve --port 8765            be the server for others
  parlour bot mybot.py --games 100     let your program play
  parlour arena blocky --a wise-20 --b wise-4    computers against each other
  parlour solve --deal 48213           whether a deal of Streets and Alleys can be won
  parlour history                      the games you have played
  parlour replay KQFM                  step through your last game at a table
  parlour verify KQFM                  whether your last game at a table was dealt fairly
  parlour link KQFM7XWP                be on this machine who you are on another
  parlour recover                      be who you were, by your recovery phrase
  parlour account export me.json       all that a server keeps of you
  parlour account delete               leave a server for good
  parlour config --show                each setting, and where it is from
  parlour completion bash              what makes Tab complete all this
  parlour doctor                       what is wrong, and what to do about it
"""
SERVER_PROGRAMS = {
    "serve": ("server", "host games"),
    "arena": ("server.tools.arena", "let computers play each other"),
    "solve": ("server.tools.solve", "solve a deal of Streets and Alleys"),
    "verify": ("server.tools.verify", "check that a game was dealt fairly"),
    "backup": ("server.tools.backup", "copy all that a server keeps"),
    "prune": ("server.tools.prune", "remove the records of old games"),
    "revoke": ("server.tools.revoke", "void a player's keys and tokens"),
    "admin": ("server.tools.admin", "have a running server do something about its players"),
}
"""Commands that run a program of the server's side, which parses the rest of the line: its module and its purpose."""
SHELLS = ("bash", "zsh", "fish")


def read(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line. Exits with code 2 and a sentence on anything unknown."""
    parser = _parser()
    _guess(arguments)
    _guess_flag(arguments)
    args, rest = parser.parse_known_args(arguments)
    args.command = args.command or "lobby"
    if rest and (args.command not in ("play", "bot") or any(word.startswith("-") for word in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.option = [*args.option, *rest]  # argparse leaves these over once a flag stands between
    return args


def read_verifying(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Parse which server to ask for a game to verify; returns the other words too, for the verifier to parse."""
    parser = ClientArgumentParser(prog="parlour verify", add_help=False, argument_default=argparse.SUPPRESS)
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
    found = next(action for action in actions(_parser()) if isinstance(action, argparse._SubParsersAction))
    return found.choices


@cache
def _parser() -> ClientArgumentParser:
    common = _common()
    parser = ClientArgumentParser(
        prog="parlour",
        usage="%(prog)s [COMMAND] [options]",
        description=f"{EXAMPLES}\nParlour games in a terminal: with friends, against computers, between programs.",
        parents=[common],
    )
    commands = parser.add_subparsers(
        dest="command", prog="parlour", metavar="COMMAND", title="commands", parser_class=ClientArgumentParser
    )

    def command(name: str, text: str, places: str = "") -> ClientArgumentParser:
        """A command; `places` is what follows it before the flags."""
        usage = " ".join(filter(None, ("parlour", name, places, "[options]")))
        return commands.add_parser(name, help=text, usage=usage, description=_examples(name), parents=[common])

    _play(command("play", "set up a table and play", "[GAME] [OPTION=VALUE ...]"))
    learn = command("learn", "be shown in a minute how a game is played", "[GAME]")
    learn.add_argument("game", nargs="?", type=values.game, default=DEFAULT_GAME, help="default: %(default)s")
    for name, text in (("join", "sit down at a table"), ("watch", "watch a game")):
        coming = command(name, text, "[HOST] CODE")
        coming.add_argument("place", nargs="+", metavar="[HOST] CODE", help="the table's code, and where it is")
    command("resume", "come back to the game you left")
    command("rooms", "list the tables of a server")
    for name, text in (
        ("stats", "say what you have played and won"),
        ("leaders", "say who plays best"),
        ("levels", "say how the computers play"),
        ("history", "list the games you have played to their end"),
    ):
        by_game = command(name, text, "[GAME]")
        by_game.add_argument("game", nargs="?", type=values.game, help="default: every game")
    history = commands.choices["history"]
    history.add_argument("--export", type=Path, metavar="FILE", help="write them and their transcripts, as JSON")
    _replay(command("replay", "step through a game that is over", "CODE|FILE"))
    _bot(command("bot", "let a program play", "PATH|MODULE [OPTION=VALUE ...]"))
    link = command("link", "make this machine yours too, by a code of another one", "CODE")
    link.add_argument("code", help="what 'link', typed on the other machine, has shown")
    recover = command("recover", "make this machine yours by a recovery phrase, which is asked for")
    recover.add_argument(
        "--made-at", metavar="URL|own", help="where the phrase was made, if the server had another address"
    )
    _account(command("account", "export or delete your account on a server", "export [FILE]|delete"))
    config = command("config", "list the settings")
    config.add_argument("--show", action="store_true", help="each with where it is from, which is what it does anyway")
    completion = command("completion", "print what makes a shell complete the line", "|".join(SHELLS))
    completion.add_argument("shell", choices=SHELLS)
    command("doctor", "look for what is wrong here, and say what to do")
    for name, (_, text) in SERVER_PROGRAMS.items():
        commands.add_parser(name, help=f"{text}; see 'parlour {name} --help'", add_help=False)
    return parser


def _examples(command: str) -> str:
    """The examples of one command."""
    head, *lines = EXAMPLES.splitlines()
    own = [line for line in lines if line.split()[1] == command]
    return "\n".join((head, *own)) if own else ""


def _common() -> ClientArgumentParser:
    """The flags of every command. They have no defaults, so that they may stand before and after the command."""
    common = ClientArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("everywhere")
    _server(group)
    group.add_argument("--plain", action="store_true", help="lines instead of a full screen")
    group.add_argument("--json", action="store_true", help="lines of JSON")
    group.add_argument("--theme", metavar="NAME", help=f"{', '.join(THEMES)}, or one of your own (default: {USUAL})")
    group.add_argument("--palette", choices=PALETTES, help="what boards of four colours are drawn in (default: safe)")
    for what in ("color", "mouse", "sound", "motion"):
        group.add_argument(f"--no-{what}", dest=what, action="store_false", help=f"without {what}")
    return common


def _server(group: argparse._ActionsContainer) -> None:
    """The flags for the server, and for the player there."""
    group.add_argument(
        "--server",
        metavar="HOST[:PORT]|URL",
        help="the server to use, behind FINGERPRINT@ where an invitation has one (default: one of your own)",
    )
    group.add_argument("--ca-file", metavar="FILE", help="trust the server's certificate by this file")
    group.add_argument("--name", help="which player to be (default: your user name)")


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", type=values.game, help=f"default: {DEFAULT_GAME}; with --quick, any")
    _table(parser)
    parser.add_argument(
        "--quick", action="store_true", help="against whoever wants to play too, or a computer if nobody comes"
    )
    parser.add_argument("--variant", help="the rules to play War by")
    parser.add_argument(
        "--auto-flip",
        type=values.number(0, 600),
        metavar="N",
        help="seconds until a card of War flips by itself, 0: never",
    )
    parser.add_argument(
        "--deal", type=values.number(1, 999_999_999), metavar="N", help="which deal of Streets and Alleys to play"
    )
    parser.add_argument("--serious", action="store_true", help="nobody is given hints there")
    parser.add_argument("--watch", choices=WATCHERS, help="who may watch there (default: anyone)")
    parser.add_argument("--clock", metavar="M+S", help="minutes for the game, seconds more for each move, as in 5+3")
    parser.add_argument("--move-time", metavar="S", help="seconds for each move")
    parser.add_argument("--private-table", action="store_true", help="not shown in the lobby; friends need its code")


def _table(parser: argparse.ArgumentParser) -> None:
    """The arguments of a new table: the game's options, and who sits there."""
    parser.add_argument(
        "option", nargs="*", default=[], metavar="OPTION=VALUE", help="an option of the game, as in turn_limit=60"
    )
    parser.add_argument(
        "--vs",
        metavar="LEVEL|computer|human|solo",
        type=values.versus,
        action="append",
        default=[],
        help="against whom; once for each seat, or solo. 'parlour levels' tells the levels of computers",
    )


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="CODE|FILE", help="a table's last game, as in KQFM, its second, KQFM-2, or a file"
    )
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", metavar="N|NAME", default="", help="as whom to see it (default: as you saw it)")
    eyes.add_argument("--spectator", dest="seat", action="store_const", const="spectator", help="as who only watched")
    parser.add_argument(
        "--from",
        dest="place",
        type=values.number(0, 999_999),
        default=0,
        metavar="K",
        help="begin after so many events",
    )


def _account(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("export", "delete"), help="write out what the server keeps of you, or leave")
    parser.add_argument("file", nargs="?", type=Path, help="where to write it, as JSON (default: to the terminal)")
    parser.add_argument("--yes", action="store_true", help="delete without asking for your name")


def _bot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", help="a Python file or module with a Bot, or with --stdio a command to run")
    parser.add_argument(
        "--game", type=values.game, help=f"default: {DEFAULT_GAME}; with --join, whatever is played there"
    )
    _table(parser)
    parser.add_argument("--join", metavar="CODE", help="play at this table")
    parser.add_argument(
        "--games", type=values.number(1, 100_000), default=1, metavar="N", help="how many to play (default: 1)"
    )
    parser.add_argument(
        "--seed", metavar="TEXT", help="without a server: the same deals, and the same match, each time"
    )
    parser.add_argument("--stdio", action="store_true", help="the program speaks lines of JSON, in any language")


def _guess(arguments: list[str]) -> None:
    """Answer a mistyped command with the one that was probably meant."""
    first = next(iter(arguments), "-")
    if first.startswith("-") or first in COMMANDS:
        return
    if first in values.games():
        _parser().error(f"to play, write 'parlour play {first}'")
    _parser().error(f"there is no command {first!r}{values.nearest(first, (*COMMANDS, *values.games()))}")


def _guess_flag(arguments: list[str]) -> None:
    """Answer a mistyped flag with the one that was probably meant."""
    parser = parser_of(arguments)
    known = [name for action in actions(parser) for name in action.option_strings]
    for word in arguments:
        flag = word.partition("=")[0]
        if flag.startswith("--") and not any(name.startswith(flag) for name in known):
            parser.error(f"there is no {flag}{guess(flag, known)}")


COMMANDS = tuple(_commands())
