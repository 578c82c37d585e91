"""Checkpoints in the log: every one that was signed is listed, once, and the sequencer lists before it takes records."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from audit import soundness
from audit.core.records import parse_entry
from audit.models import Checkpoint
from audit.operations.export import export_log
from audit.operations.integrate import integrate, sign_newest
from audit.operations.list_checkpoints import list_checkpoints
from audit.operations.write_system_record import write_system_record
from audit.queries.records import system_entries
from kernel.ids import ChainId
from tests import world
from tests.verifier.auditor import audited_folder, code
from tests.world import NOW

pytestmark = [pytest.mark.clause("F12"), pytest.mark.django_db]

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def sound() -> Iterator[None]:
    world.open_house()
    yield
    assert list(soundness.faults()) == []


@pytest.fixture
def ada() -> ChainId:
    return world.sign_up("ada")


def listings() -> list[Any]:
    return [record for record in map(parse_entry, system_entries()) if record["type"] == "checkpoints"]


def grow(player: ChainId, *, now: datetime = NOW) -> int:
    """Take a record into the tree and sign it; return the size."""
    world.fund(player, 1, now=now)
    integrate()
    sign_newest(now=now)
    return Checkpoint.objects.order_by("-size").values_list("size", flat=True)[0]


def test_a_log_begins_to_list_with_what_is_signed_next(ada: ChainId) -> None:
    before = grow(ada)

    assert list_checkpoints(now=NOW) == 1

    assert [(each["after"], each["sizes"]) for each in listings()] == [(before, [])]


def test_each_checkpoint_is_listed_once_within_ten_minutes(ada: ChainId) -> None:
    list_checkpoints(now=NOW)
    sizes = [grow(ada) for _ in range(3)]

    assert list_checkpoints(now=NOW + 8 * MINUTE) == 0
    assert list_checkpoints(now=NOW + 9 * MINUTE) == 1
    assert (listings()[-1]["after"], listings()[-1]["sizes"]) == (0, sizes)

    later = grow(ada, now=NOW + 9 * MINUTE)
    assert list_checkpoints(now=NOW + 17 * MINUTE) == 0
    assert list_checkpoints(now=NOW + 18 * MINUTE) == 1
    assert (listings()[-1]["after"], listings()[-1]["sizes"]) == (sizes[-1], [later])


def test_a_record_is_written_where_nothing_was_signed(ada: ChainId) -> None:
    list_checkpoints(now=NOW)
    size = grow(ada)
    for minutes in (9, 18, 27):
        assert list_checkpoints(now=NOW + minutes * MINUTE) == 1

    assert [(each["after"], each["sizes"]) for each in listings()] == [(0, []), (0, [size]), (size, []), (size, [])]


def test_many_checkpoints_do_not_wait(ada: ChainId) -> None:
    list_checkpoints(now=NOW)
    sizes = [grow(ada) for _ in range(256)]

    assert list_checkpoints(now=NOW) == 1
    assert listings()[-1]["sizes"] == sizes


def test_more_than_a_record_holds_are_listed_by_several(ada: ChainId, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("audit.operations.list_checkpoints.SIZES_MAX", 2)
    list_checkpoints(now=NOW)
    sizes = [grow(ada) for _ in range(5)]

    assert list_checkpoints(now=NOW + 9 * MINUTE) == 3

    assert [(each["after"], each["sizes"]) for each in listings()[1:]] == [
        (0, sizes[:2]),
        (sizes[1], sizes[2:4]),
        (sizes[3], sizes[4:]),
    ]


def test_a_listing_that_is_rolled_back_is_made_again(ada: ChainId) -> None:
    list_checkpoints(now=NOW)
    size = grow(ada)
    with transaction.atomic():
        list_checkpoints(now=NOW + 9 * MINUTE)
        transaction.set_rollback(True)

    assert list_checkpoints(now=NOW + 9 * MINUTE) == 1
    assert listings()[-1]["sizes"] == [size]


def test_an_export_lists_what_it_has_and_an_omitted_checkpoint_is_found(ada: ChainId, tmp_path: Path) -> None:
    list_checkpoints(now=NOW)
    sizes = [grow(ada) for _ in range(3)]
    list_checkpoints(now=NOW + 9 * MINUTE)
    world.run_sequencer(now=NOW + 9 * MINUTE)
    export_log(tmp_path / "export")
    assert code(audited_folder(tmp_path / "export")) == "OK"

    (tmp_path / "export/checkpoints" / str(sizes[1])).unlink()
    assert code(audited_folder(tmp_path / "export")) == "E_CHECKPOINT"


def test_a_list_that_is_not_the_checkpoints_is_a_fault_of_the_books(ada: ChainId) -> None:
    list_checkpoints(now=NOW)
    first, second = grow(ada), grow(ada)
    with transaction.atomic():
        lying = {"after": 1, "sizes": [second, second + 1]}
        write_system_record("checkpoints", lying, signed_by="log", now=NOW)
        found = [fault for fault in soundness.faults() if "list" in fault]
        transaction.set_rollback(True)

    assert found == [
        "The log's list of its checkpoints does not go on after 0.",
        f"A checkpoint of {second + 1} entries is listed, and is not stored.",
        f"A checkpoint of {first} entries was signed, and is not listed.",
    ]
