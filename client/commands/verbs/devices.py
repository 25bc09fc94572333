"""Readers of the commands about the player's own devices."""

from __future__ import annotations

from client.commands import actions
from client.commands.verbs.context import VerbArguments
from client.drawing.grammar import read_number
from protocol import messages as m


def read_devices(arguments: VerbArguments) -> actions.Action:
    """List them, or revoke one by its place in the list."""
    match arguments.words:
        case ():
            return m.GetDevices()
        case ("revoke", word):
            return m.RevokeDevice(device=_listed(word, arguments.store.devices).device)
    raise ValueError("Type 'devices' for a list, or 'devices revoke 2' to sign out the second machine.")


def read_recovery(arguments: VerbArguments) -> actions.Action:
    """Make a recovery phrase. It belongs to the address of a server, of which a portal has one of its own."""
    if arguments.store.portal_urls:
        raise ValueError("Only Parlour itself makes recovery words, not a portal. 'link' adds another machine.")
    return actions.MakePhrase()


def _listed(word: str, devices: tuple[m.Device, ...]) -> m.Device:
    number = read_number(word)
    if not devices:
        raise ValueError("Type 'devices' first: it numbers your machines.")
    if number is None or not 1 <= number <= len(devices):
        raise ValueError(f"There's no machine {word[:10]!r}. 'devices' numbers them.")
    if devices[number - 1].here:
        raise ValueError("That's this machine. 'signout' signs out all the others.")
    return devices[number - 1]
