"""A series without a server, over a pipe to the local room."""

import io
from pathlib import Path
from typing import Any

import pytest

from client.bots.bot import Bot, Info, PythonBot
from client.bots.local_room import LocalRoomWire
from client.bots.results import Results
from client.bots.series import BotSeries
from client.state.exit_codes import ExitCode

pytestmark = pytest.mark.slow


async def rehearsed(seed: str, opening: str, games: int = 2, bot: Bot | None = None) -> tuple[ExitCode, str, str]:
    out, log = io.StringIO(), io.StringIO()
    chooser, results = PythonBot(bot or Bot()), Results(out, log, json=True)
    match = BotSeries(chooser, opening, games, results, game=opening.split()[1], keeps_seat=False)
    code = await match.run(LocalRoomWire(seed, "bot", match.hear))
    return code, out.getvalue(), log.getvalue()


@pytest.mark.parametrize("opening", ["play war", "play tower_blaster turn_limit=30", "play blocky moves=2 solo"])
async def test_a_seed_gives_the_same_match_each_time(opening: str) -> None:
    code, told, _ = await rehearsed("7", opening)
    assert code is ExitCode.OK
    assert len(told.splitlines()) == 3
    assert (await rehearsed("7", opening))[1] == told
    assert (await rehearsed("8", opening))[1] != told


async def test_a_seed_may_look_like_a_flag() -> None:
    assert (await rehearsed("--name", "play war", 1))[0] is ExitCode.OK


async def test_what_cannot_be_played_is_a_sentence() -> None:
    code, _, said = await rehearsed("7", "play war open")
    assert code is ExitCode.FAILURE
    assert said == "Practice is against computers or alone; nobody else can sit down.\n"


async def test_a_bot_that_fails_leaves_no_seat_behind_to_speak_of() -> None:
    class Broken(Bot):
        def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:
            raise KeyError("no plan")

    code, _, said = await rehearsed("7", "play war", bot=Broken())
    assert code is ExitCode.FAILURE
    assert said.startswith(f"The bot failed. {Path(__file__).name}, line ")
    assert "seat" not in said


async def test_a_program_that_ends_in_the_middle_ends_the_match() -> None:
    rehearsals: list[LocalRoomWire] = []

    class Killer(Bot):
        def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:
            process = rehearsals[0]._process
            assert process is not None
            process.kill()
            return legal[0]

    log = io.StringIO()
    results = Results(io.StringIO(), log, json=False)
    match = BotSeries(PythonBot(Killer()), "play war", 1, results, game="war", keeps_seat=False)
    rehearsals.append(LocalRoomWire("7", "bot", match.hear))
    assert await match.run(rehearsals[0]) is ExitCode.FAILURE
    assert log.getvalue() == "The program that deals the games has ended.\n"
