"""Witnesses in small, for the verifier's tests: they sign by docs/formats/witnesses.md, and nothing here is the verifier's."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier.producer import LOG, ROOT, ROUNDS, SYSTEM, Log, sha256

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.verifier.producer import Sealed

CHAIN = sha256(b"a witnessed player")[:16].hex()


class CoSigner:
    """A witness's key with its name."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        self._public = b"\x04" + self._key.public_key().public_bytes_raw()
        self._id = hashlib.sha256(name.encode() + b"\n" + self._public).digest()[:4]
        self.vkey = f"{name}+{self._id.hex()}+{base64.b64encode(self._public).decode()}"

    def line(self, note: bytes, time: int) -> bytes:
        text = note.partition(b"\n\n")[0] + b"\n"
        signature = self._key.sign(f"cosignature/v1\ntime {time}\n".encode() + text)
        raw = base64.b64encode(self._id + time.to_bytes(8, "big") + signature).decode()
        return f"\u2014 {self.name} {raw}\n".encode()


ONE, TWO, THREE = (CoSigner(f"witness.example/w{number}", 100 + number) for number in (1, 2, 3))
TWO_OF_THREE = "".join(
    [
        f"log {LOG.vkey}\n",
        *(f"witness {name} {each.vkey}\n" for name, each in (("one", ONE), ("two", TWO), ("three", THREE))),
        "group all-three 2 one two three\nquorum all-three\n",
    ]
)


def witnessed_log(policy: str = TWO_OF_THREE, *, checkpoints: int = 3) -> tuple[Log, list[int]]:
    """Return a log that announces a policy and then takes a deposit a second, and the sizes that were signed."""
    log = Log()
    log.version = "rdf/2"
    log.add(SYSTEM, "key", {"name": ROUNDS.name, "vkey": ROUNDS.vkey, "use": "records"}, signer=ROOT)
    log.add(SYSTEM, "policy", {"note": ROOT.note(policy).decode()})
    log.add(CHAIN, "init", {"player": "11" * 32, "cur": "USD", "exp": 2, "bal": [0, 0], "test": False})
    sizes = []
    for before in range(checkpoints):
        moves = [["cash", 1], ["deposit", -1]]
        log.add(CHAIN, "wallet", {"kind": "deposit", "moves": moves, "bal": [before, before + 1]})
        sizes.append(log.checkpoint())
    return log, sizes


def cosigned(sealed: Sealed, times: Mapping[int, Mapping[CoSigner, int]]) -> Sealed:
    """Have witnesses sign checkpoints: each size with the second at which each witness does."""
    for size, signers in times.items():
        note = sealed.checkpoints[size]
        sealed.checkpoints[size] = note + b"".join(signer.line(note, time) for signer, time in signers.items())
    return sealed
