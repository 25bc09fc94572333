"""The player's account: its name, its devices and keys, taking it along, and leaving for good."""

from __future__ import annotations

from protocol.messages.fields import Count, DeviceName, Message, MessagePart, Name, PublicKey, Ref, Signature, Text


class Rename(Message, frozen=True, tag="rename"):
    """Change the player's name from the next seat on. Answered by Named or Refused."""

    name: Name


class SignOut(Message, frozen=True, omit_defaults=True, tag="sign-out"):
    """Revoke every token and key of the player, wherever it is kept. Answered by Token or Refused.

    Who signed in by a key gives the `key` that replaces it, and that key's `signature`. Everybody else gives neither,
    and gets a token.
    """

    key: PublicKey | None = None
    signature: Signature | None = None


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


class ExportAccount(Message, frozen=True, tag="export-account"):
    """Ask for what the server keeps of the player: the first page, or that which the last one gave as `following`.

    Answered by AccountPage or Refused, with the same `ref`.
    """

    ref: Ref
    at: Text | None


class DeleteAccount(Message, frozen=True, tag="delete-account"):
    """Delete the player's account for good, which leaves every table first; `name` is the name they go by.

    Answered by AccountDeleted, after which the connection is closed, or by Refused, with the same `ref`.
    """

    ref: Ref
    name: Name


class Named(Message, frozen=True, tag="named"):
    """You go by `name` now."""

    name: str


class Token(Message, frozen=True, tag="token"):
    """All your earlier tokens and keys are revoked; keep this token instead.

    It is empty where a key replaces them: the one that SignOut gave.
    """

    token: str


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


class AccountPage(Message, frozen=True, tag="account-page"):
    """Some of what the server keeps of you: `rows` of one `section`, as a JSON list of objects.

    Its text comes in pieces, to be joined, as no text is long. `following` is where the next page is, for
    ExportAccount, or None after the last. A section may have several pages.
    """

    ref: int
    section: str
    rows: tuple[str, ...]
    following: str | None


class AccountDeleted(Message, frozen=True, tag="account-deleted"):
    """Your account is no more, and neither are your tokens: forget them."""

    ref: int
