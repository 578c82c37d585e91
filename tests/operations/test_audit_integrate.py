"""The sequencer orders what is stored, and signs a tree that grows and no other."""

from datetime import timedelta
from uuid import UUID

import pytest

from audit.chain_head import first_head
from audit.core.records import Record, new_chain, parse_entry
from audit.gather import gather_row
from audit.models import Checkpoint, Log
from audit.operations.append import advance_cte, create_cte, execute_step, record_ctes
from audit.operations.integrate import LogForked, integrate, sign_newest
from audit.operations.write_system_record import write_system_record
from audit.queries.chains import head_source, load_head
from audit.queries.log import all_entries, index_of, is_published, log_place_source, published_size
from kernel.cte import Cte
from kernel.ids import ChainId
from tests import world
from tests.table_records import next_record
from tests.world import NOW

LOW, HIGH = ChainId(UUID(int=1)), ChainId(UUID(int=2**127))


def begin(chain: ChainId) -> Record:
    """Write the first record of a chain of its own."""
    record = next_record(first_head(new_chain(chain), limits_leaf=None), "test", {})
    assert execute_step([create_cte(first_head(record.tip, limits_leaf=None)), *record_ctes([record])])
    return record


def go_on(chain: ChainId, count: int = 1) -> list[Record]:
    """Write the next records of a chain in one step."""
    head = load_head(chain)
    after, records = head, []
    for _ in range(count):
        records.append(next_record(after, "test", {}))
        after = after.advanced_by(records[-1])
    assert execute_step([advance_cte(head, after), *record_ctes(records)])
    return records


def places(records: list[Record]) -> list[int | None]:
    return [index_of(record.tip.chain, record.tip.seq) for record in records]


@pytest.fixture(autouse=True)
def _chains_without_players(request: pytest.FixtureRequest) -> None:
    if "django_db" in request.keywords:
        world.open_house()


@pytest.mark.clause("F12")
@pytest.mark.django_db
def test_a_tree_smaller_than_the_newest_checkpoint_is_not_signed() -> None:
    world.run_sequencer()
    signed = Checkpoint.objects.count()
    size, edge = Log.objects.values_list("size", "frontier").get()
    Log.objects.update(size=0, frontier=[])

    with pytest.raises(LogForked):
        sign_newest(now=NOW)
    Log.objects.update(size=size, frontier=[bytes(root) for root in edge])

    assert Checkpoint.objects.count() == signed


@pytest.mark.django_db
def test_a_record_stays_behind_what_it_cites_in_other_chains_of_the_same_millisecond() -> None:
    integrate()
    # The cited record comes first, in the chain of the higher id, and back again.
    stored = [begin(HIGH), begin(LOW), *go_on(HIGH, 2), *go_on(LOW, 3), *go_on(HIGH)]
    assert {record.tip.time_ms for record in stored} == {stored[0].tip.time_ms}

    assert integrate() == len(stored)

    first = places(stored)[0]
    assert first is not None
    assert places(stored) == list(range(first, first + len(stored)))


@pytest.mark.django_db
def test_what_is_older_comes_first_whenever_it_was_stored() -> None:
    integrate()
    late = next_record(first_head(new_chain(HIGH), limits_leaf=None), "test", {}, now=NOW + timedelta(seconds=1))
    assert execute_step([create_cte(first_head(late.tip, limits_leaf=None)), *record_ctes([late])])
    early = begin(LOW)

    integrate()

    late_index, early_index = places([late, early])
    assert late_index is not None
    assert early_index == late_index - 1


@pytest.mark.django_db
def test_a_queue_that_the_version_before_left_stays_before_records_of_this_one() -> None:
    integrate()
    present = write_system_record("erasure", {"count": 1, "basis": "objection"}, signed_by="rounds", now=NOW)
    # As the code before this one queued a record, which knew no version; it is later in time, and of no system chain.
    former = next_record(first_head(new_chain(LOW), limits_leaf=None), "test", {}, now=NOW + timedelta(hours=1))
    queued = Cte(
        "queued",
        "INSERT INTO audit_queue (chain, seq, leaf, time_ms) SELECT head.chain, %s, %s, %s FROM head",
        (former.tip.seq, former.tip.leaf, former.tip.time_ms),
    )
    stored, _ = record_ctes([former])
    assert execute_step([create_cte(first_head(former.tip, limits_leaf=None)), stored, queued])

    integrate()

    former_index, present_index = places([former, present])
    assert former_index is not None
    assert present_index == former_index + 1


@pytest.mark.django_db
def test_every_record_is_written_by_the_second_version_of_the_protocol() -> None:
    world.play_round(world.seat_player())
    world.run_sequencer()

    entries = [entry for batch in all_entries(size=published_size()) for entry in batch]

    assert {parse_entry(entry)["v"] for entry in entries} == {"rdf/2"}


@pytest.mark.django_db
def test_a_record_is_published_once_a_published_checkpoint_covers_it() -> None:
    world.run_sequencer()
    before = published_size()
    record = begin(LOW)
    tip = record.tip
    source = log_place_source("place", "head.chain", "head.seq")
    source_head = head_source("%s", LOW)

    def place() -> tuple[bool, int | None]:
        gathered = gather_row(
            source_head, log_place_source("place", "(SELECT chain FROM head)", "(SELECT seq FROM head)")
        )
        assert gathered is not None
        row = gathered.required(source)
        return row.published, row.log_index

    assert (is_published(LOW, tip.seq), place()) == (False, (False, None))
    integrate()
    # Signed is not yet published.
    sign_newest(now=NOW)
    assert (is_published(LOW, tip.seq), place()) == (False, (False, before))
    world.run_sequencer()

    assert (is_published(LOW, tip.seq), place()) == (True, (True, before))
    assert published_size() == before + 1
    assert not is_published(LOW, tip.seq + 1)
