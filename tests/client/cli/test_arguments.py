from typing import get_args

import pytest

from client.cli import arguments, values
from client.state.defaults import WATCHERS
from protocol.messages import Watching


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (["paly"], "there is no command 'paly'; did you mean 'play'?"),
        (["wra"], "there is no command 'wra'; did you mean 'war'?"),
        (["arean"], "there is no command 'arean'; did you mean 'arena'?"),
        (["slove"], "there is no command 'slove'; did you mean 'solve'?"),
        (["war"], "to play, write 'parlour play war'"),
        (["xyzzy"], "there is no command 'xyzzy'; there is play, learn, join,"),
        (["play", "waar"], "there is no game 'waar'; did you mean 'war'?"),
        (["play", "--vs", "no?"], "'no?' is nobody"),
        (["play", "--auto-flip", "-1"], "auto-flip"),
        (["play", "--auto-flip", "601"], "'601' is no number from 0 to 600"),
        (["bot"], "program"),
        (["bot", "x.py", "--games", "0"], "is no number"),
        (["join"], "CODE"),
        (["--palette", "pink"], "palette"),
        (["--colour"], "--colour"),
        (["play", "war", "--vs", "human", "scouts", "--colour"], "--colour"),
        (["play", "--pallete", "safe"], "there is no --pallete; did you mean '--palette'?"),
        (["play", "war", "--vss=human"], "there is no --vss; did you mean '--vs'?"),
        (["rooms", "war"], "war"),
        (["stats", "waar"], "there is no game 'waar'; did you mean 'war'?"),
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
    assert all(f"parlour {command}" in out for command in arguments.SERVER_PROGRAMS)


@pytest.mark.parametrize(
    "command", [command for command in arguments.COMMANDS if command not in arguments.SERVER_PROGRAMS]
)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        arguments.read([command, "--help"])
    assert left.value.code == 0
    assert f"parlour {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", ["", *(command for command in arguments.COMMANDS if command not in arguments.SERVER_PROGRAMS)]
)
def test_short_help_is_examples_and_the_shape_of_the_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        arguments.read([*command.split(), "-h"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith(f"examples:\n  parlour{command and f' {command}'}")
    assert "--no-motion" not in out
    assert f"'{f'parlour {command}'.strip()} --help' for everything." in out


@pytest.mark.parametrize("written", [["--plain", "play"], ["play", "--plain"]])
def test_a_flag_stands_before_or_after_the_command(written: list[str]) -> None:
    assert arguments.flags(arguments.read(written)) == {"plain": True}


def test_what_is_not_said_is_left_to_the_other_settings() -> None:
    assert arguments.flags(arguments.read([])) == {}
    assert arguments.flags(arguments.read(["--no-color", "--name", "eva"])) == {"color": False, "name": "eva"}
    assert arguments.flags(arguments.read(["play", "--palette", "original"])) == {"palette": "original"}


def test_the_games_are_those_with_a_view() -> None:
    assert "war" in values.games()


def test_a_game_takes_options_of_its_own_and_goes_by_its_beginning() -> None:
    asked = arguments.read(["play", "tower", "turn_limit=60", "first", "--vs", "human"])
    assert (asked.game, asked.option, asked.vs) == ("tower_blaster", ["turn_limit=60", "first"], ["human"])


def test_everybody_at_the_table_is_named_in_turn() -> None:
    versus = ["--vs", "computer:2", "--vs", "human", "--vs", "computer"]
    assert arguments.read(["play", *versus]).vs == ["computer:2", "human", "computer"]
    assert arguments.read(["play", "--vs", "solo"]).vs == ["solo"]
    assert arguments.read(["play"]).vs == []


@pytest.mark.parametrize("command", [["play", "war"], ["bot", "mybot.py"]])
def test_options_of_the_game_may_stand_before_and_after_flags(command: list[str]) -> None:
    asked = arguments.read([*command, "scouts", "--vs", "human", "auto_flip_s=5"])
    assert (asked.option, asked.vs) == (["scouts", "auto_flip_s=5"], ["human"])


def test_a_deal_goes_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert arguments.read(["play", "streets", "--deal", "48213"]).deal == 48213
    for written in ("0", "1000000000", "x"):
        with pytest.raises(SystemExit):
            arguments.read(["play", "streets", "--deal", written])
    assert "'0' is no number from 1 to 999999999" in capsys.readouterr().err


def test_a_level_stands_alone_or_behind_the_word_computer():
    for level in ("walking", "computer:walking", "smart-2"):
        assert arguments.read(["play", "streets", "--vs", level]).vs == [level]


def test_who_may_watch_can_be_any_of_those_the_protocol_knows():
    assert get_args(Watching) == WATCHERS
    assert [arguments.read(["play", "war", "--watch", who]).watch for who in WATCHERS] == [*WATCHERS]
    assert arguments.read(["play"]).watch is None


def test_a_table_is_serious_where_that_is_asked_for():
    assert arguments.read(["play", "blocky", "--serious"]).serious
    assert not arguments.read(["play", "blocky"]).serious


def test_levels_are_those_of_one_game_or_of_all():
    assert (arguments.read(["levels"]).command, arguments.read(["levels"]).game) == ("levels", None)
    assert arguments.read(["levels", "tower"]).game == "tower_blaster"
