"""Judge one chain of an export, a player's or a table's, by all that the log says before each of its records."""

from collections.abc import Callable
from dataclasses import dataclass

from verifier import checkpoint
from verifier.entry_bytes import chain_of
from verifier.export import Export
from verifier.judge import Depth, Judge
from verifier.link import Position
from verifier.player import AuditContext
from verifier.records import Record
from verifier.schema import SYSTEM_CHAIN
from verifier.system import System
from verifier.tables import Tables
from verifier.tally import Tally
from verifier.tree import leaf_hash
from verifier.trust import Trust


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainRead:
    """What the log says at its end that concerns the chain."""

    system: System
    tables: Tables
    watched: list[tuple[int, Record]]


def judge_chain(
    export: Export,
    trusted: Trust,
    *,
    chain: str,
    tally: Tally,
    watched: tuple[str, int] | None = None,
    see: Callable[..., None] | None = None,
) -> ChainRead:
    """Read an export and judge one chain of it; `see` is told of each entry, with its `index` and the chain that it is `of`.

    Raises:
        Fault: the newest checkpoint does not hold.
        OSError: a file is there and cannot be read.
    """
    sizes = export.checkpoint_sizes()
    newest = export.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX) or b""
    claimed = checkpoint.parse_claimed(newest, trust=trusted)
    size = max([claimed.size, *sizes])
    system = System(root=trusted.root, log=trusted.log)
    tables = Tables(system=system)
    context = AuditContext(
        system=system, checkpoint_sizes=tuple(sizes), tables=tables, tally=tally, origin=trusted.origin
    )
    judge = Judge(context, depth=Depth.FULL, watched=watched)
    for bundle in export.bundles(size=size):
        for index, entry in enumerate(bundle.entries, start=bundle.first):
            of = chain_of(entry)
            if see is not None:
                see(entry, index=index, of=of)
            if of in (SYSTEM_CHAIN, chain):
                judge.judge(entry, index=index, leaf=leaf_hash(entry).hex(), chain=of, counted=True)
            elif judge.concerns(entry, of):
                judge.follow(entry, position=Position(index=index, leaf=leaf_hash(entry).hex()), chain=of)
        if bundle.broken is not None:
            tally.fail(bundle.broken)
    system.log_keys.require(claimed)
    return ChainRead(system=system, tables=tables, watched=judge.watched)
