"""What the log knows of a table: its chain, its epochs of one seed, and what is not meant for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from audit.core.epoch_seeds import seed_at
from audit.core.records import parse_entry
from audit.gather import gather_row
from audit.operations.announce_epoch import NewEpoch, draw_epoch, unseal_pebbles
from audit.operations.open_epoch import RoundStillOpen
from audit.operations.renew_commitment import renew_commitment
from audit.queries.chains import head_source, load_head, players_chains
from audit.queries.epochs import NEXT_EPOCH_SOURCE, TABLE_EPOCH_SOURCE, TableEpochRow
from audit.queries.records import record_entry
from audit.soundness import faults
from kernel.ids import ChainId
from tables.core.continuation import CroupierStep
from tables.core.epoch import ROUNDS, TableEpoch, commitment, mix
from tables.operations.void_epoch import VoidEpochRequest, void_epoch
from tests import house_table, live_tables, world
from tests.approving import approval
from tests.core.tables.seated import MONTANA
from tests.live_tables import BETTING
from tests.world import NOW, SeatedPlayer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from audit.chain_head import Head

pytestmark = pytest.mark.django_db

DECIDING = timedelta(milliseconds=MONTANA.timeout_ms)


def announce(chain: ChainId, epoch: int) -> NewEpoch:
    return draw_epoch(chain, epoch, rounds=ROUNDS)


@dataclass(kw_only=True)
class PlayedTable:
    """A table against the house with two players, and the clock that everybody reads."""

    chain: ChainId
    players: Mapping[int, SeatedPlayer]
    now: datetime = NOW

    @property
    def epoch(self) -> TableEpoch:
        return TableEpoch(self.chain, load_head(self.chain).epoch)

    def close_betting(self) -> None:
        """Let the players place their stakes, and end the betting: `seats` announces the next epoch."""
        for seat, player in self.players.items():
            live_tables.stake(player, self.chain, seat, now=self.now)
        self.now += BETTING
        live_tables.end_betting(self.chain, now=self.now)

    def deal(self) -> bytes:
        """Let the players reveal, deal, and return the client seed that follows from their values."""
        for player in self.players.values():
            live_tables.reveal(player, self.chain, now=self.now)
        assert house_table.step(self.chain, now=self.now) is CroupierStep.OPEN
        chain, number = self.epoch.chain, self.epoch.number
        values = {seat: live_tables.value_of(player, chain, number) for seat, player in self.players.items()}
        return mix(self.epoch, values)

    def end_hand(self) -> None:
        """Let the seats' time run out."""
        self.now += DECIDING
        assert house_table.step(self.chain, now=self.now) is CroupierStep.HAND_END

    def void(self) -> None:
        """Write `table_abort`."""
        asked = VoidEpochRequest(table=self.chain, epoch=self.epoch.number, by=approval())
        void_epoch(asked, now=self.now)

    def end_stakes(self) -> None:
        assert house_table.end_all_stakes(now=self.now) == len(self.players)
        self.now += timedelta(seconds=1)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> PlayedTable:
    house_table.open_house_with_tables(monkeypatch)
    chain = house_table.announced_table(house_table.table_of(MONTANA.game, stakes=(500, 20_000)))
    players = {seat: world.seat_player(name) for seat, name in {0: "ada", 2: "bob"}.items()}
    return PlayedTable(chain=chain, players=players)


def running(chain: ChainId) -> TableEpochRow:
    head = head_source("%s", chain)
    gathered = gather_row(head, TABLE_EPOCH_SOURCE)
    assert gathered is not None
    return gathered.required(TABLE_EPOCH_SOURCE)


def standing(head: Head) -> tuple[int, int, bool, bool]:
    return head.epoch, head.nonce, head.round_open, head.stake_open


def test_an_epoch_of_a_table_has_one_seed_whose_commitment_is_that_of_the_tables_rules() -> None:
    chain = ChainId(uuid4())

    drawn = announce(chain, 7)
    kept = unseal_pebbles(drawn.sealed_seeds, chain=chain, epoch=7)

    seed = seed_at(1, kept, chain=chain, epoch=7, rounds=ROUNDS)
    assert drawn.commitment == kept[0] == commitment(TableEpoch(chain, 7), seed)
    assert (len(kept), kept[-1]) == (2, seed)
    assert drawn.document() == {"n": 1, "commit": drawn.commitment.hex()}
    assert announce(chain, 7).commitment != drawn.commitment


