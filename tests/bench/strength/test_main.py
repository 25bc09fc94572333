"""The program that writes the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.strength.__main__ import PAGE, SECTIONS, main
from bench.strength.page import page, section, sections
from engines import catalog
from tests.support.offspring import outlive_their_parent

pytestmark = pytest.mark.slow


def test_one_section_is_made_anew_and_the_others_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "strength.md"
    old = {title: section(title, "Made long ago.", ()) for title in ("Blocky", "War")}
    path.write_text(page(old, ["Blocky", "War"]))
    assert main(["war", "--share", "0.005", "--processes", "1", "--page", str(path)]) == 0
    made = sections(path.read_text())
    assert list(made) == ["Blocky", "War"]
    assert made["Blocky"] == old["Blocky"]
    assert made["War"].splitlines()[2].startswith('Made by `make strength ARGS="war --share 0.005"`, a first look, in ')
    assert "### Who wins" in capsys.readouterr().out


def test_a_page_is_begun_where_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "strength.md"
    assert main(["war", "--share", "0.0001", "--processes", "1", "--page", str(path)]) == 0
    assert list(sections(path.read_text())) == ["War"]


def test_there_is_a_section_for_every_game_and_the_soak() -> None:
    assert set(SECTIONS) == {*catalog.games(), "soak"}


def test_the_page_has_no_section_that_nothing_makes() -> None:
    assert set(sections(PAGE.read_text(encoding="utf-8"))) <= {section.title for section in SECTIONS.values()}


def test_an_unknown_section_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["chess"])
    assert left.value.code == 2
    assert "there is no section 'chess'" in capsys.readouterr().err


def test_a_run_that_is_killed_leaves_no_process(tmp_path: Path) -> None:
    command = ("war", "--share", "100", "--processes", "2", "--page", str(tmp_path / "strength.md"))
    assert outlive_their_parent("bench.strength", *command, workers=2) == set()
