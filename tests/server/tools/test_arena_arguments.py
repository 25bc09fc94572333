"""What the arena can be asked for, and what it answers to the rest."""

from __future__ import annotations

import pytest

from server.tools.arena_arguments import read_arguments

BLOCKY = ["blocky", "--a", "random", "--b", "smart-2"]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ([], "required"),
        (["blocky", "--a", "random"], "--b"),
        (["blokcy", *BLOCKY[1:]], "there is no game 'blokcy'; did you mean 'blocky'?"),
        (["", *BLOCKY[1:]], "there is no game ''; there is blocky, "),
        ([*BLOCKY, "--a", "rondom"], "Blocky has no computer player 'rondom'; did you mean 'random'?"),
        ([*BLOCKY, "--b", "xyz"], "Blocky has no computer player 'xyz'; there is random, smart-2"),
        ([*BLOCKY, "--option", "dept=3"], "Blocky has no option 'dept'; did you mean 'depth'?"),
        ([*BLOCKY, "--option", "depth"], "depth is a whole number, not ''"),
        ([*BLOCKY, "--option", "depth=deep"], "depth is a whole number, not 'deep'"),
        ([*BLOCKY, "--option", "depth=7"], "depth is a number of levels from 2 to 5"),
        ([*BLOCKY, "--option", "goal=blub"], "goal is one of random, blob, perimeter, not 'blub'"),
        (["tower", "--a", "tidy", "--b", "tidy", "--option", "open_first_tower=so"], "is true or false, not 'so'"),
        ([*BLOCKY, "--games", "0"], "'0' is no number from 1"),
        ([*BLOCKY, "--games", "many"], "'many' is no number from 1"),
        ([*BLOCKY, "--processes", "0"], "'0' is no number from 1"),
        ([*BLOCKY, "more"], "more"),
    ],
)
def test_a_mistake_is_one_sentence_a_hint_and_code_2(
    written: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        read_arguments(written)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert len(err.splitlines()) == 2


def test_options_are_read_as_what_they_are() -> None:
    asked = read_arguments([*BLOCKY, "--option", "depth=3", "--option", "goals=secret"])
    assert asked.options == {"depth": 3, "goals": "secret"}
    tower = read_arguments(["tower_blaster", "--a", "tidy", "--b", "tidy", "--option", "open_first_tower=true"])
    assert tower.options == {"open_first_tower": True}


def test_a_game_goes_by_its_beginning() -> None:
    assert read_arguments(["bl", *BLOCKY[1:]]).game == "blocky"


def test_an_odd_number_of_games_is_one_more_and_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_arguments([*BLOCKY, "--games", "7"]).games == 8
    assert capsys.readouterr().err == "7 games would leave a deal half played, so 8 are.\n"
    assert read_arguments([*BLOCKY, "--games", "8"]).games == 8
    assert capsys.readouterr().err == ""


def test_help_names_every_level(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        read_arguments(["--help"])
    assert left.value.code == 0
    assert "wise-4" in capsys.readouterr().out
