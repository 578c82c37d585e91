"""A player checks the shuffle with code of his own, from docs/formats/shuffle.md and nothing of ours."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from itertools import pairwise

import pytest

from tests.journeys.player import Player
from tests.journeys.running import in_both_ways

pytestmark = [pytest.mark.slow, in_both_ways]


def hashed(seed: bytes, *, chain: bytes, epoch: int, index: int) -> bytes:
    return hashlib.sha256(b"RDF1/seed\0" + chain + epoch.to_bytes(4, "big") + index.to_bytes(4, "big") + seed).digest()


def drbg(material: bytes, length: int) -> bytes:
    key, value = bytes(32), b"\1" * 32
    for separator in (b"\0", b"\1"):
        key = hmac.digest(key, value + separator + material, "sha256")
        value = hmac.digest(key, value, "sha256")
    output = b""
    while len(output) < length:
        value = hmac.digest(key, value, "sha256")
        output += value
    return output


def deck(seed: bytes, *, chain: bytes, epoch: int, nonce: int, client: bytes) -> list[str]:
    material = seed + chain + epoch.to_bytes(4, "big") + nonce.to_bytes(8, "big") + b"RDF1/deck\0" + client
    source = iter(drbg(material, 4096))
    cards = list(range(52))
    for place in range(51):
        mask = (1 << (51 - place).bit_length()) - 1
        drawn = next(byte & mask for byte in source if byte & mask < 52 - place)
        cards[place], cards[place + drawn] = cards[place + drawn], cards[place]
    return ["23456789TJQKA"[card % 13] + "cdhs"[card // 13] for card in cards]


def test_a_player_finds_his_cards_in_the_committed_seed_and_his_own(url: str) -> None:
    client = secrets.token_bytes(24)
    player = Player(url)
    player.fund(100_000)
    promised = player.get("/epochs/current")["next"]["commitment"]
    opened = player.open_epoch(client.hex())
    assert (opened["commitment"], opened["client_seed"]) == (promised, client.hex())

    rounds = [player.play() for _ in range(8)]

    seeds = [bytes.fromhex(promised), *(bytes.fromhex(played["seed"]) for played in rounds)]
    chain, epoch = player.chain.bytes, opened["epoch"]
    for index, (before, seed) in enumerate(pairwise(seeds)):
        assert hashed(seed, chain=chain, epoch=epoch, index=index) == before
    for nonce, played in enumerate(rounds, start=1):
        assert played["nonce"] == nonce
        shuffled = deck(seeds[nonce], chain=chain, epoch=epoch, nonce=nonce, client=client)
        assert played["cards"] == shuffled[: len(played["cards"])]
        assert len(played["cards"]) in {2, 3}


def test_no_seed_is_shown_while_its_round_is_open(url: str) -> None:
    player = Player(url)
    player.fund(100_000)
    player.open_epoch()

    dealt = player.deal_until_open()

    assert dealt["seed"] is None
    assert len(dealt["cards"]) == 2
    assert player.get(f"/rounds/{dealt['id']}") == dealt
