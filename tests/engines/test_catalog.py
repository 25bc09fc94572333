"""The catalog finds games by their folders."""

from __future__ import annotations

import pytest

from engines import catalog
from engines.war.game import GAME


def test_war_is_found():
    assert catalog.find("war") is GAME


def test_every_game_goes_by_the_name_of_its_folder():
    assert {name: game.name for name, game in catalog.games().items()} == {name: name for name in catalog.games()}


def test_games_are_in_alphabetical_order():
    assert list(catalog.games()) == sorted(catalog.games())


def test_the_catalog_cannot_be_changed():
    with pytest.raises(TypeError):
        catalog.games()["chess"] = GAME


@pytest.mark.parametrize("name", ["chess", "", "catalog", "../war", "war.game"])
def test_a_game_that_is_not_there_is_refused_in_a_sentence(name):
    with pytest.raises(catalog.UnknownGameError, match=r"^There's no game called .* here\.$"):
        catalog.find(name)


def test_a_folder_with_a_game_in_it_is_enough(tmp_path, monkeypatch):
    (tmp_path / "copied_war").mkdir()
    (tmp_path / "copied_war" / "__init__.py").touch()
    (tmp_path / "copied_war" / "game.py").write_text("from engines.war.game import GAME")
    (tmp_path / "rubble").mkdir()
    (tmp_path / "rubble" / "__init__.py").touch()
    monkeypatch.setattr(catalog.engines, "__path__", [*catalog.engines.__path__, str(tmp_path)])
    found = catalog.games.__wrapped__()
    assert set(found) - set(catalog.games()) == {"copied_war"}
    assert found["copied_war"] is GAME
