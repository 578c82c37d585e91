"""Check the rows of players' keys, which steps judge signatures by, against the records that let keys in and end them."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from audit.core.player_key_changes import KEY_WAIT_MS
from audit.core.player_keys import kid_of
from audit.core.records import parse_entry
from audit.models import PlayerKeyEndRow, PlayerKeyRow
from audit.queries.records import entries_of_type


def player_key_faults() -> Iterator[str]:
    """Yield a sentence for each key that is not as the log has it. Reads all keys."""
    yield from _differences("key", _stored_keys(), dict(map(_key, entries_of_type("player_key"))))
    yield from _differences("end of the key", _stored_ends(), dict(map(_end, entries_of_type("player_key_end"))))


def _differences(what: str, stored: dict[Any, Any], recorded: dict[Any, Any]) -> Iterator[str]:
    for chain, kid in sorted(stored.keys() | recorded.keys()):
        if stored.get((chain, kid)) != recorded.get((chain, kid)):
            yield f"The {what} {kid} of chain {chain} is not as its record tells of it."


def _stored_keys() -> dict[Any, Any]:
    rows = PlayerKeyRow.objects.values_list(
        "chain", "kid", "algorithm", "public", "use", "record_seq", "added_ms", "lives_from_ms", "by_operators"
    )
    return {(chain.hex, kid): (algorithm, bytes(public), *more) for chain, kid, algorithm, public, *more in rows}


def _stored_ends() -> dict[Any, Any]:
    rows = PlayerKeyEndRow.objects.values_list("chain", "kid", "why", "record_seq", "ended_ms")
    return {(chain.hex, kid): tuple(more) for chain, kid, *more in rows}


def _key(entry: str) -> tuple[tuple[str, str], tuple[object, ...]]:
    record: Any = parse_entry(entry)
    public, by_operators = bytes.fromhex(record["pub"]), "by" in record
    lives_from_ms = record["time"] + (KEY_WAIT_MS if by_operators else 0)
    place = UUID(hex=record["chain"]).hex, kid_of(record["alg"], public)
    return place, (
        record["alg"],
        public,
        record["use"],
        record["seq"],
        record["time"],
        lives_from_ms,
        by_operators,
    )


def _end(entry: str) -> tuple[tuple[str, str], tuple[object, ...]]:
    record: Any = parse_entry(entry)
    return (record["chain"], record["kid"]), (record["why"], record["seq"], record["time"])
