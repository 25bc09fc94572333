from pathlib import Path

import pytest

from client.settings import (
    InvalidSettingError,
    Origin,
    Settings,
    config_path,
    flag_settings,
    home,
    origins,
    remember,
    server_url,
    settings,
)

PIN = "646ZdrtGPEFTqUDKrkCijn"


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"PARLOUR_HOME": str(tmp_path)}


def test_nothing_chosen_gives_the_defaults(environ: dict[str, str]) -> None:
    assert settings({}, environ) == Settings()


def test_a_flag_beats_a_variable_which_beats_the_file(environ: dict[str, str]) -> None:
    config_path(environ).write_text('name = "file"\nserver = "file"\nmotion = false\n')
    environ |= {"PARLOUR_NAME": "variable", "PARLOUR_SERVER": "variable"}
    chosen = settings({"name": "flag"}, environ)
    assert (chosen.name, chosen.server, chosen.motion) == ("flag", "wss://variable:8765", False)


@pytest.mark.parametrize(
    ("variable", "written", "name", "value"),
    [
        ("NO_COLOR", "1", "color", False),
        ("NO_COLOR", "", "color", True),
        ("PARLOUR_SOUND", "false", "sound", False),
        ("PARLOUR_PLAIN", "1", "plain", True),
        ("PARLOUR_PALETTE", "original", "palette", "original"),
        *(("PARLOUR_MOUSE", word, "mouse", is_on) for word, is_on in (("on", True), ("off", False))),
    ],
)
def test_a_setting_is_what_its_variable_says(
    environ: dict[str, str], variable: str, written: str, name: str, value: object
) -> None:
    assert getattr(settings({}, environ | {variable: written}), name) == value


@pytest.mark.parametrize(
    ("written", "name", "value"),
    [("palette = 'texture'", "palette", "texture"), ("mouse = 'off'", "mouse", False), ("mouse = true", "mouse", True)],
)
def test_a_setting_is_what_the_file_says(environ: dict[str, str], written: str, name: str, value: object) -> None:
    config_path(environ).write_text(written)
    assert getattr(settings({}, environ), name) == value


def test_every_setting_tells_where_it_is_from(environ: dict[str, str]) -> None:
    config_path(environ).write_text('name = "file"\ntheme = "felt"\nsound = true\n')
    environ |= {"PARLOUR_NAME": "variable", "NO_COLOR": "1", "PARLOUR_MOTION": "false"}
    told = {origin.name: origin for origin in origins({"server": "localhost", "sound": False}, environ)}
    assert set(told) == set(Settings.__slots__)
    assert told["name"] == Origin("name", "variable", "PARLOUR_NAME")
    assert told["theme"] == Origin("theme", "felt", str(config_path(environ)))
    assert told["color"] == Origin("color", value=False, source="NO_COLOR")
    assert told["motion"] == Origin("motion", value=False, source="PARLOUR_MOTION")
    assert told["sound"] == Origin("sound", value=False, source="--no-sound")
    assert told["server"] == Origin("server", "ws://localhost:8765", "--server")
    assert told["mouse"] == Origin("mouse", value=True, source="default")


def test_what_is_remembered_takes_the_place_of_what_the_file_said_and_nothing_else(environ: dict[str, str]) -> None:
    remember("theme", "felt", environ)
    assert settings({}, environ).theme == "felt"
    config_path(environ).write_text('# mine\ntheme = "night"\nsound = false\nname = "theme"\n')
    remember("theme", "paper", environ)
    assert config_path(environ).read_text() == '# mine\nsound = false\nname = "theme"\ntheme = "paper"\n'
    assert (settings({}, environ).theme, settings({}, environ).sound) == ("paper", False)


def test_a_setting_that_cannot_be_remembered_is_no_trouble(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    remember("theme", "felt", environ | {"PARLOUR_HOME": str(tmp_path / "file")})
    config_path(environ).write_bytes(b"\xff")
    remember("theme", "felt", environ)
    assert config_path(environ).read_bytes() == b"\xff"


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("thema = 'felt'", r"has 'thema', which is not a setting; did you mean 'theme'"),
        ("palette = 'pink'", ""),
        ("mouse = 'perhaps'", "has 'perhaps' for mouse, which can be on or off"),
        ("palette = 'orginal'", "has 'orginal' for palette, which can be .*; did you mean 'original'"),
        ("mouse = [", "can't be read"),
        ("server = 'a b'", "is not a server"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_a_sentence(environ: dict[str, str], file: str, told: str) -> None:
    config_path(environ).write_text(file)
    with pytest.raises(InvalidSettingError, match=rf"{told}.*[.?]$"):
        settings({}, environ)


def test_a_value_that_cannot_be_is_told_with_the_variable_it_is_from(environ: dict[str, str]) -> None:
    with pytest.raises(InvalidSettingError, match="PARLOUR_MOUSE has 'perhaps' for mouse, which can be on or off"):
        settings({}, environ | {"PARLOUR_MOUSE": "perhaps"})


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("play.example.org", "wss://play.example.org:8765"),
        ("play.example.org:443", "wss://play.example.org:443"),
        ("[::1]:9", "ws://[::1]:9"),
        ("[::1]", "ws://[::1]:8765"),
        ("wss://play.example.org", "wss://play.example.org"),
        ("wss://play.example.org/parlour", "wss://play.example.org/parlour"),
        (f"{PIN}@192.168.1.5", f"wss://{PIN}@192.168.1.5:8765"),
        (f"{PIN}@localhost:9", f"wss://{PIN}@localhost:9"),
        (f"wss://{PIN}@[fd00::5]:9", f"wss://{PIN}@[fd00::5]:9"),
    ],
)
def test_a_server_is_written_in_any_of_the_usual_ways(written: str, url: str) -> None:
    assert server_url(written) == url


@pytest.mark.parametrize("written", ["", "http://a", "a:b", "a:99999", "::1", "a b", "ws://", "[::1"])
def test_anything_else_is_no_server(written: str) -> None:
    with pytest.raises(InvalidSettingError, match="is not a server"):
        server_url(written)


@pytest.mark.parametrize("before", ["ws://me", f"ws://{PIN}", f"{PIN}:secret", PIN[1:], "", f"a@{PIN}"])
def test_before_a_host_stands_a_fingerprint_or_nothing_and_only_where_there_is_encryption(before: str) -> None:
    with pytest.raises(InvalidSettingError, match="is no certificate's fingerprint"):
        server_url(f"{before}@host")


def test_home_is_one_directory_that_a_variable_moves(tmp_path: Path) -> None:
    assert home({"PARLOUR_HOME": str(tmp_path)}) == tmp_path
    assert home({}).is_absolute()


def test_what_the_command_line_says_can_be_had_without_the_rest() -> None:
    assert flag_settings({"name": "ana", "color": False}) == Settings(name="ana", color=False)
