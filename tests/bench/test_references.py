"""Players that only measure others."""

from __future__ import annotations

import pickle

import pytest

from bench.references import REFERENCES, player
from engines import catalog
from server.playing import of_level, play

EVERY = [(game, name) for game, names in REFERENCES.items() for name in names]


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_reference_is_no_level(game: str, name: str) -> None:
    assert name not in catalog.find(game).bots


@pytest.mark.parametrize(("name", "reference"), EVERY)
def test_a_reference_plays_by_the_rules_and_can_be_sent_to_another_process(name: str, reference: str) -> None:
    game = catalog.find(name)
    measured = pickle.loads(pickle.dumps(player(name, reference)))
    course = play(game, game.Options(), [measured, measured], bytes(32))
    assert course.outcome is not None
    assert course.gave_up == ()


def test_a_level_goes_by_its_name() -> None:
    assert player("blocky", "wise-20") == of_level(catalog.find("blocky"), "wise-20")
    with pytest.raises(KeyError):
        player("blocky", "sorting")
