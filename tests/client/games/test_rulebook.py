import pytest

from client.cli.values import games
from client.fullscreen.screens import page
from client.fullscreen.ui.state import UiState
from client.fullscreen.update import press, run
from client.games.rulebook import rules
from client.linemode.model import LineMode
from client.linemode.typed_lines import on_line
from tests.support.builders.scenes import lines
from tests.support.builders.stores import lobby_store, table_store


@pytest.mark.parametrize("game", games())
def test_every_game_has_rules_of_a_few_headed_sections(game):
    sections = rules(game)
    file = f"client/games/rulebook/{game}.txt"
    assert sections, f"{game} has no rules: write {file}, as war.txt is"
    assert 4 <= len(sections) <= 8, f"{file} has {len(sections)} headed sections; four to eight are read well"
    assert sections[0].title == "The goal", file
    assert all(
        len(section.title) < 50 and section.text.endswith(".") and "\n" not in section.text for section in sections
    )


def test_a_game_without_a_file_has_none():
    assert rules("pegs") == rules("../war") == ()


@pytest.mark.parametrize(("store", "panels"), [(table_store(), ["help", "rules", ""]), (lobby_store(), ["help", ""])])
def test_help_asked_for_again_gives_the_rules_of_the_game_on_the_table_and_then_closes(store, panels):
    ui, seen = UiState(), []
    for _ in panels:
        ui = press(store, ui, "?", "?").ui
        seen.append(ui.panel)
    assert seen == panels


@pytest.mark.parametrize("size", [(100, 32), (80, 24), (60, 20)])
def test_the_whole_of_them_can_be_read_by_scrolling(size):
    store, ui = table_store(), run(table_store(), UiState(), "rules").ui
    seen = ""
    for _ in range(40):
        seen += "\n".join(lines(page.draw(store, ui, size, 0.0)))
        ui = press(store, ui, "down").ui
    read = " ".join(seen.replace("│", " ").split())
    assert all(section.title in read for section in rules("war"))
    assert "equal points are a tie" in read
    assert "Esc closes" in read


def test_the_rules_of_a_game_are_read_by_its_name_anywhere():
    assert run(lobby_store(), UiState(), "rules war").ui.panel == "rules"
    assert run(lobby_store(), UiState(), "rules wra").effects[0].text.startswith("There's no game 'wra'")


def test_plain_mode_reads_them_a_section_a_line():
    said = on_line(LineMode(store=table_store()), "rules").said
    assert len(said) == len(rules("war"))
    assert said[0] == ": ".join(rules("war")[0])
