"""There is nothing to tell until the platform has any."""

from __future__ import annotations

import pytest

from reports.catalogue.bonus_balance import DEFINITION
from tests.reports.asking import table_of


@pytest.mark.clause("F35")
def test_the_report_has_its_columns_and_no_rows() -> None:
    table = table_of(DEFINITION)

    assert {"account", "opening", "granted", "wagered", "expired", "closing"} <= {
        column.name for column in table.columns
    }
    assert (table.rows, table.totals) == ((), ())
