from typing import get_args

import pytest

from client.cli import arguments, values
from client.state.exit_codes import ExitCode
from protocol import RELEASE
from protocol.messages import Watching


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (["paly"], "there's no command 'paly'; did you mean 'play'?"),
        (["wra"], "there's no command 'wra'; did you mean 'war'?"),
        (["arean"], "there's no command 'arean'; did you mean 'arena'?"),
        (["slove"], "there's no command 'slove'; did you mean 'solve'?"),
        (["war"], "to play, type 'parlour play war'"),
        (["xyzzy"], "there's no command 'xyzzy'; choose from play, learn, join,"),
        (["play", "waar"], "there's no game 'waar'; did you mean 'war'?"),
        (["play", "--vs", "no?"], "'no?' is not a player"),
        (["play", "--auto-flip", "-1"], "auto-flip"),
        (["play", "--auto-flip", "601"], "'601' is not a number between 0 and 600"),
        *(
            (["play", "--deal", number], "is not a number between 1 and 999999999")
            for number in ("0", "1000000000", "x")
        ),
        (["bot"], "program"),
        (["bot", "x.py", "--games", "0"], "is not a number"),
        (["join"], "CODE"),
        (["--palette", "pink"], "palette"),
        (["--colour"], "--colour"),
        (["play", "war", "--vs", "human", "scouts", "--colour"], "--colour"),
        (["play", "--pallete", "safe"], "there's no --pallete; did you mean '--palette'?"),
        (["play", "war", "--vss=human"], "there's no --vss; did you mean '--vs'?"),
        (["play", "blocky", "--level", "wise-4"], "there's no --level."),
        (["--name"], "--name needs a value"),
        (["replay"], "parlour replay: CODE|FILE is missing"),
        (["completion", "bsh"], "there's no shell 'bsh'; choose from "),
        (["--theme", "night", "play", "--watch", "all"], "--watch can't be 'all'; choose from "),
        (["tables", "war"], "'parlour tables' does not take war"),
        (["stats", "waar"], "there's no game 'waar'; did you mean 'war'?"),
    ],
)
def test_a_mistake_is_one_sentence_a_hint_and_code_2(
    written: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        arguments.read(written)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert len(err.splitlines()) == 2


def test_help_opens_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        arguments.read(["--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert out.index("examples:") < out.index("options:")
    assert all(f"\n    {command} " in out for command in arguments.SERVER_PROGRAMS)


@pytest.mark.parametrize(
    "command", ["", *(command for command in arguments.COMMANDS if command not in arguments.SERVER_PROGRAMS)]
)
def test_every_command_has_help_and_short_help_of_examples_and_the_shape_of_the_line(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for flag in ("--help", "-h"):
        with pytest.raises(SystemExit) as left:
            arguments.read([*command.split(), flag])
        assert left.value.code == 0
        shown.append(capsys.readouterr().out)
    assert "--no-motion" in shown[0]
    assert "--no-motion" not in shown[1]
    assert all(f"parlour {command}" in out for out in shown)
    assert shown[1].startswith(f"examples:\n  parlour{command and f' {command}'}")
    assert f"'{f'parlour {command}'.strip()} --help' for all options." in shown[1]


@pytest.mark.parametrize(
    ("tried", "meant"),
    [
        ("version", "--version"),
        ("help", "--help"),
        ("-?", "--help"),
        ("help play", "play --help"),
        ("--help play", "play --help"),
        ("-h rooms", "tables -h"),
        ("-v", "--version"),
        ("help serve", "serve --help"),
        ("help rooms", "tables --help"),
        ("rooms --json", "tables --json"),
        ("stats war", "stats war"),
        ("", ""),
    ],
)
def test_what_people_try_first_is_what_they_meant(tried: str, meant: str) -> None:
    assert arguments.in_usual_form(tried.split()) == meant.split()


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_version_is_told(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        arguments.read([flag])
    assert (left.value.code, capsys.readouterr().out.strip()) == (0, f"Parlour {RELEASE}")


def test_the_help_says_what_each_exit_code_means(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments.read(["--help"])
    codes = capsys.readouterr().out.partition("exit codes:\n")[2].split("\n")
    assert [line.split()[0] for line in codes if line] == [str(code.value) for code in ExitCode]


def test_flags_stand_before_or_after_the_command_and_what_is_not_said_is_left_to_the_other_settings() -> None:
    assert arguments.flags(arguments.read([])) == {}
    assert arguments.flags(arguments.read(["--plain", "play"])) == {"plain": True}
    assert arguments.flags(arguments.read(["--no-color", "--name", "eva"])) == {"color": False, "name": "eva"}
    assert arguments.flags(arguments.read(["play", "--palette", "original"])) == {"palette": "original"}


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("play tower turn_limit=60 first --vs human", {"game": "tower_blaster", "option": ["turn_limit=60", "first"]}),
        ("play --vs computer:2 --vs human --vs computer", {"vs": ["computer:2", "human", "computer"]}),
        ("play --vs solo", {"vs": ["solo"]}),
        ("play", {"vs": [], "watch": None, "serious": False}),
        *((f"play streets --vs {level}", {"vs": [level]}) for level in ("walking", "computer:walking", "smart-2")),
        ("play war scouts --vs human auto_flip_s=5", {"option": ["scouts", "auto_flip_s=5"], "vs": ["human"]}),
        ("bot my.py scouts --vs human auto_flip_s=5", {"option": ["scouts", "auto_flip_s=5"], "vs": ["human"]}),
        ("play streets --deal 48213", {"deal": 48213}),
        ("play blocky --serious", {"serious": True}),
        *((f"play war --watch {who}", {"watch": who}) for who in get_args(Watching)),
        ("levels", {"command": "levels", "game": None}),
        ("levels tower", {"game": "tower_blaster"}),
    ],
)
def test_a_line_is_read_as_what_it_asks_for(line: str, asked: dict[str, object]) -> None:
    read = arguments.read(line.split())
    assert {name: getattr(read, name) for name in asked} == asked


def test_the_games_are_those_with_a_view() -> None:
    assert "war" in values.games()
