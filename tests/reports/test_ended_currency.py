"""A currency that the jurisdiction names no more leaves no report, and is held to the least threshold of the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from django.test import override_settings

from audit.operations.export import export_log
from reports.operations.aggregate_log import update_rollups
from reports.operations.notice_large_days import notice_large_days
from reports.queries.filings import get_file
from tests import world
from tests.reports.way import DAY, document, filed
from verifier.audit import AuditRequest
from verifier.export import Export
from verifier.filed.proof import prove
from verifier.judge import Depth

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F39")]

DOLLARS = replace(world.DEMO.amounts["USD"], large_payment_minor=300_000, large_payments_day_minor=400_000)
YEN = replace(world.DEMO.amounts["JPY"], large_payment_minor=200_000, large_payments_day_minor=500_000)
WITHOUT_EUROS = replace(world.DEMO, amounts={"USD": DOLLARS, "JPY": YEN})


def rows_of(filing: UUID) -> list[dict[str, Any]]:
    told = document(filing)
    names = [column["name"] for column in told["columns"]]
    return [dict(zip(names, row, strict=True)) for row in told["rows"]]


def test_what_is_left_in_it_is_owed_and_watched_from_the_least_amounts(tmp_path: Path) -> None:
    world.open_house()
    for name, currency in (("ada", "EUR"), ("eve", "USD")):
        chain = world.sign_up(name, currency=currency)
        world.make_deposit(chain, 150_000)
        world.make_deposit(chain, 250_000)
    world.run_sequencer()
    update_rollups(DAY.zone)

    with override_settings(REDDOG_JURISDICTION=WITHOUT_EUROS):
        assert notice_large_days(WITHOUT_EUROS, zone=DAY.zone, now=world.NOW) == 2
        large, owed = filed("large-transactions"), filed("operator-liability")

    assert sorted((row["currency"], row["type"], row["amount"], row["threshold"]) for row in rows_of(large)) == [
        ("EUR", "day-deposits", 400_000, 400_000),
        ("EUR", "single-deposit", 250_000, 200_000),
        ("USD", "day-deposits", 400_000, 400_000),
    ]
    assert not any(name.endswith("_eur") for name in document(large)["parameters"])
    assert [(row["currency"], row["liability"]) for row in rows_of(owed)] == [("EUR", 400_000), ("USD", 400_000)]
    world.run_sequencer()
    export_log(tmp_path / "log")
    request = AuditRequest(export=Export(folder=tmp_path / "log"), depth=Depth.FULL, jobs=1)
    for filing in (large, owed):
        proof = prove(get_file(filing, "csv").content, request)
        assert (proof.fault, proof.exit_status) == (None, 0)
