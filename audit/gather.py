"""Read what a step needs: one SELECT, joined from the sources of several apps."""

from django.db import connection

from kernel.cte import GatheredRow, TypedCte, select_row


def gather_row(*sources: TypedCte[tuple[object, ...]]) -> GatheredRow | None:
    """Run the joined SELECT of `sources`, and return its row; None if the first source has none.

    It reads one snapshot and takes no lock.
    """
    sql, params = select_row(sources)
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        row = cursor.fetchone()
    return None if row is None else GatheredRow(row, sources)
