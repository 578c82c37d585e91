"""Build the next record of a chain, and parse what was stored.

Source: docs/formats/record.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import orjson

from audit.core.note import Signer, leaf_hash, sign_note
from kernel import canonical_json
from kernel.ids import ChainId

VERSION_NUMBER: Final = 2
"""That of the protocol by which records are written."""
VERSION: Final = f"rdf/{VERSION_NUMBER}"
NO_LEAF: Final = bytes(32)
SALT_BYTES: Final = 16

COMMON_FIELDS: Final = frozenset(("v", "type", "chain", "seq", "prev", "time", "salt"))
"""What every record has, whatever its type."""

Move = tuple[str, int]
"""An account and the change of its balance, in minor units."""


@dataclass(frozen=True, slots=True)
class ChainTip:
    """The newest record of a chain."""

    chain: ChainId
    seq: int
    """Its number, from 0; -1 in a chain without records."""
    leaf: bytes
    """Its leaf hash; 32 zero bytes in a chain without records."""
    time_ms: int
    """Its time; 0 in a chain without records."""


@dataclass(frozen=True, slots=True)
class Record:
    """A signed record, ready to be stored."""

    type: str
    entry: str
    """Its signed note."""
    document: Mapping[str, object]
    """What the note signs."""
    tip: ChainTip
    """The chain after it."""


def new_chain(chain: ChainId) -> ChainTip:
    """Return the tip of a chain without records."""
    return ChainTip(chain, -1, NO_LEAF, 0)


def build_record(
    tip: ChainTip, kind: str, fields: Mapping[str, object], *, now_ms: int, salt: bytes, signer: Signer
) -> Record:
    """Sign the record that follows `tip`.

    Its time is `now_ms`, or that of `tip` if the clock has gone backwards: a chain's times never fall. `salt` is 16
    fresh random bytes.
    """
    assert len(salt) == SALT_BYTES, "a salt is 16 bytes"
    seq, time_ms = tip.seq + 1, max(now_ms, tip.time_ms)
    document = {
        "v": VERSION,
        "type": kind,
        "chain": tip.chain.hex,
        "seq": seq,
        "prev": tip.leaf.hex(),
        "time": time_ms,
        "salt": salt.hex(),
        **fields,
    }
    entry = sign_note(canonical_json.encode(document).decode() + "\n", signer)
    return Record(kind, entry, document, ChainTip(tip.chain, seq, leaf_hash(entry), time_ms))


def parse_entry(entry: str) -> Mapping[str, object]:
    """Return the document of an entry that this platform stored. Neither its form nor its signature is checked."""
    document: Mapping[str, object] = orjson.loads(entry.partition("\n")[0])
    return document


def moves_document(moves: Sequence[Move]) -> list[list[object]]:
    """Write net moves as a record does."""
    assert sum(delta for _, delta in moves) == 0, "moves sum to zero"
    return [[account, delta] for account, delta in moves]
