"""Which switches stop a table: their names, and as SQL for the statements that read tables."""

from typing import Final

from audit.queries.switches import EVERYTHING, off_sql, sheet_switches, table_switch
from tables.queries.definitions import DefinedTable

TABLE_IS_OFF: Final = off_sql(
    f"'{EVERYTHING}'",
    "'game:' || t.game",
    "'version:' || t.game || '@' || (g.document ->> 'ver')",
    "'table:' || replace(t.chain::text, '-', '')",
)
"""Whether a switch stops the row `t` of `tables_table`, whose rules are the row `g` of `games_sheet`. `switches_of` gives the same names.
"""


def switches_of(table: DefinedTable) -> tuple[str, ...]:
    """Return the names of the switches that stop a table, the widest first."""
    sheet = table.definition.sheet
    return (*sheet_switches(sheet.game, sheet.version), table_switch(table.chain))
