"""What is stored says itself what it is: renaming a class changes no stored byte."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from server.computers import worker
from server.room import inputs

ROOT = Path(__file__).parents[3]
HOLDERS = "nobody person computer"
ENTRIES = (
    "open sit play choose tick fill resign offer-draw take-back answer rematch pledge share leave away stranded back "
    "pause resume claim kick expel send-away shut restart close end forget"
)
TASKS = "Decide Advise Answer Broken"
"""What passes between a server and its workers."""


@pytest.mark.parametrize(
    ("kinds", "tags"),
    [
        (get_args(inputs.Occupant), HOLDERS),
        ((inputs.Open, *get_args(inputs.Input)), ENTRIES),
        ((*get_args(worker.Task), worker.Thought, worker.ThinkingFault), TASKS),
    ],
)
def test_tags_are_those_that_were_stored_before(kinds, tags):
    assert sorted(kind.__struct_config__.tag for kind in kinds) == sorted(tags.split())


@pytest.mark.parametrize("package", ["protocol", "server", "client", "engines"])
def test_no_tag_is_made_from_the_name_of_a_class(package):
    texts = {path.as_posix(): path.read_text(encoding="utf-8") for path in (ROOT / package).rglob("*.py")}
    assert [path for path, text in texts.items() if "tag=True" in text or "tag=lambda" in text] == []
