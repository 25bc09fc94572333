"""Keys, devices and links: how a player signs in without a secret that the server knows, from several machines."""

from __future__ import annotations

from typing import Annotated

import msgspec

from protocol.messages.fields import Count, Hash, Message, MessagePart

PublicKey = Hash
"""An Ed25519 public key (RFC 8032) in hexadecimal, in lower case."""
Signature = Annotated[str, msgspec.Meta(min_length=128, max_length=128, pattern="^[0-9a-f]{128}$")]
"""An Ed25519 signature, 64 bytes in hexadecimal, in lower case."""
DeviceName = Annotated[str, msgspec.Meta(max_length=64)]
"""What a device is called in the player's own list; the server keeps 32 characters that may be shown."""
LinkText = Annotated[str, msgspec.Meta(max_length=64)]
WindowText = Annotated[str, msgspec.Meta(max_length=32)]
"""What tells the windows of one player apart; drawn at random by each program."""


class Prove(Message, frozen=True, tag="prove"):
    """Sign the nonce of SignInChallenge with the key that Hello names. Answered by Welcome."""

    signature: Signature


class GetLinkCode(Message, frozen=True, tag="link"):
    """Ask for a code with which another device becomes this player's too. Answered by LinkCode or Refused."""


class GetDevices(Message, frozen=True, tag="get-devices"):
    """Ask for the player's devices. Answered by Devices or Refused."""


class AddDevice(Message, frozen=True, tag="add-device"):
    """Let another key sign this player in too, or as a `phrase` replace the player's recovery phrase.

    `signature` is made by that key. Answered by Devices or Refused.
    """

    key: PublicKey
    name: DeviceName
    phrase: bool
    signature: Signature


class RevokeDevice(Message, frozen=True, tag="revoke-device"):
    """Void the key of a device, by its number in Devices, and close its connection. Answered by Devices or Refused."""

    device: Count


class SignInChallenge(Message, frozen=True, tag="sign-in-challenge"):
    """Prove that the key in Hello is yours: `nonce` is 32 random bytes, drawn for this connection."""

    nonce: Hash


class LinkCode(Message, frozen=True, tag="link-code"):
    """A code that makes one other device this player's, within `expires_s` seconds."""

    code: str
    expires_s: int


class Device(MessagePart, frozen=True):
    """A key that signs the player in. Times are in seconds since 1970 (UTC).

    `here` says whether this connection signed in by it, and `phrase` whether it is the recovery phrase's.
    """

    device: int
    name: str
    added: int
    seen: int
    here: bool
    phrase: bool


class Devices(Message, frozen=True, tag="devices"):
    """All keys that sign the player in, oldest first."""

    devices: tuple[Device, ...]
