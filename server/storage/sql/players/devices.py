"""The rows of players' devices, and of the codes that an operator has given out to become one."""

from __future__ import annotations

from server.players.accounts.devices import (
    MAX_DEVICES,
    PHRASE_NAME,
    VOID_MAX,
    DeviceNotFoundError,
    DeviceRefusedError,
    DeviceState,
    KeyRevokedError,
    StoredDevice,
    clean_device_name,
)
from server.players.accounts.tokens import digest
from server.storage.connection import SqlConnection, upsert

SCHEMA = """
CREATE TABLE IF NOT EXISTS devices (
    device INTEGER PRIMARY KEY, player INTEGER NOT NULL, key BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
    added INTEGER NOT NULL, last_seen INTEGER NOT NULL, state TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS devices_of ON devices (player);
CREATE TABLE IF NOT EXISTS link_codes (player INTEGER PRIMARY KEY, code BLOB NOT NULL, until INTEGER NOT NULL);
"""
OTHERS_KEY = "Another player already uses this key."
VOID_KEY = "This key is no longer valid; make a new one."
TOO_MANY = f"You can have at most {MAX_DEVICES} machines; sign one out with 'devices revoke' first."


def find_owner(connection: SqlConnection, key: bytes) -> int | None:
    """The player whom a key signs in; None for an unknown key. Raises KeyRevokedError."""
    row = connection.execute("SELECT player, state FROM devices WHERE key = ?", (key,)).fetchone()
    if row is not None and row[1] == "void":
        raise KeyRevokedError
    return row[0] if row else None


def note_seen(connection: SqlConnection, key: bytes, now: int) -> None:
    """Store when a key last signed its player in."""
    connection.execute("UPDATE devices SET last_seen = ? WHERE key = ?", (now, key))


def devices_of(connection: SqlConnection, player: int) -> tuple[StoredDevice, ...]:
    """The devices whose keys sign a player in, oldest first."""
    rows = connection.execute(
        "SELECT device, key, name, added, last_seen, state FROM devices WHERE player = ? AND state <> 'void' "
        "ORDER BY device",
        (player,),
    )
    return tuple(
        StoredDevice(device, key, name, added, seen, state == "phrase")
        for device, key, name, added, seen, state in rows
    )


def add_device(
    connection: SqlConnection, player: int, key: bytes, name: str, now: int, state: DeviceState = "good"
) -> None:
    """Add a device, unless it is there. Raises DeviceRefusedError."""
    try:
        owner = find_owner(connection, key)
    except KeyRevokedError:
        raise DeviceRefusedError(VOID_KEY) from None
    if owner == player:
        return
    if owner is not None:
        raise DeviceRefusedError(OTHERS_KEY)
    if len(devices_of(connection, player)) >= MAX_DEVICES:
        raise DeviceRefusedError(TOO_MANY)
    insert = "INSERT INTO devices (player, key, name, added, last_seen, state) VALUES (?, ?, ?, ?, ?, ?)"
    connection.execute(insert, (player, key, clean_device_name(name), now, now, state))


def set_phrase(connection: SqlConnection, player: int, key: bytes, now: int) -> None:
    """Make a key that of the player's recovery phrase, and an earlier one void. Raises DeviceRefusedError."""
    for device in devices_of(connection, player):
        if device.is_phrase:
            _void(connection, player, device.device)
    add_device(connection, player, key, PHRASE_NAME, now, "phrase")


def revoke_device(connection: SqlConnection, player: int, number: int) -> bytes:
    """Void a device's key and the player's code, and return the key. Raises DeviceNotFoundError."""
    found = next((device for device in devices_of(connection, player) if device.device == number), None)
    if found is None:
        raise DeviceNotFoundError(f"You have no machine {number}.")
    _void(connection, player, number)
    void_code(connection, player)
    return found.key


def replace_devices(connection: SqlConnection, player: int, key: bytes, new_key: bytes, now: int) -> tuple[bytes, ...]:
    """Void every key of a player, put a new one in the place of one of them, and return the void ones.

    Raises DeviceRefusedError.
    """
    before = devices_of(connection, player)
    void_devices(connection, player)
    void_code(connection, player)
    add_device(connection, player, new_key, next((each.name for each in before if each.key == key), ""), now)
    return tuple(device.key for device in before)


def void_devices(connection: SqlConnection, player: int) -> None:
    """Void every key of a player."""
    for device in devices_of(connection, player):
        _void(connection, player, device.device)


def store_code(connection: SqlConnection, player: int, code: str, until: int) -> None:
    """Store the digest of a code with which a device becomes the player's; an earlier one is void."""
    connection.execute(upsert("link_codes", "player", "code, until"), (player, digest(code), until))


def take_code(connection: SqlConnection, code: str, now: int) -> int | None:
    """Use a code up; returns whose it is, or None where it is no good, or another node has just used it up."""
    found = connection.execute("SELECT player, until FROM link_codes WHERE code = ?", (digest(code),)).fetchone()
    if found is None:
        return None
    taken = connection.execute("DELETE FROM link_codes WHERE code = ?", (digest(code),)).rowcount
    return found[0] if taken and found[1] > now else None


def void_code(connection: SqlConnection, player: int) -> None:
    """Forget a player's stored code, if there is one."""
    connection.execute("DELETE FROM link_codes WHERE player = ?", (player,))


def _void(connection: SqlConnection, player: int, number: int) -> None:
    """Void a device; of void ones only the newest are remembered."""
    connection.execute("UPDATE devices SET state = 'void', name = '' WHERE device = ?", (number,))
    forget = """
        DELETE FROM devices WHERE player = ?1 AND state = 'void' AND device NOT IN (
            SELECT device FROM devices WHERE player = ?1 AND state = 'void' ORDER BY device DESC LIMIT ?2
        )
    """
    connection.execute(forget, (player, VOID_MAX))
