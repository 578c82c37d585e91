"""The laboratory's generator gives what play gives, only faster."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from hypothesis import given, strategies as st

from audit.core.epoch_seeds import ROUNDS_PER_EPOCH, pebbles, seed_at
from audit.core.shuffle import MAX_STREAM_BYTES, deck_stream, shoe
from audit.laboratory.generator import EPOCH_BYTES, Generator, request, shoe_bytes
from audit.laboratory.parallel_map import parallel_map
from kernel.ids import ChainId, RoundId

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = bytes(range(32))

chains = st.binary(min_size=16, max_size=16).map(lambda octets: ChainId(UUID(bytes=octets)))
rounds = st.builds(RoundId, chains, st.integers(0, 2**32 - 1), st.integers(1, 2**64 - 1))


@pytest.mark.clause("F08")
@given(st.binary(min_size=32, max_size=32), rounds, st.binary(min_size=16, max_size=64), st.integers(0, 500))
def test_a_request_gives_the_bytes_that_the_round_is_dealt_from(
    seed: bytes, round_id: RoundId, client: bytes, size: int
) -> None:
    dealt_from = deck_stream(seed, round_id=round_id, client=client)

    assert request(seed, round_id=round_id, client=client, size=size) == bytes(itertools.islice(dealt_from, size))


def test_a_whole_request_is_the_whole_stream() -> None:
    round_id = RoundId(ChainId(UUID(int=1)), 0, 1)

    whole = request(SEED, round_id=round_id, client=SEED, size=MAX_STREAM_BYTES)

    assert whole == bytes(deck_stream(SEED, round_id=round_id, client=SEED))


def test_an_epochs_bytes_are_its_rounds_streams_one_after_another() -> None:
    generator = Generator(seed=SEED)
    streams = [bytes(stream) for stream in generator.streams(3, 3)]

    assert generator.epoch_bytes(3, 2 * MAX_STREAM_BYTES + 5) == streams[0] + streams[1] + streams[2][:5]


def test_an_epochs_seeds_are_a_chain_as_in_play_and_deal_the_shoes_of_play() -> None:
    generator = Generator(seed=SEED, client=b"a player's own seed")
    seeds = dict(generator.rounds(5, ROUNDS_PER_EPOCH))
    first, last = next(iter(seeds)), list(seeds.values())[-1]
    kept = pebbles(last, chain=first.chain, epoch=5, rounds=ROUNDS_PER_EPOCH)

    assert [round_id.nonce for round_id in seeds] == list(range(1, ROUNDS_PER_EPOCH + 1))
    for round_id, seed in seeds.items():
        assert seed == seed_at(round_id.nonce, kept, chain=first.chain, epoch=5, rounds=ROUNDS_PER_EPOCH)
    dealt = [
        bytes(shoe(seeds[each], round_id=each, client=generator.client, decks=2)) for each in itertools.islice(seeds, 3)
    ]
    assert generator.epoch_shoes(5, 3, decks=2) == b"".join(dealt)


@pytest.mark.parametrize(("decks", "width"), [(1, 1), (4, 1), (5, 2), (8, 2)])
def test_a_card_is_one_byte_up_to_four_packs_and_two_from_five_on(decks: int, width: int) -> None:
    (stream,) = Generator(seed=SEED).streams(0, 1)
    cards = Generator(seed=SEED).shuffle(decks, stream)
    written = shoe_bytes(cards)

    assert len(written) == 52 * decks * width
    assert [int.from_bytes(written[at : at + width], "big") for at in range(0, len(written), width)] == list(cards)


def test_another_seed_client_epoch_or_round_gives_other_bytes() -> None:
    generators = [Generator(seed=SEED), Generator(seed=bytes(32)), Generator(seed=SEED, client=SEED)]
    streams = [bytes(stream) for each in generators for epoch in (0, 1) for stream in each.streams(epoch, 2)]

    assert len(set(streams)) == len(streams) == 3 * 2 * 2


def test_an_epoch_gives_sixteen_mebibytes() -> None:
    assert EPOCH_BYTES == 2**24
    with pytest.raises(AssertionError):
        Generator(seed=SEED).epoch_bytes(0, EPOCH_BYTES + 1)


def test_work_that_two_processes_share_comes_in_the_order_of_its_tasks() -> None:
    generator = Generator(seed=SEED)
    tasks = [(epoch, 100 + epoch) for epoch in range(9)]

    shared = list(parallel_map(generator.epoch_bytes, tasks, workers=2))

    assert shared == list(parallel_map(generator.epoch_bytes, tasks, workers=1))


def test_work_is_at_most_two_tasks_a_process_ahead_of_who_takes_it() -> None:
    begun: list[int] = []

    def tasks() -> Iterator[tuple[int, int]]:
        for epoch in itertools.count():
            begun.append(epoch)
            yield epoch, 1

    shared = parallel_map(Generator(seed=SEED).epoch_bytes, tasks(), workers=2)
    next(shared)
    shared.close()

    # The one that was taken, and two ahead for each of two processes.
    assert len(begun) == 1 + 2 * 2
