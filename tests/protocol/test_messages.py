import re
from typing import get_args

import msgspec
import pytest

from engines.catalog import find
from protocol import messages as m
from tests.support.golden.files import GOLDEN
from tests.support.golden.story import MESSAGES

KINDS = (*get_args(m.Command), *get_args(m.Event))
LEFT_OUT = {
    m.Hello: ["updates", "key", "link", "device", "replaces", "looks", "window", "query"],
    m.SignOut: ["key", "signature"],
    m.Welcome: ["public_urls"],
    m.Kick: ["seat"],
    m.Mute: ["seat"],
    m.Transcript: ["chain", "name_hashes", "name_salts"],
}
"""Fields that older clients, servers and saved games know nothing of."""


def test_a_message_without_an_explicit_tag_is_refused():
    with pytest.raises(TypeError, match="OneMoreTry needs an explicit tag="):

        class OneMoreTry(m.Message, frozen=True):
            pass


@pytest.mark.parametrize("kind", KINDS)
def test_tags_are_kebab_case(kind: type[m.Message]):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", kind.__struct_config__.tag)


def test_no_two_messages_share_a_tag():
    assert len({kind.__struct_config__.tag for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_is_frozen_and_has_each_of_its_fields_and_no_other_but_for_later_ones(kind: type[m.Message]):
    assert kind.__struct_config__.frozen
    assert kind.__struct_config__.forbid_unknown_fields
    optional = [field.name for field in msgspec.structs.fields(kind) if not field.required]
    assert optional == LEFT_OUT.get(kind, [])


def test_the_subprotocol_names_the_version():
    assert f"parlour.{m.VERSION}" == m.SUBPROTOCOL


def test_a_server_speaks_its_own_version_and_the_one_before():
    before = [f"parlour.{m.VERSION - 1}"] if m.VERSION > 1 else []
    assert list(m.SUBPROTOCOLS) == [m.SUBPROTOCOL, *before]


def test_of_the_version_before_which_is_still_spoken_the_golden_frames_are_kept():
    missing = [name for name in m.SUBPROTOCOLS[1:] if not list((GOLDEN / f"frames-{name}").glob("*.txt"))]
    assert missing == [], "a server still speaks it: keep tests/golden/frames of then under that name, and test it"


@pytest.mark.parametrize("table", [message for _, message in MESSAGES if isinstance(message, m.Table)])
def test_a_games_own_types_survive_the_wire(table: m.Table):
    game = find(table.game)
    options = msgspec.convert(table.options, game.rules.Options)
    assert msgspec.to_builtins(options) == table.options
    if table.view is not None:
        assert msgspec.to_builtins(msgspec.convert(table.view, game.rules.View)) == table.view
