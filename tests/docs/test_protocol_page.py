"""The protocol's page says what the code does: its examples are golden, and nothing on the wire is missing from it."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from engines import catalog
from engines.game import Game
from engines.options import options_of
from protocol import codec, plain_values
from protocol import messages as m
from protocol.errors import CloseCode
from protocol.identity.signing import sign_in_text
from server.config import DEFAULT_PORT
from server.limits.addresses import IPV6_SHARED_BITS, WIDER
from server.limits.settings import ServerLimits
from server.players.accounts.keys import is_signed
from server.players.sessions import pending_sign_ins, query_visits
from server.room import departures
from server.room.match import offers
from tests.support.golden import frames
from tests.support.structure import protocol_page

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [
    example
    for path in (ROOT / "tests" / "golden" / "frames").iterdir()
    for example in frames.read(path.read_text(encoding="utf-8"))
]
FENCES = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)
MESSAGES = (*get_args(m.Command), *get_args(m.Event))
PARTS = m.MessagePart.__subclasses__()
STANDARD_CODES = {"1003", "1006"}


def section(heading: str) -> str:
    """The text under a heading, down to the next one that is not below it."""
    level = heading.split(" ")[0]
    found = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{len(level)}}} |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"the page has no section {heading!r}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of the tables in a text, without the head and the rule below it."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = [number for number, row in enumerate(cells) if set(row[0]) <= {"-"}]
    return [row for number, row in enumerate(cells) if number not in rules and number + 1 not in rules]


def words(name: str) -> str:
    """GameSheet as "game sheet"."""
    return re.sub(r"(?<!^)([A-Z])", r" \1", name).lower()


def described(of: inspect.Type) -> str:
    """A type as the page writes it."""
    match of:
        case inspect.UnionType(types=types):
            return " or ".join([described(one) for one in types])
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            return f"list of {described(item)}" + (
                f", {f'{least} to' if least else 'up to'} {most} of them" if most else ""
            )
        case inspect.LiteralType(values=values) if set(values) == set(get_args(m.RefusalCode)):
            return "a refusal code"
        case inspect.LiteralType(values=values):
            return listed([f"`{value}`" for value in values])
        case inspect.StrType(min_length=least, max_length=most) if most:
            return f"text of {most}" if least == most else f"text of {f'{least} to' if least else 'up to'} {most}"
        case inspect.IntType(ge=0, lt=limit) if limit:
            return f"integer from 0 below 2^{limit.bit_length() - 1}"
        case inspect.StructType(cls=part):
            return f"[{words(part.__name__)}](#{words(part.__name__).replace(' ', '-')})"
        case _:
            return PLAIN[type(of)]


PLAIN = {
    inspect.StrType: "text",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.BoolType: "true or false",
    inspect.NoneType: "nil",
    inspect.DictType: "map",
    inspect.AnyType: "any value",
}


def listed(values: list[str]) -> str:
    """As one writes it in a sentence; equal whatever the order of the values was."""
    return f"{', '.join(sorted(values)[:-1])} or {sorted(values)[-1]}"


def sorted_choice(cell: str) -> str:
    """A cell that names its values, with the values in order; any other as it is."""
    return listed(re.findall(r"`\w+`", cell)) if cell.startswith("`") else cell


def fences(language: str) -> list[str]:
    return [text for name, text in FENCES if name == language]


@pytest.mark.parametrize("example", fences("json"))
def test_an_example_is_a_golden_frames_value(example: str):
    assert json.dumps(json.loads(example)) in {json.dumps(golden.value) for golden in EXAMPLES}


@pytest.mark.parametrize("example", fences("hex"))
def test_bytes_are_a_golden_frame(example: str):
    assert bytes.fromhex(re.sub(r"#.*", "", example)) in {golden.frame for golden in EXAMPLES}


@pytest.mark.parametrize("kind", [*MESSAGES, *PARTS], ids=lambda kind: kind.__name__)
def test_every_field_stands_on_the_page_with_its_type(kind: type[msgspec.Struct]):
    described_fields = [(f"`{field.name}`", described(field.type)) for field in inspect.type_info(kind).fields]
    heading = kind.__struct_config__.tag or words(kind.__name__)
    assert [(row[0], sorted_choice(row[1])) for row in rows(section(f"### {heading}"))] == described_fields


def test_messages_stand_under_the_side_they_come_from():
    sides = {"## From a client": get_args(m.Command), "## From the server": get_args(m.Event)}
    for heading, kinds in sides.items():
        tags = re.findall(r"^### (.*)$", section(heading), flags=re.MULTILINE)
        assert tags == [kind.__struct_config__.tag for kind in kinds]


def test_every_refusal_code_is_explained():
    assert [row[0] for row in rows(section("## Refusal codes"))] == [f"`{code}`" for code in get_args(m.RefusalCode)]


def test_the_address_has_the_usual_port_and_the_versions_are_the_servers():
    connecting = section("## Connecting")
    assert f"`ws://HOST:{DEFAULT_PORT}`" in connecting
    assert f"offer the subprotocol `{m.SUBPROTOCOL}`" in connecting


def test_every_close_code_is_explained():
    codes = {str(code.value) for code in CloseCode} | STANDARD_CODES
    assert [row[0] for row in rows(section("## Close codes"))] == sorted(codes)


def test_the_limits_are_the_codes():
    limits = ServerLimits()
    assert dict(rows(section("## Limits"))) == {
        "a frame to the server": f"{codec.MAX_COMMAND_BYTES} bytes",
        "a frame from the server": f"{codec.MAX_EVENT_BYTES} bytes",
        "a list from the server": f"{plain_values.MAX_EVENT_LIST} entries",
        "`options`, from a client": f"{codec.MAX_COMMAND_DEPTH} levels deep, the message itself being the first; "
        f"{codec.MAX_COMMAND_VALUES} values in the whole message",
        "`view`": f"{codec.MAX_EVENT_DEPTH} levels deep, the message itself being the first",
        "the websocket handshake": f"within {limits.handshake_s:.0f} seconds",
        "`hello` after it": f"within {limits.hello_s:.0f} seconds",
        "commands between `hello` and `welcome`": f"{pending_sign_ins.MAX_EARLY}",
        "silence": f"after {limits.ping_every_s:.0f} seconds the server sends a ping, "
        f"to be answered within {limits.pong_within_s:.0f}",
        "what waits for a slow reader": f"{limits.outbound_bytes} bytes, then the connection is cut",
        "what was sent, where the client's machine takes none of it": f"cut after {limits.unread_s:.0f} seconds",
        "what a seat asks of the others": f"lasts {offers.OFFER_S:.0f} seconds",
        "bytes from one connection": f"{limits.inbound_bytes_per_s} a second, {limits.inbound_burst_bytes} at once; "
        "then it is closed with code 4429",
        "bytes from one address": f"{limits.address_bytes_per_s} a second, {limits.address_bytes_burst} at once, each "
        "read counted as 64 at least; then the connection that sent them is closed with code 4429",
        "pings and other control frames of one connection": f"{limits.control_per_s:g} a second, "
        f"{limits.control_burst} at once; then it is closed with code 4429",
        "control frames of one address": f"{limits.address_control_per_s:g} a second, "
        f"{limits.address_control_burst} at once, the same",
        "moves of one connection": f"{limits.moves_per_s:g} a second, {limits.moves_burst} at once",
        "moves of one address": f"{limits.address_moves_per_s:g} a second, {limits.address_moves_burst} at once",
        "other commands of one connection": f"{limits.commands_per_s:g} a second, {limits.commands_burst} at once",
        "other commands of one address": f"{limits.address_commands_per_s:g} a second, "
        f"{limits.address_commands_burst} at once",
        "stored for one address": f"{limits.address_stored_bytes_per_day / 2**20:g} MiB a day, "
        f"{limits.address_stored_burst_bytes / 2**20:g} MiB at once: a move takes 40 bytes or so, and a game 2000; "
        "then moves and new games are slowed down to that",
        "commands of one connection that are refused as too many": f"{limits.refused_per_s:g} a second, "
        f"{limits.refused_burst} at once; then it is closed with code 4429",
        "talk of one player": f"{limits.chat_per_s:g} line a second, {limits.chat_burst} at once; "
        f"{limits.chat_graphemes} characters a line",
        "reports of others by one player": f"1 in {1 / limits.reports_per_s:g} seconds, "
        f"{limits.reports_burst} at once; one of the same player a day",
        "reports of others from one address": f"1 in {1 / limits.address_reports_per_s:g} seconds, "
        f"{limits.address_reports_burst} at once",
        "names that one player takes": f"1 in {1 / limits.renames_per_s:g} seconds, {limits.renames_burst} at once",
        "connections from one address": f"{limits.connections_per_address}, and {limits.arrivals_per_s:g} new ones a "
        f"second, {limits.arrivals_burst} at once",
        "one address, with IPv6": f"a /{IPV6_SHARED_BITS}; of all that one address may use, the /56 around it may use "
        f"{WIDER[56]} times as much, the /48 {WIDER[48]} times",
        "new accounts made from one address": f"1 in {1 / limits.address_accounts_per_s:g} seconds, "
        f"{limits.address_accounts_burst} at once; then newcomers are turned away with code 4429, and players with an "
        "account are not",
        "games one player may have to play": f"{limits.rooms_per_player}, then no new room is made for them",
        "rooms made by one player": f"1 in {1 / limits.rooms_per_s:g} seconds, {limits.rooms_burst} at once",
        "tables that one player goes to, by `join` or `quick`": f"1 in {1 / limits.joins_per_s:g} seconds, "
        f"{limits.joins_burst} at once",
        "rooms made from one address": f"{limits.address_rooms_per_s:g} a second, {limits.address_rooms_burst} at once",
        "games that players of one address may have to play": f"{limits.rooms_per_address}, the same",
        "codes of no table, tried from one address": f"1 in {1 / limits.misses_per_s:g} seconds, "
        f"{limits.misses_burst} at once; then no table is found from there that the lobby does not list",
        "transcripts for one address": f"of {limits.replays_per_s:g} stored moves a second, {limits.replays_burst} at "
        "once; what was written just now costs nothing",
        "spectators at one table": f"{limits.spectators}",
        "an account that never finished a game": f"removed {limits.account_unused_s / 86_400:.0f} days after its last "
        "sign-in",
        "a room that nobody is connected to": f"closed after {limits.deserted_s / 60:.0f} minutes; in a game in which "
        f"people have moved, after {limits.deserted_begun_s / 3600:.0f} hours, and after "
        f"{limits.deserted_game_s / 86_400:.0f} days once they have made {departures.FEW_MOVES} moves",
    }


@pytest.mark.parametrize("game", catalog.games().values(), ids=lambda game: game.name)
def test_a_games_section_names_it_and_every_field_of_its_view(game: Game[Any, Any, Any]):
    assert protocol_page.missing(PAGE, [game]) == []
    about = section(f"## {game.title}")
    assert f"The game's name is `{game.name}`" in about
    view = rows(about.split("**View**")[1])
    assert [row[0] for row in view] == [f"`{field.name}`" for field in inspect.type_info(game.rules.View).fields]


def test_the_options_and_the_contents_are_as_the_command_writes_them():
    now = protocol_page.written(PAGE, catalog.games().values())
    assert now == PAGE, "docs/protocol.md is out of date: `make golden` writes it anew"


def test_a_game_without_a_section_is_named_with_what_to_run():
    unknown = replace(catalog.find("war"), name="connect_four", title="Connect Four")
    assert protocol_page.missing(PAGE, [unknown]) == [
        "connect_four has no section in docs/protocol.md: `make golden` drafts it"
    ]


@pytest.mark.parametrize("game", catalog.games().values(), ids=lambda game: game.name)
def test_the_section_that_is_written_for_a_new_game_has_its_moves_its_options_and_its_view(
    game: Game[Any, Any, Any], monkeypatch: pytest.MonkeyPatch
):
    is_there = protocol_page.has_section(PAGE, game)
    bare = PAGE.replace(f"\n## {game.title}\n{section(f'## {game.title}')}", "\n") if is_there else PAGE
    assert not protocol_page.has_section(bare, game)
    monkeypatch.setitem(globals(), "PAGE", protocol_page.written(bare, [game]))
    test_a_games_section_names_it_and_every_field_of_its_view(game)
    about = section(f"## {game.title}")
    assert [row[0] for row in rows(about.split("**View**")[0])] == [
        f"`{each.name}`" for each in options_of(game.rules.Options)
    ]
    (moves,) = re.findall(r"Its moves are texts such as (.*)\.", about)
    assert all(game.rules.text(game.rules.read(move)) == move for move in re.findall(r"`(.*?)`", moves))


def test_the_example_of_what_a_key_signs_is_what_signs_it_in():
    """The bytes on the page are made from the frames beside them, and the signature in the last frame is of them."""
    (text,) = [bytes.fromhex(text) for text in fences("text") if re.fullmatch(r"[0-9a-f\s]+", text)]
    said = {example.title: example for example in EXAMPLES}
    hello, prove = said["a newcomer with a key of her own"], said["that the key is hers"]
    nonce = bytes.fromhex(said["what to sign"].value["nonce"])
    assert text == sign_in_text(nonce, hello.frame)
    assert f"Sign these {len(text)} bytes" in section("## Signing in")
    assert is_signed(bytes.fromhex(hello.value["key"]), bytes.fromhex(prove.value["signature"]), text)
    assert json.dumps(prove.value) in {json.dumps(json.loads(shown)) for shown in fences("json")}


def test_the_page_lists_what_a_visit_that_only_asks_may_send():
    told = PAGE.partition('say hello with `"query": true`')[2].partition("else is refused")[0]
    kinds = (*query_visits.OPEN_TO_ALL, *query_visits.OWN_AFFAIRS)
    assert set(re.findall(r"`([a-z-]+)`", told)) == {kind.__struct_config__.tag for kind in kinds}
    assert "four such visits at a time, each for five minutes" in PAGE
    assert (query_visits.VISITS_MAX, query_visits.VISIT_LIMIT_S) == (4, 300.0)
