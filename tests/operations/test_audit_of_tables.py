"""What the log knows of a table: its chain, its epochs of one seed, and what is not meant for it."""

from __future__ import annotations

import secrets
from io import StringIO
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from audit.chain_head import Head, first_head
from audit.core.epoch_seeds import seed_at
from audit.core.records import Record, new_chain, parse_entry
from audit.gather import gather_row
from audit.operations.announce_epoch import NewEpoch, draw_epoch, epoch_cte, opened_cte, unseal_pebbles
from audit.operations.append import advance_cte, create_cte, execute_step, record_ctes
from audit.operations.open_epoch import RoundStillOpen
from audit.operations.renew_commitment import renew_commitment
from audit.queries.chains import head_source, load_head, players_chains
from audit.queries.epochs import NEXT_EPOCH_SOURCE, TABLE_EPOCH_SOURCE, TableEpochRow
from audit.queries.records import record_entry
from audit.soundness import faults
from games.core.family import Bet
from kernel.ids import ChainId
from tables.core.epoch import ROUNDS, TableEpoch, commitment, contribution, mix
from tables.core.stakes import Stake, commit_fields, seats_fields
from tests import world
from tests.table_records import AROUND_POT, next_record
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _world_sound() -> Iterator[None]:
    """Look at the log alone: these tests write what it knows of a table, without the rows that the tables' own app keeps."""
    yield
    assert list(faults()) == []


VALUES = {seat: secrets.token_bytes(32) for seat in (1, 3)}


def announce(chain: ChainId, epoch: int) -> NewEpoch:
    return draw_epoch(chain, epoch, rounds=ROUNDS)


def open_table() -> ChainId:
    """Write the first two records of a table."""
    chain = ChainId(uuid4())
    announced = announce(chain, 0)
    table = next_record(first_head(new_chain(chain), limits_leaf=None), "table", AROUND_POT.fields())
    first = first_head(table.tip, limits_leaf=None)
    commit = next_record(first, "commit", commit_fields(0, committed=announced.commitment))
    written = [create_cte(first_head(commit.tip, limits_leaf=None)), *record_ctes([table, commit])]
    assert execute_step([*written, epoch_cte(announced, announced_seq=commit.tip.seq)])
    return chain


def close_betting(chain: ChainId) -> None:
    """Write `seats`, which announces the next epoch."""
    head = load_head(chain)
    number = head.epoch + 1
    epoch, following = TableEpoch(chain, number), announce(chain, number + 1)
    stakes = [
        Stake(seat=seat, leaf=bytes(32), bet=Bet(1_000), contribution=contribution(epoch, seat=seat, value=value))
        for seat, value in VALUES.items()
    ]
    fields = seats_fields(AROUND_POT, number, stakes, next_commitment=following.commitment)
    seats = next_record(head, "seats", fields)
    after = head.advanced_by(seats, epoch=number, nonce=0, round_open=True)
    assert execute_step(
        [advance_cte(head, after), *record_ctes([seats]), epoch_cte(following, announced_seq=seats.tip.seq)]
    )


def deal(chain: ChainId) -> bytes:
    """Write `open` and `hand` in one step, and return the client seed."""
    head = load_head(chain)
    client = mix(TableEpoch(chain, head.epoch), VALUES)
    opened = next_record(head, "open", {"epoch": head.epoch, "client": client.hex(), "size": 1})
    hand = next_record(head.advanced_by(opened), "hand", {"epoch": head.epoch})
    after = head.advanced_by(opened).advanced_by(hand, nonce=1)
    assert execute_step(
        [advance_cte(head, after), *record_ctes([opened, hand]), opened_cte(head.epoch, client, opened)]
    )
    return client


def end(chain: ChainId, kind: str) -> Record:
    head = load_head(chain)
    record = next_record(head, kind, {"epoch": head.epoch})
    assert execute_step([advance_cte(head, head.advanced_by(record, round_open=False)), *record_ctes([record])])
    return record


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


def test_a_tables_chain_is_sound_after_every_step_of_its_epochs() -> None:
    chain = open_table()
    assert standing(load_head(chain)) == (-1, 0, False, False)

    for number, last in enumerate(("hand_end", "table_abort")):
        close_betting(chain)
        assert standing(load_head(chain)) == (number, 0, True, False)
        assert running(chain).client_seed is None
        assert list(faults()) == []
        client = deal(chain)
        assert standing(load_head(chain)) == (number, 1, True, False)
        assert (running(chain).epoch, running(chain).client_seed) == (number, client)
        assert list(faults()) == []
        end(chain, last)
        assert standing(load_head(chain)) == (number, 1, False, False)
        assert list(faults()) == []
    # Aborted before its deck was known.
    close_betting(chain)
    end(chain, "table_abort")
    assert list(faults()) == []

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
def test_a_row_of_a_table_that_is_not_what_its_records_tell_of_is_a_fault(change: str, fault: str) -> None:
    chain = open_table()
    close_betting(chain)
    deal(chain)
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT unspoilt")
        cursor.execute(f"{change}{' AND' if 'WHERE' in change else ' WHERE'} chain = %s", [chain])
        found = list(faults())
        cursor.execute("ROLLBACK TO unspoilt")

    assert len(found) == 1
    assert found[0].startswith(f"{fault} {chain.hex} ")


def test_an_announced_epoch_of_a_table_gets_another_seed_and_stays_of_one_round() -> None:
    chain = open_table()
    known = parse_entry(record_entry(chain, 1))["commit"]

    renew_commitment(chain, reason="restored a backup", rounds=ROUNDS, now=NOW)

    renewed = parse_entry(record_entry(chain, 2))
    assert (renewed["type"], renewed["epoch"], renewed["n"], renewed["reason"]) == ("commit", 0, 1, "restored a backup")
    assert renewed["commit"] != known
    close_betting(chain)
    deal(chain)
    seed = unseal_pebbles(running(chain).sealed_seeds, chain=chain, epoch=0)[-1]
    assert commitment(TableEpoch(chain, 0), seed).hex() == renewed["commit"]


def test_no_commitment_is_renewed_while_an_epoch_of_the_table_runs() -> None:
    chain = open_table()
    close_betting(chain)

    with pytest.raises(RoundStillOpen) as refused:
        renew_commitment(chain, reason="restored a backup", rounds=ROUNDS, now=NOW)

    assert refused.value.members["round_id"] == f"{chain.hex}-0-0"


def test_the_players_commitments_are_renewed_without_those_of_tables() -> None:
    world.open_house()
    player, table = world.sign_up(), open_table()
    before = load_head(table)
    told = StringIO()

    call_command("renew_commitments", reason="restored a backup", stdout=told)

    assert players_chains() == [player]
    assert told.getvalue() == "Renewed the commitments of 1 of 1 players.\n"
    assert load_head(table) == before
