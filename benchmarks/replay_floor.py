"""What no verifier of a log can do without: its hashes and signatures, on inputs that lie ready.

Each bundle is read, parsed and prepared while no clock runs. Then the bare calls are made, one after the other: for the
tree each leaf and each inner node; for each round the hash that leads from its seed to the one before, and every block
of its generator up to the last card, two plain hashes an HMAC. The full floor adds the Ed25519 signature of each record,
and of each statement that a player signed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from audit.core import tree
from audit.core.shuffle import Shoe
from verifier import player_statements
from verifier.export import Export
from verifier.player import Announcement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_PACK: Final = 52
_BLOCK: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


@dataclass(slots=True, kw_only=True)
class Floor:
    """The seconds of processor time that the calls took, and how many there were."""

    tree_seconds: float = 0.0
    signature_seconds: float = 0.0
    hashes: int = 0
    signatures: int = 0
    rounds: int = 0

    @property
    def full_seconds(self) -> float:
        """The seconds of hashes and signatures."""
        return self.tree_seconds + self.signature_seconds


@dataclass(slots=True, kw_only=True)
class _Chain:
    """What of a chain its next inputs are made of."""

    client: bytes = b""
    device: Ed25519PublicKey | None = None
    announced: Announcement | None = None


@dataclass(slots=True, kw_only=True)
class _Inputs:
    """The calls of one bundle."""

    hashed: list[bytes] = field(default_factory=list)
    signed: list[tuple[Ed25519PublicKey, bytes, bytes]] = field(default_factory=list)


def measure(folder: Path, *, size: int) -> Floor:
    """Make every call that an audit of the first `size` entries needs, and say what they took."""
    export = Export(folder=folder)
    trust = json.loads((folder / "trust.json").read_bytes())
    floor, reader = Floor(), _Reader(trust)
    for bundle in export.bundles(size=size):
        inputs = _Inputs()
        for entry in bundle.entries:
            reader.take(entry, inputs)
        _run(inputs, floor)
    floor.rounds = reader.rounds
    return floor


def _run(inputs: _Inputs, floor: Floor) -> None:
    sha256 = hashlib.sha256
    began = time.process_time()
    for message in inputs.hashed:
        sha256(message).digest()
    hashed = time.process_time()
    for key, signature, message in inputs.signed:
        key.verify(signature, message)
    floor.tree_seconds += hashed - began
    floor.signature_seconds += time.process_time() - hashed
    floor.hashes += len(inputs.hashed)
    floor.signatures += len(inputs.signed)


class _Reader:
    """Reads entries in log order, and knows what their calls are made on."""

    def __init__(self, trust: Mapping[str, str]) -> None:
        self.rounds = 0
        self._origin = trust["origin"]
        self._keys = dict(map(_key_of, (trust["root"], trust["log"])))
        self._tree = tree.Frontier()
        self._chains: dict[str, _Chain] = {}
        self._decks: dict[str, int] = {}
        self._rules: dict[str, str] = {}

    def take(self, entry: bytes, inputs: _Inputs) -> None:
        """Add the calls for the next entry."""
        text, _, tail = entry.partition(b"\n\n")
        text += b"\n"
        record: dict[str, Any] = json.loads(text)
        leaf = hashlib.sha256(b"\0" + entry).digest()
        inputs.hashed += [b"\0" + entry, *self._nodes(leaf)]
        raw = base64.b64decode(tail.split()[-1])
        inputs.signed.append((self._keys[raw[:4]], raw[4:], text))
        kind, chain = record["type"], self._chains.setdefault(record["chain"], _Chain())
        if kind == "key":
            key_id, key = _key_of(record["vkey"])
            self._keys[key_id] = key
        elif kind == "rules":
            self._decks[leaf.hex()] = record["rules"]["decks"]
        elif kind == "player_key":
            chain.device = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record["pub"]))
            self._sign(chain, record, record["pop"], inputs)
        elif kind == "deal":
            self._rules[record["chain"]] = record["rules"]
        elif kind == "settle":
            self.rounds += 1
            inputs.hashed += _round(record, chain.client, self._decks[self._rules[record["chain"]]])
        if "psig" in record:
            self._sign(chain, record, record["psig"], inputs)
        if kind in ("commit", "open"):
            committed = record if kind == "commit" else record["next"]
            chain.client = bytes.fromhex(record.get("client", ""))
            chain.announced = Announcement(
                epoch=0, rounds=committed["n"], commitment=bytes.fromhex(committed["commit"]), index=0
            )

    def _nodes(self, leaf: bytes) -> Iterator[bytes]:
        before = self._tree
        self._tree = tree.append(before, [leaf])
        joined, at = leaf, before.size
        for root in reversed(before.roots):
            if not at & 1:
                return
            yield b"\x01" + root + joined
            joined, at = tree.node_hash(root, joined), at >> 1

    def _sign(self, chain: _Chain, record: Any, psig: Mapping[str, Any], inputs: _Inputs) -> None:
        assert chain.device is not None, "who signs has a key"
        said = player_statements.message(record, origin=self._origin, until=psig["until"], announced=chain.announced)
        inputs.signed.append((chain.device, base64.b64decode(psig["sig"]), said))


def _round(record: Mapping[str, Any], client: bytes, decks: int) -> Iterator[bytes]:
    """Yield what is hashed for a round: the seed before its own, and the blocks of its generator."""
    chain, seed = bytes.fromhex(record["chain"]), bytes.fromhex(record["seed"])
    epoch, nonce = record["epoch"].to_bytes(4, "big"), record["nonce"]
    yield b"RDF1/seed\0" + chain + epoch + (nonce - 1).to_bytes(4, "big") + seed
    material = seed + chain + epoch + nonce.to_bytes(8, "big") + b"RDF1/deck\0" + client
    hashed: list[bytes] = []
    dealt = Shoe(size=_PACK * decks, source=_stream(material, hashed))[: len(record["cards"])]
    assert len(dealt) == len(record["cards"]), "a shoe has cards enough"
    yield from hashed


def _stream(material: bytes, hashed: list[bytes]) -> Iterator[int]:
    """Yield the bytes of HMAC_DRBG (NIST SP 800-90A, 10.1.2), and note what it hashes."""
    key, value = bytes(32), b"\x01" * 32
    for mark in (b"\0", b"\1"):
        key = _hmac(key, value + mark + material, hashed)
        value = _hmac(key, value, hashed)
    while True:
        value = _hmac(key, value, hashed)
        yield from value


def _hmac(key: bytes, message: bytes, hashed: list[bytes]) -> bytes:
    padded = key.ljust(_BLOCK, b"\0")
    hashed.append(padded.translate(_INNER) + message)
    hashed.append(padded.translate(_OUTER) + hashlib.sha256(hashed[-1]).digest())
    return hashlib.sha256(hashed[-1]).digest()


def _key_of(vkey: str) -> tuple[bytes, Ed25519PublicKey]:
    _, key_id, encoded = vkey.split("+", 2)
    return bytes.fromhex(key_id), Ed25519PublicKey.from_public_bytes(base64.b64decode(encoded)[1:])
