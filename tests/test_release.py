"""A release is built from what is committed, and its changelog entry from what was unreleased."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from install import release
from install.release import ReleaseError, changes_of, headed
from protocol import RELEASE

CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A game.\n\n## [0.1.0] - 2026-11-24\n\n- All.\n"
DAY = date(2026, 12, 1)


def test_what_was_unreleased_is_then_of_the_version_and_nothing_is_unreleased():
    after = headed(CHANGELOG, "0.2.0", DAY)
    assert changes_of(after, "0.2.0") == changes_of(CHANGELOG, "Unreleased") == "### Added\n\n- A game."
    assert changes_of(after, "Unreleased") == ""
    assert "## [0.2.0] - 2026-12-01\n" in after
    assert changes_of(after, "0.1.0") == "- All."


@pytest.mark.parametrize(("changelog", "version"), [(CHANGELOG, "0.1.0"), (headed(CHANGELOG, "0.2.0", DAY), "0.3.0")])
def test_no_version_is_released_twice_or_without_a_change(changelog: str, version: str):
    with pytest.raises(ReleaseError):
        headed(changelog, version, DAY)


@pytest.mark.parametrize("version", ["v0.2.0", "0.2", "next", "0.2.0-rc1"])
def test_a_version_is_three_numbers(version: str):
    with pytest.raises(ReleaseError, match="is not a version"):
        release.prepare(version)


def test_preparing_writes_the_version_into_both_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    changelog, source = tmp_path / "CHANGELOG.md", tmp_path / "__init__.py"
    changelog.write_text(CHANGELOG)
    source.write_text(release.VERSION_FILE.read_text())
    monkeypatch.setattr(release, "CHANGELOG", changelog)
    monkeypatch.setattr(release, "VERSION_FILE", source)
    release.prepare("9.8.7rc1")
    assert changes_of(changelog.read_text(), "9.8.7rc1")
    assert source.read_text() == release.VERSION_FILE.read_text().replace(RELEASE, "9.8.7rc1")
    assert 'RELEASE = "9.8.7rc1"' in source.read_text()


def test_the_changelog_has_something_to_release_or_has_just_been_released():
    changelog = (release.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changes_of(changelog, "Unreleased") or changes_of(changelog, RELEASE)
    headings = re.findall(r"^## \[(.+?)\]", changelog, re.MULTILINE)
    assert headings[0] == "Unreleased"
