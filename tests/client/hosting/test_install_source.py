"""An invitation says where this program came from only if others can get it there, and a shell reads it as one word."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from client.hosting.install_source import source_of, source_of_checkout

GIT = {"vcs": "git", "commit_id": "0" * 40}
WHEEL = "https://files.example.org/parlour-0.1.0-py3-none-any.whl"
REPOSITORY = "https://code.example.org/ana/parlour.git"


@pytest.mark.parametrize(
    ("record", "source"),
    [
        ({"url": WHEEL, "archive_info": {}}, WHEEL),
        ({"url": REPOSITORY, "vcs_info": GIT}, f"git+{REPOSITORY}"),
        ({"url": REPOSITORY, "vcs_info": {**GIT, "requested_revision": "v0.1.0"}}, f"git+{REPOSITORY}@v0.1.0"),
        ({"url": REPOSITORY, "vcs_info": {**GIT, "requested_revision": "$(ls)"}}, f"git+{REPOSITORY}"),
        ({"url": REPOSITORY, "vcs_info": {**GIT, "vcs": "hg"}}, ""),
        ({"url": "file:///home/ana/parlour-0.1.0-py3-none-any.whl", "archive_info": {}}, ""),
        ({"url": "ssh://git@code.example.org/ana/parlour.git", "vcs_info": GIT}, ""),
        ({"url": "https://ana:secret@code.example.org/parlour.git", "vcs_info": GIT}, ""),
        ({"url": "http://code.example.org/parlour.git", "vcs_info": GIT}, ""),
        ({"url": "https://a.example/p.whl;ls", "archive_info": {}}, ""),
        ({"url": "https://a.example/p.whl?token=secret", "archive_info": {}}, ""),
        ({"url": 7}, ""),
        ([], ""),
    ],
)
def test_the_record_of_an_installation_gives_an_address_that_everybody_may_fetch(record: object, source: str):
    found = source_of(json.dumps(record))
    assert found == source
    assert shlex.split(found) == [found] if found else True


@pytest.mark.parametrize("record", ["", "{", "null"])
def test_without_a_record_there_is_no_source(record: str):
    assert source_of(record) == ""


@pytest.mark.parametrize(
    ("config", "source"),
    [
        (f'[remote "origin"]\n\turl = {REPOSITORY}\n\tfetch = +a:b\n', f"git+{REPOSITORY}"),
        (f'[remote "other"]\n\turl = {REPOSITORY}\n', ""),
        ('[remote "origin"]\n\turl = /srv/parlour.git\n', ""),
        ('[remote "origin"]\n\turl = git@code.example.org:ana/parlour.git\n', ""),
        ('[remote "origin"]\n\turl = https://ana:secret@code.example.org/parlour.git\n', ""),
        ("not a config", ""),
        (None, ""),
    ],
)
def test_a_checkout_is_got_from_its_remote(tmp_path: Path, config: str | None, source: str):
    if config is not None:
        (tmp_path / ".git").mkdir()
        (tmp_path / ".git" / "config").write_text(config)
    assert source_of_checkout(tmp_path) == source
