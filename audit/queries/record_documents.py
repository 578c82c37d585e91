"""Parts of statements over many records at once, for reports: which records, and their contents."""

from kernel.cte import Cte


def logged_cte(from_index: int, to_index: int) -> Cte:
    """Select the records at the log indexes [from_index, to_index), as `index, chain, seq`."""
    sql = "SELECT index, chain, seq FROM audit_leaf WHERE index >= %s AND index < %s"
    return Cte("logged", sql, (from_index, to_index))


def logged_among(records: str, *, below_index: int) -> Cte:
    """Select those records of the CTE `records`, which has `chain` and `seq`, that the log has below an index."""
    sql = (
        f"SELECT l.index, l.chain, l.seq FROM {records} r"
        " JOIN audit_leaf l ON l.chain = r.chain AND l.seq = r.seq WHERE l.index < %s"
    )
    return Cte("logged", sql, (below_index,))


def record_member(chain_sql: str, seq_sql: str, *path: str) -> str:
    """Return the SQL expression of a whole number in a record, at this path of its document."""
    return f"({record_text(chain_sql, seq_sql, *path)})::bigint"


def record_text(chain_sql: str, seq_sql: str, *path: str) -> str:
    """Return the SQL expression of a text in a record, at this path of its document; null where it has none."""
    return (
        f"(SELECT split_part(entry, E'\\n', 1)::jsonb #>> '{{{','.join(path)}}}' FROM audit_record"
        f" WHERE audit_record.chain = {chain_sql} AND audit_record.seq = {seq_sql})"
    )


def documents_cte(records: str) -> Cte:
    """Select the `document` (a JSON object) of each record that a CTE named `records` gives by `chain` and `seq`."""
    sql = (
        "SELECT r.chain, r.seq, split_part(r.entry, E'\\n', 1)::jsonb AS document"
        f" FROM {records} j JOIN audit_record r ON r.chain = j.chain AND r.seq = j.seq"
    )
    return Cte("documents", sql, ())
