"""Whether what a receipt promises is under a parent log: under one of the cell's checkpoints that are its entries.

Source: docs/formats/parent.md, rules 5 to 7.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.checkpoint import Checkpoint
from verifier.parent import Parent
from verifier.receipt_search import Found, Search
from verifier.verdict import Code, Failure, Fault, Place


@dataclass(slots=True)
class Reach:
    """How far records of a cell's log are known up to the parent."""

    told: dict[int, str] = field(default_factory=dict)
    """By log index, the words for it."""
    failures: list[Failure] = field(default_factory=list)


def reach(parent: Parent, search: Search, found: Iterable[Found]) -> Reach:
    """Look for the first checkpoint of the cell in the parent that covers each record, and hold it against the cell's log.

    Raises:
        Fault: `E_FORK`, `E_PROOF`: that checkpoint is of another tree than the log's newest.
        OSError: a file cannot be read.
    """
    reached = Reach(failures=list(parent.failures))
    cell = parent.cells.get(search.trust.origin)
    if cell is None:
        _fail(reached, Code.E_CELL_UNKNOWN, f"the parent log does not name {search.trust.origin[:80]!a}")
        return reached
    if cell.trust != search.trust:
        _fail(reached, Code.E_TRUST, "the parent log names the log with other keys")
        return reached
    held = set[int]()
    for each in found:
        covering = next(((at, taken) for at, taken in cell.taken if taken.size > each.log_index), None)
        if covering is None:
            sentence = f"no entry of the parent log covers the log index {each.log_index}: ask again later"
            _fail(reached, Code.E_WITHHELD_ENTRY, sentence)
            continue
        at, taken = covering
        if at not in held:
            _require(search, taken)
            held.add(at)
        reached.told[each.log_index] = f"under {taken.size} entries, by the parent's entry {at}"
    return reached


def _require(search: Search, taken: Checkpoint) -> None:
    if taken.size > search.size:
        raise Fault(
            Code.E_WITHHELD_ENTRY, f"the parent log has {taken.size} entries of the log, which shows {search.size}"
        )
    search.require_one_tree(taken)


def _fail(reached: Reach, code: Code, sentence: str) -> None:
    reached.failures.append(Failure(code=code, sentence=sentence, place=Place()))
