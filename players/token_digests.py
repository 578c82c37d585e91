"""Players' one-time tokens and devices' ids as they are stored: keyed digests."""

from credentials.keyed_digests import keyed_digest
from credentials.owners import ANY_PLAYER, player_owner
from kernel.ids import ChainId


def token_digest(chain: ChainId, token: str) -> bytes:
    """Return what is stored of an operator's one-time token."""
    return keyed_digest(b"reset-token", player_owner(chain), token.encode())


def device_digest(chain: ChainId, device: str) -> bytes:
    """Return what is stored of the id by which a device identifies itself."""
    return keyed_digest(b"device", player_owner(chain), device.encode())


def common_device_digest(device: str) -> bytes:
    """Return what is stored of a device's id to recognize several players of it: the same for all of them."""
    return keyed_digest(b"common-device", ANY_PLAYER, device.encode())
