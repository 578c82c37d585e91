"""Seed epochs: announced, covered, opened once, used up."""

import secrets
from dataclasses import replace
from datetime import timedelta

import pytest
from cryptography.exceptions import InvalidTag
from django.db import connection

from audit.core.epoch_seeds import ROUNDS_PER_EPOCH, seed_before
from audit.operations.announce_epoch import draw_epoch, unseal_pebbles
from audit.operations.integrate import integrate
from audit.operations.open_epoch import CommitmentNotCovered, ReusedClientSeed, RoundStillOpen, open_epoch
from audit.queries.epochs import epoch_seeds, epochs_of
from audit.queries.log import index_of
from audit.seal import seal, unseal
from games.core.variants import OFFERED
from games.operations.deal_preconditions import EpochExhausted, EpochNotOpen
from games.operations.round_cards import round_seed
from kernel.ids import ChainId, RoundId
from players.tokens import session_id_of
from reddog_platform.grants import GRANTS
from tests import world
from tests.world import NOW

pytestmark = [pytest.mark.clause("F15"), pytest.mark.django_db]


@pytest.fixture(autouse=True)
def house() -> None:
    world.open_house()


def test_an_epoch_is_not_opened_before_its_commitment_is_in_a_signed_checkpoint() -> None:
    chain = world.sign_up()
    before = world.everything_stored()

    with pytest.raises(CommitmentNotCovered) as refused:
        open_epoch(chain, client_seed=bytes(32), now=NOW)

    assert refused.value.members == {"retry_after": 1}
    assert world.everything_stored() == before


def test_integrated_is_not_yet_covered() -> None:
    chain = world.sign_up()
    integrate()

    with pytest.raises(CommitmentNotCovered):
        open_epoch(chain, client_seed=bytes(32), now=NOW)


def test_a_covered_commitment_is_opened_and_the_next_one_announced() -> None:
    chain = world.sign_up()
    _, announced = epochs_of(chain)
    world.run_sequencer()

    opened = open_epoch(chain, client_seed=b"\x01" * 32, now=NOW)
    current, following = epochs_of(chain)

    assert (opened.epoch, opened.rounds, opened.commitment.hex()) == (0, ROUNDS_PER_EPOCH, announced["commitment"])
    assert current is not None
    assert (current["epoch"], current["client_seed"], current["rounds_left"]) == (0, "01" * 32, ROUNDS_PER_EPOCH)
    assert (current["covered"], following["epoch"], following["covered"]) == (True, 1, False)
    # The commitment's place in the log is before the checkpoint that the record cites.
    assert current["log_index"] is not None


def test_opening_again_with_the_same_seed_gives_the_first_answer() -> None:
    chain = world.sign_up()
    world.run_sequencer()
    first = open_epoch(chain, client_seed=b"\x01" * 32, now=NOW)
    before = world.everything_stored()

    again = open_epoch(chain, client_seed=b"\x01" * 32, now=NOW + timedelta(seconds=5))

    assert again == first
    assert world.everything_stored() == before


def test_a_client_seed_serves_one_epoch_of_a_chain() -> None:
    chain = world.sign_up()
    world.run_sequencer()
    open_epoch(chain, client_seed=b"\x01" * 32, now=NOW)
    world.run_sequencer()
    open_epoch(chain, client_seed=b"\x02" * 32, now=NOW)
    world.run_sequencer()
    before = world.everything_stored()

    with pytest.raises(ReusedClientSeed):
        open_epoch(chain, client_seed=b"\x01" * 32, now=NOW)

    assert world.everything_stored() == before


def test_a_client_seed_that_was_dealt_with_is_used_up() -> None:
    player = world.seat_player(amount_minor=0)
    world.run_sequencer()
    open_epoch(player.chain, client_seed=b"\x01" * 32, now=NOW)
    world.fund(player.chain, 10_000)
    world.play_round(player)
    world.run_sequencer()

    with pytest.raises(ReusedClientSeed):
        open_epoch(player.chain, client_seed=b"\x01" * 32, now=NOW)


def test_two_players_may_have_the_same_client_seed_and_get_other_cards() -> None:
    chains = [world.sign_up(name) for name in ("ada", "bob")]
    world.run_sequencer()

    opened = [open_epoch(chain, client_seed=b"\x01" * 32, now=NOW) for chain in chains]

    assert opened[0].commitment != opened[1].commitment


def test_no_epoch_is_opened_while_a_round_is_open() -> None:
    player = world.seat_player()
    view = world.deal_open_round(player)
    world.run_sequencer()
    before = world.everything_stored()

    with pytest.raises(RoundStillOpen) as refused:
        open_epoch(player.chain, client_seed=secrets.token_bytes(32), now=NOW)

    assert refused.value.members == {"round_id": view.round_id}
    assert world.everything_stored() == before


def test_without_an_open_epoch_nothing_is_dealt() -> None:
    chain = world.sign_up()
    world.fund(chain, 1000)
    begun = world.log_in_player()
    player = world.SeatedPlayer(chain=chain, session_id=session_id_of(begun.token), token=begun.token)
    before = world.everything_stored()

    with pytest.raises(EpochNotOpen):
        world.deal(player)

    assert world.everything_stored() == before


