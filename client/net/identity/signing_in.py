"""What a client shows to be welcomed, on one connection after another, and what it keeps of the answers."""

from __future__ import annotations

import platform
import secrets

from msgspec.structs import replace

from client.net.identity.device_key import DeviceKey
from client.net.identity.identity import Identity, NewIdentity, StoredIdentity
from protocol import messages as m
from protocol.codec import encode
from protocol.errors import MalformedFrameError
from protocol.identity.signing import device_text, sign_in_text

CLIENT = "parlour"
WINDOW_BYTES = 8
AS_GUEST = "You are {name}, a guest."
NO_RETURN = "Nobody can come back as you once this window is closed."
OTHER_NAME = "{wanted} is taken, so you are {name}. To change that, type 'name' and another name."
MAX_DEVICE_NAME = 32


class SignIn:
    """Signs one player in. Once welcomed, it no longer depends on the file of the identity.

    `link` is a code that another device has got; an empty one stands for a player who must be known already. With
    `query` it is for a visit that only asks: no key is made for that, and nothing is kept. `was_open` says whether
    others could read the file until now. `device` is what to call this machine, instead of its own name; `note` is
    said together with the player's name.
    """

    def __init__(
        self,
        identity: Identity,
        *,
        deals: bool,
        bot: bool,
        link: str | None = None,
        query: bool = False,
        device: str | None = None,
        note: str = "",
    ) -> None:
        self.was_open = False
        self._identity = identity
        self._deals = deals
        self._bot = bot
        self._link = link
        self._query = query
        self._device = device_name() if device is None else device
        self._note, self._name_note = note, ""
        self._window = secrets.token_hex(WINDOW_BYTES)
        self._known: StoredIdentity | None = None
        self._shown = StoredIdentity(identity.server, identity.first_name, None)
        self._hello = b""
        self._nonce = b""

    def hello(self, *, replaces: bool) -> bytes:
        """The first frame. Raises OSError."""
        self.was_open = self._identity.guard()
        self._shown = self._known or (self._identity.load() if self._query else self._identity.load_with_key())
        key = _key(self._shown.key)
        hello = m.Hello(
            name=self._shown.name,
            token=self._shown.token,
            client=CLIENT,
            deals=self._deals,
            bot=self._bot,
            updates=True,
            key=None if key is None else key.public.hex(),
            link=None if key is None else self._link,
            device="" if key is None else self._device,
            replaces=replaces,
            looks=not (self._bot or self._query),
            window=self._window,
            query=self._query,
        )
        self._hello = encode(hello)
        return self._hello

    def prove(self, challenge: m.SignInChallenge) -> m.Prove:
        """Sign what the server asks to be signed. Raises MalformedFrameError where no key was named."""
        key = _key(self._shown.key)
        if key is None:
            raise MalformedFrameError("a challenge to who has named no key")
        self._nonce = bytes.fromhex(challenge.nonce)
        return m.Prove(signature=key.sign(sign_in_text(self._nonce, self._hello)))

    def welcome(self, welcome: m.Welcome) -> None:
        """Keep who the player is. Raises OSError.

        A token shown stays valid until the new one is used, so where it cannot be stored that one is shown again: it
        is the only one that the next run will find.
        """
        if self._query:
            return
        self._name_note = self._describe_name(welcome.name)
        shown = replace(self._shown, name=welcome.name, next_key=None)
        latest = replace(shown, token=welcome.token or shown.token)
        self._link = None
        self._known = latest if shown.token is None else shown
        self._identity.keep(latest)
        self._known = latest

    def _describe_name(self, name: str) -> str:
        wanted, is_first = self._shown.name, self._known is None
        if isinstance(self._identity, NewIdentity) and not self._identity.is_kept:
            return f"{AS_GUEST.format(name=name)} {self._note or NO_RETURN}" if is_first else ""
        described = OTHER_NAME.format(wanted=wanted, name=name) if is_numbered(name, wanted) else ""
        return f"{described} {self._note if is_first else ''}".strip()

    def take_name_note(self) -> str:
        """What to tell a guest, or somebody who did not get the name that they asked for; once."""
        note, self._name_note = self._name_note, ""
        return note

    def rename(self, name: str) -> None:
        """Go by another name, and keep it. Raises OSError."""
        self._known = replace(self._known or self._shown, name=name)
        self._identity.keep(self._known)

    def add(self, key: DeviceKey, name: str, *, phrase: bool) -> m.AddDevice:
        """The command that lets another key sign the player in."""
        return add_device(self._nonce, key, name, phrase=phrase)

    def sign_out(self) -> m.SignOut:
        """The command that voids all else; the key that is to replace this one is stored before. Raises OSError."""
        known = self._known or self._shown
        if known.key is None:
            return m.SignOut()
        fresh = DeviceKey.fresh()
        self._identity.keep(replace(known, next_key=fresh.seed.hex()))
        self._known = replace(known, next_key=fresh.seed.hex())
        return m.SignOut(key=fresh.public.hex(), signature=fresh.sign(device_text(self._nonce, fresh.public)))

    def replace_token(self, token: m.Token) -> None:
        """Keep what is valid after all else was voided: the token, or else the new key. Raises OSError."""
        known = self._known or self._shown
        self._known = replace(known, token=token.token or known.token, key=known.next_key or known.key, next_key=None)
        self._identity.keep(self._known)

    def try_another(self) -> bool:
        """Whether there is another key to come with, where the one shown is void.

        It was about to replace that one when a client was killed; or another client has made it, which was faster.
        """
        found = self._known or self._identity.load()
        if found.next_key is not None:
            self._known = replace(found, key=found.next_key, next_key=None)
            self._link = ""  # so as to become nobody new
            return True
        return found.key not in (None, self._shown.key)


def add_device(nonce: bytes, key: DeviceKey, name: str, *, phrase: bool) -> m.AddDevice:
    """The command that lets another key sign the player in, in the connection with that nonce."""
    signature = key.sign(device_text(nonce, key.public))
    return m.AddDevice(key=key.public.hex(), name=name, phrase=phrase, signature=signature)


def is_numbered(name: str, wanted: str) -> bool:
    """Whether a name is another one with a number behind it, as a server gives it where somebody has that one."""
    stem = name.rstrip("0123456789")
    return name != wanted and stem != name and wanted.startswith(stem)


def device_name() -> str:
    """What this machine calls itself, for the player's own list."""
    return platform.node().partition(".")[0][:MAX_DEVICE_NAME]


def _key(seed: str | None) -> DeviceKey | None:
    return None if seed is None else DeviceKey(bytes.fromhex(seed))
