"""The page is put together from sections."""

from __future__ import annotations

from bench.strength.page import INTRODUCTION, page, section, sections

WAR = section("War", "Made by hand.", ("", "### Scores", "", "| 1 |"))
BLOCKY = section("Blocky", "Made by machine.", ("", "| 2 |"))
TITLES = ("War", "Blocky", "Streets")


def test_a_section_made_anew_takes_its_place_and_leaves_the_others() -> None:
    before = page({"War": WAR, "Blocky": BLOCKY}, TITLES)
    newer = section("War", "Made again.", ("", "| 3 |"))
    after = page({**sections(before), "War": newer}, TITLES)
    assert after == before.replace(WAR, newer)
    assert BLOCKY in after
    assert WAR not in after


def test_a_page_is_read_as_it_was_written() -> None:
    assert sections(page({"Blocky": BLOCKY, "War": WAR}, TITLES)) == {"War": WAR, "Blocky": BLOCKY}


def test_the_order_is_that_of_the_titles_and_what_is_no_section_goes() -> None:
    told = page(sections(page({"Blocky": BLOCKY, "War": WAR, "Chess": WAR}, TITLES)), TITLES)
    assert told.startswith(INTRODUCTION)
    assert told.index("## War") < told.index("## Blocky")
    assert "Chess" not in told
    assert "Streets" not in told


def test_a_section_begins_with_how_it_was_made() -> None:
    assert WAR.splitlines()[:3] == ["## War", "", "Made by hand."]