@pytest.mark.clause("F08")
@pytest.mark.parametrize(("age", "dealt"), [(timedelta(hours=24, milliseconds=-1), True), (timedelta(hours=24), False)])
def test_an_epoch_is_dealt_from_for_less_than_24_hours(age: timedelta, dealt: bool) -> None:  # noqa: FBT001  a column
    player = world.seat_player()
    begun = world.log_in_player(now=NOW + timedelta(hours=23))
    later = replace(player, session_id=session_id_of(begun.token), jurisdiction=world.LONG_SESSIONS)
    if dealt:
        assert world.deal(later, now=NOW + age).nonce == 1
        return
    before = world.everything_stored()
    with pytest.raises(EpochExhausted) as refused:
        world.deal(later, now=NOW + age)
    assert refused.value.members == {"epoch": 0, "rounds": ROUNDS_PER_EPOCH}
    assert world.everything_stored() == before


@pytest.mark.slow
def test_an_epoch_is_used_up_after_its_rounds_and_the_next_goes_on() -> None:
    player = world.seat_player(amount_minor=10_000_000)
    for nonce in range(1, ROUNDS_PER_EPOCH + 1):
        assert world.play_round(player).nonce == nonce

    with pytest.raises(EpochExhausted):
        world.deal(player)
    world.open_next_epoch(player.chain)

    assert (world.play_round(player).epoch, world.play_round(player).nonce) == (1, 2)


def test_a_revealed_seed_leads_back_to_the_commitment() -> None:
    player = world.seat_player()
    current, _ = epochs_of(player.chain)
    views = [world.play_round(player) for _ in range(3)]
    seeds = [bytes.fromhex(view.seed or "") for view in views]

    for index in (2, 1):
        assert seed_before(seeds[index], chain=player.chain, epoch=0, index=index) == seeds[index - 1]
    assert current is not None
    assert seed_before(seeds[0], chain=player.chain, epoch=0, index=0).hex() == current["commitment"]


@pytest.mark.clause("F08")
def test_no_two_epochs_have_the_same_seeds() -> None:
    chain = ChainId(world.sign_up())

    assert draw_epoch(chain, 7).commitment != draw_epoch(chain, 7).commitment


def test_a_records_place_in_the_log_is_unknown_until_the_sequencer_took_it() -> None:
    chain = world.sign_up()

    assert index_of(chain, 0) is None
    world.run_sequencer()
    # The house's two keys, its terms and its rule sheets come first, and the events of them.
    assert index_of(chain, 0) == 2 + 1 + len(OFFERED) + 1


@pytest.mark.clause("F20")
def test_sealed_seeds_open_for_their_chain_and_epoch_alone() -> None:
    player, other = world.seat_player("ada"), world.seat_player("bob")
    epoch = epoch_seeds(player.chain, 0)
    assert epoch is not None

    assert unseal_pebbles(epoch.sealed_seeds, chain=player.chain, epoch=0)[0] == bytes(epoch.commitment)
    for chain, number in ((other.chain, 0), (player.chain, 1)):
        with pytest.raises(InvalidTag):
            unseal_pebbles(epoch.sealed_seeds, chain=chain, epoch=number)


@pytest.mark.clause("F57")
def test_sealed_bytes_open_under_their_key_and_unaltered_alone() -> None:
    sealed = seal(b"secret", key="vault", context=b"c")

    assert unseal(sealed, key="vault", context=b"c") == b"secret"
    for altered, key, context in (
        (sealed, "seal", b"c"),
        (sealed, "vault", b"d"),
        (sealed[:-1] + bytes([sealed[-1] ^ 1]), "vault", b"c"),
    ):
        with pytest.raises(InvalidTag):
            unseal(altered, key=key, context=context)
    assert seal(b"secret", key="vault", context=b"c") != sealed


@pytest.mark.clause("F20")
def test_no_table_holds_a_seed_in_clear_before_its_round_is_settled() -> None:
    player = world.seat_player()
    view = world.deal_open_round(player)
    epoch = epoch_seeds(player.chain, 0)
    assert epoch is not None
    secret = [round_seed(RoundId(player.chain, 0, nonce), epoch) for nonce in range(view.nonce, ROUNDS_PER_EPOCH + 1)]

    stored = all_bytes()

    assert [seed.hex() for seed in secret if seed.hex() in stored] == []
    # The oracle can fail: what is public is found.
    assert bytes(epoch.commitment).hex() in stored

    settled = world.decide(player, view)
    assert settled.seed == secret[0].hex()
    assert secret[0].hex() in all_bytes()
    assert secret[1].hex() not in all_bytes()


def all_bytes() -> str:
    """Return every row of every table as text; PostgreSQL writes bytes as hex."""
    with connection.cursor() as cursor:
        texts = []
        for table in connection.introspection.table_names(cursor):
            if not GRANTS[table].select:
                # Nothing writes to the few that the application's role may not read.
                continue
            cursor.execute(f"SELECT COALESCE(string_agg(t::text, E'\\n'), '') FROM {table} t")
            texts.append(cursor.fetchone()[0])
    return "\n".join(texts)
