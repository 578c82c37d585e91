"""Commitments renewed: what may have been revealed is dealt by nobody, and the auditor agrees."""

import secrets
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from audit.core.records import parse_entry
from audit.models import Epoch
from audit.operations.announce_epoch import unseal_pebbles
from audit.operations.export import export_log
from audit.operations.open_epoch import CommitmentNotCovered, ReusedClientSeed, RoundStillOpen, open_epoch
from audit.operations.renew_commitment import renew_commitment
from audit.queries.epochs import epoch_seeds, epochs_of
from audit.queries.records import entries
from games.operations.deal_preconditions import EpochExhausted
from games.operations.round_cards import round_seed
from games.operations.void import void_round
from kernel.ids import RoundId
from tests import world
from tests.approving import approval
from tests.world import NOW
from verifier.__main__ import main as verify

pytestmark = [pytest.mark.clause("F15"), pytest.mark.django_db]

REASON = "restored a backup"


@pytest.fixture
def player() -> world.SeatedPlayer:
    world.open_house()
    return world.seat_player()


def renewed(player: world.SeatedPlayer) -> None:
    renew_commitment(player.chain, reason=REASON, now=NOW)


def test_nothing_is_dealt_from_an_epoch_that_was_open_when_its_seeds_were_replaced(player: world.SeatedPlayer) -> None:
    world.play_round(player)
    renewed(player)
    before = world.everything_stored()

    with pytest.raises(EpochExhausted):
        world.deal(player)

    assert world.everything_stored() == before
    current, _ = epochs_of(player.chain)
    assert current is not None
    assert (current["epoch"], current["rounds_left"]) == (0, 0)


def test_the_announced_epoch_gets_other_seeds_and_its_record_says_why(player: world.SeatedPlayer) -> None:
    _, announced = epochs_of(player.chain)
    known = epoch_seeds(player.chain, 1)
    assert known is not None

    renewed(player)

    _, following = epochs_of(player.chain)
    fresh = epoch_seeds(player.chain, 1)
    assert fresh is not None
    record = parse_entry(entries(player.chain, from_seq=fresh.announced_seq, to_seq=fresh.announced_seq + 1)[0])
    assert (record["type"], record["epoch"], record["reason"]) == ("commit", 1, REASON)
    assert record["commit"] == following["commitment"] != announced["commitment"]
    first = RoundId(player.chain, 1, 1)
    assert round_seed(first, fresh) != round_seed(first, known)


def test_the_next_epoch_opens_from_the_new_commitment_once_that_is_covered(player: world.SeatedPlayer) -> None:
    world.run_sequencer()
    renewed(player)
    _, announced = epochs_of(player.chain)

    with pytest.raises(CommitmentNotCovered):
        open_epoch(player.chain, client_seed=bytes(32), now=NOW)
    world.run_sequencer()
    opened = open_epoch(player.chain, client_seed=bytes(32), now=NOW)

    assert (opened.epoch, opened.commitment.hex()) == (1, announced["commitment"])
    assert (world.play_round(player).epoch, world.play_round(player).nonce) == (1, 2)


def test_the_seed_of_a_closed_epoch_does_not_open_another(player: world.SeatedPlayer) -> None:
    client = secrets.token_bytes(32)
    world.run_sequencer()
    open_epoch(player.chain, client_seed=client, now=NOW)
    renewed(player)
    world.run_sequencer()

    with pytest.raises(ReusedClientSeed):
        open_epoch(player.chain, client_seed=client, now=NOW)


def test_a_first_epoch_that_was_never_opened_is_renewed_too() -> None:
    world.open_house()
    chain = world.sign_up()
    _, announced = epochs_of(chain)

    renew_commitment(chain, reason=REASON, now=NOW)

    current, following = epochs_of(chain)
    assert current is None
    assert (following["epoch"], following["commitment"] != announced["commitment"]) == (0, True)
    world.open_next_epoch(chain)


def test_a_chain_with_an_open_round_is_left_as_it_is(player: world.SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    before = world.everything_stored()

    with pytest.raises(RoundStillOpen) as refused:
        renewed(player)

    assert refused.value.members == {"round_id": view.round_id}
    assert world.everything_stored() == before


def test_the_command_renews_every_player_and_names_the_rounds_in_the_way(player: world.SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    other = world.seat_player("bob")
    _, announced = epochs_of(other.chain)
    told, complained = StringIO(), StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("renew_commitments", reason=REASON, stdout=told, stderr=complained)

    assert ended.value.code == 1
    assert "1 of 2 players" in told.getvalue()
    assert view.round_id in complained.getvalue()
    assert epochs_of(other.chain)[1]["commitment"] != announced["commitment"]

    void_round(RoundId.parse(view.round_id), by=approval(REASON, by=("olga", "pete")), now=NOW)
    call_command("renew_commitments", reason=REASON, stdout=told)
    assert "2 of 2 players" in told.getvalue()


def test_the_verifier_accepts_commitments_that_were_replaced(player: world.SeatedPlayer, tmp_path: Path) -> None:
    world.play_round(player)
    for _ in range(2):
        renewed(player)
    world.open_next_epoch(player.chain)
    world.play_round(player)
    renewed(player)
    world.run_sequencer()
    export_log(tmp_path / "log")

    assert verify([str(tmp_path / "log")]) == 0


def test_the_seeds_of_hands_that_were_left_are_revealed_when_the_next_epoch_opens(player: world.SeatedPlayer) -> None:
    world.play_round(player)
    known = [epoch_seeds(player.chain, number) for number in (0, 1)]
    renewed(player)
    known.append(epoch_seeds(player.chain, 1))
    renewed(player)
    world.open_next_epoch(player.chain)

    opened = newest_open(player)

    last = [
        unseal_pebbles(row.sealed_seeds, chain=player.chain, epoch=row.epoch)[-1].hex()
        for row in known
        if row is not None
    ]
    assert (opened["left"], opened["replaced"]) == (last[0], last[1:])


def test_nothing_is_revealed_of_an_epoch_that_was_played_to_its_end(player: world.SeatedPlayer) -> None:
    renew_commitment(player.chain, reason=REASON, rounds=2, now=NOW)
    world.open_next_epoch(player.chain)
    for _ in range(2):
        world.play_round(player)

    world.open_next_epoch(player.chain)

    assert not {"left", "replaced"} & newest_open(player).keys()


def test_a_chain_goes_on_whose_seeds_nobody_can_read_and_reveals_none(player: world.SeatedPlayer) -> None:
    world.play_round(player)
    played = Epoch.objects.get(chain=player.chain, epoch=0)
    Epoch.objects.filter(chain=player.chain).update(sealed_seeds=bytes(60))
    renewed(player)
    Epoch.objects.filter(chain=player.chain, epoch=1).update(replaced_seeds=bytes(60))

    world.open_next_epoch(player.chain)

    assert not {"left", "replaced"} & newest_open(player).keys()
    assert world.play_round(player).epoch == 1
    # The key is found again: what was played can be replayed.
    Epoch.objects.filter(chain=player.chain, epoch=0).update(sealed_seeds=played.sealed_seeds)


def newest_open(player: world.SeatedPlayer) -> Mapping[str, Any]:
    records = map(parse_entry, entries(player.chain, from_seq=0, to_seq=1000))
    return [record for record in records if record["type"] == "open"][-1]
