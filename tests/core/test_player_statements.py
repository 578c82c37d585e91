"""Statements and keys of players, as the platform builds and takes them."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from audit.core import player_keys, player_statements
from audit.core.player_statements import Announced, Covered, StatementPlace, Wanted
from kernel.ids import ChainId

if TYPE_CHECKING:
    from audit.core.player_keys import Algorithm

LINES = (Path(__file__).parents[1] / "vectors/player_keys.jsonl").read_text().splitlines()
VECTORS: list[Any] = [json.loads(line) for line in LINES]
ORDER_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def of(what: str, alg: str | None = None) -> list[Any]:
    return [vector for vector in VECTORS if vector["what"] == what and alg in (None, vector["alg"])]


def built(said: dict[str, Any]) -> bytes:
    """Build a statement from what it says."""
    place = StatementPlace(origin=said["origin"], chain=ChainId(UUID(hex=said["chain"])), until=said["until"])

    def raw(name: str) -> bytes:
        return bytes.fromhex(said[name])

    kind = said["type"]
    if kind == "settle":
        return player_statements.decisions(
            place, deal_leaf=raw("deal"), acts=[(name, amount) for name, amount in said["acts"]]
        )
    prev = raw("prev")
    if kind == "open":
        announced = Announced(commit=raw("commit"), rounds=said["n"])
        covered = Covered(root=raw("root"), size=said["size"])
        return player_statements.opening(
            place, prev=prev, epoch=said["epoch"], client=raw("client"), announced=announced, covered=covered
        )
    if kind == "deal":
        wanted = Wanted(
            epoch=said["epoch"],
            nonce=said["nonce"],
            rules=raw("rules"),
            ante_minor=said["ante"],
            bonus_minor=said["bonus"],
        )
        return player_statements.deal(place, prev=prev, wanted=wanted)
    if kind == "limits":
        return player_statements.limits(place, prev=prev, act=said["act"])
    if kind == "player_key":
        return player_statements.new_key(place, prev=prev, algorithm=said["alg"], public=raw("pub"), use=said["use"])
    return player_statements.key_end(place, prev=prev, kid=said["kid"], why=said["why"])


@pytest.mark.parametrize("vector", of("statement"))
def test_a_statement_is_built_byte_for_byte_and_its_signature_is_taken(vector: dict[str, Any]) -> None:
    message = built(vector["statement"])
    assert message.hex() == vector["message"]

    algorithm: Algorithm = vector["alg"]
    signature, public = b64decode(vector["psig"]["sig"]), bytes.fromhex(vector["pub"])
    assert player_keys.canonical_signature(algorithm, public, signature, message) == signature
    assert player_keys.kid_of(algorithm, public) == vector["psig"]["kid"]


@pytest.mark.parametrize("vector", of("refused"))
def test_a_key_that_auditors_refuse_is_refused(vector: dict[str, Any]) -> None:
    with pytest.raises(player_keys.UnusablePlayerKey):
        player_keys.require_usable(vector["alg"], bytes.fromhex(vector["pub"]))


@pytest.mark.parametrize("vector", of("statement"))
def test_a_signature_over_anything_else_is_refused(vector: dict[str, Any]) -> None:
    message = bytes.fromhex(vector["message"]) + b" "
    with pytest.raises(player_keys.WrongPlayerSignature):
        player_keys.canonical_signature(
            vector["alg"], bytes.fromhex(vector["pub"]), b64decode(vector["psig"]["sig"]), message
        )


@pytest.mark.parametrize("vector", of("statement", "p256"))
def test_a_high_s_is_taken_and_stored_as_the_low_one(vector: dict[str, Any]) -> None:
    low = b64decode(vector["psig"]["sig"])
    high = low[:32] + (ORDER_P256 - int.from_bytes(low[32:], "big")).to_bytes(32, "big")

    stored = player_keys.canonical_signature(
        "p256", bytes.fromhex(vector["pub"]), high, bytes.fromhex(vector["message"])
    )
    assert stored == low


@pytest.mark.parametrize("algorithm", player_keys.ALGORITHMS)
@pytest.mark.parametrize("signature", [b"", bytes(64), b"\xff" * 64, bytes(65)])
def test_a_signature_out_of_range_is_refused(algorithm: Algorithm, signature: bytes) -> None:
    vector = of("statement", algorithm)[0]
    with pytest.raises(player_keys.WrongPlayerSignature):
        player_keys.canonical_signature(
            algorithm, bytes.fromhex(vector["pub"]), signature, bytes.fromhex(vector["message"])
        )
