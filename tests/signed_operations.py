"""Keys of players, changed by the operations themselves, at any instant; the devices are those of tests/verifier."""

from __future__ import annotations

from base64 import b64decode
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from audit.core.player_signatures import PlayerSignature, SignedOver
from audit.operations.add_player_key import NewPlayerKey, add_player_key
from audit.operations.end_player_key import end_player_key
from audit.queries.chains import load_head
from kernel.instants import to_epoch_ms
from tests.verifier.keyed import Device
from tests.world import NOW

if TYPE_CHECKING:
    from datetime import datetime

    from audit.operations.player_key_authority import ChangedKey, KeyOperators
    from kernel.ids import ChainId

SIGNED_FOR: Final = timedelta(seconds=30)


def statement(chain: ChainId, kind: str, now: datetime, **members: Any) -> dict[str, Any]:
    head = load_head(chain)
    place = {"chain": chain.hex, "origin": settings.REDDOG_LOG_ORIGIN, "prev": head.tip.leaf.hex()}
    return {"type": kind, **place, "until": to_epoch_ms(now + SIGNED_FOR), **members}


def signature(device: Device, said: dict[str, Any]) -> PlayerSignature:
    prev = bytes.fromhex(said["prev"]) if "prev" in said else None
    return PlayerSignature(kid=device.kid, signature=b64decode(device.sign(said)), until_ms=said["until"], prev=prev)


def let_in(
    chain: ChainId, device: Device, *, by: Device | KeyOperators | None = None, now: datetime = NOW
) -> ChangedKey:
    said = statement(chain, "player_key", now, alg=device.alg, pub=device.pub.hex(), use=device.use)
    own = signature(device, said)
    new = NewPlayerKey(
        algorithm=device.alg,  # type: ignore[arg-type]  # one of the two
        public=device.pub,
        use=device.use,  # type: ignore[arg-type]  # one of the two
        possession=SignedOver(signature=own.signature, until_ms=own.until_ms, prev=own.prev),
    )
    return add_player_key(chain, new, authority=signature(by, said) if isinstance(by, Device) else by, now=now)


def end(chain: ChainId, device: Device, *, by: Device | KeyOperators, now: datetime = NOW) -> ChangedKey:
    said = statement(chain, "player_key_end", now, kid=device.kid, why="lost")
    authority = signature(by, said) if isinstance(by, Device) else by
    return end_player_key(chain, device.kid, "lost", authority=authority, now=now)
