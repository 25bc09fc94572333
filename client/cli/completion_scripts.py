"""Completion in the shell: a few lines for each, which ask this program what a word may become.

So there is one command line, that of `client.cli.arguments`, and no copy of it that could be out of date.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from client.cli import arguments, values
from client.cli.parser import actions
from client.drawing.themes import THEMES

BASH = """\
# parlour's completion for bash: source <(parlour completion bash)
_parlour() {
    local IFS=$' \\t\\n' line="${COMP_LINE:0:COMP_POINT}" words last
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    last="${words[${#words[@]}-1]}"
    IFS=$'\\n'
    COMPREPLY=($("${words[0]}" completion --words "${words[@]:1}" 2> /dev/null))
    # To bash, what stands behind "=" is a word of its own.
    [[ $last == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${last%%=*}="}")
    return 0
}
complete -o default -F _parlour parlour
"""
ZSH = """\
#compdef parlour
# parlour's completion for zsh: source <(parlour completion zsh)
_parlour() {
    local -a found
    found=("${(@f)$("${words[1]}" completion --words "${(@)words[2,CURRENT]}" 2> /dev/null)}")
    [[ -n ${found[1]} ]] && compadd -a found || _files
}
compdef _parlour parlour
"""
FISH = """\
# parlour's completion for fish: parlour completion fish | source
function __parlour
    set -l words (commandline -opc)
    set -g __parlour_found ($words[1] completion --words $words[2..] (commandline -ct) 2> /dev/null)
    test -n "$__parlour_found[1]"
end
complete -c parlour -f -n __parlour -a '$__parlour_found'
"""
SCRIPTS: Mapping[str, str] = MappingProxyType({"bash": BASH, "zsh": ZSH, "fish": FISH})

VERSUS = ("human", "solo", "computer")


def words(typed: list[str]) -> list[str]:
    """What the last of some words behind `parlour` may become, in alphabetical order."""
    *before, last = typed or [""]
    parser = arguments.parser_of(before)
    flag, equals, _ = last.partition("=")
    if equals and flag.startswith("--"):
        found: Iterable[str] = (f"{flag}={value}" for value in _values(_option(parser, flag), before))
    elif awaiting := _awaiting(parser, before):
        found = _values(awaiting, before)
    elif last.startswith("-"):
        found = (name for action in actions(parser) for name in action.option_strings)
    else:
        found = _places(parser, before)
    return sorted({word for word in found if word.startswith(last)})


def _option(parser: argparse.ArgumentParser, flag: str) -> argparse.Action | None:
    return next((action for action in actions(parser) if flag in action.option_strings), None)


def _awaiting(parser: argparse.ArgumentParser, before: list[str]) -> argparse.Action | None:
    """The flag that the word before is, where it takes a value."""
    action = _option(parser, before[-1]) if before else None
    return action if action is not None and action.nargs != 0 else None


def _places(parser: argparse.ArgumentParser, before: list[str]) -> Iterable[str]:
    """What may stand where no flag is: of a new table a game and then its options, and else the next in turn."""
    if not any(word in arguments.COMMANDS for word in before):
        return arguments.COMMANDS
    given = [word for word in before[1:] if not word.startswith("-")]
    places = [action for action in actions(parser) if not action.option_strings]
    at = min(len(given), len(places) - 1)
    return _values(places[at], before) if places and (at == len(given) or places[at].nargs == "*") else ()


def _values(action: argparse.Action | None, before: list[str]) -> Iterable[str]:
    """What may be written for an argument."""
    match action:
        case None:
            return ()
        case argparse.Action(choices=choices) if choices is not None:
            return map(str, choices)
        case argparse.Action(dest="game") if action.type is not None:
            return values.games()
        case argparse.Action(dest="theme"):
            return THEMES
        case argparse.Action(dest="vs"):
            return VERSUS
        case argparse.Action(dest="option"):
            return _options(before)
        case _:
            return ()


def _options(before: list[str]) -> Iterable[str]:
    """The options of the game that stands among the words."""
    from client.games import find  # it knows how every game is drawn

    named = next((name for word in before[1:] for name in values.games() if word and name.startswith(word)), None)
    choices = find(named).choices if named else ()
    return [f"{choice.field}={value}" for choice in choices for value in choice.values]
