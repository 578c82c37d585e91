"""Epochs that end without a result: a value that did not come, seats that no checkpoint covered, or a void.

Source: docs/formats/tables.md, "Records of the table's chain".
"""

from verifier.player import AuditContext
from verifier.seating import require_values
from verifier.table_chain import TableChain, require_phase
from verifier.table_hands import require_seed, require_shown
from verifier.table_records import TableAbort
from verifier.table_state import Phase, Table
from verifier.verdict import Code, Fault

_OPERATORS = 2


def check_abort(
    chain: TableChain, table: Table, record: TableAbort, *, index: int, context: AuditContext
) -> list[Fault]:
    """Refuse an abort that may not be. Return the faults of a correct one: late, or without its seed.

    Raises:
        Fault: `E_NONCE`, `E_ABORT`, `E_SEED`, `E_CONTRIB`, `E_CLIENT_REUSE`, `E_CARDS`, `E_SEALED`, `E_ACTION`,
            `E_CHIPS`.
    """
    if record["reason"] == "void":
        return _check_void(chain, table, record, context=context)

    if table.phase is not Phase.REVEALING or table.epoch != record["epoch"]:
        raise Fault(Code.E_ABORT, "an epoch is burnt that does not wait for values")
    if "by" in record or "text" in record:
        raise Fault(Code.E_ABORT, "operators stand in a void alone")
    if record["time"] < table.reveal_until:
        raise Fault(Code.E_ABORT, "the epoch was burnt before the time for values was over")
    _require_missing(table, record, index=index, context=context)
    if "seed" not in record:
        raise Fault(Code.E_SEED, "a burnt epoch does not reveal its seed")
    require_seed(chain, table, record["epoch"], record["seed"], context=context)
    require_values(chain, table, record["reveals"], epoch=record["epoch"])
    over = record["time"] - table.reveal_until - table.grace_ms
    return [] if over <= 0 else [Fault(Code.E_LATE, f"the epoch was burnt {over} ms after its time and the grace")]


def _require_missing(table: Table, record: TableAbort, *, index: int, context: AuditContext) -> None:
    revealed = [reveal["seat"] for reveal in record["reveals"]]
    if not record["missing"]:
        raise Fault(Code.E_ABORT, "the epoch was burnt, and nobody is missing")
    if revealed != sorted(revealed) or record["missing"] != sorted(record["missing"]):
        raise Fault(Code.E_ABORT, "the seats are not in order")
    if sorted(revealed + record["missing"]) != [taken["seat"] for taken in table.seats]:
        raise Fault(Code.E_ABORT, "the missing seats and those that revealed are not the seats of the epoch")
    covered = context.covered(after=table.seats_index, up_to=index)
    if covered is not (record["reason"] == "no_reveal"):
        raise Fault(Code.E_ABORT, f"a checkpoint {'covered' if covered else 'did not cover'} the seats")


def _check_void(chain: TableChain, table: Table, record: TableAbort, *, context: AuditContext) -> list[Fault]:
    require_phase(table, record["epoch"], Phase.REVEALING, Phase.OPENED, Phase.PLAYING)
    if len(set(record.get("by", ()))) != _OPERATORS or "text" not in record:
        raise Fault(Code.E_ABORT, "a void is not by two operators who say why")
    if record["missing"] or record["reveals"]:
        raise Fault(Code.E_ABORT, "a void names missing seats or values")
    if "seed" not in record:
        return [Fault(Code.E_SEED_LOST, "the epoch was voided without its seed: its cards cannot be judged")]

    secrets = require_seed(chain, table, record["epoch"], record["seed"], context=context)
    if chain.course is not None:
        chain.course.replay(secrets)
    elif table.hand is not None and table.game is not None:
        require_shown(table, table.hand, secrets=secrets)
    return []
