"""The client's settings: from flags first, then PARLOUR_* variables, then the user's file, then the defaults."""

from __future__ import annotations

import contextlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args, get_type_hints
from urllib.parse import urlsplit

import msgspec
import platformdirs

from client.drawing.palettes import Palette
from client.drawing.suggest import guess
from client.drawing.themes import USUAL
from protocol.identity.fingerprint import is_fingerprint

DEFAULT_PORT = 8765
CONFIG_FILE = "parlour.toml"


class InvalidSettingError(ValueError):
    """A setting's name or value is invalid; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a person can choose about the client.

    Attributes:
        server: a ws:// or wss:// URL; None for a private server on this machine.
        ca_file: a file of certificates to trust instead of the system's, for a server that has its own.
        name: the player's name, which selects the identity; None for the machine's user name.
        plain: lines instead of a full screen.
        json: lines of JSON instead of sentences.
        color: whether colours are used; mouse, sound and motion can be switched off likewise.
        theme: the name of the theme for everything but the boards.
        palette: the palette of boards of four colours; without color always textures.
    """

    server: str | None = None
    ca_file: str | None = None
    name: str | None = None
    plain: bool = False
    json: bool = False
    color: bool = True
    mouse: bool = True
    sound: bool = True
    motion: bool = True
    theme: str = USUAL
    palette: Palette = "safe"


def settings(flags: Mapping[str, object], environ: Mapping[str, str]) -> Settings:
    """The settings in force; `flags` holds those of the command line. Raises InvalidSettingError."""
    return _settings_from(_chosen(flags, environ))


def flag_settings(flags: Mapping[str, object]) -> Settings:
    """The settings of the command line alone, for a client that cannot read the others. Raises InvalidSettingError."""
    return _settings_from(_from_flags(flags))


@dataclass(frozen=True, slots=True)
class Origin:
    """A setting in force and its source: a flag, a variable's name, the file's path, or the defaults."""

    name: str
    value: object
    source: str


def origins(flags: Mapping[str, object], environ: Mapping[str, str]) -> tuple[Origin, ...]:
    """Every setting in force. Raises InvalidSettingError."""
    chosen, values = _chosen(flags, environ), settings(flags, environ)
    return tuple(Origin(name, getattr(values, name), chosen.get(name, (None, "default"))[1]) for name in _NAMES)


def home(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for what must outlive the client: PARLOUR_HOME, or the platform's directory for a program's state."""
    chosen = environ.get("PARLOUR_HOME")
    return Path(chosen).absolute() if chosen else platformdirs.user_state_path("parlour")


def config_path(environ: Mapping[str, str] = os.environ) -> Path:
    """The user's settings file: in PARLOUR_HOME, or in the platform's directory for configuration."""
    chosen = environ.get("PARLOUR_HOME")
    return (Path(chosen).absolute() if chosen else platformdirs.user_config_path("parlour")) / CONFIG_FILE


def themes_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the user's own themes."""
    return config_path(environ).parent / "themes"


def remember(name: str, value: str, environ: Mapping[str, str] = os.environ) -> None:
    """Write a setting to the user's file, replacing its line; the other lines stay as they are.

    If the disk refuses, the player has to choose again, and nothing else is lost.
    """
    path = config_path(environ)
    with contextlib.suppress(OSError, UnicodeDecodeError):
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        others = [line for line in lines if line.partition("=")[0].strip() != name]
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = path.with_suffix(".new")
        temporary.write_text(
            "".join(f"{line}\n" for line in (*others, f"{name} = {json.dumps(value)}")), encoding="utf-8"
        )
        temporary.replace(path)


def server_url(written: str) -> str:
    """The URL of a server written as HOST, HOST:PORT, or a ws:// or wss:// URL. Raises InvalidSettingError.

    What stands before an @ is the fingerprint of the server's certificate (`client.net.address`).

    Without a scheme, only a connection to this machine is unencrypted: servers accept others only over TLS.

    >>> server_url("play.example.org")
    'wss://play.example.org:8765'
    """
    url = written if "://" in written else f"wss://{written}"
    try:
        parts = urlsplit(url)
        if "://" not in written and is_this_machine(parts.hostname or "") and not parts.username:
            url = f"ws://{written}"
        port = parts.port
    except ValueError as error:
        raise InvalidSettingError(f"{written!r} is not a server: {error}.") from None
    if "@" in parts.netloc and not (parts.scheme == "wss" and is_fingerprint(parts.netloc.rpartition("@")[0])):
        raise InvalidSettingError(
            f"{written!r} is not a server: what stands before the @ is no certificate's fingerprint."
        )
    if parts.scheme not in {"ws", "wss"} or not parts.hostname or any(c.isspace() for c in url):
        raise InvalidSettingError(f"{written!r} is not a server; write HOST, HOST:PORT, or a ws:// or wss:// URL.")
    if port is None and "://" not in written:
        return f"{url}:{DEFAULT_PORT}"
    return url


def is_this_machine(host: str) -> bool:
    """Whether the host is this machine, so that nobody in between can read along."""
    return host in {"localhost", "::1"} or host.startswith("127.")


def _chosen(flags: Mapping[str, object], environ: Mapping[str, str]) -> dict[str, tuple[object, str]]:
    """What was chosen explicitly, by name, with its source; later sources override earlier ones."""
    file = str(config_path(environ))
    return {
        **{name: (value, file) for name, value in _from_file(environ).items()},
        **({"color": (False, "NO_COLOR")} if environ.get("NO_COLOR") else {}),
        **{name: (environ[variable], variable) for name, variable in VARIABLES.items() if variable in environ},
        **_from_flags(flags),
    }


def _from_flags(flags: Mapping[str, object]) -> dict[str, tuple[object, str]]:
    written = {name: f"{'no-' if value is False else ''}{name.replace('_', '-')}" for name, value in flags.items()}
    return {name: (value, f"--{written[name]}") for name, value in flags.items()}


def _from_file(environ: Mapping[str, str]) -> dict[str, object]:
    path = config_path(environ)
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InvalidSettingError(f"{path} can't be read: {error}.") from None


def _settings_from(chosen: Mapping[str, tuple[object, str]]) -> Settings:
    unknown = next((name for name in chosen if name not in _NAMES), None)
    if unknown:
        near = guess(unknown, _NAMES, f". Settings are {_LISTED}.")
        raise InvalidSettingError(f"{chosen[unknown][1]} has {unknown!r}, which is not a setting{near}")
    values = {name: _convert(name, value, source) for name, (value, source) in chosen.items()}
    if values.get("server"):
        values["server"] = server_url(str(values["server"]))
    return Settings(**values)


def _convert(name: str, value: object, source: str) -> Any:  # noqa: ANN401 - as the setting's own type says
    """A setting's value in its type. Raises InvalidSettingError with the possible values and the source."""
    kind = _TYPES[name]
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        words = ("on", "off") if kind is bool else get_args(kind)
        if kind is bool and value in words:
            return value == "on"
        allowed = " or ".join(words) if all(isinstance(word, str) for word in words) else "a text"
        near = guess(str(value), words) if allowed != "a text" else "."
        raise InvalidSettingError(f"{source} has {value!r} for {name}, which can be {allowed}{near}") from None


_NAMES = tuple(field.name for field in fields(Settings))
_LISTED = ", ".join(_NAMES)
_TYPES = get_type_hints(Settings)
VARIABLES = {name: f"PARLOUR_{name.upper()}" for name in _NAMES}
"""The variable of each setting."""
