"""Carries out what a player asks about their devices: a code for another one, a list, a new key, a void one."""

from __future__ import annotations

from collections.abc import Callable, Collection

from protocol import messages as m
from protocol.identity.signing import device_text
from server.players.accounts.accounts import Accounts
from server.players.accounts.devices import DeviceNotFoundError, DeviceRefusedError, StoredDevice
from server.players.accounts.keys import is_signed
from server.players.accounts.link_codes import GOOD_FOR_S
from server.players.sessions.client_session import ClientSession, KeyProof
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

BY_KEY_ALONE = Refuse(
    "bad-key", "You signed in with a token; the list of machines is for players who sign in with a key."
)
NOT_SIGNED = Refuse("bad-key", "The new key didn't make that signature.")
NOT_STORED = Refuse("unavailable", "The server can't store anything right now, so your keys and tokens are unchanged.")

DeviceCommand = m.GetLinkCode | m.GetDevices | m.AddDevice | m.RevokeDevice | m.SignOut
ShutOut = Callable[[Collection[bytes]], None]


class DeviceCommands:
    """Changes the devices of players who signed in by a key, and refuses everybody else.

    `shut_out` closes what is connected by keys that are void.
    """

    def __init__(self, accounts: Accounts, shut_out: ShutOut) -> None:
        self._accounts = accounts
        self._shut_out = shut_out

    async def handle(self, session: ClientSession, command: DeviceCommand) -> None:
        """Carry a command out, or refuse it."""
        try:
            answer = await self._answer(session, session.proof, command)
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

    async def _answer(self, session: ClientSession, proof: KeyProof | None, command: DeviceCommand) -> m.Event | Refuse:
        """Raises DeviceRefusedError, DeviceNotFoundError or StorageUnavailableError."""
        accounts, player = self._accounts, session.player
        match command:
            case m.SignOut() if proof is None:
                return m.Token(token=await accounts.sign_out(player))
            case _ if proof is None:
                return BY_KEY_ALONE
            case m.GetLinkCode():
                return m.LinkCode(code=await accounts.make_link_code(player), expires_s=GOOD_FOR_S)
            case m.AddDevice() | m.SignOut() if not _is_own(proof, command):
                return NOT_SIGNED
            case m.SignOut(key=str(key)):
                await self._sign_out(session, proof, bytes.fromhex(key))
                return m.Token(token="")
            case m.AddDevice(key=key, phrase=True):
                await accounts.set_phrase(player, bytes.fromhex(key))
            case m.AddDevice(key=key, name=name):
                await accounts.add_device(player, bytes.fromhex(key), name)
            case m.RevokeDevice(device=device):
                self._shut_out((await accounts.revoke_device(player, device),))
        return _listed(await accounts.devices(player), proof)

    async def _sign_out(self, session: ClientSession, proof: KeyProof, new_key: bytes) -> None:
        """Put a key in the place of all others. Raises DeviceRefusedError or StorageUnavailableError."""
        void = await self._accounts.replace_devices(session.player, proof.key, new_key)
        session.proof = KeyProof(new_key, proof.nonce)
        self._shut_out(void)


def _is_own(proof: KeyProof, command: m.AddDevice | m.SignOut) -> bool:
    """Whether who signed in with this proof has the private half of a new key, too."""
    if command.key is None or command.signature is None:
        return False
    new_key = bytes.fromhex(command.key)
    return is_signed(new_key, bytes.fromhex(command.signature), device_text(proof.nonce, new_key))


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
