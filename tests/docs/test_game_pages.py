"""The pages for people know every game there is, and a game that is new is told of by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import catalog
from tests.support.games import sums
from tests.support.golden import game_pages
from tests.support.golden.game_pages import PAGES, ROOT, made, missing


@pytest.mark.parametrize("path", PAGES)
def test_a_page_tells_of_every_game(path):
    now = (ROOT / path).read_text(encoding="utf-8")
    assert missing(path, now) == []
    assert made()[path] == now, f"{path} is out of date: `make golden` writes it anew"


@pytest.mark.parametrize("path", PAGES)
def test_a_new_game_is_drafted_once(path, monkeypatch):
    games = {**catalog.games(), "sums": replace(sums.GAME, title="Sums")}
    monkeypatch.setattr(catalog, "games", lambda: games)
    now = (ROOT / path).read_text(encoding="utf-8")
    assert missing(path, now) == [
        f"{path} says nothing of Sums, or of its computers as they are: `make golden` writes it"
    ]
    drafted = made()[path]
    assert PAGES[path](drafted) == drafted
    assert len(drafted) > len(now)


def test_a_draft_says_of_a_view_and_its_moves_what_the_game_does():
    infos = {info.name: info for info in game_pages.game_infos()}
    assert "| `left` | cards left in each hand |" in game_pages._bots_section(infos["war"])
    assert "Moves are texts such as `flip`." in game_pages._bots_section(infos["war"])


def test_the_computers_in_the_table_are_those_there_are():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert game_pages.readme(text.replace("5 levels, easy to expert |", "1 level |")) == text
