"""There is nothing to tell until the platform has any."""

from __future__ import annotations

from reports.catalogue.jackpots import DEFINITION
from tests.reports.asking import table_of


def test_the_report_has_its_columns_and_no_rows() -> None:
    table = table_of(DEFINITION)

    assert {"jackpot", "account", "game", "cycle", "triggered", "amount", "confirmed_by"} <= {
        column.name for column in table.columns
    }
    assert (table.rows, table.totals) == ((), ())
