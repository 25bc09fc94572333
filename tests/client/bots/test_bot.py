import sys
from pathlib import Path

import pytest

from client.bots import bot as bot_file
from client.bots.bot import Bot, BotFailedError, BotTurn, Info, PythonBot, load

INFO = Info(
    room="KQFM", game="war", options={"variant": "normal"}, number=1, seat=0, ply=3, names=("ana", "ben"),
    time_left_s=None,
)  # fmt: skip
TURN = BotTurn(view=object(), raw={"left": [26, 26]}, legal=("flip", "wait"), info=INFO)


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a program's folder be looked in for as long as the test."""
    monkeypatch.setattr(sys, "path", list(sys.path))


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mybot.py"
    path.write_text(f"from client.bots import Bot\n{text}")
    return str(path)


async def test_a_bot_that_chooses_nothing_else_takes_the_first_legal_move() -> None:
    assert await PythonBot(Bot()).choose(TURN) == "flip"


async def test_a_bot_is_given_the_view_the_legal_moves_and_the_rest() -> None:
    class Last(Bot):
        def choose(self, view: object, legal: tuple[str, ...], info: Info) -> str:
            assert (view, legal, info) == (TURN.view, TURN.legal, INFO)
            return legal[-1]

    assert await PythonBot(Last()).choose(TURN) == "wait"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("next(iter(()))", "mybot.py, line 4: StopIteration"),
        ("raise SystemExit(5)", "mybot.py, line 4: SystemExit: 5"),
        ("raise KeyboardInterrupt", "mybot.py, line 4: KeyboardInterrupt"),
        ("return __import__('json').loads('{')", "mybot.py, line 4: JSONDecodeError"),
        ("return 1 / 0", "mybot.py, line 4: ZeroDivisionError"),
        ("return 42", r"\(mybot.py, line 3\) chose 42, which is not legal\. Legal moves: flip, wait"),
        ("return 'castle'", "chose 'castle', which is not legal"),
        ("return None", "chose None, which is not legal"),
    ],
)
async def test_whatever_goes_wrong_in_a_bot_names_its_file_and_line(tmp_path: Path, body: str, sentence: str) -> None:
    bot = load(written(tmp_path, f"class B(Bot):\n    def choose(self, view, legal, info):\n        {body}\n"))
    with pytest.raises(BotFailedError, match=sentence):
        await PythonBot(bot).choose(TURN)


async def test_a_bot_that_stalls_is_given_up_and_said_where_it_is(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(bot_file, "ANSWER_LIMIT_S", 0.05)
    text = "import threading\nclass B(Bot):\n    def choose(self, v, l, i):\n        threading.Event().wait()\n"
    with pytest.raises(BotFailedError, match=r"was silent for 0.05 seconds. It is at mybot.py, line 5\."):
        await PythonBot(load(written(tmp_path, text))).choose(TURN)


def test_a_bot_is_loaded_from_a_file_or_a_module_and_may_use_what_stands_beside_it(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "openings_of_mine.py").write_text("BEST = 'wait'")
    text = "import openings_of_mine\nclass B(Bot):\n    def choose(self, v, l, i): return openings_of_mine.BEST"
    place = written(tmp_path, text)
    monkeypatch.chdir(tmp_path)
    assert [load(program).choose(None, TURN.legal, INFO) for program in (place, "mybot")] == ["wait", "wait"]


def test_a_class_that_is_called_bot_and_chooses_needs_nothing_from_here(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Bot:\n    def choose(self, view, legal, info):\n        return legal[-1]\n")
    assert load(str(path)).choose(None, TURN.legal, INFO) == TURN.legal[-1]


def test_one_of_several_bots_is_named(tmp_path: Path) -> None:
    two = written(tmp_path, "class One(Bot): pass\nclass Two(Bot): pass")
    assert type(load(f"{two}:Two")).__name__ == "Two"
    with pytest.raises(BotFailedError, match="has 2 bots; name one"):
        load(two)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no class derived from Bot, or called Bot"),
        ("class Other:\n    def choose(self, v, l, i): return l[0]", "no class derived from Bot"),
        ("class", "can't be loaded. mybot.py, line 2: SyntaxError"),
        ("import no_such_thing", "can't be loaded. mybot.py, line 2: ModuleNotFoundError"),
        ("import sys\nsys.exit(3)", "can't be loaded. mybot.py, line 3: SystemExit"),
        ("class B(Bot):\n    def __init__(self): raise KeyError('x')", "can't be created"),
    ],
)
def test_a_file_that_is_no_bot_is_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BotFailedError, match=sentence):
        load(written(tmp_path, text))


@pytest.mark.parametrize("place", ["nowhere.py", "./nowhere", "no_such_module_anywhere", ".", ""])
def test_a_bot_that_is_nowhere_is_a_sentence(place: str) -> None:
    with pytest.raises(BotFailedError):
        load(place)
