"""The published answers about player keys hold for the players' client: keys, statements, signatures, recovery codes."""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from reddog_client import recovery_codes
from reddog_client.errors import ClientError, VerificationError
from reddog_client.keys import DeviceKey
from reddog_client.public_keys import P256_ORDER, Algorithm, PublicKey, Use
from reddog_client.record_signatures import stake_members
from reddog_client.statements import Act, Announcement, Place, Statement, message, possession, signature
from tests.shared_vectors import published_lines

OURS = [json.loads(line) for line in (Path(__file__).parents[1] / "vectors/player_keys.jsonl").read_text().splitlines()]
PUBLISHED = published_lines("player-keys.jsonl")
PLACE = Place(origin="casino.example/log", chain="00" * 16, prev="11" * 32, until=1_790_000_000_000)


def of(*kinds: str) -> list[Any]:
    return [pytest.param(vector) for vector in [*OURS, *PUBLISHED] if vector["what"] in kinds]


def stated(said: dict[str, Any]) -> Statement:
    """Make the statement that says this, from what a client has."""
    place = Place(origin=said["origin"], chain=said["chain"], prev=said.get("prev", "00" * 32), until=said["until"])
    match said["type"]:
        case "open":
            announced = Announcement(epoch=said["epoch"], commitment=said["commit"], rounds=said["n"], leaf="22" * 32)
            return place.open_epoch(announced, client=said["client"], size=said["size"], root=said["root"])
        case "deal":
            return place.deal(
                epoch=said["epoch"], nonce=said["nonce"], rules=said["rules"], ante=said["ante"], bonus=said["bonus"]
            )
        case "settle":
            acts = [Act(action=action, amount=amount) for action, amount in said["acts"]]
            return place.settle(deal=said["deal"], acts=acts)
        case "limits":
            return place.limits(said["act"])
        case "player_key":
            key = PublicKey(algorithm=Algorithm(said["alg"]), pub=bytes.fromhex(said["pub"]))
            return place.player_key(key, use=Use(said["use"]))
        case "player_key_end":
            return place.player_key_end(kid=said["kid"], why=said["why"])
        case other:
            raise AssertionError(other)


def stated_at_table(said: dict[str, Any]) -> Statement:
    """Make the statement of a table that says this, from what a client has."""
    place = Place(origin=said["origin"], chain=said["chain"], prev=said.get("prev", "00" * 32), until=said["until"])
    if said["type"] == "act":
        return place.act(deal=said["deal"], hand=said["hand"], act=Act(action=said["a"], amount=said["amt"]))
    if said["type"] != "turn":
        return place.stake(said["type"], **stake_members(said))
    if "asked" in said:
        act = Act(action=said["a"], amount=said["amt"])
        return place.turn(sit=said["sit"], question=said["asked"], act=act)
    return place.mark(sit=said["sit"], prev=said["prev"], mark=said["a"])


@pytest.mark.parametrize("vector", of("statement", "table-statement", "possession"))
def test_a_statement_is_that_of_the_vector_and_its_signature_holds(vector: dict[str, Any]) -> None:
    state = stated_at_table if vector["what"] == "table-statement" else stated
    statement = state(vector.get("statement") or vector["said"])
    sig = vector["psig"]["sig"] if "psig" in vector else vector["sig"]
    key = PublicKey(algorithm=Algorithm(vector["alg"]), pub=bytes.fromhex(vector["pub"]))

    assert message(statement).hex() == vector["message"]
    assert key.verifies(b64decode(sig), message(statement))
    assert not key.verifies(b64decode(sig), message({**statement, "until": statement["until"] + 1}))


@pytest.mark.parametrize("vector", of("key"))
def test_a_key_has_the_id_of_the_vector(vector: dict[str, Any]) -> None:
    assert PublicKey(algorithm=Algorithm(vector["alg"]), pub=bytes.fromhex(vector["pub"])).kid == vector["kid"]


@pytest.mark.parametrize("vector", of("refused", "key_refused"))
def test_a_key_that_the_log_refuses_is_none_here(vector: dict[str, Any]) -> None:
    with pytest.raises(VerificationError):
        PublicKey(algorithm=Algorithm(vector["alg"]), pub=bytes.fromhex(vector["pub"]))


def test_the_examples_of_the_page_come_out_to_the_byte() -> None:
    """docs/formats/player-keys.md, "Example"."""
    key = DeviceKey(algorithm=Algorithm.ED25519, secret=bytes(range(32)))
    place = Place(origin="casino.example/log", chain=bytes(range(16)).hex(), prev="f5" * 32, until=1_790_000_033_000)

    deal = place.deal(epoch=0, nonce=1, rules="e7" * 32, ante=500)

    assert key.public.pub.hex() == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    assert signature(deal, key) == {
        "kid": "af45a6c2a655a850",
        "sig": "ZviPqOgZ3/W1O/NkQlCegaiN8NxWv9OgcJWh2ydheTt5DEvqVP+WZmV1ieDRT8GIBZf9P0l5LqVcCH9J9JunBg==",
        "until": 1790000033000,
    }


@pytest.mark.parametrize("algorithm", Algorithm)
def test_a_drawn_key_signs_what_its_public_half_verifies(algorithm: Algorithm) -> None:
    key, other = DeviceKey.draw(algorithm), DeviceKey.draw(algorithm)
    statement = PLACE.player_key(key.public, use=Use.PLAY)

    signed = b64decode(str(possession(statement, key)["sig"]))

    assert key.public.verifies(signed, message(statement))
    assert not other.public.verifies(signed, message(statement))
    assert key.secret.hex() not in repr(key)


def test_a_p256_signature_has_the_low_half_and_the_high_one_is_refused() -> None:
    key = DeviceKey.draw(Algorithm.P256)
    signed = [key.sign(bytes([number])) for number in range(16)]
    halves = [int.from_bytes(made[32:], "big") for made in signed]

    assert all(0 < s <= P256_ORDER // 2 for s in halves)
    high = signed[0][:32] + (P256_ORDER - halves[0]).to_bytes(32, "big")
    assert key.public.verifies(signed[0], b"\0")
    assert not key.public.verifies(high, b"\0")


def test_a_recovery_code_gives_the_secret_and_the_id_of_the_page() -> None:
    """docs/formats/player-keys.md, "Clients"."""
    key = recovery_codes.key_of("AAAQEAYEAUDAOCAJBIFQYDIOB4")

    assert recovery_codes.code_of(bytes(range(16))) == "AAAQEAYEAUDAOCAJBIFQYDIOB4"
    assert key.secret.hex() == "c3dab50108ac3c84d94ce59af3fa58726c1496034e4a8c66c1dfd5ab4f8c4a7a"
    assert key.public.kid == "d694c705556883fc"
    assert recovery_codes.key_of("aaaq-eaye auda-ocaj-bifq-ydio-b4") == key


def test_a_drawn_code_makes_its_key_again_and_a_mistyped_one_makes_none() -> None:
    code = recovery_codes.draw_code()

    assert len(code) == 26
    assert recovery_codes.key_of(code) == recovery_codes.key_of(code.lower())
    # The last letter spells 3 bits of the 16 bytes and 2 that must be 0.
    for wrong in (code[:-1], code + "A", "1" + code[1:], code[:-1] + "B"):
        with pytest.raises(ClientError):
            recovery_codes.key_of(wrong)
