"""What the server's programs say to a command line that asks for nothing that there is."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from server.ops.command_line import ServerArgumentParser, whole_number


def test_a_mistake_is_one_sentence_a_hint_and_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    parser = ServerArgumentParser(prog="parlour try")
    with pytest.raises(SystemExit) as left:
        parser.error("there is nothing to try")
    assert left.value.code == 2
    assert capsys.readouterr() == (
        "",
        "parlour try: there is nothing to try\nType 'parlour try --help' for all options.\n",
    )


@pytest.mark.parametrize(
    ("written", "told"),
    [("--prot", "there is no --prot; did you mean '--port'?"), ("--prot=3", "did you mean '--port'?"), ("x", "no x.")],
)
def test_a_mistyped_flag_is_guessed(written: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = ServerArgumentParser(prog="parlour try")
    parser.add_argument("--port")
    with pytest.raises(SystemExit):
        parser.parse_args([written])
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("written", ["1", "007", "12"])
def test_a_number_is_read(written: str) -> None:
    assert whole_number(range(1, 13))(written) == int(written)


@pytest.mark.parametrize("written", ["0", "13", "-1", "1.5", "", "x", "²", "٣", "9" * 5000])
def test_what_is_no_number_that_is_allowed_is_refused(written: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is not a number between 1 and 12"):
        whole_number(range(1, 13))(written)
