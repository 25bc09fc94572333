"""What every program says to a command line that it can't follow, and how its help reads."""

from __future__ import annotations

import pytest

from protocol.command_line import CommandLineParser, fold
from server.ops.command_line import whole_number


def test_a_mistake_is_one_sentence_a_hint_and_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    parser = CommandLineParser(prog="parlour try")
    with pytest.raises(SystemExit) as left:
        parser.error("there's nothing to try")
    assert left.value.code == 2
    assert capsys.readouterr() == (
        "",
        "parlour try: there's nothing to try\nType 'parlour try --help' for all options.\n",
    )


@pytest.mark.parametrize(
    ("written", "told"),
    [("--prot", "there's no --prot; did you mean '--port'?"), ("--prot=3", "did you mean '--port'?"), ("x", "no x.")],
)
def test_a_mistyped_flag_is_guessed(written: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = CommandLineParser(prog="parlour try")
    parser.add_argument("--port")
    with pytest.raises(SystemExit):
        parser.parse_args([written])
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "GAME is missing"),
        ("war --port", "--port needs a value"),
        ("war --json=3", "--json takes no value, so leave out '3'"),
        ("war --json --plain", "--plain and --json exclude each other"),
        ("war --p=3", "--p=3 could be any of --port, --plain"),
        ("war --shape big", "--shape can't be 'big'; choose from "),
        ("war 5", "'5' is not a number between 6 and 9"),
        ("chess", "there's no GAME 'chess'; choose from "),
    ],
)
def test_what_argparse_says_is_said_in_our_words(line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = CommandLineParser(prog="parlour try")
    parser.add_argument("game", metavar="GAME", choices=("war",))
    parser.add_argument("number", nargs="?", type=whole_number(range(6, 10)))
    parser.add_argument("--port")
    parser.add_argument("--shape", choices=("small",))
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--json", action="store_true")
    either.add_argument("--plain", action="store_true")
    with pytest.raises(SystemExit):
        parser.parse_args(line.split())
    assert capsys.readouterr().err.startswith(f"parlour try: {told}")


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_help_begins_with_its_description_and_fits_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    about = "examples:\n  parlour try war     " + "play a game, " * 9 + "\n\nTries " + "things and " * 12 + "more."
    parser = CommandLineParser(prog="parlour try", usage="parlour try GAME [options]", description=about)
    parser.add_argument("game", metavar="GAME", help="a game " * 20)
    text = parser.format_help()
    first, second, *_ = text.splitlines()[1:]
    assert max(map(len, text.splitlines())) <= columns
    assert (first[:22].strip(), second[:22].strip()) == ("parlour try war", "")
    assert text.index("Tries") < text.index("usage: parlour try GAME [options]") < text.index("arguments:\n")
    assert "positional" not in text


def test_a_narrow_terminal_has_the_last_column_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    assert fold("  parlour try the thing   with care") == "  parlour try the thing\n      with care"