def test_a_tables_chain_is_sound_after_every_step_of_its_epochs(table: PlayedTable) -> None:
    chain = table.chain
    assert standing(load_head(chain)) == (-1, 0, False, False)

    for number, end in enumerate((table.end_hand, table.void)):
        table.close_betting()
        assert standing(load_head(chain)) == (number, 0, True, False)
        assert running(chain).client_seed is None
        world.assert_world_sound()
        client = table.deal()
        assert standing(load_head(chain)) == (number, 1, True, False)
        assert (running(chain).epoch, running(chain).client_seed) == (number, client)
        world.assert_world_sound()
        end()
        assert standing(load_head(chain)) == (number, 1, False, False)
        world.assert_world_sound()
        table.end_stakes()
    # Aborted before its deck was known.
    table.close_betting()
    table.void()
    world.assert_world_sound()

    assert running(chain).client_seed is None
    head = head_source("%s", chain)
    gathered = gather_row(head, NEXT_EPOCH_SOURCE)
    assert gathered is not None
    assert gathered.required(NEXT_EPOCH_SOURCE).epoch == 3


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("UPDATE audit_chain SET round_open = false", "The head of chain"),
        ("UPDATE audit_chain SET nonce = 0", "The head of chain"),
        ("UPDATE audit_epoch SET client_seed = sha256('another') WHERE epoch = 0", "The epochs of chain"),
        ("UPDATE audit_epoch SET rounds = 256 WHERE epoch = 1", "The epochs of chain"),
    ],
)
def test_a_row_of_a_table_that_is_not_what_its_records_tell_of_is_a_fault(
    change: str, fault: str, table: PlayedTable
) -> None:
    table.close_betting()
    table.deal()
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT unspoilt")
        cursor.execute(f"{change}{' AND' if 'WHERE' in change else ' WHERE'} chain = %s", [table.chain])
        found = list(faults())
        cursor.execute("ROLLBACK TO unspoilt")

    assert len(found) == 1
    assert found[0].startswith(f"{fault} {table.chain.hex} ")


def test_an_announced_epoch_of_a_table_gets_another_seed_and_stays_of_one_round(table: PlayedTable) -> None:
    chain = table.chain
    known = parse_entry(record_entry(chain, 1))["commit"]

    renew_commitment(chain, reason="restored a backup", rounds=ROUNDS, now=NOW)

    renewed = parse_entry(record_entry(chain, 2))
    assert (renewed["type"], renewed["epoch"], renewed["n"], renewed["reason"]) == ("commit", 0, 1, "restored a backup")
    assert renewed["commit"] != known
    table.close_betting()
    table.deal()
    seed = unseal_pebbles(running(chain).sealed_seeds, chain=chain, epoch=0)[-1]
    assert commitment(TableEpoch(chain, 0), seed).hex() == renewed["commit"]


def test_no_commitment_is_renewed_while_an_epoch_of_the_table_runs(table: PlayedTable) -> None:
    chain = table.chain
    table.close_betting()

    with pytest.raises(RoundStillOpen) as refused:
        renew_commitment(chain, reason="restored a backup", rounds=ROUNDS, now=NOW)

    assert refused.value.members["round_id"] == f"{chain.hex}-0-0"


def test_the_commitments_of_players_and_those_of_tables_are_renewed_and_counted_apart(table: PlayedTable) -> None:
    before = load_head(table.chain)
    told = StringIO()

    call_command("renew_commitments", reason="restored a backup", stdout=told)

    assert sorted(players_chains()) == sorted(player.chain for player in table.players.values())
    renewed = ("Renewed the commitments of 2 of 2 players.", "Renewed the commitments of 1 of 1 tables.")
    assert told.getvalue().splitlines() == list(renewed)
    assert load_head(table.chain).tip.seq == before.tip.seq + 1
    assert parse_entry(record_entry(table.chain, before.tip.seq + 1))["type"] == "commit"
