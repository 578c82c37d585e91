"""Write `player_keys.jsonl`: keys, keys that are refused, and a signed statement of each type, from fixed inputs.

Usage: python tests/vectors/make_player_keys.py
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.verifier.keyed import (  # noqa: E402  found by the line above
    LAPTOP,
    PAPER,
    PHONE,
    SIGNS_FOR_MS,
    Device,
    message,
    statement,
)
from tests.verifier.producer import ORIGIN  # noqa: E402

CHAIN: Final = "000102030405060708090a0b0c0d0e0f"
TIME_MS: Final = 1_790_000_000_000
ACTS: Final = [{"a": "raise", "amt": 500, "by": "player", "t": TIME_MS - 100}]
RECORDS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "open", "epoch": 3, "client": "94" * 32, "root": "28" * 32, "size": 5120},
    {"type": "deal", "epoch": 3, "nonce": 1, "rules": "e7" * 32, "ante": 500},
    {"type": "deal", "epoch": 3, "nonce": 2, "rules": "e7" * 32, "ante": 500, "bonus": 100},
    {"type": "settle", "deal": "79" * 32, "acts": ACTS},
    {"type": "limits", "act": {"do": "ask", "name": "loss_day", "value": 9000, "who": "player"}},
    {"type": "player_key", "alg": LAPTOP.alg, "pub": LAPTOP.pub.hex(), "use": LAPTOP.use},
    {"type": "player_key_end", "kid": PHONE.kid, "why": "rotated"},
)
STAKE: Final[dict[str, Any]] = {"prev": "f5" * 32, "table": "7a" * 32, "epoch": 12, "seat": 2, "rules": "e7" * 32}
AT_TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"type": "deal", **STAKE, "ante": 500, "bonus": 0, "contrib": "c0" * 32},
    {"type": "deal", **STAKE, "ante": 500, "bonus": 100, "contrib": "c0" * 32, "late": {"abort": "ab" * 32}},
    {"type": "sit", **STAKE, "buy_in": 10_000, "contrib": "c0" * 32},
    {"type": "sit", **STAKE, "buy_in": 10_000, "contrib": "c0" * 32, "late": {"abort": "ab" * 32, "r": "94" * 32}},
    {"type": "act", "deal": "79" * 32, "hand": "4a" * 32, "a": "raise", "amt": 500},
    {"type": "turn", "sit": "79" * 32, "asked": "4a" * 32, "a": "call", "amt": 0},
    {"type": "turn", "sit": "79" * 32, "prev": "4b" * 32, "a": "vote"},
)
"""What is signed at tables, member by member as the page has it."""
REFUSED: Final = (
    ("ed25519", "of order 1", f"{1:02x}" + "00" * 31),
    ("ed25519", "of order 2", "ec" + "ff" * 30 + "7f"),
    ("ed25519", "of order 4", "00" * 32),
    ("ed25519", "of order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    ("ed25519", "of order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    ("ed25519", "of order 8, the other sign", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"),
    ("ed25519", "y is the field's prime", "ed" + "ff" * 30 + "7f"),
    ("ed25519", "a byte short", PHONE.pub[:-1].hex()),
    ("p256", "no point of the curve", LAPTOP.pub[:-1].hex() + "00"),
    ("p256", "compressed", "02" + LAPTOP.pub[1:33].hex()),
    ("p256", "the point at infinity", "00"),
)


def vectors() -> Iterator[dict[str, Any]]:
    """Yield the lines of the file."""
    for device in (PHONE, LAPTOP, PAPER):
        yield {"what": "key", "alg": device.alg, "pub": device.pub.hex(), "use": device.use, "kid": device.kid}
    for alg, why, pub in REFUSED:
        yield {"what": "refused", "alg": alg, "pub": pub, "why": why}
    for record in RECORDS:
        for device in (PHONE, LAPTOP):
            yield _signed(record, device)
    for members in AT_TABLES:
        for device in (PHONE, LAPTOP):
            yield _signed_at_table(members, device)


def _signed(record: dict[str, Any], device: Device) -> dict[str, Any]:
    placed = {**record, "chain": CHAIN, "prev": "f5" * 32, "time": TIME_MS}
    return _line("statement", statement(placed, announced={"commit": "12" * 32, "n": 256}), device)


def _signed_at_table(members: dict[str, Any], device: Device) -> dict[str, Any]:
    said = {**members, "origin": ORIGIN, "chain": CHAIN, "until": TIME_MS + SIGNS_FOR_MS}
    return _line("table-statement", said, device)


def _line(what: str, said: dict[str, Any], device: Device) -> dict[str, Any]:
    return {
        "what": what,
        "statement": said,
        "message": message(said).hex(),
        "alg": device.alg,
        "pub": device.pub.hex(),
        "psig": device.psig(said),
    }


if __name__ == "__main__":
    text = "\n".join(json.dumps(line, separators=(",", ":")) for line in vectors())
    (HERE / "player_keys.jsonl").write_text(text + "\n")
