"""A table's public source of randomness: which round a hand takes is fixed by the log alone.

Source: docs/formats/tables.md, "Beacons".
"""

from verifier.table_records import Source, TableOpen
from verifier.verdict import Code, Fault


def round_time(source: Source, number: int) -> int:
    """Return when a source publishes a round, counted from 1, in milliseconds."""
    return source["genesis"] + (number - 1) * source["period"]


def first_round_after(source: Source, time_ms: int) -> int:
    """Return the first round that a source publishes later than this instant."""
    return max(0, (time_ms - source["genesis"]) // source["period"] + 1) + 1


def require_beacon(source: Source | None, record: TableOpen, *, seats_ms: int) -> None:
    """Refuse an opening that leaves the table's beacon out, has one where the table has none, or takes another round.

    Raises:
        Fault: `E_CONTRIB`.
    """
    beacon = record.get("beacon")
    if (beacon is None) is not (source is None):
        raise Fault(Code.E_CONTRIB, "a beacon is mixed in exactly where the table's record has one")
    if beacon is None or source is None:
        return
    if beacon["src"] != source["src"]:
        raise Fault(Code.E_CONTRIB, "the beacon is of another source than the table's")
    due = first_round_after(source, seats_ms)
    if beacon["round"] != due:
        raise Fault(
            Code.E_CONTRIB, f"round {beacon['round']} of the beacon, where round {due} is the first after the seats"
        )
    if round_time(source, due) > record["time"]:
        raise Fault(Code.E_CONTRIB, f"round {due} of the beacon is published after the opening")
