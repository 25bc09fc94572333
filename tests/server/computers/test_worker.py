"""What a worker answers: from the bytes of a View and a key, whatever is wrong with the game."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace

import msgspec
import pytest

from engines import catalog
from engines.catalog import find
from engines.chance import Chance
from engines.game import Help
from server.computers import worker
from server.computers.worker import AdviceTask, MoveTask, ThinkingFault, Thought, run_task
from tests.support.builders.changed_games import with_bots
from tests.support.builders.rooms import playing
from tests.support.fakes import stumblers

VIEW = msgspec.msgpack.encode(find("war").rules.view(playing().sitting.state, 1))
KEY = bytes(32)


@pytest.fixture
def stumbles(monkeypatch):
    monkeypatch.setattr(catalog, "games", lambda: {"war": stumblers.STUMBLES})


def answered(task) -> Thought | ThinkingFault:
    return run_task(msgspec.msgpack.encode(task))


def test_a_computers_choice_is_a_moves_text_and_the_time_it_took():
    chosen = answered(MoveTask("war", "flipper", VIEW, KEY))
    assert (chosen.move, chosen.text) == ("flip", "")
    assert 0 < chosen.took_s < 1


def test_a_computer_may_give_up(stumbles):
    assert answered(MoveTask("war", "quitter", VIEW, KEY)).move is None


def test_a_hint_is_the_games_own_drawn_from_the_key(stumbles):
    hint = stumblers.hint(None, Chance(KEY))
    given = answered(AdviceTask("war", "hint", VIEW, KEY))
    assert (given.move, given.text) == (hint.move, hint.reason)
    assert answered(AdviceTask("war", "hint", VIEW, bytes([1] * 32))).text != hint.reason


def test_a_prospect_is_a_sentence_without_a_move(stumbles):
    given = answered(AdviceTask("war", "prospect", VIEW, KEY))
    assert (given.move, given.text) == (None, "Anything can still happen.")


@pytest.mark.parametrize(
    ("task", "error"),
    [
        (MoveTask("war", "stumbler", VIEW, KEY), "RuntimeError at=tests/support/fakes/stumblers.py:"),
        (MoveTask("war", "cheat", VIEW, KEY), "IllegalMoveError at=server/computers/worker.py:"),
        (MoveTask("war", "grandmaster", VIEW, KEY), "KeyError at=engines/game.py:"),
        (MoveTask("chess", "flipper", VIEW, KEY), "UnknownGameError<KeyError at=engines/catalog.py:"),
        (MoveTask("war", "flipper", b"\x80", KEY), "ValidationError at=server/computers/worker.py:"),
        (MoveTask("war", "flipper", VIEW, b"short"), "ValueError at=engines/chance.py:"),
    ],
)
def test_whatever_goes_wrong_is_an_answer_too(stumbles, task, error):
    broken = answered(task)
    assert isinstance(broken, ThinkingFault)
    assert broken.error.startswith(error)


@pytest.mark.parametrize("about", ["hint", "prospect"])
def test_where_a_game_gives_no_help_that_is_said(monkeypatch, about):
    monkeypatch.setattr(catalog, "games", lambda: {"war": replace(stumblers.STUMBLES, help=Help())})
    broken = answered(AdviceTask("war", about, VIEW, KEY))
    assert isinstance(broken, ThinkingFault)
    assert broken.error.startswith("LookupError at=server/computers/worker.py:")


def test_warming_up_has_every_computer_of_every_game_answer_once(monkeypatch):
    answers = []

    def watched(game, level):
        choose = game.bots[level].choose
        return lambda view, chance: answers.append((game.name, level, choose(view, chance) in game.rules.legal(view)))

    games = {
        name: with_bots(game, **{level: watched(game, level) for level in game.bots.names})
        for name, game in catalog.games().items()
    }
    monkeypatch.setattr(catalog, "games", lambda: games)
    monkeypatch.setattr(worker, "WARM_S", 60.0)
    worker.warm_up()
    assert answers == [(game.name, level, True) for game in games.values() for level in game.bots.names]


def test_what_goes_wrong_while_warming_up_leaves_the_other_games_their_turn(monkeypatch):
    answers = []

    def dawdle(view, chance):
        while True:
            answers.append("dawdled")

    def flip(view, chance):
        answers.append("flipped")

    games = {
        "slow": with_bots(stumblers.STUMBLES, dawdler=dawdle),
        "wrong": with_bots(stumblers.STUMBLES, stumbler=stumblers.stumble),
        "right": with_bots(stumblers.STUMBLES, flipper=flip),
    }
    monkeypatch.setattr(catalog, "games", lambda: games)
    monkeypatch.setattr(worker, "WARM_S", 0.01)
    worker.warm_up()
    assert (answers[0], answers[-1]) == ("dawdled", "flipped")
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


STOPS = """
from resource import RUSAGE_SELF, getrusage
from time import process_time
from server.computers.worker import yield_cpu_often
{first}
while process_time() < 0.3:
    pass
print(getrusage(RUSAGE_SELF).ru_nvcsw)
"""


def stops(first):
    """How often a process stopped of its own accord that then thought for a while."""
    done = subprocess.run([sys.executable, "-c", STOPS.format(first=first)], capture_output=True, check=True)
    return int(done.stdout)


def test_a_worker_stops_for_a_moment_again_and_again_while_it_thinks():
    assert stops("yield_cpu_often()") > 10 * stops("")
