"""Carries out what a player asks about their devices: a code for another one, a list, a new key, a void one."""

from __future__ import annotations

from collections.abc import Callable, Container

from protocol import messages as m
from protocol.signing import device_text
from server.players.accounts.accounts import Accounts
from server.players.accounts.devices import DeviceNotFoundError, DeviceRefusedError, StoredDevice
from server.players.accounts.keys import is_signed
from server.players.sessions.client_session import ClientSession, KeyProof
from server.players.sessions.link_codes import GOOD_FOR_S, LinkCodes
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

BY_KEY_ALONE = Refuse("bad-key", "A token signed you in; only who signed in by a key has devices.")
NOT_SIGNED = Refuse("bad-key", "The signature is not that of the new key.")
NOT_STORED = Refuse("unavailable", "The server cannot store anything now, so your devices are as they were.")

ShutOut = Callable[[Container[bytes]], None]


class DeviceCommands:
    """Changes the devices of players who signed in by a key, and refuses everybody else.

    `shut_out` closes what is connected by keys that are void.
    """

    def __init__(self, accounts: Accounts, codes: LinkCodes, shut_out: ShutOut) -> None:
        self._accounts = accounts
        self._codes = codes
        self._shut_out = shut_out

    async def handle(
        self, session: ClientSession, command: m.GetLinkCode | m.GetDevices | m.AddDevice | m.RevokeDevice
    ) -> None:
        """Carry a command out, or refuse it."""
        try:
            answer = await self._answer(session, session.proof, command) if session.proof else BY_KEY_ALONE
        except DeviceRefusedError as error:
            answer = Refuse("bad-key", str(error))
        except DeviceNotFoundError as error:
            answer = Refuse("unknown-device", str(error))
        except StorageUnavailableError:
            answer = NOT_STORED
        if isinstance(answer, Refuse):
            session.deny(answer, command)
        else:
            session.tell(answer)

    async def sign_out(self, session: ClientSession, command: m.SignOut) -> None:
        """Void every other way to be this player, and send what replaces them."""
        try:
            answer = await self._sign_out(session, command)
        except DeviceRefusedError as error:
            answer = Refuse("bad-key", str(error))
        except StorageUnavailableError:
            text = "The server cannot store anything now, so your tokens and keys are as they were."
            answer = Refuse("unavailable", text)
        if isinstance(answer, Refuse):
            session.deny(answer, command)
        else:
            session.tell(answer)

    async def _answer(
        self,
        session: ClientSession,
        proof: KeyProof,
        command: m.GetLinkCode | m.GetDevices | m.AddDevice | m.RevokeDevice,
    ) -> m.Event | Refuse:
        """Raises DeviceRefusedError, DeviceNotFoundError or StorageUnavailableError."""
        match command:
            case m.GetLinkCode():
                code = self._codes.make(session.player, session.connection.heard_at)
                return m.LinkCode(code=code, expires_s=GOOD_FOR_S)
            case m.AddDevice(key=key, signature=signature) if not _is_own(proof, key, signature):
                return NOT_SIGNED
            case m.AddDevice(phrase=True):
                await self._accounts.set_phrase(session.player, bytes.fromhex(command.key))
            case m.AddDevice():
                await self._accounts.add_device(session.player, bytes.fromhex(command.key), command.name)
            case m.RevokeDevice(device=device):
                self._shut_out((await self._accounts.revoke_device(session.player, device),))
        return _listed(await self._accounts.devices(session.player), proof)

    async def _sign_out(self, session: ClientSession, command: m.SignOut) -> m.Token | Refuse:
        """Raises DeviceRefusedError or StorageUnavailableError."""
        proof = session.proof
        if proof is None:
            return m.Token(token=await self._accounts.sign_out(session.player))
        if command.key is None or command.signature is None or not _is_own(proof, command.key, command.signature):
            return NOT_SIGNED
        new_key = bytes.fromhex(command.key)
        void = await self._accounts.replace_devices(session.player, proof.key, new_key)
        session.proof = KeyProof(new_key, proof.nonce)
        self._shut_out(void)
        return m.Token(token="")


def _is_own(proof: KeyProof, key: str, signature: str) -> bool:
    """Whether who signed in with this proof has the private half of a new key, too."""
    new_key = bytes.fromhex(key)
    return is_signed(new_key, bytes.fromhex(signature), device_text(proof.nonce, new_key))


def _listed(devices: tuple[StoredDevice, ...], proof: KeyProof) -> m.Devices:
    return m.Devices(
        devices=tuple(
            m.Device(
                device=each.device,
                name=each.name,
                added=each.added,
                seen=each.seen,
                here=each.key == proof.key,
                phrase=each.is_phrase,
            )
            for each in devices
        )
    )
